/**
 * Unresolved call sites of a symbol's name that may mean the symbol.
 *
 * Stage: query. Invariants: a site that can mean the symbol only if it was passed as a value counts only where it is passed somewhere; what
 * the possible calls already list is not repeated.
 */
import { folderOf } from "../../core/base/path_parts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { readPassedCalls } from "../flow/passed_places.ts";
import type { Match } from "../names/find_symbol.ts";
import { mayBeMore } from "../rows/more_candidates.ts";
import { HOLDER_KINDS, isClass } from "../rows/node_types.ts";
import { readOwner, readOwnMembers } from "../rows/own_members.ts";
import { packageOf } from "../rows/package_of.ts";
import { readStanding } from "../rows/standing.ts";
import { readSymbol } from "../rows/symbol_row.ts";
import { isLoaded, mayBeLoaded } from "./computed_loads.ts";
import { isOfObject } from "./passed_here.ts";
import { isInPassedModule } from "./passed_modules.ts";
import { callsByBases, readRedefined } from "./possible_callers.ts";
import { placeAt } from "../rows/listed.ts";

const UNRESOLVED = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", t.text AS text, e.candidates AS candidates,
    e.rule AS rule
  FROM name n CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id AND f.language = ?
  JOIN path p ON p.id = rf.path_id
  JOIN name t ON t.id = e.text_id
  WHERE n.text = ? AND e.edge_type = 'calls' AND e.external = 0
  ORDER BY p.path, e.source_line, e.source_column`;
const PASSED_AS_VALUE = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
/** Names of fields that hold one of some symbols: fields declared on the lines where these are passed as values. */
const FIELDS_HOLDING = `SELECT DISTINCT f.name AS name FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.name_line = e.source_line
  JOIN symbol f ON f.id = sv.symbol_id AND f.kind = 'field' AND f.name <> ?`;
/** Calls resolved to a method only because its name is unique. */
const BY_NAME_ALONE = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", t.text AS text, '' AS candidates
  FROM symbol o CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = o.id AND e.edge_type = 'calls' AND e.rule = 'unique-name'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  JOIN name t ON t.id = e.text_id WHERE o.language = ? AND o.name = ? ORDER BY p.path, e.source_line, e.source_column`;
/** Objects of the platform, to which any script may add members. */
const OF_PLATFORM = /^\(?(?:window|globalThis|global|self|top|parent|this)\b[^.]*\.\w+$/;

/** An unresolved call site. */
export interface LooseSite {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

/** Unresolved calls of the symbol's name that may mean it: code before tests, likely ones first. */
export function readUnresolved(context: Context, match: Match): readonly LooseSite[] {
  return readLooseSites(context, match).loose;
}

/**
 * Unresolved calls of the symbol's name, without those whose candidates are other symbols: code before tests, those that have it among
 * their candidates first.
 * @returns `isHeld`: whether some call something that may hold it; these are among the possible calls (`possible_callers.ts`)
 */
export function readLooseSites(context: Context, match: Match): { readonly loose: readonly LooseSite[]; readonly isHeld: boolean } {
  const { kind, language, parent } = match.row;
  const owner = kind === "constructor"
    ? readRow<{ name: string }>(context, "SELECT name FROM symbol WHERE id = ?", parent ?? 0)?.name
    : undefined;
  const ofBases = new Set(
    [...callsByBases(context, match.row), ...readPassedCalls(context, match).calls].map((site) => placeAt(site.path, site)),
  );
  const undetermined = readUnknownMaking(context, match);
  const all = [...readNamed(context, match, owner ?? match.row.name), ...undetermined].filter((site) =>
    !ofBases.has(placeAt(site.path, site))
  );
  const home = all.length === 0 ? undefined : homeOf(context, match);
  const mayBeHeld = all.length > 0 &&
    ((kind === "method" && isOfObject(context, match)) || isPassedAsValue(context, match) || isLoaded(context, match.row));
  const rows: (LooseSite & { candidates: string; rule?: string })[] = all.filter((row) =>
    home?.isWithin(row.path) !== false &&
    (mayBeHeld || !isOfWhatIsHeld(context, row, match.row, owner ?? match.row.name))
  );
  // A call through a value has as candidates what the value may hold, not the value itself.
  const isValue = HOLDER_KINDS.has(kind);
  // An unknown object may be a module that was loaded by a computed name, or passed as a value.
  const isPassedOn = mayBeLoaded(context, match.row) || isInPassedModule(context, match.row);
  if (isPassedOn) {
    const bound = readRows<LooseSite & { candidates: string }>(context, BY_NAME_ALONE, context.ref.id, language, owner ?? match.row.name);
    for (const row of bound) rows.push(row);
  }
  // Calls of what holds the symbol or a property it overrides are among the possible calls already.
  const redefined = new Set(rows.some(({ candidates }) => candidates !== "") ? readRedefined(context, match.ids) : []);
  // Instantiating a class runs its constructor.
  const made = isClass(context, match.row) ? readOwnMembers(context, match.ids).filter((member) => member.kind === "constructor") : [];
  const ids = [...match.ids, ...made.map(({ id }) => id)];
  const own = new Set(ids);
  const holds = (row: { candidates: string; rule?: string }, any: ReadonlySet<number>): boolean =>
    row.rule === "variable" && idsIn(row.candidates).some((id) => any.has(id));
  const standingOf = readStanding(context);
  const rank = ({ path, candidates }: { path: string; candidates: string }): number => 2 * standingOf(path) + (candidates === "" ? 1 : 0);
  // A call that may be of what the symbol overrides may run the symbol.
  const meant = [...ids, ...redefined];
  const loose = rows.filter((row) =>
    !holds(row, own) && !holds(row, redefined) && !(kind === "field" && isOfOther(context, row, match.row.name)) &&
    (isValue || isPassedOn || row.candidates === "" || mayName(context, idsIn(row.candidates), meant))
  )
    .sort((a, b) => rank(a) - rank(b))
    .map(({ path, line, column, text }) => ({ path, line, column, text }));
  return { loose, isHeld: rows.some((row) => holds(row, own) && !holds(row, redefined)) };
}

/** Unresolved calls of the symbol's name, and of fields that hold it where it is among the candidates. */
function readNamed(context: Context, { ids, row }: Match, name: string): (LooseSite & { candidates: string; rule: string })[] {
  const read = (named: string) =>
    readRows<LooseSite & { candidates: string; rule: string }>(context, UNRESOLVED, context.ref.id, row.language, named);
  const fields = row.kind !== "method" && row.kind !== "function"
    ? []
    : readRows<{ name: string }>(context, FIELDS_HOLDING, JSON.stringify(ids), context.ref.id, name);
  const held = fields.flatMap((field) => read(field.name)).filter(({ candidates }) => mayName(context, idsIn(candidates), ids));
  return [...read(name), ...held];
}

/** Calls that make an instance of what nothing tells (`take(new(3))`): they bear a name of constructors that no code can write. */
function readUnknownMaking(context: Context, match: Match): (LooseSite & { candidates: string; rule: string })[] {
  const { kind, language } = match.row;
  const name = context.rulesOf(language).constructors?.[0] ?? "";
  const isMade = isClass(context, match.row) || kind === "struct" || kind === "constructor";
  return isMade && name.startsWith("<") ? readNamed(context, match, name) : [];
}

function idsIn(candidates: string): number[] {
  return candidates === "" ? [] : JSON.parse(candidates) as number[];
}

/** Whether a call is of a variable with the field's name, or of another type's field. */
function isOfOther(
  context: Context,
  { rule, text, candidates }: { readonly rule?: string; readonly text: string; readonly candidates: string },
  name: string,
): boolean {
  return rule === "variable" && (text === name || idsIn(candidates).some((id) => readSymbol(context, id)?.kind === "field"));
}

/**
 * Whether the symbol, or the class it constructs, is passed as a value. Always true for a member of a namespace, because not every use of a
 * namespace as a value is recorded.
 */
function isPassedAsValue(context: Context, { ids, row }: Match): boolean {
  if (readSymbol(context, readOwner(context, row))?.kind === "namespace") return true;
  const made = row.kind === "constructor" ? [readOwner(context, row)] : [];
  return readRow(context, PASSED_AS_VALUE, JSON.stringify([...ids, ...made]), context.ref.id) !== undefined;
}

/**
 * Whether an unresolved call can mean the symbol only if it was passed as a value: a call of a variable with its name, or of a field where values
 * have declared types, or of a member of a value where the symbol is a function or class, which only its module has as a member.
 */
function isOfWhatIsHeld(
  context: Context,
  { rule, text, candidates }: { readonly rule?: string; readonly text: string; readonly candidates: string },
  { kind, language }: Match["row"],
  name: string,
): boolean {
  const { macrosCall, passesModules, fieldsTakeFunctions } = context.rulesOf(language);
  if (rule === "variable" && fieldsTakeFunctions === true && !HOLDER_KINDS.has(kind)) return true;
  if (candidates !== "" || kind === "macro" || (kind !== "method" && macrosCall === true)) return false;
  if (rule === "variable" && text === name) return true;
  return kind !== "method" && passesModules === true && text.endsWith(`.${name}`) && !OF_PLATFORM.test(text);
}

const OVERRIDES = `SELECT 1 FROM json_each(?) own CROSS JOIN edge e INDEXED BY edge_forward
  ON e.from_symbol_id = own.value AND e.edge_type = 'overrides'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;

/**
 * The only place from which a symbol can be called by its name; undefined: anywhere. A method that overrides an interface's is called by
 * anyone who holds the interface, unless the name itself is private.
 */
function homeOf(context: Context, { row, ids }: Match): { readonly isWithin: (path: string) => boolean } | undefined {
  const { privateTo, hidesMembers } = context.rulesOf(row.language);
  if (privateTo === undefined || (row.kind !== "method" && row.kind !== "function")) return undefined;
  const owner = row.kind === "method" && hidesMembers === true ? readSymbol(context, readOwner(context, row)) : undefined;
  if (row.exported !== 0 && (owner === undefined || owner.exported !== 0)) return undefined;
  const isPrivateName = privateTo === "folder";
  if (!isPrivateName && row.kind === "method" && readRow(context, OVERRIDES, JSON.stringify(ids), context.ref.id) !== undefined) {
    return undefined;
  }
  const homeOfFile = (path: string): string => privateTo === "folder" ? folderOf(path) : packageOf(context, path);
  const own = homeOfFile(row.path);
  return { isWithin: (path) => homeOfFile(path) === own };
}

/** Whether a call may mean one of `ids`. */
function mayName(context: Context, candidates: readonly number[], ids: readonly number[]): boolean {
  return candidates.some((id) => ids.includes(id)) || mayBeMore(context, candidates);
}
