/**
 * Functions and methods that nothing seems to use.
 *
 * Stage: query. A candidate is what its language keeps private (or a member of a private type), or what is exported by a private package; it has a
 * body, is neither a test nor an entry point, and no edge leads to it: no call, no use as a value, no override. Other ways to reach it are
 * looked up and lower the confidence, or drop the candidate where they are likely. Invariant: every finding says what was looked for. Types
 * and values are not judged, because the index does not record every place that names one.
 */
import { compareText } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, prepare, readRow, readRows } from "../context.ts";
import { conditionsOf, type SearchFilter } from "../names/search_matches.ts";
import { count } from "../render/style.ts";
import { describeMayCall, placeInDamage } from "../rows/damaged_code.ts";
import type { Finding } from "../rows/findings.ts";
import { isPassedOut } from "../rows/passed_out.ts";
import { LeftOut } from "../rows/left_out_files.ts";
import { readOwner } from "../rows/own_members.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { isOfPrivatePackage } from "../rows/private_packages.ts";
import { isAccessor, SYMBOL_COLUMNS, type SymbolRow } from "../rows/symbol_row.ts";
import { readUseGraph, type UseGraph } from "../rows/use_graph.ts";
import { type Dispatch, dispatchOf } from "../walk/dispatch.ts";
import { isReadAsParameter } from "./assigned_functions.ts";
import { placesLoading } from "./computed_loads.ts";
import { placesReading } from "./computed_reads.ts";
import { describePassedWhole } from "./passed_outside.ts";
import { placesNaming } from "./named_unseen.ts";
import { callsByBases, isMixedIn } from "./possible_callers.ts";
import { mayBeProperty, namesRead } from "./possible_reads.ts";
import { type Mentions, mentionsOfNames } from "./template_mentions.ts";
import { hasUnresolvedBase, implementsTrait, UNRESOLVED_BASE } from "./unresolved_bases.ts";

const { inactive, conditional, implicit } = DefinitionFlag;
/** Tests, symbols without a body to judge, and symbols where the parser failed. */
export const NOT_JUDGED: number = DefinitionFlag.test | DefinitionFlag.abstract | DefinitionFlag.bodiless | DefinitionFlag.damaged;
const candidates = (exported: 0 | 1): string =>
  `SELECT ${SYMBOL_COLUMNS}, parent.kind AS ownerKind FROM json_each(:ids) wanted CROSS JOIN symbol s ON s.id = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = :ref AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = rf.path_id
  LEFT JOIN symbol parent ON parent.id = sv.parent_id
  LEFT JOIN symbol_version pv ON pv.file_version_id = rf.file_version_id AND pv.symbol_id = sv.parent_id
  WHERE s.kind IN ('function', 'method') AND sv.exported = ${exported} AND (sv.flags & ${NOT_JUDGED | DefinitionFlag.entry}) = 0
    AND s.name NOT IN ('main', 'init', '_') AND s.name NOT GLOB '[_]?*[_]'
    AND NOT (sv.exported = 0 AND s.kind = 'method' AND parent.kind <> 'module' AND pv.exported = 1 AND s.name NOT GLOB '[_#]*'
      AND sv.signature NOT GLOB 'private *' AND sv.signature NOT GLOB '* private *' AND sv.signature NOT GLOB 'func (*')
    AND NOT EXISTS (SELECT 1 FROM edge e CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = rf.ref_id
      WHERE e.to_symbol_id = s.id AND e.from_symbol_id <> s.id AND e.edge_type <> 'contains')
    AND NOT EXISTS (SELECT 1 FROM edge e CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = rf.ref_id
      WHERE e.from_symbol_id = s.id AND e.edge_type IN ('overrides', 'exposes'))
    AND `;
const DECORATED = `SELECT 1 FROM ref_file rf JOIN edge e ON e.resolution_id = rf.resolution_id
  WHERE rf.ref_id = ? AND rf.path_id = ? AND e.source_line >= ? AND e.source_line < ? LIMIT 1`;
/** For each symbol that has one, another symbol with the same qualified name, kind and language. */
const TWINS =
  `SELECT w.id AS id, min(p.path) AS path, sv.name_line AS line FROM json_each(?) wanted CROSS JOIN symbol w ON w.id = wanted.value
  CROSS JOIN symbol s ON s.qualified_name = w.qualified_name AND s.kind = w.kind AND s.language = w.language AND s.id <> w.id
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id GROUP BY w.id`;
/** The number of unresolved sites that call each name, by language, and how many of them are in macros. */
const LOOSE_SITES =
  `SELECT f.language || ' ' || n.text AS name, count(*) AS n, sum(f.kind = 'macro') AS inMacros FROM json_each(?) wanted CROSS JOIN name n ON n.text = wanted.value
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  CROSS JOIN symbol f ON f.id = e.from_symbol_id GROUP BY 1`;
/** The number of calls resolved to a method by its unique name alone, by language and name: their object may be a module instead. */
const BY_NAME_ALONE =
  `SELECT o.language || ' ' || o.name AS name, count(*) AS n FROM json_each(?) wanted CROSS JOIN symbol o ON o.name = wanted.value
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.rule = 'unique-name'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? GROUP BY 1`;
/**
 * What a type extends or implements: a symbol, or an external name that may require more than is known. An external interface with known
 * members is left out: methods that implement these have edges that say so.
 */
const CONTRACTS = `SELECT e.to_symbol_id AS id, e.external AS external, coalesce(n.text, '') AS name
  FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  LEFT JOIN name n ON n.id = e.to_name_id WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements')
    AND NOT (e.external = 1 AND (e.rule IN ('structural', 'embedded')
      OR (e.edge_type = 'implements' AND instr(e.properties, '"members":"unknown"') = 0)))`;
/** A variable of the file with a given name. */
const HOLDER = `SELECT 1 FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  CROSS JOIN symbol s ON s.id = sv.symbol_id WHERE rf.ref_id = ? AND rf.path_id = ? AND s.name = ? AND s.kind = 'variable' LIMIT 1`;
const MEMBERS = `SELECT m.name AS name FROM symbol c CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = c.path_id
  CROSS JOIN symbol_version mv ON mv.file_version_id = rf.file_version_id AND mv.parent_id = c.id CROSS JOIN symbol m ON m.id = mv.symbol_id
  WHERE c.id = ?`;

/** What types have to implement, looked up once per question. */
class Contracts {
  readonly #context: Context;
  readonly #ofType = new Map<number, { readonly members: ReadonlySet<string>; readonly outside: string | undefined }>();
  readonly #members = new Map<number, readonly string[]>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Names of the members of what a type extends or implements, and the first external base or interface, at any depth. */
  of(type: number): { readonly members: ReadonlySet<string>; readonly outside: string | undefined } {
    let known = this.#ofType.get(type);
    if (known === undefined) {
      const rows = readRows<{ id: number; external: number; name: string }>(this.#context, CONTRACTS, this.#context.ref.id, type);
      const members = new Set(rows.flatMap(({ id }) => id === 0 ? [] : this.#membersOf(id)));
      const outside = rows.find(({ id, external }) => id === 0 && external === 1)?.name;
      // Set before recursing, so that cyclic bases end here.
      this.#ofType.set(type, known = { members, outside });
      const above = outside ?? rows.map(({ id }) => id === 0 ? undefined : this.of(id).outside).find((name) => name !== undefined);
      this.#ofType.set(type, known = { members, outside: above });
    }
    return known;
  }

  #membersOf(contract: number): readonly string[] {
    let names = this.#members.get(contract);
    if (names === undefined) {
      names = readRows<{ name: string }>(this.#context, MEMBERS, this.#context.ref.id, contract).map((row) => row.name);
      this.#members.set(contract, names);
    }
    return names;
  }
}

/**
 * Qualified names of exported functions and methods that nothing in the ref uses and no unresolved call may mean, packed code last.
 * External code may still call them.
 */
export function listPublicUnused(context: Context, pattern: string, filter: SearchFilter): string[] {
  const { rows, known } = readCandidates(context, pattern, filter, 1);
  const packed = readPackedFiles(context).ids;
  const isLoose = (row: SymbolRow): boolean => known.loose.has(`${row.language} ${row.name}`);
  return rows.filter((row) => !isWithin(context, row) && !isLoose(row) && !isUsed(context, known, row) && !known.isReadSomewhere(row))
    .sort((a, b) => Number(packed.has(a.pathId)) - Number(packed.has(b.pathId)) || byPlace(a, b))
    .map((row) => row.qualifiedName);
}

/** Whether an exported symbol can be used only within the repository. A default export has no name by which to find its uses. */
function isWithin(context: Context, { flags, path, kind }: SymbolRow): boolean {
  return (flags & DefinitionFlag.default) === 0 && isOfPrivatePackage(context, path, kind);
}

/** Findings that match the pattern: surest first, then packed code last, then by place. */
export function findUnused(context: Context, pattern: string, filter: SearchFilter): Finding[] {
  const own = readCandidates(context, pattern, filter, 0);
  const shown = readCandidates(context, pattern, filter, 1);
  const packed = readPackedFiles(context).ids;
  const findings = [
    ...own.rows.flatMap((row) => judge(context, own.known, row) ?? []),
    ...shown.rows.flatMap((row) => (isWithin(context, row) ? judge(context, shown.known, row) : undefined) ?? []),
  ];
  return findings.sort((a, b) =>
    SURENESS.indexOf(a.confidence) - SURENESS.indexOf(b.confidence) ||
    Number(packed.has(a.row.pathId)) - Number(packed.has(b.row.pathId)) || byPlace(a.row, b.row)
  );
}

function byPlace(a: SymbolRow, b: SymbolRow): number {
  return compareText(a.path, b.path) || a.lineStart - b.lineStart;
}

/** Private (0) or exported (1) symbols without edges, and everything looked up about all of them. */
function readCandidates(context: Context, pattern: string, filter: SearchFilter, exported: 0 | 1): { rows: Candidate[]; known: Known } {
  const { sql, values } = conditionsOf(pattern, filter);
  const graph = readUseGraph(context);
  const nodes = unusedNodes(graph, exported === 1 ? 0 : SymbolMark.private);
  const ids = JSON.stringify(nodes.map((node) => graph.ids[node]));
  const rows = prepare(context, candidates(exported) + sql).all({ ...values, ids, ref: context.ref.id }) as unknown as Candidate[];
  return {
    rows,
    known: {
      graph,
      isReached: reachedFrom(graph),
      dispatch: dispatchOf(context, graph),
      contracts: new Contracts(context),
      loose: countLoose(context, rows),
      byNameAlone: countByNameAlone(context, rows),
      leftOut: new LeftOut(context),
      twins: findTwins(context, rows),
      mentions: mentionsOfNames(context, rows.map((row) => row.name)),
      isReadSomewhere: findRead(context, rows),
    },
  };
}

/** Kinds of symbols that may own an object literal: the variable that holds it, the function that returns it. */
const OBJECTS: ReadonlySet<string> = new Set(["variable", "constant", "field", "function", "method", "module", "constructor"]);
const SURENESS = ["high", "medium", "low"];
const NEVER: number = SymbolMark.test | SymbolMark.module | SymbolMark.value | SymbolMark.type;

/**
 * Nodes outside of tests that nothing but themselves uses.
 * @param access `SymbolMark.private`, or 0 for exported symbols
 */
function unusedNodes({ ids, files, testFiles, marks, users: { starts, others } }: UseGraph, access: number): number[] {
  const found: number[] = [];
  for (let node = 0; node < ids.length; node++) {
    if ((marks[node]! & SymbolMark.private) !== access || (marks[node]! & NEVER) !== 0 || testFiles[files[node]!] === 1) continue;
    const [start, end] = [starts[node]!, starts[node + 1]!];
    if (start === end || (end === start + 1 && others[start] === node)) found.push(node);
  }
  return found;
}

function reachedFrom({ files, paths, users: { starts, others }, nodeOf }: UseGraph): (row: SymbolRow) => boolean {
  const reached = new Uint8Array(paths.length);
  for (let node = 0; node < files.length; node++) {
    for (let i = starts[node]!; i < starts[node + 1]!; i++) if (files[others[i]!] !== files[node]) reached[files[node]!] = 1;
  }
  return ({ id }) => reached[files[nodeOf(id)]!] === 1;
}

/** @param ownerKind kind of the symbol it is in */
type Candidate = SymbolRow & { readonly ownerKind: string | null };

/** What is looked up for all candidates at once. */
interface Known {
  readonly graph: UseGraph;
  /** Whether another file uses anything in a symbol's file. */
  readonly isReached: (row: SymbolRow) => boolean;
  readonly dispatch: Dispatch;
  readonly contracts: Contracts;
  /** Unresolved sites that call a name, and those of them in macros, by language and name. */
  readonly loose: ReadonlyMap<string, { readonly n: number; readonly inMacros: number }>;
  /** Calls of a name resolved to the only method that has it, by language and name. */
  readonly byNameAlone: ReadonlyMap<string, number>;
  readonly mentions: Mentions;
  /** Whether a property may be read or set anywhere, by its name. */
  readonly isReadSomewhere: (row: SymbolRow) => boolean;
  readonly leftOut: LeftOut;
  /** Another symbol that stands for the same thing. */
  readonly twins: ReadonlyMap<number, { readonly path: string; readonly line: number }>;
}

function countLoose(context: Context, rows: readonly SymbolRow[]): Known["loose"] {
  const found = readRows<{ name: string; n: number; inMacros: number }>(context, LOOSE_SITES, namesOf(rows), context.ref.id);
  return new Map(found.map((one) => [one.name, one]));
}

function countByNameAlone(context: Context, rows: readonly SymbolRow[]): Known["byNameAlone"] {
  const found = readRows<{ name: string; n: number }>(context, BY_NAME_ALONE, namesOf(rows), context.ref.id);
  return new Map(found.map(({ name, n }) => [name, n]));
}

function namesOf(rows: readonly SymbolRow[]): string {
  return JSON.stringify([...new Set(rows.map((row) => row.name))]);
}

/** Reads the source once per language, and only for languages with properties among the rows. */
function findRead(context: Context, rows: readonly SymbolRow[]): Known["isReadSomewhere"] {
  const names = new Map<string, Set<string>>();
  const isMeant = (row: SymbolRow): boolean => isAccessor(row) || mayBeProperty(context, row);
  for (const row of rows) if (isMeant(row)) names.set(row.language, (names.get(row.language) ?? new Set()).add(row.name));
  const read = new Map([...names].map(([language, own]) => [language, namesRead(context, language, own)]));
  return (row) => isMeant(row) && read.get(row.language)?.has(row.name) === true;
}

function findTwins(context: Context, rows: readonly SymbolRow[]): Known["twins"] {
  const ids = JSON.stringify(rows.map((row) => row.id));
  return new Map(readRows<{ id: number; path: string; line: number }>(context, TWINS, ids, context.ref.id).map((twin) => [twin.id, twin]));
}

/** Whether a symbol is passed to a decorator, or has an attribute above it that leads somewhere. */
function isDecorated(context: Context, { id, flags, pathId, lineStart, nameLine }: SymbolRow): boolean {
  if ((flags & DefinitionFlag.passedOut) !== 0) return isPassedOut(context, flags, [id]);
  return nameLine > lineStart && readRow(context, DECORATED, context.ref.id, pathId, lineStart, nameLine) !== undefined;
}

/** Whether something uses it without an edge: a template, or a call of what it overrides or implements. */
function isUsed(context: Context, known: Known, row: Candidate): boolean {
  if (known.mentions.isNamed(row) || known.dispatch.hasCallers(known.graph.nodeOf(row.id))) return true;
  if (row.kind !== "method") return false;
  const owner = readOwner(context, row);
  return (owner !== 0 && known.contracts.of(owner).members.has(row.name)) || implementsTrait(context, row) || isMixedIn(context, row) ||
    callsByBases(context, row).length > 0;
}

/** Weighs what speaks for and against; undefined if something is known to use it. */
function judge(context: Context, known: Known, row: Candidate): Finding | undefined {
  const isShown = row.exported === 1;
  const evidence = ["no call", "no reference", isShown ? "exported by a private package" : "not exported"];
  const doubts: string[] = [];
  if (isUsed(context, known, row)) return undefined;
  const unread = known.mentions.unreadTemplate(row.language);
  if (unread !== "") doubts.push(`${unread} is too long to be read and may call it`);
  if (isDecorated(context, row)) doubts.push("decorated: what decorates it may call it");
  const owner = row.kind === "method" ? readOwner(context, row) : 0;
  const outside = owner === 0 ? undefined : known.contracts.of(owner).outside;
  if (outside !== undefined) doubts.push(`its type answers to ${outside}, which may call it`);
  if (row.kind === "method" && hasUnresolvedBase(context, row)) doubts.push(UNRESOLVED_BASE);
  const isOfObject = row.kind === "method" && OBJECTS.has(row.ownerKind ?? "");
  if (isOfObject) doubts.push("member of an object: code that has it may call it by a computed name");
  const twin = known.twins.get(row.id);
  if (twin !== undefined && !isAccessor(row)) doubts.push(`another version of it is at ${twin.path}:${twin.line}`);
  const sites = known.loose.get(`${row.language} ${row.name}`);
  // What a macro's body calls runs wherever the macro is used.
  if (sites !== undefined && sites.inMacros > 0) return undefined;
  const loose = sites?.n ?? 0;
  const passed = describePassedWhole(context, row, [row.id]);
  if (passed !== "") doubts.push(passed.slice(0, passed.lastIndexOf(":")));
  const reading = placesReading(context, row);
  if (reading !== "") doubts.push(`may be read at ${reading}`);
  const loading = placesLoading(context, row);
  if (loading !== "") doubts.push(`its module may be loaded at ${loading}`);
  const damage = placeInDamage(context, row.language, row.name);
  if (damage !== "") doubts.push(describeMayCall(context, damage));
  if (loose > 0) doubts.push(`${count(loose, "unresolved call")} of this name`);
  const byNameAlone = known.byNameAlone.get(`${row.language} ${row.name}`) ?? 0;
  if (byNameAlone > 0) doubts.push(`${count(byNameAlone, "call")} of this name resolved to another one by the name alone`);
  if (known.isReadSomewhere(row) || isReadAsParameter(context, row)) return undefined;
  if ((row.flags & implicit) !== 0) doubts.push("the language itself may run it");
  if (isAccessor(row)) doubts.push("read like a field: such reads are not all known");
  if ((row.flags & (conditional | inactive)) !== 0 || known.leftOut.has(row.pathId)) doubts.push("it is defined under a condition");
  if (row.kind === "function" && readRow(context, HOLDER, context.ref.id, row.pathId, row.name) !== undefined) {
    doubts.push("a variable of its name holds it: code that reads that may call it");
  }
  if (isShown && !known.isReached(row)) doubts.push("nothing of its file is used elsewhere: a framework may look for it by its name");
  if (readPackedFiles(context).ids.has(row.pathId)) doubts.push("it is in generated code, whose source is elsewhere");
  // Reads the source, so it runs only if nothing else speaks against it.
  const naming = doubts.length > 0 ? "" : placesNaming(context, { row, ids: [row.id], twins: [] });
  if (naming !== "") doubts.push(`named at ${naming}, in a macro or an attribute, which may call it`);
  if (loose === 0) evidence.push("no unresolved call of this name");
  return {
    row,
    confidence: doubts.length > 0 ? "low" : row.kind === "method" || isShown ? "medium" : "high",
    evidence: [...evidence, ...doubts],
  };
}
