/**
 * Whether cost grows in proportion to the code: `deno run -A bench/growth.ts [NAME] [LINES…]`.
 *
 * A cold index of the first folders of one corpus, up to about that many lines, in whole processes one after the other. Neighbouring files
 * stay together, so that calls between them do too. Prints a Markdown row for each size.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { compareText } from "../core/base/lists.ts";
import { chooseCorpora } from "./corpora.ts";
import { fetchCorpus } from "./fetch_corpus.ts";
import { run } from "./run_program.ts";

const SIZES = [10_000, 100_000, 400_000];

/** All files below `root`, sorted by path; the folder's own first. */
function filesBelow(root: string): string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
    for (const entry of entries) if (entry.isFile()) files.push(join(folder, entry.name));
    folders.unshift(...entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name)));
  }
  return files;
}

/** Copies the first files of `root` with the extensions of code, up to `lines` lines; its manifests come along. */
function copyPart(root: string, target: string, lines: number): void {
  let copied = 0;
  for (const file of filesBelow(root)) {
    const isCode = /\.(go|py|pyi|rs|[cm]?[jt]sx?)$/.test(file);
    if (isCode && copied >= lines) break;
    if (isCode) copied += readFileSync(file, "utf8").split("\n").length;
    const place = join(target, relative(root, file));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(file, place);
  }
}

async function measure(root: string, lines: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-growth-"));
  try {
    copyPart(root, join(folder, "project"), lines);
    const cold = await run("index", join(folder, "project"), "--db", join(folder, "db"), "--json", "--quiet");
    const summary = JSON.parse(cold.stdout) as { files: number; lines: number; symbols: number };
    const row = [
      summary.lines,
      summary.files,
      summary.symbols,
      (cold.wallMs / 1000).toFixed(2),
      cold.cpuSeconds.toFixed(1),
      Math.round(summary.lines / (cold.wallMs / 1000)),
      Math.round(summary.lines / cold.cpuSeconds),
      Math.round(cold.peakMb),
    ];
    return `| ${row.join(" | ")} |`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const print = (line: string): void => void Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
  const [name = "prometheus", ...sizes] = Deno.args;
  const [corpus] = chooseCorpora([name]);
  const root = await fetchCorpus(corpus!);
  print("| lines | files | symbols | cold s | CPU s | lines/s | lines a CPU second | peak MB |");
  print("|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (const lines of sizes.length > 0 ? sizes.map(Number) : SIZES) print(await measure(root, lines));
}
