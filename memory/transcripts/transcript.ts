/**
 * What all transcripts have in common: messages, and the files that tools read or changed.
 *
 * Stage: memory, between the readers of each agent's format and the store. Invariant: plain values; nothing of an agent's own format is left in them.
 */
import type { ParsedObject } from "../../core/base/parsed_values.ts";

/** Who says a message. */
export type Role = "user" | "assistant" | "tool" | "system";
/** Text that was replaced by other text, lines around it included where the agent gave them. */
export interface Replacement {
  readonly removed: string;
  readonly added: string;
  /** Every occurrence was replaced. */
  readonly everywhere?: boolean;
}

/** A file that a tool read or changed. */
export interface FileTouch {
  readonly kind: "read" | "edit" | "create";
  /** As the agent wrote it. */
  readonly path: string;
  /** Lines that were read. */
  readonly lines?: readonly [number, number];
  /** The whole file before the change, where the agent kept it. */
  readonly before?: string;
  /** The whole file after it. */
  readonly after?: string;
  readonly replacements?: readonly Replacement[];
}

/** A review comment on a place. */
export interface ReviewComment {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** One message. Without text it belongs to the words before it. */
export interface TranscriptMessage {
  readonly session: string;
  /** The agent's own id of it; "" where it has none. */
  readonly uid: string;
  readonly role: Role;
  /** ISO 8601; "" if not said. */
  readonly at: string;
  /** Model or person; "" if not said. */
  readonly author: string;
  readonly text: string;
  readonly touches: readonly FileTouch[];
  readonly reviews?: readonly ReviewComment[];
}

/** What a reader must know to go on in the middle of a transcript. Kept as JSON. */
export interface ReaderState {
  session: string;
  /** Folder that the agent worked in; "" if not said. */
  cwd: string;
  branch: string;
  author: string;
  title: string;
  /** Address of the repository, where the agent notes it. */
  remote: string;
  at: string;
  /** Changes whose outcome is not known yet, by the call's id. */
  pending: Record<string, readonly FileTouch[]>;
  /** Session -> the folder in which it began, as far as said; only of a format whose files hold several sessions. */
  folders?: Record<string, string>;
}

/** What a reader knows of a session before its first line. */
export function newState(session: string): ReaderState {
  return { session, cwd: "", branch: "", author: "", title: "", remote: "", at: "", pending: {} };
}

/** A message at the moment that a reader is at. `author` is whoever speaks for the agent. */
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

/** A file that was read. @param count of lines; 0: not said. */
export function readingOf(path: string, start: number, count: number): FileTouch {
  return { kind: "read", path, ...(count > 0 ? { lines: [start, start + count - 1] as const } : {}) };
}

/** A format with one JSON object a line. */
export interface LineFormat {
  readonly name: string;
  /** A file may hold sessions of several repositories: each is judged by itself. */
  readonly mixed?: true;
  /** Whether an object near the beginning of a file shows this format. */
  accepts(line: ParsedObject): boolean;
  /** Messages of a line; undefined for a line that this reader does not know. */
  read(line: ParsedObject, state: ReaderState): readonly TranscriptMessage[] | undefined;
}

/** A file or folder that is read as a whole whenever it has changed. */
export interface WholeFormat {
  readonly name: string;
  /** @param since time up to which it was read, ms; 0: never. @throws what cannot be read, in words; it is no reason to leave others unread. */
  read(file: string, state: ReaderState, since: number): Iterable<WholePart>;
}

/** What was read of one session. */
export interface WholePart {
  readonly state: ReaderState;
  readonly messages: readonly TranscriptMessage[];
  readonly unknown: number;
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Milliseconds, seconds or ISO text as ISO 8601; "" for anything else. */
export function timeOf(value: unknown): string {
  if (typeof value === "number" && value > 0) return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  if (typeof value !== "string") return "";
  if (ISO.test(value)) return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? "" : new Date(time).toISOString();
}
