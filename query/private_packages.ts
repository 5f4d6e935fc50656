/**
 * Which files belong to a package that nobody outside the repository can use, as its manifest says.
 *
 * Stage: query. Invariant: the nearest manifest counts; one whose text is gone says nothing.
 */
import { baseName, folderOf } from "../core/path_parts.ts";
import { type Context, readRows } from "./context.ts";
import { keep } from "./kept.ts";

const MANIFESTS = `SELECT p.path AS path, a.hash AS hash FROM ref_artifact ra JOIN artifact a ON a.id = ra.artifact_id
  JOIN path p ON p.id = ra.path_id WHERE ra.ref_id = ? AND a.kind = 'manifest'`;
/** How the manifests that know such packages say it, by file name. */
const SAID: ReadonlyMap<string, RegExp> = new Map([
  ["package.json", /"private"\s*:\s*true\b/],
  ["Cargo.toml", /^\s*publish\s*=\s*(?:false\b|\[\s*\])/m],
]);

/** Folder of a manifest -> whether its package is private. */
function readFolders(context: Context): ReadonlyMap<string, boolean> {
  return keep(context, "private packages", () => {
    const folders = new Map<string, boolean>();
    for (const { path, hash } of readRows<{ path: string; hash: string }>(context, MANIFESTS, context.ref.id)) {
      const said = SAID.get(baseName(path));
      const text = said === undefined ? undefined : context.readText(path, hash.split(".", 1)[0]!);
      if (text !== undefined) folders.set(folderOf(path), said!.test(text) || folders.get(folderOf(path)) === true);
    }
    return folders;
  });
}

/** Whether the file's package is one. */
export function isOfPrivatePackage(context: Context, path: string): boolean {
  const folders = readFolders(context);
  for (let folder = folderOf(path);; folder = folderOf(folder)) {
    const isPrivate = folders.get(folder);
    if (isPrivate !== undefined || folder === "") return isPrivate === true;
  }
}
