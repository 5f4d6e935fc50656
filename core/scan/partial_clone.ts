/**
 * The answer where a partial clone lacks what a commit holds.
 *
 * Stage: scan. Invariant: nothing is fetched; whoever asks is told what is missing, and the command that fetches it.
 */
import { type ObjectFormat, type Repository, runGit } from "../base/git.ts";
import { shellWord } from "../base/shell_word.ts";
import { CallgroveError } from "../errors.ts";

/** Most files that an error names. */
const SHOWN = 3;

/** git's name of the tree without files, which every repository knows: what differs from it is the whole commit. */
const EMPTY_TREE: Readonly<Record<ObjectFormat, string>> = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** Whether objects were left where the repository was cloned from, to be fetched when they are wanted. */
export async function isPartial(repository: Repository): Promise<boolean> {
  const answer = await runGit(repository, ["config", "--get-regexp", String.raw`^(remote\..*\.promisor|extensions\.partialclone)$`]);
  return answer.status === 0;
}

/**
 * The error for a commit that can't be read whole.
 * @param name the ref or commit
 * @param paths files whose texts are not here; none where folders are missing, so that nobody knows which files there are
 */
export function lackingObjects(repository: Repository, name: string, paths: readonly string[]): CallgroveError {
  const shown = paths.slice(0, SHOWN).join(", ") + (paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "");
  const what = paths.length === 0
    ? "its folders"
    : paths.length === 1
    ? `the text of ${shown}`
    : `the texts of ${paths.length} files: ${shown}`;
  // git fetches all that a comparison needs at once.
  const remediation = `git diff --shortstat ${EMPTY_TREE[repository.objectFormat]} ${shellWord(name)}`;
  return new CallgroveError("ref_not_indexed", `Cannot read ref "${name}": this partial clone lacks ${what}`, {
    hint: `Fetch what is missing: ${remediation}`,
    data: { ref: name, remediation },
  });
}
