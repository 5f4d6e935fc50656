/**
 * Places that read a member by a computed name (`getattr(module, name)`): whatever may be read there may be called without an edge.
 *
 * Stage: query. Invariant: only exports of the module that is read, or members of the type that is read, of its bases and of its subtypes,
 * count, and only where the name fits.
 */
import { LinkFlag, rowsWith } from "../../core/facts.ts";
import { fitsComputed } from "../../core/facts/computed_names.ts";
import { COMPUTED_PART } from "../../core/facts/expressions.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { WORDS_KEPT } from "../../core/facts/outline.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { FlowPlace } from "../flow/calls_at.ts";
import { readFacts } from "../rows/file_facts.ts";
import { keep, remembered } from "../rows/kept.ts";
import { GIVEN_TYPE, heirTable, kinTables } from "../rows/kin.ts";
import { listed } from "../rows/listed.ts";
import { isClass, isRunnable } from "../rows/node_types.ts";
import { readOwner } from "../rows/own_members.ts";
import { readTypesMade } from "../rows/inherited_constructors.ts";
import { isAccessor, isAtTop, readSymbol, SYMBOL_FROM, type SymbolRow } from "../rows/symbol_row.ts";
import { isRunHere } from "./passed_outside.ts";

const READS = `SELECT p.path AS path, e.source_line AS line, f.language AS language, e.properties AS properties
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id
  WHERE n.text = '${COMPUTED_PART}' ORDER BY p.path, e.source_line`;
/** Whether one of two types is a base of the other, or both have a common subtype. */
const RELATED = `${GIVEN_TYPE}, ${kinTables("'extends', 'implements'")}
  SELECT 1 FROM kin JOIN symbol s ON s.id = kin.id JOIN path p ON p.id = s.path_id WHERE p.path = ? AND s.name = ? LIMIT 1`;
/** A type and its subtypes. */
const HEIRS = `${GIVEN_TYPE}, ${heirTable()} SELECT id AS id FROM heir ORDER BY id`;
/** The file of a module with a full name. */
const MODULE = `SELECT p.path AS path ${SYMBOL_FROM} WHERE s.name = '${MODULE_NAME}' AND s.qualified_name = ? AND s.language = ? LIMIT 1`;
const OUTLINES = `CROSS JOIN ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id
  JOIN outline o ON o.blob_id = b.id JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
/** The words among the texts of files, kept at the end of each outline. */
const WORDS = `SELECT p.path AS path, b.language AS language, substr(o.encoded, instr(o.encoded, k.start) + length(k.start)) AS words
  FROM (SELECT ? AS start) k ${OUTLINES} AND instr(o.encoded, k.start) > 0 ORDER BY p.path`;
/** The first file that has a given word among its texts. */
const WITH_WORD = `SELECT p.path AS path FROM (SELECT ? AS word, ? AS start) k ${OUTLINES} AND b.language = ?
    AND instr(o.encoded, k.word) > 0 AND instr(o.encoded, k.start) BETWEEN 1 AND instr(o.encoded, k.word)
  ORDER BY p.path LIMIT 1`;
/** Whether any class has a member with a given name. */
const MEMBER = `SELECT 1 FROM symbol s INDEXED BY symbol_by_name CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN symbol o ON o.id = sv.parent_id AND o.kind = 'class' WHERE s.name = ? AND s.language = ? LIMIT 1`;
/** The most words looked up one at a time. Reading all words costs as much as a few more look-ups, and then serves later questions too. */
const ASKED_ALONE = 6;
/** The most places an answer names. */
const SHOWN = 3;

/** A read of a member by a computed name. */
export interface ComputedRead {
  readonly path: string;
  readonly line: number;
  readonly language: string;
  /** Path of the file whose module is read, or whose type `type`; both "" where the object is unknown. */
  readonly of: string;
  readonly type: string;
  readonly begins: string;
  readonly ends: string;
  /** Only symbols whose name occurs as a text count. */
  readonly byText?: true;
  /** Only exported symbols count. */
  readonly exported?: true;
  /** Only symbols without any known call, direct or through an interface, count. */
  readonly uncalled?: true;
  /** The name is built elsewhere and stored: what a class member or a text is named, plus these ends. */
  readonly kept?: true;
  /** Only members of related types count, not those of the type itself, whose calls have edges. */
  readonly below?: true;
  /** Line and column of the calls of what is read, where it is used for nothing else. */
  readonly called?: readonly (readonly [line: number, column: number])[];
}

/** Says where the symbol may be read by a computed name and then called out of sight; "" where no place does. */
export function describeComputedReads(context: Context, asked: SymbolRow): string {
  const read = placesReading(context, asked, ({ called }) => called === undefined || isAccessor(asked));
  return read === "" ? "" : `it may be read at ${read}: not all calls there are in the list`;
}

/** Calls of a value read by a computed name that may be the symbol. None for a property: what is called there is the property's value. */
export function readComputedCalls(context: Context, asked: SymbolRow): FlowPlace[] {
  if (isAccessor(asked)) return [];
  return readsOf(context, asked).reads.flatMap(({ path, called = [] }) => called.map(([line, column]) => ({ path, line, column })));
}

/**
 * Places that may read a symbol by a computed name, and what suggests so; "" if there are none.
 * @param isMeant selects the reads that count; all by default
 */
export function placesReading(context: Context, asked: SymbolRow, isMeant: (read: ComputedRead) => boolean = () => true): string {
  const { reads, text } = readsOf(context, asked);
  const own = reads.filter(isMeant);
  if (own.length === 0) return "";
  const known = own.filter(({ byText }) => byText === undefined);
  const places = listed([...new Set((known.length === 0 ? own : known).map(({ path, line }) => `${path}:${line}`))], SHOWN);
  const named = known.length === 0 ? `a computed name, and a string in ${text} is its name` : "a computed name";
  return `${places} by ${named}`;
}

/** The reads by a computed name that may mean a symbol, and the file with a text of its name if one was needed and found. */
interface ReadsOf {
  readonly reads: readonly ComputedRead[];
  readonly text: string | undefined;
}

/** Remembered, because both unseen calls and possible calls ask for it. */
function readsOf(context: Context, asked: SymbolRow): ReadsOf {
  return remembered(context, `computed reads of ${asked.id}`, () => findReads(context, asked));
}

function findReads(context: Context, asked: SymbolRow): ReadsOf {
  const none = { reads: [], text: undefined };
  const row = madeBy(context, asked);
  if (row === undefined || !isRunnable(context, row)) return none;
  const all = keep(context, "computed reads", () =>
    readRows<ComputedRead & { properties: string }>(context, READS, context.ref.id)
      .flatMap(({ properties, ...read }): ComputedRead[] =>
        (JSON.parse(properties) as { reads: Omit<ComputedRead, "path" | "line" | "language">[] }).reads.map((one) => ({ ...read, ...one }))
      ));
  if (all.length === 0) return none;
  const isByText = all.some((read) => read.byText === true && read.language === row.language);
  const text = isByText ? textNaming(context, row.language, row.name) : undefined;
  const reads = all.filter((read) =>
    read.language === row.language && (read.byText === undefined || text !== undefined) && fitsComputed(row.name, read.begins, read.ends) &&
    (read.exported === undefined || row.exported !== 0) && mayMean(context, read, row) &&
    (read.uncalled === undefined || !isRunHere(context, [row.id])) && (read.kept === undefined || isNamedOtherwise(context, row, read))
  );
  return { reads, text };
}

/** Whether the middle part of a computed name is the name of a member of some class, or occurs as a text. */
function isNamedOtherwise(context: Context, { language, name }: SymbolRow, { begins, ends }: ComputedRead): boolean {
  const rest = name.slice(begins.length, name.length - ends.length);
  return readRow(context, MEMBER, context.ref.id, rest, language) !== undefined || textNaming(context, language, rest) !== undefined;
}

/**
 * Says where the full name of a symbol, or of the class it belongs to, occurs as a text: whatever loads it by that text may call it. "" if
 * nowhere.
 */
export function describeFullNames(context: Context, row: SymbolRow): string {
  if (row.kind === "method") return row.exported === 0 ? "" : describeLoadedType(context, readHeirs(context, readOwner(context, row)));
  if (row.kind === "constructor") return describeLoadedType(context, readTypesMade(context, [row.id]));
  if (row.kind !== "function" && !isClass(context, row)) return "";
  const text = textOfFullName(context, row);
  return text === undefined
    ? ""
    : `its full name is a string in ${text}: code that loads it by that may call it, and such calls are not in the list`;
}

/** The same for a method or a constructor, by the classes that have it. */
function describeLoadedType(context: Context, types: readonly number[]): string {
  for (const id of types) {
    const type = readSymbol(context, id);
    const text = type === undefined ? undefined : textOfFullName(context, type);
    if (text !== undefined) {
      return `the full name of ${
        type!.name
      }, which has it, is a string in ${text}: code that loads that may call it, and such calls are not in the list`;
    }
  }
  return "";
}

function readHeirs(context: Context, type: number): number[] {
  return readRows<{ id: number }>(context, HEIRS, type, context.ref.id).map(({ id }) => id);
}

/**
 * The file with a text that is the full name of a symbol at the top level of a module, or under which a package around that module may
 * show it (`app.Engine` of `app.engines.fast.Engine`).
 */
function textOfFullName(context: Context, row: SymbolRow): string | undefined {
  if (!isAtTop(context, row)) return undefined;
  const parts = row.qualifiedName.split(".");
  const name = parts.pop()!;
  for (let length = parts.length; length > 0; length--) {
    const around = parts.slice(0, length).join(".");
    const text = textNaming(context, row.language, `${around}.${name}`);
    if (text !== undefined && (length === parts.length || isShownBy(context, row, around))) return text;
  }
  return undefined;
}

/** Whether the module with a full name imports a symbol's name, or all names of another module. */
function isShownBy(context: Context, { name, language }: SymbolRow, module: string): boolean {
  const path = readRow<{ path: string }>(context, MODULE, context.ref.id, module, language)?.path;
  const facts = path === undefined ? undefined : readFacts(context, path)?.facts;
  if (facts === undefined) return false;
  const { imports, strings } = facts;
  return rowsWith(imports.name, strings.indexOf(name)).length > 0 || imports.flags.some((flags) => (flags & LinkFlag.wildcard) !== 0);
}

/** The class of a constructor, since a constructor is called by its class's name; any other symbol itself. */
function madeBy(context: Context, row: SymbolRow): SymbolRow | undefined {
  return row.kind === "constructor" ? readSymbol(context, readOwner(context, row)) : row;
}

interface Words {
  readonly path: string;
  readonly language: string;
  readonly words: string;
}

/** The first file of a language that has a word among its texts; undefined if none has. */
function textNaming(context: Context, language: string, word: string): string | undefined {
  const asked = keep(context, "words asked", () => ({ count: 0 }));
  if (asked.count++ >= ASKED_ALONE) return textsOf(context).get(`${language} ${word}`);
  return readRow<{ path: string }>(context, WITH_WORD, `|${word}|`, WORDS_KEPT.from, context.ref.id, language)?.path;
}

/** For every language and word, the first file that has it among its texts. */
function textsOf(context: Context): ReadonlyMap<string, string> {
  return keep(context, "words of texts", () => {
    const found = new Map<string, string>();
    for (const { path, language, words } of readRows<Words>(context, WORDS, WORDS_KEPT.from, context.ref.id)) {
      for (const word of words.slice(0, -WORDS_KEPT.to.length).split("|")) {
        const key = `${language} ${word}`;
        if (!found.has(key)) found.set(key, path);
      }
    }
    return found;
  });
}

function mayMean(context: Context, { of, type, below }: ComputedRead, row: SymbolRow): boolean {
  const isMethod = row.kind === "method";
  if (below === true && row.path === of && readSymbol(context, readOwner(context, row))?.name === type) return false;
  // An unknown object is most likely an instance: modules are referred to by name.
  if (of === "") return isMethod;
  if (type === "") return !isMethod && row.path === of && isAtTop(context, row);
  return isMethod && isRelated(context, readOwner(context, row), of, type);
}

/** Whether the type `owner` is the type named, or shares a subtype with it. */
function isRelated(context: Context, owner: number, of: string, type: string): boolean {
  const find = (): boolean => readRow(context, RELATED, owner, context.ref.id, of, type) !== undefined;
  // A type's methods ask the same.
  return remembered(context, `kin of ${owner}: ${type} in ${of}`, find);
}
