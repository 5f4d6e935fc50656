/**
 * Paths through external code: a function passed to a package may be run by anything in that package that is called.
 *
 * Stage: query. Invariant: which function of the package runs it is unknown, so this creates no path; it only says that one may be missing.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { type Context, readRow, readRows } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { listed } from "../rows/listed.ts";
import { readUseGraph, turnRound } from "../rows/use_graph.ts";

/** Functions that code other than tests passes to something external that keeps them, each with the first place. */
const PASSED_OUTSIDE = `SELECT s.qualified_name AS name, min(p.path) AS path, e.source_line AS line,
    json_extract(e.properties, '$.given_to') AS taker FROM json_each(?) wanted
  CROSS JOIN symbol s ON s.id = wanted.value AND s.kind IN ('function', 'method')
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = s.id AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  CROSS JOIN symbol_version fv ON fv.symbol_id = e.from_symbol_id AND fv.file_version_id = rf.file_version_id AND (fv.flags & ?) = 0
  JOIN path p ON p.id = rf.path_id
  WHERE instr(e.properties, '"given_to"') > 0 AND instr(e.properties, '"runs":true') = 0 AND instr(e.properties, '"untold":true') = 0
  GROUP BY s.id ORDER BY wanted.key`;
/** The first call of something in a package. */
const CALLED = `SELECT n.text AS name, p.path AS path, e.source_line AS line FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value AND e.edge_type = 'calls' AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN name n ON n.id = e.to_name_id AND instr(n.text, ?) = 1
  JOIN path p ON p.id = rf.path_id ORDER BY wanted.key, e.source_line LIMIT 1`;
/** The most symbols that are visited. */
const MOST_REACHED = 30_000;
/** The most functions an answer names. */
const SHOWN = 3;

/** Rows of `symbol` that calls lead to from the given ones, which come first. */
export function reachedFrom(context: Context, from: readonly number[]): readonly number[] {
  const graph = readUseGraph(context);
  const callees = keep(context, "callees", () => turnRound(graph.users));
  const reached = new Set(graph.nodesOf(from));
  for (const node of reached) {
    if (reached.size > MOST_REACHED) break;
    for (let i = callees.starts[node]!; i < callees.starts[node + 1]!; i++) reached.add(callees.others[i]!);
  }
  return Array.from(reached, (node) => graph.ids[node]!);
}

/** Says which of `ids` a package may run, given that something in that package is called from `reached`; "" if none. */
export function describeRunsOutside(context: Context, reached: readonly number[], ids: readonly number[]): string {
  const values = [JSON.stringify(ids), context.ref.id, DefinitionFlag.test];
  const passed = readRows<Site & { taker: string }>(context, PASSED_OUTSIDE, ...values);
  if (passed.length === 0) return "";
  const own = JSON.stringify(reached);
  const called = new Map<string, Site | undefined>();
  const run = passed.filter(({ taker }) => {
    const within = packageIn(taker);
    if (!called.has(within)) called.set(within, readRow<Site>(context, CALLED, own, context.ref.id, `${within}.`));
    return called.get(within) !== undefined;
  });
  const first = run[0];
  if (first === undefined) return "";
  const call = called.get(packageIn(first.taker))!;
  const names = listed(run.map(({ name, path, line, taker }) => `${name} (passed to ${taker} at ${path}:${line})`), SHOWN);
  return `${names}: ${call.name}, outside, is called at ${call.path}:${call.line}, and code there may run what it received`;
}

interface Site {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** The package in a full name: everything before the first dot after the last slash. */
function packageIn(name: string): string {
  const start = name.lastIndexOf("/") + 1;
  const dot = name.indexOf(".", start);
  return dot < 0 ? name : name.slice(0, dot);
}
