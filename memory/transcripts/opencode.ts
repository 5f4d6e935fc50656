/**
 * OpenCode's stores: a SQLite database (since 1.2), and before that a folder of JSON files per session.
 *
 * Stage: memory. A message has parts: text, and tool calls with their input and, once done, their outcome. Invariant: the database is
 * opened read-only.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { addAt } from "../../core/base/lists.ts";
import { numberOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { describeThrown } from "../../core/errors.ts";
import {
  type FileTouch,
  newState,
  type ReaderState,
  readingOf,
  timeOf,
  type TranscriptMessage,
  type WholeFormat,
  type WholePart,
} from "./transcript.ts";

const SESSIONS = `SELECT id, directory, title FROM session WHERE time_updated > ? ORDER BY time_created`;
const MESSAGES = `SELECT id, data FROM message WHERE session_id = ? ORDER BY time_created, id`;
const PARTS = `SELECT message_id AS message, data FROM part WHERE session_id = ? ORDER BY id`;

/** The format with a database. */
export const opencodeDatabase: WholeFormat = {
  name: "opencode",
  *read(file, _state, since) {
    let problem: unknown;
    let db: DatabaseSync | undefined;
    try {
      db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
      for (const session of db.prepare(SESSIONS).all(since) as unknown as SessionRow[]) {
        try {
          yield readSession(db, session);
        } catch (thrown) {
          // The other sessions may be intact.
          problem = thrown;
        }
      }
    } catch (thrown) {
      problem = thrown;
    } finally {
      db?.close();
    }
    // Rethrown as a plain error, since SQLite's own would be taken for one of memory's databases.
    if (problem !== undefined) throw new Error(describeThrown(problem));
  },
};

interface SessionRow {
  readonly id: string;
  readonly directory: string;
  readonly title: string;
}

function readSession(db: DatabaseSync, { id, directory, title }: SessionRow): WholePart {
  const parts = new Map<string, ParsedObject[]>();
  for (const { message, data } of db.prepare(PARTS).all(id) as { message: string; data: string }[]) {
    addAt(parts, message, parse(data));
  }
  const state = { ...newState(id), cwd: directory, title };
  const rows = db.prepare(MESSAGES).all(id) as { id: string; data: string }[];
  return { state, ...readMessages(rows.map((row) => ({ ...parse(row.data), id: row.id })), (message) => parts.get(message) ?? [], state) };
}

/** The older format; `file` is `storage/session/{project}/{session}.json`. */
export const opencodeFolder: WholeFormat = {
  name: "opencode",
  *read(file) {
    const info = readJson(file);
    const id = textOf(info["id"]);
    if (id === "") return;
    const storage = join(file, "..", "..", "..");
    const state = { ...newState(id), cwd: textOf(info["directory"]), title: textOf(info["title"]) };
    const messages = listJson(join(storage, "message", id)).map(readJson);
    yield { state, ...readMessages(messages, (message) => listJson(join(storage, "part", message)).map(readJson), state) };
  },
};

function parse(text: string): ParsedObject {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function readJson(file: string): ParsedObject {
  try {
    return parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

function listJson(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^[\w-]+\.json$/.test(name)).sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function readMessages(
  rows: readonly ParsedObject[],
  partsOf: (message: string) => readonly ParsedObject[],
  state: ReaderState,
): { messages: TranscriptMessage[]; unknown: number } {
  const messages: TranscriptMessage[] = [];
  let unknown = 0;
  for (const row of rows) {
    const [id, role] = [textOf(row["id"]), textOf(row["role"])];
    if (id === "" || (role !== "user" && role !== "assistant")) {
      unknown++;
      continue;
    }
    const at = timeOf(objectOf(row["time"])["created"]);
    const author = textOf(row["modelID"]) || textOf(objectOf(row["model"])["modelID"]);
    const parts = partsOf(id);
    const text = parts.filter((part) => part["type"] === "text" && part["synthetic"] !== true).map((part) => textOf(part["text"])).join(
      "\n",
    ).trim();
    const base = { session: state.session, at, author: role === "assistant" ? author : "" };
    if (text !== "") messages.push({ ...base, uid: `opencode:${id}`, role, text, touches: [] });
    for (const part of parts.filter((one) => one["type"] === "tool")) {
      const call = objectOf(part["state"]);
      if (call["status"] !== "completed") continue;
      const touch = readTool(textOf(part["tool"]), objectOf(call["input"]), objectOf(call["metadata"]));
      const done = timeOf(objectOf(call["time"])["end"]) || at;
      const uid = `opencode:${textOf(part["id"]) || textOf(part["callID"])}`;
      if (touch !== undefined) messages.push({ ...base, at: done, uid, role: "tool", text: "", touches: [touch] });
      else if (textOf(call["output"]) !== "") {
        messages.push({ ...base, author: "", at: done, uid, role: "tool", text: textOf(call["output"]), touches: [] });
      }
    }
  }
  return { messages, unknown };
}

function readTool(tool: string, input: ParsedObject, metadata: ParsedObject): FileTouch | undefined {
  const path = textOf(input["filePath"]);
  if (path === "") return undefined;
  const diff = objectOf(metadata["filediff"]);
  const before = typeof diff["before"] === "string" ? { before: diff["before"] } : {};
  const after = typeof diff["after"] === "string" ? { after: diff["after"] } : {};
  if (tool === "edit") {
    const replacement = {
      removed: textOf(input["oldString"]),
      added: textOf(input["newString"]),
      everywhere: input["replaceAll"] === true,
    };
    return { kind: "edit", path, ...before, ...after, replacements: [replacement] };
  }
  if (tool === "write") {
    return { kind: metadata["exists"] === true || diff["before"] ? "edit" : "create", path, ...before, after: textOf(input["content"]) };
  }
  if (tool !== "read") return undefined;
  return readingOf(path, numberOf(input["offset"]) + 1, numberOf(input["limit"]));
}
