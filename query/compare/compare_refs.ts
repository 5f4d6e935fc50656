/**
 * All symbols that differ between two refs, for reviewing a change.
 * Stage: query. Invariants: a type is listed only for its own changes, not for those of its methods, which are entries themselves; fields
 * and enum members belong to their type; a symbol is listed once, with the same status as a comparison of it alone.
 */
import { compareText } from "../../core/base/lists.ts";
import { pairSymbols, type SymbolPair } from "../../core/compare/pair_symbols.ts";
import { compareDeclarations, isChanged } from "../../core/compare/signature_change.ts";
import { type FileSymbols, type SourceSymbol, TYPE_PARTS } from "../../core/compare/source_symbols.ts";
import { normalizeLines } from "../../core/compare/text_change.ts";
import { scopeOf } from "../../core/facts/symbols.ts";
import type { Context } from "../context.ts";
import { summarizeChange } from "./compare_symbol.ts";
import type { DiffSummary } from "./compare_symbol.ts";
import { asAdded, asDeleted, asPaired, changedPaths, type Sides, type Subject } from "./find_subjects.ts";
import { packedAmong } from "../rows/packed_code.ts";
import { countCallers, NONE_UNCERTAIN, type Uncertain } from "./head_callers.ts";
import { findLacking, type Lacking } from "./lacking_types.ts";
import { OldNames, type OldUses } from "./old_name.ts";
import { countLooseCalls, findOutdatedCalls, NONE_OUTDATED } from "./outdated_calls.ts";
import { readLeftWords } from "./left_words.ts";
import { describeUnread, readSides } from "./read_sides.ts";
import { changedParts, type HowChanged, lostParts, oldUsesOf } from "./type_parts.ts";
import type { FileWords, RefReader } from "./ref_reader.ts";

/** Most files read for one list. */
const MOST_FILES = 3000;
/** Kinds that are no entries of their own. */
const INNER: ReadonlySet<string> = new Set(["module", ...TYPE_PARTS]);

/** A symbol that differs. */
export interface ChangedSymbol {
  readonly subject: Subject;
  readonly summary: DiffSummary;
  /** Number of callers, as in a comparison of it alone; undefined for a deleted symbol. */
  readonly callers: number | undefined;
  /** If it moved: unresolved calls of its name at head (`countLooseCalls`). */
  readonly looseCalls: number;
  /** Number of other direct dependents (`countFurther`); only for shown entries. */
  readonly further?: number | undefined;
  /** What is uncertain if no caller is known; only for shown entries. */
  readonly uncertain: Uncertain;
  /** Number of calls at head that do not fit the new parameters or result. */
  readonly outdated: number;
  /** Number of those whose arguments fit, but not their use of the result. */
  readonly misfits: number;
  /** Number of unresolved calls of its name that do not fit either. */
  readonly looseOutdated: number;
  /** For a symbol on both sides: fields and enum members in its body that differ, by place. */
  readonly fields: readonly { readonly name: string; readonly how: HowChanged }[];
  /** What still uses its name at base, or the names of fields that it lost. */
  readonly oldUses: OldUses | undefined;
  /** Types that lack it, if an interface or a base now requires it. */
  readonly lacking: Lacking | undefined;
  /** Whether it is in generated or copied code (`rows/packed_code.ts`). */
  readonly packed: boolean;
}

/** The differences between the two sides. */
export interface ChangedFiles {
  /** The selected symbols, each once. */
  readonly subjects: readonly Subject[];
  /** The files that differ. */
  readonly paths: readonly string[];
  /** Files that differ but could not be read (`readSides`). */
  readonly unread: ReadonlySet<string>;
  /** What was read of the files that differ, from each side. */
  readonly base: readonly FileSymbols[];
  readonly head: readonly FileSymbols[];
  /** Files with generated or copied code. */
  readonly packed: ReadonlySet<string>;
  /** Where lost names of these symbols occur at head, in all files. */
  readonly words: readonly FileWords[];
}

/** Reads the differences. @param inPath restricts the files @param takes restricts the symbols */
export async function readChanges(
  context: Context,
  reader: RefReader,
  sides: Sides,
  { inPath, takes }: { readonly inPath: (path: string) => boolean; readonly takes: (symbol: SourceSymbol) => boolean },
  warnings: string[],
): Promise<ChangedFiles> {
  const paths = changedPaths(sides).filter(inPath);
  if (paths.length > MOST_FILES) warnings.push(`of ${paths.length} files that changed the first ${MOST_FILES} are compared`);
  const read = paths.slice(0, MOST_FILES);
  const { unread, isPartial, ...files } = await readSides(reader, sides, read);
  if (unread.size > 0) warnings.push(describeUnread(sides, { unread, isPartial }));
  const same = sameButForLines(files.base, files.head);
  const isDetermined = ({ source }: FileSymbols): boolean => !same.has(source.path);
  const [base, head] = [files.base.filter(isDetermined), files.head.filter(isDetermined)];
  const isTaken = (symbol: SourceSymbol | undefined): boolean => symbol !== undefined && takes(symbol);
  const subjects = changedSubjects(base, head).filter((subject) =>
    isTaken(subject.head) || isTaken(subject.base) || changedParts(subject).some(({ part }) => isTaken(part))
  );
  const there = new Set(head.flatMap(({ symbols }) => symbols.map(({ stableId }) => stableId)));
  const gone = subjects.flatMap((subject) =>
    [...subject.base === undefined ? [] : [subject.base], ...lostParts(subject)].filter(({ stableId }) => !there.has(stableId))
  );
  return {
    subjects,
    paths: paths.filter((path) => !same.has(path) && !unread.has(path)),
    unread,
    base,
    head,
    packed: packedAmong(context, [...base, ...head].map(({ source }) => source)),
    words: await readLeftWords(reader, sides, gone, warnings),
  };
}

/** All symbols that differ between the two sides of some files. */
function changedSubjects(base: readonly FileSymbols[], head: readonly FileSymbols[]): Subject[] {
  const listed = (side: readonly FileSymbols[]): SourceSymbol[] =>
    side.flatMap((file) => file.symbols).filter((symbol) => !INNER.has(symbol.kind));
  const pairing = pairSymbols(listed(base), listed(head));
  const exports = exportChanges(pairing.pairs);
  return overloadsOnce([
    ...pairing.pairs.filter((pair) => pair.how !== "same" || pair.base.ownText !== pair.head.ownText || exports.has(pair)).map(asPaired),
    ...pairing.added.map(asAdded),
    ...pairing.deleted.map(asDeleted),
  ]);
}

/** Files that differ only in line endings, which git may convert on checkout. */
function sameButForLines(base: readonly FileSymbols[], head: readonly FileSymbols[]): ReadonlySet<string> {
  const texts = new Map(base.map(({ source }) => [source.path, source.text]));
  const isSame = ({ path, text }: FileSymbols["source"]): boolean => {
    const before = texts.get(path);
    return before !== undefined && (before.includes("\r") || text.includes("\r")) && normalizeLines(before) === normalizeLines(text);
  };
  return new Set(head.filter(({ source }) => isSame(source)).map(({ source }) => source.path));
}

/** The changed symbols, those that others depend on first, generated or copied ones last. */
export function listChanges(context: Context, sides: Sides, { subjects, packed, words }: ChangedFiles): ChangedSymbol[] {
  const oldNames = new OldNames(context, sides, words);
  const changes = subjects.map((subject) => ({
    ...describe(context, sides, subject, oldNames),
    packed: packed.has((subject.head ?? subject.base)!.path),
  }));
  return changes.sort((a, b) =>
    Number(a.packed) - Number(b.packed) || weightOf(b) - weightOf(a) || placeOf(a) - placeOf(b) || shownOf(b) - shownOf(a) ||
    compareNames(a, b)
  );
}

/**
 * Symbols whose visibility to others changed, which may be declared outside their own text; for a type only the type itself, not its
 * members.
 */
function exportChanges(pairs: readonly SymbolPair<SourceSymbol>[]): ReadonlySet<SymbolPair<SourceSymbol>> {
  const changed = pairs.filter(({ base, head }) => base.exported !== head.exported);
  const keyOf = (path: string, scope: string): string => `${path}\n${scope}`;
  const names = new Set(changed.map(({ head }) => keyOf(head.path, head.scopedName)));
  return new Set(changed.filter(({ head }) => !names.has(keyOf(head.path, scopeOf(head)))));
}

/**
 * Overloads of one name in one file as one symbol, the one with a body. If several have a body (`impl From<A>`, `impl From<B>`), each is a
 * symbol.
 */
function overloadsOnce(subjects: readonly Subject[]): Subject[] {
  const lengthOf = ({ base, head }: Subject): number => (head ?? base)!.lineEnd - (head ?? base)!.lineStart;
  const isBodiless = ({ base, head }: Subject): boolean => (head ?? base)!.isBodiless;
  const keyOf = ({ base, head }: Subject): string =>
    JSON.stringify([base, head].map((one) => one === undefined ? "" : [one.path, one.scopedName]));
  return [...Map.groupBy(subjects, keyOf).values()].flatMap((same) => {
    const whole = same.filter((subject) => !isBodiless(subject));
    const longest = same.reduce((a, b) => lengthOf(b) > lengthOf(a) ? b : a);
    return whole.length > 0 ? whole : [longest];
  });
}

/**
 * Files with changes outside of symbols, or without changed symbols: imports, statements of the module, comments. @param changes those of
 * all symbols
 */
export function filesBeside({ paths, ...sides }: ChangedFiles, changes: readonly ChangedSymbol[]): string[] {
  const named = new Set(changes.flatMap(({ subject: { base, head } }) => [base?.path, head?.path]));
  const outside = changedOutside(sides.base, sides.head);
  return paths.slice(0, MOST_FILES).filter((path) => !named.has(path) || outside.has(path));
}

/** Paths of files on both sides that differ in lines outside of symbols. */
function changedOutside(base: readonly FileSymbols[], head: readonly FileSymbols[]): ReadonlySet<string> {
  const before = new Map(base.map((file) => [file.source.path, file]));
  const changed = head.filter((file) => {
    const former = before.get(file.source.path);
    return former !== undefined && outsideOf(former, file) !== outsideOf(file, former);
  });
  return new Set(changed.map(({ source }) => source.path));
}

/** The non-blank lines of a file outside of symbols. Comments above those that the other side lacks came or went with them. */
function outsideOf({ source, symbols }: FileSymbols, other: FileSymbols): string {
  const lines = source.text.split(/\r?\n/);
  const there = new Set(other.symbols.map(({ stableId }) => stableId));
  for (const symbol of symbols) {
    if (symbol.kind !== "module") lines.fill("", symbol.firstLine(!there.has(symbol.stableId)) - 1, symbol.lineEnd);
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "").join("\n");
}

function describe(context: Context, sides: Sides, subject: Subject, oldNames: OldNames): Omit<ChangedSymbol, "packed"> {
  const { base, head } = subject;
  const summary = summarizeChange(subject);
  const callers = head === undefined ? undefined : countCallers(context, sides.head, head.stableId);
  const isArity = base !== undefined && head !== undefined && summary.signature_changed &&
    isChanged(compareDeclarations(base.declaration, head.declaration));
  const { known, loose } = isArity
    ? findOutdatedCalls(context, sides.head, head.stableId, base.declaration, head.declaration)
    : NONE_OUTDATED;
  return {
    subject,
    summary,
    callers,
    uncertain: NONE_UNCERTAIN,
    looseCalls: countLooseCalls(context, sides, subject),
    outdated: known.length,
    misfits: known.filter(({ misfit }) => misfit !== undefined).length,
    looseOutdated: loose.length,
    fields: changedParts(subject).map(({ part: { name }, how }) => ({ name, how })),
    oldUses: oldUsesOf(oldNames, subject),
    lacking: findLacking(context, sides, subject),
  };
}

/** Broken calls first, then changed signatures of called symbols, then deletions, then the rest by number of callers. */
function weightOf({ summary, callers = 0, outdated, oldUses, lacking }: ChangedSymbol): number {
  // Uses known by name alone may mean something else, so many of them count as one.
  const left = oldUses === undefined ? 0 : oldUses.isKnown ? oldUses.uses.length : 1;
  const isRewritten = summary.signature_changed && summary.lines_added + summary.lines_removed > 0;
  return (outdated + left + (lacking?.types.length ?? 0)) * 1000 + (isRewritten && callers > 0 ? 500 : 0) +
    (summary.status === "deleted" ? 250 : 0) + Math.min(callers, 200);
}

/** Code before tests. */
function placeOf({ subject }: ChangedSymbol): number {
  return Number((subject.head ?? subject.base)!.isInTests);
}

/** Among deletions, what was visible to other files first. */
function shownOf({ subject: { base, head } }: ChangedSymbol): number {
  return head === undefined && base!.exported ? 1 : 0;
}

function compareNames(a: ChangedSymbol, b: ChangedSymbol): number {
  const [x, y] = [(a.subject.head ?? a.subject.base)!, (b.subject.head ?? b.subject.base)!];
  return compareText(x.path, y.path) || x.lineStart - y.lineStart || compareText(x.scopedName, y.scopedName);
}
