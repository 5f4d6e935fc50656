/**
 * From a name as people write it to the symbols of two refs that it may mean, each paired with its counterpart on the other side.
 * Stage: query, before the transaction, because texts are read. Invariants: only files that could define the symbol are read; a symbol that
 * one side lacks is searched for among the additions and deletions of the other, so that moves and renames are recognized.
 */
import { compareText } from "../../core/base/lists.ts";
import { endingOf } from "../../core/base/path_parts.ts";
import { pairSymbols, type SymbolPair } from "../../core/compare/pair_symbols.ts";
import type { FileSymbols, SourceSymbol } from "../../core/compare/source_symbols.ts";
import { CallgroveError } from "../../core/errors.ts";
import { isHandle } from "../../core/facts/symbol_ids.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { findSymbols, nameWritten } from "../names/find_symbol.ts";
import { isAskedFor, type NearName, nearSymbols } from "../names/nearest_names.ts";
import { formsOf, isFolderPath, nearestPaths } from "../names/paths.ts";
import { endsWithName, lastOfPlain, plainName } from "../rows/plain_name.ts";
import { describeUnread, readSides, unreadError } from "./read_sides.ts";
import type { RefReader, RefTree } from "./ref_reader.ts";

const DEFINED = `SELECT DISTINCT p.path AS path, b.hash AS hash FROM symbol s JOIN symbol_version sv ON sv.symbol_id = s.id
  JOIN file_version fv ON fv.id = sv.file_version_id JOIN blob b ON b.id = fv.blob_id JOIN path p ON p.id = fv.path_id WHERE s.name = ?`;
/** Whether the index knows all that a text defines. One that calls macros declared elsewhere may define more in another ref. */
const KNOWN =
  `SELECT 1 FROM path p JOIN file_version fv ON fv.path_id = p.id JOIN blob b ON b.id = fv.blob_id WHERE p.path = ? AND b.hash = ?
    AND coalesce(json_array_length(nullif(b.macros, ''), '$.called'), 0) = 0`;
const MODULES = "SELECT DISTINCT fv.module AS module FROM path p JOIN file_version fv ON fv.path_id = p.id WHERE p.path = ?";
const BY_HANDLE = `SELECT s.name AS name, p.path AS path FROM symbol s JOIN path p ON p.id = s.path_id WHERE s.stable_id = ? LIMIT 1`;

/** A symbol on one or both sides. */
export interface Subject {
  readonly base: SourceSymbol | undefined;
  readonly head: SourceSymbol | undefined;
  readonly pair: SymbolPair<SourceSymbol> | undefined;
}

/** The two refs of a comparison. */
export interface Sides {
  readonly base: RefTree;
  readonly head: RefTree;
}

/** Most files of one language that are searched for a counterpart. */
const MOST_SEARCHED = 400;

/** Most similar names that are looked up in the two refs, and that are returned. */
const NEAR_SEARCHED = 8;
const NEAREST = 3;

/** What a given name asks for. */
interface Wanted {
  readonly written: string;
  /** Last part of the name; "" if a place or a handle identifies the symbol. */
  readonly name: string;
  readonly matches: (symbol: SourceSymbol) => boolean;
  readonly inPath: (path: string) => boolean;
  /**
   * Whether the name is the symbol's full name, in its module or in the given file; then no other symbol with the same last part is meant.
   */
  readonly isWhole: (symbol: SourceSymbol) => boolean;
}

/**
 * All symbols that `written` may mean in either ref. @param warnings receives remarks about the search
 * @throws CallgroveError those of `findSymbols` for an unknown `symbol_id`; ref_not_indexed if only unreadable files could define it.
 */
export async function findSubjects(
  context: Context,
  reader: RefReader,
  sides: Sides,
  written: string,
  path: string | undefined,
  warnings: string[],
): Promise<Subject[]> {
  const wanted = readWanted(context, sides, written, path);
  const holders = new Set<string>();
  for (const tree of [sides.base, sides.head]) for (const one of await findHolders(context, reader, tree, wanted)) holders.add(one);
  // The index gives paths in order of insertion.
  const paths = [...holders].sort(compareText);
  const { base, head, ...left } = await readSides(reader, sides, paths);
  const { unread } = left;
  const found = pairSymbols(symbolsOf(base), symbolsOf(head));
  const exact = [...found.pairs.map((pair) => pair.head), ...found.added, ...found.deleted].some((symbol) => wanted.isWhole(symbol));
  const fits = (symbol: SourceSymbol): boolean => exact ? wanted.isWhole(symbol) : wanted.matches(symbol);
  const subjects: Subject[] = found.pairs.filter((pair) => fits(pair.head) || fits(pair.base))
    .map(asPaired);
  const added = found.added.filter(fits);
  const deleted = found.deleted.filter(fits);
  const single = added.length + deleted.length;
  if (unread.size > 0 && subjects.length + single === 0) throw unreadError(written, sides, left);
  if (unread.size > 0 && single > 0) warnings.push(describeUnread(sides, left));
  if (subjects.length === 0 && single > 0 && single <= 5) {
    return await findPartners(reader, sides, { added, deleted }, warnings);
  }
  return [...subjects, ...added.map(asAdded), ...deleted.map(asDeleted)];
}

/** Symbols of the indexed ref with similar names that at least one side has. */
export async function nearestOfRefs(context: Context, reader: RefReader, { base, head }: Sides, written: string): Promise<NearName[]> {
  const near = nearSymbols(context, written, NEAR_SEARCHED, { fits: isAskedFor, most: 1 });
  const paths = [...new Set(near.map(({ row }) => row.path))];
  const there = symbolsOf([...await reader.readFiles(head, paths), ...await reader.readFiles(base, paths)]);
  return near.flatMap(({ row, alone }): NearName[] => {
    const symbol = there.find(({ stableId }) => stableId === row.stableId);
    if (symbol === undefined) return [];
    const name = alone ? row.qualifiedName : `${row.path}:${symbol.scopedName}`;
    return [{ name, kind: symbol.kind, path: symbol.path, line: symbol.nameLine }];
  }).slice(0, NEAREST);
}

/** A symbol that both sides have. */
export function asPaired(pair: SymbolPair<SourceSymbol>): Subject {
  return { base: pair.base, head: pair.head, pair };
}
/** A symbol that only head has. */
export function asAdded(head: SourceSymbol): Subject {
  return { base: undefined, head, pair: undefined };
}
/** A symbol that only base has. */
export function asDeleted(base: SourceSymbol): Subject {
  return { base, head: undefined, pair: undefined };
}

/** All symbols of files, without the modules themselves. */
function symbolsOf(files: readonly FileSymbols[]): SourceSymbol[] {
  return files.flatMap((file) => file.symbols).filter((symbol) => symbol.kind !== "module");
}

function readWanted(context: Context, sides: Sides, written: string, path: string | undefined): Wanted {
  const text = nameWritten(context, written);
  const inGiven = filesMeant(context, sides, path);
  if (isHandle(text)) {
    const row = readRow<{ name: string; path: string }>(context, BY_HANDLE, text);
    const stable = row === undefined ? findSymbols(context, text)[0]!.row : { stableId: text, ...row };
    return {
      written,
      name: "",
      matches: (symbol) => symbol.stableId === stable.stableId,
      inPath: (one) => one === stable.path,
      isWhole: () => false,
    };
  }
  const place = /^(.+?):(\d+)(?::\d+)?$/.exec(text);
  if (place !== null && !place[1]!.endsWith(":")) return wantPlace(context, sides, written, place[1]!, Number(place[2]));
  const colon = /(?<!:):(?!:)/.exec(text);
  const name = plainName(colon === null ? text : text.slice(colon.index + 1));
  const file = colon === null ? undefined : text.slice(0, colon.index);
  const inFile = filesMeant(context, sides, file);
  const isInFile = path !== undefined || file !== undefined;
  const last = lastOfPlain(name);
  const names = new FullNames(context);
  return {
    written,
    name: last,
    matches: (symbol) => names.of(symbol).some((full) => endsWithName(full, name)),
    isWhole: (symbol) => isInFile ? plainName(symbol.scopedName) === name : name !== last && names.of(symbol).includes(name),
    inPath: (one) => inGiven(one) && inFile(one),
  };
}

/** The innermost symbol around a line: of head if head has the file, else of base. */
function wantPlace(context: Context, sides: Sides, written: string, file: string, line: number): Wanted {
  const inPath = filesMeant(context, sides, file);
  const inHead = [...sides.head.files.keys()].some(inPath);
  const around = (symbol: SourceSymbol): boolean => symbol.lineStart <= line && line <= symbol.lineEnd;
  return {
    written,
    name: "",
    inPath,
    isWhole: () => false,
    matches: (symbol) => {
      const all = symbol.siblings.filter((one) => one.kind !== "module" && around(one));
      const inner = all.sort((a, b) => a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart))[0];
      return inner === symbol && (inHead ? sides.head : sides.base).files.get(symbol.path) === symbol.hash;
    },
  };
}

/** The full names of symbols: with the module names that the index knows for their file, else with the path. */
class FullNames {
  readonly #context: Context;
  readonly #modules = new Map<string, readonly string[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  of({ path, scopedName }: SourceSymbol): readonly string[] {
    const scoped = plainName(scopedName);
    return this.#modulesOf(path).map((module) => module === "" ? scoped : `${module}.${scoped}`);
  }

  #modulesOf(path: string): readonly string[] {
    let modules = this.#modules.get(path);
    if (modules === undefined) {
      modules = readRows<{ module: string }>(this.#context, MODULES, path).map(({ module }) => plainName(module));
      if (modules.length === 0) {
        const written = path.replace(/\.\w+$/, "").replaceAll("/", ".");
        // A file may stand for its folder, and so may all files of a folder together.
        modules = [written, written.slice(0, Math.max(0, written.lastIndexOf(".")))];
      }
      this.#modules.set(path, modules);
    }
    return modules;
  }
}

/** Whether `form` is the path of a file, relative to the root, or the end of that path. */
function isFilePath(path: string, form: string): boolean {
  return path === form || path.endsWith(`/${form}`);
}

/** The same, or whether `form` names a folder around the file. */
function isMeantBy(path: string, form: string): boolean {
  return form === "" || isFilePath(path, form) || path.startsWith(`${form}/`);
}

/**
 * Whether either side has a file of that path, or files in that folder if it is written as one: `app/`, `lib/app`.
 * @throws CallgroveError workspace_not_allowed for a place outside the root.
 */
export function havePath(context: Context, { base, head }: Sides, written: string): boolean {
  const isMeant = isFolderPath(written) || written.includes("/") ? isMeantBy : isFilePath;
  const forms = formsOf(context, written);
  return [base, head].some((tree) => tree.files.keys().some((path) => forms.some((form) => isMeant(path, form))));
}

/**
 * The files of either side that a given path means; all if there is none.
 * @throws CallgroveError file_not_found if it means none, workspace_not_allowed for a place outside the root.
 */
export function filesMeant(context: Context, { base, head }: Sides, written: string | undefined): (path: string) => boolean {
  if (written === undefined) return () => true;
  const forms = formsOf(context, written);
  const isMeant = (path: string): boolean => forms.some((form) => isMeantBy(path, form));
  if ([base, head].some((tree) => tree.files.keys().some(isMeant))) return isMeant;
  const near = nearestPaths(context, written);
  throw new CallgroveError("file_not_found", `Cannot find file "${written}" in "${base.name}" or in "${head.name}"`, {
    hint: near.length > 0 ? `Nearest: ${near.join(", ")}` : "",
    data: { path: written, base_ref: base.name, head_ref: head.name, ...(near.length > 0 ? { did_you_mean: near } : {}) },
  });
}

/** Files of a tree that define the name: from the index if it knows the text, else every file whose text contains the name. */
async function findHolders(context: Context, reader: RefReader, tree: RefTree, wanted: Wanted): Promise<string[]> {
  const inside = [...tree.files.keys()].filter(wanted.inPath);
  if (wanted.name === "") return inside;
  const holders = readRows<{ path: string; hash: string }>(context, DEFINED, wanted.name)
    .filter(({ path, hash }) => tree.files.get(path) === hash && wanted.inPath(path)).map((row) => row.path);
  if (tree.refId !== undefined) return holders;
  const unknown = inside.filter((path) => readRow(context, KNOWN, path, tree.files.get(path)!) === undefined);
  return [...holders, ...await reader.findMentions(tree, unknown, wanted.name)];
}

/** Looks for the counterparts of unpaired symbols among everything that was added or deleted between the two refs. */
async function findPartners(
  reader: RefReader,
  sides: Sides,
  wanted: { readonly added: readonly SourceSymbol[]; readonly deleted: readonly SourceSymbol[] },
  warnings: string[],
): Promise<Subject[]> {
  const own = new Set([...wanted.added, ...wanted.deleted].map((symbol) => symbol.path));
  const endings = new Set([...own].map(endingOf));
  // A symbol made by a macro may be gone although its file did not change.
  const changed = [...new Set([...own, ...changedPaths(sides)])].filter((path) => endings.has(endingOf(path)));
  // A file that was added or deleted as a whole is a likelier place than an edited one.
  const rank = (path: string): number => own.has(path) ? 0 : sides.base.files.has(path) && sides.head.files.has(path) ? 2 : 1;
  changed.sort((a, b) => rank(a) - rank(b) || compareText(a, b));
  if (changed.length > MOST_SEARCHED) {
    warnings.push(`of ${changed.length} files that changed, ${MOST_SEARCHED} were searched for where the symbol came from or went`);
  }
  const searched = changed.slice(0, MOST_SEARCHED);
  const { base, head, ...left } = await readSides(reader, sides, searched);
  const { unread } = left;
  if (unread.size > 0) warnings.push(describeUnread(sides, left));
  const found = pairSymbols(symbolsOf(base), symbolsOf(head));
  const isOwn = (list: readonly SourceSymbol[], symbol: SourceSymbol): boolean => list.some((one) => one.stableId === symbol.stableId);
  return [
    ...found.pairs.filter((pair) => isOwn(wanted.deleted, pair.base) || isOwn(wanted.added, pair.head))
      .map(asPaired),
    ...found.added.filter((symbol) => isOwn(wanted.added, symbol)).map(asAdded),
    ...found.deleted.filter((symbol) => isOwn(wanted.deleted, symbol)).map(asDeleted),
  ];
}

/** Files of known languages that differ between the two refs, sorted. */
export function changedPaths({ base, head }: Sides): string[] {
  const changed = [...base.files].filter(([path, hash]) => head.files.get(path) !== hash).map(([path]) => path);
  return [...changed, ...[...head.files.keys()].filter((path) => !base.files.has(path))].sort();
}
