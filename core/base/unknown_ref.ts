/**
 * The error for a ref that git does not know.
 *
 * Stage: scan and questions.
 */
import { distance } from "fastest-levenshtein";
import { CallgroveError } from "../errors.ts";
import type { ProjectPlace } from "../store/location.ts";
import { headCommit, type Repository, runGit } from "./git.ts";
import { compareText } from "./lists.ts";
import { LIVE } from "./ref_names.ts";

/** The most names that an error suggests. */
const NEAREST = 3;
const ALL_NAMES = "git branch --all; git tag";
const WHOLE_HISTORY = "git fetch --unshallow";
/** A commit by its id or relative to another, for which no similar name is suggested. */
const COMMIT = /[~^@]|^[0-9a-f]{7,}$/;

/** Usual names of the branch that others start from: who asks for one of them means the one that there is. */
const MAIN_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop"]);

/**
 * The error for a ref that cannot be used: git does not know it, or it is the working tree of a bare repository.
 * @param action what the ref was needed for, as in "read" or "answer about"
 */
export async function unknownRef(ref: string, { repository }: ProjectPlace, action: string): Promise<CallgroveError> {
  const failed = (why: string, hint: string, more: Readonly<Record<string, unknown>> = {}): CallgroveError =>
    new CallgroveError("ref_not_indexed", `Cannot ${action} ref "${ref}": ${why}`, { hint, data: { ref, known_to_git: false, ...more } });
  if (repository === undefined) {
    return failed(
      "the folder is not a git repository",
      "Refs need git: this folder has only its working tree, the files as they are.",
    );
  }
  if (ref === LIVE) {
    return failed("a bare repository has no working tree", "Name a git ref: questions without one are about HEAD.", {
      did_you_mean: ["HEAD"],
    });
  }
  const names = await listRefs(repository);
  if (ref === "HEAD" || (names.length === 0 && await headCommit(repository) === "")) {
    return failed("nothing is committed yet", "Until the first commit there is only the working tree, the files as they are.");
  }
  const near = COMMIT.test(ref) ? [] : nearestRefs(names, ref);
  if (near.length === 0 && await isShallow(repository)) {
    return failed(
      "git knows no branch, tag or commit of that name here, and the clone is shallow",
      "A shallow clone has only the newest commits of one branch; with a depth of 1 there is nothing to compare with.",
      { remediation: WHOLE_HISTORY },
    );
  }
  const hint = near.length === 0 ? `List the names: ${ALL_NAMES}` : `Nearest: ${near.join(", ")}`;
  return failed("git knows no branch, tag or commit of that name", hint, {
    ...(near.length === 0 ? {} : { did_you_mean: near }),
    remediation: ALL_NAMES,
  });
}

/** Whether the repository was cloned with truncated history. */
async function isShallow(repository: Repository): Promise<boolean> {
  const { bytes } = await runGit(repository, ["rev-parse", "--is-shallow-repository"]);
  return new TextDecoder().decode(bytes).trim() === "true";
}

/** Branches, tags and remote branches, by their short names. */
async function listRefs(repository: Repository): Promise<string[]> {
  const { bytes } = await runGit(repository, ["rev-parse", "--symbolic", "--branches", "--tags", "--remotes"]);
  return new TextDecoder().decode(bytes).split("\n").filter((name) => name !== "");
}

/** The names with a small edit distance, nearest first; a remote branch is also compared without the name of its remote. See `MAIN_BRANCHES`. */
function nearestRefs(names: readonly string[], ref: string): string[] {
  const wanted = ref.toLowerCase();
  const apart = (name: string): number => distance(name.toLowerCase(), wanted);
  const most = Math.max(Math.min(2, wanted.length - 2), wanted.length / 3);
  const near = names.map((name) => ({ name, by: Math.min(apart(name), apart(name.slice(name.indexOf("/") + 1))) }))
    .filter(({ by }) => by <= most)
    .sort((a, b) => a.by - b.by || compareText(a.name, b.name)).map(({ name }) => name);
  const isMain = (name: string): boolean => MAIN_BRANCHES.has(name.slice(name.lastIndexOf("/") + 1));
  return (near.length === 0 && isMain(wanted) ? names.filter(isMain) : near).slice(0, NEAREST);
}
