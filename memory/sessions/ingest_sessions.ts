/**
 * Reads transcripts into sessions.db: only new data, and only of this repository.
 *
 * Stage: memory. Invariants: transcripts are only read; an unfinished line is left for the next time; what cannot be understood is counted
 * and skipped; a transcript's rows and the position reached are written in one transaction, so that an interrupted run loses only time.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { CallgroveError, describeThrown, isDatabaseError, isFullDisk } from "../../core/errors.ts";
import { findTranscripts, formatOf, lineFormat, readHead, type TranscriptFile } from "../transcripts/find_transcripts.ts";
import { readByteLines } from "../transcripts/read_lines.ts";
import { type LineFormat, newState, type ReaderState, type TranscriptMessage } from "../transcripts/transcript.ts";
import { forgetTranscript } from "./forget_rows.ts";
import type { MessageLinker } from "./message_linker.ts";
import type { MessageSource } from "./message_source.ts";
import type { OwnPaths } from "./own_paths.ts";
import { type Batch, makeReady, readLine, type ReadyMessage, type Standing } from "./read_messages.ts";
import { SessionWriter } from "./session_writer.ts";

/** The result of a run. */
export interface IngestSummary {
  /** Files examined, and those with new data. */
  readonly files: number;
  readonly read: number;
  readonly bytes: number;
  readonly sessions: number;
  readonly messages: number;
  readonly links: number;
  /** Lines that were not JSON or of unknown kind, and lines above the limit. */
  readonly unknown: number;
  readonly tooLong: number;
  /** Files whose last line is unfinished and will be read next time. */
  readonly unfinished: number;
  /** Files of other repositories, of which nothing is kept, and files that are not transcripts. */
  readonly otherRepositories: number;
  readonly noTranscripts: number;
  /** Edits whose place was found in no version of the file. */
  readonly editsNotPlaced: number;
  readonly ms: number;
  readonly warnings: readonly string[];
}
type Counts = { -readonly [K in keyof IngestSummary]: IngestSummary[K] };

interface Known extends Standing {
  readonly id: number;
  readonly format: string;
  readonly size: number;
  readonly time: number;
  readonly head: string;
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
/** The longest a transaction stays open: each one costs time, but other writers have to wait for it. */
const COMMIT_MS = 1500;
const decoder = new TextDecoder();

/** Progress of a run, in bytes. */
export type OnProgress = (done: number, total: number) => void;

/** What to read, and with what. */
export interface IngestOptions {
  readonly folders: readonly string[];
  readonly paths: OwnPaths;
  readonly makeLinker: (writer: SessionWriter) => MessageLinker;
  readonly forgotten: ReadonlySet<string>;
  /** Called with the number of bytes to read; the source is ended here. */
  readonly openSource: (bytes: number) => MessageSource;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * Reads transcripts below the folders; returns which sessions have new data.
 * @throws CallgroveError if a folder cannot be read
 */
export async function ingestSessions(
  db: DatabaseSync,
  options: IngestOptions,
): Promise<{ readonly summary: IngestSummary; readonly changed: readonly string[] }> {
  const start = performance.now();
  const files = [...new Map(options.folders.flatMap(listFolder).map((file) => [file.path, file])).values()];
  const run = new IngestRun(db, options);
  const changed = files.map((file) => ({ file, known: run.known(file) })).filter(({ file, known }) => run.isNew(file, known));
  const total = changed.reduce((sum, { file, known }) => sum + file.size - (known?.offset ?? 0), 0);
  const source = options.openSource(total);
  let done = 0;
  try {
    // The next file is begun before this one is done, so that the thread reading ahead always has work.
    let next = changed.length === 0 ? undefined : run.plan(changed[0]!.file, changed[0]!.known, source);
    for (let i = 0; next !== undefined; i++) {
      const plan: Plan = next;
      const after = changed[i + 1];
      next = after === undefined ? undefined : run.plan(after.file, after.known, source);
      await run.read(plan, (bytes) => options.onProgress?.(done + bytes, total));
      done += plan.file.size - (plan.known?.offset ?? 0);
      options.onProgress?.(done, total);
    }
    run.commit();
  } finally {
    source.end();
    run.rollBack();
  }
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const summary = { ...run.counts, files: files.length, ms: Math.round(performance.now() - start) };
  return { summary, changed: [...run.changed] };
}

/** What to do with a file that has new data. */
interface Plan {
  readonly file: TranscriptFile;
  readonly known: Known | undefined;
  readonly head: Uint8Array;
  /** Whether it is another file under a known name, or was truncated, so that its rows are removed first. */
  readonly isOther: boolean;
  /** Undefined if nothing of it is kept. */
  readonly batches: AsyncIterable<Batch> | Iterable<Batch> | undefined;
  /** '' if it is no transcript. */
  readonly format: string;
  readonly from: Standing;
  /** Why it cannot be read. */
  readonly problem?: unknown;
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
  readonly #known: StatementSync;
  readonly #saved: StatementSync;
  #begun = 0;
  /** Tracked here, because not every runtime's handle can tell. */
  #isOpen = false;

  constructor(db: DatabaseSync, options: IngestOptions) {
    this.#db = db;
    this.#paths = options.paths;
    this.#writer = new SessionWriter(db, options.forgotten);
    this.#linker = options.makeLinker(this.#writer);
    this.#known = db.prepare(KNOWN);
    this.#saved = db.prepare(SAVE);
  }

  /** Sessions of which something was written. */
  get changed(): ReadonlySet<string> {
    return this.#writer.seen;
  }

  known(file: TranscriptFile): Known | undefined {
    return this.#known.get(file.path) as Known | undefined;
  }

  /** Whether a file has changed since it was read; counts unchanged files that are ignored. */
  isNew(file: TranscriptFile, known: Known | undefined): boolean {
    if (known === undefined || known.size !== file.size || known.time !== file.time) return true;
    if (known.belongs === 0) this.counts.otherRepositories++;
    else if (known.format === "") this.counts.noTranscripts++;
    return false;
  }

  /** Examines a file and begins reading it, without writing anything. */
  plan(file: TranscriptFile, before: Known | undefined, source: MessageSource): Plan {
    const plan = { file, known: before, head: new Uint8Array(), isOther: false, batches: undefined, format: "", from: EMPTY };
    if (file.whole !== undefined) return plan;
    try {
      const head = readHead(file.path);
      const isOther = before !== undefined && (before.offset > file.size || hashHead(head, before.offset) !== before.head);
      const known = isOther ? undefined : before;
      const format = known === undefined || known.format === "" ? formatOf(head) : lineFormat(known.format);
      if (format === undefined) return { ...plan, known, head, isOther };
      if (format.mixed !== true && (known?.belongs === 0 || !this.#belongs(file, format, head))) {
        return { ...plan, known, head, isOther, format: format.name };
      }
      const from = known ?? EMPTY;
      const { offset, lines, unknown, tooLong } = from;
      const state = known === undefined ? newState(file.path) : JSON.parse(known.state) as ReaderState;
      const batches = source.read({ path: file.path, format: format.name, offset, lines, unknown, tooLong, state });
      return { file, known, head, isOther, batches, format: format.name, from };
    } catch (problem) {
      return { ...plan, problem };
    }
  }

  async read(plan: Plan, onBytes: (bytes: number) => void): Promise<void> {
    try {
      if (plan.problem !== undefined) throw plan.problem;
      this.#begin();
      if (plan.file.whole !== undefined) await this.#readWhole(plan.file, plan.known);
      else await this.#readLines(plan, onBytes);
    } catch (thrown) {
      if (isFatal(thrown)) throw thrown;
      this.#warn(`cannot read "${plan.file.path}": ${describeThrown(thrown)}`);
    }
    this.counts.messages = this.#writer.messages;
    this.counts.links = this.#writer.links;
    this.counts.sessions = this.#writer.seen.size;
    this.counts.editsNotPlaced = this.#linker.notPlaced;
    if (performance.now() - this.#begun > COMMIT_MS) this.commit();
  }

  #begin(): void {
    if (this.#isOpen) return;
    this.#db.exec("BEGIN IMMEDIATE");
    this.#isOpen = true;
    this.#begun = performance.now();
  }

  /** Commits everything taken so far. */
  commit(): void {
    if (!this.#isOpen) return;
    this.#writer.flush();
    this.#db.exec("COMMIT");
    this.#isOpen = false;
  }

  rollBack(): void {
    if (this.#isOpen) this.#db.exec("ROLLBACK");
    this.#isOpen = false;
  }

  #warn(warning: string): void {
    this.counts.warnings = [...this.counts.warnings, warning];
  }

  async #readLines(plan: Plan, onBytes: (bytes: number) => void): Promise<void> {
    const { file, known, head, isOther, batches, format, from } = plan;
    if (isOther) {
      this.#writer.flush();
      forgetTranscript(this.#db, this.known(file)!.id);
    }
    if (batches === undefined) {
      this.counts[format === "" ? "noTranscripts" : "otherRepositories"]++;
      this.#save(file, format, hashHead(head, file.size), { ...EMPTY, offset: file.size }, format === "" ? 1 : 0, newState(""));
      return;
    }
    const id = known?.id ?? this.#save(file, format, "", EMPTY, 1, newState(""));
    let at: Batch | undefined;
    let belongs = known?.belongs ?? -1;
    const save = (size: number): void => {
      if (at !== undefined) this.#save({ ...file, size }, format, hashHead(head, at.offset), at, belongs === 0 ? 0 : 1, at.state);
    };
    const isOwn = this.#sessionJudge(file, format);
    let warned = false;
    try {
      for await (const batch of batches) {
        this.#begin();
        for (const message of batch.messages) {
          const own = isOwn(message, batch.state);
          belongs = own ? 1 : Math.max(belongs, 0);
          if (!own) continue;
          const problem = await this.#take(message, message.uid || `${id}:${message.place}`, id, format);
          if (problem !== undefined && !warned) this.#warn(`cannot link a message of "${file.path}": ${describeThrown(problem)}`);
          warned ||= problem !== undefined;
        }
        at = batch;
        onBytes(batch.offset - from.offset);
        if (performance.now() - this.#begun < COMMIT_MS) continue;
        // Any file may be left in the middle: the next run continues there.
        save(batch.offset);
        this.commit();
      }
    } catch (thrown) {
      if (!isFatal(thrown)) save(at?.offset ?? 0);
      throw thrown;
    }
    this.#begin();
    save(file.size);
    const { offset, unknown, tooLong } = at ?? from;
    this.counts.bytes += offset - from.offset;
    this.counts.unknown += unknown - from.unknown;
    this.counts.tooLong += tooLong - from.tooLong;
    if (offset < file.size) this.counts.unfinished++;
    this.counts[belongs === 0 ? "otherRepositories" : "read"]++;
  }

  async #readWhole(file: TranscriptFile, known: Known | undefined): Promise<void> {
    const format = file.whole!;
    const since = known === undefined ? 0 : known.time - 60_000;
    let [lines, unknown, own, others] = [0, 0, 0, 0];
    const id = known?.id ?? this.#save(file, format.name, "", EMPTY, 1, newState(""));
    for (const part of format.read(file.path, newState(""), since)) {
      unknown += part.unknown;
      if (!this.#isOwn(part.state.cwd, part.messages)) {
        others++;
        continue;
      }
      own++;
      for (const [i, message] of part.messages.entries()) {
        lines++;
        const place = `${part.state.session}:${i}`;
        await this.#take(makeReady(message, place, part.state), message.uid || `${id}:${place}`, id, format.name);
      }
    }
    if (own === 0) this.counts[others > 0 ? "otherRepositories" : "noTranscripts"]++;
    else this.counts.read++;
    this.counts.bytes += file.size;
    this.counts.unknown += unknown;
    this.#save(file, format.name, "", { offset: file.size, lines, unknown, tooLong: 0 }, own === 0 && others > 0 ? 0 : 1, newState(""));
  }

  /** Writes and links a message; returns what went wrong with its links, because of which it must not be lost. */
  async #take(message: ReadyMessage, uid: string, transcript: number, agent: string): Promise<unknown> {
    const id = this.#writer.add(message, uid, transcript, agent);
    if (id === 0) return undefined;
    try {
      await this.#linker.link(message, id);
      return undefined;
    } catch (thrown) {
      if (isFatal(thrown)) throw thrown;
      return thrown;
    }
  }

  /** Whether a transcript belongs to this repository; if its folder is gone, the files that it touched decide. */
  #belongs(file: TranscriptFile, format: LineFormat, head: Uint8Array): boolean {
    const state = newState("");
    for (const line of decoder.decode(head).split("\n")) {
      readLine(format, new TextEncoder().encode(line), state);
      if (state.cwd !== "") break;
    }
    const belonging = this.#paths.belonging(state.cwd);
    if (belonging !== "gone") return belonging === "own";
    return this.#touching(file, format).next().done !== true;
  }

  /** Judges whether a message's session belongs to this repository; in a file with a single session, the file was judged. */
  #sessionJudge(file: TranscriptFile, format: string): (message: ReadyMessage, state: ReaderState) => boolean {
    let touching: ReadonlySet<string> | undefined;
    return ({ session }, { folders }) => {
      const belonging = this.#paths.belonging(folders?.[session] ?? "");
      if (belonging !== "gone") return belonging === "own";
      touching ??= new Set(this.#touching(file, lineFormat(format)!));
      return touching.has(session);
    };
  }

  /** Sessions of a file, once for each file of this repository that they touched. */
  *#touching(file: TranscriptFile, format: LineFormat): Generator<string> {
    const scan = newState("");
    for (const line of readByteLines(file.path, 0)) {
      const messages = line.bytes === undefined ? [] : readLine(format, line.bytes, scan) ?? [];
      for (const message of messages) if (this.#touchesOwn(message, scan.cwd)) yield message.session;
    }
  }

  #isOwn(cwd: string, messages: readonly TranscriptMessage[]): boolean {
    const belonging = this.#paths.belonging(cwd);
    return belonging === "own" && cwd !== "" || (belonging !== "other" && messages.some((message) => this.#touchesOwn(message, cwd)));
  }

  #touchesOwn(message: TranscriptMessage, cwd: string): boolean {
    return message.touches.some((touch) => this.#paths.toOwn(touch.path, cwd) !== "");
  }

  #save(
    file: Pick<TranscriptFile, "path" | "size" | "time">,
    format: string,
    head: string,
    standing: Standing,
    belongs: number,
    state: ReaderState,
  ): number {
    const { offset, lines, unknown, tooLong } = standing;
    const row = this.#saved.get(
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

const EMPTY: Standing = { offset: 0, lines: 0, unknown: 0, tooLong: 0 };

function hashHead(head: Uint8Array, offset: number): string {
  return crypto.hash("sha256", head.subarray(0, Math.min(HEAD_BYTES, offset)), "hex").slice(0, 16);
}

/** Whether an error concerns the database, and so ends the whole run, rather than one file. */
function isFatal(thrown: unknown): boolean {
  return thrown instanceof CallgroveError || isDatabaseError(thrown) || isFullDisk(thrown);
}
