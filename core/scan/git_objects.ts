/**
 * Trees and texts as git keeps them.
 *
 * Stage: scan. Invariant: what git does not have here (a shallow or partial clone) is left out, never fetched.
 */
import { type GitAnswer, type Repository, runGit } from "../base/git.ts";
import { CallgroveError } from "../errors.ts";

/** git's mode of a submodule. */
export const SUBMODULE_MODE = "160000";

/** A file of a commit, or a submodule. */
export interface TreeEntry {
  /** git's mode: "100644", "100755", "120000" for a link. */
  readonly mode: string;
  /** git's id of the text. */
  readonly object: string;
  /** Bytes; 0 where sizes were not asked for. */
  readonly size: number;
  /** From the root, with `/`. */
  readonly path: string;
}

/**
 * All files of a commit, and the other repositories in it (submodules).
 * @param sizes costs a look at every object
 */
export async function listTree(repository: Repository, commit: string, sizes: boolean): Promise<TreeEntry[]> {
  const answer = await runGit(repository, ["ls-tree", "-r", "-z", ...(sizes ? ["-l"] : []), "--full-tree", commit]);
  if (answer.status !== 0) {
    throw new CallgroveError("internal_error", `Cannot read commit "${commit}": ${answer.complaint}`, {
      hint: "Check the repository: git fsck",
    });
  }
  const entries: TreeEntry[] = [];
  for (const line of new TextDecoder().decode(answer.bytes).split("\0")) {
    const tab = line.indexOf("\t");
    const [mode, type, object, size] = line.slice(0, tab).split(/ +/);
    // A text that is missing here has "-" for its size.
    if (type === "blob" || mode === SUBMODULE_MODE) {
      entries.push({ mode: mode!, object: object!, size: Number(size) || 0, path: line.slice(tab + 1) });
    }
  }
  return entries;
}

/** Texts by object id. */
export async function readBlobs(repository: Repository, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (ids.length === 0) return found;
  const whole = await askForBlobs(repository, [...new Set(ids)]);
  // At the first text that a partial clone lacks git gives up: what stands behind it may be there.
  const here = whole.status === 0 ? undefined : await listObjects(repository);
  const { bytes } = here === undefined ? whole : await askForBlobs(repository, [...new Set(ids)].filter((id) => here.has(id)));
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const [id, type, size] = decoder.decode(bytes.subarray(at, end)).split(" ");
    at = end + 1;
    if (type === "missing" || size === undefined) continue;
    if (type === "blob") found.set(id!, bytes.slice(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

function askForBlobs(repository: Repository, ids: readonly string[]): Promise<GitAnswer> {
  return runGit(repository, ["cat-file", "--batch"], new TextEncoder().encode(ids.map((id) => `${id}\n`).join("")));
}

/** Ids of all objects that are here. */
async function listObjects(repository: Repository): Promise<ReadonlySet<string>> {
  const { bytes } = await runGit(repository, ["cat-file", "--batch-check=%(objectname)", "--batch-all-objects", "--unordered"]);
  return new Set(new TextDecoder().decode(bytes).split("\n"));
}
