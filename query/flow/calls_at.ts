/**
 * The call edges that are asked for while a value is followed.
 *
 * Stage: query.
 */
import { type Context, readRows } from "../context.ts";
import { readRedefining } from "../rows/candidates.ts";

const TARGETS = `SELECT e.to_symbol_id AS target, e.candidates AS candidates, e.rule AS rule
  FROM path p CROSS JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.source_line = ? AND e.source_column = ? AND e.edge_type = 'calls' WHERE p.path = ?`;
/** Calls of elements of a list with a given name in a file. */
const OF_ELEMENT = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column" FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.edge_type = 'calls' AND e.external = 0
    AND e.rule = 'variable'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id AND p.path = ?
  JOIN name t ON t.id = e.text_id WHERE n.text = ? AND t.text GLOB '*' || n.text || '[[]*]' ORDER BY e.source_line, e.source_column`;
/** Calls of a function. */
const CALLING = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column" FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE e.to_symbol_id = ? AND e.edge_type = 'calls' ORDER BY p.path, e.source_line, e.source_column LIMIT ?`;
/** A place in the source; line and column count from 1. */
export interface FlowPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** What a call may call. */
export interface CallTargets {
  /** Whether one target is known; else `ids` are candidates. */
  readonly isKnown: boolean;
  /** Symbols, with the methods that redefine them. */
  readonly ids: readonly number[];
  readonly rule: string;
}

/** What the calls at a place may call; nothing where the target is matched by name alone: it is unknown who receives the arguments. */
export function readTargets(context: Context, { path, line, column }: FlowPlace): CallTargets[] {
  const rows = readRows<{ target: number; candidates: string; rule: string }>(context, TARGETS, context.ref.id, line, column, path);
  return rows.map(({ target, candidates, rule }) => {
    if (rule === "ambiguous") return { isKnown: false, ids: [], rule };
    const named = candidates === "" ? [] : JSON.parse(candidates) as number[];
    const ids = target === 0 ? named : [target, ...named];
    return { isKnown: target !== 0, ids: [...new Set(ids.flatMap((id) => [id, ...readRedefining(context, id)]))], rule };
  });
}

/** The calls of elements of the list called `list` in a file. */
export function readElementCalls(context: Context, path: string, list: string): FlowPlace[] {
  return readRows<FlowPlace>(context, OF_ELEMENT, context.ref.id, path, list).map(({ line, column }) => ({ path, line, column }));
}

/** The first `most` calls of a function (a row of `symbol`). */
export function readCalls(context: Context, id: number, most: number): readonly FlowPlace[] {
  return readRows<FlowPlace>(context, CALLING, context.ref.id, id, most);
}
