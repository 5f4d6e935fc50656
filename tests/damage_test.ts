/** A damaged index never answers wrongly: it is rebuilt, also if only a question finds the damage; intact notes are saved. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ask } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { PLAIN } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { BINARY, runBinary } from "./support/binary.ts";
import { openInFolder, runCallgrove } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const PAGE = 4096;
const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, k) => {
    const next = (k + 1) % 12;
    const functions = Array.from(
      { length: 12 },
      (_, i) => `from m${next} import f${i}_${next}\ndef f${i}_${k}():\n    return f${i}_${next}()\n`,
    );
    return [`m${k}.py`, functions.join("\n")];
  }),
);
const QUESTIONS: readonly (readonly [tool: string, params: Record<string, unknown>])[] = [
  ["get_callers", { function_name: "f3_4" }],
  ["get_callees", { function_name: "f2_2" }],
  ["search_nodes", { name_pattern: "f3_*" }],
  ["query_file_symbols", { file_path: "m5.py" }],
  ["get_impact", { symbol_name: "f1_4" }],
  ["call_chain", { from_func: "f1_1", to_func: "f1_9", max_depth: 9 }],
];
const NEWS = "\n\nwarning: the index was damaged and is rebuilt";

async function askAll({ root, database }: TempProject): Promise<string[]> {
  const repository = openInFolder(root, "agent", database);
  const texts: string[] = [];
  for (const [name, params] of QUESTIONS) {
    texts.push((await ask(repository, toolNamed(TOOLS, name), params, PLAIN)).text);
  }
  repository.close();
  return texts;
}

Deno.test("wherever the index is overwritten, each question is answered correctly", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const right = await askAll(project);
    const file = join(project.database, "index.db");
    const whole = readFileSync(file);
    let remade = 0;
    for (let page = 0; page * PAGE < whole.length; page++) {
      for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
      const bytes = Uint8Array.from(whole);
      const part = bytes.subarray(page * PAGE, (page + 1) * PAGE);
      if (page % 2 === 0) part.fill(0);
      else part.forEach((_, i) => part[i] = (i * 151 + page) & 255);
      writeFileSync(file, bytes);
      const texts = await askAll(project);
      if (texts.some((text) => text.includes(NEWS))) remade++;
      assert.deepEqual(texts.map((text) => text.replace(NEWS, "")), right, `page ${page}`);
    }
    assert.ok(remade > 5, `${remade} were made anew`);
  }));

Deno.test("an export of a damaged index is complete: the index is rebuilt before anything is written", () =>
  withProject(FILES, async ({ root, database }) => {
    const run = (): ReturnType<typeof runCallgrove> => runCallgrove(["export", "edges", "--db", database], root);
    const right = (await run()).stdout;
    const file = join(database, "index.db");
    const whole = readFileSync(file);
    const db = new DatabaseSync(file, { readOnly: true });
    const { page } = db.prepare("SELECT rootpage AS page FROM sqlite_master WHERE name = 'edge'").get() as { page: number };
    db.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    writeFileSync(file, Uint8Array.from(whole).fill(0, (page - 1) * PAGE, page * PAGE));
    const { status, stdout, stderr } = await run();
    assert.equal(status, 0, stderr);
    assert.equal(stdout, right);
    assert.notEqual(right, "");
  }));

Deno.test("a folder in place of a database is named and left alone", () =>
  withProject(FILES, async ({ root }) => {
    const folder = join(root, ".callgrove");
    for (const name of ["index.db", "index.db-wal"]) {
      rmSync(folder, { recursive: true, force: true });
      await runCallgrove(["index"], root);
      rmSync(join(folder, name), { force: true });
      mkdirSync(join(folder, name));
      copyFileSync(join(root, "m1.py"), join(folder, name, "kept"));
      for (const command of ["index", "stats"]) {
        const { status, stderr } = await runCallgrove([command], root);
        assert.equal(status, 3);
        assert.match(stderr, new RegExp(`"[^"]*${name}" is a folder, not a file\nMove it away, then try again: mv "`), command);
      }
      assert.match(
        (await runCallgrove(["doctor"], root)).stdout,
        new RegExp(`is a folder, not a file\n\\s+fix: mv ".*${name}"`),
      );
      assert.ok(readFileSync(join(folder, name, "kept")).length > 0);
    }
  }));

Deno.test({
  name: "binary: damaged databases are told from those that cannot be opened",
  ignore: BINARY === "",
  fn: () =>
    withProject(FILES, async ({ root }) => {
      const run = (...args: string[]): ReturnType<typeof runBinary> => runBinary([...args, "-C", root]);
      assert.equal((await run("remember", "note", "kept", "--symbols", "f1_1")).status, 0);
      const folder = join(root, ".callgrove");
      for (const name of ["index", "org", "sessions"]) {
        for (const text of ["", "this is no database"]) {
          writeFileSync(join(folder, `${name}.db`), text);
          const asked = name === "sessions" ? await run("memory", "ingest", "--sessions", root) : await run("recall", "f1_1");
          assert.equal(asked.status, 0, asked.stderr);
          assert.match(asked.stdout + asked.stderr, new RegExp(`(${name}|${name}\\.db") (was|were) damaged`), asked.stdout);
        }
      }
    }),
});

/** Overwrites the first page of some tables of an index. */
function damageTables(file: string, ...tables: readonly string[]): void {
  const db = new DatabaseSync(file);
  const roots = tables.map((name) => db.prepare("SELECT rootpage AS page FROM sqlite_master WHERE name = ?").get(name) as { page: number });
  db.close();
  const bytes = readFileSync(file);
  for (const { page } of roots) bytes.fill(0xA5, (page - 1) * PAGE, page * PAGE);
  writeFileSync(file, bytes);
}

Deno.test("doctor says how to repair a damaged index, also if only reading rows finds the damage", () =>
  withProject(FILES, async ({ root }) => {
    await runCallgrove(["index"], root);
    damageTables(join(root, ".callgrove", "index.db"), "ref_file");
    assert.match((await runCallgrove(["doctor"], root)).stdout, /!! +database .*malformed\n +fix: callgrove index --force\n/);
  }));

Deno.test({
  name: "binary: an index is made anew where the look at its pages cannot even begin",
  ignore: BINARY === "",
  fn: () =>
    withProject(FILES, async ({ root }) => {
      await runBinary(["index", "-C", root]);
      damageTables(join(root, ".callgrove", "index.db"), "ref_file", "symbol_name_config");
      const asked = await runBinary(["callers", "f3_4", "-C", root]);
      assert.equal(asked.status, 0, asked.stderr);
      assert.match(asked.stdout, /1 caller, 1 call in 1 file \(complete\)/);
    }),
});
