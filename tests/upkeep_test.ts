/** watch, gc and verify: the index follows the code, forgets what is gone, and can be checked against a fresh one. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { locateProject } from "../core/store/location.ts";
import { indexDirectory } from "../engine.ts";
import { languages } from "../languages/mod.ts";
import { PERMISSIONS } from "../release/permissions.ts";
import { collectGarbage } from "../workspace/collect_garbage.ts";
import { TreeEvents } from "../workspace/tree_events.ts";
import { verifyIndex } from "../workspace/verify_index.ts";
import { watchTree } from "../workspace/watch_tree.ts";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { commitAll, git } from "./support/git_project.ts";
import { type Outcome, ROOT, runCallgrove } from "./support/shop.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

const FILES = { "a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n", "m.py": "from a import a\na()\n" };
/** What is no code but speaks of it. */
const BESIDE = { "README.md": "# Readme\n\nCall `a.b` first.\n", "pyproject.toml": '[project]\nname = "p"\ndependencies = ["requests"]\n' };
const refsOf = (project: TempProject): string[] => {
  const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
  const names = db.prepare("SELECT name FROM ref ORDER BY name").all().map((row) => (row as { name: string }).name);
  db.close();
  return names;
};

Deno.test("gc drops removed refs and working trees with their texts, and nothing else", () =>
  withProject({ ...FILES, ...BESIDE }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const first = commitAll(project, "first");
    git(project, "checkout", "-q", "-b", "topic");
    project.write("README.md", "# Topic\n\nCall `a.only_here`.\n");
    project.write("a.py", `${FILES["a.py"]}\n\ndef only_here():\n    return a()\n`);
    commitAll(project, "topic");
    await project.index({ ref: "topic" });
    git(project, "checkout", "-q", "main");
    await project.index({ ref: first });
    await project.index();
    const tree = `${project.root}-tree`;
    git(project, "worktree", "add", "-q", "--detach", tree);
    await openProject(tree, project.database).index();
    const place = await locateProject(project.root, project.database);
    const [live, atFirst] = [dumpIndex(project.database), dumpIndex(project.database, first)];
    assert.deepEqual((await collectGarbage(place, 1000)).refs, []);
    git(project, "branch", "-q", "-D", "topic");
    rmSync(tree, { recursive: true });
    const found = await collectGarbage(place, 1000);
    assert.deepEqual(found.refs.map((ref) => [ref.name, ref.why]), [
      ["topic", "git no longer knows it"],
      ["live", "its folder is gone"],
    ]);
    assert.equal(found.kept, 2);
    assert.ok(found.texts >= 1, `${found.texts} texts`);
    assert.deepEqual(refsOf(project), [first, "live"].sort());
    assert.deepEqual(checkIntegrity(project.database), []);
    assert.deepEqual(dumpIndex(project.database, first), atFirst);
    assert.deepEqual(dumpIndex(project.database), live);
    const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
    assert.equal((db.prepare("SELECT count(*) AS n FROM symbol WHERE name = 'only_here'").get() as { n: number }).n, 0);
    const nameless = "SELECT count(*) AS n FROM artifact_edge e LEFT JOIN name n ON n.id = e.to_name_id WHERE n.id IS NULL";
    assert.equal((db.prepare(nameless).get() as { n: number }).n, 0);
    assert.ok((db.prepare("SELECT count(*) AS n FROM artifact_edge").get() as { n: number }).n > 0);
    db.close();
  }));

Deno.test("gc as a command, with the program's permissions, frees the space", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "checkout", "-q", "-b", "topic");
    for (let i = 0; i < 40; i++) {
      project.write(`only/m${i}.py`, `def f${i}(x):\n    return g${i}(x)\n\n\ndef g${i}(x):\n    return x\n`.repeat(5));
    }
    commitAll(project, "topic");
    const run = (...args: string[]): ReturnType<typeof runCallgrove> => runCallgrove([...args, "--db", project.database], project.root);
    await run("index", "--ref", "topic");
    git(project, "checkout", "-q", "main");
    await run("index");
    git(project, "branch", "-q", "-D", "topic");
    const { status, stdout, stderr } = await run("gc", "--json");
    assert.equal(status, 0, stderr);
    const { refs, texts, before, after } = JSON.parse(stdout) as {
      refs: { name: string; why: string }[];
      texts: number;
      before: number;
      after: number;
    };
    assert.deepEqual(refs.map((one) => [one.name, one.why]), [["topic", "git no longer knows it"]]);
    assert.equal(texts, 40);
    assert.ok(after < before * 0.8, `${before} bytes before, ${after} after`);
    assert.deepEqual(checkIntegrity(project.database), []);
    assert.match((await run("callers", "b")).stdout, /a\.py:2/);
  }));

Deno.test("verify finds no difference in an intact index, and names the file in which an index was tampered with", () =>
  withProject(FILES, async (project) => {
    await project.index();
    project.write("a.py", FILES["a.py"].replace("return 1", "return a()"));
    const place = await locateProject(project.root, project.database);
    const index = (options: Parameters<typeof indexDirectory>[0]) => indexDirectory({ ...options, workers: 0 });
    assert.deepEqual((await verifyIndex(place, undefined, index)).differences, []);
    const db = new DatabaseSync(join(project.database, "index.db"));
    db.exec(
      "DELETE FROM edge WHERE source_line = 2 AND edge_type = 'calls' AND resolution_id IN (SELECT resolution_id FROM ref_file rf JOIN path p ON p.id = rf.path_id WHERE p.path = 'a.py')",
    );
    db.close();
    const { differences } = await verifyIndex(place, undefined, index);
    assert.deepEqual(differences.map((one) => [one.path, one.onlyFirst.length, one.onlySecond.length]), [["a.py", 0, 1]]);
    assert.match(differences[0]!.onlySecond[0]!, /"source_line":2.*"text":"b"/);
  }));

Deno.test("verify of a ref that is not indexed says so and adds nothing", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    git(project, "tag", "v2");
    const run = (...args: string[]): Promise<Outcome> => runCallgrove(["verify", "--db", project.database, ...args], project.root);
    assert.match(
      (await run("--ref", "v1")).stderr,
      /Cannot verify ref "v1": it is not in the index\nIndex it first: callgrove index --ref v1/,
    );
    await project.index({ ref: "v2" });
    assert.equal((await run("--ref", "v1")).status, 3);
    assert.deepEqual(refsOf(project), ["v2"]);
    assert.match((await run("--ref", "v2")).stdout, /the index of v2 equals a fresh one: 2 files/);
    assert.match((await run("--ref", "v9")).stderr, /Cannot verify ref "v9": git knows no branch, tag or commit of that name/);
  }));

Deno.test("watch applies edits, new and deleted files as they happen, and ends on request", () =>
  withProject(FILES, async (project) => {
    const place = await locateProject(project.root, project.database);
    const stop = new AbortController();
    const waiting: (() => void)[] = [];
    let syncs = 0;
    const next = (): Promise<void> => new Promise((done) => waiting.push(done));
    let seen = next();
    const done = watchTree({
      place,
      table: makeLanguageTable(languages),
      index: (options) => indexDirectory({ ...options, workers: 0 }),
      onSync: () => {
        syncs++;
        waiting.splice(0).forEach((wake) => wake());
      },
      onFailure: (error) => assert.fail(error.message),
      signal: stop.signal,
    });
    await seen;
    const steps: readonly [() => void, RegExp, boolean][] = [
      [() => project.write("a.py", FILES["a.py"].replace("def b", "def c").replace("b()", "c()")), /"name":"c"/, true],
      [() => project.write("deep/new.py", "def fresh(): pass\n"), /"name":"fresh"/, true],
      [() => project.remove("deep"), /"name":"fresh"/, false],
    ];
    for (const [edit, pattern, there] of steps) {
      seen = next();
      edit();
      const has = (): boolean => dumpIndex(project.database).some((line) => pattern.test(line));
      while (has() !== there) {
        await seen;
        seen = next();
      }
    }
    stop.abort();
    await done;
    assert.ok(syncs >= 4);
    project.write("after.py", "def late(): pass\n");
    mkdirSync(join(project.root, "x"));
    assert.ok(!dumpIndex(project.database).some((line) => line.includes('"late"')));
  }));

/** The inodes of the folders that this process watches. */
function watchedInodes(): Set<number> {
  const lines = readdirSync("/proc/self/fdinfo").flatMap((handle) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${handle}`, "utf8").split("\n");
    } catch {
      return [];
    }
  });
  return new Set(lines.flatMap((line) => /^inotify wd:\w+ ino:(\w+)/.exec(line)?.[1] ?? []).map((ino) => parseInt(ino, 16)));
}

Deno.test("watch notices changes beside the databases, and never watches these: the runtime would open them, which drops locks", {
  ignore: Deno.build.os !== "linux",
}, () =>
  withProject({ ...FILES, "src/deep/c.py": "def c(): pass\n", "kept/own/d.py": "def d(): pass\n" }, async (project) => {
    git(project, "init", "-q");
    for (const folder of [".git/callgrove", ".callgrove", "kept/db"]) {
      const place = { ...await locateProject(project.root), folder: join(project.root, folder) };
      let rings = 0;
      const events = new TreeEvents(place, () => rings++);
      try {
        await events.refresh();
        project.write(`${folder}/index.db`, "x");
        const inodes = watchedInodes();
        const isWatched = (path: string): boolean => inodes.has(statSync(join(project.root, path)).ino);
        assert.deepEqual(["", "src", "src/deep", "kept", "kept/own", ".git"].filter((path) => !isWatched(path)), []);
        assert.equal(isWatched(folder), false, folder);
        const steps = [
          "new/e.py",
          "new/f.py",
          "kept/e.py",
          "kept/own/e.py",
          "src/deep/e.py",
          ".git/HEAD",
        ];
        for (const path of steps) {
          await new Promise((done) => setTimeout(done, 300));
          rings = 0;
          project.write(path, path);
          await until(() => rings > 0);
          await events.refresh();
        }
        project.remove("src");
        project.write("src/deep/c.py", "");
        await until(() => rings > 0);
        await new Promise((done) => setTimeout(done, 300));
        await events.refresh();
        rings = 0;
        project.write("src/deep/g.py", "");
        await until(() => rings > 0);
      } finally {
        await events.close();
      }
    }
  }));

/** Runs `use` beside the command `watch` of a project, which has told of its first run; gives how it ended. */
async function besideWatch(root: string, use: (child: Deno.ChildProcess, out: () => string) => Promise<void>): Promise<Outcome> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts"), "watch"],
    cwd: root,
    env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = ["", ""];
  const read = async (stream: ReadableStream<Uint8Array>, i: number): Promise<void> => {
    for await (const text of stream.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)) said[i] += text;
  };
  const all = Promise.all([read(child.stdout, 0), read(child.stderr, 1)]);
  await until(() => said[0]!.includes("watching"));
  await use(child, () => said[0]!);
  const { code } = await child.status;
  await all;
  return { status: code, stdout: said[0]!, stderr: said[1]! };
}

async function until(holds: () => boolean): Promise<void> {
  for (const start = performance.now(); !holds();) {
    assert.ok(performance.now() - start < 20_000, "it did not come");
    await new Promise((done) => setTimeout(done, 50));
  }
}

const onUnix = { ignore: Deno.build.os === "windows" };

Deno.test("watch ends quietly on either signal, and on both", onUnix, () =>
  withProject(FILES, async ({ root }) => {
    for (const signals of [["SIGINT"], ["SIGTERM"], ["SIGTERM", "SIGINT"]] as const) {
      const { status, stderr } = await besideWatch(root, (child) => Promise.resolve(signals.forEach((one) => child.kill(one))));
      assert.deepEqual([status, stderr], [0, ""], signals.join());
    }
  }));

Deno.test("watch rebuilds an index that was deleted or damaged", onUnix, () =>
  withProject(FILES, async (project) => {
    const index = join(project.root, ".callgrove", "index.db");
    const { status, stderr } = await besideWatch(project.root, async (child, out) => {
      rmSync(join(project.root, ".callgrove"), { recursive: true });
      project.write("c.py", "def c(): pass\n");
      await until(() => existsSync(index) && out().split("\n").length > 2);
      writeFileSync(index, "nothing");
      project.write("d.py", "def d(): pass\n");
      await until(() => out().split("\n").length > 3);
      child.kill("SIGINT");
    });
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match((await runCallgrove(["search", "d", "--quiet"], project.root)).stdout, /d\.py/);
  }));

Deno.test("watch ends if its folder is gone, and says so once", onUnix, () =>
  withProject(FILES, async ({ root }) => {
    const { status, stderr } = await besideWatch(root, () => Promise.resolve(rmSync(root, { recursive: true })));
    assert.equal(status, 3);
    assert.match(stderr, /^error project_not_found: Cannot watch ".*" any longer: the folder is gone\n.*\n$/);
  }));
