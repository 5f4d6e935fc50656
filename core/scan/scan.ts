/**
 * What a working tree contains: source files with their language, manifests, and what was left out.
 *
 * Stage: scan. Invariants: no file's text is read here except manifests and the first lines of scripts; the result is sorted by path; links
 * are not followed to find files, only their targets are recorded.
 */
import { createHash } from "node:crypto";
import { readlinkSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { type ArtifactType, artifactTypeOf, codeFolders, describeComponents, type ScannedArtifact } from "../artifacts/artifact_kinds.ts";
import { append, compareText } from "../base/lists.ts";
import { endingOf } from "../base/path_parts.ts";
import type { ProjectPlace } from "../store/location.ts";
import { decodeSource, IGNORED, LARGEST_FILE, REPOSITORY, type Skip, SPARSE, SUBMODULE } from "./decode_source.ts";
import type { FileLanguage, LanguageTable } from "./languages_of.ts";
import { followLinks, type Links } from "./symbolic_links.ts";
import { filesBelow, listFiles } from "./list_files.ts";
import { readFirstLine, readSource, skipFor } from "./read_source.ts";

/** An existing file of a known language. */
export interface ScannedFile {
  readonly path: string;
  readonly language: FileLanguage;
  /** In bytes. */
  readonly size: number;
  /** When its content or its directory entry last changed, in ms. A file with the same size and time is not read again. */
  readonly time: number;
  /** git's id of its text, if it was read from git. */
  readonly object?: string;
}

/** A manifest and its text. */
export interface Manifest {
  readonly path: string;
  readonly text: string;
}

/** Everything that was found in a tree. */
export interface Scan {
  readonly files: readonly ScannedFile[];
  readonly manifests: readonly Manifest[];
  readonly links: Links;
  /** SHA-256 of the paths and texts of the manifests and of the links: everything besides files that module resolution depends on. */
  readonly manifestHash: string;
  readonly skipped: readonly Skip[];
  /** Files that say something about the code without being code. */
  readonly artifacts: readonly ScannedArtifact[];
}

/**
 * Inspects every file of the project's working tree.
 * @param expected paths that probably exist: they are inspected while git lists the files
 */
export async function scanWorkingTree(place: ProjectPlace, table: LanguageTable, expected: Iterable<string> = []): Promise<Scan> {
  const listed = listFiles(place);
  const looks = place.repository === undefined ? new Map<string, Deno.FileInfo>() : lookAhead(place.root, expected);
  const listing = await listed;
  const files: ScannedFile[] = [];
  const manifests: Manifest[] = [];
  const artifacts: ScannedArtifact[] = [];
  const written = new Map<string, string>();
  const skipped: Skip[] = listing.unreadable.filter(({ reason }) => reason !== "vanished");
  for (const path of listing.repositories) skipped.push(describeInner(path, REPOSITORY));
  for (const path of listing.ignored) append(skipped, describeIgnored(place.root, path, table));
  const submodules = readSubmodules(place, listing.paths);
  const absent = new Map<string, number>();
  const code = codeFolders(listing.paths, (path) => table.languageOf(path));
  for (const path of listing.paths) {
    if (submodules.has(path)) {
      skipped.push(describeInner(path, SUBMODULE));
      continue;
    }
    if (table.manifestReaders(path).length > 0) readManifest(place.root, path, manifests, skipped);
    const type = artifactTypeOf(path, table.plugins, code);
    if (type !== undefined) addArtifact(place.root, path, type, artifacts);
    const byName = table.languageOf(path);
    if (byName === undefined && endingOf(path) !== "") continue;
    const found = inspect(place.root, path, byName, table, looks.get(path), written);
    if (found === undefined) {
      if (listing.sparse.has(path) && byName !== undefined) absent.set(byName.plugin.name, (absent.get(byName.plugin.name) ?? 0) + 1);
    } else if ("reason" in found) skipped.push(byName === undefined ? found : { ...found, language: byName.plugin.name });
    else files.push(found);
  }
  for (const [language, count] of absent) skipped.push(describeAbsent(language, count));
  const links = followLinks(written);
  return {
    files: files.sort(byPath),
    manifests: manifests.sort(byPath),
    links,
    manifestHash: hashManifests(manifests, links),
    skipped: [...skipped, ...describeComponents(artifacts)].sort(byPath),
    artifacts: artifacts.sort(byPath),
  };
}

/** The paths of submodules in `.gitmodules`; empty if git does not track that file. */
function readSubmodules(place: ProjectPlace, paths: readonly string[]): ReadonlySet<string> {
  if (place.repository === undefined || !paths.includes(".gitmodules")) return new Set();
  const source = readSource(join(place.root, ".gitmodules"), ".gitmodules");
  if (!("text" in source)) return new Set();
  return new Set([...source.text.matchAll(/^\s*path\s*=\s*"?(.+?)"?\s*$/gm)].map((match) => match[1]!));
}

/**
 * A repository inside the tree, which is skipped.
 * @param reason how git treats it
 */
export function describeInner(path: string, reason: typeof SUBMODULE | typeof REPOSITORY): Skip {
  const what = reason === SUBMODULE ? "a separate repository" : "git does not track it here";
  return { path, reason, detail: `${what}: ask it with --repo ${path}` };
}

/** The most files of an ignored folder that are looked at. */
const MOST_IGNORED = 2000;

/** How the files at an ignored path (`build/`) would be read: one skip for each language. */
function describeIgnored(root: string, path: string, table: LanguageTable): Skip[] {
  const files = new Map<string, number>();
  for (const file of path.endsWith("/") ? filesBelow(root, path, MOST_IGNORED) : [path]) {
    const language = table.languageOf(file)?.plugin.name;
    if (language !== undefined) files.set(language, (files.get(language) ?? 0) + 1);
  }
  return [...files].map(([language, count]) => ({
    path: path.replace(/\/$/, ""),
    reason: IGNORED,
    detail: "a .gitignore matches it, and outside git it is unknown whether it is tracked all the same",
    language,
    ...(count === 1 ? {} : { files: count }),
  }));
}

function describeAbsent(language: string, files: number): Skip {
  const detail = "tracked, but not in the working tree: --ref HEAD reads them from git, git sparse-checkout disable writes them";
  return { path: ".", reason: SPARSE, detail, language, files };
}

function addArtifact(root: string, path: string, type: ArtifactType, artifacts: ScannedArtifact[]): void {
  try {
    const info = Deno.lstatSync(join(root, path));
    if (info.isFile) artifacts.push({ ...type, path, size: info.size, time: timeOf(info) });
  } catch {
    // Deleted meanwhile, or not readable for this user: it adds nothing.
  }
}

/** The order of paths everywhere: by code unit, independent of the locale. */
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareText(a.path, b.path);
}

/** SHA-256 of sorted manifests and links. */
export function hashManifests(manifests: readonly Manifest[], links: Links): string {
  const hash = createHash("sha256");
  for (const { path, text } of manifests) hash.update(`${path}\0${text.length}\0${text}\0`);
  for (const [path, target] of links) hash.update(`${path}\0link\0${target}\0`);
  return hash.digest("hex");
}

function lookAhead(root: string, paths: Iterable<string>): Map<string, Deno.FileInfo> {
  const looks = new Map<string, Deno.FileInfo>();
  for (const path of paths) {
    try {
      looks.set(path, Deno.lstatSync(`${root}/${path}`));
    } catch {
      // Gone: the list will show it.
    }
  }
  return looks;
}

/** @param written receives the target of a link as written, by its path */
function inspect(
  root: string,
  path: string,
  byName: FileLanguage | undefined,
  table: LanguageTable,
  look: Deno.FileInfo | undefined,
  written?: Map<string, string>,
): ScannedFile | Skip | undefined {
  const absolute = `${root}/${path}`;
  let info: Deno.FileInfo;
  try {
    info = look ?? Deno.lstatSync(absolute);
  } catch (thrown) {
    // git still lists deleted files: nothing to report.
    const skip = skipFor(path, thrown);
    return byName === undefined || skip.reason === "vanished" ? undefined : skip;
  }
  if (info.isSymlink) {
    written?.set(path, readLink(absolute));
    return byName === undefined ? undefined : describeLink(root, path);
  }
  if (!info.isFile) return undefined;
  let language = byName;
  if (language === undefined) {
    if (info.size < 4 || (info.mode !== null && (info.mode & 0o111) === 0)) return undefined;
    language = table.languageOfScript(readFirstLine(absolute));
    if (language === undefined) return undefined;
  }
  if (info.size > LARGEST_FILE) return { path, reason: "too large", detail: `${info.size} bytes` };
  return { path, language, size: info.size, time: timeOf(info) };
}

/** Inspects a file of a known language again; undefined if it is no longer one, or one that a scan leaves out. */
export function inspectAgain(root: string, path: string, table: LanguageTable): ScannedFile | undefined {
  const found = inspect(root, path, table.languageOf(path), table, undefined);
  return found === undefined || "reason" in found ? undefined : found;
}

/** The later of the times at which the content and the inode changed: setting the modification time back does not hide an edit. */
export function timeOf(info: Deno.FileInfo): number {
  return Math.max(info.mtime?.getTime() ?? 0, info.ctime?.getTime() ?? 0);
}

/** Whether something was touched so shortly before it was looked at that a later edit could leave the same time. */
export function isRacy(time: number, lookedAt: number): boolean {
  return time > lookedAt - (time % 1000 === 0 ? 2000 : 20);
}

/** The target of a link as written, with `/`; one that leads nowhere if the link is gone. */
function readLink(path: string): string {
  try {
    return readlinkSync(path).replaceAll(sep, "/");
  } catch {
    return "/";
  }
}

function describeLink(root: string, path: string): Skip {
  let target: string;
  try {
    target = realpathSync(join(root, path));
  } catch (thrown) {
    return {
      path,
      reason: "link",
      detail: /ELOOP|ymbolic/.test(String(thrown)) ? "a link that leads to itself" : "a broken link",
    };
  }
  if (target !== root && !target.startsWith(root.endsWith(sep) ? root : root + sep)) {
    return { path, reason: "outside link", detail: "a link that leads out of the project is not followed" };
  }
  return {
    path,
    reason: "link",
    detail: `a link to ${target.slice(root.length + 1).replaceAll(sep, "/")}, which counts under its own name`,
  };
}

function readManifest(root: string, path: string, manifests: Manifest[], skipped: Skip[]): void {
  const absolute = join(root, path);
  try {
    if (Deno.lstatSync(absolute).isSymlink) return;
  } catch {
    return;
  }
  const source = readSource(absolute, path);
  if ("text" in source) manifests.push({ path, text: source.text });
  else if (source.reason !== "vanished") skipped.push(source);
}

/** A manifest that was read from elsewhere (a git object). */
export function manifestOf(path: string, bytes: Uint8Array): Manifest | undefined {
  const source = decodeSource(bytes, path, "");
  return "text" in source ? { path, text: source.text } : undefined;
}
