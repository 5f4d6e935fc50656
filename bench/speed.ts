/**
 * How fast indexing is, on pinned real packages: `deno task bench [NAME…]`.
 *
 * Whole processes, one after the other: a cold index, one without change, one after a file was touched, ten look-ups in one process.
 * Prints a Markdown row a corpus. CPU time and peak memory are read from /proc while the process runs, so only on Linux.
 * Shared machines drift: compare rows of one run, not runs.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseCorpora } from "./corpora.ts";
import { fetchCorpus } from "./fetch_corpus.ts";
import { type Finished, run } from "./run_program.ts";

/** Corpora of a run without names: two a language, one of each large. */
const USUAL = ["chi", "prometheus", "rich", "sqlalchemy", "zod", "effect", "clap", "tokio"];
interface Summary {
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly edges: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sites: { readonly resolved: number; readonly external: number; readonly ambiguous: number; readonly unresolved: number };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
}

/** Ten look-ups of much-called names in one process: milliseconds each, the median. */
async function measureLookups(project: string, database: string): Promise<string> {
  const worker = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(import.meta.dirname!, "questions.ts"), project, "--db", database, "--count", "10"],
    stdout: "piped",
    stderr: "null",
  });
  const text = new TextDecoder().decode((await worker.output()).stdout);
  return /get_callers.*?median\s+([\d.]+)/.exec(text)?.[1] ?? "–";
}

async function measure(name: string): Promise<string> {
  const [corpus] = chooseCorpora([name]);
  const folder = mkdtempSync(join(tmpdir(), "callgrove-bench-"));
  try {
    const project = join(folder, "project");
    cpSync(await fetchCorpus(corpus!), project, { recursive: true });
    const database = join(folder, "db");
    const options = ["--db", database, "--json", "--quiet"];
    const cold = await run("index", project, ...options);
    const summary = JSON.parse(cold.stdout) as Summary;
    const again = await run("index", project, ...options);
    const edited = join(project, firstSource(await run("export", "symbols", "--format", "jsonl", "-C", project, "--db", database)));
    writeFileSync(edited, readFileSync(edited, "utf8") + "\n");
    const touched = await run("index", project, ...options);
    const callers = await measureLookups(project, database);
    const { sites } = summary;
    const all = sites.resolved + sites.external + sites.ambiguous + sites.unresolved;
    const calls = summary.edges.calls ?? {};
    const row = [
      name,
      summary.files,
      summary.lines,
      summary.symbols,
      calls.static ?? 0,
      calls.heuristic ?? 0,
      percent(sites.external, all),
      percent(sites.ambiguous + sites.unresolved, all),
      (cold.wallMs / 1000).toFixed(1),
      cold.cpuSeconds.toFixed(1),
      Math.round(summary.lines / (cold.wallMs / 1000)),
      Math.round(cold.peakMb),
      (statSync(join(database, "index.db")).size / 1e6).toFixed(1),
      (again.wallMs / 1000).toFixed(2),
      (touched.wallMs / 1000).toFixed(2),
      callers,
    ];
    return `| ${row.join(" | ")} |`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The file of a symbol in the middle of the list: some file that is neither first nor special. */
function firstSource(symbols: Finished): string {
  const lines = symbols.stdout.trimEnd().split("\n");
  return (JSON.parse(lines[lines.length >> 1]!) as { path: string }).path;
}

const HEADS = [
  "corpus",
  "files",
  "lines",
  "symbols",
  "static",
  "heuristic",
  "external",
  "unresolved",
  "cold s",
  "CPU s",
  "lines/s",
  "peak MB",
  "index MB",
  "unchanged s",
  "touched s",
  "callers ms",
];

if (import.meta.main) {
  const print = (line: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
  print(`| ${HEADS.join(" | ")} |`);
  print(`|---|${HEADS.slice(1).map(() => "---:").join("|")}|`);
  for (const name of Deno.args.length > 0 ? Deno.args : USUAL) print(await measure(name));
}
