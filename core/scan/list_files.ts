/**
 * The paths of a working tree, according to git's ignore rules.
 *
 * Stage: scan. Invariants: in git, what git would track; outside, what it would track in a new repository. Links and other repositories
 * inside the tree are never entered. Paths are relative to the root, with `/`.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { runGit, splitPaths } from "../base/git.ts";
import { compareText } from "../base/lists.ts";
import { pathIn } from "../base/path_parts.ts";
import { CallgroveError, describeThrown } from "../errors.ts";
import type { ProjectPlace } from "../store/location.ts";
import type { Skip } from "./decode_source.ts";
import { PASSED_OVER } from "./passed_over.ts";
import { skipFor } from "./read_source.ts";

/** The listed paths, and what could not be read. */
export interface Listing {
  readonly paths: string[];
  readonly unreadable: Skip[];
  /** Folders that are repositories of their own and not git submodules. */
  readonly repositories: string[];
  /** Paths among them that git was told to omit from the working tree (a sparse checkout); some may exist all the same. */
  readonly sparse: ReadonlySet<string>;
  /** Outside git, what ignore rules cover; folders end with `/` and were not entered. */
  readonly ignored: readonly string[];
}

/**
 * Lists the files of a project's working tree.
 * @throws CallgroveError project_not_found if the root cannot be read
 */
export async function listFiles(place: ProjectPlace): Promise<Listing> {
  if (place.repository === undefined) return walkFolder(place.root);
  if (place.repository.bare) return { paths: [], unreadable: [], repositories: [], sparse: new Set(), ignored: [] };
  const answer = await runGit(place.repository, ["ls-files", "-cot", "--exclude-standard", "-z"]);
  if (answer.status !== 0) {
    throw new CallgroveError("project_not_found", `Cannot list the files of "${place.root}": ${answer.complaint}`, {
      hint: `See what git says: git -C "${place.root}" status`,
    });
  }
  const unreadable = [...answer.complaint.matchAll(/could not open directory '([^']+)'/g)].map((match): Skip => ({
    path: match[1]!.replace(/\/$/, ""),
    reason: "unreadable",
    detail: "permission denied",
  }));
  const paths = new Set<string>();
  const repositories: string[] = [];
  const sparse = new Set<string>();
  for (const entry of splitPaths(answer.bytes)) {
    // Each path follows a letter for its state: `S` is omitted from the working tree.
    const path = entry.slice(2);
    // A path with several stages (a merge conflict) is listed several times; `dir/` is another repository.
    if (path.endsWith("/")) {
      repositories.push(path.slice(0, -1));
      continue;
    }
    paths.add(path);
    if (entry.startsWith("S")) sparse.add(path);
  }
  return { paths: [...paths], unreadable, repositories, sparse, ignored: [] };
}

/**
 * The file of a folder's ignore rules. Those of search tools (`.ignore`) cover what is not worth reading, often generated code that is
 * called.
 */
export const IGNORE_FILE = ".gitignore";
/** A folder with one of these was created by a tool (a build cache, a virtual environment) or is a repository of its own. */
const REPOSITORY_MARK = ".git";
const FOREIGN_MARKS = ["CACHEDIR.TAG", "pyvenv.cfg", REPOSITORY_MARK];

interface Rules {
  readonly base: string;
  readonly ignore: Ignore;
}

/** Callbacks for each folder of a walk ("" for the root). */
export interface FolderVisit {
  /** Called before the folder is read. */
  before(folder: string): void;
  after(folder: string, entries: readonly Deno.DirEntry[]): void;
}

/**
 * Lists a folder outside git.
 * @param onRules called with each file of ignore rules
 */
export function walkFolder(root: string, visit?: FolderVisit, onRules?: (path: string) => void): Listing {
  const ignored: string[] = [];
  const listing: Listing = { paths: [], unreadable: [], repositories: [], sparse: new Set(), ignored };
  const waiting: { folder: string; rules: readonly Rules[] }[] = [{ folder: "", rules: [] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { folder } = next;
    const absolute = join(root, folder);
    let entries: Deno.DirEntry[];
    visit?.before(folder);
    try {
      entries = [...Deno.readDirSync(absolute)];
    } catch (thrown) {
      if (folder === "") throw unreadableRoot(root, thrown);
      listing.unreadable.push(skipFor(folder, thrown));
      continue;
    }
    visit?.after(folder, entries);
    const names = new Set(entries.map((entry) => entry.name));
    if (folder !== "" && FOREIGN_MARKS.some((mark) => names.has(mark))) {
      if (names.has(REPOSITORY_MARK)) listing.repositories.push(folder);
      continue;
    }
    if (names.has(IGNORE_FILE)) onRules?.(pathIn(folder, IGNORE_FILE));
    const own = names.has(IGNORE_FILE) ? readRules(join(absolute, IGNORE_FILE), folder) : undefined;
    const rules = own === undefined ? next.rules : [...next.rules, own];
    for (const entry of entries) {
      const path = pathIn(folder, entry.name);
      if (entry.isDirectory) {
        if (PASSED_OVER.has(entry.name)) continue;
        if (isCovered(`${path}/`, rules)) ignored.push(`${path}/`);
        else waiting.push({ folder: path, rules });
      } else if (entry.isFile || entry.isSymlink) (isCovered(path, rules) ? ignored : listing.paths).push(path);
    }
  }
  return listing;
}

/** The files below a folder, at most `most` of them, without links and without what a tool or another repository keeps there. */
export function* filesBelow(root: string, folder: string, most: number): Generator<string> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    let entries: Deno.DirEntry[];
    try {
      entries = [...Deno.readDirSync(join(root, next))].sort((a, b) => compareText(a.name, b.name));
    } catch {
      // Gone, or not readable for this user.
      continue;
    }
    if (entries.some(({ name }) => FOREIGN_MARKS.includes(name))) continue;
    for (const { name, isDirectory, isFile } of entries) {
      if (isDirectory && !PASSED_OVER.has(name)) waiting.push(`${next}${name}/`);
      if (!isFile) continue;
      if (most-- === 0) return;
      yield `${next}${name}`;
    }
  }
}

function readRules(file: string, base: string): Rules {
  const rules = ignore();
  try {
    // Reading a pipe would block.
    if (statSync(file).isFile()) rules.add(readFileSync(file, "utf8"));
  } catch {
    // An unreadable ignore file ignores nothing, as in git.
  }
  return { base, ignore: rules };
}

/** Whether a path is ignored. The deepest ignore file that matches it decides. */
function isCovered(path: string, rules: readonly Rules[]): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { base, ignore } = rules[i]!;
    const answer = ignore.test(base === "" ? path : path.slice(base.length + 1));
    if (answer.ignored || answer.unignored) return answer.ignored;
  }
  return false;
}

function unreadableRoot(root: string, cause: unknown): CallgroveError {
  return new CallgroveError("project_not_found", `Cannot read the folder "${root}": ${describeThrown(cause)}`, {
    hint: "Run as a user who may read it.",
    cause,
  });
}
