/**
 * Gemini CLI's recorded chats: one JSON document per session, or (newer) JSON Lines with records and updates.
 *
 * Stage: memory. Messages have `type` user or gemini, and contain tool calls with arguments, outcome and, for edits, the file before and
 * after.
 */
import { readFileSync } from "node:fs";
import { append } from "../../core/base/lists.ts";
import { isObject, listOf, numberOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { textOfContent } from "./claude_code.ts";
import {
  type FileTouch,
  type LineFormat,
  messageAt,
  newState,
  type ReaderState,
  readingOf,
  timeOf,
  type TranscriptMessage,
  type WholeFormat,
} from "./transcript.ts";

/** The format with lines of JSON. */
export const geminiLines: LineFormat = {
  name: "gemini",
  accepts: (line) => typeof line["sessionId"] === "string" && typeof line["projectHash"] === "string",
  read(line, state) {
    if (isObject(line["$set"]) || "$rewindTo" in line) {
      if (isObject(line["$set"])) note(line["$set"], state);
      return [];
    }
    if (typeof line["sessionId"] === "string" && !("type" in line)) {
      note(line, state);
      return [];
    }
    return readMessage(line, state);
  },
};

/** The format with one JSON document. */
export const geminiDocument: WholeFormat = {
  name: "gemini",
  *read(file, state) {
    const document: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (!isObject(document) || typeof document["sessionId"] !== "string" || !Array.isArray(document["messages"])) return;
    const own = { ...newState(document["sessionId"]), cwd: state.cwd };
    note(document, own);
    let unknown = 0;
    const messages: TranscriptMessage[] = [];
    for (const line of document["messages"]) {
      const read = isObject(line) ? readMessage(line, own) : undefined;
      if (read === undefined) unknown++;
      else append(messages, read);
    }
    yield { state: own, messages, unknown };
  },
};

function note(record: ParsedObject, state: ReaderState): void {
  state.session = textOf(record["sessionId"]) || state.session;
  state.title = textOf(record["summary"]) || state.title;
  state.at = timeOf(record["startTime"]) || state.at;
  state.cwd = textOf(listOf(record["directories"])[0]) || state.cwd;
}

function readMessage(line: ParsedObject, state: ReaderState): TranscriptMessage[] | undefined {
  const type = textOf(line["type"]);
  if (!["user", "gemini", "info", "error", "warning"].includes(type)) return undefined;
  if (type !== "user" && type !== "gemini") return [];
  state.at = timeOf(line["timestamp"]) || state.at;
  state.author = textOf(line["model"]) || state.author;
  const text = partsText(line["content"]).trim();
  const uid = textOf(line["id"]);
  const messages: TranscriptMessage[] = [];
  // A record is written again when its calls are done: its id keeps it one message.
  if (text !== "") {
    messages.push(
      messageAt(state, type === "user" ? "user" : "assistant", text, { uid: uid === "" ? "" : `gemini:${state.session}:${uid}` }),
    );
  }
  for (const call of listOf(line["toolCalls"]).filter(isObject)) {
    if (call["status"] !== undefined && call["status"] !== "success") continue;
    const touch = readCall(call);
    const callId = textOf(call["id"]) === "" ? "" : `gemini:${state.session}:${textOf(call["id"])}`;
    if (touch !== undefined) messages.push(messageAt(state, "tool", "", { uid: callId, touches: [touch] }));
    else if (textOf(call["resultDisplay"]) !== "") messages.push(messageAt(state, "tool", textOf(call["resultDisplay"]), { uid: callId }));
  }
  return messages;
}

function partsText(content: unknown): string {
  return isObject(content) ? textOf(content["text"]) : textOfContent(content);
}

function readCall(call: ParsedObject): FileTouch | undefined {
  const args = objectOf(call["args"]);
  const path = textOf(args["file_path"]) || textOf(args["absolute_path"]);
  if (path === "") return undefined;
  const shown = objectOf(call["resultDisplay"]);
  const before = typeof shown["originalContent"] === "string" ? { before: shown["originalContent"] } : {};
  switch (textOf(call["name"])) {
    case "replace":
    case "edit":
      return {
        kind: "edit",
        path,
        ...before,
        replacements: [{
          removed: textOf(args["old_string"] ?? args["oldString"]),
          added: textOf(args["new_string"] ?? args["newString"]),
        }],
      };
    case "write_file":
      return {
        kind: shown["originalContent"] === "" || shown["isNewFile"] === true || !("before" in before) ? "create" : "edit",
        path,
        ...before,
        after: textOf(args["content"]),
      };
    case "read_file": {
      const start = numberOf(args["start_line"]) || numberOf(args["offset"]) + 1;
      return readingOf(path, start, numberOf(args["limit"]));
    }
    default:
      return undefined;
  }
}
