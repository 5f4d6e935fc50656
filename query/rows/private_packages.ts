/**
 * What belongs to a package that nobody outside the repository can use, as its manifest or its folder says.
 *
 * Stage: query. Invariant: the nearest manifest of its kind counts; one whose text is gone says nothing.
 */
import { baseName, folderOf, pathIn } from "../../core/base/path_parts.ts";
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";

const MANIFESTS = `SELECT p.path AS path, a.hash AS hash FROM ref_artifact ra JOIN artifact a ON a.id = ra.artifact_id
  JOIN path p ON p.id = ra.path_id WHERE ra.ref_id = ? AND a.kind = 'manifest'`;
/** What a manifest says of the files that its package consists of. */
interface Manifest {
  readonly name: string;
  readonly ofFiles: RegExp;
  readonly isPrivate: RegExp;
}

/** Manifests that know such packages. Those of one folder speak of different files: a page's scripts beside a library on a server. */
const KNOWN: readonly Manifest[] = [
  { name: "package.json", ofFiles: /\.(?:[cm]?[jt]sx?|vue|svelte)$/, isPrivate: /"private"\s*:\s*true\b/ },
  { name: "Cargo.toml", ofFiles: /\.rs$/, isPrivate: /^\s*publish\s*=\s*(?:false\b|\[\s*\])/m },
  { name: "pyproject.toml", ofFiles: /\.pyi?$/, isPrivate: /["']Private\s*::/ },
];

/** Folders whose packages can be used below the folder that they stand in alone. */
const INTERNAL = /(?:^|\/)internal\/.*\.go$/;

/** Path of a manifest -> whether its package is private. */
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
 * Whether a function or method stands in such a package. A method in a folder that is internal does not count: an interface outside, which nothing
 * here names, may ask for it.
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
