/**
 * What a pattern for changed symbols selects, and which files have to be read for it.
 * Stage: query. Pure, except for recognizing copied code.
 */
import { escapePattern } from "../../core/base/pattern_text.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { Context } from "../context.ts";
import { packedAmong } from "../rows/packed_code.ts";
import { plainName } from "../rows/plain_name.ts";
import { changedPaths, type Sides } from "./find_subjects.ts";

/**
 * A pattern over full names, short names and paths, in which a dot separates names in every language. A pattern with a folder (`lib/*`) is
 * matched against paths only: from the root, if either side has the folder there.
 */
export function patternTaker({ base, head }: Sides, written: string): (symbol: SourceSymbol) => boolean {
  const pattern = plainName(written.replace(/^\.\//, ""));
  const source = pattern.split("*").map(escapePattern).join(".*");
  if (pattern.includes("/")) {
    const place = new RegExp(`^${folderOf({ base, head }, pattern) !== undefined ? "" : "([^:]*/)?"}${source}$`, "su");
    return ({ path, scopedName }) => place.test(`${path}:${plainName(scopedName)}`) || place.test(path);
  }
  const whole = new RegExp(`^(.*[./:])?${source}$`, "su");
  return ({ path, name, scopedName }) => [plainName(scopedName), name, `${path}:${plainName(scopedName)}`].some((text) => whole.test(text));
}

/** The folder that a pattern begins with, relative to the root; undefined if neither side has it there. */
function folderOf({ base, head }: Sides, pattern: string): string | undefined {
  const folder = /^[^*]*\//.exec(pattern)?.[0] ?? "";
  return [base, head].some(({ files }) => files.keys().some((path) => path.startsWith(folder))) ? folder : undefined;
}

/** Without copied files outside of the pattern's folder: nothing moves from them into it. */
export function withoutCopied(
  context: Context,
  sides: Sides,
  written: string,
  inPath: (path: string) => boolean,
): (path: string) => boolean {
  const pattern = written.replace(/^\.\//, "");
  const folder = pattern.includes("/") ? folderOf(sides, pattern) : undefined;
  if (folder === undefined) return inPath;
  const others = changedPaths(sides).filter((path) => !path.startsWith(folder));
  const copied = packedAmong(context, others.map((path) => ({ path, text: "" })));
  return (path) => inPath(path) && !copied.has(path);
}
