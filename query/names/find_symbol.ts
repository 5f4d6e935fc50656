/**
 * Finds symbols of a ref by names as people and agents write them: the only place where names are looked up.
 *
 * Stage: query. Forms: `load`, `Job.go`, `app.io.load`, `app/io.py:load`, `io.py:load`, `app/io.py:12`, `app/io.py:12:5`, a `symbol_id`, a
 * `symbol_stable_id`, and what compilers and test runners print (`<Job as Runs>::go`, `tests/test_io.py::test_load`); if nothing else has
 * the name, that of a module (`app.io`). Invariants: an answer is never about another symbol than the one asked for; if several may be
 * meant, all are returned, best first; if none, the error lists the nearest.
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
/** Keys and quoted names may contain characters that separate names elsewhere. */
const BY_QUALIFIED_NAME =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.qualified_name = ? AND s.kind <> 'module' ORDER BY p.path, sv.line_start, sv.name_column`;
/** Symbols whose name or body is on a line, in source order; few even in a long file. */
const AT_LINE = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ?
  AND (sv.name_line = ? OR (sv.line_start <= ? AND sv.line_end >= ?)) ORDER BY sv.line_start, sv.name_column, s.id`;
const MODULES_NAMED = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.qualified_name = ? AND s.kind = 'module'`;
const MODULE =
  `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE p.path = ? AND s.kind = 'module' ORDER BY sv.line_start, sv.name_column, s.id`;

/** One meaning of a name. */
export interface Match {
  readonly row: SymbolRow;
  /** Rows of `symbol`: the symbol and its twins. */
  readonly ids: readonly number[];
  /** The same symbol elsewhere: overloads without a body, versions under another build condition. */
  readonly twins: readonly SymbolRow[];
}

/** Between a type and a member assigned to it; no part of a name, unless a symbol's name contains it. */
const PROTOTYPE = ".prototype.";

/** The most candidates listed in an error. */
const CANDIDATES_SHOWN = 10;
/** The most other symbols with the name that a note lists. */
const OTHERS_SHOWN = 3;

function only(row: SymbolRow): Match {
  return { row, ids: [row.id], twins: [] };
}

/**
 * All symbols that `written` may mean, best first, at least one.
 * @param path restricts to this file, given in any form of a path
 * @throws CallgroveError symbol_not_found, file_not_found, workspace_not_allowed, invalid_input
 */
export function findSymbols(context: Context, written: string, path?: string): Match[] {
  const name = nameAsked(context, written);
  if (name === "" || name.includes("\0")) {
    throw new CallgroveError("invalid_input", `Cannot look up ${JSON.stringify(written)}: it is not a name`, {
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

/** Like `nameWritten`, but keeps trailing parentheses that are part of a symbol's name (`{ "rgb(0)": paint }`). */
function nameAsked(context: Context, written: string): string {
  const whole = written.trim();
  return /[^(]\)$/.test(whole) && findByName(context, whole).length > 0 ? whole : nameWritten(context, written);
}

/** Strips from a name what people, compilers and test runners add to it. */
export function nameWritten(workspace: Pick<Workspace, "extensions">, written: string): string {
  return atFile(workspace, asDefined(asNamed(written)));
}

/**
 * Like `findSymbols`, but empty if nothing has the name.
 * @throws CallgroveError workspace_not_allowed, invalid_input
 */
export function findAnySymbols(context: Context, written: string): Match[] {
  try {
    return findSymbols(context, written);
  } catch (thrown) {
    if (saysUnknown(thrown)) return [];
    throw thrown;
  }
}

/** Whether an error says that nothing has the name, or that the file given with it does not exist. */
export function saysUnknown(thrown: unknown): thrown is CallgroveError {
  return thrown instanceof CallgroveError && (thrown.code === "symbol_not_found" || thrown.code === "file_not_found");
}

/**
 * Prefers the top-level symbol where a name is given with its file, as it has no longer name there; the methods with the name are mentioned
 * in a note.
 * @param wanted the name; undefined if it is given without a file
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

/** What a name without a definition stands for: an alias of something, or a member that a type inherits. */
export function findElsewhere(context: Context, wanted: string, inside?: ReadonlySet<string>): readonly SymbolRow[] {
  const renamed = findRenamed(context, wanted, (name) => readNamed(context, name), inside);
  const whole = plainName(wanted);
  const name = lastOfPlain(whole);
  if (renamed.length > 0 || name === whole || readNamed(context, name).length === 0) return renamed;
  const owner = whole.slice(0, -name.length - 1);
  const direct = findByName(context, owner).filter((row) => inside === undefined || inside.has(row.path));
  const owners = direct.length > 0 ? direct : findRenamed(context, owner, (one) => readNamed(context, one), inside);
  const found = findInherited(context, owners, name);
  // Overloads share one sentence.
  for (const { qualifiedName, path } of found) {
    noteName(context, `${wanted} ${qualifiedName} ${path}`, `${wanted} is inherited: it is ${qualifiedName} (${path})`);
  }
  return found;
}

/**
 * Splits `path:name` into files and name; undefined if there is no colon. As paths may contain colons, the longest existing path is taken.
 */
function splitAtFile(context: Context, name: string): { readonly files: readonly string[]; readonly name: string } | undefined {
  const colons = [...name.matchAll(/(?<!:):(?!:)/g)].map((match) => match.index);
  if (colons.length === 0) return undefined;
  for (const at of colons.toReversed()) {
    const files = findFiles(context, name.slice(0, at));
    if (files.length > 0) return { files, name: name.slice(at + 1) };
  }
  // No prefix is a file: this throws the error about the path.
  return { files: requireFiles(context, name.slice(0, colons[0])), name: "" };
}

/**
 * The one symbol that `written` means.
 * @throws CallgroveError ambiguous_symbol, and those of `findSymbols`
 */
export function findOneSymbol(context: Context, written: string, path?: string): Match {
  const matches = findSymbols(context, written, path);
  if (matches.length > 1) throw ambiguous(context, written, matches);
  return matches[0]!;
}

/** A meaning of a name, with everything needed to ask for it. */
interface Candidate {
  readonly symbol_stable_id: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The error for a name with several meanings, listed best first. */
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
 * Refuses a route, which is no symbol, naming the symbols that serve it.
 * @throws CallgroveError symbol_not_found if `name` is a route, or begins with an HTTP method and can be nothing else
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

/**
 * The error for a name with several meanings of any kind.
 * @param more additional data of the error
 */
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
  // Finding it hashes all symbols, and suggestions after an error ask for it repeatedly.
  const id = remembered(context, `hashed ${handle}`, () => findHashed(context, handle));
  return id === undefined ? undefined : readSymbol(context, id);
}

/** The definition whose name is at a place, else the innermost one around it. */
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

/**
 * The error for a line that a file does not have.
 * @param file the file, if `written` is an abbreviation of its path
 */
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

/** The module of the only file whose path ends with a file name. */
function moduleOfEnd(context: Context, name: string): Match | undefined {
  return context.extensions.some((ending) => name.endsWith(ending)) && findFiles(context, name).length > 0
    ? moduleOf(context, name)
    : undefined;
}

/** The module with that name; undefined if several files share it, as in a Go package. */
function moduleNamed(context: Context, name: string): Match | undefined {
  const rows = readRows<SymbolRow>(context, MODULES_NAMED, context.ref.id, name);
  return rows.length === 1 ? only(rows[0]!) : undefined;
}

/** @throws CallgroveError symbol_not_found for a folder, with a hint to search in it */
function refuseFolder(context: Context, name: string): void {
  const folder = name.replace(/\/+$/, "");
  const files = /[:*?]/.test(folder) ? [] : findFiles(context, folder);
  if (files.length === 0 || findNamedFiles(context, folder).length > 0) return;
  throw new CallgroveError("symbol_not_found", `Cannot find symbol "${name}": it is a folder, with ${count(files.length, "file")}`, {
    hint: "search_nodes (callgrove search) with it as file_path (--file) lists its symbols.",
    data: { symbol_name: name, ref: context.ref.name, folder },
  });
}

/** Rows whose qualified name equals `wanted`, else those whose qualified name ends with it at a name boundary. */
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
  // For a language whose qualified names omit modules an exact match is no better than another language's match by ending.
  const exactly = new Set(exact.map(({ language }) => language));
  const ending = [...exact, ...rows.filter((row) => !exactly.has(row.language) && endsWithName(plainName(row.qualifiedName), whole))];
  return ending.length > 0 ? ending : findPublic(context, whole, (name) => readNamed(context, name));
}

/**
 * Rows with a name. The last result is kept, because an answer, its error and its suggestions look up the same name, and thousands may have
 * it.
 */
export function readNamed(context: Context, name: string): readonly SymbolRow[] {
  const last = keep<{ name: string | undefined; rows: readonly SymbolRow[] }>(context, "named", () => ({ name: undefined, rows: [] }));
  if (last.name !== name) {
    last.rows = readRows<SymbolRow>(context, BY_NAME, context.ref.id, name);
    last.name = name;
  }
  return last.rows;
}

/**
 * The symbol that a row belongs to, with its twins: the overload with the body, or any if none has one (an interface's). A row of a getter
 * or setter, or of a version with its own body (for another platform), stands for itself.
 * @param written how the row was named; its place by default
 */
export function wholeOf(context: Context, row: SymbolRow, written = `${row.path}:${row.nameLine}`): Match {
  if (!isDeclared([row]) || isAccessor(row)) return only(row);
  const { main, group } = twinsOf(context, row);
  // Calls lead to each version under a condition, even if none has a body (`def load(): ...`).
  if ((main.flags & DefinitionFlag.bodiless) !== 0 && (row.flags & DefinitionFlag.conditional) !== 0) return only(row);
  if (main.id !== row.id) {
    const what = main.path === row.path ? "is an overload of" : "declares";
    noteName(context, `${written} ${main.id}`, `${written} ${what} ${main.qualifiedName} (${placeOf(main)}): the answer is for all of it`);
  }
  return matchOf(main, group);
}

/** All rows of the same symbol, and the one that calls lead to. */
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

/** One match per symbol: see `groupTwins`. */
function joinTwins(context: Context, rows: readonly SymbolRow[]): Match[] {
  return groupRows(context, rows).map((group) => matchOf(group.length === 1 ? group[0]! : chooseMain(context, group), group));
}

/** One match per symbol, with twins that are not among the rows given. */
function wholesOf(context: Context, rows: readonly SymbolRow[]): Match[] {
  return joinTwins(context, rows).map((one) => one.twins.length > 0 ? one : wholeOf(context, one.row));
}

/** The row that calls lead to: one with a body, included in an ordinary build. */
function chooseMain(context: Context, group: readonly SymbolRow[]): SymbolRow {
  const calls = countCalls(context, group.map((row) => row.id));
  const key = (row: SymbolRow): number =>
    ((row.flags & DefinitionFlag.bodiless) === 0 ? 2e9 : 0) + ((row.flags & DefinitionFlag.inactive) === 0 ? 1e9 : 0) + calls.get(row.id)!;
  return [...group].sort((a, b) => key(b) - key(a))[0]!;
}
