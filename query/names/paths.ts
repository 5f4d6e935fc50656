/**
 * From a path as people and agents write it to a path of the index.
 *
 * Stage: query. Invariant: nothing outside the repository's root is ever named in an answer. A question looks a path up in the index, where
 * no link leads astray: it is there or not. The disk is asked where an absolute path comes through a link, and by what goes to the disk.
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
 * Relative to the root, with `/`; "" for the root itself. A relative path is read from the root.
 * @throws CallgroveError workspace_not_allowed for a place outside the root.
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

/** The part of an absolute path behind the root; undefined where it does not lie in it. */
function belowRoot(workspace: Workspace, path: string): string | undefined {
  const slashes = path.replaceAll("\\", "/");
  const root = workspace.roots.map((one) => one.replaceAll("\\", "/").replace(/\/$/, "")).find((one) =>
    `${slashes}/`.startsWith(`${one}/`)
  );
  return root === undefined ? undefined : slashes.slice(root.length + 1);
}

/**
 * What lies on the disk at a written path: seen from the root, else from where the asker stands.
 * @throws CallgroveError workspace_not_allowed for a place outside the root, also where a link on the way leads there.
 */
export function lookAtPath(workspace: Workspace, written: string): Found["kind"] {
  const found = formsOf(workspace, written).map((form) => workspace.lookAt(join(workspace.roots[0]!, form)));
  if (found.some(({ real }) => belowRoot(workspace, real) === undefined)) throw outside(workspace, written);
  return found.find(({ kind }) => kind !== "none")?.kind ?? "none";
}

function outside(workspace: Workspace, written: string): CallgroveError {
  // What is nowhere on the disk may be the path of a route.
  const isRoute = written.startsWith("/") && workspace.lookAt(posix.normalize(written)).kind === "none";
  const route = isRoute
    ? ` A route is written with its method: "GET ${written}" (callgrove search --type route names those that are known).`
    : "";
  return new CallgroveError("workspace_not_allowed", `Cannot look at "${written}": it lies outside the repository`, {
    hint: `Give a path inside the repository's root, or name another repository (--repo DIR, parameter repo).${route}`,
    data: { path: written, root: workspace.roots[0] ?? "" },
  });
}

/** A control character as answers show it: as in JSON. */
const SHOWN_CONTROL = /\\(?:u[0-9a-f]{4}|[nrtbf])/g;

/**
 * The paths that a written one may mean, the likeliest first, relative to the root; "" is the root. A file's name may hold a backslash, or what an
 * answer shows with one.
 * @throws CallgroveError workspace_not_allowed for a place outside the root.
 */
export function formsOf(workspace: Workspace, written: string): string[] {
  const literal = written.includes("\\") ? [written, written.replace(SHOWN_CONTROL, (shown) => JSON.parse(`"${shown}"`) as string)] : [];
  const below = literal.flatMap((one) => [one, `${workspace.within}/${one}`]).map((one) => posix.normalize(one).replace(/^\//, ""));
  return [...new Set([...below.filter((one) => !one.startsWith("..")), ...partedForms(workspace, written)])];
}

/** The same where a backslash parts folders. From a subfolder `../x` is a place inside; seen from the root it would lie outside. */
function partedForms(workspace: Workspace, written: string): string[] {
  if (workspace.within === "" || isAbsolute(written)) return [toIndexPath(workspace, written)];
  const fromHere = toIndexPath(workspace, `${workspace.within}/${written}`);
  if (written.startsWith("..")) return [fromHere];
  const fromRoot = toIndexPath(workspace, written);
  // Who begins with `.` says that it is seen from here.
  return [...new Set(/^\.([/\\]|$)/.test(written) ? [fromHere, fromRoot] : [fromRoot, fromHere])];
}

function allPaths(context: Context): string[] {
  return readRows<{ path: string }>(context, ALL_PATHS, context.ref.id).map((row) => row.path);
}

/** A name as test runners and stack traces write it (`tests/test_io.py::TestIo::test_load[1]`) as `path:name`. */
export function atFile({ extensions }: Pick<Workspace, "extensions">, written: string): string {
  const at = written.indexOf("::");
  const isFile = at > 0 && extensions.some((ending) => written.slice(0, at).endsWith(ending));
  return isFile ? `${written.slice(0, at)}:${written.slice(at + 2).replace(CASE, "")}` : written;
}

/** The case of a test that runs with several. */
const CASE = /(?<=\w)\[.*\]$/;

/** The file itself (seen from the root, then from where the asker stands), else, where no folder has that path, those whose path ends with it; sorted. */
export function findNamedFiles(context: Context, written: string): string[] {
  const { files, isFolder } = findMeant(context, written);
  return isFolder ? [] : files;
}

/** Files of the index that a written path may mean, sorted: the file itself, else those inside the folder, else those whose path ends with it. */
export function findFiles(context: Context, written: string): string[] {
  return findMeant(context, written).files;
}

/** Files of the index whose path a glob means, sorted: `*` stays in a folder, `**` leads through folders. */
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

/** Whether a path ends with what only a folder's may end with. */
export function isFolderPath(written: string): boolean {
  return /[/\\]$/.test(written);
}

/** What the first of the forms gives that gives anything. */
function firstOf(forms: readonly string[], find: (form: string) => string[]): string[] {
  for (const form of forms) {
    const found = find(form);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The one file that a written path names.
 * @param does what cannot be done without it, as an error begins.
 * @throws CallgroveError invalid_input for a folder or an end of several paths, with the files; file_not_found as `requireFiles`.
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

/** Why what lies in another repository is left out. */
const INNER: ReadonlySet<string> = new Set([SUBMODULE, REPOSITORY]);

/** What was left out as a whole and is, or holds, what lies at a written path. */
function skipAround(workspace: Workspace, written: string, skipped: readonly Skip[]): Skip | undefined {
  const forms = formsOf(workspace, written);
  return skipped.find(({ path }) => forms.some((form) => form === path || form.startsWith(`${path}/`)));
}

/** The repository inside this one that a written path leads into, relative to the root. @param skipped what was left out of the index */
export function repositoryInside(workspace: Workspace, written: string, skipped: readonly Skip[]): string | undefined {
  const skip = skipAround(workspace, written, skipped);
  return skip !== undefined && INNER.has(skip.reason) ? skip.path : undefined;
}

/** @throws CallgroveError file_not_found, with the nearest paths. */
export function requireFiles(context: Context, written: string): string[] {
  const files = findFiles(context, written);
  if (files.length > 0) return files;
  const near = nearestPaths(context, written);
  const skipped = skipAround(context, written, context.ref.skipped);
  const isSparse = context.ref.skipped.some(({ reason }) => reason === SPARSE);
  const why = skipped === undefined
    ? `it is not in the index (empty, ignored, of no known language, ${isSparse ? "outside the sparse checkout, " : ""}or not there)`
    : `it was left out: ${skipped.reason}${INNER.has(skipped.reason) ? `, ${skipped.detail}` : ""}`;
  throw new CallgroveError("file_not_found", `Cannot find file "${written}": ${why}`, {
    hint: near.length > 0 ? `Nearest: ${near.join(", ")}` : "See what is indexed: callgrove stats",
    data: { path: written, ref: context.ref.name, ...(near.length > 0 ? { did_you_mean: near } : {}) },
  });
}

/** What another folder weighs beside another name: a file that moved comes before its neighbours of old. */
const FOLDER_WEIGHT = 0.5;

/** Three indexed paths that look most like the written one: by the file's name, then by the folders around it. */
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

/** Share of folders that two paths do not have in common, wherever they stand. */
function unlike(some: readonly string[], others: readonly string[]): number {
  return 1 - some.filter((part) => others.includes(part)).length / Math.max(some.length, others.length, 1);
}
