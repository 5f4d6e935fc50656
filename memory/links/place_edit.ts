/**
 * Which functions an edit changed: those that contained the changed lines at that time.
 *
 * Stage: memory. Invariants: the file's text before and after the edit is determined first (kept by the agent, known from the previous
 * edit, or a later version that contains the place exactly once); otherwise there is no link. A line belongs to the innermost function or
 * type around it.
 */
import { withLine } from "./line_span.ts";
import { FUNCTION_KINDS } from "../../core/store/symbol_directory.ts";
import type { FileTouch, Replacement } from "../transcripts/transcript.ts";
import { bodyOf, type KnownText, symbolAt, type SymbolReader, type TextSymbol } from "../symbols/symbols_of_text.ts";

/** A function that an edit touched. */
export interface EditedSymbol {
  readonly symbol: TextSymbol;
  readonly change: "created" | "modified";
  /** Changed lines within it, in the file after the edit (before it, if it was removed). */
  readonly lines: readonly [number, number];
  /** Hash of its text after the edit; "" if it was removed. */
  readonly bodyHash: string;
}
/** The result of an edit; `after` is the file's text from then on. */
export interface PlacedEdit {
  readonly symbols: readonly EditedSymbol[];
  readonly after: string;
}

/**
 * Places an edit.
 * @param texts possible texts of the file before or after, best first
 */
export async function placeEdit(
  reader: SymbolReader,
  path: string,
  touch: FileTouch,
  texts: readonly string[],
): Promise<PlacedEdit | undefined> {
  const versions = findVersions(touch, texts);
  if (versions === undefined) return undefined;
  const { before, after } = versions;
  if (before === after) return { symbols: [], after };
  const region = changedRegion(before.split("\n"), after.split("\n"));
  const known = await readBoth(reader, path, before, after, region);
  return { symbols: symbolsIn(known.before, known.after, region), after };
}

function findVersions(touch: FileTouch, texts: readonly string[]): { before: string; after: string } | undefined {
  const { before, after, replacements = [] } = touch;
  if (before !== undefined && after !== undefined) return { before, after };
  if (before !== undefined) {
    const applied = applyAll(before, replacements);
    return applied === undefined ? undefined : { before, after: applied };
  }
  if (after !== undefined) {
    if (touch.kind === "create" || replacements.length === 0) return { before: touch.kind === "create" ? "" : texts[0] ?? "", after };
    const undone = applyAll(after, reverse(replacements));
    return undone === undefined ? undefined : { before: undone, after };
  }
  for (const text of texts) {
    const applied = applyAll(text, replacements);
    if (applied !== undefined) return { before: text, after: applied };
  }
  for (const text of texts) {
    const undone = applyAll(text, reverse(replacements));
    if (undone !== undefined) return { before: undone, after: text };
  }
  return undefined;
}

function reverse(replacements: readonly Replacement[]): Replacement[] {
  return [...replacements].reverse().map(({ removed, added, everywhere }) => ({
    removed: added,
    added: removed,
    everywhere: everywhere === true,
  }));
}

/** The text with all replacements applied; undefined if one matches nowhere or several times. */
function applyAll(text: string, replacements: readonly Replacement[]): string | undefined {
  let now = text;
  for (const { removed, added, everywhere } of replacements) {
    if (removed === "") return undefined;
    const at = now.indexOf(removed);
    if (at < 0) return undefined;
    if (everywhere === true) now = now.replaceAll(removed, () => added);
    else if (now.indexOf(removed, at + 1) >= 0) return undefined;
    else now = now.slice(0, at) + added + now.slice(at + removed.length);
  }
  return now;
}

/** Ranges of differing lines, from 1 and inclusive; an empty range ends before it begins. */
interface Region {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
  /** Unchanged lines of the new text within the range, if the edit has several parts. */
  readonly same: ReadonlySet<number>;
  readonly sameBefore: ReadonlySet<number>;
}

function changedRegion(before: readonly string[], after: readonly string[]): Region {
  let top = 0;
  while (top < before.length && top < after.length && before[top] === after[top]) top++;
  let end = 0;
  while (end < before.length - top && end < after.length - top && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const [first, lastBefore, lastAfter] = [top + 1, before.length - end, after.length - end];
  const { same, sameBefore } = commonLines(before, after, first, lastBefore, lastAfter);
  return { before: [first, lastBefore], after: [first, lastAfter], same, sameBefore };
}

const MOST_COMPARED = 1_000_000;

/** The longest common subsequence within the region; if the region is too large, no line counts as common. */
function commonLines(
  before: readonly string[],
  after: readonly string[],
  first: number,
  lastBefore: number,
  lastAfter: number,
): { same: Set<number>; sameBefore: Set<number> } {
  const [rows, columns] = [lastBefore - first + 1, lastAfter - first + 1];
  const [same, sameBefore] = [new Set<number>(), new Set<number>()];
  if (rows <= 0 || columns <= 0 || rows * columns > MOST_COMPARED) return { same, sameBefore };
  const width = columns + 1;
  const table = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const equal = before[first - 1 + i] === after[first - 1 + j];
      table[i * width + j] = equal ? table[(i + 1) * width + j + 1]! + 1 : Math.max(table[(i + 1) * width + j]!, table[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (before[first - 1 + i] === after[first - 1 + j]) {
      // A brace or a blank line does not show what stayed.
      if (/\w/.test(before[first - 1 + i]!)) {
        same.add(first + j);
        sameBefore.add(first + i);
      }
      i++;
      j++;
    } else if (table[(i + 1) * width + j]! >= table[i * width + j + 1]!) i++;
    else j++;
  }
  return { same, sameBefore };
}

/** Symbols of both versions; those of the later are derived if the change is within one function and defines nothing. */
async function readBoth(
  reader: SymbolReader,
  path: string,
  before: string,
  after: string,
  region: Region,
): Promise<{ before: KnownText; after: KnownText }> {
  const known = await reader.read(path, before);
  const lines = after.split("\n");
  const pieces = [known.lines.slice(region.before[0] - 1, region.before[1]), lines.slice(region.after[0] - 1, region.after[1])];
  const place = placeOf(known, region);
  if (place === "across" || !(await definesNothing(reader, path, pieces, place))) {
    return { before: known, after: await reader.read(path, after) };
  }
  const shift = region.after[1] - region.before[1];
  const symbols = known.symbols.map((symbol) => ({
    ...symbol,
    lineStart: symbol.lineStart > region.before[1] ? symbol.lineStart + shift : symbol.lineStart,
    lineEnd: symbol.lineEnd >= region.before[1] ? symbol.lineEnd + shift : symbol.lineEnd,
  }));
  const moved = { text: after, lines, symbols };
  reader.keep(path, moved);
  return { before: known, after: moved };
}

/**
 * Where a change is: within one function's body or outside of everything ("free", so that a piece can be parsed by itself), among a type's
 * members, or across borders of symbols.
 */
function placeOf(known: KnownText, { before: [first, last] }: Region): "free" | "members" | "across" {
  const around = symbolAt(known.symbols, first);
  const isApart = (symbol: TextSymbol): boolean => symbol.lineEnd < first || symbol.lineStart > Math.max(first, last);
  if (around === undefined) return known.symbols.every(isApart) ? "free" : "across";
  if (first <= around.lineStart || last >= around.lineEnd) return "across";
  if (FUNCTION_KINDS.has(around.kind)) return "free";
  return known.symbols.every((one) => isApart(one) || (one.lineStart < first && one.lineEnd > last)) ? "members" : "across";
}

/** Multi-line strings and comments change what follows them. */
const OPENS = /"""|'''|`|\/\*|\*\/|<<|#if|#endif/;
/** What a definition may look like in any language: a keyword, or parentheses before a body. */
const MAY_DEFINE =
  /\b(?:def|class|fn|func|fun|function|struct|trait|interface|enum|impl|type|union|macro_rules|namespace|module|protocol|object|new|get|set|static|lambda)\b|=>|\)[^()]*[:{]\s*$/m;

async function definesNothing(
  reader: SymbolReader,
  path: string,
  pieces: readonly (readonly string[])[],
  place: "free" | "members",
): Promise<boolean> {
  for (const piece of pieces) {
    const text = piece.join("\n");
    if (OPENS.test(text)) return false;
    if (MAY_DEFINE.test(text) && (place === "members" || (await reader.definesAny(path, text)))) return false;
  }
  return true;
}

function symbolsIn(before: KnownText, after: KnownText, region: Region): EditedSymbol[] {
  const existed = new Set(before.symbols.map((symbol) => symbol.stableId));
  const exists = new Map(after.symbols.map((symbol) => [symbol.stableId, symbol]));
  const touched = new Map<string, { symbol: TextSymbol; lines: [number, number]; after: boolean }>();
  const touch = (symbol: TextSymbol | undefined, line: number, isAfter: boolean): void => {
    if (symbol === undefined) return;
    const known = touched.get(symbol.stableId);
    if (known === undefined) touched.set(symbol.stableId, { symbol, lines: [line, line], after: isAfter });
    else if (known.after === isAfter) known.lines = withLine(known.lines, line);
  };
  for (let line = region.after[0]; line <= region.after[1]; line++) {
    if (!region.same.has(line) && after.lines[line - 1]!.trim() !== "") touch(symbolAt(after.symbols, line), line, true);
  }
  for (let line = region.before[0]; line <= region.before[1]; line++) {
    if (region.sameBefore.has(line) || before.lines[line - 1]!.trim() === "") continue;
    const symbol = symbolAt(before.symbols, line);
    const now = symbol === undefined ? undefined : exists.get(symbol.stableId);
    if (now === undefined) touch(symbol, line, false);
    // The removed line's position is now that of the change within the function.
    else if (!touched.has(now.stableId)) touch(now, Math.min(Math.max(region.after[0], now.lineStart), now.lineEnd), true);
  }
  return [...touched.values()].map(({ symbol, lines, after: isAfter }) => ({
    symbol,
    change: existed.has(symbol.stableId) ? "modified" as const : "created" as const,
    lines,
    bodyHash: isAfter ? bodyOf(after, symbol) : "",
  }));
}
