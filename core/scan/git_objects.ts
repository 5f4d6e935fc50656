/**
 * Trees and blobs as stored in git.
 *
 * Stage: scan. Invariant: objects that are missing locally (a shallow or partial clone) are left out, never fetched.
 */
import { type GitAnswer, type Repository, runGit } from "../base/git.ts";
import { CallgroveError } from "../errors.ts";
import { isPartial, lackingObjects } from "./partial_clone.ts";

/** git's mode of a submodule. */
export const SUBMODULE_MODE = "160000";

/** A file of a commit, or a submodule. */
export interface TreeEntry {
  /** git's mode: "100644", "100755", "120000" for a link. */
  readonly mode: string;
  /** git's id of the text. */
  readonly object: string;
  /** In bytes; 0 if sizes were not requested. */
  readonly size: number;
  /** Whether its text is not here; told only where sizes were asked for. */
  readonly isLacking: boolean;
  /** From the root, with `/`. */
  readonly path: string;
}

/**
 * All files of a commit, and its submodules.
 * @param sizes requires a look at every object
 */
export async function listTree(repository: Repository, commit: string, sizes: boolean): Promise<TreeEntry[]> {
  const sized = sizes ? await askForTree(repository, commit, ["-l"]) : undefined;
  if (sized?.status === 0) return readTree(sized);
  // Where one text is missing git gives up asking for sizes.
  const plain = await askForTree(repository, commit, []);
  if (plain.status !== 0) throw await unreadableTree(repository, commit, plain);
  const entries = readTree(plain);
  if (!sizes) return entries;
  const known = await readSizes(repository);
  return entries.map((entry) => ({ ...entry, size: known.get(entry.object) ?? 0, isLacking: isFile(entry) && !known.has(entry.object) }));
}

function askForTree(repository: Repository, commit: string, options: readonly string[]): Promise<GitAnswer> {
  return runGit(repository, ["ls-tree", "-r", "-z", ...options, "--full-tree", commit]);
}

function readTree({ bytes }: GitAnswer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (const line of new TextDecoder().decode(bytes).split("\0")) {
    const tab = line.indexOf("\t");
    const [mode, type, object, size] = line.slice(0, tab).split(/ +/);
    if (type !== "blob" && mode !== SUBMODULE_MODE) continue;
    // Older versions of git go on without the size.
    const isLacking = size === "BAD";
    entries.push({ mode: mode!, object: object!, size: Number(size) || 0, isLacking, path: line.slice(tab + 1) });
  }
  return entries;
}

function isFile({ mode }: TreeEntry): boolean {
  return mode !== SUBMODULE_MODE;
}

async function unreadableTree(repository: Repository, commit: string, { complaint }: GitAnswer): Promise<CallgroveError> {
  if (await isPartial(repository)) return lackingObjects(repository, commit, []);
  return new CallgroveError("internal_error", `Cannot read commit "${commit}": ${complaint}`, { hint: "Check the repository: git fsck" });
}

/** Blobs by object id. */
export async function readBlobs(repository: Repository, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (ids.length === 0) return found;
  const whole = await askForBlobs(repository, [...new Set(ids)]);
  // git stops at the first blob that a partial clone lacks, although later ones may be present.
  const here = whole.status === 0 ? undefined : await readSizes(repository);
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

/** The sizes in bytes of all objects that are present, by their ids. */
async function readSizes(repository: Repository): Promise<ReadonlyMap<string, number>> {
  const format = "--batch-check=%(objectname) %(objectsize)";
  const { bytes } = await runGit(repository, ["cat-file", format, "--batch-all-objects", "--unordered"]);
  return new Map(
    new TextDecoder().decode(bytes).split("\n").map((line) => {
      const [id, size] = line.split(" ");
      return [id!, Number(size)];
    }),
  );
}
