/**
 * Which files hold code that its author keeps elsewhere: minified, bundled, a whole program on a few lines, copied into a folder for that, JavaScript of a
 * folder for what is built, and as much of it beside a page, of a documentation or in a folder for libraries, as only a library is.
 *
 * Stage: query. Invariant: nothing is left out for it; what stands there comes last, after tests, and is not judged for certain.
 */
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";

/** People break lines: so many bytes a line on average, and so many in all, are a tool's. */
const [LINE, FILE] = [300, 4000];
/** Folders whose JavaScript was built or copied there. */
const KEPT_ELSEWHERE = ["dist", "vendor", "vendors", "vendored", "third_party", "third-party", "thirdparty"];
/** Folders of code in any language that was copied; `vendor` alone may also be what a program is about. */
const COPIED = ["_vendor", "_vendored", "vendored", "third_party", "third-party", "thirdparty"];
const DOCUMENTATION = ["doc", "docs", "documentation", "site", "website"];
/** Folders of what a server hands out as it is, with one for libraries. */
const SERVED_LIBRARIES = ["public", "static", "assets", "www", "wwwroot"].flatMap((folder) =>
  ["lib", "libs", "js/lib", "js/libs"].map((inner) => `${folder}/${inner}`)
);
/** Bytes that a script of a page has at most where it is written for that page. */
const PAGE_SCRIPT = 50_000;
const inFolders = (folders: readonly string[]): string =>
  folders.map((folder) => `path GLOB '${folder}/*' OR path GLOB '*/${folder}/*'`).join(" OR ");
/** That a file is one, by its path and how many bytes and lines it has. */
const IS_PACKED = `(path GLOB '*.min.*' OR path GLOB '*.umd.*js' OR (bytes > ${FILE} AND bytes > ${LINE} * lines)
    OR path GLOB 'vendor/*' OR ${inFolders(COPIED)} OR path GLOB '*/vendor/*.go'
    OR (path GLOB '*.*js' AND (${inFolders(KEPT_ELSEWHERE)} OR (bytes > ${PAGE_SCRIPT} AND (${
  inFolders([...DOCUMENTATION, ...SERVED_LIBRARIES])
})))))`;
const FILES = `SELECT p.id AS id, p.path AS path FROM ref_file rf CROSS JOIN file_version fv ON fv.id = rf.file_version_id
  CROSS JOIN blob b ON b.id = fv.blob_id JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND ${IS_PACKED}`;
const AMONG = `SELECT path FROM (SELECT json_extract(value, '$.path') AS path, json_extract(value, '$.bytes') AS bytes,
    json_extract(value, '$.lines') AS lines FROM json_each(?)) WHERE ${IS_PACKED}`;

/** Such files. */
export interface PackedFiles {
  readonly paths: ReadonlySet<string>;
  /** Rows of `path`. */
  readonly ids: ReadonlySet<number>;
}

/** See the head of this file. */
export function readPackedFiles(context: Context): PackedFiles {
  return keep(context, "packed files", () => {
    const rows = readRows<{ id: number; path: string }>(context, FILES, context.ref.id);
    return { paths: new Set(rows.map((row) => row.path)), ids: new Set(rows.map((row) => row.id)) };
  });
}

/** The paths of those of some files, in whichever ref they are, by their texts. */
export function packedAmong(context: Context, files: readonly { readonly path: string; readonly text: string }[]): ReadonlySet<string> {
  const told = files.map(({ path, text }) => ({ path, bytes: text.length, lines: text.split("\n").length }));
  return new Set(readRows<{ path: string }>(context, AMONG, JSON.stringify(told)).map(({ path }) => path));
}
