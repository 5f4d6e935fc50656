/**
 * Are the results of `compare` right? `deno run -A bench/refs/compare_accuracy.ts [HISTORY] [CHANGES] [--misses]`.
 *
 * Commits of a real history from the newest back, until that many symbols have changed. No truth file is used here: which symbols there
 * are, their lines and signatures come from the language's own compiler, added and removed lines from `git diff`. For every symbol that
 * changed, and as many that did not, status, signature change and line counts must agree.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { indexDirectory } from "../../engine.ts";
import { languages } from "../../languages/mod.ts";
import { ask } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { PLAIN } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { openRepository } from "../../workspace/open_repository.ts";
import { findCache } from "../cache.ts";
import type { CorpusLanguage } from "../corpora.ts";
import { chooseHistory, cloneHistory, mainLine, runGit } from "../histories.ts";

interface Described {
  readonly path: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly signature: string;
}
/** What a compiler and git report about one symbol. */
interface Truth {
  readonly status: "added" | "deleted" | "modified" | "unchanged";
  readonly signatureChanged: boolean;
  readonly added: number;
  readonly removed: number;
}

const HERE = import.meta.dirname!;
const ENDINGS: Readonly<Record<CorpusLanguage, RegExp>> = {
  python: /\.py$/,
  go: /\.go$/,
  typescript: /(?<!\.d)\.tsx?$/,
  rust: /\.rs$/,
};
const DESCRIBERS: Readonly<Partial<Record<CorpusLanguage, readonly string[]>>> = {
  python: ["python3", join(HERE, "describe/describe.py")],
  go: ["go", "run", "."],
  typescript: [
    Deno.execPath(),
    "run",
    "-A",
    "--no-check",
    join(HERE, "describe/describe_typescript.ts"),
    join(findCache(), "oracles/typescript-5.9.3/node_modules/typescript/lib/typescript.js"),
  ],
};

const [name = "httpx", wanted = "70"] = Deno.args.filter((arg) => !arg.startsWith("--"));
const showMisses = Deno.args.includes("--misses");
const history = chooseHistory(name);
const folder = mkdtempSync(join(tmpdir(), "callgrove-compare-"));
const root = join(folder, "project");

async function describe(texts: Record<string, string>): Promise<Described[]> {
  const [program, ...args] = DESCRIBERS[history.language]!;
  const child = new Deno.Command(program!, { args, cwd: join(HERE, "describe/go"), stdin: "piped", stdout: "piped", stderr: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(texts)));
  await writer.close();
  const output = await child.output();
  if (!output.success) throw new Error(new TextDecoder().decode(output.stderr));
  return JSON.parse(new TextDecoder().decode(output.stdout)) as Described[];
}

function readTexts(commit: string, paths: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    try {
      texts[path] = new TextDecoder().decode(
        new Deno.Command("git", { args: ["-C", root, "cat-file", "blob", `${commit}:${path}`], stderr: "null" }).outputSync().stdout,
      );
    } catch {
      // Not there in this commit.
    }
  }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
}

/** Symbols whose name occurs once in a file: of several of one name it cannot be decided which is which. */
function once(symbols: readonly Described[]): Map<string, Described> {
  const found = new Map<string, Described>();
  const several = new Set<string>();
  for (const symbol of symbols) {
    const key = `${symbol.path}:${symbol.name}`;
    if (found.has(key)) several.add(key);
    found.set(key, symbol);
  }
  for (const key of several) found.delete(key);
  return found;
}

function linesOf(texts: Record<string, string>, symbol: Described): string {
  return texts[symbol.path]!.split("\n").slice(symbol.start - 1, symbol.end).join("\n");
}

/** Added and removed lines by git. */
function countByGit(base: string, head: string): [number, number] {
  const [a, b] = [join(folder, "a"), join(folder, "b")];
  writeFileSync(a, `${base}\n`);
  writeFileSync(b, `${head}\n`);
  const output = new Deno.Command("git", { args: ["diff", "--no-index", "--minimal", "--numstat", a, b] }).outputSync();
  const [added, removed] = new TextDecoder().decode(output.stdout).split("\t");
  return [Number(added ?? 0), Number(removed ?? 0)];
}

function judge(base: Described | undefined, head: Described | undefined, before: string, after: string): Truth {
  if (base === undefined || head === undefined) {
    const lines = (symbol: Described | undefined): number => symbol === undefined ? 0 : symbol.end - symbol.start + 1;
    return { status: base === undefined ? "added" : "deleted", signatureChanged: true, added: lines(head), removed: lines(base) };
  }
  const signatureChanged = base.signature !== head.signature;
  if (before === after) return { status: "unchanged", signatureChanged, added: 0, removed: 0 };
  const [added, removed] = countByGit(before, after);
  return { status: "modified", signatureChanged, added, removed };
}

const tool = toolNamed(TOOLS, "compare_symbol_between_commits");
const table = makeLanguageTable(languages);
const score = { symbols: 0, status: 0, signature: 0, lines: 0, all: 0, changed: 0 };
const misses: string[] = [];

async function check(repository: ReturnType<typeof openRepository>, key: string, base: string, head: string, truth: Truth): Promise<void> {
  const reply = await ask(repository, tool, { symbol_name: key, base_ref: base, head_ref: head }, PLAIN);
  const summary = (reply.structured["diff_summary"] ?? {}) as Record<string, unknown>;
  // A symbol that we know again elsewhere is gone here and new there.
  const elsewhere = (summary["status"] === "moved" || summary["status"] === "renamed") && ["added", "deleted"].includes(truth.status);
  const right = {
    status: elsewhere || summary["status"] === truth.status,
    signature: elsewhere || summary["signature_changed"] === truth.signatureChanged,
    lines: elsewhere || (summary["lines_added"] === truth.added && summary["lines_removed"] === truth.removed),
  };
  score.symbols++;
  if (truth.status !== "unchanged") score.changed++;
  for (const part of ["status", "signature", "lines"] as const) if (right[part]) score[part]++;
  if (right.status && right.signature && right.lines) score.all++;
  else {
    const error = (reply.structured["error"] as { code: string } | undefined)?.code;
    const ours = error ?? `${summary["status"]} ${summary["signature_changed"]} +${summary["lines_added"]} -${summary["lines_removed"]}`;
    misses.push(`${head.slice(0, 8)} ${key}: ${ours}; truth ${truth.status} ${truth.signatureChanged} +${truth.added} -${truth.removed}`);
  }
}

try {
  cloneHistory(history, root);
  const commits = mainLine(root, 400);
  const repository = openRepository({
    directory: root,
    database: join(folder, "db"),
    audience: "person",
    anyRepository: false,
    patience: { first: Infinity, update: Infinity },
    index: (wish, onProgress) => indexDirectory({ ...wish, workers: 0 }, onProgress),
    languages: () => Promise.resolve(table),
  });
  let used = 0;
  for (let i = commits.length - 1; i > 0 && score.changed < Number(wanted); i--) {
    const [base, head] = [commits[i - 1]!, commits[i]!];
    const paths = runGit(["-C", root, "diff", "--name-only", "--no-renames", base, head]).split("\n")
      .filter((path) => ENDINGS[history.language].test(path));
    if (paths.length === 0 || paths.length > 40) continue;
    used++;
    const [before, after] = [readTexts(base, paths), readTexts(head, paths)];
    const [was, is] = [once(await describe(before)), once(await describe(after))];
    const truths = [...new Set([...was.keys(), ...is.keys()])].sort().map((key) => {
      const [a, b] = [was.get(key), is.get(key)];
      return { key, truth: judge(a, b, a === undefined ? "" : linesOf(before, a), b === undefined ? "" : linesOf(after, b)) };
    });
    const changed = truths.filter(({ truth }) => truth.status !== "unchanged");
    const same = truths.filter(({ truth }) => truth.status === "unchanged").slice(0, changed.length);
    for (const { key, truth } of [...changed, ...same]) await check(repository, key, base, head, truth);
  }
  repository.close();
  const share = (part: number): string => `${(100 * part / Math.max(1, score.symbols)).toFixed(1)} %`;
  console.log(
    "| history | commits | symbols | of them changed | status | signature | lines | all three |\n|---|---:|---:|---:|---:|---:|---:|---:|",
  );
  console.log(
    `| ${
      [name, used, score.symbols, score.changed, share(score.status), share(score.signature), share(score.lines), share(score.all)].join(
        " | ",
      )
    } |`,
  );
  if (showMisses) { for (const miss of misses) console.log(`  ${miss}`); }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
