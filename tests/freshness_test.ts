/** A question right after a change is answered from the changed tree, whatever was changed and however often it is asked. */
import assert from "node:assert/strict";
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CallgroveError } from "../core/errors.ts";
import type { Stamp } from "../core/scan/stamp.ts";
import { takeLease } from "../core/store/lease.ts";
import { locateProject } from "../core/store/location.ts";
import { openForReading, SCHEMA_VERSION } from "../core/store/open.ts";
import { loadLanguageTable } from "../language_table.ts";
import { ask } from "../query/ask.ts";
import { stateAfter, UNKNOWN_STATE } from "../query/metadata.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { type Changes, findChanges } from "../workspace/find_changes.ts";
import { findRef } from "../workspace/find_ref.ts";
import { takeStamp } from "../workspace/tree_stamp.ts";
import { call } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInFolder } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "a.py": "def first():\n    return 1\n",
  "lib/b.py": "def second():\n    return 2\n",
  "pyproject.toml": '[project]\nname = "p"\n',
  "run": "#!/usr/bin/env python3\ndef script():\n    pass\n",
  ".gitignore": "*.log\nbuild/\n",
  "lib/deep/.gitignore": "made.py\n",
  "notes.md": "# Notes\n",
  "picture.svg": "<svg/>",
};

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** A stamp of the tree once its clock has moved on. */
async function stampOf(project: TempProject): Promise<Stamp> {
  const [place, table] = [await locateProject(project.root, project.database), await loadLanguageTable()];
  for (;;) {
    const stamp = await takeStamp(place, table);
    if (stamp?.holds() === true) return stamp;
    await pause(25);
  }
}

/** What a look would see. Each is made on the tree that the ones before it left. */
const CHANGES: Readonly<Record<string, (project: TempProject, at: (path: string) => string) => void>> = {
  "a file is edited in place": (_, at) => appendFileSync(at("a.py"), "\n# more\n"),
  "an edit of the same size with its time set back": (project) => project.write("lib/b.py", FILES["lib/b.py"].replace("2", "3")),
  "a new file": (_, at) => writeFileSync(at("lib/new.py"), ""),
  "a file is renamed": (_, at) => renameSync(at("lib/new.py"), at("lib/newer.py")),
  "a file takes another's place": (_, at) => renameSync(at("lib/newer.py"), at("a.py")),
  "a file is deleted": (_, at) => rmSync(at("a.py")),
  "an empty folder": (_, at) => mkdirSync(at("empty/inner"), { recursive: true }),
  "a file in a folder that was empty": (_, at) => writeFileSync(at("empty/inner/c.py"), ""),
  "a folder is renamed": (_, at) => renameSync(at("empty"), at("full")),
  "a file in the renamed folder": (_, at) => writeFileSync(at("full/inner/d.py"), ""),
  "an ignore file is edited in place": (_, at) => appendFileSync(at(".gitignore"), "full/\n"),
  "an ignore file in a folder without a listed file": (_, at) => writeFileSync(at("lib/deep/.gitignore"), "\n"),
  "a manifest": (_, at) => appendFileSync(at("pyproject.toml"), "\n"),
  "a document": (_, at) => appendFileSync(at("notes.md"), "\n"),
  "a script may be run no longer": (_, at) => chmodSync(at("run"), 0o644),
};
const IN_GIT: typeof CHANGES = {
  ...CHANGES,
  "an ignored file is added all the same": (project, at) => {
    mkdirSync(at("build"));
    writeFileSync(at("build/out.py"), "");
    git(project, "add", "-f", "build/out.py");
  },
  "an edit of it": (_, at) => writeFileSync(at("build/out.py"), "x = 1\n"),
  "a rule of the repository's own": (_, at) => writeFileSync(at(".git/info/exclude"), "lib/\n"),
  "a setting": (project) => git(project, "config", "core.excludesFile", "more"),
  "another branch": (project) => {
    commitAll(project, "all");
    git(project, "checkout", "-q", "first");
  },
};

for (const [where, changes] of [["git", IN_GIT], ["a plain folder", CHANGES]] as const) {
  Deno.test(`a stamp of ${where} tells every change that a look would see`, () =>
    withProject(FILES, async (project) => {
      if (where === "git") {
        git(project, "init", "-q", "-b", "main");
        commitAll(project, "first");
        git(project, "branch", "first");
      }
      chmodSync(join(project.root, "run"), 0o755);
      for (const [name, change] of Object.entries(changes)) {
        const stamp = await stampOf(project);
        assert.ok(stamp.holds(), `before: ${name}`);
        change(project, (path) => join(project.root, path));
        assert.ok(!stamp.holds(), name);
      }
    }));
}

Deno.test("a stamp distinguishes code files from what may change everything", () =>
  withProject({ ...FILES, "lib/c.py": "" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const at = (path: string): string => join(project.root, path);
    const touched = async (change: () => void): Promise<readonly string[] | undefined> => {
      const stamp = await stampOf(project);
      change();
      const found = stamp.findTouched();
      found?.accept();
      return found?.names;
    };
    assert.deepEqual(await touched(() => appendFileSync(at("lib/b.py"), "#")), ["lib/b.py"]);
    assert.deepEqual(
      await touched(() => {
        writeFileSync(at("lib/b.py~"), "x = 1\n");
        renameSync(at("lib/b.py~"), at("lib/b.py"));
        appendFileSync(at("a.py"), "#");
      }),
      ["a.py", "lib/b.py"],
      "an editor that puts a new file in the place of the old",
    );
    assert.equal(await touched(() => rmSync(at("lib/c.py"))), undefined, "a file is gone");
    assert.equal(await touched(() => appendFileSync(at("notes.md"), "#")), undefined, "a document");
    assert.equal(await touched(() => git(project, "commit", "-q", "-a", "-m", "all")), undefined, "git's list is another");
    const stamp = await stampOf(project);
    appendFileSync(at("a.py"), "#");
    stamp.findTouched()!.accept();
    assert.deepEqual(stamp.findTouched()?.names, ["a.py"], "changed a moment ago: it could have changed again");
    await pause(30);
    stamp.findTouched()!.accept();
    assert.ok(stamp.holds());
  }));

Deno.test("what no scan would notice does not invalidate a stamp", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q", "-b", "main");
    mkdirSync(join(project.root, "build/inner"), { recursive: true });
    commitAll(project, "first");
    mkdirSync(join(project.root, "vendor"));
    git({ root: join(project.root, "vendor") }, "init", "-q");
    const stamp = await stampOf(project);
    writeFileSync(join(project.root, "build/inner/x.py"), "");
    writeFileSync(join(project.root, "picture.svg"), "<svg></svg>");
    writeFileSync(join(project.root, "vendor/.git/x"), "");
    assert.ok(stamp.holds());
  }));

Deno.test("a folder inside a repository is a project of its own as long as it is ignored", () =>
  withProject({ "out/a.py": "" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const folder = join(project.root, "out");
    const rootOf = async (): Promise<string> => (await locateProject(folder, project.database)).root;
    const sure = async (): Promise<void> => {
      await pause(30);
      for (let i = 0; i < 3; i++) await rootOf();
    };
    assert.equal(await rootOf(), project.root);
    await sure();
    writeFileSync(join(project.root, ".gitignore"), "out/\n");
    assert.equal(await rootOf(), folder);
    await sure();
    git(project, "add", "-f", "out/a.py");
    assert.equal(await rootOf(), project.root, "a tracked file in it");
    await sure();
    git(project, "rm", "-q", "--cached", "out/a.py");
    assert.equal(await rootOf(), folder);
    await sure();
    writeFileSync(join(project.root, ".gitignore"), "in/ \n");
    assert.equal(await rootOf(), project.root);
    await sure();
    writeFileSync(join(project.root, ".git/info/exclude"), "out\n");
    assert.equal(await rootOf(), folder);
  }));

Deno.test("an edit right before each of a hundred questions: never a stale answer", () =>
  withProject({ "a.py": "def f0000():\n    pass\n" }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    const repository = openInFolder(project.root, "agent", project.database);
    const tool = toolNamed(TOOLS, "query_file_symbols");
    const namesIn = async (path: string): Promise<string> => {
      const { structured, isError } = await ask(repository, tool, { file_path: path }, COMPACT);
      return isError ? (structured["error"] as { code: string }).code : JSON.stringify(structured);
    };
    try {
      let path = "a.py";
      for (let i = 1; i <= 100; i++) {
        // Sometimes the tree rests, so that the answer before stands on a stamp.
        if (i % 4 === 0) {
          await pause(30);
          for (let k = 0; k < 3; k++) await namesIn(path);
        }
        const name = `f${String(i).padStart(4, "0")}`;
        const former = path;
        if (i % 5 === 0) {
          path = i % 10 === 0 ? `sub${i}/deep/a.py` : `a${i}.py`;
          mkdirSync(join(project.root, path, ".."), { recursive: true });
          renameSync(join(project.root, former), join(project.root, path));
        }
        writeFileSync(join(project.root, path), `def ${name}():\n    pass\n`);
        assert.match(await namesIn(path), new RegExp(name), `after edit ${i}`);
        if (former !== path) assert.equal(await namesIn(former), "file_not_found", `after moving to ${path}`);
      }
    } finally {
      repository.close();
    }
  }));

Deno.test("an error says what is known about the index", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    const stateAfter = async (tool: string, params: Record<string, unknown>, code: string): Promise<unknown[]> => {
      const { error, structured } = await call(project, tool, params);
      assert.equal(error?.code, code, tool);
      const metadata = structured["metadata"] as Record<string, unknown>;
      return [metadata["indexing_status"], metadata["freshness_status"], metadata["schema_status"], metadata["pending_changes"]];
    };
    const wrong = (): Promise<unknown[]> => stateAfter("get_callers", { functoin_name: "keep" }, "invalid_input");
    assert.deepEqual(await wrong(), ["not_indexed", "stale", "not_indexed", undefined]);
    const ready = ["ready", "fresh", "compatible", undefined];
    // What was written a moment before it was read (two seconds on a disk that counts in seconds) is looked at again.
    for (let tries = 0; tries < 30 && (await wrong())[1] !== "fresh"; tries++) {
      await call(project, "call_graph_stats", {});
      await pause(100);
    }
    assert.deepEqual(await wrong(), ready);
    assert.deepEqual(await stateAfter("get_callers", { function_name: "keep", ref: "nope" }, "ref_not_indexed"), ready);
    assert.deepEqual(await stateAfter("get_callers", { function_name: "keep", repo: "nope" }, "project_not_found"), ready);
    assert.deepEqual(await stateAfter("get_callers", { function_name: "keep", repo: "/" }, "workspace_not_allowed"), ready);
    assert.deepEqual(await stateAfter("index_file", { file_path: "../b.py" }, "workspace_not_allowed"), ready);
    assert.deepEqual(await stateAfter("index_file", { file_path: "b.py" }, "file_not_found"), ready);
    project.write("b.py", "def more():\n    pass\n");
    assert.deepEqual(await wrong(), ["ready", "stale", "compatible", 1], "an edit is not brought in for a question that cannot be asked");
  }));

Deno.test("an index of a newer program cannot be used, nor can a damaged one: each has its own schema status, and is stale", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    await project.index();
    const db = new DatabaseSync(join(project.database, "index.db"));
    db.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(SCHEMA_VERSION + 1));
    db.close();
    const { error, structured } = await call(project, "get_callers", { function_name: "keep" });
    const metadata = structured["metadata"] as Record<string, unknown>;
    assert.equal(error?.code, "index_incompatible");
    assert.deepEqual(
      [metadata["indexing_status"], metadata["freshness_status"], metadata["schema_status"], metadata["result_completeness"]],
      ["failed", "stale", "reindex_required", "partial"],
    );
    const damaged = new CallgroveError("index_incompatible", "Cannot answer", { data: { state: "damaged" } });
    const { schema, indexing, freshness } = stateAfter(damaged, { ...UNKNOWN_STATE, freshness: "fresh" });
    assert.deepEqual([indexing, freshness, schema], ["failed", "stale", "corrupt_manifest"]);
  }));

Deno.test("while another process updates the index, answers and errors say that a run is in progress", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    await project.index();
    project.write("b.py", "def more():\n    pass\n");
    const lease = await takeLease(project.database, 0);
    try {
      const { error, structured, text } = await call(project, "get_callers", { functoin_name: "keep" });
      assert.equal(error?.code, "invalid_input");
      assert.equal((structured["metadata"] as Record<string, unknown>)["freshness_status"], "syncing");
      assert.match(
        text,
        /STALE: .*: \d changed files? (is|are) not in the index yet \(.*b\.py\); an index run is under way: ask again in some seconds/,
      );
    } finally {
      lease.release();
    }
    const { text } = await call(project, "get_callers", { functoin_name: "keep" });
    assert.match(text, /STALE: .* \d changed files? (is|are) not in the index yet \([^()]*b\.py\)$/m);
  }));

/** What differs between the disk and the index of a project. */
async function look(project: TempProject): Promise<Changes> {
  const [place, table] = [await locateProject(project.root, project.database), await loadLanguageTable()];
  const db = openForReading(place.folder);
  try {
    return await findChanges(place, table, db, findRef(db, place, undefined)!.id);
  } finally {
    db.close();
  }
}

Deno.test("pages and documents that are too long to be read are not changes", () =>
  withProject({ "a.py": "def first():\n    pass\n" }, async (project) => {
    project.write("book.html", `<p>${"long ".repeat(20_000)}</p>`);
    project.write("book.md", "long ".repeat(500_000));
    await project.index();
    assert.equal((await look(project)).added, 0);
  }));

Deno.test("files that are left out count as changes when they are added or removed, and not while they stay", () =>
  withProject({ "a.py": "def first():\n    pass\n" }, async (project) => {
    const leftOut = async (): Promise<number> => (await look(project)).leftOut;
    await project.index();
    const steps = [await leftOut()];
    symlinkSync("a.py", join(project.root, "one.py"));
    steps.push(await leftOut());
    await project.index();
    steps.push(await leftOut());
    symlinkSync("a.py", join(project.root, "two.py"));
    rmSync(join(project.root, "one.py"));
    steps.push(await leftOut());
    await project.index();
    rmSync(join(project.root, "two.py"));
    steps.push(await leftOut());
    assert.deepEqual(steps, [0, 1, 0, 2, 1]);
  }));

Deno.test("a binary among the sources is no change while it stays the same", () =>
  withProject({ "a.py": "def first():\n    pass\n", "binary.py": "\0" }, async (project) => {
    /** Seconds are all that some systems tell of a change, so what was written is doubted for so long. */
    const settle = async (): Promise<number> => {
      for (const end = Date.now() + 5000;;) {
        await project.index();
        const { added, changed } = await look(project);
        if (added + changed === 0 || Date.now() > end) return added + changed;
      }
    };
    assert.equal(await settle(), 0);
    project.write("binary.py", "\0\0");
    assert.equal((await look(project)).changed, 1);
    assert.equal(await settle(), 0);
    project.write("binary.py", "def text(): pass\n");
    assert.deepEqual((await project.index()).skipped, []);
    project.remove("binary.py");
    assert.equal((await look(project)).removed, 1);
  }));
