/**
 * From a path as people and agents write it to a path of the index.
 *
 * Stage: query. Invariant: nothing outside the repository's root is ever named in an answer. A question looks a path up in the index, where
 * no link can mislead it. The disk is consulted only where an absolute path passes through a link, and by code that accesses the disk
 * anyway.
 */
import { isAbsolute, join, posix } from "node:path";
import { distance } from "fastest-levenshtein";
import { compareText } from "../../core/base/lists.ts";
import { tableOf } from "../../core/base/tables.ts";
import { CallgroveError } from "../../core/errors.ts";
import { REPOSITORY, type Skip, SPARSE, SUBMODULE } from "../../core/scan/decode_source.ts";
import { type Context, type Found, readRows, type Workspace } from "../context.ts";

const ALL_PATHS = `SELECT p.path AS path FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? ORDER BY p.path`;
const EXACT_PATH = `SELECT p.path AS path FROM path p JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ? WHERE p.path = ?`;

/**
 * The path relative to the root, with `/`; "" for the root itself. A relative path is taken as relative to the root.
 * @throws CallgroveError workspace_not_allowed for a path outside the root
 */
function toIndexPath(workspace: Workspace, written: string): string {
  const slashes = written.replaceAll("\\", "/");
  let relative = slashes;
  if (isAbsolute(written) || slashes.startsWith("/")) {
    const normal = posix.normalize(slashes);
    const inside = belowRoot(workspace, normal) ?? belowRoot(workspace, workspace.lookAt(normal).real);
    if (inside === undefined) throw outside(workspace, written);
    relative = inside;
  }
  const clean = posix.normalize(relative).replace(/^\.$/, "").replace(/\/$/, "");
  if (clean === ".." || clean.startsWith("../")) throw outside(workspace, written);
  return clean;
}

/** The part of an absolute path below the root; undefined if it is not below it. */
function belowRoot(workspace: Workspace, path: string): string | undefined {
  const slashes = path.replaceAll("\\", "/");
  const root = workspace.roots.map((one) => one.replaceAll("\\", "/").replace(/\/$/, "")).find((one) =>
    `${slashes}/`.startsWith(`${one}/`)
  );
  return root === undefined ? undefined : slashes.slice(root.length + 1);
}

/**
 * What is on the disk at a written path, relative to the root, else to the current folder.
 * @throws CallgroveError workspace_not_allowed for a path outside the root, including one that leads there through a link
 */
export function lookAtPath(workspace: Workspace, written: string): Found["kind"] {
  const found = formsOf(workspace, written).map((form) => workspace.lookAt(join(workspace.roots[0]!, form)));
  if (found.some(({ real }) => belowRoot(workspace, real) === undefined)) throw outside(workspace, written);
  return found.find(({ kind }) => kind !== "none")?.kind ?? "none";
}

function outside(workspace: Workspace, written: string): CallgroveError {
  // A path that does not exist on the disk may be a route's.
  const isRoute = written.startsWith("/") && workspace.lookAt(posix.normalize(written)).kind === "none";
  const route = isRoute
    ? ` A route is written with its method: "GET ${written}" (callgrove search --type route names those that are known).`
    : "";
  return new CallgroveError("workspace_not_allowed", `Cannot look at "${written}": it lies outside the repository`, {
    hint: `Give a path inside the repository's root, or name another repository (--repo DIR, parameter repo).${route}`,
    data: { path: written, root: workspace.roots[0] ?? "" },
  });
}

/** A control character as escaped in answers: as in JSON. */
const SHOWN_CONTROL = /\\(?:u[0-9a-f]{4}|[nrtbf])/g;

/**
 * The paths that a written one may mean, likeliest first, relative to the root; "" is the root. A file's name may contain a backslash, or a
 * character that answers escape.
 * @throws CallgroveError workspace_not_allowed for a path outside the root
 */
export function formsOf(workspace: Workspace, written: string): string[] {
  const literal = written.includes("\\") ? [written, written.replace(SHOWN_CONTROL, (shown) => JSON.parse(`"${shown}"`) as string)] : [];
  const below = literal.flatMap((one) => [one, `${workspace.within}/${one}`]).map((one) => posix.normalize(one).replace(/^\//, ""));
  return [...new Set([...below.filter((one) => !one.startsWith("..")), ...partedForms(workspace, written)])];
}

/** The same with backslashes as separators. In a subfolder, `../x` is relative to that folder; relative to the root it would be outside. */
function partedForms(workspace: Workspace, written: string): string[] {
  if (workspace.within === "" || isAbsolute(written)) return [toIndexPath(workspace, written)];
  const fromHere = toIndexPath(workspace, `${workspace.within}/${written}`);
  if (written.startsWith("..")) return [fromHere];
  const fromRoot = toIndexPath(workspace, written);
  // A path that begins with `.` is relative to the current folder first.
  return [...new Set(/^\.([/\\]|$)/.test(written) ? [fromHere, fromRoot] : [fromRoot, fromHere])];
}

function allPaths(context: Context): string[] {
  return readRows<{ path: string }>(context, ALL_PATHS, context.ref.id).map((row) => row.path);
}

/** Converts a name as test runners and stack traces write it (`tests/test_io.py::TestIo::test_load[1]`) to `path:name`. */
export function atFile({ extensions }: Pick<Workspace, "extensions">, written: string): string {
  const at = written.indexOf("::");
  const isFile = at > 0 && extensions.some((ending) => written.slice(0, at).endsWith(ending));
  return isFile ? `${written.slice(0, at)}:${written.slice(at + 2).replace(CASE, "")}` : written;
}

/** The parameters of a parametrized test. */
const CASE = /(?<=\w)\[.*\]$/;

/**
 * The file with that path (relative to the root, else to the current folder), else, if no folder has the path, files whose path ends with
 * it; sorted.
 */
export function findNamedFiles(context: Context, written: string): string[] {
  const { files, isFolder } = findMeant(context, written);
  return isFolder ? [] : files;
}

/**
 * Files of the index that a written path may mean, sorted: that file, else the files in that folder, else files whose path ends with it.
 */
export function findFiles(context: Context, written: string): string[] {
  return findMeant(context, written).files;
}

/** Files of the index that match a glob, sorted: `*` stays within a folder, `**` spans folders. */
export function findFilesLike(context: Context, glob: string): string[] {
  const source = formsOf(context, glob).map((form) => form.replace(WILDCARD, (sign) => WILDCARDS[sign] ?? RegExp.escape(sign)));
  const pattern = new RegExp(`^(?:${source.join("|")})$`, "su");
  return allPaths(context).filter((path) => pattern.test(path));
}

const WILDCARD = /\*\*\/|\*+|\?|[^*?]+/g;
const WILDCARDS: Readonly<Record<string, string>> = tableOf({ "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" });

function findMeant(context: Context, written: string): { readonly files: string[]; readonly isFolder: boolean } {
  const forms = formsOf(context, written);
  const exact = forms.find((form) => readRows(context, EXACT_PATH, context.ref.id, form).length > 0);
  if (exact !== undefined && !isFolderPath(written)) return { files: [exact], isFolder: false };
  const all = allPaths(context);
  const inside = firstOf(forms, (form) => form === "" ? all : all.filter((path) => path.startsWith(`${form}/`)));
  if (inside.length > 0) return { files: inside, isFolder: true };
  const mayBeEnd = !isFolderPath(written) && !isAbsolute(written);
  const ending = mayBeEnd ? firstOf(forms, (form) => form === "" ? [] : all.filter((path) => path.endsWith(`/${form}`))) : [];
  return { files: ending, isFolder: false };
}

/** Whether a path ends like a folder's. */
export function isFolderPath(written: string): boolean {
  return /[/\\]$/.test(written);
}

/** The first non-empty result for one of the forms. */
function firstOf(forms: readonly string[], find: (form: string) => string[]): string[] {
  for (const form of forms) {
    const found = find(form);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The one file that a written path names.
 * @param does what requires the file, as the beginning of an error
 * @throws CallgroveError invalid_input, with the files, for a folder or the end of several paths; file_not_found as `requireFiles`
 */
export function requireFile(context: Context, written: string, does: string): string {
  const named = findNamedFiles(context, written);
  if (named.length === 1) return named[0]!;
  const files = named.length > 0 ? named : requireFiles(context, written);
  const why = named.length === 0
    ? `it is a folder, with ${files.length === 1 ? "one file" : `${files.length} files`}`
    : `${files.length} paths end with it`;
  throw new CallgroveError("invalid_input", `Cannot ${does} "${written}": ${why}`, {
    hint: `Give ${files.length === 1 ? "its file" : "one of them"}: ${files.slice(0, 5).join(", ")}`,
    data: { parameter: "file_path", candidates: files.slice(0, 10) },
  });
}

const PATH_IDS = `SELECT p.id AS id FROM json_each(?) wanted JOIN path p ON p.path = wanted.value`;

/** Rows of `path` of these files. */
export function pathIdsOf(context: Context, files: readonly string[]): number[] {
  return readRows<{ id: number }>(context, PATH_IDS, JSON.stringify(files)).map(({ id }) => id);
}

/** Reasons for skipping what belongs to another repository. */
const INNER: ReadonlySet<string> = new Set([SUBMODULE, REPOSITORY]);

/** The skipped entry that is, or contains, a written path. */
function skipAround(workspace: Workspace, written: string, skipped: readonly Skip[]): Skip | undefined {
  const forms = formsOf(workspace, written);
  return skipped.find(({ path }) => forms.some((form) => form === path || form.startsWith(`${path}/`)));
}

/**
 * The nested repository that a written path is in, relative to the root; undefined if none.
 * @param skipped what is not in the index
 */
export function repositoryInside(workspace: Workspace, written: string, skipped: readonly Skip[]): string | undefined {
  const skip = skipAround(workspace, written, skipped);
  return skip !== undefined && INNER.has(skip.reason) ? skip.path : undefined;
}

/**
 * Files that a written path may mean, at least one.
 * @throws CallgroveError file_not_found, with the nearest paths
 */
export function requireFiles(context: Context, written: string): string[] {
  const files = findFiles(context, written);
  if (files.length > 0) return files;
  const near = nearestPaths(context, written);
  const skipped = skipAround(context, written, context.ref.skipped);
  const isSparse = context.ref.skipped.some(({ reason }) => reason === SPARSE);
  const why = skipped === undefined
    ? `it is not in the index (empty, ignored, in no known language, ${isSparse ? "outside the sparse checkout, " : ""}or missing)`
    : `it was left out: ${skipped.reason}${INNER.has(skipped.reason) ? `, ${skipped.detail}` : ""}`;
  throw new CallgroveError("file_not_found", `Cannot find file "${written}": ${why}`, {
    hint: near.length > 0 ? `Nearest: ${near.join(", ")}` : "See what is indexed: callgrove stats",
    data: { path: written, ref: context.ref.name, ...(near.length > 0 ? { did_you_mean: near } : {}) },
  });
}

/** The weight of a different folder compared to a different file name: a moved file comes before its former neighbors. */
const FOLDER_WEIGHT = 0.5;

/** The three indexed paths most similar to the written one, by the file's name, then by folders. */
export function nearestPaths(context: Context, written: string): string[] {
  const wanted = posix.basename(written).toLowerCase();
  if (wanted === "") return [];
  const folders = foldersOf(written);
  return readRows<{ path: string }>(context, ALL_PATHS, context.ref.id)
    .map(({ path }) => {
      const base = posix.basename(path).toLowerCase();
      const name = Math.min(base.includes(wanted) ? 0.2 : 1, distance(base, wanted) / Math.max(base.length, wanted.length));
      return { path, name, score: name + (folders.length === 0 ? 0 : FOLDER_WEIGHT * unlike(foldersOf(path), folders)) };
    })
    .filter((one) => one.name <= 0.5)
    .sort((a, b) => a.score - b.score || a.path.length - b.path.length || compareText(a.path, b.path))
    .slice(0, 3)
    .map((one) => one.path);
}

function foldersOf(path: string): string[] {
  return posix.dirname(path.replaceAll("\\", "/")).toLowerCase().split("/").filter((part) => part !== "" && part !== ".");
}

/** The share of folders that two paths do not have in common, at any position. */
function unlike(some: readonly string[], others: readonly string[]): number {
  return 1 - some.filter((part) => others.includes(part)).length / Math.max(some.length, others.length, 1);
}
