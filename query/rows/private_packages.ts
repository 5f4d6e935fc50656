/**
 * Code in packages that cannot be used outside the repository, according to their manifest or folder.
 *
 * Stage: query. Invariant: the nearest manifest of the right kind decides; one whose text is gone says nothing.
 */
import { baseName, folderOf, pathIn } from "../../core/base/path_parts.ts";
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";

const MANIFESTS = `SELECT p.path AS path, a.hash AS hash FROM ref_artifact ra JOIN artifact a ON a.id = ra.artifact_id
  JOIN path p ON p.id = ra.path_id WHERE ra.ref_id = ? AND a.kind = 'manifest'`;
/** A kind of manifest, and the files of its packages. */
interface Manifest {
  readonly name: string;
  readonly ofFiles: RegExp;
  readonly isPrivate: RegExp;
}

/**
 * Manifests that can mark a package as private. Several in one folder apply to different files: a page's scripts beside a server's library.
 */
const KNOWN: readonly Manifest[] = [
  { name: "package.json", ofFiles: /\.(?:[cm]?[jt]sx?|vue|svelte)$/, isPrivate: /"private"\s*:\s*true\b/ },
  { name: "Cargo.toml", ofFiles: /\.rs$/, isPrivate: /^\s*publish\s*=\s*(?:false\b|\[\s*\])/m },
  { name: "pyproject.toml", ofFiles: /\.pyi?$/, isPrivate: /["']Private\s*::/ },
];

/** Files in packages that can be used only below the parent of their `internal` folder. */
const INTERNAL = /(?:^|\/)internal\/.*\.go$/;

/** Whether each manifest's package is private, by the manifest's path. */
function readManifests(context: Context): ReadonlyMap<string, boolean> {
  return keep(context, "private packages", () => {
    const manifests = new Map<string, boolean>();
    for (const { path, hash } of readRows<{ path: string; hash: string }>(context, MANIFESTS, context.ref.id)) {
      const known = KNOWN.find(({ name }) => name === baseName(path));
      const text = known === undefined ? undefined : context.readText(path, hash.split(".", 1)[0]!);
      if (text !== undefined) manifests.set(path, known!.isPrivate.test(text));
    }
    return manifests;
  });
}

/**
 * Whether a function or method is in such a package. A method in an `internal` folder does not count, as an external interface may require
 * it.
 */
export function isOfPrivatePackage(context: Context, path: string, kind: string): boolean {
  if (INTERNAL.test(path)) return kind === "function";
  const known = KNOWN.find(({ ofFiles }) => ofFiles.test(path));
  if (known === undefined) return false;
  const manifests = readManifests(context);
  for (let folder = folderOf(path);; folder = folderOf(folder)) {
    const isPrivate = manifests.get(pathIn(folder, known.name));
    if (isPrivate !== undefined || folder === "") return isPrivate === true;
  }
}
