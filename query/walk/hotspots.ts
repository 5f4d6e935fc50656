/**
 * The most depended-on symbols, by the number of calls.
 *
 * Stage: query. Invariants: only calls of this ref count, those from tests separately; packed and copied code is left out, since it is not
 * changed here.
 */
import { SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, prepare } from "../context.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import { FOUND_SYMBOL_FROM, SYMBOL_COLUMNS, type SymbolRow } from "../rows/symbol_row.ts";
import { readUseGraph, type UseGraph } from "../rows/use_graph.ts";

const SYMBOL = `SELECT ${SYMBOL_COLUMNS} ${FOUND_SYMBOL_FROM} WHERE s.id = ?`;

/** A definition and how often it is called, tests included. */
export interface Hotspot {
  readonly row: SymbolRow;
  readonly callers: number;
  readonly calls: number;
  readonly files: number;
  /** Calls from tests and test files. */
  readonly fromTests: number;
}

/** The `most` most called symbols, and all that tie with the last; those called only by tests are left out. */
export function findHotspots(context: Context, most: number): Hotspot[] {
  const graph = readUseGraph(context);
  const packed = readPackedFiles(context).paths;
  const counted: (Omit<Hotspot, "row"> & { readonly node: number })[] = [];
  for (let node = 0; node < graph.ids.length; node++) {
    if (graph.users.starts[node] === graph.users.starts[node + 1] || (graph.marks[node]! & SymbolMark.test) !== 0) continue;
    if (packed.has(graph.paths[graph.files[node]!]!)) continue;
    const counts = countUse(graph, node);
    if (counts.fromTests < counts.calls) counted.push({ ...counts, node });
  }
  counted.sort((a, b) => b.callers - a.callers || b.calls - a.calls);
  const last = counted[most - 1];
  const wanted = counted.filter((one, i) => i < most || (one.callers === last!.callers && one.calls === last!.calls));
  return wanted.flatMap(({ node, ...counts }) => {
    const row = prepare(context, SYMBOL).get(context.ref.id, graph.ids[node]!) as unknown as SymbolRow | undefined;
    return row === undefined ? [] : [{ row, ...counts }];
  });
}

function countUse({ users, files, testFiles, marks }: UseGraph, node: number): Omit<Hotspot, "row"> {
  const counts = { callers: 0, calls: 0, files: 0, fromTests: 0 };
  let file = -1;
  // Users in the same file are adjacent.
  for (let i = users.starts[node]!; i < users.starts[node + 1]!; i++) {
    if (users.calls[i] === 0) continue;
    const own = files[users.others[i]!]!;
    counts.callers++;
    counts.calls += users.calls[i]!;
    if (own !== file) counts.files++;
    if (testFiles[own] === 1 || (marks[users.others[i]!]! & SymbolMark.test) !== 0) counts.fromTests += users.calls[i]!;
    file = own;
  }
  return counts;
}
