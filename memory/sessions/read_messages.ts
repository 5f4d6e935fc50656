/**
 * A transcript's messages from an offset on, made ready: all that follows from their own words is done here.
 *
 * Stage: memory, between the readers of the formats and the store. Invariants: no database and no repository is asked, so it can run in a thread of its own;
 * plain values only; texts are masked here, before anything is kept of them; a batch holds what it takes to go on behind it.
 */
import { isObject } from "../../core/base/parsed_values.ts";
import { readStackTraces, type StackTrace } from "../errors/read_stack_trace.ts";
import { type Mention, mentionsIn } from "../links/mentions_in.ts";
import { maskSecrets } from "../privacy/mask_secrets.ts";
import { lineFormat } from "../transcripts/find_transcripts.ts";
import { readByteLines } from "../transcripts/read_lines.ts";
import type { LineFormat, ReaderState, TranscriptMessage } from "../transcripts/transcript.ts";

/** A message with what its words say. `text` is masked and shortened: as it is stored. */
export interface ReadyMessage extends TranscriptMessage {
  /** Where it stands in its transcript: its id where the agent gave none. */
  readonly place: string;
  /** Of the session at that moment. */
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
  /** Lines that are no JSON or of no known kind, and lines above the limit. */
  readonly unknown: number;
  readonly tooLong: number;
}

/** What is to be read. */
export interface ReadTask extends Standing {
  readonly path: string;
  /** Name of a format with one object a line. */
  readonly format: string;
  /** As it was after the line before; it is changed. */
  readonly state: ReaderState;
}

/** Some messages in a row, and where the file stands behind them. `state` is valid until the next batch is asked for. */
export interface Batch extends Standing {
  readonly messages: readonly ReadyMessage[];
  readonly state: ReaderState;
}

/** Characters of a message that are looked at; who writes more has pasted a file. */
const LONGEST_TEXT = 200_000;
/** Of the word at their end. */
const LONGEST_WORD = 10_000;
/** Characters that are kept of what a tool printed. */
const TOOL_TEXT = 1000;
/** Bytes of lines that make a batch. */
const BATCH_BYTES = 1 << 20;

/** Reads to the last finished line; the last batch may be empty. @throws what the system says where the file cannot be read. */
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

/** Messages of a line; undefined where it is no JSON or of no known kind. Empty lines are nothing. */
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
    // A field that is not what it was in every version that is known.
    return undefined;
  }
}

/** See the head of this file. @param place where it stands in its transcript. */
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

/** What is looked at of a text; never a part of a word, which might be a part of a secret. */
function bound(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  let end = LONGEST_TEXT;
  while (end > LONGEST_TEXT - LONGEST_WORD && /\S/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The beginning and, of what a tool printed, the end: errors stand there. */
function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  return most === LONGEST_TEXT ? `${text.slice(0, most)} …` : `${text.slice(0, most * 0.3)}\n…\n${text.slice(-most * 0.7)}`;
}
