/**
 * From a name as people and agents write it to symbols of a ref: the only place where names are looked up.
 *
 * Stage: query. Forms: `load`, `Job.go`, `app.io.load`, `app/io.py:load`, `io.py:load`, `app/io.py:12`, `app/io.py:12:5`, a `symbol_id`,
 * a `symbol_stable_id`, and what compilers and test runners print (`<Job as Runs>::go`, `tests/test_io.py::test_load`); where nothing else has
 * the name, that of one module (`app.io`). Invariants: an answer is never about another symbol than the
 * one asked for; several that could be meant are all given, best first; none is an error that names the nearest.
 */
import { append } from "../../core/base/lists.ts";
import { CallgroveError } from "../../core/errors.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { isHandle, symbolId } from "../../core/facts/symbol_ids.ts";
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { type Context, readRows, type Workspace } from "../context.ts";
import { count } from "../render/style.ts";
import { countCalls } from "../rows/count_calls.ts";
import { keep, remembered } from "../rows/kept.ts";
import { packageOf } from "../rows/package_of.ts";
import { asDefined, asNamed, endsWithName, lastOfPlain, plainName } from "../rows/plain_name.ts";
import {
  isAccessor,
  isAtTop,
  placeOf,
  readStableId,
  readSymbol,
  recallSymbolId,
  SYMBOL_COLUMNS,
  SYMBOL_FROM,
  type SymbolRow,
} from "../rows/symbol_row.ts";
import { groupTwins, isDeclared, joinDeclarations } from "../rows/twins.ts";
import { findHashed } from "./find_hashed.ts";
import { findInherited } from "./inherited_names.ts";
import { atFile, findFiles, findNamedFiles, requireFiles } from "./paths.ts";
import { findPublic } from "./public_names.ts";
import { findRenamed, noteName } from "./reexports.ts";
import { CALLED, rankMatches } from "./rank_matches.ts";
import { meansRoutes, OWN_ROUTES, servingSymbols } from "./search_routes.ts";
import { symbolNotFound } from "./symbol_not_found.ts";

const BY_NAME = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.name = ? ORDER BY p.path, sv.line_start, sv.name_column`;
/** Keys and quoted names may hold what stands between names elsewhere. */
const BY_QUALIFIED_NAME =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.qualified_name = ? AND s.kind <> 'module' ORDER BY p.path, sv.line_start, sv.name_column`;
/** Symbols whose name or whose body is at a line, in the order of the source; of a long file few. */
const AT_LINE = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ?
  AND (sv.name_line = ? OR (sv.line_start <= ? AND sv.line_end >= ?)) ORDER BY sv.line_start, sv.name_column, s.id`;
const MODULES_NAMED = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.qualified_name = ? AND s.kind = 'module'`;
const MODULE =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? AND s.kind = 'module' ORDER BY sv.line_start, sv.name_column, s.id`;

/** One meaning of a name. */
export interface Match {
  readonly row: SymbolRow;
  /** Rows of `symbol`: itself and its twins. */
  readonly ids: readonly number[];
  /** The same symbol elsewhere: overloads without a body, versions under another build condition. */
  readonly twins: readonly SymbolRow[];
}

/** What stands between a type and what is put into it: no part of a name, unless something else bears it. */
const PROTOTYPE = ".prototype.";

/** Candidates that an error names. */
const CANDIDATES_SHOWN = 10;
/** Others of a name that are told. */
const OTHERS_SHOWN = 3;

function only(row: SymbolRow): Match {
  return { row, ids: [row.id], twins: [] };
}

/**
 * All symbols that `written` may mean, best first, at least one.
 * @param path only those of this file (any form of a path).
 * @throws CallgroveError symbol_not_found, file_not_found, workspace_not_allowed, invalid_input.
 */
export function findSymbols(context: Context, written: string, path?: string): Match[] {
  const name = nameAsked(context, written);
  if (name === "" || name.includes("\0")) {
    throw new CallgroveError("invalid_input", `Cannot look up ${JSON.stringify(written)}: it is no name`, {
      hint: "Give a name (load, Job.go, app.io.load), path:name, path:line or a symbol id.",
    });
  }
  const files = path === undefined ? undefined : new Set(requireFiles(context, path));
  const byHandle = isHandle(name) ? findByHandle(context, name) : undefined;
  if (byHandle !== undefined) return [wholeOf(context, byHandle, written)];
  const place = /^(.+?):(-?\d+)(?::(\d+))?$/.exec(name);
  if (place !== null && !place[1]!.endsWith(":")) return findAtPlace(context, place[1]!, Number(place[2]), Number(place[3] ?? 0));
  const parts = splitAtFile(context, name);
  const inside = parts === undefined ? files : new Set(parts.files);
  const wanted = parts?.name ?? name;
  const rows = findByName(context, wanted).filter((row) => inside === undefined || inside.has(row.path));
  const found = rows.length > 0
    ? joinTwins(context, takeTop(context, rows, inside === undefined ? undefined : wanted))
    : wholesOf(context, findElsewhere(context, wanted, inside));
  if (found.length > 0) return rankMatches(context, found);
  if (meansRoutes(name)) refuseRoute(context, name);
  const module = parts !== undefined || files !== undefined
    ? undefined
    : name.includes("/")
    ? moduleOf(context, name)
    : moduleNamed(context, name) ?? moduleOfEnd(context, name);
  if (module !== undefined) return [module];
  if (path === undefined) refuseFolder(context, name);
  throw symbolNotFound(context, { written, wanted, path }, (name) => findByName(context, name));
}

/** The same as `nameWritten`, unless a symbol bears the name with the brackets at its end (`{ "rgb(0)": paint }`). */
function nameAsked(context: Context, written: string): string {
  const whole = written.trim();
  return /[^(]\)$/.test(whole) && findByName(context, whole).length > 0 ? whole : nameWritten(context, written);
}

/** A name without what people, compilers and test runners write with it that belongs to no name. */
export function nameWritten(workspace: Pick<Workspace, "extensions">, written: string): string {
  return atFile(workspace, asDefined(asNamed(written)));
}

/** What `findSymbols` gives; none where nothing bears the name. @throws CallgroveError workspace_not_allowed, invalid_input. */
export function findAnySymbols(context: Context, written: string): Match[] {
  try {
    return findSymbols(context, written);
  } catch (thrown) {
    if (saysUnknown(thrown)) return [];
    throw thrown;
  }
}

/** Whether an error says that nothing bears the name that was written, or that the file written with it is none. */
export function saysUnknown(thrown: unknown): thrown is CallgroveError {
  return thrown instanceof CallgroveError && (thrown.code === "symbol_not_found" || thrown.code === "file_not_found");
}

/**
 * Of what bears a name in a file that is named with it: what stands at the top, as that has no longer name there. Methods of the name are told.
 * @param wanted the name; undefined: no file is named with it
 */
function takeTop(context: Context, rows: readonly SymbolRow[], wanted: string | undefined): readonly SymbolRow[] {
  if (wanted === undefined || rows.length < 2 || lastOfPlain(plainName(wanted)) !== plainName(wanted)) return rows;
  const top = rows.filter((row) => CALLED.has(row.kind) && isAtTop(context, row));
  const others = rows.filter((row) => CALLED.has(row.kind) && !top.includes(row));
  if (top.length === 0 || others.length === 0) return rows;
  const places = others.slice(0, OTHERS_SHOWN).map((row) => `${row.qualifiedName} at ${placeOf(row)}`);
  const more = others.length > places.length ? ` and ${others.length - places.length} more` : "";
  noteName(context, `${wanted} at the top`, `${wanted} is the one at the top of its file; there is also ${places.join(", ")}${more}`);
  return top;
}

/** What a name that is not defined stands for: another name of something, or a member that a type has from a base. */
export function findElsewhere(context: Context, wanted: string, inside?: ReadonlySet<string>): readonly SymbolRow[] {
  const renamed = findRenamed(context, wanted, (name) => readNamed(context, name), inside);
  const whole = plainName(wanted);
  const name = lastOfPlain(whole);
  if (renamed.length > 0 || name === whole || readNamed(context, name).length === 0) return renamed;
  const owner = whole.slice(0, -name.length - 1);
  const direct = findByName(context, owner).filter((row) => inside === undefined || inside.has(row.path));
  const owners = direct.length > 0 ? direct : findRenamed(context, owner, (one) => readNamed(context, one), inside);
  const found = findInherited(context, owners, name);
  // Of overloads one sentence says it.
  for (const { qualifiedName, path } of found) {
    noteName(context, `${wanted} ${qualifiedName} ${path}`, `${wanted} is inherited: it is ${qualifiedName} (${path})`);
  }
  return found;
}

/** Files and the name in them, as `path:name` says; undefined where no colon parts them. The path is the longest that is one: it may hold colons. */
function splitAtFile(context: Context, name: string): { readonly files: readonly string[]; readonly name: string } | undefined {
  const colons = [...name.matchAll(/(?<!:):(?!:)/g)].map((match) => match.index);
  if (colons.length === 0) return undefined;
  for (const at of colons.toReversed()) {
    const files = findFiles(context, name.slice(0, at));
    if (files.length > 0) return { files, name: name.slice(at + 1) };
  }
  // Of no file: says what is wrong with the path.
  return { files: requireFiles(context, name.slice(0, colons[0])), name: "" };
}

/**
 * The one symbol that `written` means.
 * @throws CallgroveError ambiguous_symbol besides those of `findSymbols`.
 */
export function findOneSymbol(context: Context, written: string, path?: string): Match {
  const matches = findSymbols(context, written, path);
  if (matches.length > 1) throw ambiguous(context, written, matches);
  return matches[0]!;
}

/** A meaning of a name, with what can be given back for it. */
interface Candidate {
  readonly symbol_stable_id: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The error for a name with too many meanings, best first. */
export function ambiguous(context: Context, written: string, matches: readonly Match[]): CallgroveError {
  const candidates = matches.map(({ row }) => candidateOf(row));
  const hint = "Ask again with one of the candidates: its path:line, its full name or its symbol_stable_id.";
  return ambiguityOf(written, candidates, hint, { ref: context.ref.name });
}

function candidateOf(row: SymbolRow): Candidate {
  const { stableId: symbol_stable_id, qualifiedName: name, kind, path, nameLine: line, nameColumn: column } = row;
  return { symbol_stable_id, name, kind, path, line, column };
}

/**
 * A route is no symbol: who serves it is.
 * @throws CallgroveError symbol_not_found with these, where it is one; and where it can be nothing else, for it begins with a method.
 */
function refuseRoute(context: Context, name: string): void {
  const serving = servingSymbols(context, name);
  if (serving.length === 0 && name.startsWith("/")) return;
  if (serving.length === 0) {
    throw new CallgroveError("symbol_not_found", `Cannot find symbol "${name}": no function is known to serve this HTTP route`, {
      hint: `${OWN_ROUTES[0]!.toUpperCase()}${
        OWN_ROUTES.slice(1)
      }. search_nodes (callgrove search) with node_type route lists those that are known.`,
      data: { symbol_name: name, ref: context.ref.name },
    });
  }
  throw new CallgroveError("symbol_not_found", `Cannot find symbol "${name}": it is an HTTP route`, {
    hint: "Ask for the function that serves it.",
    data: {
      symbol_name: name,
      is_route: true,
      ref: context.ref.name,
      did_you_mean: serving.slice(0, CANDIDATES_SHOWN).map(({ qualifiedName }) => qualifiedName),
      candidates: serving.slice(0, CANDIDATES_SHOWN).map(candidateOf),
    },
  });
}

/** The error for a name that several bear, whatever these are. @param more what the error's data says besides */
export function ambiguityOf(
  written: string,
  candidates: readonly Candidate[],
  hint: string,
  more: Readonly<Record<string, unknown>>,
): CallgroveError {
  const files = new Set(candidates.map(({ path }) => path)).size;
  return new CallgroveError(
    "ambiguous_symbol",
    `Cannot resolve symbol "${written}": ${candidates.length} candidates in ${count(files, "file")}`,
    {
      hint,
      data: { symbol_name: written, ...more, candidate_count: candidates.length, candidates: candidates.slice(0, CANDIDATES_SHOWN) },
    },
  );
}

function findByHandle(context: Context, handle: string): SymbolRow | undefined {
  const stable = readStableId(context, handle);
  if (stable !== undefined) return stable;
  const fits = (row: Pick<SymbolRow, "stableId" | "lineStart">): boolean =>
    symbolId(context.ref.name, row.stableId, row.lineStart) === handle;
  const recalled = recallSymbolId(handle);
  const row = recalled === undefined ? undefined : readSymbol(context, recalled);
  if (row !== undefined && fits(row)) return row;
  // All symbols are hashed for it, and what is suggested after an error asks for it again and again.
  const id = remembered(context, `hashed ${handle}`, () => findHashed(context, handle));
  return id === undefined ? undefined : readSymbol(context, id);
}

/** The definition whose name stands at the place, else the innermost one around it. */
function findAtPlace(context: Context, path: string, line: number, column: number): Match[] {
  const files = requireFiles(context, path);
  const found: Match[] = [];
  for (const file of files) {
    const rows = readRows<SymbolRow>(context, AT_LINE, context.ref.id, file, line, line, line);
    const named = rows.filter((row) => row.nameLine === line && row.kind !== "module");
    const exact = named.filter((row) => column >= row.nameColumn && column < row.nameColumn + row.name.length);
    const called = named.filter((row) => CALLED.has(row.kind));
    const meant = exact.length > 0 ? exact : called.length > 0 ? called : named;
    if (meant.length > 0) append(found, wholesOf(context, meant));
    else {
      const around = rows.filter((row) => CALLED.has(row.kind) || row.kind === "module");
      around.sort((a, b) => b.lineStart - a.lineStart || a.lineEnd - b.lineEnd || (a.kind === "module" ? 1 : -1));
      if (around.length > 0) found.push(wholeOf(context, around[0]!));
    }
  }
  if (found.length > 0) return found;
  throw lineNotFound(context, path, line, files[0]);
}

/** The error for a line that a file does not have. @param file whose path was written */
export function lineNotFound(context: Context, written: string, line: number, file = written): CallgroveError {
  const why = line < 1 ? "lines count from 1" : "the file ends before it";
  return new CallgroveError("symbol_not_found", `Cannot find a symbol at "${written}:${line}": ${why}`, {
    hint: `List its symbols: callgrove symbols ${file}`,
    data: { symbol_name: `${written}:${line}`, ref: context.ref.name },
  });
}

function moduleOf(context: Context, path: string): Match | undefined {
  requireFiles(context, path);
  const files = findNamedFiles(context, path);
  const row = files.length === 1 ? readRows<SymbolRow>(context, MODULE, context.ref.id, files[0]!)[0] : undefined;
  return row === undefined ? undefined : only(row);
}

/** The module of the one file whose path ends with what is written as a file's name. */
function moduleOfEnd(context: Context, name: string): Match | undefined {
  return context.extensions.some((ending) => name.endsWith(ending)) && findFiles(context, name).length > 0
    ? moduleOf(context, name)
    : undefined;
}

/** The module of that name; none where several files bear it, as those of a Go package do. */
function moduleNamed(context: Context, name: string): Match | undefined {
  const rows = readRows<SymbolRow>(context, MODULES_NAMED, context.ref.id, name);
  return rows.length === 1 ? only(rows[0]!) : undefined;
}

/** @throws CallgroveError symbol_not_found for a folder, which is no symbol: what stands in it is. */
function refuseFolder(context: Context, name: string): void {
  const folder = name.replace(/\/+$/, "");
  const files = /[:*?]/.test(folder) ? [] : findFiles(context, folder);
  if (files.length === 0 || findNamedFiles(context, folder).length > 0) return;
  throw new CallgroveError("symbol_not_found", `Cannot find symbol "${name}": it is a folder, with ${count(files.length, "file")}`, {
    hint: "What stands in it is told by search_nodes (callgrove search) with it as file_path (--file).",
    data: { symbol_name: name, ref: context.ref.name, folder },
  });
}

/** Rows whose qualified name is `wanted`, or else ends with it at the border of a name. */
function findByName(context: Context, wanted: string): readonly SymbolRow[] {
  const whole = plainName(wanted);
  const parts = findByParts(context, wanted, whole);
  const rows = parts.length > 0 ? parts : readRows<SymbolRow>(context, BY_QUALIFIED_NAME, context.ref.id, wanted);
  return rows.length > 0 || !whole.includes(PROTOTYPE) ? rows : findByName(context, whole.replaceAll(PROTOTYPE, "."));
}

function findByParts(context: Context, wanted: string, whole: string): readonly SymbolRow[] {
  const last = wanted === MODULE_NAME ? MODULE_NAME : lastOfPlain(whole);
  const rows = readNamed(context, last);
  if (whole === last) return rows;
  const exact = rows.filter((row) => plainName(row.qualifiedName) === whole);
  // A language whose modules are no part of names has the whole name sooner than others, whose names are meant as well.
  const exactly = new Set(exact.map(({ language }) => language));
  const ending = [...exact, ...rows.filter((row) => !exactly.has(row.language) && endsWithName(plainName(row.qualifiedName), whole))];
  return ending.length > 0 ? ending : findPublic(context, whole, (name) => readNamed(context, name));
}

/** Rows of a name. Those of the last one stay: an answer, its error and what it suggests look the same name up, and thousands may bear it. */
export function readNamed(context: Context, name: string): readonly SymbolRow[] {
  const last = keep<{ name: string | undefined; rows: readonly SymbolRow[] }>(context, "named", () => ({ name: undefined, rows: [] }));
  if (last.name !== name) {
    last.rows = readRows<SymbolRow>(context, BY_NAME, context.ref.id, name);
    last.name = name;
  }
  return last.rows;
}

/**
 * The symbol that a row stands for: calls lead to the one of its overloads that has the body, or to any where none has (an interface's). What sets
 * a property and what reads it are told apart by whoever names one of them, and so are versions with bodies of their own (for another platform).
 * @param written how the row was named, its place else
 */
export function wholeOf(context: Context, row: SymbolRow, written = `${row.path}:${row.nameLine}`): Match {
  if (!isDeclared([row]) || isAccessor(row)) return only(row);
  const { main, group } = twinsOf(context, row);
  // Of what stands under conditions calls lead to each, also where none has a body (`def load(): ...`).
  if ((main.flags & DefinitionFlag.bodiless) !== 0 && (row.flags & DefinitionFlag.conditional) !== 0) return only(row);
  if (main.id !== row.id) {
    const what = main.path === row.path ? "is an overload of" : "declares";
    noteName(context, `${written} ${main.id}`, `${written} ${what} ${main.qualifiedName} (${placeOf(main)}): the answer is for all of it`);
  }
  return matchOf(main, group);
}

/** What stands for the same symbol as a row, and which of that calls lead to. */
export function twinsOf(context: Context, row: SymbolRow): { readonly main: SymbolRow; readonly group: readonly SymbolRow[] } {
  const rows = readRows<SymbolRow>(context, BY_QUALIFIED_NAME, context.ref.id, row.qualifiedName);
  const group = groupRows(context, rows).find((one) => one.some(({ id }) => id === row.id)) ?? [row];
  return { main: group.length === 1 ? group[0]! : chooseMain(context, group), group };
}

function groupRows(context: Context, rows: readonly SymbolRow[]): SymbolRow[][] {
  const packageOfRow = (row: SymbolRow): string => packageOf(context, row.path);
  return joinDeclarations(groupTwins(rows, packageOfRow), packageOfRow);
}

function matchOf(row: SymbolRow, group: readonly SymbolRow[]): Match {
  const twins = group.filter(({ id }) => id !== row.id);
  return { row, ids: [row.id, ...twins.map(({ id }) => id)], twins };
}

/** One match a symbol: see `groupTwins`. */
function joinTwins(context: Context, rows: readonly SymbolRow[]): Match[] {
  return groupRows(context, rows).map((group) => matchOf(group.length === 1 ? group[0]! : chooseMain(context, group), group));
}

/** One match a symbol, with what stands for the same beyond the rows given. */
function wholesOf(context: Context, rows: readonly SymbolRow[]): Match[] {
  return joinTwins(context, rows).map((one) => one.twins.length > 0 ? one : wholeOf(context, one.row));
}

/** The one with a body that an ordinary build holds, which is the one that calls lead to. */
function chooseMain(context: Context, group: readonly SymbolRow[]): SymbolRow {
  const calls = countCalls(context, group.map((row) => row.id));
  const key = (row: SymbolRow): number =>
    ((row.flags & DefinitionFlag.bodiless) === 0 ? 2e9 : 0) + ((row.flags & DefinitionFlag.inactive) === 0 ? 1e9 : 0) + calls.get(row.id)!;
  return [...group].sort((a, b) => key(b) - key(a))[0]!;
}
