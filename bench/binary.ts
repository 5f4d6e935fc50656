/**
 * Size and speed of the compiled binary: `deno run -A bench/binary.ts BINARY DIR [--runtime DENORT] [--runs 10]`.
 *
 * Whole processes, the least and the middle of several runs: seconds on the clock, and of the processor in brackets (the machine may be
 * busy with other things). `DIR` is a repository for the first answer and for questions to its index.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

interface Run {
  readonly wall: number;
  readonly cpu: number;
  readonly out: string;
}

/** Runs a shell line; its stdout is the answer. */
async function time(line: string): Promise<Run> {
  const script = `TIMEFORMAT='%R %U %S'; time { ${line} ; }`;
  const { stdout, stderr } = await new Deno.Command("bash", { args: ["-c", script], env: { NO_COLOR: "1" } }).output();
  const [wall, user, system] = new TextDecoder().decode(stderr).trim().split("\n").at(-1)!.split(" ").map(Number) as [
    number,
    number,
    number,
  ];
  return { wall, cpu: user + system, out: new TextDecoder().decode(stdout) };
}

function show(runs: readonly Run[]): string {
  const by = (pick: (run: Run) => number): string => {
    const sorted = runs.map(pick).sort((a, b) => a - b);
    return `${sorted[0]!.toFixed(3)} / ${sorted[sorted.length >> 1]!.toFixed(3)}`;
  };
  return `${by((run) => run.wall)} s (${by((run) => run.cpu)} s)`;
}

/** Seconds until a server that is started now has sent that many lines. */
async function converse(lines: readonly string[], replies: number, args: readonly string[]): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(binary, { args: [...args], stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  let seen = 0;
  for await (const chunk of child.stdout) {
    seen += chunk.filter((byte) => byte === 10).length;
    if (seen >= replies) break;
  }
  const took = (performance.now() - start) / 1000;
  await writer.close().catch(() => {});
  await child.status;
  return took;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runtime: { type: "string" }, runs: { type: "string" } } });
const [binary, directory] = positionals.map((path) => resolve(path)) as [string, string];
const times = Number(values.runs ?? 10);
const folder = mkdtempSync(join(tmpdir(), "callgrove-bench-"));
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const here = `-C ${quote(directory)} --quiet`;

async function measure(name: string, line: string, runs = times, prepare?: () => void): Promise<Run[]> {
  const done: Run[] = [];
  for (let i = 0; i < runs; i++) {
    prepare?.();
    done.push(await time(line));
  }
  console.log(`| ${name} | ${show(done)} |`);
  return done;
}

try {
  const bytes = statSync(binary).size;
  const runtime = values.runtime === undefined ? undefined : statSync(values.runtime).size;
  const above = runtime === undefined ? "" : `, ${((bytes - runtime) / 1e6).toFixed(1)} MB above the runtime`;
  console.log(`| size | ${(bytes / 1e6).toFixed(1)} MB${above} |`);
  await measure("`--version`", `${quote(binary)} --version`);
  const db = join(folder, "db");
  const first = () => rmSync(db, { recursive: true, force: true });
  await measure("first answer, no index yet (`stats`)", `${quote(binary)} stats ${here} --db ${quote(db)}`, 3, first);
  const stats = JSON.parse((await time(`${quote(binary)} stats --json ${here} --db ${quote(db)}`)).out) as { files: number; lines: number };
  const { try: tries } = JSON.parse((await time(`${quote(binary)} --json ${here} --db ${quote(db)}`)).out) as { try: string[] };
  const question = tries[0]!.replace(/^callgrove /, "");
  await measure(`\`${question.replace(/ .*/, "")}\` on its index`, `${quote(binary)} ${question} ${here} --db ${quote(db)} >/dev/null`);
  const opening = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  });
  const list = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/list" });
  const ready = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
  for (
    const [name, lines, replies] of [["to the reply to `initialize`", [opening], 1], [
      "to the list of tools",
      [opening, ready, list],
      2,
    ]] as const
  ) {
    const runs: number[] = [];
    for (let i = 0; i < times; i++) runs.push(await converse(lines, replies, ["mcp", "-C", directory, "--db", db]));
    runs.sort((a, b) => a - b);
    console.log(`| MCP: start ${name} | ${runs[0]!.toFixed(3)} / ${runs[runs.length >> 1]!.toFixed(3)} s |`);
  }
  console.log(`\n${directory.split("/").at(-1)}: ${stats.files} files, ${stats.lines} lines`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
