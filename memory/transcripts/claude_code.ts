/**
 * Claude Code's transcripts: JSON Lines in its projects folder, one file per session or sub-agent.
 *
 * Stage: memory. Each line has `type`, `sessionId`, `cwd`, `timestamp`, `uuid`; user and assistant lines a `message` in the API's form; the
 * line that answers an edit has a `toolUseResult` with the file before it (`originalFile`) and the replacements. Known from versions 1.0 to
 * 2.1.
 */
import { isObject, listOf, numberOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { type FileTouch, type LineFormat, type ReaderState, readingOf, type Role, timeOf, type TranscriptMessage } from "./transcript.ts";

/** Types of lines without anything to keep. */
const OTHER = new Set([
  "summary",
  "system",
  "file-history-snapshot",
  "queue-operation",
  "progress",
  "attachment",
  "custom-title",
  "ai-title",
  "agent-name",
  "last-prompt",
  "permission-mode",
  "mode",
  "pr-link",
  "tag",
  "saved_hook_context",
  "bridge-session",
]);

/** The format. */
export const claudeCode: LineFormat = {
  name: "claude-code",
  accepts: (line) =>
    (typeof line["sessionId"] === "string" && typeof line["type"] === "string" && !("payload" in line) && !("projectHash" in line)) ||
    (line["type"] === "summary" && typeof line["leafUuid"] === "string"),
  read(line, state) {
    const type = textOf(line["type"]);
    note(line, state);
    if (type === "summary") {
      state.title = textOf(line["summary"]) || state.title;
      return [];
    }
    if (type !== "user" && type !== "assistant") return OTHER.has(type) ? [] : undefined;
    const message = objectOf(line["message"]);
    if (typeof message["content"] !== "string" && !Array.isArray(message["content"])) return undefined;
    return type === "assistant" ? readAssistant(line, message, state) : readUser(line, message, state);
  },
};

function note(line: ParsedObject, state: ReaderState): void {
  state.session = textOf(line["sessionId"]) || state.session;
  state.cwd = textOf(line["cwd"]) || state.cwd;
  state.branch = textOf(line["gitBranch"]) || state.branch;
  state.at = timeOf(line["timestamp"]) || state.at;
}

function make(
  line: ParsedObject,
  state: ReaderState,
  role: Role,
  text: string,
  author: string,
  touches: readonly FileTouch[],
): TranscriptMessage {
  return { session: state.session, uid: textOf(line["uuid"]), role, at: timeOf(line["timestamp"]) || state.at, author, text, touches };
}

/** The text of a message. */
function saidIn(blocks: readonly ParsedObject[]): string {
  return blocks.filter((block) => block["type"] === "text").map((block) => textOf(block["text"])).join("\n").trim();
}

function readAssistant(line: ParsedObject, message: ParsedObject, state: ReaderState): TranscriptMessage[] {
  const model = textOf(message["model"]);
  if (model !== "" && !model.startsWith("<")) state.author = model;
  const text = saidIn(blocksOf(message));
  return text === "" ? [] : [make(line, state, "assistant", text, state.author, [])];
}

function readUser(line: ParsedObject, message: ParsedObject, state: ReaderState): TranscriptMessage[] {
  const blocks = blocksOf(message);
  const results = blocks.filter((block) => block["type"] === "tool_result");
  const said = saidIn(blocks);
  const messages: TranscriptMessage[] = [];
  if (said !== "") {
    const role = line["isMeta"] === true || /^<(?:command-|local-command|system-reminder)/.test(said) ? "system" : "user";
    messages.push(make(line, state, role, said, "", []));
  }
  for (const result of results) {
    const failed = result["is_error"] === true;
    const touches = failed ? [] : readOutcome(line["toolUseResult"]);
    const printed = touches.length > 0 ? "" : textOfContent(result["content"]);
    if (touches.length > 0 || printed !== "") {
      messages.push({ ...make(line, state, "tool", printed, "", touches), uid: said === "" ? textOf(line["uuid"]) : "" });
    }
  }
  return messages;
}

function blocksOf(message: ParsedObject): readonly ParsedObject[] {
  const { content } = message;
  return typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).filter(isObject);
}

/** The text of a content, which is a string or a list of blocks. */
export function textOfContent(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content).filter(isObject).map((block) => textOf(block["text"])).filter((text) => text !== "").join("\n");
}

/** What a tool did to a file, as reported by itself. */
function readOutcome(result: unknown): FileTouch[] {
  if (!isObject(result)) return [];
  const file = objectOf(result["file"]);
  if (typeof file["filePath"] === "string") {
    const start = numberOf(file["startLine"]) || 1;
    return [readingOf(file["filePath"], start, numberOf(file["numLines"]))];
  }
  const path = textOf(result["filePath"]);
  if (path === "") return [];
  const before = typeof result["originalFile"] === "string" ? { before: result["originalFile"] } : {};
  if (typeof result["content"] === "string") {
    return [{ kind: result["type"] === "create" ? "create" : "edit", path, ...before, after: result["content"] }];
  }
  const edits = Array.isArray(result["edits"]) ? result["edits"].filter(isObject) : [result];
  const replacements = edits.map((edit) => ({
    removed: textOf(edit["oldString"] ?? edit["old_string"]),
    added: textOf(edit["newString"] ?? edit["new_string"]),
    everywhere: (edit["replaceAll"] ?? edit["replace_all"]) === true,
  })).filter((one) => one.removed !== "" || one.added !== "");
  return replacements.length === 0 ? [] : [{ kind: "edit", path, ...before, replacements }];
}
