/**
 * Codex's rollouts: JSON Lines in sessions/YYYY/MM/DD, one file per session.
 *
 * Stage: memory. A line is `{timestamp, type, payload}` (`session_meta`, `turn_context`, `response_item`, `event_msg`, `compacted`); before
 * version 0.32 it was the item itself. Events repeat the items, so only reviews are read from them. Edits are patches whose success is in
 * the call's output.
 */
import { isObject, listOf, numberOf, objectOf, type ParsedObject, textOf } from "../../core/base/parsed_values.ts";
import { textOfContent } from "./claude_code.ts";
import { readPatch } from "./read_patch.ts";
import { type LineFormat, messageAt, type ReaderState, timeOf, type TranscriptMessage } from "./transcript.ts";

const ITEMS = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
  "tool_search_call",
  "tool_search_output",
  "image_generation_call",
  "ghost_snapshot",
  "compaction",
  "compaction_summary",
]);
const LINES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);

/** The format. */
export const codex: LineFormat = {
  name: "codex",
  accepts: (line) =>
    (LINES.has(textOf(line["type"])) && isObject(line["payload"])) ||
    (typeof line["id"] === "string" && typeof line["timestamp"] === "string" && "instructions" in line && !("type" in line)),
  read(line, state) {
    state.at = timeOf(line["timestamp"]) || state.at;
    const type = textOf(line["type"]);
    if (isObject(line["payload"])) {
      if (type === "session_meta") return readMeta(line["payload"], state);
      if (type === "turn_context") return readContext(line["payload"], state);
      if (type === "event_msg") return readEvent(line["payload"], state);
      if (type === "response_item") return readItem(line["payload"], state);
      return LINES.has(type) ? [] : undefined;
    }
    if (ITEMS.has(type)) return readItem(line, state);
    if ("instructions" in line) return readMeta(line, state);
    return "record_type" in line ? [] : undefined;
  },
};

function readMeta(meta: ParsedObject, state: ReaderState): TranscriptMessage[] {
  state.session = textOf(meta["id"]) || textOf(meta["session_id"]) || state.session;
  state.cwd = textOf(meta["cwd"]) || state.cwd;
  state.at = timeOf(meta["timestamp"]) || state.at;
  const git = objectOf(meta["git"]);
  state.branch = textOf(git["branch"]) || state.branch;
  state.remote = textOf(git["repository_url"]) || state.remote;
  return [];
}

function readContext(context: ParsedObject, state: ReaderState): TranscriptMessage[] {
  state.author = textOf(context["model"]) || state.author;
  state.cwd = textOf(context["cwd"]) || state.cwd;
  return [];
}

/** Findings of a review, each at a place. */
function readEvent(event: ParsedObject, state: ReaderState): TranscriptMessage[] {
  if (event["type"] !== "exited_review_mode") return [];
  const output = objectOf(event["review_output"]);
  const reviews = listOf(output["findings"]).filter(isObject).map((finding) => {
    const place = objectOf(finding["code_location"]);
    const text = [textOf(finding["title"]), textOf(finding["body"])].filter((part) => part !== "").join("\n");
    return { path: textOf(place["absolute_file_path"]), line: numberOf(objectOf(place["line_range"])["start"]), text };
  }).filter((one) => one.path !== "" && one.line > 0);
  return reviews.length === 0 ? [] : reviews.map((review) => messageAt(state, "assistant", review.text, { reviews: [review] }));
}

function readItem(item: ParsedObject, state: ReaderState): TranscriptMessage[] | undefined {
  const type = textOf(item["type"]);
  if (type === "message") return readMessage(item, state);
  if (type === "function_call" || type === "custom_tool_call" || type === "local_shell_call") {
    const given = type === "function_call" ? parseArguments(item["arguments"]) : item["input"] ?? item["action"];
    const touches = readPatch(findPatch(given));
    if (touches.length > 0) state.pending[textOf(item["call_id"])] = touches;
    return [];
  }
  if (type === "function_call_output" || type === "custom_tool_call_output") return readOutput(item, state);
  return ITEMS.has(type) ? [] : undefined;
}

function readMessage(item: ParsedObject, state: ReaderState): TranscriptMessage[] {
  const text = textOfContent(item["content"]).trim();
  if (text === "") return [];
  const role = textOf(item["role"]);
  const given = /^(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skill)|# AGENTS\.md instructions)/.test(text);
  return [messageAt(state, role === "assistant" ? "assistant" : role === "user" && !given ? "user" : "system", text)];
}

function readOutput(item: ParsedObject, state: ReaderState): TranscriptMessage[] {
  const id = textOf(item["call_id"]);
  const touches = state.pending[id] ?? [];
  delete state.pending[id];
  const printed = textOfOutput(item["output"]);
  if (touches.length > 0) return isFailure(printed) ? [] : [messageAt(state, "tool", "", { touches })];
  return printed === "" ? [] : [messageAt(state, "tool", printed)];
}

function parseArguments(value: unknown): unknown {
  try {
    return JSON.parse(textOf(value));
  } catch {
    return value;
  }
}

/** The patch in a call's arguments: alone, in a field, or in a shell command. */
function findPatch(given: unknown): string {
  if (typeof given === "string") return given.includes("*** Begin Patch") ? given : "";
  const values = Array.isArray(given) ? given : isObject(given) ? Object.values(given) : [];
  for (const value of values) {
    const patch = findPatch(value);
    if (patch !== "") return patch;
  }
  return "";
}

/** The text of an output, which is text, JSON containing the text, or an object. */
function textOfOutput(output: unknown): string {
  if (isObject(output)) return textOf(output["content"]) || textOf(output["output"]) || textOfContent(output["content"]);
  const text = textOfContent(output);
  if (!text.startsWith("{")) return text;
  const inner = parseArguments(text);
  if (!isObject(inner) || !("output" in inner)) return text;
  const code = objectOf(inner["metadata"])["exit_code"];
  return typeof code === "number" && code !== 0 ? `exit code ${code}\n${textOf(inner["output"])}` : textOf(inner["output"]);
}

function isFailure(printed: string): boolean {
  const head = printed.slice(0, 500);
  if (/\bSuccess\b|\bDone!|exit(?:ed with)? code:? 0\b/i.test(head)) return false;
  return /\b(?:error|failed|failure|denied|rejected|aborted|invalid|exit(?:ed with)? code:? [1-9])/i.test(head);
}
