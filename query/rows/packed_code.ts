/**
 * Files with code that is maintained elsewhere: minified, bundled, a whole program on a few lines, copied into a vendor folder, JavaScript
 * in a build folder, and large scripts in a documentation or library folder or beside their minified form, as only a library is so large.
 *
 * Stage: query. Invariant: nothing is left out because of this; such code comes last, after tests, and is never judged with certainty.
 */
import { type Context, readRows } from "../context.ts";
import { keep } from "./kept.ts";

/** Limits in bytes, per line on average and per file, above which code was not written by hand. */
const [LINE, FILE] = [300, 4000];
/** Folders whose JavaScript was built or copied. */
const KEPT_ELSEWHERE = ["dist", "vendor", "vendors", "vendored", "third_party", "third-party", "thirdparty"];
/** Folders of copied code in any language; plain `vendor` may also be a program's subject. */
const COPIED = ["_vendor", "_vendored", "vendored", "third_party", "third-party", "thirdparty"];
const DOCUMENTATION = ["doc", "docs", "documentation", "site", "website"];
/** Library folders of statically served content. */
const SERVED_LIBRARIES = ["public", "static", "assets", "www", "wwwroot"].flatMap((folder) =>
  ["lib", "libs", "js/lib", "js/libs"].map((inner) => `${folder}/${inner}`)
);
/** The size in bytes up to which a page's script was probably written for the page. */
const PAGE_SCRIPT = 50_000;
const inFolders = (folders: readonly string[]): string =>
  folders.map((folder) => `path GLOB '${folder}/*' OR path GLOB '*/${folder}/*'`).join(" OR ");
/** Whether a file is one, by its path and its numbers of bytes and lines. */
const IS_PACKED = `(path GLOB '*.min.*' OR path GLOB '*.umd.*js' OR (bytes > ${FILE} AND bytes > ${LINE} * lines)
    OR path GLOB 'vendor/*' OR ${inFolders(COPIED)} OR path GLOB '*/vendor/*.go'
    OR (path GLOB '*.*js' AND (${inFolders(KEPT_ELSEWHERE)} OR (bytes > ${PAGE_SCRIPT} AND (${
  inFolders([...DOCUMENTATION, ...SERVED_LIBRARIES])
} OR (substr(path, 1, length(path) - 3) || '.min.js') IN (SELECT path FROM path))))))`;
const FILES_OF_REF = `ref_file rf CROSS JOIN file_version fv ON fv.id = rf.file_version_id
  CROSS JOIN blob b ON b.id = fv.blob_id JOIN path p ON p.id = rf.path_id`;
const FILES = `SELECT p.id AS id, p.path AS path FROM ${FILES_OF_REF} WHERE rf.ref_id = ? AND ${IS_PACKED}`;
/** Rows of `path` of the packed and copied files of ref `:ref`. */
export const PACKED_PATHS = `SELECT p.id FROM ${FILES_OF_REF} WHERE rf.ref_id = :ref AND ${IS_PACKED}`;
const AMONG = `SELECT path FROM (SELECT json_extract(value, '$.path') AS path, json_extract(value, '$.bytes') AS bytes,
    json_extract(value, '$.lines') AS lines FROM json_each(?)) WHERE ${IS_PACKED}`;

/** Packed and copied files. */
export interface PackedFiles {
  readonly paths: ReadonlySet<string>;
  /** Rows of `path`. */
  readonly ids: ReadonlySet<number>;
}

/** The packed and copied files of the ref. */
export function readPackedFiles(context: Context): PackedFiles {
  return keep(context, "packed files", () => {
    const rows = readRows<{ id: number; path: string }>(context, FILES, context.ref.id);
    return { paths: new Set(rows.map((row) => row.path)), ids: new Set(rows.map((row) => row.id)) };
  });
}

/** Paths of those of some files, in any ref, that are packed or copied, judged by their texts. */
export function packedAmong(context: Context, files: readonly { readonly path: string; readonly text: string }[]): ReadonlySet<string> {
  const known = files.map(({ path, text }) => ({ path, bytes: text.length, lines: text.split("\n").length }));
  return new Set(readRows<{ path: string }>(context, AMONG, JSON.stringify(known)).map(({ path }) => path));
}
