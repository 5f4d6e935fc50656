/**
 * Methods and constructors of a type, in its body and elsewhere.
 *
 * Stage: query. Invariant: a member counts wherever in the ref it is.
 */
import { type Context, prepare, readRow } from "../context.ts";
import type { SymbolRow } from "./symbol_row.ts";

const MEMBERS = `WITH type (id) AS (SELECT value FROM json_each(:types))
  SELECT sv.symbol_id AS id, s.kind AS kind FROM type CROSS JOIN symbol t ON t.id = type.id
  CROSS JOIN ref_file rf ON rf.ref_id = :ref AND rf.path_id = t.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id JOIN symbol s ON s.id = sv.symbol_id
  WHERE s.kind IN ('constructor', 'method')
  UNION
  SELECT s.id AS id, s.kind AS kind FROM type
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = type.id AND e.edge_type = 'contains'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = :ref
  JOIN symbol s ON s.id = e.to_symbol_id WHERE s.kind IN ('constructor', 'method') ORDER BY 1`;
const OWNER = `SELECT e.from_symbol_id AS id FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE e.to_symbol_id = ? AND e.edge_type = 'contains' LIMIT 1`;

/** A method or a constructor. */
export interface OwnMember {
  /** Row of `symbol`. */
  readonly id: number;
  readonly kind: "constructor" | "method";
}

/** Methods and constructors of types, given by their rows of `symbol`. */
export function readOwnMembers(context: Context, types: readonly number[]): OwnMember[] {
  return prepare(context, MEMBERS).all({ types: JSON.stringify(types), ref: context.ref.id }) as unknown as OwnMember[];
}

/** The symbol that a member belongs to, in any file; 0 if none. */
export function readOwner(context: Context, member: SymbolRow): number {
  return readRow<{ id: number }>(context, OWNER, context.ref.id, member.id)?.id ?? member.parent ?? 0;
}
