/**
 * Measures Callgrove on real projects: fetches, makes the truth, indexes, exports, scores; prints Markdown.
 *
 *     deno run -A bench/accuracy/run.ts LANGUAGE [CORPUS…] [--top N] [--out DIR] [--truth-only]
 *
 * A truth is made once for a corpus' version and an oracle's source; edges are always fresh. `--out` keeps edges and score of each corpus
 * in a folder. Invariant: the index is in a folder of its own that is removed; a corpus is never written to.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import * as os from "node:os";
import * as path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { findCache } from "../cache.ts";
import { chooseCorpora, type Corpus } from "../corpora.ts";
import { fetchCorpus, hashCorpus } from "../fetch_corpus.ts";
import { runToFile } from "../run_to_end.ts";
import { formatScore, formatShare, type Score, scoreFiles } from "./score.ts";

const HERE = import.meta.dirname!;

interface Oracle {
  makeTruth: (projectDir: string, outFile: string) => Promise<void>;
}

/** Hash of everything that an oracle consists of: its folder and what all oracles share. */
async function hashOracle(language: string): Promise<string> {
  const hash = createHash("sha256");
  const files = ["truth.ts", "copy_project.ts", ...(await listSources(language))].sort();
  for (const file of files) hash.update(file).update(await fs.readFile(path.join(HERE, file)).catch(() => ""));
  return hash.digest("hex").slice(0, 16);
}

async function listSources(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await fs.readdir(path.join(HERE, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "target") found.push(...await listSources(name));
    else if (entry.isFile() && !entry.name.endsWith(".md")) found.push(name);
  }
  return found;
}

/** The truth of a corpus, created if there is none for this version and this oracle. */
async function provideTruth(corpus: Corpus, projectDir: string): Promise<string> {
  const folder = path.join(findCache(), "truth", corpus.language);
  const file = path.join(folder, `${corpus.name}.jsonl`);
  const mark = path.join(folder, `${corpus.name}.made`);
  const wanted = `${hashCorpus(corpus)} ${await hashOracle(corpus.language)}`;
  const made = await fs.readFile(mark, "utf8").catch(() => "");
  if (made.trim() === wanted && await fs.stat(file).then(() => true, () => false)) return file;
  await fs.mkdir(folder, { recursive: true });
  await fs.rm(mark, { force: true });
  const oracle = await import(`./${corpus.language}/make_truth.ts`) as Oracle;
  await oracle.makeTruth(projectDir, file);
  await fs.writeFile(mark, wanted + "\n");
  return file;
}

/** Indexes the project and writes its edges into a file; returns the seconds that indexing took. */
async function exportEdges(projectDir: string, edgesFile: string): Promise<number> {
  const database = await fs.mkdtemp(path.join(os.tmpdir(), "callgrove-bench-"));
  const checkout = path.join(HERE, "../..");
  // A corpus is in an ignored folder of this checkout: git must not take it for a part of it.
  const env = { GIT_CEILING_DIRECTORIES: path.dirname(projectDir), NO_COLOR: "1" };
  try {
    const start = performance.now();
    const task = ["task", "-q", "callgrove"];
    await runToFile(process.execPath, [...task, "index", projectDir, "--db", database], os.devNull, { cwd: checkout, env });
    const seconds = (performance.now() - start) / 1000;
    const ask = [...task, "export", "edges", "--format", "jsonl", "--repo", projectDir, "--db", database];
    await runToFile(process.execPath, ask, edgesFile, { cwd: checkout, env });
    return seconds;
  } finally {
    await fs.rm(database, { recursive: true, force: true });
  }
}

function formatSummary(rows: readonly { name: string; score: Score; seconds: number }[]): string {
  const lines = [
    "| corpus | sites | inside | precision static | precision all | recall | recall static | external bound inside | index |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
  ];
  for (const { name, score: { total }, seconds } of rows) {
    const cells = [
      total.sites,
      total.inside,
      `${formatShare(total.staticRight, total.static)} of ${total.static}`,
      `${formatShare(total.allRight, total.all)} of ${total.all}`,
      formatShare(total.hit, total.inside),
      formatShare(total.staticHit, total.inside),
      formatShare(total.boundInside, total.external),
      `${seconds.toFixed(1)} s`,
    ];
    lines.push(`| ${[name, ...cells].join(" | ")} |`);
  }
  return lines.join("\n") + "\n";
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      top: { type: "string", default: "10" },
      out: { type: "string" },
      "truth-only": { type: "boolean", default: false },
    },
  });
  const [language, ...names] = positionals;
  if (language === undefined) throw new Error("run.ts needs a language: python, typescript, go or rust");
  const rows: { name: string; score: Score; seconds: number }[] = [];
  for (const corpus of chooseCorpora(names, language)) {
    const projectDir = await fetchCorpus(corpus);
    const truthFile = await provideTruth(corpus, projectDir);
    if (values["truth-only"]) continue;
    const folder = path.resolve(values.out ?? path.join(findCache(), "scores", language));
    await fs.mkdir(folder, { recursive: true });
    const edgesFile = path.join(folder, `${corpus.name}.edges.jsonl`);
    const seconds = await exportEdges(projectDir, edgesFile);
    const score = await scoreFiles(truthFile, edgesFile);
    const text = formatScore(score, Number(values.top));
    await fs.writeFile(path.join(folder, `${corpus.name}.md`), text);
    process.stdout.write(`## ${corpus.name}\n\n${text}\n`);
    rows.push({ name: corpus.name, score, seconds });
  }
  if (rows.length > 1) process.stdout.write(`## ${language}\n\n${formatSummary(rows)}`);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
