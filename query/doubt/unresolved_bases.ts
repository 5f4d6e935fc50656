/**
 * Types with a trait or base that the index could not resolve: it may call their methods.
 *
 * Stage: query. Invariant: a base in the facts of a file without an edge in the index is one of these.
 */
import { DefinitionKind, listItems } from "../../core/facts.ts";
import { Op } from "../../core/facts/expressions.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { type Defining, readDefining } from "../rows/file_facts.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const BASES =
  `SELECT count(*) AS n FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type IN ('extends', 'implements')`;
const EXTENDED =
  `SELECT 1 FROM edge e INDEXED BY edge_forward CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.from_symbol_id = ? AND e.edge_type = 'extends' LIMIT 1`;
/** A type and all its bases. */
const ABOVE = `WITH RECURSIVE above (id) AS (SELECT ? UNION
    SELECT e.to_symbol_id FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id
      AND e.edge_type IN ('extends', 'implements') AND e.to_symbol_id <> 0
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = ?) SELECT id FROM above`;
/** Marks, in a class's signature, the interfaces after the base class. */
const FULFILS = /\simplements\s/;
const EXTENDS = /\sextends\s/;

/** Why a method of such a type may be called. */
export const UNRESOLVED_BASE = "its type has a base of which nothing is known, which may call it";

/** Whether a method is in a trait implementation: then it runs through the trait. */
export function implementsTrait(context: Context, method: SymbolRow): boolean {
  const around = readAround(context, method);
  if (around === undefined) return false;
  const { facts: { definitions }, definition } = around;
  return definitions.kind[definition] === DefinitionKind.impl && definitions.type[definition] !== 0;
}

/** Whether the type of a method has an unresolved base. */
export function hasUnresolvedBase(context: Context, method: SymbolRow): boolean {
  const around = readAround(context, method);
  return around !== undefined && method.parent !== null && isUnresolved(context, around, method.parent);
}

/** Whether a type (row of `symbol`), or one of its bases, has an unresolved base. */
export function isBelowUnresolved(context: Context, type: number): boolean {
  return readRows<{ id: number }>(context, ABOVE, type, context.ref.id).some(({ id }) => {
    const row = readSymbol(context, id);
    if (row === undefined) return false;
    // An interface runs nothing; of classes there is one base at most.
    if (FULFILS.test(row.signature)) {
      return EXTENDS.test(row.signature) && readRow(context, EXTENDED, context.ref.id, id) === undefined;
    }
    const defining = readDefining(context, row);
    return defining !== undefined && isUnresolved(context, defining, id);
  });
}

/** The definition that a method stands in. */
function readAround(context: Context, method: SymbolRow): Defining | undefined {
  const own = readDefining(context, method);
  return own === undefined ? undefined : { facts: own.facts, definition: own.facts.definitions.parent[own.definition]! };
}

/** Whether more bases are written for a type (row of `symbol`) than there are edges. */
function isUnresolved(context: Context, { facts, definition }: Defining, type: number): boolean {
  const { expressions, definitions } = facts;
  const written = listItems(facts, definitions.supertypes[definition]!).filter((base) => expressions.op[base] !== Op.builtin);
  return written.length > 0 && readRow<{ n: number }>(context, BASES, context.ref.id, type)!.n < written.length;
}
