/**
 * Whether certain edges depend on names alone: `deno run -A bench/decoys.ts [CORPUS…]`.
 *
 * Indexes a corpus as it is and once beside a file that no other uses and that has a function and a method with the name of every function
 * and method of the corpus. No certain edge may appear, disappear or change. Prints one line for each corpus and what differs; exit status
 * 1 if anything does.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { withCopy } from "./accuracy/copy_project.ts";
import { chooseCorpora, type CorpusLanguage } from "./corpora.ts";
import { fetchCorpus } from "./fetch_corpus.ts";
import { run } from "./run_program.ts";

const STANDARD = ["rich", "httpx", "jinja2", "docutils", "rxjs", "zod", "tanstack", "chi", "clap"];
const MOST_SHOWN = 10;
/** Names that members may have and functions may not. */
const RESERVED = new Set(
  "case catch default delete do else enum export extends finally for function if import in new return super switch".split(" "),
);

/** Files by their paths, as a language writes functions and methods of these names. */
type Decoy = (names: readonly string[]) => Readonly<Record<string, string>>;

const lines = (names: readonly string[], write: (name: string) => string): string => names.map((name) => `${write(name)}\n`).join("");

const DECOYS: Readonly<Record<CorpusLanguage, Decoy>> = {
  python: (names) => ({
    "decoy.py": `class Decoy:\n${lines(names, (name) => `    def ${name}(self, *given, **named): ...`)}` +
      lines(names, (name) => `def ${name}(*given, **named): ...`),
  }),
  typescript: (names) => ({
    "decoy.ts": `export class Decoy {\n${lines(names, (name) => `  ${name}(...given: any[]): any {}`)}}\n` +
      lines(names.filter((name) => !RESERVED.has(name)), (name) => `export function ${name}(...given: any[]): any {}`),
  }),
  go: (names) => ({
    "decoy/decoy.go": `package decoy\n\ntype Decoy struct{}\n\n${lines(names, (name) => `func (Decoy) ${name}() {}`)}` +
      lines(names, (name) => `func ${name}() {}`),
  }),
  rust: (names) => ({
    "decoy/Cargo.toml": '[package]\nname = "decoy"\nversion = "0.1.0"\nedition = "2021"\n',
    "decoy/src/lib.rs": `pub struct Decoy;\nimpl Decoy {\n${lines(names, (name) => `    pub fn ${name}(&self) {}`)}}\n` +
      lines(names, (name) => `pub fn ${name}() {}`),
  }),
};

let differing = 0;
for (const corpus of chooseCorpora(process.argv.length > 2 ? process.argv.slice(2) : STANDARD)) {
  await withCopy(await fetchCorpus(corpus), async (copy, scratch) => {
    const before = join(scratch, "before");
    const edges = await certainEdges(copy, before);
    const names = await functionNames(copy, before);
    for (const [path, text] of Object.entries(DECOYS[corpus.language](names))) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    const beside = await certainEdges(copy, join(scratch, "beside"));
    const gone = [...edges].filter((edge) => !beside.has(edge));
    const come = [...beside].filter((edge) => !edges.has(edge));
    for (const edge of gone.slice(0, MOST_SHOWN)) console.log(`gone: ${edge}`);
    for (const edge of come.slice(0, MOST_SHOWN)) console.log(`come: ${edge}`);
    console.log(`${corpus.name}: ${names.length} names, ${edges.size} certain edges, ${gone.length} gone, ${come.length} come`);
    differing += gone.length + come.length;
  });
}
if (differing > 0) process.exitCode = 1;

/** Indexes a folder into `database` and returns its certain edges by place, rule and target. */
async function certainEdges(folder: string, database: string): Promise<Set<string>> {
  await run("index", folder, "--db", database);
  const found = new Set<string>();
  for (const edge of await exported(folder, database, "edges")) {
    if (edge["confidence"] !== "static") continue;
    const { call_file, call_line, call_column, rule, callee_name, callee_file, callee_line } = edge;
    found.add(`${call_file}:${call_line}:${call_column} ${rule} ${callee_name} ${callee_file}:${callee_line}`);
  }
  return found;
}

/** The names of all functions and methods that an index has and that can be written as one word, in order. */
async function functionNames(folder: string, database: string): Promise<string[]> {
  const symbols = await exported(folder, database, "symbols");
  const names = symbols.filter(({ kind }) => kind === "function" || kind === "method").map(({ name }) => String(name));
  return [...new Set(names)].filter((name) => /^[A-Za-z]\w*$/.test(name) && name !== "constructor").sort();
}

async function exported(folder: string, database: string, what: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await run("export", what, "-C", folder, "--db", database);
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
}
