/**
 * The server as a client feels it: over stdio, with the index there.
 *
 *     deno run -A bench/serving/run.ts [CORPUS…] [--count N]
 *
 * For each corpus: from the start of the process to `tools/list`, memory when idle (a moment after the start, and after the questions), and
 * the time of questions from the line that is written to the line that comes back: the very first, then median and 95th of two hundred,
 * over symbols spread from the most called to the never called. The look for changes on disk, which precedes each answer, is in it, git's
 * run included; CPU is the processor time a question, mean. Beside each figure is that of a bare echo through a pipe, which shows how busy
 * the machine is. Prints Markdown.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readFileSync } from "node:fs";
import { readRows } from "../../query/context.ts";
import { RawServer } from "../../tests/support/raw_server.ts";
import { findCache } from "../cache.ts";
import { chooseCorpora, type Corpus } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { valueAt } from "../sample.ts";
import { openCorpus } from "../truth_view.ts";

const STANDARD = ["tokio", "prometheus", "sqlalchemy"];
const COUNTS =
  `SELECT (SELECT sum(fv.symbols) FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id WHERE rf.ref_id = ?) AS symbols,
  (SELECT count(*) FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id WHERE rf.ref_id = ?) AS edges`;
const ASKED = `SELECT s.stable_id AS id, (SELECT count(*) FROM edge e WHERE e.to_symbol_id = s.id) AS n
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  WHERE rf.ref_id = ? AND s.kind IN ('function', 'method') ORDER BY n DESC, s.stable_id`;
const QUESTIONS: readonly (readonly [string, (id: string) => Record<string, unknown>])[] = [
  ["get_call_graph", (symbol_name) => ({ symbol_name, depth: 2 })],
  ["get_callers", (function_name) => ({ function_name })],
  ["get_impact", (symbol_name) => ({ symbol_name })],
];

function spread(ms: readonly number[]): [string, string] {
  return [valueAt(ms, 0.5).toFixed(1), valueAt(ms, 0.95).toFixed(1)];
}

/** A running server has had a moment to itself before it is asked; an agent's tools are listed long before its first question, ms. */
const MOMENT_MS = 1500;

/** Resident memory of a process, MB. */
function memoryOf(pid: number): string {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return line === null ? "-" : (Number(line[1]) / 1024).toFixed(0);
}

/** Processor time that a process has used, ms, all its threads and git's runs that have ended. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ").map(Number);
  return (fields[11]! + fields[12]! + fields[13]! + fields[14]!) * 10;
}

/** 95th of a hundred for a line through `cat` and back, ms. */
async function measureEcho(): Promise<string> {
  const child = new Deno.Command("cat", { stdin: "piped", stdout: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  const times: number[] = [];
  for (let i = 0; i < 100; i++) {
    const start = performance.now();
    await writer.write(new Uint8Array([10]));
    await reader.read();
    times.push(performance.now() - start);
  }
  await writer.close();
  reader.releaseLock();
  await child.stdout.cancel();
  await child.status;
  return spread(times)[1];
}

async function measureStart(folder: string, database: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const server = new RawServer(folder, ["--db", database]);
    await server.initialize();
    await server.request("tools/list");
    times.push(performance.now() - start);
    await server.end();
  }
  return Math.min(...times);
}

async function measure(corpus: Corpus, count: number): Promise<string> {
  const folder = await fetchCorpus(corpus);
  const { repository, context } = await openCorpus(corpus, folder);
  const { symbols, edges } = readRows<{ symbols: number; edges: number }>(context, COUNTS, context.ref.id, context.ref.id)[0]!;
  const rows = readRows<{ id: string }>(context, ASKED, context.ref.id);
  repository.close();
  const picked = Array.from({ length: count }, (_, i) => rows[i < 20 ? i : Math.floor((i / count) ** 2 * rows.length)]!.id);
  const database = join(Deno.env.get("CALLGROVE_BENCH_INDEX") ?? join(findCache(), "index"), corpus.name);
  const start = await measureStart(folder, database);
  await using server = new RawServer(folder, ["--db", database]);
  await server.initialize();
  await new Promise((done) => setTimeout(done, MOMENT_MS));
  const idle = memoryOf(server.pid);
  const cells: string[] = [];
  for (const [tool, paramsOf] of QUESTIONS) {
    const times: number[] = [];
    const before = cpuOf(server.pid);
    for (const id of picked) {
      const begin = performance.now();
      await server.call(tool, paramsOf(id));
      times.push(performance.now() - begin);
    }
    if (cells.length === 0) cells.push(times[0]!.toFixed(1));
    cells.push(...spread(times), ((cpuOf(server.pid) - before) / picked.length).toFixed(1));
  }
  const line = [corpus.name, symbols, edges, start.toFixed(0), idle, memoryOf(server.pid), await measureEcho(), ...cells];
  return `| ${line.join(" | ")} |`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { count: { type: "string", default: "200" } } });
  const title = "corpus | symbols | edges | start to list ms | idle MB | after MB | echo p95 ms | first question";
  console.log(`| ${title} | ${QUESTIONS.map(([tool]) => `${tool} p50 | p95 | CPU`).join(" | ")} |\n|---${"|---:".repeat(16)}|`);
  for (const corpus of chooseCorpora(positionals.length > 0 ? positionals : STANDARD)) {
    console.log(await measure(corpus, Number(values.count)));
  }
}
