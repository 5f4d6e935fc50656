/**
 * How fast sessions are read and asked about: `deno run -A bench/memory/run.ts PROJECT [--sessions N] [--messages N] [--work DIR]`.
 *
 * Makes transcripts of the project (`make_transcripts.ts`), reads them into a database of its own, reads them again with nothing new and with one
 * new line each in ten of them, and then asks `memory_linked_search` about functions spread from the most to the least remembered. Prints a table
 * row; wall and CPU.
 */
import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DatabaseSync } from "node:sqlite";
import { loadLanguageTable } from "../../language_table.ts";
import { transcriptWorkerEntry } from "../../thread_entries.ts";
import { locateProject } from "../../core/store/location.ts";
import { ingestMemory } from "../../memory/ingest.ts";
import { ask } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { claudeSession } from "../../tests/support/transcripts.ts";
import { makeTranscripts } from "./make_transcripts.ts";
import { openIndex } from "../open_index.ts";
import { valueAt } from "../sample.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sessions: { type: "string", default: "1000" }, messages: { type: "string", default: "500" }, work: { type: "string" } },
});
const languageTable = await loadLanguageTable();
const project = resolve(positionals[0] ?? ".");
const work = values.work ?? mkdtempSync(join(tmpdir(), "callgrove-bench-"));
const [database, folder] = [join(work, "db"), join(work, "transcripts")];

/** User and system seconds of this process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
const process = (await import("node:process")).default;

async function timed<T>(label: string, run: () => Promise<T>): Promise<{ value: T; wall: number; cpu: number }> {
  const [start, cpu] = [performance.now(), cpuSeconds()];
  const value = await run();
  const spent = { value, wall: (performance.now() - start) / 1000, cpu: cpuSeconds() - cpu };
  console.log(`${label}: ${spent.wall.toFixed(1)} s, ${spent.cpu.toFixed(1)} s CPU`);
  return spent;
}

const made = await timed("make", () => makeTranscripts(project, folder, Number(values.sessions), Number(values.messages)));
const prepared = await openIndex(project, database, "agent");
const { repository, context } = prepared;
const place = await locateProject(project, database);
const wish = { folders: [folder], readerEntry: transcriptWorkerEntry };
const mb = made.value / 1e6;
await timed("without sessions", () => ingestMemory(context, place, languageTable, undefined));
const first = await timed("first ingest", () => ingestMemory(context, place, languageTable, wish));
const again = await timed("nothing new", () => ingestMemory(context, place, languageTable, wish));
for (let i = 0; i < 10; i++) {
  const session = claudeSession(`made-${i}`, project, "2026-12-01T00:00:00.000Z");
  appendFileSync(
    join(folder, `session-${String(i).padStart(4, "0")}.jsonl`),
    `${session.user("one more").replace(`made-${i}-1`, `more-${i}`)}\n`,
  );
}
const little = await timed("ten new lines", () => ingestMemory(context, place, languageTable, wish));

const db = new DatabaseSync(join(database, "sessions.db"), { readOnly: true });
const ids = (db.prepare("SELECT symbol_stable_id AS id, count(*) AS n FROM call_graph_memory GROUP BY 1 ORDER BY n DESC").all() as {
  id: string;
  n: number;
}[])
  .map((row) => row.id);
const stored = (db.prepare("SELECT count(*) AS n FROM messages").get() as { n: number }).n;
db.close();
const tool = toolNamed(TOOLS, "memory_linked_search");
const ready = { prepare: () => Promise.resolve(prepared), glance: () => Promise.resolve(prepared.state) };
const times: number[] = [];
for (let i = 0; i < 300; i++) {
  const id = ids[i < 50 ? i : Math.floor((i / 300) * ids.length)]!;
  const start = performance.now();
  const reply = await ask(ready, tool, { function_name: id }, COMPACT);
  if (!reply.isError) times.push(performance.now() - start);
}
const at = (share: number): string => valueAt(times, share).toFixed(1);
console.log(`
| project | transcripts | messages | MB | first s | CPU s | MB/s | MB/CPU s | nothing new s | ten lines s | stored messages | links | sessions.db MB | median ms | p95 ms |
| ${project.split("/").at(-1)} | ${values.sessions} | ${Number(values.sessions) * Number(values.messages)} | ${mb.toFixed(0)} | ${
  first.wall.toFixed(1)
} | ${first.cpu.toFixed(1)} | ${(mb / first.wall).toFixed(1)} | ${(mb / first.cpu).toFixed(1)} | ${again.wall.toFixed(2)} | ${
  little.wall.toFixed(2)
} | ${stored} | ${first.value.sessions!.links} | ${(statSync(join(database, "sessions.db")).size / 1e6).toFixed(0)} | ${at(0.5)} | ${
  at(0.95)
} |`);
repository.close();
if (values.work === undefined) rmSync(work, { recursive: true });
