/**
 * The store: integrity, query plans, versions, damage, leases.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { CallgroveError } from "../core/errors.ts";
import { openUnseen } from "../core/store/database_files.ts";
import { compareDumps, type FileDump } from "../core/store/dump_ref.ts";
import { countEdge, noCounts } from "../core/store/edge_counts.ts";
import { findWriter, takeLease } from "../core/store/lease.ts";
import { inspectIndex, openForReading, SCHEMA_VERSION } from "../core/store/open.ts";
import { beginStore } from "../memory/store/new_store.ts";
import { readMeta } from "../memory/store/open_store.ts";
import { openOrg, ORG } from "../memory/store/org_store.ts";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { commitAll, git } from "./support/git_project.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app/__init__.py": "",
  "app/io.py":
    "def load(name):\n    return open(name)\n\nclass Job:\n    def __init__(self):\n        self.n = 0\n    def go(self):\n        return self.go()\n",
  "app/run.py": "from app.io import Job, load\n\ndef main(handler):\n    load('x')\n    Job().go()\n    handler()\n    main(load)\n",
};

function plan(db: DatabaseSync, sql: string): string {
  return (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map((row) => row.detail).join("\n");
}

Deno.test("edges keep the integrity of the store", () =>
  withProject(FILES, async (project) => {
    await project.index();
    assert.deepEqual(checkIntegrity(project.database), []);
    const db = openForReading(project.database);
    const columns = (db.prepare("SELECT * FROM symbol_edges LIMIT 1").get()) as Record<string, unknown>;
    for (
      const name of ["repo", "ref", "from_symbol_id", "to_symbol_id", "to_name", "edge_type", "confidence", "source_file", "source_line"]
    ) {
      assert.ok(name in columns, name);
    }
    const recursive = db.prepare("SELECT count(*) AS n FROM symbol_edges WHERE from_symbol_id = to_symbol_id AND edge_type = 'calls'")
      .get() as { n: number };
    assert.equal(recursive.n, 2);
    db.close();
  }));

Deno.test("calls on a line from one symbol to one target are one edge of the contract's view: the most certain and first", () =>
  withProject({ "a.py": "def load(): ...\n\n\ndef main(h):\n    load(), load(), h(), h()\n" }, async (project) => {
    await project.index();
    const db = openForReading(project.database);
    const rows = db.prepare("SELECT to_name, source_line, source_column FROM symbol_edges WHERE edge_type = 'calls' ORDER BY source_column")
      .all();
    db.close();
    assert.deepEqual(rows.map((row) => ({ ...row })), [
      { to_name: null, source_line: 5, source_column: 5 },
      { to_name: "h", source_line: 5, source_column: 21 },
    ]);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));

Deno.test("the calls and references of an index are counted by outcome", () => {
  const edge = { confidence: "static", rule: "type", resolved: true, external: false, sameSite: false } as const;
  const counts = noCounts();
  for (const type of ["implements", "imports", "contains"]) countEdge(counts, { ...edge, type });
  assert.deepEqual(counts, noCounts());
  countEdge(counts, { ...edge, type: "references" });
  const open = { ...edge, type: "calls", resolved: false };
  countEdge(counts, { ...open, rule: "ambiguous" });
  countEdge(counts, { ...open, rule: "unresolved" });
  countEdge(counts, { ...open, rule: "external", external: true });
  const sites = { siteAmbiguous: 1, siteUnresolved: 1, siteExternal: 1 };
  const rules = { ambiguous: 1, unresolved: 1, external: 1 };
  assert.deepEqual({ ...counts, rules: { ...counts.rules } }, { ...noCounts(), referencesStatic: 1, ...sites, rules });
});

Deno.test("two dumps differ in lines that only one of them has, and in files that only one of them has", () => {
  const file = (path: string, ...lines: readonly string[]): FileDump => ({ path, lines });
  const first = [file("a", "1"), file("c", "2"), file("d", "3", "4"), file("e", "5")];
  const second = [file("b", "6"), file("c", "2", "7"), file("d", "3"), file("e", "5"), file("f", "8")];
  assert.deepEqual([...compareDumps(first, second)], [
    { path: "a", onlyFirst: ["1"], onlySecond: [] },
    { path: "b", onlyFirst: [], onlySecond: ["6"] },
    { path: "c", onlyFirst: [], onlySecond: ["7"] },
    { path: "d", onlyFirst: ["4"], onlySecond: [] },
    { path: "f", onlyFirst: [], onlySecond: ["8"] },
  ]);
});

Deno.test("a row that violates the integrity is rejected", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const db = new DatabaseSync(join(project.database, "index.db"));
    const edge = (to: number, name: number, confidence: string, external: number): string =>
      `INSERT INTO edge VALUES (1, 999, 1, 'calls', 1, ${to}, ${name}, '${confidence}', 'scope', ${external}, 1, '', '')`;
    db.exec(edge(1, 0, "static", 0));
    assert.throws(() => db.exec(edge(1, 0, "static", 0)), /UNIQUE/);
    assert.throws(() => db.exec(edge(0, 0, "static", 0)), /CHECK/);
    assert.throws(() => db.exec(edge(0, 1, "certain", 0)), /CHECK/);
    assert.throws(() => db.exec(edge(2, 0, "static", 1)), /CHECK/);
    db.close();
  }));

Deno.test("forward, reverse and unresolved look-ups use their indexes", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const db = openForReading(project.database);
    assert.match(
      plan(db, "SELECT * FROM edge WHERE from_symbol_id = 1 AND edge_type = 'calls'"),
      /edge_forward \(from_symbol_id=\? AND edge_type=\?\)/,
    );
    assert.match(
      plan(db, "SELECT * FROM edge WHERE to_symbol_id = 1 AND edge_type = 'calls'"),
      /edge_reverse \(to_symbol_id=\? AND edge_type=\?\)/,
    );
    assert.match(plan(db, "SELECT * FROM edge WHERE to_symbol_id = 0 AND to_name_id = 5"), /edge_unresolved \(to_name_id=\?/);
    const view = (column: string): string =>
      plan(db, `SELECT * FROM symbol_edges WHERE repo = 'r' AND ref = 'live' AND ${column} = 'x' AND edge_type = 'calls'`);
    assert.match(view("from_symbol_id"), /edge_forward \(from_symbol_id=\? AND edge_type=\?\)/);
    assert.match(view("from_symbol_id"), /symbol_by_stable_id/);
    assert.match(view("to_symbol_id"), /edge_reverse \(to_symbol_id=\? AND edge_type=\?\)/);
    assert.doesNotMatch(view("to_symbol_id") + view("from_symbol_id"), /SCAN/);
    db.close();
  }));

/** Names of the indexes, and the knowledge graph of the same run. */
function readMade(database: string): { indexes: unknown[]; graph: unknown[] } {
  const open = (file: string): DatabaseSync => new DatabaseSync(join(database, file), { readOnly: true });
  const [db, org] = [open("index.db"), open("org.db")];
  const indexes = db.prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND sql <> '' ORDER BY name").all();
  const graph = ["kg_nodes", "kg_edges"].flatMap((table) => org.prepare(`SELECT * FROM ${table} ORDER BY id`).all());
  db.close();
  org.close();
  return { indexes, graph };
}

Deno.test("threads produce the same index and the same knowledge graph as the calling thread", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const alone = { dump: dumpIndex(project.database), ...readMade(project.database) };
    assert.ok(alone.indexes.length > 5 && alone.graph.length > 3);
    const makeAnew = async (text: string, ...gone: readonly string[]): Promise<void> => {
      project.write("app/io.py", text);
      for (const file of gone) for (const suffix of ["", "-wal", "-shm"]) rmSync(join(project.database, file + suffix), { force: true });
      await project.index({ workers: 2 });
    };
    // A graph is there that an index has filled which is gone: the number of a row says nothing any more.
    for (const text of [FILES["app/io.py"], `\n\n${FILES["app/io.py"]}`, FILES["app/io.py"]]) await makeAnew(text, "index.db");
    assert.deepEqual({ dump: dumpIndex(project.database), ...readMade(project.database) }, alone);
    await makeAnew(FILES["app/io.py"], "index.db", "org.db");
    assert.deepEqual({ dump: dumpIndex(project.database), ...readMade(project.database) }, alone);
    assert.deepEqual(readdirSync(project.database).filter((name) => name.includes("building")), []);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));

Deno.test("a graph under construction never replaces notes that are added meanwhile", () =>
  withProject(FILES, async (project) => {
    await project.index();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(join(project.database, `org.db${suffix}`), { force: true });
    const begun = beginStore(project.database, ORG)!;
    const other = openOrg(project.database).db;
    other.exec("INSERT INTO meta (key, value) VALUES ('said', 'meanwhile')");
    other.close();
    await begun.settle();
    begun.publish();
    const { db } = openOrg(project.database);
    assert.equal(readMeta(db, "said"), "meanwhile");
    db.close();
    assert.equal(beginStore(project.database, ORG), undefined);
    assert.equal(existsSync(join(project.database, "org.db.building")), false);
  }));

Deno.test("an older or damaged index is rebuilt, a newer one refused", () =>
  withProject(FILES, async (project) => {
    const file = join(project.database, "index.db");
    const setVersion = (version: number): void => {
      const db = new DatabaseSync(file);
      db.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(version));
      db.close();
    };
    await project.index();
    const fresh = dumpIndex(project.database);

    setVersion(SCHEMA_VERSION - 1);
    assert.equal(inspectIndex(project.database), "older");
    assert.throws(() => openForReading(project.database), (e: CallgroveError) =>
      e.code === "index_incompatible" && e.data["state"] === "older");
    assert.match((await project.index()).warnings.join(), /older version/);
    assert.deepEqual(dumpIndex(project.database), fresh);

    setVersion(SCHEMA_VERSION + 1);
    await assert.rejects(project.index(), (e: CallgroveError) =>
      e.code === "index_incompatible" && e.hint.includes("newer") && e.data["remediation"] === "callgrove index --force");
    assert.match((await project.index({ force: true })).warnings.join(), /newer version/);
    assert.deepEqual(dumpIndex(project.database), fresh);
    rmSync(file);

    for (const keep of [0, 100, 4096, 0.5]) {
      await project.index();
      truncateSync(file, keep < 1 ? Math.floor(statSync(file).size * keep / 4096) * 4096 : keep);
      assert.equal(inspectIndex(project.database), "damaged", `cut to ${keep}`);
      assert.throws(() =>
        openForReading(project.database), (e: CallgroveError) =>
        e.code === "index_incompatible");
      assert.match((await project.index()).warnings.join(), /damaged/);
      assert.deepEqual(dumpIndex(project.database), fresh);
    }
    writeFileSync(file, "this is no database ".repeat(1000));
    assert.equal(inspectIndex(project.database), "damaged");
    await project.index();
    assert.deepEqual(dumpIndex(project.database), fresh);
  }));

Deno.test("damage in the middle of the file is noticed while writing, and the index rebuilt", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const file = join(project.database, "index.db");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    project.write("app/more.py", "from app.io import load\nload('y')\n");
    const summary = await project.index();
    assert.match(summary.warnings.join(), /damaged/);
    assert.deepEqual(checkIntegrity(project.database), []);
    assert.equal(summary.files, 4);
  }));

Deno.test("one writer at a time; readers do not wait", () =>
  withProject(FILES, async (project) => {
    mkdirSync(project.database);
    const lease = await takeLease(project.database, 0);
    assert.notEqual(findWriter(project.database), undefined);
    await assert.rejects(project.index({ waitMs: 100 }), (e: CallgroveError) =>
      e.code === "index_in_progress" && /process \d+/.test(e.message));
    const waiting = project.index({ waitMs: 10_000 });
    setTimeout(() =>
      lease.release(), 150);
    assert.equal((await waiting).files, 3);
    assert.equal(findWriter(project.database), undefined);

    const reader = openForReading(project.database);
    reader.exec("BEGIN");
    const count = reader.prepare("SELECT count(*) AS n FROM ref_file");
    assert.deepEqual({ ...count.get() }, { n: 3 });
    project.write("app/more.py", "def f(): f()\n");
    await project.index();
    assert.deepEqual({ ...count.get() }, { n: 3 }, "the transaction sees what it began with");
    reader.exec("COMMIT");
    assert.deepEqual({ ...count.get() }, { n: 4 });
    await project.index({ force: true });
    assert.deepEqual({ ...count.get() }, { n: 4 }, "made anew in place, the same handle goes on");
    reader.close();
    assert.equal(inspectIndex(project.database), "ready");
  }));

Deno.test("outside git the databases are in a folder that version control ignores", () =>
  withProject(FILES, async (project) => {
    const summary = await project.index({ database: undefined });
    assert.equal(summary.database, join(project.root, ".callgrove", "index.db"));
    assert.equal(readFileSync(join(project.root, ".callgrove", ".gitignore"), "utf8"), "*\n");
    assert.equal(summary.files, 3);
    assert.ok(!existsSync(join(project.root, ".callgrove", "index.db.building")));
    // That files can be made there was tried, and leaves nothing.
    assert.deepEqual(readdirSync(project.root).sort(), [".callgrove", "app"]);
  }));

Deno.test("databases that are placed in a repository's tree are ignored by git too", () =>
  withProject(FILES, async (project) => {
    git(project, "init", "-q");
    commitAll(project, "first");
    await project.index({ database: join(project.root, "made", "here") });
    assert.equal(git(project, "status", "--porcelain"), "");
    await project.index({ database: undefined });
    assert.ok(!existsSync(join(project.root, ".git", "callgrove", ".gitignore")));
  }));

Deno.test("a database that no one sees before it is complete keeps no journal, whatever the runtime's defaults are", () => {
  const folder = Deno.makeTempDirSync();
  try {
    const db = openUnseen(join(folder, "new.db"));
    assert.equal(db.prepare("PRAGMA journal_mode").get()!.journal_mode, "off");
    db.exec("PRAGMA page_size = 8192; BEGIN; CREATE TABLE t (a UNIQUE); INSERT INTO t VALUES (1), (2)");
    assert.deepEqual([...Deno.readDirSync(folder)].map((entry) => entry.name), ["new.db"]);
    db.exec("COMMIT");
    assert.equal(db.prepare("PRAGMA page_size").get()!.page_size, 8192);
    db.close();
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
