/**
 * How long questions take in process, on a repository that is indexed: `deno run -A bench/questions.ts DIR [--db DIR] [--count N]`.
 *
 * Prints milliseconds for each tool over symbols spread from the most called to the never called: median, 95th of a hundred, longest;
 * and the bytes of both forms. The look for changes on disk comes before each question and is timed apart.
 */
import { parseArgs } from "node:util";
import { ask } from "../query/ask.ts";
import { readRows } from "../query/context.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { symbolIdOf } from "../query/rows/symbol_row.ts";
import { toolNamed } from "../query/tool.ts";
import { openIndex } from "./open_index.ts";
import { valueAt } from "./sample.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { db: { type: "string" }, count: { type: "string", default: "200" } },
});
const { repository, context, state, workspace } = await openIndex(positionals[0] ?? ".", values.db, "agent");
type Row = { id: number; stableId: string; lineStart: number; path: string; name: string; n: number };
const rows = readRows<Row>(
  context,
  `SELECT s.id AS id, s.stable_id AS stableId, sv.line_start AS lineStart, p.path AS path, s.name AS name,
     (SELECT count(*) FROM edge e WHERE e.to_symbol_id = s.id) AS n
   FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
   JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ? AND s.kind IN ('function', 'method') ORDER BY n DESC, s.stable_id`,
  context.ref.id,
);
const count = Math.min(Number(values.count), rows.length);
const picked = Array.from({ length: count }, (_, i) => rows[i < 20 ? i : Math.floor((i / count) ** 2 * rows.length)]!);
const ready = { prepare: () => Promise.resolve({ workspace, context, state }), glance: () => Promise.resolve(state) };
const print = (line: string): void => {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
};

function spread(ms: readonly number[]): string {
  const at = (share: number): string => valueAt(ms, share).toFixed(2).padStart(8);
  return `median ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)} ms`;
}

/** A name as typed in a hurry: two letters in the middle are swapped. */
function swapLetters(name: string): string {
  const at = Math.max(0, Math.floor(name.length / 2) - 1);
  return name.slice(0, at) + name.slice(at, at + 2).split("").reverse().join("") + name.slice(at + 2);
}

/** @param most the maximum number of times it is asked. */
async function measure(label: string, name: string, paramsOf: (row: Row) => Record<string, unknown>, most = Infinity): Promise<void> {
  const tool = toolNamed(TOOLS, name);
  const times: number[] = [];
  const asked = picked.slice(0, most);
  let [structured, text, longest] = [0, 0, 0];
  for (const row of asked) {
    const start = performance.now();
    const reply = await ask(ready, tool, paramsOf(row), COMPACT);
    times.push(performance.now() - start);
    if (reply.isError && reply.error?.code !== "ambiguous_symbol") throw reply.error;
    const bytes = JSON.stringify(reply.structured).length;
    structured += bytes;
    text += reply.text.length;
    longest = Math.max(longest, bytes, reply.text.length);
  }
  print(
    `${label.padEnd(34)} ${spread(times)}   bytes: json ${Math.round(structured / asked.length)}, text ${
      Math.round(text / asked.length)
    }, most ${longest}`,
  );
}

print(`${rows.length} functions; ${count} asked`);
const checks: number[] = [];
for (let i = 0; i < 10; i++) {
  const start = performance.now();
  await repository.prepare(undefined, undefined, true);
  checks.push(performance.now() - start);
}
print(`${"look for changes".padEnd(34)} ${spread(checks)}`);
const place_ = (row: Row): string => `${row.path}:${row.lineStart}`;
await measure("get_callers by place", "get_callers", (row) => ({ function_name: place_(row) }));
await measure("get_callers by name", "get_callers", (row) => ({ function_name: row.name }));
await measure("get_callers by stable id", "get_callers", (row) => ({ function_name: row.stableId }));
await measure("get_callees", "get_callees", (row) => ({ function_name: row.stableId }));
await measure("get_call_graph depth 1", "get_call_graph", (row) => ({ symbol_name: row.stableId }));
await measure("get_call_graph depth 2", "get_call_graph", (row) => ({ symbol_name: row.stableId, depth: 2 }));
await measure("get_impact", "get_impact", (row) => ({ symbol_name: row.stableId }));
await measure(
  "call_chain depth 5",
  "call_chain",
  (row) => ({ from_func: picked[(picked.indexOf(row) * 7) % count]!.stableId, to_func: row.stableId }),
);
/** The first word of a name: brackets of one that is computed (`[Symbol.iterator]`) mean something in a pattern. */
const wordOf = (name: string): string => /\w+/.exec(name)?.[0] ?? "x";
await measure("search_nodes exact", "search_nodes", (row) => ({ name_pattern: row.name }));
await measure("search_nodes *part*", "search_nodes", (row) => ({ name_pattern: `*${wordOf(row.name).slice(1, 5)}*` }));
await measure("search_nodes *x", "search_nodes", (row) => ({ name_pattern: `*${wordOf(row.name).at(-1)}` }));
await measure("search_nodes with a slip", "search_nodes", (row) => ({ name_pattern: swapLetters(wordOf(row.name)) }));
await measure("query_file_symbols", "query_file_symbols", (row) => ({ file_path: row.path }));
await measure("query_node_edges of a function", "query_node_edges", (row) => ({ node_identifier: row.stableId }));
await measure("query_node_edges of a file", "query_node_edges", (row) => ({ node_identifier: row.path }));
const contracts = readRows<{ name: string }>(
  context,
  `SELECT DISTINCT s.name AS name FROM symbol s JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id = ?
   WHERE s.kind IN ('interface', 'trait', 'protocol') ORDER BY s.name`,
  context.ref.id,
);
if (contracts.length > 0) {
  await measure("query_interface_implementors", "query_interface_implementors", (row) => ({
    name_pattern: contracts[picked.indexOf(row) % contracts.length]!.name.replace(/[*?[]/g, "?"),
  }));
  await measure("query_interface_implementors *", "query_interface_implementors", () => ({ name_pattern: "*" }));
}
await measure("call_graph_stats hotspots", "call_graph_stats", () => ({ hotspots: true }), 10);
await measure("call_graph_stats cycles", "call_graph_stats", () => ({ cycles: true }), 10);
await measure("search_nodes unused", "search_nodes", () => ({ name_pattern: "*", unused: true }), 5);
await measure("search_nodes untested", "search_nodes", () => ({ name_pattern: "*", untested: true }), 5);
const ids = picked.slice(0, 5).map((row) => symbolIdOf({ ...context, ref: { ...context.ref } }, row));
const cold: number[] = [];
for (const id of ids) {
  // Handles of another process are not remembered here: pushed out by many others.
  for (let i = 0; i < 20_001; i++) symbolIdOf(context, { id: i, stableId: "0", lineStart: i });
  const start = performance.now();
  await ask(ready, toolNamed(TOOLS, "get_callers"), { function_name: id }, COMPACT);
  cold.push(performance.now() - start);
}
print(`${"get_callers by unseen symbol_id".padEnd(34)} ${spread(cold)}`);
const wrong: number[] = [];
for (let i = 0; i < 5; i++) {
  const start = performance.now();
  await ask(ready, toolNamed(TOOLS, "get_callers"), { function_name: `no_such_name_${i}` }, COMPACT);
  wrong.push(performance.now() - start);
}
print(`${"an unknown name".padEnd(34)} ${spread(wrong)}`);
repository.close();
