/**
 * Reads transcripts into sessions.db: only what is new, only of this repository.
 *
 * Stage: memory. Invariants: transcripts are only read; a line that is not finished is left for the next time; what cannot be understood is counted
 * and skipped; each transcript's rows and how far it was read are one transaction.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { CallgroveError, describeThrown } from "../../core/errors.ts";
import { readByteLines } from "../transcripts/read_lines.ts";
import { findTranscripts, formatOf, lineFormat, readHead, type TranscriptFile } from "../transcripts/find_transcripts.ts";
import { isObject, type LineFormat, newState, type ReaderState, type TranscriptMessage } from "../transcripts/transcript.ts";
import { MessageLinker } from "./message_linker.ts";
import type { OwnPaths } from "./own_paths.ts";
import { forgetTranscript } from "./forget_rows.ts";
import { SessionWriter } from "./session_writer.ts";

/** What a run did. */
export interface IngestSummary {
  /** Files that were looked at, and those that had something new. */
  readonly files: number;
  readonly read: number;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
  readonly links: number;
  /** Lines that were no JSON or of no known kind, and lines above the limit. */
  readonly unknown: number;
  readonly tooLong: number;
  /** Files whose last line is not finished: it is read the next time. */
  readonly unfinished: number;
  /** Files of other repositories, of which nothing is kept, and files that are no transcripts. */
  readonly otherRepositories: number;
  readonly noTranscripts: number;
  /** Edits whose place could not be found in any version of the file. */
  readonly editsNotPlaced: number;
  readonly ms: number;
  readonly warnings: readonly string[];
}
type Counts = { -readonly [K in keyof IngestSummary]: IngestSummary[K] };

interface Known {
  readonly id: number;
  readonly format: string;
  readonly size: number;
  readonly time: number;
  readonly head: string;
  readonly offset: number;
  readonly lines: number;
  readonly unknown: number;
  readonly tooLong: number;
  readonly belongs: number;
  readonly state: string;
}

const KNOWN =
  `SELECT id, format, size, mtime_ms AS time, head, offset, lines, unknown, too_long AS tooLong, belongs, state FROM transcripts WHERE path = ?`;
const SAVE = `INSERT INTO transcripts (path, format, size, mtime_ms, head, offset, lines, unknown, too_long, belongs, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE SET format = excluded.format, size = excluded.size, mtime_ms = excluded.mtime_ms,
  head = excluded.head, offset = excluded.offset, lines = excluded.lines, unknown = excluded.unknown, too_long = excluded.too_long,
  belongs = excluded.belongs, state = excluded.state RETURNING id`;

const HEAD_BYTES = 1024;
const decoder = new TextDecoder();

/** How far a run is, in bytes. */
export type OnProgress = (done: number, total: number) => void;

/** Reads transcripts below the folders; says which sessions have something new. @throws CallgroveError where a folder cannot be read. */
export async function ingestSessions(
  db: DatabaseSync,
  folders: readonly string[],
  paths: OwnPaths,
  makeLinker: (writer: SessionWriter) => MessageLinker,
  forgotten: ReadonlySet<string>,
  onProgress: OnProgress = () => {},
): Promise<{ readonly summary: IngestSummary; readonly changed: readonly string[] }> {
  const start = performance.now();
  const run = new IngestRun(db, paths, makeLinker, forgotten);
  const files = folders.flatMap(listFolder);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  let done = 0;
  for (const file of files) {
    await run.readFile(file, (bytes) => onProgress(done + bytes, total));
    onProgress(done += file.size, total);
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const summary = { ...run.counts, files: files.length, ms: Math.round(performance.now() - start) };
  return { summary, changed: [...run.changed] };
}

function listFolder(folder: string): TranscriptFile[] {
  try {
    return findTranscripts(folder);
  } catch (cause) {
    throw new CallgroveError(
      "file_not_found",
      `Cannot read sessions in "${folder}": ${
        /ENOENT|No such/.test(describeThrown(cause)) ? "there is no such folder" : describeThrown(cause)
      }`,
      {
        hint: "Name the folder that holds the transcripts: callgrove memory ingest --sessions DIR",
        cause,
      },
    );
  }
}

class IngestRun {
  readonly counts: Counts = {
    files: 0,
    read: 0,
    bytes: 0,
    sessions: 0,
    messages: 0,
    links: 0,
    unknown: 0,
    tooLong: 0,
    unfinished: 0,
    otherRepositories: 0,
    noTranscripts: 0,
    editsNotPlaced: 0,
    ms: 0,
    warnings: [],
  };
  readonly #db: DatabaseSync;
  readonly #paths: OwnPaths;
  readonly #writer: SessionWriter;
  readonly #linker: MessageLinker;

  constructor(db: DatabaseSync, paths: OwnPaths, makeLinker: (writer: SessionWriter) => MessageLinker, forgotten: ReadonlySet<string>) {
    this.#db = db;
    this.#paths = paths;
    this.#writer = new SessionWriter(db, forgotten);
    this.#linker = makeLinker(this.#writer);
  }

  /** Sessions that something was written of. */
  get changed(): ReadonlySet<string> {
    return this.#writer.seen;
  }

  async readFile(file: TranscriptFile, onBytes: (bytes: number) => void): Promise<void> {
    const known = this.#db.prepare(KNOWN).get(file.path) as Known | undefined;
    if (known !== undefined && known.size === file.size && known.time === file.time) {
      if (known.belongs === 0) this.counts.otherRepositories++;
      else if (known.format === "") this.counts.noTranscripts++;
      return;
    }
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      if (file.whole !== undefined) await this.#readWhole(file, known);
      else await this.#readLines(file, known, onBytes);
      this.#writer.flush();
      this.#db.exec("COMMIT");
    } catch (thrown) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      if (thrown instanceof CallgroveError || /disk|database/i.test(describeThrown(thrown))) throw thrown;
      this.counts.warnings = [...this.counts.warnings, `cannot read "${file.path}": ${describeThrown(thrown)}`];
    }
    this.counts.messages = this.#writer.messages;
    this.counts.links = this.#writer.links;
    this.counts.sessions = this.#writer.seen.size;
    this.counts.editsNotPlaced = this.#linker.notPlaced;
  }

  async #readLines(file: TranscriptFile, before: Known | undefined, onBytes: (bytes: number) => void): Promise<void> {
    const head = readHead(file.path);
    let known = before;
    if (known !== undefined && (known.offset > file.size || hashHead(head, known.offset) !== known.head)) {
      // Another file under the name, or one that was cut.
      forgetTranscript(this.#db, known.id);
      known = undefined;
    }
    const format = known === undefined || known.format === "" ? formatOf(head) : lineFormat(known.format);
    if (format === undefined) {
      this.counts.noTranscripts++;
      this.#save(file, "", hashHead(head, file.size), { ...EMPTY, offset: file.size }, 1, newState(""));
      return;
    }
    const state: ReaderState = known === undefined ? newState(file.path) : JSON.parse(known.state) as ReaderState;
    if (known?.belongs === 0 || !this.#belongs(file, format, head)) {
      this.counts.otherRepositories++;
      this.#save(file, format.name, hashHead(head, file.size), { ...EMPTY, offset: file.size }, 0, state);
      return;
    }
    const id = this.#save(file, format.name, "", known ?? EMPTY, 1, state);
    const read = await this.#readFrom(file, format, id, state, known ?? EMPTY, onBytes);
    this.#save(file, format.name, hashHead(head, read.offset), read, 1, state);
    this.counts.read++;
  }

  async #readFrom(
    file: TranscriptFile,
    format: LineFormat,
    id: number,
    state: ReaderState,
    from: Standing,
    onBytes: (bytes: number) => void,
  ): Promise<Standing> {
    let { offset, lines, unknown, tooLong } = from;
    for (const line of readByteLines(file.path, from.offset)) {
      lines++;
      const messages = line.bytes === undefined ? "too long" : readLine(format, line.bytes, state);
      if (messages === "too long") tooLong++;
      else if (messages === undefined) unknown++;
      else {for (const [i, message] of messages.entries()) {
          await this.#take(message, message.uid || `${id}:${line.start}:${i}`, id, format.name, state);
        }}
      offset = line.end;
      if (lines % 500 === 0) onBytes(offset);
    }
    this.counts.bytes += offset - from.offset;
    this.counts.unknown += unknown - from.unknown;
    this.counts.tooLong += tooLong - from.tooLong;
    if (offset < file.size) this.counts.unfinished++;
    return { offset, lines, unknown, tooLong };
  }

  async #readWhole(file: TranscriptFile, known: Known | undefined): Promise<void> {
    const format = file.whole!;
    const since = known === undefined ? 0 : known.time - 60_000;
    let [lines, unknown, own, others] = [0, 0, 0, 0];
    const id = this.#save(file, format.name, "", EMPTY, 1, newState(""));
    for (const part of format.read(file.path, newState(""), since)) {
      unknown += part.unknown;
      if (!this.#isOwn(part.state.cwd, part.messages)) {
        others++;
        continue;
      }
      own++;
      for (const [i, message] of part.messages.entries()) {
        lines++;
        await this.#take(message, message.uid || `${id}:${part.state.session}:${i}`, id, format.name, part.state);
      }
    }
    if (own === 0) this.counts[others > 0 ? "otherRepositories" : "noTranscripts"]++;
    else this.counts.read++;
    this.counts.bytes += file.size;
    this.counts.unknown += unknown;
    this.#save(file, format.name, "", { offset: file.size, lines, unknown, tooLong: 0 }, own === 0 && others > 0 ? 0 : 1, newState(""));
  }

  async #take(message: TranscriptMessage, uid: string, transcript: number, agent: string, state: ReaderState): Promise<void> {
    const id = this.#writer.add(message, uid, transcript, agent, state);
    if (id !== 0) await this.#linker.link(message, id, state);
  }

  /** Whether a transcript is one of this repository; one whose folder is gone is told by the files that it touched. */
  #belongs(file: TranscriptFile, format: LineFormat, head: Uint8Array): boolean {
    const state = newState("");
    for (const line of decoder.decode(head).split("\n")) {
      readLine(format, new TextEncoder().encode(line), state);
      if (state.cwd !== "") break;
    }
    const belonging = this.#paths.belonging(state.cwd);
    if (belonging !== "gone") return belonging === "own";
    const scan = newState("");
    for (const line of readByteLines(file.path, 0)) {
      const messages = line.bytes === undefined ? [] : readLine(format, line.bytes, scan) ?? [];
      if (messages.some((message) => this.#touchesOwn(message, scan.cwd))) return true;
    }
    return false;
  }

  #isOwn(cwd: string, messages: readonly TranscriptMessage[]): boolean {
    const belonging = this.#paths.belonging(cwd);
    return belonging === "own" && cwd !== "" || (belonging !== "other" && messages.some((message) => this.#touchesOwn(message, cwd)));
  }

  #touchesOwn(message: TranscriptMessage, cwd: string): boolean {
    return message.touches.some((touch) => this.#paths.toOwn(touch.path, cwd) !== "");
  }

  #save(file: TranscriptFile, format: string, head: string, standing: Standing, belongs: number, state: ReaderState): number {
    const { offset, lines, unknown, tooLong } = standing;
    const row = this.#db.prepare(SAVE).get(
      file.path,
      format,
      file.size,
      file.time,
      head,
      offset,
      lines,
      unknown,
      tooLong,
      belongs,
      JSON.stringify(state),
    );
    return (row as { id: number }).id;
  }
}

type Standing = Pick<Known, "offset" | "lines" | "unknown" | "tooLong">;
const EMPTY: Standing = { offset: 0, lines: 0, unknown: 0, tooLong: 0 };

function hashHead(head: Uint8Array, offset: number): string {
  return crypto.hash("sha256", head.subarray(0, Math.min(HEAD_BYTES, offset)), "hex").slice(0, 16);
}

/** Messages of a line; undefined where it is no JSON or of no known kind. Empty lines are nothing. */
function readLine(format: LineFormat, bytes: Uint8Array, state: ReaderState): readonly TranscriptMessage[] | undefined {
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
