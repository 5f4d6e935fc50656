/** Reading many transcripts: in a separate thread, in steps, a line of 50 MB, a file that grows meanwhile. */
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SessionsOptions } from "../memory/ingest.ts";
import { readAhead, readHere } from "../memory/sessions/message_source.ts";
import type { IngestSummary } from "../memory/sessions/ingest_sessions.ts";
import type { Batch, ReadTask } from "../memory/sessions/read_messages.ts";
import { newState } from "../memory/transcripts/transcript.ts";
import { transcriptWorkerEntry } from "../thread_entries.ts";
import { ingest as ingestAll } from "./support/ingest.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";
import { claudeSession } from "./support/transcripts.ts";

const IO = "def load_file(name):\n    return open(name)\n\n\nclass Job:\n    def go(self):\n        return load_file('x')\n";
const FILLER = "word after word ".repeat(1000);

function folderOf(project: TempProject): string {
  const folder = join(dirname(project.root), "sessions");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Writes a session of about a megabyte with links in it. */
function writeSession(project: TempProject, name: string): string {
  const said = claudeSession(name, project.root);
  const lines = Array.from({ length: 30 }, (_, i) => [
    said.user(`Why does \`load_file\` fail? ${FILLER}`),
    said.printed(`${FILLER}\nTypeError: no\n    at Job.go (${project.root}/app/io.py:7:4)\n`),
    said.edit(join(project.root, "app/io.py"), IO, "open(name)", `open(name, ${i})`),
  ]).flat();
  const file = join(folderOf(project), `${name}.jsonl`);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
}

async function ingest(project: TempProject, sessions: SessionsOptions): Promise<IngestSummary> {
  return (await ingestAll(project, { sessions })).sessions!;
}

/** Every row of the tables that transcripts fill. */
function dump(database: string): Record<string, unknown[]> {
  const db = new DatabaseSync(join(database, "sessions.db"), { readOnly: true });
  try {
    const tables = ["messages", "touches", "call_graph_memory", "errors_seen", "sessions"];
    const rows = tables.map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()]);
    return Object.fromEntries([
      ...rows,
      ["found", db.prepare("SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'fail' ORDER BY 1").all()],
      ["read", db.prepare("SELECT path, offset, lines, unknown, state FROM transcripts ORDER BY path").all()],
    ]);
  } finally {
    db.close();
  }
}

Deno.test("a thread that reads ahead gives the same rows as reading in the same thread", () =>
  withProject({ "app/io.py": IO }, async (project) => {
    for (let i = 0; i < 9; i++) writeSession(project, `s${i}`);
    const [here, apart] = [join(project.database, "here"), join(project.database, "apart")];
    const folders = [folderOf(project)];
    const first = await ingest({ ...project, database: here }, { folders });
    const second = await ingest({ ...project, database: apart }, { folders, readerEntry: transcriptWorkerEntry });
    assert.ok(first.bytes > 8_000_000, "enough that a thread is used");
    assert.deepEqual({ ...second, ms: 0 }, { ...first, ms: 0 });
    assert.equal(first.messages, 9 * 60);
    const rows = dump(here);
    assert.deepEqual(dump(apart), rows);
    const links = rows["call_graph_memory"] as { change_type: string; name: string; evidence: string }[];
    const kinds = new Set(links.map((link) => `${link.change_type} ${link.name} by ${link.evidence}`));
    assert.deepEqual([...kinds].sort(), [
      "discussed Job.go by stack trace",
      "discussed load_file by mention",
      "modified load_file by edit",
    ]);
  }));

Deno.test("the reading thread: tasks in order, a missing file is reported, none is lost after it", () =>
  withProject({ "app/io.py": IO }, async (project) => {
    const task = (path: string): ReadTask => ({
      path,
      format: "claude-code",
      offset: 0,
      lines: 0,
      unknown: 0,
      tooLong: 0,
      state: newState(path),
    });
    const all = async (batches: AsyncIterable<Batch> | Iterable<Batch>): Promise<Batch[]> => {
      const found: Batch[] = [];
      for await (const batch of batches) found.push(structuredClone(batch));
      return found;
    };
    const [a, b] = [writeSession(project, "a"), writeSession(project, "b")];
    const source = readAhead(transcriptWorkerEntry);
    try {
      const [first, missing, last] = [source.read(task(a)), source.read(task(join(project.root, "never.jsonl"))), source.read(task(b))];
      assert.deepEqual(await all(first), await all(readHere.read(task(a))));
      await assert.rejects(all(missing), /never\.jsonl/);
      assert.deepEqual(await all(last), await all(readHere.read(task(b))));
    } finally {
      source.end();
    }
  }));

Deno.test("a line of 50 MB is read, kept in part, and the lines after it are read too", () =>
  withProject({ "app/io.py": IO }, async (project) => {
    const said = claudeSession("long", project.root);
    const lines = [
      said.user("First, about `load_file`"),
      said.assistant(`${"y".repeat(50_000_000)} \`Job.go\``),
      said.user("Last, about the `Job` class"),
    ];
    writeFileSync(join(folderOf(project), "long.jsonl"), lines.map((line) => `${line}\n`).join(""));
    const summary = await ingest(project, { folders: [folderOf(project)] });
    assert.deepEqual([summary.messages, summary.unknown, summary.tooLong, summary.unfinished], [3, 0, 0, 0]);
    const { messages, call_graph_memory: links } = dump(project.database) as {
      messages: { content: string }[];
      call_graph_memory: { name: string }[];
    };
    assert.ok(messages.every((message) => message.content.length <= 200_002), "the middle one in part");
    assert.deepEqual(links.map((link) => link.name).sort(), ["Job", "load_file"]);
  }));

Deno.test("a file that grows while it is read: nothing is lost or repeated", () =>
  withProject({ "app/io.py": IO }, async (project) => {
    const file = writeSession(project, "grows");
    const said = claudeSession("grows-more", project.root);
    const more = [said.user("One more about `Job.go`"), said.user("And another about `Job.go`")];
    const half = more[1]!.slice(0, 100);
    let grown = false;
    const first = await ingest(project, {
      folders: [folderOf(project)],
      onProgress: () => {
        if (!grown) appendFileSync(file, `${more[0]}\n${half}`);
        grown = true;
      },
    });
    assert.ok(grown);
    appendFileSync(file, `${more[1]!.slice(100)}\n`);
    const second = await ingest(project, { folders: [folderOf(project)] });
    assert.equal(first.messages + second.messages, 62);
    assert.equal(second.unknown, 0);
    assert.equal((await ingest(project, { folders: [folderOf(project)] })).read, 0);
    const { messages } = dump(project.database) as { messages: { uid: string }[] };
    assert.equal(new Set(messages.map((message) => message.uid)).size, 62);
  }));
