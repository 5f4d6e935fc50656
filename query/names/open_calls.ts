/**
 * Unresolved calls of a name: what a renamed or deleted symbol leaves behind.
 *
 * Stage: query. Invariant: calls that may mean something known (candidates, what a variable holds) do not count.
 */
import { type Context, readRows } from "../context.ts";
import { count } from "../render/style.ts";
import { codeBeforeTests } from "../rows/test_files.ts";

const OPEN = `SELECT p.path AS path, e.source_line AS line FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE n.text = ? AND e.edge_type = 'calls' AND e.external = 0 AND e.candidates = '' AND e.rule <> 'variable'
  ORDER BY p.path, e.source_line, e.source_column`;
/** The most places listed. */
const SHOWN = 5;

/** The number of such calls, and the first places, code before tests. */
export interface OpenCalls {
  readonly count: number;
  readonly first: readonly string[];
}

/** Unresolved calls of a name; undefined if there are none. */
export function findOpenCalls(context: Context, name: string): OpenCalls | undefined {
  const all = readRows<{ path: string; line: number }>(context, OPEN, context.ref.id, name);
  if (all.length === 0) return undefined;
  all.sort(codeBeforeTests(context));
  return { count: all.length, first: all.slice(0, SHOWN).map(({ path, line }) => `${path}:${line}`) };
}

/** The same in words, to append to a sentence; "" if there are none. */
export function describeOpenCalls(open: OpenCalls | undefined): string {
  if (open === undefined) return "";
  const more = open.count > open.first.length ? ` and ${open.count - open.first.length} more` : "";
  return `; ${count(open.count, "call")} of this name ${open.count === 1 ? "leads" : "lead"} nowhere: ${open.first.join(", ")}${more}`;
}
