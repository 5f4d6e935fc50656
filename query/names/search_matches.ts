/**
 * The symbols that match a pattern, best first.
 *
 * Stage: query. A pattern without wildcards matches names equal to it, or qualified names that end with it at a name boundary; a glob
 * matches as in a shell. First, symbols of all refs are found: by the index on names if the pattern begins with letters, by the trigram
 * table of names if it contains three in a row, else among all. Then those in the ref are ranked, by rows, or by the graph if it exists or
 * if there are many. Invariants: `total` counts all matches; the order is fixed: code before tests before packed code, callables and types
 * before values, public before private, often called first.
 */
import { append } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { CONTRACT_KINDS, SymbolMark, VALUE_KINDS } from "../../core/store/symbol_directory.ts";
import { type Context, quoted, readList, readRows } from "../context.ts";
import { countCalls } from "../rows/count_calls.ts";
import { escapeGlob, isGlob } from "../rows/globs.ts";
import { keep } from "../rows/kept.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { hashAsDot } from "../rows/plain_name.ts";
import { FOUND_SYMBOL_FROM, SYMBOL_COLUMNS, type SymbolRow } from "../rows/symbol_row.ts";
import { readTestFiles } from "../rows/test_files.ts";
import { findUseGraph, readUseGraph, type UseGraph } from "../rows/use_graph.ts";
import { Against, groupOf, GROUPS } from "./match_groups.ts";

/** Conditions on a symbol. Only those needed are used, because one that is always true costs as much as any other. */
const CONDITIONS = {
  name: "s.name GLOB :name AND s.kind <> 'module'",
  kinds: "s.kind IN (SELECT value FROM json_each(:kinds))",
  language: "s.language = :language",
  paths: "s.path_id IN (SELECT value FROM json_each(:paths))",
  apart: "s.path_id NOT IN (SELECT value FROM json_each(:apart))",
  tests: "(sv.flags & :tests) <> 0",
  contracts: `(s.kind IN (${quoted(CONTRACT_KINDS)}) OR (s.kind = 'class' AND (sv.flags & :contracts) <> 0))`,
  full: "(replace(s.qualified_name, '::', '.') GLOB :full OR replace(s.qualified_name, '::', '.') GLOB '*[./#]' || :full)",
} as const;
/** Of all refs. */
const ALL = "SELECT json_group_array(s.id) AS list FROM symbol s WHERE";
const BY_NAMES = `${ALL} s.name IN (SELECT value FROM json_each(:names)) AND`;
/** From this many names on, scanning all symbols is faster than looking each name up. */
const MANY_NAMES = 3000;
const NAMES = `SELECT json_group_array(name) AS list FROM (SELECT name FROM symbol_name WHERE name GLOB ? LIMIT ${MANY_NAMES + 1})`;
/** All matches in one text, as rows cost more than finding them. Each number is the symbol's row times `GROUPS`, plus its group. */
const OF_REF = `SELECT json_group_array(s.id * ${GROUPS}
    + (rf.path_id IN (SELECT value FROM json_each(:packed))) * ${Against.packed}
    + ((sv.flags & ${DefinitionFlag.test}) <> 0 OR rf.path_id IN (SELECT value FROM json_each(:testFiles))) * ${Against.tests}
    + (s.kind IN (${quoted(VALUE_KINDS)})) * ${Against.value} + (sv.exported = 0) * ${Against.private}) AS list
  FROM json_each(:ids) found CROSS JOIN symbol s ON s.id = found.value CROSS JOIN ref_file rf ON rf.ref_id = :ref AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id`;
/** More symbols than this are ranked by the graph, even if it has to be built first. */
const MANY = 2000;
/** The most called of some symbols, given with their numbers of calls. */
const MOST_CALLED = `SELECT s.id AS id FROM json_each(?) wanted JOIN symbol s ON s.id = CAST(wanted.key AS INTEGER)
  ORDER BY wanted.value DESC, length(s.qualified_name), s.qualified_name, s.stable_id LIMIT ?`;
/** Those of some symbols that have subtypes. */
const BASES = `SELECT json_group_array(wanted.value) AS list FROM json_each(?) wanted WHERE EXISTS (
  SELECT 1 FROM edge e INDEXED BY edge_reverse CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.to_symbol_id = wanted.value AND e.edge_type IN ('extends', 'implements'))`;
const BY_IDS = `SELECT ${SYMBOL_COLUMNS} ${FOUND_SYMBOL_FROM} WHERE s.id IN (SELECT value FROM json_each(?))`;

/** What a match must be besides its name; undefined fields do not restrict. */
export interface SearchFilter {
  readonly kinds?: readonly string[];
  readonly language?: string;
  readonly paths?: readonly number[];
  /** Not in these files. */
  readonly apart?: readonly number[];
  /** Only tests. */
  readonly tests?: boolean;
  /** Only what is meant to be implemented: interfaces, protocols, traits, abstract classes. */
  readonly contracts?: boolean;
  /** Only types with subtypes. */
  readonly bases?: boolean;
}

/** The symbols that match a pattern. */
export interface Matches {
  readonly total: number;
  /** The first rows in order, as many as were asked for. */
  readonly rows: readonly SymbolRow[];
}

/**
 * The symbols that match a pattern and a filter.
 * @param most the number of rows to read
 */
export function findMatches(context: Context, pattern: string, filter: SearchFilter, most: number): Matches {
  const { tests = false, contracts = false, bases = false, ...ofSymbol } = filter;
  const graph = findUseGraph(context);
  const ids = findInAllRefs(context, pattern, ofSymbol);
  const marks = (tests ? SymbolMark.test : 0) | (contracts ? SymbolMark.contract : 0);
  const found = graph !== undefined || ids === undefined || ids.length > MANY
    ? rankByGraph(context, graph ?? readUseGraph(context), ids, marks)
    : rankByRows(context, ids, { tests, contracts });
  const isBase = bases ? findBases(context, found.map(idOf)) : undefined;
  const left = isBase === undefined ? found : found.filter((packed) => isBase.has(idOf(packed)));
  return { total: left.length, rows: readBest(context, left, most) };
}

/** Those of some symbols that have subtypes. */
export function findBases(context: Context, ids: readonly number[]): ReadonlySet<number> {
  return new Set(readList<number>(context, BASES, JSON.stringify(ids), context.ref.id));
}

/** The symbol of a packed match. */
function idOf(packed: number): number {
  return Math.floor(packed / GROUPS);
}

/** Rows of `symbol` in any ref; undefined for all. */
function findInAllRefs(context: Context, pattern: string, filter: SearchFilter): readonly number[] | undefined {
  const { sql, values } = conditionsOf(pattern, filter);
  if (values.name === "*" && Object.keys(values).length === 1) return undefined;
  if (!holdsLetters(values.name)) return readList(context, `${ALL} ${sql}`, values);
  const names = readList<string>(context, NAMES, values.name);
  if (names.length > MANY_NAMES) return readList(context, `${ALL} ${sql}`, values);
  return readList(context, `${BY_NAMES} ${sql}`, { ...values, names: JSON.stringify(names) });
}

/** Those of these symbols that the ref has, packed as `OF_REF` does. */
function rankByRows(context: Context, ids: readonly number[], filter: SearchFilter): number[] {
  if (ids.length === 0) return [];
  const values = ofVersion(filter);
  const sql = Object.keys(values).length === 0 ? OF_REF : `${OF_REF} WHERE ${toSql(values)}`;
  return readList(context, sql, {
    ...values,
    ids: JSON.stringify(ids),
    ref: context.ref.id,
    testFiles: readTestFiles(context).ids,
    packed: packedIds(context),
  });
}

/** Rows of `path` of packed code, as a JSON array. */
function packedIds(context: Context): string {
  return keep(context, "packed ids", () => JSON.stringify([...readPackedFiles(context).ids]));
}

/**
 * The same from the graph.
 * @param wanted bits of `SymbolMark` that each must have
 */
function rankByGraph(context: Context, graph: UseGraph, ids: readonly number[] | undefined, wanted: number): number[] {
  const found: number[] = [];
  const packed = readPackedFiles(context).paths;
  const isPacked = Uint8Array.from(graph.paths, (path) => packed.has(path) ? 1 : 0);
  for (const id of ids ?? graph.ids) {
    const node = graph.nodeOf(id);
    if (node < 0) continue;
    const marks = graph.marks[node]!;
    if ((marks & SymbolMark.module) !== 0 || (marks & wanted) !== wanted) continue;
    const group = groupOf({
      tests: (marks & SymbolMark.test) !== 0 || graph.testFiles[graph.files[node]!] === 1,
      packed: isPacked[graph.files[node]!] === 1,
      value: (marks & SymbolMark.value) !== 0,
      private: (marks & SymbolMark.private) !== 0,
    });
    found.push(id * GROUPS + group);
  }
  return found;
}

/** The pattern and the filter as conditions on s (symbol) and sv (symbol_version), with the values of their parameters. */
export function conditionsOf(
  pattern: string,
  filter: SearchFilter,
): { sql: string; values: Values & { readonly name: string } } {
  const asWritten = isGlob(pattern) ? (text: string): string => text : escapeGlob;
  const plain = hashAsDot(pattern.replaceAll("::", "."));
  const last = plain.slice(lastBorder(plain) + 1);
  const values = {
    name: asWritten(last),
    ...(last === plain ? {} : { full: asWritten(plain) }),
    ...(filter.kinds === undefined ? {} : { kinds: JSON.stringify(filter.kinds) }),
    ...(filter.language === undefined ? {} : { language: filter.language }),
    ...(filter.paths === undefined ? {} : { paths: JSON.stringify(filter.paths) }),
    ...(filter.apart === undefined ? {} : { apart: JSON.stringify(filter.apart) }),
    ...ofVersion(filter),
  };
  return { sql: toSql(values), values };
}

/** Parameters of the conditions in use. */
type Values = { readonly [condition in keyof typeof CONDITIONS]?: string | number };

/** The part of a filter that depends on the version of a symbol. */
function ofVersion({ tests, contracts }: SearchFilter): Pick<Values, "tests" | "contracts"> {
  return {
    ...(tests === true ? { tests: DefinitionFlag.test } : {}),
    ...(contracts === true ? { contracts: DefinitionFlag.abstract } : {}),
  };
}

function toSql(values: Values): string {
  return Object.keys(values).map((key) => CONDITIONS[key as keyof typeof CONDITIONS]).join(" AND ");
}

/** The index of the separator before the last part of a qualified pattern, ignoring brackets; -1 if there is none. */
function lastBorder(pattern: string): number {
  const bare = pattern.replace(/\[[^\]]*\]/g, (set) => "x".repeat(set.length));
  return Math.max(bare.lastIndexOf("."), bare.lastIndexOf("/"));
}

/** Whether a glob begins with a wildcard and contains three letters in a row, so that the trigram table finds matches. */
function holdsLetters(glob: string): boolean {
  return /^[*?[]/.test(glob) && /[^*?[\]]{3}/.test(glob.replace(/\[[^\]]*\]/g, "["));
}

/** The best of the packed matches: group by group, often called first. */
function readBest(context: Context, found: readonly number[], most: number): SymbolRow[] {
  const groups: number[][] = Array.from({ length: GROUPS }, () => []);
  for (const number of found) groups[number % GROUPS]!.push(idOf(number));
  const best: number[] = [];
  for (const ids of groups) {
    const missing = most - best.length;
    if (missing <= 0) break;
    if (ids.length > 0) {
      const wanted = JSON.stringify(Object.fromEntries(mostCalled(context, ids, missing)));
      append(best, readRows<{ id: number }>(context, MOST_CALLED, wanted, missing).map((row) => row.id));
    }
  }
  return readInOrder(context, best);
}

/** Symbols of the ref in the order of `ids`. */
export function readInOrder(context: Context, ids: readonly number[]): SymbolRow[] {
  const rows = new Map(readRows<SymbolRow>(context, BY_IDS, context.ref.id, JSON.stringify(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The `most` most called symbols with their numbers of calls, and all that tie with the last. */
function mostCalled(context: Context, ids: readonly number[], most: number): (readonly [id: number, calls: number])[] {
  const counted = [...countCalls(context, ids)];
  const least = Int32Array.from(counted, ([, calls]) => calls).sort()[Math.max(0, counted.length - most)]!;
  return counted.filter(([, calls]) => calls >= least);
}
