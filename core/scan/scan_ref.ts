/**
 * What a commit contains, read from git's objects: the same as `scanWorkingTree` would return for a checkout of it.
 *
 * Stage: scan. Invariants: nothing is checked out and no file of the working tree is read; an object that the index knows is not read.
 */
import { artifactTypeOf, codeFolders, describeComponents, type ScannedArtifact } from "../artifacts/artifact_kinds.ts";
import { resolveRef } from "../base/git.ts";
import { baseName } from "../base/path_parts.ts";
import { unknownRef } from "../base/unknown_ref.ts";
import type { ProjectPlace } from "../store/location.ts";
import { LARGEST_FILE, type Skip, SUBMODULE } from "./decode_source.ts";
import { listTree, readBlobs, SUBMODULE_MODE, type TreeEntry } from "./git_objects.ts";
import type { LanguageTable } from "./languages_of.ts";
import { isPartial, lackingObjects } from "./partial_clone.ts";
import { followLinks } from "./symbolic_links.ts";
import { byPath, describeInner, hashManifests, type Manifest, manifestOf, type Scan, type ScannedFile } from "./scan.ts";

/** A scan of a ref: the commit, and how to read its objects. */
export interface RefScan extends Scan {
  readonly commit: string | Promise<string>;
  /** Blobs by object id; those that git does not have are missing. */
  readonly readObjects: (ids: readonly string[]) => Promise<Map<string, Uint8Array>>;
}

/** A file without extension that is larger is not considered a script. */
const LARGEST_SCRIPT = 1024 * 1024;

/** Whether the first line may tell the language of a file without extension. */
export function mayBeScript({ path, mode }: Pick<TreeEntry, "path" | "mode">): boolean {
  return mode === "100755" && !baseName(path).includes(".");
}

/**
 * The first line of a script.
 * @param bytes undefined if git does not have them
 */
export function firstLineOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes?.subarray(0, 128)).split("\n")[0]!;
}

/** @throws CallgroveError ref_not_indexed if git knows no such ref, or outside git */
export async function scanRef(place: ProjectPlace, table: LanguageTable, ref: string): Promise<RefScan> {
  const { repository } = place;
  const commit = repository === undefined ? undefined : await resolveRef(repository, ref);
  if (repository === undefined || commit === undefined) throw await unknownRef(ref, place, "read");
  const readObjects = (ids: readonly string[]): Promise<Map<string, Uint8Array>> => readBlobs(repository, ids);
  const files: ScannedFile[] = [];
  const skipped: Skip[] = [];
  const manifestEntries: TreeEntry[] = [];
  const scripts: TreeEntry[] = [];
  const linkEntries: TreeEntry[] = [];
  const artifacts: ScannedArtifact[] = [];
  const entries = await listTree(repository, commit, true);
  const code = codeFolders(entries.map(({ path }) => path), (path) => table.languageOf(path));
  for (const entry of entries) {
    const { path, mode, size } = entry;
    const language = table.languageOf(path);
    if (mode === SUBMODULE_MODE) {
      skipped.push(describeInner(path, SUBMODULE));
      continue;
    }
    if (mode === "120000") {
      if (language !== undefined || !baseName(path).includes(".")) linkEntries.push(entry);
      if (language !== undefined) skipped.push({ path, reason: "link", detail: "a link is not followed", language: language.plugin.name });
      continue;
    }
    if (table.manifestReaders(path).length > 0) manifestEntries.push(entry);
    const type = artifactTypeOf(path, table.plugins, code);
    if (type !== undefined) artifacts.push({ ...type, path, size, time: 0, object: entry.object });
    if (language === undefined) {
      if (mayBeScript(entry) && size < LARGEST_SCRIPT) scripts.push(entry);
    } else if (size > LARGEST_FILE) skipped.push({ path, reason: "too large", detail: `${size} bytes`, language: language.plugin.name });
    else files.push({ path, language, size, time: 0, object: entry.object });
  }
  const read = new Set([...files, ...manifestEntries, ...scripts, ...linkEntries].map(({ path }) => path));
  const lacking = entries.filter(({ path, isLacking }) => isLacking && read.has(path)).map(({ path }) => path);
  if (lacking.length > 0 && await isPartial(repository)) throw lackingObjects(repository, ref, lacking);
  const texts = await readObjects([...manifestEntries, ...scripts, ...linkEntries].map((entry) => entry.object));
  for (const { path, object, size } of scripts) {
    const language = table.languageOfScript(firstLineOf(texts.get(object)));
    if (language !== undefined) files.push({ path, language, size, time: 0, object });
  }
  const manifests = manifestEntries.map(({ path, object }) => manifestOf(path, texts.get(object) ?? new Uint8Array()))
    .filter((manifest): manifest is Manifest => manifest !== undefined).sort(byPath);
  const links = followLinks(new Map(linkEntries.map(({ path, object }) => [path, new TextDecoder().decode(texts.get(object))])));
  return {
    files: files.sort(byPath),
    manifests,
    links,
    manifestHash: hashManifests(manifests, links),
    skipped: [...skipped, ...describeComponents(artifacts)].sort(byPath),
    artifacts: artifacts.sort(byPath),
    commit,
    readObjects,
  };
}
