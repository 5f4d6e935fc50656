/**
 * Refs: a commit read from git's objects gives the same index as a checkout of it, and what refs share is stored once.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { CallgroveError } from "../core/errors.ts";
import { notIndexed } from "../workspace/find_ref.ts";
import { call, callOn } from "./support/call.ts";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { openInProcess } from "./support/shop.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

const SHOP = join(import.meta.dirname!, "..", "fixtures", "shop");

const count = (project: TempProject, table: string): number => {
  const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  db.close();
  return n;
};

Deno.test("a ref read from git equals a checkout of it, beside the working tree", () =>
  withProject({}, async (project) => {
    cpSync(SHOP, project.root, { recursive: true });
    project.write("tool", "#!/usr/bin/env python3\ndef tool(): pass\ntool()\n");
    Deno.chmodSync(join(project.root, "tool"), 0o755);
    symlinkSync("tool", join(project.root, "link.py"));
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    const afresh = openProject(project.root, `${project.database}-fresh`);
    await afresh.index();
    const first = dumpIndex(afresh.database).filter((line) => !line.startsWith('{"skipped"'));

    project.write("python/extra.py", "def extra(): return extra()\n");
    project.write("tool", "#!/usr/bin/env python3\ndef renamed(): pass\nrenamed()\n");
    const live = await project.index();
    const liveDump = dumpIndex(project.database);
    const atTag = await project.index({ ref: "v1" });
    assert.equal(atTag.commit, git(project, "rev-parse", "v1"));
    assert.equal(atTag.parsed, 1, "only the text that the working tree does not have");
    assert.equal(atTag.files, live.files - 1);
    assert.deepEqual(dumpIndex(project.database, "v1").filter((line) => !line.startsWith('{"skipped"')), first);
    assert.deepEqual(dumpIndex(project.database), liveDump, "the working tree's own ref stays as it was");
    assert.deepEqual(checkIntegrity(project.database), []);

    const again = await project.index({ ref: "v1" });
    assert.deepEqual([again.parsed, again.resolved, again.removed], [0, 0, 0]);
  }));

Deno.test("a module may have different names in two refs", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "old"\n',
    "src/lib.rs": "pub mod io;\npub fn run() { io::load(); }\n",
    "src/io.rs": "pub fn load() {}\n",
  }, async (project) => {
    const manifest = (name: string): void => project.write("Cargo.toml", `[package]\nname = "${name}"\n`);
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    await project.index({ ref: "v1" });
    const before = dumpIndex(project.database, "v1");
    assert.ok(before.some((line) => line.includes('"old::io::load"')), before.join("\n"));
    manifest("new");
    await project.index();
    assert.deepEqual(dumpIndex(project.database, "v1"), before);
    assert.ok(dumpIndex(project.database).some((line) => line.includes('"new::io::load"')));
    assert.deepEqual(checkIntegrity(project.database), []);
    manifest("old");
    await project.index();
    assert.deepEqual(dumpIndex(project.database), before);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));

Deno.test("a second ref that differs in one file costs one file", () =>
  withProject({}, async (project) => {
    const names = Array.from({ length: 30 }, (_, i) => `m${i}`);
    for (const [i, name] of names.entries()) {
      project.write(`${name}.py`, `from m${(i + 1) % 30} import m${(i + 1) % 30}\n\ndef ${name}():\n    return m${(i + 1) % 30}()\n`);
    }
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    await project.index();
    const rows = ["blob", "file_version", "resolution", "edge"].map((table) => count(project, table));
    project.write("m3.py", "from m4 import m4\n\ndef m3():\n    print(1)\n    return m4()\n");
    commitAll(project, "second");
    const summary = await project.index({ ref: "main" });
    assert.deepEqual([summary.parsed, summary.resolved], [1, 1]);
    const more = ["blob", "file_version", "resolution", "edge"].map((table, i) => count(project, table) - rows[i]!);
    assert.deepEqual(more.slice(0, 3), [1, 1, 1]);
    assert.ok(more[3]! <= 4, `${more[3]} edges`);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));

Deno.test("a ref starts from one with the same manifests, whichever was indexed last", () =>
  withProject({ "pyproject.toml": '[project]\nname = "x"\n' }, async (project) => {
    for (const name of ["a", "b", "c"]) project.write(`${name}.py`, `def ${name}(): pass\n`);
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    project.write("pyproject.toml", '[project]\nname = "other"\n');
    project.write("b.py", "def b(): return 1\n");
    commitAll(project, "second");
    git(project, "tag", "v2");
    project.write("c.py", "def c(): return 1\n");
    await project.index();
    await project.index({ ref: "v1" });
    const { resolved } = await project.index({ ref: "v2" });
    assert.equal(resolved, 1, "c.py alone is not what the working tree has");
  }));

Deno.test("another worktree shares the index and parses nothing twice", () =>
  withProject({ "a.py": "def a(): return a()\n", "b.py": "from a import a\na()\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const first = await project.index({ database: undefined });
    git(project, "worktree", "add", "-q", "--detach", `${project.root}-tree`);
    const tree = openProject(`${project.root}-tree`, project.database);
    const second = await tree.index({ database: undefined });
    assert.equal(second.database, first.database);
    assert.deepEqual([second.files, second.parsed, second.resolved], [2, 0, 0]);
  }));

Deno.test("a ref that git does not know, or an option in its place, is rejected by name", () =>
  withProject({ "a.py": "def a(): pass\n" }, async (project) => {
    const isRefused = (ref: string) => (e: CallgroveError): boolean => e.code === "ref_not_indexed" && e.message.includes(ref);
    await assert.rejects(project.index({ ref: "main" }), isRefused("main"));
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    mkdirSync(project.database, { recursive: true });
    for (const ref of ["nowhere", "--output=x", "main:a.py", "main^{tree}", "", " main", ":/nothing like it", "main..main~1"]) {
      await assert.rejects(project.index({ ref }), isRefused(ref));
    }
    git(project, "tag", "v1.20");
    git(project, "update-ref", "refs/remotes/origin/release", "HEAD");
    const near = async (ref: string): Promise<unknown> => {
      const failed = await project.index({ ref }).then(() => undefined, (e: CallgroveError) => e);
      return [failed?.data["did_you_mean"], failed?.hint.split(":")[0]];
    };
    assert.deepEqual(await near("nowhere"), [undefined, "List the names"]);
    assert.deepEqual(await near("mian"), [["main"], "Nearest"]);
    assert.deepEqual(await near("v1.2"), [["v1.20"], "Nearest"]);
    assert.deepEqual(await near("release"), [["origin/release"], "Nearest"]);
    assert.deepEqual(await near("master"), [["main"], "Nearest"]);
    git(project, "update-ref", "refs/remotes/origin/master", "HEAD");
    assert.deepEqual(await near("trunk"), [["main", "origin/master"], "Nearest"]);
    assert.ok(!existsSync(join(project.root, "x")));
  }));

Deno.test("a ref may be any revision that git knows, with blanks too; a command that names it can be pasted into a shell", () =>
  withProject({ "a.py": "def a(): pass\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const first = commitAll(project, "Fix the roof");
    project.write("a.py", "def b(): pass\n");
    commitAll(project, "second");
    git(project, "branch", "x;touch${IFS}gone", first);
    for (const ref of [":/Fix the", "HEAD^{/Fix the roof}", "main@{1}", "x;touch${IFS}gone"]) {
      assert.equal((await project.index({ ref })).commit, first, ref);
    }
    assert.match((await call(project, "get_callers", { function_name: "a", ref: "main~1" })).text, /no callers/);
    assert.equal(notIndexed("x;touch${IFS}gone").hint, "Index it first: callgrove index --ref 'x;touch${IFS}gone'");
  }));

Deno.test("a branch that moved on and an index of an older program are updated before an answer", () =>
  withProject({ "a.py": "def a(): return b()\ndef b(): return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    await project.index({ ref: "main", database: undefined });
    const repository = openInProcess(project.root, "agent");
    const callers = async (ref?: string): Promise<string> => {
      const params = { function_name: "b", ...(ref === undefined ? {} : { ref }) };
      return JSON.stringify((await callOn(repository, "get_callers", params)).structured);
    };
    assert.match(await callers("main"), /"a"/);
    project.write("a.py", "def other(): return b()\ndef b(): return 1\n");
    const second = commitAll(project, "second");
    for (const ref of ["main", second, second.slice(0, 10), "HEAD"]) assert.match(await callers(ref), /"other"/, ref);
    assert.match(await callers("main~1"), /ref_not_indexed.*index_directory \{.*"ref.*main~1/);
    assert.match(await callers(), /"other"/);
    const db = new DatabaseSync(join(project.root, ".git", "callgrove", "index.db"));
    db.exec("UPDATE ref SET surroundings = 'an older program'; DELETE FROM edge");
    db.close();
    for (const ref of [undefined, "main"]) assert.match(await callers(ref), /"other"/, ref ?? "live");
    repository.close();
  }));

Deno.test("the checked-out ref without edits is answered from the working tree's index, under the requested name; with edits it is indexed separately", () =>
  withProject({ "a.py": "def a():\n    return b()\n\n\ndef b():\n    return 1\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "old");
    project.write("a.py", "def a():\n    return b() + b()\n\n\ndef b():\n    return 22\n");
    commitAll(project, "second");
    await project.index();
    const callers = async (name: string, ref: string): Promise<Record<string, unknown>> =>
      (await call(project, "get_callers", { function_name: name, ref })).structured;
    for (const ref of ["main", "HEAD", git(project, "rev-parse", "HEAD")]) {
      const answer = await callers("b", ref);
      assert.equal((answer["metadata"] as { ref: string }).ref, ref);
      const again = await callers((answer["symbol"] as { symbol_id: string }).symbol_id, ref);
      assert.equal(again["total_callers"], 1, "its handle holds in that ref");
    }
    const missing = (await callers("b", "old"))["error"] as { code: string; data: Record<string, unknown> };
    assert.deepEqual([missing.code, missing.data["ref"], missing.data["remediation"]], [
      "ref_not_indexed",
      "old",
      'index_directory {"ref":"old"}',
    ]);
    const compared = await call(project, "compare_symbol_between_commits", {
      symbol_name: "b",
      base_ref: "old",
      head_ref: "main",
      ref: "main",
    });
    assert.doesNotMatch(compared.text, /"main" is not indexed/);
    assert.equal(count(project, "ref"), 1, "no second ref is made");

    project.write("a.py", "def a():\n    return 3\n\n\ndef b():\n    return 22\n");
    assert.equal((await callers("b", "live"))["total_callers"], 0);
    assert.equal((await callers("b", "main"))["total_callers"], 1, "the working tree is another now: main is indexed as it was committed");
    assert.equal(count(project, "ref"), 2);
    assert.equal((await callers("b", "HEAD"))["total_callers"], 1);
    assert.equal(((await callers("b", "HEAD"))["metadata"] as { ref: string }).ref, "HEAD", "also where it was indexed under another name");
  }));
