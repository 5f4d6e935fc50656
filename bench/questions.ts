/**
 * How long questions take in process, on a repository that is indexed: `deno run -A bench/questions.ts DIR [--db DIR] [--count N]`.
 *
 * Prints milliseconds for each tool over symbols spread from the most called to the never called: median, 95th of a hundred, longest;
 * and the bytes of both forms. The look for changes on disk comes before each question and is timed apart.
 */
import { parseArgs } from "node:util";
import { indexDirectory } from "../engine.ts";
import { loadLanguageTable } from "../language_table.ts";
import { ask } from "../query/ask.ts";
import { readRows } from "../query/context.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { symbolIdOf } from "../query/symbol_row.ts";
import { openRepository } from "../workspace/open_repository.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { db: { type: "string" }, count: { type: "string", default: "200" } },
});
const repository = openRepository({
  directory: positionals[0] ?? ".",
  database: values.db,
  audience: "agent",
  anyRepository: true,
  patience: { first: Infinity, update: Infinity },
  index: (wish, onProgress) => indexDirectory(wish, onProgress),
  languages: loadLanguageTable,
});
const { context, state, place } = await repository.prepare(undefined, undefined, true);
if (context === undefined) throw new Error("no index");
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
const ready = { prepare: () => Promise.resolve({ place, context, state }) };
const print = (line: string): void => {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
};

function spread(ms: number[]): string {
  ms.sort((a, b) => a - b);
  const at = (share: number): string => ms[Math.min(ms.length - 1, Math.floor(share * ms.length))]!.toFixed(2).padStart(8);
  return `median ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)} ms`;
}

async function measure(label: string, name: string, paramsOf: (row: Row) => Record<string, unknown>): Promise<void> {
  const tool = TOOLS.find((one) => one.name === name)!;
  const times: number[] = [];
  let [structured, text, most] = [0, 0, 0];
  for (const row of picked) {
    const start = performance.now();
    const reply = await ask(ready, tool, paramsOf(row), COMPACT);
    times.push(performance.now() - start);
    if (reply.isError && reply.error?.code !== "ambiguous_symbol") throw reply.error;
    const bytes = JSON.stringify(reply.structured).length;
    structured += bytes;
    text += reply.text.length;
    most = Math.max(most, bytes, reply.text.length);
  }
  print(
    `${label.padEnd(34)} ${spread(times)}   bytes: json ${Math.round(structured / count)}, text ${Math.round(text / count)}, most ${most}`,
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
await measure("search_nodes *part*", "search_nodes", (row) => ({ name_pattern: `*${row.name.slice(1, 5)}*` }));
await measure("query_file_symbols", "query_file_symbols", (row) => ({ file_path: row.path }));
const ids = picked.slice(0, 5).map((row) => symbolIdOf({ ...context, ref: { ...context.ref } }, row));
const cold: number[] = [];
for (const id of ids) {
  // Handles of another process are not remembered here: pushed out by many others.
  for (let i = 0; i < 20_001; i++) symbolIdOf(context, { id: i, stableId: "0", lineStart: i });
  const start = performance.now();
  await ask(ready, TOOLS.find((one) => one.name === "get_callers")!, { function_name: id }, COMPACT);
  cold.push(performance.now() - start);
}
print(`${"get_callers by unseen symbol_id".padEnd(34)} ${spread(cold)}`);
const wrong: number[] = [];
for (let i = 0; i < 5; i++) {
  const start = performance.now();
  await ask(ready, TOOLS.find((one) => one.name === "get_callers")!, { function_name: `no_such_name_${i}` }, COMPACT);
  wrong.push(performance.now() - start);
}
print(`${"an unknown name".padEnd(34)} ${spread(wrong)}`);
repository.close();
