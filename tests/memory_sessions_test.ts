/** Sessions: every agent's transcripts, links with their evidence, what is new, bad transcripts, forgetting. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { forgetAll, forgetSession, forgetSymbol } from "../memory/forget.ts";
import type { MemorySummary } from "../memory/ingest.ts";
import { searchMessages } from "../memory/search_messages.ts";
import { writeMeta } from "../memory/store/open_store.ts";
import { openOrg } from "../memory/store/org_store.ts";
import { readByteLines } from "../memory/transcripts/read_lines.ts";
import { readPatch } from "../memory/transcripts/read_patch.ts";
import type { Reply } from "../query/ask.ts";
import { findOneSymbol } from "../query/names/find_symbol.ts";
import { call } from "./support/call.ts";
import { ingest as ingestProject } from "./support/ingest.ts";
import { openInFolder } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";
import { claudeSession, codexSession } from "./support/transcripts.ts";

const IO =
  "def load_file(name):\n    return open(name)\n\n\nclass Job:\n    def go(self):\n        return load_file('x')\n\n    def stop(self):\n        pass\n";
const FILES = { "app/io.py": IO, "app/run.py": "from app.io import Job\n\n\ndef main_entry():\n    Job().go()\n" };

/** Folder of transcripts beside the project. */
function folderOf(project: TempProject): string {
  return join(dirname(project.root), "sessions");
}

function writeTranscript(project: TempProject, name: string, lines: readonly string[]): string {
  const file = join(folderOf(project), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
}

function ingest(project: TempProject): Promise<MemorySummary> {
  return ingestProject(project, { sessions: { folders: [folderOf(project)] } });
}

function recall(project: TempProject, name: string): Promise<Reply> {
  return call(project, "memory_linked_search", { function_name: name, limit: 50 });
}

type Entry = Record<string, string>;
/** How the messages about a symbol begin. */
async function saidOf(project: TempProject, name: string): Promise<string[]> {
  const reply = await recall(project, name);
  return (reply.structured["related_messages"] as Entry[]).map((one) => one["content_preview"]!).sort();
}

/** Links of a symbol: what happened, and on what evidence. */
async function story(project: TempProject, name: string): Promise<string[]> {
  const reply = await recall(project, name);
  assert.equal(reply.error, undefined, reply.text);
  return (reply.structured["related_messages"] as Entry[]).map((one) => `${one["change"]}: ${one["evidence"]}`).sort();
}

Deno.test("Claude Code: edits in the file as it was, mentions, traces; an ambiguous name is no link", async () => {
  await withProject(FILES, async (project) => {
    const file = join(project.root, "app/io.py");
    const said = claudeSession("s1", project.root);
    // The file was another then: `go` stood elsewhere, and `gone` was still there.
    const then = `import os\n\n\ndef gone():\n    pass\n\n\n${IO}`;
    writeTranscript(project, "p/s1.jsonl", [
      said.user("Why does `load_file` leak? See also `go()` and `self.missing_thing`."),
      said.assistant("I look at `Job.go` first."),
      said.read(file, 1, 20),
      said.edit(file, then, "        return load_file('x')", "        return load_file('y')"),
      said.assistant("Now `stop` too."),
      said.printed(
        `Traceback (most recent call last):\n  File "${file}", line 99, in load_file\n    return open(name)\nFileNotFoundError: 'a.txt'\n`,
      ),
      said.create(join(project.root, "app/new.py"), "def brand_new():\n    return 1\n"),
    ]);
    project.write("app/new.py", "def brand_new():\n    return 1\n");
    const { sessions } = await ingest(project);
    assert.deepEqual([sessions!.messages, sessions!.sessions, sessions!.unknown, sessions!.editsNotPlaced], [4, 1, 0, 0]);
    assert.deepEqual(await story(project, "Job.go"), ["modified: edit line 14, mention `Job.go`"]);
    assert.deepEqual(await story(project, "load_file"), ["discussed: mention `load_file`", "discussed: stack trace app/io.py:99"]);
    assert.deepEqual(await story(project, "Job.stop"), ["discussed: mention `stop`"], "its file was open in the session");
    assert.deepEqual(await story(project, "brand_new"), ["created: edit lines 1-2"]);
    const load = await recall(project, "load_file");
    assert.equal((load.structured["last_discussed"] as Entry)["session"], "s1");
    assert.match(JSON.stringify(load.structured["related_errors"]), /FileNotFoundError[^]*"session":"s1"/);
    const go = (await recall(project, "Job.go")).structured["related_messages"] as Entry[];
    assert.deepEqual(
      [go[0]!["content_preview"], go[0]!["author"], go[0]!["status"]],
      ["I look at `Job.go` first.", "claude-test", "stale"],
      "the code is not what the edit left",
    );
  });
});

Deno.test("Codex: applied patches, reviews, and old lines without an envelope", async () => {
  await withProject(FILES, async (project) => {
    const said = codexSession("c1", project.root, "2036-05-02T10:00:00.000Z");
    const patch = (path: string, from: string, to: string): string =>
      `*** Begin Patch\n*** Update File: ${path}\n@@ class Job:\n     def go(self):\n-        ${from}\n+        ${to}\n*** End Patch`;
    writeTranscript(project, "2026/05/rollout-c1.jsonl", [
      said.meta(),
      said.message("user", "<environment_context>`load_file`</environment_context>"),
      said.message("assistant", "I make it quicker."),
      ...said.patch(
        patch("app/io.py", "return load_file('x')", "return load_file('q')"),
        '{"output":"Success. Updated the following files:\\nM app/io.py\\n","metadata":{"exit_code":0}}',
      ),
      ...said.patch(patch("app/io.py", "return load_file('q')", "return 1"), '{"output":"verification failed","metadata":{"exit_code":1}}'),
      said.review(join(project.root, "app/run.py"), 5, "Job is made anew each time"),
      '{"type":"from_the_future","payload":{}}',
    ]);
    writeTranscript(project, "old/rollout-c0.jsonl", [
      JSON.stringify({ id: "c0", timestamp: "2025-06-01T00:00:00.000Z", instructions: null, git: {} }),
      JSON.stringify({ type: "message", role: "user", content: [{ type: "input_text", text: "Explain `main_entry()`" }] }),
      JSON.stringify({ record_type: "state" }),
    ]);
    const { sessions } = await ingest(project);
    assert.equal(sessions!.unknown, 1);
    assert.deepEqual(await story(project, "Job.go"), ["modified: edit line 7"]);
    assert.deepEqual(await story(project, "load_file"), [], "what the client adds by itself is nobody's word");
    assert.deepEqual(await story(project, "main_entry"), ["discussed: mention `main_entry()`", "reviewed: review app/run.py:5"]);
  });
});

Deno.test("Gemini CLI, OpenCode (both stores) and the plain format", async () => {
  await withProject(FILES, async (project) => {
    const path = join(project.root, "app/io.py");
    const chat = (id: string): Record<string, unknown> => ({
      sessionId: id,
      projectHash: "h",
      startTime: "2026-06-01T10:00:00.000Z",
      lastUpdated: "2026-06-01T10:00:09.000Z",
    });
    const edit = {
      id: `t1`,
      name: "replace",
      status: "success",
      args: { file_path: path, old_string: "        pass", new_string: "        return 0" },
      resultDisplay: { originalContent: IO, newContent: "" },
    };
    const words = {
      id: "m1",
      timestamp: "2026-06-01T10:00:01.000Z",
      type: "gemini",
      content: [{ text: "`Job.stop` gives nothing back." }],
      model: "gemini-test",
    };
    writeTranscript(project, "gemini/chats/session-1.json", []);
    writeFileSync(
      join(folderOf(project), "gemini/chats/session-1.json"),
      JSON.stringify({
        ...chat("g1"),
        directories: [project.root],
        messages: [words, { ...words, id: "m2", content: "", toolCalls: [edit] }, { type: "odd" }],
      }),
    );
    writeTranscript(project, "gemini/chats/session-2.jsonl", [
      JSON.stringify({ ...chat("g2"), kind: "main", directories: [project.root] }),
      JSON.stringify({ ...words, id: "n1" }),
      JSON.stringify({ ...words, id: "n1", toolCalls: [{ ...edit, id: "t2" }] }),
      JSON.stringify({ $set: { lastUpdated: "2026-06-01T10:00:09.000Z" } }),
    ]);
    const storage = join(folderOf(project), "share/storage");
    const json = (name: string, value: unknown): void => {
      mkdirSync(dirname(join(storage, name)), { recursive: true });
      writeFileSync(join(storage, name), JSON.stringify(value));
    };
    json("session/abc/ses_1.json", { id: "ses_1", directory: project.root, title: "t", time: { created: 1, updated: 2 } });
    json("message/ses_1/msg_1.json", {
      id: "msg_1",
      sessionID: "ses_1",
      role: "assistant",
      time: { created: Date.parse("2026-06-02") },
      modelID: "open-test",
    });
    json("part/msg_1/prt_1.json", { id: "prt_1", type: "text", text: "See `load_file`." });
    json("part/msg_1/prt_2.json", {
      id: "prt_2",
      type: "tool",
      tool: "edit",
      state: {
        status: "completed",
        input: { filePath: path, oldString: "    return open(name)", newString: "    return open(name, 'rb')" },
        metadata: { filediff: { before: IO } },
      },
    });
    const db = new DatabaseSync(join(folderOf(project), "share/opencode.db"));
    db.exec(`CREATE TABLE session (id TEXT, directory TEXT, title TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, data TEXT); CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)`);
    db.prepare("INSERT INTO session VALUES ('ses_2', ?, 't', 1, 9)").run(project.root);
    db.prepare("INSERT INTO session VALUES ('ses_3', '/', 'elsewhere', 1, 9)").run();
    db.prepare("INSERT INTO message VALUES ('msg_2', 'ses_2', 1, ?)").run(
      JSON.stringify({ role: "user", time: { created: Date.parse("2026-06-03") } }),
    );
    db.prepare("INSERT INTO part VALUES ('prt_9', 'msg_2', 'ses_2', ?)").run(
      JSON.stringify({ type: "text", text: "Is `main_entry()` slow?" }),
    );
    db.prepare("INSERT INTO message VALUES ('msg_3', 'ses_3', 1, ?)").run(JSON.stringify({ role: "user", time: { created: 1 } }));
    db.prepare("INSERT INTO part VALUES ('prt_8', 'msg_3', 'ses_3', ?)").run(
      JSON.stringify({ type: "text", text: "Another `main_entry()`" }),
    );
    db.close();
    writeTranscript(project, "mine.jsonl", [
      JSON.stringify({ session: "p1", role: "user", text: "`Job` class is odd", time: "2026-06-04T00:00:00Z", author: "Ann" }),
      JSON.stringify({
        session: "p1",
        role: "assistant",
        text: "Changed.",
        files: [{ path: "app/run.py", kind: "edit", before: FILES["app/run.py"], removed: "    Job().go()", added: "    Job().stop()" }],
      }),
    ]);
    const { sessions } = await ingest(project);
    assert.equal(sessions!.unknown, 1);
    assert.deepEqual(await story(project, "Job.stop"), [
      "modified: mention `Job.stop`, edit line 10",
      "modified: mention `Job.stop`, edit line 10",
    ]);
    assert.deepEqual(await story(project, "load_file"), ["modified: mention `load_file`, edit line 2"]);
    assert.deepEqual(await story(project, "main_entry"), ["discussed: mention `main_entry()`", "modified: edit line 5"]);
    assert.deepEqual(await story(project, "Job"), ["discussed: mention `Job`"]);
  });
});

Deno.test("a damaged store of an agent is named and skipped, and the rest is read", async () => {
  await withProject(FILES, async (project) => {
    const said = claudeSession("s1", project.root);
    const file = writeTranscript(project, "z.jsonl", [said.user("`load_file` is slow")]);
    const folder = join(file, "..");
    writeFileSync(join(folder, "opencode.db"), "this is no database".repeat(300));
    writeFileSync(join(folder, "opencode-empty.db"), "");
    const { sessions, warnings } = await ingest(project);
    assert.equal(sessions!.messages, 1);
    const named = warnings.map((one) => /^cannot read ".*\/(opencode[^"]*\.db)": \w+/.exec(one)?.[1]);
    assert.deepEqual(named.sort(), ["opencode-empty.db", "opencode.db"], warnings.join("\n"));
    assert.deepEqual(await story(project, "load_file"), ["discussed: mention `load_file`"]);
  });
});

Deno.test("only what is new is read; a line is read when it is complete; a truncated or replaced file is read again", async () => {
  await withProject(FILES, async (project) => {
    const said = claudeSession("s1", project.root);
    const lines = Array.from({ length: 5 }, (_, i) => said.user(`Message ${i} about \`load_file\``));
    const file = writeTranscript(project, "s1.jsonl", lines.slice(0, 2));
    const half = Math.floor(lines[2]!.length / 2);
    appendFileSync(file, lines[2]!.slice(0, half));
    const first = (await ingest(project)).sessions!;
    assert.deepEqual([first.messages, first.unfinished, first.unknown], [2, 1, 0]);
    assert.equal((await ingest(project)).sessions!.read, 0);
    appendFileSync(file, `${lines[2]!.slice(half)}\n${lines[3]}\n`);
    const second = (await ingest(project)).sessions!;
    assert.deepEqual([second.messages, second.unfinished], [2, 0]);
    assert.ok(second.bytes < 2 * lines[2]!.length + 10, `${second.bytes} bytes were read again`);
    const about = (...messages: number[]): string[] => messages.map((i) => `Message ${i} about \`load_file\``);
    assert.deepEqual(await saidOf(project, "load_file"), about(0, 1, 2, 3));
    // Another session resumes this one and repeats its lines.
    writeTranscript(project, "s2.jsonl", [...lines.slice(0, 4), lines[4]!]);
    assert.equal((await ingest(project)).sessions!.messages, 1);
    truncateSync(file, lines[0]!.length + 1);
    await ingest(project);
    assert.deepEqual(await saidOf(project, "load_file"), about(0, 4), "what was cut away is gone; the copy is its own transcript's");
  });
});

Deno.test("of a file with several sessions only those of this repository are read, whichever comes first, also when it grows", async () => {
  await withProject(FILES, async (project) => {
    const line = (session: string, text: string, more: Record<string, unknown> = {}): string =>
      JSON.stringify({ session, role: "user", text, ...more });
    const cwd = project.root;
    const file = writeTranscript(project, "own_first.jsonl", [
      line("own", "wombat in `load_file`", { cwd, title: "ours" }),
      line("foreign", "confidential wombat", { cwd: "/another/repo", title: "theirs" }),
      line("own", "wombat again"),
      line("foreign", "secret wombat"),
      line("homeless", "wombat of nowhere"),
    ]);
    writeTranscript(project, "foreign_first.jsonl", [
      line("late", "foreign wombat", { cwd: "/another/repo" }),
      line("moved", "wombat before the move", { cwd: "/nowhere/project" }),
      line("moved", "read", { files: [{ path: "/nowhere/project/app/io.py", kind: "read" }] }),
    ]);
    const grown = writeTranscript(project, "foreign_only.jsonl", [line("alien", "alien wombat", { cwd: "/another/repo" })]);
    const { sessions } = await ingest(project);
    assert.deepEqual([sessions!.read, sessions!.otherRepositories], [2, 1]);
    const said = (): string[] => {
      const db = new DatabaseSync(join(project.database, "sessions.db"), { readOnly: true });
      const rows = db.prepare("SELECT s.id, title, content FROM messages m JOIN sessions s ON s.id = m.session_id").all();
      db.close();
      return rows.map((row) => `${row["id"]} (${row["title"]}): ${row["content"]}`).sort();
    };
    const before = [
      "homeless (): wombat of nowhere",
      "moved (): read",
      "moved (): wombat before the move",
      "own (ours): wombat again",
      "own (ours): wombat in `load_file`",
    ];
    assert.deepEqual(said(), before);
    appendFileSync(file, `${line("foreign", "late wombat")}\n${line("own", "last wombat")}\n`);
    appendFileSync(grown, `${line("alien", "more of it")}\n${line("guest", "wombat at home", { cwd })}\n`);
    assert.equal((await ingest(project)).sessions!.messages, 2);
    assert.deepEqual(said(), [...before, "guest (): wombat at home", "own (ours): last wombat"].sort());
  });
});

Deno.test("bad transcripts: other repositories, invalid lines, very long lines, newer versions, missing places", async () => {
  await withProject(FILES, async (project) => {
    const own = claudeSession("own", project.root);
    const elsewhere = join(dirname(project.root), "elsewhere");
    const other = claudeSession("other", elsewhere);
    const gone = claudeSession("gone", "/nowhere/at/all");
    const moved = claudeSession("moved", "/nowhere/project");
    mkdirSync(join(elsewhere, ".git"), { recursive: true });
    writeFileSync(join(elsewhere, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeTranscript(project, "own.jsonl", [
      own.user("`load_file`"),
      "{ this is cut",
      "",
      '{"type":"a-newer-kind","sessionId":"own","uuid":"u9"}',
      '{"type":"user","sessionId":"own","message":{"role":"user","content":42}}',
      "[1,2]",
      own.edit(join(project.root, "app/never.py"), "def a():\n    pass\n", "    pass", "    return"),
      own.edit("/etc/passwd", "root", "root", "nobody"),
      own.assistant(`\`load_file\` and ${"x".repeat(3_000_000)}`),
    ]);
    writeTranscript(project, "other.jsonl", [other.user("`load_file` of another repository")]);
    writeTranscript(project, "gone.jsonl", [gone.user("`load_file` of who knows what")]);
    writeTranscript(project, "moved.jsonl", [
      moved.user("`load_file` before it was moved"),
      moved.read("/nowhere/project/app/io.py", 1, 3),
    ]);
    writeTranscript(project, "notes.jsonl", ['{"a":1}', '{"b":2}']);
    writeTranscript(project, "empty.jsonl", []);
    const { sessions } = await ingest(project);
    assert.deepEqual([sessions!.unknown, sessions!.otherRepositories, sessions!.noTranscripts], [4, 2, 2]);
    const reply = await recall(project, "load_file");
    assert.deepEqual((reply.structured["related_messages"] as Entry[]).map((one) => one["session_id"]).sort(), ["moved", "own", "own"]);
    assert.ok(reply.text.length < 20_000, "a long message is shown in part");
    const long = join(folderOf(project), "long.bin");
    writeFileSync(long, `short\n${"y".repeat(9_000_000)}\nlast\nunfinished`);
    assert.deepEqual([...readByteLines(long, 0, 1_000_000)].map((line) => line.bytes?.length), [5, undefined, 4]);
    assert.deepEqual([...readByteLines(long, 6)].map((line) => line.bytes?.length), [9_000_000, 4]);
  });
});

Deno.test("secrets never reach the database, and forgotten content is in none of its pages", async () => {
  await withProject(FILES, async (project) => {
    const said = claudeSession("s1", project.root);
    const later = claudeSession("s2", project.root, "2026-05-03T10:00:00.000Z");
    const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    writeTranscript(project, "s1.jsonl", [
      said.user(`Use ${secret} for \`load_file\``),
      said.printed(`token: "${secret}"`),
      said.user("The unmistakable xylophone is about `main_entry()`"),
    ]);
    writeTranscript(project, "s2.jsonl", [later.user("A harpsichord beside `load_file`"), later.user("A trombone for `Job.go`")]);
    await ingest(project);
    const bytes = (): string =>
      readdirSync(project.database).filter((name) => /^(sessions|org)\.db/.test(name)).map((name) =>
        readFileSync(join(project.database, name), "latin1")
      ).join("");
    assert.ok(!bytes().includes(secret));
    assert.match((await recall(project, "load_file")).text, /\[secret: GitHub token\]/);
    const sessions = new DatabaseSync(join(project.database, "sessions.db"), { readOnly: true });
    assert.deepEqual(searchMessages(sessions, ["xylophone", "unmistakable"], 5).map((one) => one.session), ["s1"]);
    assert.deepEqual(searchMessages(sessions, ['"; DROP', "NEAR("], 5), []);
    sessions.close();
    const { db } = openOrg(project.database);
    try {
      assert.equal(forgetSession(project.database, db, "s1").messages, 3);
      assert.ok(!bytes().includes("xylophone"), "neither in the text nor in the index of words");
      assert.deepEqual(await saidOf(project, "load_file"), ["A harpsichord beside `load_file`"]);
      const repository = openInFolder(project.root, "person", project.database);
      const { context } = await repository.prepare(undefined, undefined, true);
      const { row } = findOneSymbol(context!, "load_file");
      repository.close();
      assert.equal(forgetSymbol(project.database, db, [row.stableId]).messages, 1);
      assert.ok(!bytes().includes("harpsichord") && bytes().includes("trombone"));
    } finally {
      db.close();
    }
    // The transcripts are read from the beginning: what was forgotten stays so.
    for (const name of ["s1.jsonl", "s2.jsonl"]) {
      appendFileSync(join(folderOf(project), name), `${claudeSession("s2", project.root).user(`more ${name}`).replace("s2-1", name)}\n`);
    }
    await ingest(project);
    assert.deepEqual(await saidOf(project, "load_file"), []);
    assert.ok(!bytes().includes("xylophone") && !bytes().includes("harpsichord"));
    const again = openOrg(project.database);
    try {
      for (const key of ["history_head", "history_left", "history_bound"]) writeMeta(again.db, key, "1");
      forgetAll(project.database, again.db);
      assert.deepEqual(again.db.prepare("SELECT key FROM meta WHERE key GLOB 'history_*'").all(), []);
    } finally {
      again.db.close();
    }
    assert.ok(!bytes().includes("trombone"));
  });
});

Deno.test("patches: added, changed and moved files; other text is no patch", () => {
  assert.deepEqual(readPatch("no patch"), []);
  const touches = readPatch(
    "*** Begin Patch\n*** Add File: a.py\n+def a():\n+    pass\n*** Update File: b.py\n*** Move to: c.py\n@@\n one\n-two\n+2\n@@\n-three\n+3\n*** Delete File: d.py\n*** End Patch\n",
  );
  assert.deepEqual(touches.map((one) => [one.kind, one.path]), [["create", "a.py"], ["edit", "c.py"]]);
  assert.equal(touches[0]!.after, "def a():\n    pass\n");
  assert.deepEqual(touches[1]!.replacements, [{ removed: "one\ntwo", added: "one\n2" }, { removed: "three", added: "3" }]);
});
