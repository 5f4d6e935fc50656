/**
 * The cost of a further ref: consecutive commits of a real history indexed in a row, each as a ref of its own that stays.
 *
 *     deno run -A bench/refs/cheap_refs.ts [HISTORY] [COMMITS]
 *
 * Prints a Markdown table: the first commit alone, then the others by the share of files that they change. CPU time is of this process (all
 * in one thread); bytes are those that the index grew by.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { indexDirectory } from "../../engine.ts";
import { chooseHistory, cloneHistory, mainLine, runGit } from "../histories.ts";

interface Cost {
  readonly files: number;
  readonly changed: number;
  /** Files that came or went. */
  readonly moved: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly parsed: number;
  readonly resolved: number;
}

const [name = "chi", count = "100"] = Deno.args;
const folder = mkdtempSync(join(tmpdir(), "callgrove-refs-"));
const [root, database] = [join(folder, "project"), join(folder, "db")];

function sizeOf(): number {
  const db = new DatabaseSync(join(database, "index.db"));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  return statSync(join(database, "index.db")).size;
}

async function measure(commit: string, before: string | undefined, size: number): Promise<Cost> {
  const start = process.cpuUsage();
  const summary = await indexDirectory({ directory: root, database, ref: commit, workers: 0 });
  const used = process.cpuUsage(start);
  const diff = before === undefined ? [] : runGit(["-C", root, "diff", "--name-status", "--no-renames", before, commit]).split("\n")
    .filter((line) => /\.(go|py|ts|tsx|js|mjs|cjs|rs)$/.test(line));
  return {
    files: summary.files,
    changed: diff.length,
    moved: diff.filter((line) => !line.startsWith("M")).length,
    cpuMs: (used.user + used.system) / 1000,
    bytes: sizeOf() - size,
    parsed: summary.parsed,
    resolved: summary.resolved,
  };
}

function row(title: string, costs: readonly Cost[], first: Cost): string {
  const mean = (read: (cost: Cost) => number): number => costs.reduce((sum, cost) => sum + read(cost), 0) / Math.max(1, costs.length);
  const share = (part: number, whole: number): string => `${(100 * part / whole).toFixed(1)} %`;
  const [cpu, bytes] = [mean((cost) => cost.cpuMs), mean((cost) => cost.bytes)];
  const cells = [
    title,
    costs.length,
    mean((cost) => cost.changed).toFixed(1),
    mean((cost) => cost.parsed).toFixed(1),
    mean((cost) => cost.resolved).toFixed(1),
    cpu.toFixed(0),
    share(cpu, first.cpuMs),
    (bytes / 1024).toFixed(0),
    share(bytes, first.bytes),
  ];
  return `| ${cells.join(" | ")} |`;
}

try {
  cloneHistory(chooseHistory(name), root);
  const commits = mainLine(root, Number(count));
  // The grammar and the library are loaded once a process: not a ref's cost.
  await indexDirectory({ directory: root, database: `${database}-warm`, ref: commits[0]!, workers: 0 });
  const first = await measure(commits[0]!, undefined, 0);
  const costs: Cost[] = [];
  for (const [i, commit] of commits.slice(1).entries()) costs.push(await measure(commit, commits[i], sizeOf()));
  const none = costs.filter((cost) => cost.changed === 0);
  const edits = costs.filter((cost) => cost.changed > 0 && cost.moved === 0);
  const few = edits.filter((cost) => cost.changed <= 0.01 * cost.files || cost.changed === 1);
  console.log(`${name}: ${commits.length} commits, ${first.files} files of code at the first`);
  console.log("| commits | number | files changed | parsed | resolved | CPU ms | of the first | KB | of the first |");
  console.log("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
  console.log(row("the first", [first], first));
  console.log(row("no code changed", none, first));
  console.log(row("one file or 1 % changed", few, first));
  console.log(row("more changed", edits.filter((cost) => !few.includes(cost)), first));
  console.log(row("files came or went", costs.filter((cost) => cost.moved > 0), first));
  console.log(row("all but the first", costs, first));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
