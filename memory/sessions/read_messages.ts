/**
 * A transcript's messages from an offset on, with everything that follows from their own words.
 *
 * Stage: memory, between the readers of the formats and the store. Invariants: uses neither a database nor a repository, so it can run in a
 * thread of its own; plain values only; texts are masked here, before anything of them is kept; a batch contains what is needed to continue
 * after it.
 */
import { isObject } from "../../core/base/parsed_values.ts";
import { readStackTraces, type StackTrace } from "../errors/read_stack_trace.ts";
import { type Mention, mentionsIn } from "../links/mentions_in.ts";
import { maskSecrets } from "../privacy/mask_secrets.ts";
import { lineFormat } from "../transcripts/find_transcripts.ts";
import { readByteLines } from "../transcripts/read_lines.ts";
import type { LineFormat, ReaderState, TranscriptMessage } from "../transcripts/transcript.ts";

/** A message with what its words yield. `text` is masked and shortened, as it is stored. */
export interface ReadyMessage extends TranscriptMessage {
  /** Its position in the transcript: its id if the agent gave none. */
  readonly place: string;
  /** The session's values at that moment. */
  readonly cwd: string;
  readonly title: string;
  readonly branch: string;
  readonly mentions: readonly Mention[];
  readonly traces: readonly StackTrace[];
}

/** How far a file was read. */
export interface Standing {
  /** Bytes. */
  readonly offset: number;
  readonly lines: number;
  /** Lines that are not JSON or of unknown kind, and lines above the limit. */
  readonly unknown: number;
  readonly tooLong: number;
}

/** What is to be read. */
export interface ReadTask extends Standing {
  readonly path: string;
  /** Name of a format with one object per line. */
  readonly format: string;
  /** The state after the previous line; modified. */
  readonly state: ReaderState;
}

/** Consecutive messages, and the position after them. `state` is valid until the next batch is requested. */
export interface Batch extends Standing {
  readonly messages: readonly ReadyMessage[];
  readonly state: ReaderState;
}

/** The most characters of a message that are examined; longer ones contain a pasted file. */
const LONGEST_TEXT = 200_000;
/** The longest word at the end that is cut as a whole. */
const LONGEST_WORD = 10_000;
/** The most characters kept of a tool's output. */
const TOOL_TEXT = 1000;
/** The size of a batch, in bytes of lines. */
const BATCH_BYTES = 1 << 20;

/**
 * Reads to the last finished line; the last batch may be empty.
 * @throws the system's error if the file cannot be read
 */
export function* readBatches({ path, format: name, state, ...from }: ReadTask): Generator<Batch> {
  const format = lineFormat(name)!;
  let { offset, lines, unknown, tooLong } = from;
  let [messages, begun]: [ReadyMessage[], number] = [[], offset];
  for (const line of readByteLines(path, offset)) {
    lines++;
    if (line.bytes === undefined) tooLong++;
    else {
      const read = readLine(format, line.bytes, state);
      if (read === undefined) unknown++;
      else for (const [i, message] of read.entries()) messages.push(makeReady(message, `${line.start}:${i}`, state));
    }
    offset = line.end;
    if (offset - begun < BATCH_BYTES) continue;
    yield { messages, offset, lines, unknown, tooLong, state };
    [messages, begun] = [[], offset];
  }
  yield { messages, offset, lines, unknown, tooLong, state };
}

const decoder = new TextDecoder();

/** Messages of a line; undefined if it is not JSON or of unknown kind. Empty lines have none. */
export function readLine(format: LineFormat, bytes: Uint8Array, state: ReaderState): readonly TranscriptMessage[] | undefined {
  const text = decoder.decode(bytes);
  if (text.trim() === "") return [];
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  try {
    return isObject(line) ? format.read(line, state) : undefined;
  } catch {
    // A field differs from all known versions.
    return undefined;
  }
}

/**
 * Prepares a message.
 * @param place its position in the transcript
 */
export function makeReady(message: TranscriptMessage, place: string, { cwd, title, branch }: ReaderState): ReadyMessage {
  const { role, text } = message;
  const isWords = role === "user" || role === "assistant";
  return {
    ...message,
    text: text === "" ? "" : clip(maskSecrets(bound(text)), isWords ? LONGEST_TEXT : TOOL_TEXT),
    place,
    cwd,
    title,
    branch,
    mentions: isWords ? mentionsIn(text.slice(0, LONGEST_TEXT)) : [],
    traces: role === "user" || role === "tool" ? readStackTraces(text) : [],
  };
}

/** The part of a text that is examined, cut between words, since part of a word may be part of a secret. */
function bound(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  let end = LONGEST_TEXT;
  while (end > LONGEST_TEXT - LONGEST_WORD && /\S/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The beginning and, for a tool's output, the end, where errors are. */
function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return most === LONGEST_TEXT ? `${text.slice(0, most)} …` : `${text.slice(0, most * 0.3)}\n…\n${text.slice(-most * 0.7)}`;
}
