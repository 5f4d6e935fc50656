/**
 * Constructors that types inherit.
 *
 * Stage: query. Invariant: instantiating a type without a constructor of its own runs the inherited one, at any depth.
 */
import { type Context, readRow, readRows } from "../context.ts";

/** Whether a type has a constructor, in the file version of the row `r` of `ref_file`. */
const hasOwn = (type: string): string =>
  `EXISTS (SELECT 1 FROM symbol_version own JOIN symbol c ON c.id = own.symbol_id AND c.kind = 'constructor'
      WHERE own.file_version_id = r.file_version_id AND own.parent_id = ${type})`;
const HEIRS = `WITH RECURSIVE heir (id) AS (SELECT ? UNION SELECT o.from_symbol_id FROM heir
    CROSS JOIN edge o INDEXED BY edge_reverse ON o.to_symbol_id = heir.id AND o.edge_type = 'extends'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?
    WHERE NOT ${hasOwn("o.from_symbol_id")})
  SELECT id AS id FROM heir WHERE id <> ?`;
/** A type, and those above it up to the first with a constructor: `above`. Parameters: the ref, the type. */
const ABOVE = `WITH RECURSIVE given (ref, type) AS (SELECT ?, ?),
  above (id) AS (SELECT type FROM given UNION SELECT o.to_symbol_id FROM above
    CROSS JOIN edge o INDEXED BY edge_forward ON o.from_symbol_id = above.id AND o.edge_type = 'extends'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = (SELECT ref FROM given)
    WHERE o.to_symbol_id <> 0 AND NOT ${hasOwn("above.id")})`;
const BASES = `${ABOVE} SELECT id AS id FROM above WHERE id <> (SELECT type FROM given)`;
const INHERITED = `${ABOVE}
  SELECT c.id AS id FROM above CROSS JOIN symbol t ON t.id = above.id
  CROSS JOIN ref_file rf ON rf.ref_id = (SELECT ref FROM given) AND rf.path_id = t.path_id
  CROSS JOIN symbol_version own ON own.file_version_id = rf.file_version_id AND own.parent_id = t.id
  JOIN symbol c ON c.id = own.symbol_id AND c.kind = 'constructor' WHERE t.id <> (SELECT type FROM given)`;
const OWNER = `SELECT sv.parent_id AS id FROM symbol s CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.id = ? AND s.kind = 'constructor' AND sv.parent_id IS NOT NULL`;

/** Types that inherit the constructor of a type, as rows of `symbol`. */
export function readConstructorHeirs(context: Context, type: number): number[] {
  return readRows<{ id: number }>(context, HEIRS, type, context.ref.id, type).map(({ id }) => id);
}

/** Constructors that instantiating a type may run and that it inherits; empty if it has its own. */
export function readInheritedConstructors(context: Context, type: number): number[] {
  return readRows<{ id: number }>(context, INHERITED, context.ref.id, type).map(({ id }) => id);
}

/** Types from which a type inherits, or could inherit, its constructor; empty if it has its own. */
export function readConstructorBases(context: Context, type: number): number[] {
  return readRows<{ id: number }>(context, BASES, context.ref.id, type).map(({ id }) => id);
}

/** The types that constructors make: their own, and those that inherit them. */
export function readTypesMade(context: Context, constructors: readonly number[]): number[] {
  const own = constructors.map((id) => readMadeType(context, id)).filter((id) => id !== 0);
  return [...new Set(own.flatMap((type) => [type, ...readConstructorHeirs(context, type)]))];
}

/** The type that a constructor makes; 0 for anything else. */
export function readMadeType(context: Context, id: number): number {
  return readRow<{ id: number }>(context, OWNER, context.ref.id, id)?.id ?? 0;
}
