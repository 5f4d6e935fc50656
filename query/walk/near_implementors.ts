/**
 * Types that nearly implement an interface: they have all that it asks for but little, or say that they implement it and lack something.
 *
 * Stage: query. Invariants: names are compared, of members own and inherited; what embeds or extends something outside may have the rest, and is no
 * such type; nor is what others are to implement themselves.
 */
import { compareText } from "../../core/base/lists.ts";
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readList, readRow, readRows } from "../context.ts";
import { readHeads, scopedNameOf, type SymbolRow } from "../rows/symbol_row.ts";

/** Types that are told by their members alone. */
const SHAPES: ReadonlySet<string> = new Set(["interface", "protocol"]);
/** What a type builds on in the repository, at any distance, itself among them. */
const ABOVE = `WITH RECURSIVE given (ref) AS (SELECT ?), above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0 AND e.rule <> 'structural'
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = (SELECT ref FROM given))
  SELECT json_group_array(id) AS list FROM above`;
/** Whether any of these types builds on something outside whose members are not known. */
const FROM_OUTSIDE = `SELECT 1 FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value
    AND e.edge_type = 'extends' AND e.to_symbol_id = 0 AND (e.rule <> 'embedded' OR instr(e.properties, '"members":"unknown"') > 0)
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? LIMIT 1`;
const NO_BODY = DefinitionFlag.abstract | DefinitionFlag.bodiless;
/** What types have to have: methods without a body, of an interface all; with their signatures. An overload has none, what it stands for may have one. */
const ASKED = `SELECT DISTINCT s.name AS name, sv.signature AS signature FROM json_each(?) wanted CROSS JOIN symbol t ON t.id = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id
  JOIN symbol s ON s.id = sv.symbol_id AND s.kind = 'method'
  WHERE t.kind IN ('interface', 'protocol') OR (sv.flags & ${NO_BODY}) <> 0 AND NOT EXISTS (SELECT 1 FROM symbol o
    CROSS JOIN symbol_version ov ON ov.file_version_id = rf.file_version_id AND ov.symbol_id = o.id AND (ov.flags & ${NO_BODY}) = 0
    WHERE o.name = s.name AND o.path_id = s.path_id AND ov.parent_id = t.id)`;
/** Who has methods of these names itself. */
const BEARERS = `WITH borne AS (SELECT s.id AS id, s.name AS name, sv.parent_id AS parent FROM json_each(?) wanted
    CROSS JOIN symbol s INDEXED BY symbol_by_name ON s.name = wanted.value AND s.language = ? AND s.kind = 'method'
    CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
    CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id)
  SELECT coalesce((SELECT e.from_symbol_id FROM edge e INDEXED BY edge_reverse
      CROSS JOIN ref_file o ON o.resolution_id = e.resolution_id AND o.ref_id = ?
      WHERE e.to_symbol_id = borne.id AND e.edge_type = 'contains' LIMIT 1), borne.parent) AS type, borne.name AS name FROM borne`;
/** Who builds on these types, and on which. */
const BELOW = `SELECT DISTINCT e.from_symbol_id AS id, e.to_symbol_id AS base, e.rule AS rule
  FROM json_each(?) wanted CROSS JOIN edge e INDEXED BY edge_reverse
    ON e.to_symbol_id = wanted.value AND e.edge_type IN ('extends', 'implements') AND e.rule <> 'structural'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`;
/** Who says to implement these. What an attribute of a type says for it, where types do not say it themselves (Rust), the attribute also writes. */
const DECLARED = `SELECT DISTINCT e.from_symbol_id AS id FROM json_each(?) wanted CROSS JOIN symbol t ON t.id = wanted.value
  CROSS JOIN edge e INDEXED BY edge_reverse
    ON e.to_symbol_id = t.id AND e.edge_type IN ('extends', 'implements') AND e.rule = 'declared'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  LEFT JOIN symbol_version sv ON t.kind = 'trait' AND sv.file_version_id = rf.file_version_id AND sv.symbol_id = e.from_symbol_id
    AND e.source_line BETWEEN sv.line_start AND sv.line_end
  WHERE sv.symbol_id IS NULL`;
/** Those of these that are types, and not for others to implement. */
const CONCRETE = `SELECT s.id AS id FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.kind IN ('class', 'struct', 'enum', 'type_alias') AND (sv.flags & ${DefinitionFlag.abstract}) = 0`;
/** An interface of which a type has fewer names tells nothing of it. */
const LEAST_SHARED = 2;
/** Of one that asks for fewer, many types have all but one by chance. */
const LEAST_TOLD = 4;
/** One in so many of its names a type may lack. */
const SHARE_LACKED = 10;
const MOST_LEVELS = 8;

interface Below {
  readonly id: number;
  readonly base: number;
  readonly rule: string;
}
/** A type and the names that it lacks. */
export interface NearImplementor {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly lacks: readonly string[];
}

/** Names of methods by the type that has them, itself or from a base. */
type Held = Map<number, Set<string>>;

/**
 * See the head of this file: those that say it and those that lack least first.
 * @param contract an interface, protocol, trait or abstract class
 * @param fresh how many names may be so new that no type has them yet
 */
export function nearImplementors(context: Context, contract: SymbolRow, fresh = 0): NearImplementor[] {
  const { ref } = context;
  // What the bases of a class ask for it may have done itself.
  const above = new Set(SHAPES.has(contract.kind) ? readList<number>(context, ABOVE, ref.id, contract.id) : [contract.id]);
  const rowsAsked = readRows<{ name: string; signature: string }>(context, ASKED, JSON.stringify([...above]), ref.id);
  // Of overloads each has a signature of its own.
  const asked = [...new Set(rowsAsked.filter(({ name, signature }) => !signature.includes(`${name}?`)).map(({ name }) => name))];
  if (asked.length === 0) return [];
  const held: Held = new Map();
  const rows = readRows<{ type: number; name: string }>(context, BEARERS, JSON.stringify(asked), contract.language, ref.id, ref.id);
  for (const { type, name } of rows) held.set(type, (held.get(type) ?? new Set()).add(name));
  inherit(context, held, above);
  const declaring = readDeclaring(context, contract.id);
  const most = SHAPES.has(contract.kind) ? Math.max(fresh, asked.length < LEAST_TOLD ? 0 : 1, Math.floor(asked.length / SHARE_LACKED)) : 0;
  const isNear = (id: number): boolean => {
    const count = held.get(id)?.size ?? 0;
    return count < asked.length && (declaring.has(id) || (count >= LEAST_SHARED && asked.length - count <= most));
  };
  const ids = JSON.stringify([...new Set([...held.keys(), ...declaring])].filter(isNear));
  const near = readRows<{ id: number }>(context, CONCRETE, ids, ref.id).map(({ id }) => id).filter((id) => !isOpen(context, id, above));
  const heads = readHeads(context, near);
  return near.map((id) => {
    const [head, has] = [heads.get(id)!, held.get(id)];
    const lacks = asked.filter((name) => has?.has(name) !== true);
    return { name: scopedNameOf(context, head), path: head.path, line: head.nameLine, lacks };
  }).sort((a, b) => a.lacks.length - b.lacks.length || compareText(a.path, b.path) || a.line - b.line);
}

/** Adds to those who build on a type what it has: of what is asked for itself those alone that embed it. */
function inherit(context: Context, held: Held, asking: ReadonlySet<number>): void {
  let level = [...held.keys()];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const next = new Set<number>();
    for (const { id, base, rule } of readRows<Below>(context, BELOW, JSON.stringify(level), context.ref.id)) {
      if (asking.has(base) && rule !== "embedded") continue;
      const own = held.get(id) ?? new Set<string>();
      const before = own.size;
      for (const name of held.get(base)!) own.add(name);
      held.set(id, own);
      if (own.size > before) next.add(id);
    }
    level = [...next];
  }
}

/** Types that say that they implement one, or extend one that does. */
function readDeclaring(context: Context, contract: number): ReadonlySet<number> {
  const found = new Set<number>();
  let level = [contract];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const rows = readRows<{ id: number }>(context, DECLARED, JSON.stringify(level), context.ref.id);
    level = rows.map(({ id }) => id).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return found;
}

/** Whether a type may have more than is seen, for it builds on something outside, and not only by what it is to implement. */
function isOpen(context: Context, type: number, asking: ReadonlySet<number>): boolean {
  const above = readList<number>(context, ABOVE, context.ref.id, type).filter((id) => !asking.has(id));
  return readRow(context, FROM_OUTSIDE, JSON.stringify(above), context.ref.id) !== undefined;
}
