/**
 * How soon an answer is right again after a change: `deno run -A bench/refs/freshness.ts [CORPUS] [EDITS]`.
 *
 * In one process that stays, as a server does, which leaves the knowledge graph for after the answer: the look without any change; one edited file;
 * 200 files edited at once; a switch by git to a branch in which 200 files differ, to and fro. Prints wall and CPU milliseconds of this process, the
 * median of each.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { makeLanguageTable } from "../../core/scan/languages_of.ts";
import { indexAlone } from "../../engine.ts";
import { languages } from "../../languages/mod.ts";
import { ask } from "../../query/ask.ts";
import { TOOLS } from "../../query/mod.ts";
import { COMPACT } from "../../query/render/style.ts";
import { toolNamed } from "../../query/tool.ts";
import { openRepository } from "../../workspace/open_repository.ts";
import { chooseCorpora } from "../corpora.ts";
import { fetchCorpus } from "../fetch_corpus.ts";
import { runGit } from "../histories.ts";

const [name = "prometheus", edits = "10"] = Deno.args;
const folder = mkdtempSync(join(tmpdir(), "callgrove-fresh-"));
const [root, database] = [join(folder, "project"), join(folder, "db")];

/** Files in the middle of the project, spread over it. */
function pickFiles(count: number): string[] {
  const db = new DatabaseSync(join(database, "index.db"), { readOnly: true });
  const paths =
    (db.prepare("SELECT p.path AS path FROM ref_file rf JOIN path p ON p.id = rf.path_id ORDER BY p.path").all() as { path: string }[])
      .map((row) => row.path);
  db.close();
  const step = Math.max(1, Math.floor(paths.length / count));
  return Array.from({ length: Math.min(count, paths.length) }, (_, i) => paths[i * step]!);
}

/** A name that is found at once: the question should cost little compared with what is measured. */
let known = "";
function aName(): string {
  if (known === "") {
    const db = new DatabaseSync(join(database, "index.db"), { readOnly: true });
    known =
      (db.prepare("SELECT name FROM symbol WHERE kind = 'function' GROUP BY name HAVING count(*) = 1 LIMIT 1").get() as { name: string })
        .name;
    db.close();
  }
  return known;
}

let edit = 0;
/** Adds a line to the first function that has a block, or a comment line at the end. */
function change(path: string): void {
  const file = join(root, path);
  const comment = /\.py$/.test(path) ? "#" : "//";
  writeFileSync(file, `${readFileSync(file, "utf8").trimEnd()}\n${comment} edit ${edit++}\n`);
}

async function measure(what: string, rounds: number, prepare: () => void): Promise<void> {
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let i = 0; i < rounds; i++) {
    prepare();
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    const reply = await ask(repository, tool, { name_pattern: aName() }, COMPACT);
    walls.push(performance.now() - wall);
    const used = process.cpuUsage(cpu);
    cpus.push((used.user + used.system) / 1000);
    const { freshness_status: freshness } = reply.structured["metadata"] as { freshness_status: string };
    if (freshness !== "fresh") console.log(`${what}: ${freshness}`);
  }
  const median = (values: number[]): string => values.sort((a, b) => a - b)[values.length >> 1]!.toFixed(0);
  console.log(`| ${what} | ${rounds} | ${median(walls)} | ${Math.min(...walls).toFixed(0)} | ${median(cpus)} |`);
}

const [corpus] = chooseCorpora([name]);
cpSync(await fetchCorpus(corpus!), root, { recursive: true });
runGit(["-C", root, "init", "-q"]);
runGit(["-C", root, "add", "-A"]);
runGit(["-C", root, "-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-q", "-m", "all"]);
const tool = toolNamed(TOOLS, "search_nodes");
const table = makeLanguageTable(languages);
const repository = openRepository({
  directory: root,
  database,
  audience: "agent",
  anyRepository: false,
  patience: { first: Infinity, update: Infinity },
  index: (wish, onProgress) => indexAlone(wish, onProgress),
  languages: () => Promise.resolve(table),
});
try {
  await ask(repository, tool, { name_pattern: "x" }, COMPACT);
  const db = new DatabaseSync(join(database, "index.db"), { readOnly: true });
  const { files, symbols } = db.prepare("SELECT (SELECT count(*) FROM ref_file) AS files, (SELECT count(*) FROM symbol_version) AS symbols")
    .get() as {
      files: number;
      symbols: number;
    };
  db.close();
  console.log(`${name}: ${files} files, ${symbols} symbols`);
  console.log("| change | rounds | wall ms, median | least | CPU ms, median |\n|---|---:|---:|---:|---:|");
  await new Promise((wake) => setTimeout(wake, 50));
  await ask(repository, tool, { name_pattern: "x" }, COMPACT);
  await measure("none (the look alone)", 10, () => {});
  const some = pickFiles(Number(edits));
  await measure("one file edited", some.length, () => change(some[edit % some.length]!));
  const many = pickFiles(200);
  await measure(`${many.length} files edited at once`, 3, () => many.forEach(change));
  const git = (...args: string[]): void => void runGit(["-C", root, "-c", "user.name=b", "-c", "user.email=b@example.org", ...args]);
  git("stash", "-q");
  git("branch", "-q", "before");
  git("stash", "pop", "-q");
  git("commit", "-q", "-a", "-m", "other");
  git("branch", "-q", "after");
  await ask(repository, tool, { name_pattern: "x" }, COMPACT);
  let there = true;
  const between = (): void => {
    there = !there;
    git("checkout", "-q", there ? "after" : "before");
  };
  await measure(`switch to another branch, ${many.length} files, the first time`, 1, between);
  await measure("the same, to and fro", 4, between);
} finally {
  repository.close();
  rmSync(folder, { recursive: true, force: true });
}
