/**
 * Interfaces that a method's type satisfies without declaring it: in a language with structural types, a value of the type may be passed
 * wherever the interface is expected, and a call of the interface's method then runs this one.
 *
 * Stage: query. Only member names are compared: a type that lacks one of an interface's names does not satisfy it; one that has them all
 * may. Invariant: interfaces whose method this one is known to override are not repeated here, for their calls are shown as possible ones.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { readOwner } from "../rows/own_members.ts";
import { listed } from "../rows/listed.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readRedefined } from "./possible_callers.ts";

/** Members of interfaces that have a given name and are called, each with its first call. */
const CALLED = `SELECT m.id AS member, sv.parent_id AS owner, o.name AS name, rf.file_version_id AS version,
    (SELECT p.path || ':' || e.source_line FROM edge e INDEXED BY edge_reverse
      CROSS JOIN ref_file ef ON ef.resolution_id = e.resolution_id AND ef.ref_id = ? JOIN path p ON p.id = ef.path_id
      WHERE e.to_symbol_id = m.id AND e.edge_type = 'calls' ORDER BY p.path, e.source_line LIMIT 1) AS place
  FROM symbol m INDEXED BY symbol_by_name CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = m.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = m.id
  JOIN symbol o ON o.id = sv.parent_id AND o.kind = 'interface'
  WHERE m.name = ? AND m.language = ? AND m.kind IN ('method', 'field') AND place IS NOT NULL ORDER BY place, m.id`;
const ASKED = `SELECT s.name AS name, sv.signature AS signature FROM symbol_version sv JOIN symbol s ON s.id = sv.symbol_id
  WHERE sv.file_version_id = ? AND sv.parent_id = ?`;
/** Names of the members of a type and of those it inherits. */
const OWN = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type = 'extends' AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT DISTINCT s.name AS name FROM above CROSS JOIN symbol t ON t.id = above.id CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id JOIN symbol s ON s.id = sv.symbol_id`;
/** External bases, whose members are unknown. */
const OUTER_BASE = `SELECT n.text AS name FROM edge e INDEXED BY edge_forward
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ? JOIN name n ON n.id = e.to_name_id
  WHERE e.from_symbol_id = ? AND e.edge_type = 'extends' AND e.to_symbol_id = 0`;
/** Whether a type embeds, at any depth, something external whose members are unknown. */
const EMBEDS_OUTSIDE = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type = 'extends' AND e.rule = 'embedded' AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?)
  SELECT 1 FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id AND e.edge_type = 'extends'
    AND e.to_symbol_id = 0 AND e.rule = 'embedded' AND instr(e.properties, '"members":"unknown"') > 0
  CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ? LIMIT 1`;
const STATIC = /^(?:(?:public|protected|private|async|override) )*static /;
/** The most interfaces an answer names. */
const SHOWN = 2;

interface CalledMember {
  readonly member: number;
  readonly owner: number;
  readonly name: string;
  readonly version: number;
  readonly place: string;
}

/**
 * Says which calls through undeclared interfaces may run a method; "" if there are none.
 * @param ids rows of `symbol`: the method and its twins
 */
export function describeFitting(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const { embedsMembers, fitsUnnamed } = context.rulesOf(row.language);
  if (embedsMembers === true) return describeEmbedding(context, row, ids);
  if (fitsUnnamed !== true || STATIC.test(row.signature)) return "";
  const called = readRows<CalledMember>(context, CALLED, context.ref.id, context.ref.id, row.name, row.language);
  if (called.length === 0) return "";
  const redefined = new Set(readRedefined(context, ids));
  const owner = readOwner(context, row);
  const own = new Set(readRows<{ name: string }>(context, OWN, owner, context.ref.id, context.ref.id).map(({ name }) => name));
  const isOpen = readRows(context, OUTER_BASE, context.ref.id, owner).length > 0;
  const fitted = called.filter((one) => one.owner !== owner && !redefined.has(one.member) && (isOpen || fits(context, one, own)));
  if (fitted.length === 0) return "";
  const named = listed(fitted.map(({ name, place }) => `${name} (called at ${place})`), SHOWN);
  return `its type fits ${named} without declaring it: where a value of it is passed as one, calls of ${row.name} there run it`;
}

/** The same for a type that may get the interface's other methods from an embedded external type. */
function describeEmbedding(context: Context, row: SymbolRow, ids: readonly number[]): string {
  const [owner, { id: ref }] = [readOwner(context, row), context.ref];
  if (row.exported === 0 || readRow(context, EMBEDS_OUTSIDE, owner, ref, ref) === undefined) return "";
  const redefined = new Set(readRedefined(context, ids));
  const taken = arityOf(row);
  const fitted = readRows<CalledMember>(context, CALLED, ref, ref, row.name, row.language)
    .filter((one) => one.owner !== owner && !redefined.has(one.member) && readSymbolArity(context, one.member) === taken);
  if (fitted.length === 0) return "";
  const named = listed(fitted.map(({ name, place }) => `${name} (called at ${place})`), SHOWN);
  return `its type embeds something outside and may fit ${named}: where a value of it is passed as one, calls of ${row.name} there run it`;
}

function readSymbolArity(context: Context, id: number): number {
  const row = readSymbol(context, id);
  return row === undefined ? -1 : arityOf(row);
}

/** The number of parameters in a method's signature. */
function arityOf({ name, signature }: SymbolRow): number {
  const start = signature.indexOf(`${name}(`) + name.length + 1;
  let [depth, count] = [0, signature[start] === ")" ? 0 : 1];
  for (let at = start; at < signature.length && depth >= 0; at++) {
    const char = signature[at]!;
    if (char === "(" || char === "[" || char === "{") depth++;
    else if (char === ")" || char === "]" || char === "}") depth--;
    else if (char === "," && depth === 0) count++;
  }
  return count;
}

/** Whether a type with members of these names has everything that an interface requires. */
function fits(context: Context, { version, owner }: CalledMember, own: ReadonlySet<string>): boolean {
  const asked = readRows<{ name: string; signature: string }>(context, ASKED, version, owner);
  return asked.every(({ name, signature }) => own.has(name) || signature.replace(/^readonly /, "").startsWith(`${name}?`));
}
