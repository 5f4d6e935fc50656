/**
 * What all transcripts have in common: messages, and the files that tools read or changed.
 *
 * Stage: memory, between the readers of each agent's format and the store. Invariant: plain values, independent of any agent's format.
 */
import type { ParsedObject } from "../../core/base/parsed_values.ts";

/** The author of a message. */
export type Role = "user" | "assistant" | "tool" | "system";
/** Text that was replaced, including context lines if the agent gave them. */
export interface Replacement {
  readonly removed: string;
  readonly added: string;
  /** Whether every occurrence was replaced. */
  readonly everywhere?: boolean;
}

/** A file that a tool read or changed. */
export interface FileTouch {
  readonly kind: "read" | "edit" | "create";
  /** As the agent wrote it. */
  readonly path: string;
  /** Lines that were read. */
  readonly lines?: readonly [number, number];
  /** The whole file before the change, if the agent kept it. */
  readonly before?: string;
  /** The whole file after the change. */
  readonly after?: string;
  readonly replacements?: readonly Replacement[];
}

/** A review comment on a place. */
export interface ReviewComment {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** One message. One without text belongs to the words before it. */
export interface TranscriptMessage {
  readonly session: string;
  /** The agent's own id; "" if it has none. */
  readonly uid: string;
  readonly role: Role;
  /** ISO 8601; "" if unknown. */
  readonly at: string;
  /** Model or person; "" if unknown. */
  readonly author: string;
  readonly text: string;
  readonly touches: readonly FileTouch[];
  readonly reviews?: readonly ReviewComment[];
}

/** What a reader needs to continue in the middle of a transcript. Stored as JSON. */
export interface ReaderState {
  session: string;
  /** The agent's working folder; "" if unknown. */
  cwd: string;
  branch: string;
  author: string;
  title: string;
  /** Address of the repository, if the agent records it. */
  remote: string;
  at: string;
  /** Changes whose outcome is not known yet, by the call's id. */
  pending: Record<string, readonly FileTouch[]>;
  /** The folder in which each session began, as far as known; only in formats with several sessions per file. */
  folders?: Record<string, string>;
}

/** The state before the first line of a session. */
export function newState(session: string): ReaderState {
  return { session, cwd: "", branch: "", author: "", title: "", remote: "", at: "", pending: {} };
}

/** A message at the reader's current moment. An assistant message's `author` is the current model. */
export function messageAt(state: ReaderState, role: Role, text: string, more: Partial<TranscriptMessage> = {}): TranscriptMessage {
  return {
    session: state.session,
    uid: "",
    role,
    at: state.at,
    author: role === "assistant" ? state.author : "",
    text,
    touches: [],
    ...more,
  };
}

/**
 * A file that was read.
 * @param count number of lines; 0 if unknown
 */
export function readingOf(path: string, start: number, count: number): FileTouch {
  return { kind: "read", path, ...(count > 0 ? { lines: [start, start + count - 1] as const } : {}) };
}

/** A format with one JSON object per line. */
export interface LineFormat {
  readonly name: string;
  /** Whether a file may contain sessions of several repositories, so that each is judged by itself. */
  readonly mixed?: true;
  /** Whether an object near the beginning of a file shows this format. */
  accepts(line: ParsedObject): boolean;
  /** Messages of a line; undefined for an unknown line. */
  read(line: ParsedObject, state: ReaderState): readonly TranscriptMessage[] | undefined;
}

/** A file or folder that is read as a whole whenever it has changed. */
export interface WholeFormat {
  readonly name: string;
  /**
   * @param since time up to which it was read, ms; 0 for never
   * @throws a described failure; other files can still be read
   */
  read(file: string, state: ReaderState, since: number): Iterable<WholePart>;
}

/** What was read of one session. */
export interface WholePart {
  readonly state: ReaderState;
  readonly messages: readonly TranscriptMessage[];
  readonly unknown: number;
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Converts milliseconds, seconds or ISO text to ISO 8601; "" for anything else. */
export function timeOf(value: unknown): string {
  if (typeof value === "number" && value > 0) return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  if (typeof value !== "string") return "";
  if (ISO.test(value)) return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}
