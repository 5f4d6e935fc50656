/** org.db: decisions in files, remembered facts, the knowledge graph, and how all of it survives failures. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checkMemory } from "../cli/doctor/memory_health.ts";
import { parseDecisionRecord } from "../memory/decisions/parse_adr.ts";
import { errorSignature, normalizeMessage, readStackTraces } from "../memory/errors/read_stack_trace.ts";
import { maskSecrets } from "../memory/privacy/mask_secrets.ts";
import { openSessions } from "../memory/store/sessions_store.ts";
import type { Reply } from "../query/ask.ts";
import { call } from "./support/call.ts";
import { ROOT, runCallgrove, runProgram } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";
import { noteUsage } from "../workspace/usage.ts";

const FILES = {
  "app/io.py": "def load(name):\n    return open(name)\n\n\nclass Job:\n    def go(self):\n        return load('x')\n",
  "app/run.py": "from app.io import Job\n\n\ndef main_entry():\n    Job().go()\n",
};

type Entry = Record<string, string | boolean | number>;
const entries = (reply: Reply, key: string): Entry[] => reply.structured[key] as Entry[];

function readOrg<T>(project: TempProject, use: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(project.database, "org.db"));
  try {
    return use(db);
  } finally {
    db.close();
  }
}

const MADR = `---
status: accepted
date: 2026-03-01
decision-makers: [Ann, Bo]
---
# Keep one loader

## Context and Problem Statement

Two loaders drifted apart.

## Decision Outcome

Chosen option: "one \`load\` in \`app/io.py\`", because two drift apart.

### Consequences

* Good, because there is one place
`;

const NYGARD = `# 2. Jobs do not retry

Date: 2026-04-02

## Status

Accepted

Supersedes [1. Jobs retry](0001-jobs-retry.md)

## Context

Retries hid errors in \`Job.go\`.

## Decision

A job fails at once.

## Consequences

Callers see the error.
`;

Deno.test("records: MADR, Nygard, plain text, and files that are none", () => {
  const madr = parseDecisionRecord(MADR, "0003-loader.md")!;
  assert.deepEqual(
    [madr.title, madr.status, madr.date, madr.deciders, madr.decision, madr.rationale],
    ["Keep one loader", "accepted", "2026-03-01", "Ann, Bo", "one `load` in `app/io.py`", "two drift apart."],
  );
  assert.match(madr.consequences, /one place/);
  const nygard = parseDecisionRecord(NYGARD, "0002-jobs.md")!;
  assert.deepEqual([nygard.title, nygard.status, nygard.date, nygard.decision], [
    "Jobs do not retry",
    "accepted",
    "2026-04-02",
    "A job fails at once.",
  ]);
  assert.deepEqual(nygard.supersedes, ["0001-jobs-retry.md"]);
  assert.match(nygard.rationale, /Retries hid errors/);
  const over = parseDecisionRecord(
    "# ADR-7: Old\n\n## Status\n\nSuperseded by [9. New](0009-new.md)\n\n## Decision\n\nOld way.\n",
    "0007-old.md",
  )!;
  assert.deepEqual([over.title, over.status, over.supersededBy], ["Old", "superseded", "0009-new.md"]);
  const plain = parseDecisionRecord(
    "# Use SQLite\n\nStatus: ACCEPTED\nDate Created: 2026-01-17\n\n## Why\n\nIt is there.\n",
    "use-sqlite.md",
  )!;
  assert.deepEqual([plain.decision, plain.status, plain.date, plain.rationale], ["Use SQLite", "accepted", "2026-01-17", "It is there."]);
  const silent = parseDecisionRecord("# 4. No status here\n\n## Decision\n\nIt holds.\n", "0004-x.md")!;
  assert.deepEqual([silent.status, silent.date, silent.decision], ["", "", "It holds."]);
  const titles = [
    ["# 1. Keep `parse_header`'s __init__ and snake_case_name *fast*", "Keep parse_header's __init__ and snake_case_name fast"],
    ["# **Never** _ever_ call `a*b*c`, 2 * 3 * 4 or _private_name", "Never ever call a*b*c, 2 * 3 * 4 or _private_name"],
    ["# ***All*** __of it__ \\*stays\\*", "All of it *stays*"],
  ] as const;
  for (const [line, title] of titles) assert.equal(parseDecisionRecord(`${line}\n\n## Status\n\nAccepted\n`, "0001-x.md")!.title, title);
  assert.equal(parseDecisionRecord("# Records\n\nHow we keep them.\n", "README.md"), undefined);
  assert.equal(parseDecisionRecord("# {short title}\n\n## Decision\n\n…\n", "adr-template.md"), undefined);
  assert.equal(parseDecisionRecord("", "empty.md"), undefined);
});

Deno.test("decisions in files apply to what they name; contradicting ones are both shown, newest first", async () => {
  await withProject({
    ...FILES,
    "docs/adr/0001-jobs-retry.md":
      "# 1. Jobs retry\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\n## Decision\n\n`Job.go` tries three times.\n",
    "docs/adr/0002-jobs.md": NYGARD,
    "docs/adr/0003-loader.md": MADR,
    "docs/adr/0005-quick.md":
      "# 5. Jobs are quick\n\nDate: 2026-05-01\n\n## Decision\n\nThe `Job` class waits for nothing; `missing_name` is no name.\n",
    "AGENTS.md": "# Rules\n\n- Never call `load` from a thread.\n- Be kind.\n",
  }, async (project) => {
    const go = await call(project, "memory_linked_search", { function_name: "Job.go" });
    assert.deepEqual(entries(go, "related_decisions").map((one) => [one["title"], one["status"]]), [
      ["Jobs do not retry", "current"],
      ["Jobs retry", "superseded"],
    ], go.text);
    const load = await call(project, "memory_linked_search", { function_name: "load" });
    const about = entries(load, "related_decisions");
    assert.deepEqual(about.map((one) => one["source"]).sort(), ["AGENTS.md", "docs/adr/0003-loader.md"]);
    assert.match(String(about.find((one) => one["title"] === "Keep one loader")!["evidence"]), /named in docs\/adr\/0003-loader\.md:14/);
    assert.ok(load.text.includes("two drift apart") && load.text.includes("Never call"), load.text);
    assert.deepEqual(load.structured["callers"], [{ name: "Job.go", file_path: "app/io.py", call_line: 7 }]);
    assert.deepEqual((load.structured["neighbours"] as Entry[]).map((one) => [one["relation"], one["name"], one["kind"]]), [[
      "caller",
      "Job.go",
      "decision",
    ]]);
    // The body changes: what was decided before is stale; a file that goes is said.
    project.write("app/io.py", FILES["app/io.py"].replace("return open(name)", "return open(name, 'rb')"));
    project.remove("docs/adr/0005-quick.md");
    const later = await call(project, "memory_linked_search", { function_name: "load" });
    assert.deepEqual(entries(later, "related_decisions").map((one) => one["status"]), ["stale", "stale"]);
    const job = await call(project, "memory_linked_search", { function_name: "Job" });
    assert.match(job.text, /Jobs are quick[^]*its file is gone/);
  });
});

Deno.test("a plain name marked as code ties a decision to its function; a rule about a function in a file does not apply to the file", async () => {
  const record = (title: string, status: string, decision: string): string =>
    `# ${title}\n\n## Status\n\n${status}\n\n## Decision\n\n${decision}\n`;
  await withProject({
    "app/io.py": "def retry(f):\n    return f()\n\n\ndef save(x):\n    return x\n\n\ndef load(x):\n    return x\n",
    "lib/disk.py": "def save(x):\n    return x\n",
    "docs/adr/0001-retry.md": record("1. Retry", "Superseded by 2", "We call `retry` around everything. `load` too."),
    "docs/adr/0002-no-retry.md": record("2. No retry", "Accepted", "`retry` is not used any more."),
    "AGENTS.md": "`load` must never block.\n\n- `save` in `app/io.py` must be atomic\n- `app/io.py` must stay small\n",
  }, async (project) => {
    await project.index();
    const decided = async (name: string): Promise<unknown[]> => {
      const reply = await call(project, "memory_linked_search", { function_name: name });
      return (reply.structured["related_decisions"] as Record<string, unknown>[]).map((
        one,
      ) => [one["decision"], one["status"], one["evidence"]]);
    };
    const small = ["`app/io.py` must stay small", "current", "named in AGENTS.md:4"];
    const first = ["We call `retry` around everything. `load` too.", "superseded", "named in docs/adr/0001-retry.md:9"];
    assert.deepEqual(await decided("retry"), [
      ["`retry` is not used any more.", "current", "named in docs/adr/0002-no-retry.md:9"],
      small,
      first,
    ]);
    assert.deepEqual(await decided("load"), [
      ["`retry` is not used any more.", "current", "takes the place of docs/adr/0001-retry.md"],
      ["`load` must never block.", "current", "named in AGENTS.md:1"],
      small,
      first,
    ]);
    assert.deepEqual(await decided("app/io.py:save"), [["`save` in `app/io.py` must be atomic", "current", "named in AGENTS.md:3"], small]);
    assert.deepEqual(await decided("lib/disk.py:save"), []);
    const noted = await call(project, "remember", { kind: "note", text: "mind `load` here" });
    assert.match(noted.text, /Remembered as note:1 about load/);
  });
});

Deno.test("paths marked as code may contain brackets, as folders of a router do", async () => {
  const page = "app/(shop)/[id]/page.ts";
  await withProject({
    [page]: "export function load() {}\n",
    "app/pay.ts": "export function load() {}\n",
    "AGENTS.md": `- \`${page}\` must stay small\n- \`${page}:load\` never waits\n`,
  }, async (project) => {
    await project.index();
    const reply = await call(project, "memory_linked_search", { function_name: `${page}:load` });
    assert.deepEqual((reply.structured["related_decisions"] as Record<string, unknown>[]).map((one) => one["evidence"]), [
      "named in AGENTS.md:2",
      "named in AGENTS.md:1",
    ]);
  });
});

Deno.test("notes survive edits, moved lines and a new index, and are found by the three questions", async () => {
  await withProject(FILES, async (project) => {
    const wrote = await call(project, "remember", {
      kind: "decision",
      text: "Names are read as bytes",
      symbols: ["load"],
      rationale: "encodings differ",
      author: "Ann",
    });
    assert.equal(wrote.structured["id"], "decision:1", wrote.text);
    const trace =
      `Traceback (most recent call last):\n  File "app/io.py", line 2, in load\n    return open(name)\nFileNotFoundError: [Errno 2] No such file: 'a.txt'\n`;
    await call(project, "remember", {
      kind: "error",
      text: trace,
      symbols: ["load"],
      solution: "check the name; password: 'hunter2-hunter2'",
      verified: true,
    });
    await call(project, "remember", { kind: "note", text: "Slow on large files, see `Job.go`", symbols: ["app/io.py:load"] });
    project.write("app/io.py", `"""Reads."""\n\n\n${FILES["app/io.py"]}`);
    await project.index({ force: true });
    const answer = await call(project, "memory_linked_search", { function_name: "load" });
    const [decision] = entries(answer, "related_decisions");
    assert.deepEqual([decision!["decision"], decision!["rationale"], decision!["author"], decision!["status"]], [
      "Names are read as bytes",
      "encodings differ",
      "Ann",
      "current",
    ]);
    const [error] = entries(answer, "related_errors");
    assert.equal(error!["verified"], true);
    assert.equal(error!["solution"], "check the name; password: '[secret: password or key]'");
    assert.match(answer.text, /verified solution: check the name/);
    assert.match(answer.text, /Slow on large files/);
    assert.ok(!readFileSync(join(project.database, "org.db")).includes("hunter2-hunter2"));
    const go = await call(project, "memory_linked_search", { function_name: "Job.go" });
    assert.match(go.text, /Slow on large files/, "names in code marks are anchors too");
    const newer = await call(project, "remember", {
      kind: "decision",
      text: "Names are text again",
      symbols: ["load"],
      supersedes: "decision:1",
    });
    assert.equal(newer.structured["id"], "decision:2");
    const both = await call(project, "memory_linked_search", { function_name: "load" });
    assert.deepEqual(entries(both, "related_decisions").map((one) => [one["id"], one["status"]]), [["decision:2", "current"], [
      "decision:1",
      "superseded",
    ]]);
    const wrong = await call(project, "remember", { kind: "note", text: "x", symbols: ["laod"] });
    assert.equal(wrong.error?.code, "symbol_not_found");
    assert.equal(
      (await call(project, "remember", { kind: "decision", text: "y", supersedes: "decision:99" })).error?.code,
      "result_not_found",
    );
  });
});

Deno.test("the knowledge graph: columns, ids, call counts; updated with the index", async () => {
  await withProject(FILES, async (project) => {
    await project.index();
    const { columns, nodes, edges } = readOrg(project, (db) => ({
      columns: ["kg_nodes", "kg_edges"].map((table) =>
        (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map((one) => one.name)
      ),
      nodes: db.prepare("SELECT id, node_type, subtype, name, properties FROM kg_nodes ORDER BY id").all() as Record<string, string>[],
      edges: db.prepare("SELECT id, edge_type, from_node, to_node, properties FROM kg_edges ORDER BY id").all() as Record<string, string>[],
    }));
    assert.deepEqual(columns, [["id", "node_type", "subtype", "name", "properties"], [
      "id",
      "edge_type",
      "from_node",
      "to_node",
      "properties",
    ]]);
    assert.deepEqual(nodes.map((one) => one["id"]), [
      "function:app/io.py:Job.go",
      "function:app/io.py:load",
      "function:app/run.py:main_entry",
    ]);
    const go = JSON.parse(nodes[0]!["properties"]!) as Record<string, unknown>;
    const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("app/io.py:Job.go:6")))]
      .map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 16);
    assert.deepEqual([nodes[0]!["subtype"], go["class_name"], go["line_start"], go["line_end"], go["node_id"]], [
      "python",
      "Job",
      6,
      7,
      digest,
    ]);
    assert.deepEqual(edges.map((one) => one["id"]), [
      "CALLS:function:app/io.py:Job.go:function:app/io.py:load",
      "CALLS:function:app/run.py:main_entry:function:app/io.py:Job.go",
    ]);
    assert.deepEqual(JSON.parse(edges[0]!["properties"]!), {
      call_count: 1,
      call_contexts: [{ line: 7, confidence: "static", rule: "scope" }],
    });
    project.write("app/io.py", FILES["app/io.py"].replace("load('x')", "load('x'), load('y')").replace("def go", "def run"));
    project.write("app/run.py", FILES["app/run.py"].replace("go()", "run()"));
    await project.index();
    const ids = readOrg(project, (db) => db.prepare("SELECT id, properties FROM kg_edges ORDER BY id").all() as Record<string, string>[]);
    assert.deepEqual(ids.map((one) => one["id"]), [
      "CALLS:function:app/io.py:Job.run:function:app/io.py:load",
      "CALLS:function:app/run.py:main_entry:function:app/io.py:Job.run",
    ]);
    assert.equal((JSON.parse(ids[0]!["properties"]!) as { call_count: number }).call_count, 2);
    project.remove("app/run.py");
    await project.index();
    assert.equal(readOrg(project, (db) => (db.prepare("SELECT count(*) AS n FROM kg_nodes").get() as { n: number }).n), 2);
    // An index that is made anew numbers its rows from the beginning, whatever they are of.
    for (const name of ["go", "walk"]) {
      project.write("app/io.py", FILES["app/io.py"].replace("def go", `def ${name}`));
      await project.index({ force: true });
    }
    const names = readOrg(project, (db) => db.prepare("SELECT name FROM kg_nodes ORDER BY id").all() as { name: string }[]);
    assert.deepEqual(names.map((one) => one.name), ["Job.walk", "load"]);
  });
});

Deno.test("org.db of a newer version is refused and left unchanged; the index is not affected", async () => {
  await withProject(FILES, async (project) => {
    await call(project, "remember", { kind: "note", text: "one", symbols: ["load"] });
    readOrg(project, (db) => db.exec("UPDATE meta SET value = '99' WHERE key = 'schema_version'; PRAGMA wal_checkpoint(TRUNCATE)"));
    const file = join(project.database, "org.db");
    const before = readFileSync(file);
    for (
      const [name, params] of [["remember", { kind: "note", text: "two", symbols: ["load"] }], ["memory_linked_search", {
        function_name: "load",
      }]] as const
    ) {
      const reply = await call(project, name, params);
      assert.equal(reply.error?.code, "index_incompatible", name);
      assert.match(reply.text, /newer version/);
    }
    const summary = await project.index({ force: true });
    assert.match(summary.warnings.join(), /newer version/);
    assert.deepEqual(readFileSync(file), before);
  });
});

Deno.test("doctor checks both databases: missing, intact, newer, damaged, destroyed", async () => {
  await withProject(FILES, async (project) => {
    const said = (): unknown[] => checkMemory(project.database).map(({ name, state, detail, mend }) => [name, state, detail, mend]);
    assert.deepEqual(said(), [
      ["decisions", "note", "nothing has been recorded yet", undefined],
      ["sessions", "note", "none have been read yet", undefined],
    ]);
    await call(project, "remember", { kind: "note", text: "one", symbols: ["load"] });
    openSessions(project.database).db.close();
    assert.deepEqual(said().map((one) => (one as string[]).slice(0, 2)), [["decisions", "ok"], ["sessions", "ok"]]);
    readOrg(project, (db) => db.exec("UPDATE meta SET value = '99' WHERE key = 'schema_version'"));
    writeFileSync(join(project.database, "sessions.db"), crypto.getRandomValues(new Uint8Array(20_000)));
    assert.deepEqual(said(), [
      [
        "decisions",
        "problem",
        '"org.db" was made by a newer version of callgrove',
        "use the newer callgrove, or keep two apart with --db DIR",
      ],
      ["sessions", "problem", '"sessions.db" is damaged', "callgrove memory ingest --sessions DIR"],
    ]);
    writeFileSync(join(project.database, "org.db"), crypto.getRandomValues(new Uint8Array(20_000)));
    assert.deepEqual(said()[0], ["decisions", "problem", '"org.db" is damaged', "callgrove memory ingest"]);
  });
});

Deno.test({
  name: "what was said and what was asked is for its owner alone, in files that were there before too",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject(FILES, async (project) => {
      const rights = (): string[] =>
        readdirSync(project.database).filter((name) => !name.startsWith("index.")).sort()
          .map((name) => `${name} ${(statSync(join(project.database, name)).mode & 0o777).toString(8)}`);
      const use = async (): Promise<void> => {
        await call(project, "remember", { kind: "note", text: "one", symbols: ["load"] });
        noteUsage(project.database, "get_callers", 1);
        const { db } = openSessions(project.database);
        db.exec("CREATE TABLE IF NOT EXISTS t (a)");
        assert.deepEqual(rights().filter((line) => !line.endsWith(" 600")), []);
        db.close();
      };
      await project.index();
      await use();
      assert.deepEqual(rights(), ["org.db 600", "sessions.db 600", "usage.log 600"]);
      for (const name of ["org.db", "sessions.db", "usage.log"]) chmodSync(join(project.database, name), 0o666);
      await use();
      rmSync(join(project.database, "org.db"));
      await use();
    }),
});

Deno.test("a damaged org.db is reported, kept, and its intact rows are saved to a new file", async () => {
  await withProject(FILES, async (project) => {
    for (let i = 0; i < 300; i++) await rememberQuickly(project, i);
    await project.index();
    const file = join(project.database, "org.db");
    const bytes = readFileSync(file);
    // One page in the middle of the notes is overwritten.
    const page = Math.floor(bytes.indexOf("note 150 ") / 4096) * 4096;
    assert.ok(page > 0);
    bytes.fill(0xa5, page, page + 4096);
    writeFileSync(file, bytes);
    const first = await call(project, "memory_linked_search", { function_name: "load", limit: 100 });
    assert.match(first.text, /was damaged: [^\n]*saved [^\n]*\d+ of notes/);
    assert.equal(readdirSync(project.database).filter((name) => /^org\.damaged-.*\.db$/.test(name)).length, 1);
    const left = readOrg(project, (db) => (db.prepare("SELECT count(*) AS n FROM notes").get() as { n: number }).n);
    assert.ok(left > 270 && left < 300, `${left} of 300 notes are saved`);
    writeFileSync(file, "this is no database");
    const reply = await call(project, "memory_linked_search", { function_name: "load" });
    assert.match(reply.text, /was damaged: no row could be read/);
    assert.ok(existsSync(file) && statSync(file).size > 1000);
  });
});

Deno.test("the rest of a truncated org.db is saved, and a new note is not tied to the subject of a lost one", async () => {
  await withProject(FILES, async (project) => {
    for (let i = 0; i < 100; i++) await rememberQuickly(project, i);
    const file = join(project.database, "org.db");
    const bytes = readFileSync(file);
    const pageOf = (text: string): number => Math.floor(bytes.indexOf(text) / 4096) * 4096;
    bytes.fill(0xa5, pageOf("note 80 "), pageOf("note 99 ") + 4096);
    writeFileSync(file, bytes.subarray(0, bytes.length - 4096));
    const added = await call(project, "remember", { kind: "note", text: "only about main", symbols: ["main_entry"] });
    assert.match(added.text, /was damaged: saved .*\d+ of notes/);
    const numbers = readOrg(
      project,
      (db) => db.prepare("SELECT count(*) AS n, max(id) AS last FROM notes").get() as { n: number; last: number },
    );
    assert.ok(numbers.n > 40 && numbers.last < 100, JSON.stringify(numbers));
    const { text } = await call(project, "memory_linked_search", { function_name: "load", limit: 100 });
    assert.ok(/ note 7\d x/.test(text) && !text.includes("only about main"), text.slice(0, 400));
  });
});

async function rememberQuickly(project: TempProject, i: number): Promise<void> {
  if (i === 0) await call(project, "remember", { kind: "note", text: "first", symbols: ["load"] });
  else {readOrg(project, (db) => {
      const note = db.prepare("INSERT INTO notes (text, author, recorded_at) VALUES (?, '', '2026-01-01')").run(
        `note ${i} ${"x".repeat(400)}`,
      );
      db.prepare(
        "INSERT INTO anchors SELECT 'note', ?, scope, symbol_stable_id, path, name, evidence, body_hash FROM anchors WHERE entry_id = 1",
      )
        .run(Number(note.lastInsertRowid));
    });}
}

Deno.test("secrets are masked by kind; code is unchanged", () => {
  const secret = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  for (
    const [text, kind] of [
      [`ghp_${secret}`, "GitHub token"],
      ["AKIAIOSFODNN7EXAMPLE", "AWS key id"],
      [`sk-ant-api03-${secret}`, "OpenAI or Anthropic key"],
      [`sk-proj-${secret}`, "OpenAI or Anthropic key"],
      [`xoxb-123456789012-${secret}`, "Slack token"],
      [`https://ann:${secret}@example.org/x`, "password in an address"],
      [`Authorization: Bearer ${secret}`, "bearer token"],
      [`-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`, "private key"],
      [`-----BEGIN OPENSSH PRIVATE KEY-----\n${secret}`, "private key"],
      [`export DB_PASSWORD=${secret}`, "password or key"],
      [`{"client_secret": "${secret}"}`, "password or key"],
      [`AIza${secret.slice(0, 35)}`, "Google key"],
      [`npm_${secret}`, "npm token"],
      ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N", "JSON web token"],
    ] as const
  ) {
    const masked = maskSecrets(`before ${text} after`);
    assert.ok(masked.includes(`[secret: ${kind}]`), `${kind}: ${masked}`);
    assert.ok(!masked.includes(secret), masked);
    assert.ok(masked.startsWith("before ") && (masked.endsWith(" after") || kind === "private key"), masked);
    assert.equal(maskSecrets(masked), masked);
  }
  for (
    const text of [
      "const token = readToken(context);",
      "password = os.environ['DB_PASSWORD']",
      "secret: string;",
      "the tokenizer = Tokenizer.from_pretrained(name)",
      "maxTokens: 200000",
      "https://example.org/a:b@c",
      "commit 3f2a9c1e8b7d6f5a4c3b2a1908f7e6d5c4b3a291",
      "api_key=YOUR_API_KEY",
      "token_count = response.usage.total_tokens",
    ]
  ) assert.equal(maskSecrets(text), text);
});

Deno.test("passwords and keys are masked in settings and on command lines, and not in code and prose about them", () => {
  for (
    const [text, secret] of [
      ['DB_PASSWORD="corr3ct horse battery staple 77"', "horse battery"],
      ["export SECRET='two words 12 here!'", "two words"],
      ["password: hunter2hunter2", "hunter2"],
      ["password: correcthorsebatterystaple", "horse"],
      ["password=Ab3$x9", "Ab3$x9"],
      ["KeyError: 'password=hunter2 host=db'", "hunter2"],
      ["curl -s -u admin:Sup3rS3cretPw9 https://example.org", "Sup3r"],
      ["tool --password s3cretvalue99 --verbose", "s3cret"],
      ["tool --token 9f8e7d6c5b4a39281706f5e4d3c2b1a0", "9f8e7d"],
      ["mysql -uroot -pMyS3cretPw shop", "MyS3cretPw"],
      ["sshpass -p hunter2x ssh bob@host", "hunter2x"],
      ["redis-cli -h cache -a Zx81qPl0vv ping", "Zx81qPl0vv"],
      ["machine example.org login bob password Zx81qPl0vv", "Zx81qPl0vv"],
      ["pass=Zx81qPl0vv", "Zx81qPl0vv"],
      ["AUTH_KEY=9f8e7d6c5b4a3928", "9f8e7d"],
      ["DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=bGV0IG1lIGluIHBsZWFzZSwgMTIzNDU2Nzg5MA==;", "bGV0IG1l"],
      ["https://shop.blob.core.windows.net/a?sv=2024-01-01&sig=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5%3D", "Zm9vYmFy"],
      ["Cookie: sessionid=9f8e7d6c5b4a39281706f5e4d3c2b1a0; theme=dark", "9f8e7d"],
      ['{"auths":{"example.org":{"auth":"Ym9iOmh1bnRlcjJodW50ZXIy"}}}', "Ym9iOmh1"],
      [`client-key-data: LS0tLS1CRUdJTiBSU0Eg${"UFJJVkFURSBLRVktLS0tLQ0K".repeat(40)}`, "UFJJVkFURSBLRVktLS0tLQ0K"],
      ["SK9f8e7d6c5b4a39281706f5e4d3c2b1a0", "9f8e7d"],
      ["The password is Tr0ub4dor&3.", "Tr0ub4dor"],
      ["the api key is 9f8e7d6c5b4a39281706f5e4, keep it", "9f8e7d"],
      ["pw: Zx81qPl0vv", "Zx81qPl0vv"],
      ["use password Zx81qPl0vv for login", "Zx81qPl0vv"],
      ["passphrase is 'two words 12 here'", "two words"],
      ["//registry.example.org/:_auth=dXNlcjpwYXNzd29yZDEyMw==", "dXNlcjpw"],
      ["machine api.example.org\n  login bob\n  password onlyletters", "onlyletters"],
      ["AES_KEY=Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg==", "Zm9vYmFy"],
      ["APP_KEY=base64:Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZg=", "Zm9vYmFy"],
      ["glcbt-64_a1B2c3D4e5F6g7H8i9J0", "a1B2c3"],
      ["key-9f8e7d6c5b4a39281706f5e4d3c2b1a0", "9f8e7d"],
      ["dckr_pat_a1B2c3D4e5F6g7H8i9J0k1L2m3N", "a1B2c3"],
      ["PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\nAAAB3Nzaa1B2c3D4e5F6g7H8i9J0", "a1B2c3"],
    ] as const
  ) {
    const masked = maskSecrets(`${text}\nafter`);
    assert.ok(!masked.includes(secret) && masked.includes("[secret: ") && masked.endsWith("\nafter"), masked);
    assert.equal(maskSecrets(masked), masked);
  }
  for (
    const text of [
      "password: string",
      "connect(password=second2, user=first1); login(password=token12)",
      "password: SecretStr | None = None",
      "token = get_token()",
      "token = sha256(text)",
      'password = os.environ["X"]',
      "def login(password):",
      "tool --password-file x",
      "tool --token $TOKEN --password <password>",
      "The password is wrong; the token expired, so pass another one.",
      'raise ValueError("password: must have at least 8 characters")',
      '"password": "Must be at least 8 characters"',
      "login with password required",
      "docker run -u 1000:1000 image",
      "mysql -p shop",
      "tests pass: 12 of 12",
      "Cookie: the name of the header",
      "for token in tokens1: yield token",
      "key = sorted(keys)",
      "the password is hashed with bcrypt2, the token is parsed by parse_token()",
      "token is EOF123; the key is 3f2a9c1e8b7d6f5a4c3b2a1908f7e6d5c4b3a291",
      "sk-learn-contrib-package-name",
      "password_field = 'password2'",
      "token_url = 'https://example.org/oauth2/token'",
      'TOKENIZER = "npm:gpt-tokenizer@4.0.0"',
      'TOKEN_PATH = "/var/run/secrets/tokens/identity-token"',
      'TOKEN_VARIABLE = "FEDERATED_TOKEN_FILE"',
      "PUBLIC_KEY=AAAAC3NzaC1lZDI1NTE5AAAAIGZv",
      "the icon iVBORw0KGgoAAAANSUhEUg.png, 123e4567-e89b-12d3-a456-426614174000",
      "machine learning login page password reset",
    ]
  ) assert.equal(maskSecrets(text), text);
});

Deno.test("stack traces of four languages; equal errors have equal signatures", () => {
  const python = readStackTraces(
    `Traceback (most recent call last):\n  File "/r/app/run.py", line 5, in main\n    go()\n  File "/r/app/io.py", line 2, in load\n    open()\nKeyError: 'a'\n`,
  )[0]!;
  assert.deepEqual([python.type, python.message, python.frames[0]], ["KeyError", "'a'", { path: "/r/app/io.py", line: 2, name: "load" }]);
  const v8 = readStackTraces(
    "TypeError: x is not a function\n    at Job.go (file:///r/a.ts:3:4)\n    at async main (/r/b.ts:9:1)\n    at /r/c.ts:1:1\n",
  )[0]!;
  assert.deepEqual([v8.type, v8.frames.map((one) => `${one.path}:${one.line}:${one.name}`)], ["TypeError", [
    "/r/a.ts:3:Job.go",
    "/r/b.ts:9:main",
    "/r/c.ts:1:",
  ]]);
  const go = readStackTraces(
    "panic: boom 17\n\ngoroutine 1 [running]:\nexample.com/app/store.(*Job).Go(0xc000)\n\t/r/store/job.go:12 +0x1d\n",
  )[0]!;
  assert.deepEqual([go.type, go.message, go.frames[0]], ["panic", "boom 17", { path: "/r/store/job.go", line: 12, name: "store.Job.Go" }]);
  const rust = readStackTraces(
    "thread 'main' panicked at src/lib.rs:4:5:\nindex 3 out of range\nstack backtrace:\n   2: app::Job::go\n             at ./src/lib.rs:4:5\n",
  )[0]!;
  assert.deepEqual([rust.message, rust.frames[0]], ["index 3 out of range", { path: "./src/lib.rs", line: 4, name: "app::Job::go" }]);
  assert.deepEqual(readStackTraces("look at line 12 of the file"), []);
  // Folders of a router bear brackets (`app/(auth)`), other paths blanks; an address spells them in another way.
  const [odd] = readStackTraces(
    "Error: no\n    at Page (/r/app/(auth)/page.tsx:3:4)\n    at /r/my app/b.ts:9:1\n    at load (file:///r/my%20app/c.ts:1:1)\n" +
      "    at eval (eval at <anonymous> (/r/d.ts:1:1), <anonymous>:1:1)\n    at async Promise.all (index 0)\n",
  );
  assert.deepEqual(odd!.frames.map(({ path, name }) => [path, name]), [
    ["/r/app/(auth)/page.tsx", "Page"],
    ["/r/my app/b.ts", ""],
    ["/r/my app/c.ts", "load"],
  ]);
  const [spaced] = readStackTraces("panic: no\n\ngoroutine 1 [running]:\nmain.load(0x1)\n\t/r/my app/main.go:7 +0x1d\n");
  assert.deepEqual(spaced!.frames.map(({ path }) => path), ["/r/my app/main.go"]);
  const [moved] = readStackTraces("thread 'main' panicked at my app/src/main.rs:2:5:\nno\n");
  assert.deepEqual(moved!.frames.map(({ path }) => path), ["my app/src/main.rs"]);
  assert.equal(
    normalizeMessage("no 'abc' at 0x7f after 12.5 s in /home/a/b.py"),
    normalizeMessage("no 'xyz' at 0x80 after 3 s in /tmp/q/c.py"),
  );
  assert.equal(errorSignature("KeyError", "'a'", [{ path: "io.py", name: "load" }]), "KeyError: … < io.py:load");
});

Deno.test("remember, recall and forget as commands, with the program's permissions", async () => {
  await withProject(FILES, async (project) => {
    const run = (...args: string[]): ReturnType<typeof runCallgrove> => runCallgrove([...args, "--db", project.database], project.root);
    const wrote = await run("remember", "note", "An unmistakable bassoon", "--symbols", "load", "Job.go");
    assert.match(wrote.stdout, /^Remembered as note:1 about load, Job\.go$/m, wrote.stderr);
    assert.match((await run("recall", "load")).stdout, /bassoon/);
    await run("remember", "decision", "Read\nby lines", "--symbols", "load", "--rationale", "files are\n\nlong");
    await run("remember", "error", "TypeError: no\nline", "--symbols", "load", "--solution", "strip\nit");
    const { stdout } = await run("recall", "load");
    assert.match(stdout, /\n {4}Read\n {4}by lines\n {4}because: files are\n {4}long\n/);
    assert.match(stdout, /\n {4}solution: strip\n {4}it\n/);
    assert.match((await run("forget", "load")).stdout, /2 remembered entries/);
    const both = await run("forget", "load");
    assert.match(both.stdout, /^Forgotten: 0 messages, 0 remembered entries$/m, "it is still about the other");
    assert.match((await run("forget", "Job.go")).stdout, /1 remembered entry/);
    assert.ok(!readFileSync(join(project.database, "org.db"), "latin1").includes("bassoon"));
    const record = "docs/adr/0001-whole.md";
    project.write(record, "# 1. Files are read whole\n\n## Status\n\nAccepted\n\n## Decision\n\nThe `load` function reads an ocarina.\n");
    assert.match((await run("forget", "load")).stderr, /decisions in files stay as long as the files do: docs\/adr\/0001-whole\.md/);
    project.remove(record);
    assert.match((await run("forget", "load")).stdout, /1 remembered entry/);
    assert.doesNotMatch((await run("recall", "load")).stdout, /ocarina/);
    assert.equal((await run("forget", "--all")).status, 2);
    assert.equal((await run("forget")).status, 2);
    assert.equal((await run("memory", "search", "bassoon")).status, 1);
  });
});

Deno.test("notes cut off by a limit are reported, in terms of the caller", () =>
  withProject({ "app/a.py": "def one(): ...\n\n\ndef load(): one()\n\n\ndef save(): one()\n" }, async (project) => {
    await project.index();
    for (const text of ["first", "second"]) await call(project, "remember", { kind: "decision", text, symbols: ["load", "save"] });
    const ask = async (params: Record<string, unknown>): Promise<[unknown, unknown, string]> => {
      const { structured, text } = await call(project, "memory_linked_search", params);
      const { result_completeness, suggested_action } = structured["metadata"] as Record<string, string>;
      return [result_completeness, suggested_action, text];
    };
    const [completeness, action, text] = await ask({ function_name: "load", limit: 1 });
    assert.deepEqual([completeness, action], ["truncated", "raise limit (100 at most)"]);
    assert.match(text, /and 1 more \(limit\)/);
    assert.equal((await ask({ function_name: "load" }))[0], "complete");
    const people = await runCallgrove(["recall", "load", "--limit", "1", "-C", project.root, "--db", project.database], project.root);
    assert.match(people.stdout, /and 1 more \(--limit\)/);
  }));

Deno.test("notes keep to the size of an answer, in any script: some of each kind, long texts truncated", () =>
  withProject({ "app/a.py": "def load(): ...\n" }, async (project) => {
    await project.index();
    for (const letter of "abcdefgh") {
      const text = `${letter} ${"日本語 ".repeat(1800)}`;
      for (const kind of ["decision", "error", "note"]) {
        await call(project, "remember", { kind, text: `${kind} ${text}`, symbols: ["load"] });
      }
    }
    const ask = async (params: Record<string, unknown>) => {
      const { structured, text } = await call(project, "memory_linked_search", params);
      const size = new TextEncoder().encode(JSON.stringify({ content: [{ type: "text", text }], structuredContent: structured })).length;
      const count = (key: string): number => (structured[key] as unknown[] | undefined)?.length ?? 0;
      const { result_completeness, safety_limit_applied, suggested_action } = structured["metadata"] as Record<string, unknown>;
      const shown = ["related_decisions", "related_errors", "notes"].map(count);
      return { size, shown, result_completeness, safety_limit_applied, suggested_action, text };
    };
    const standard = await ask({ function_name: "load" });
    assert.ok(standard.size < 20_000, String(standard.size));
    assert.ok(standard.shown.every((n) => n > 0 && n < 8), String(standard.shown));
    assert.deepEqual([standard.result_completeness, standard.safety_limit_applied], ["truncated", undefined]);
    assert.match(String(standard.suggested_action), /^cut to keep the answer short: give limit \(100 at most\)/);
    assert.match(standard.text, /8 decisions that constrain it[^]* …\n[^]*and 6 more \(limit\)/);
    for (const limit of [1, 5, 100]) {
      const { size, shown, safety_limit_applied } = await ask({ function_name: "load", limit });
      assert.ok(size < 65_536, `${limit}: ${size}`);
      assert.ok(shown.every((n) => n >= Math.min(limit, 2)), `${limit}: ${shown}`);
      assert.equal(safety_limit_applied, true);
    }
    const found = await ask({ function_name: "decision 日本語", limit: 100 });
    assert.ok(found.size < 65_536 && found.shown[0]! > 1, `${found.size} ${found.shown}`);
  }));

Deno.test("a decision repeated with itself as the one it replaces still holds", () =>
  withProject({ "app/a.py": "def load(): ...\n" }, async (project) => {
    await project.index();
    const say = (more = {}) => call(project, "remember", { kind: "decision", text: "keep it", symbols: ["load"], ...more });
    const { id } = (await say()).structured as { id: string };
    await say({ supersedes: id });
    const [decision] = (await call(project, "memory_linked_search", { function_name: "load" })).structured["related_decisions"] as {
      status: string;
    }[];
    assert.equal(decision!.status, "current");
  }));

Deno.test("a name of many symbols: five are answered, and the answer says how to ask about the others", async () => {
  const files = Object.fromEntries(["a", "b", "c", "d", "e", "f", "g"].map((name) => [`app/${name}.py`, "def load():\n    pass\n"]));
  await withProject(files, async (project) => {
    await project.index();
    const answer = await call(project, "memory_linked_search", { function_name: "load" });
    assert.equal(answer.isError, false);
    assert.deepEqual(
      entries(answer, "functions").map((one) => one["file_path"]),
      ["a", "b", "c", "d", "e"].map((name) => `app/${name}.py`),
    );
    const metadata = answer.structured["metadata"] as { result_completeness: string; warnings: string[] };
    assert.equal(metadata.result_completeness, "truncated");
    assert.match(metadata.warnings.join(), /means 7 symbols.*app\/f\.py:1, app\/g\.py:1/);
  });
});

const SCRIPT = "/usr/bin/script";

Deno.test({
  name: "on a terminal it is asked before something is forgotten",
  ignore: Deno.build.os !== "linux" || !existsSync(SCRIPT),
  fn: () =>
    withProject({ "app.py": "def load(): pass\n" }, async (project) => {
      const at = ["-C", project.root, "--db", project.database];
      assert.equal((await runCallgrove(["remember", "note", "slow", "--symbols", "load", ...at], project.root)).status, 0);
      const said = async (answer: string): Promise<string> => {
        const words = [Deno.execPath(), "run", "-A", "--quiet", "--no-check", join(ROOT, "main.ts"), "forget", "load", ...at];
        const command = words.map((word) => `'${word}'`).join(" ");
        const typed = `(echo ${answer}; sleep 4) | ${SCRIPT} -qec "${command}" /dev/null`;
        return (await runProgram("/bin/sh", ["-c", typed], project.root, {})).stdout;
      };
      assert.match(await said("n"), /Forget what is remembered about load for good\?[^]*Nothing was forgotten/);
      assert.match(await said("y"), /Forgotten: 0 messages, 1 remembered entry/);
    }),
});

Deno.test("the certainty of a decision is remembered with it", () =>
  withProject({ "app.py": "def load(): pass\n" }, async (project) => {
    const at = ["-C", project.root, "--db", project.database];
    const given = ["remember", "decision", "Reads are cached", "--symbols", "load", ...at, "--confidence"];
    assert.equal((await runCallgrove([...given, "0.7"], project.root)).status, 0);
    const { structured, text } = await call(project, "memory_linked_search", { function_name: "load" });
    assert.equal((structured["related_decisions"] as Entry[])[0]!["confidence"], 0.7);
    assert.match(text, /given by hand, confidence 0\.7/);
    assert.match((await runCallgrove([...given, "7"], project.root)).stderr, /"confidence" must be at most 1, not 7/);
    assert.match((await runCallgrove([...given, "sure"], project.root)).stderr, /argument 'sure' is invalid\. It must be a number\./);
  }));

Deno.test("an empty note is not remembered, and the error says so in words", async () => {
  await withProject({ "a.py": "def load():\n    pass\n" }, async (project) => {
    for (const [text, why] of [["", 'parameter "text" is empty'], [" \n", "the text is empty"]] as const) {
      const { error } = await call(project, "remember", { kind: "note", text, symbols: ["load"] });
      assert.equal(error?.code, "invalid_input");
      assert.ok(error?.message.includes(why), error?.message);
    }
  });
});

Deno.test("for several symbols of one name callers and callees are reported together, and the answer says so", () =>
  withProject({
    "a.py": "def load():\n    return read()\n\n\ndef read():\n    return 1\n",
    "b.py": "class Store:\n    def load(self):\n        return 2\n\n\ndef main(store: Store):\n    store.load()\n",
  }, async (project) => {
    const { text } = await call(project, "memory_linked_search", { function_name: "load" });
    assert.match(text, /^2 symbols bear this name; what is remembered is shown for each, callers and callees of all together\./);
    assert.match(text, /\nall together called by main \(b\.py:7\)\nall together call read\n/);
    assert.equal(text.match(/No decision is known/g)?.length, 1, "said once where it holds for each");
    await call(project, "remember", { kind: "decision", text: "Loads are cached", symbols: ["Store.load"] });
    const decided = (await call(project, "memory_linked_search", { function_name: "load" })).text;
    assert.match(
      decided,
      /No decision is known that constrains it\.[^]*1 decision that constrains it|1 decision that constrains it[^]*No decision is known that constrains it\./,
    );
    const one = await call(project, "memory_linked_search", { function_name: "Store.load" });
    assert.match(one.text, /\ncalled by main \(b\.py:7\)\n/);
  }));
