/**
 * Writes rows of sessions.db: sessions, messages, files touched by tools, links.
 *
 * Stage: memory. Invariants: a message is written once, whichever transcripts repeat it; texts arrive masked, and titles are masked here;
 * what was forgotten is not written again.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BulkInsert } from "../../core/store/bulk_insert.ts";
import { nodeId } from "../graph/graph_writer.ts";
import { maskSecrets } from "../privacy/mask_secrets.ts";
import type { ReadyMessage } from "./read_messages.ts";

/** A link from a message to a function. */
export interface Link {
  readonly change: "created" | "modified" | "discussed" | "reviewed";
  readonly stableId: string;
  readonly path: string;
  /** `Class.method`. */
  readonly name: string;
  /** First line of the function at that time. */
  readonly startLine: number;
  /** The evidence's line; 0 if it has none. */
  readonly line: number;
  readonly evidence: "edit" | "mention" | "stack trace" | "review";
  readonly detail: string;
  readonly bodyHash: string;
}

/** The most node ids that are cached. */
const KEPT_NODES = 50_000;

/** Key of `forgotten`. */
export function forgottenKey(what: string): string {
  return crypto.hash("sha256", what, "hex").slice(0, 16);
}

/** Writes within its user's transaction. */
export class SessionWriter {
  readonly #db: DatabaseSync;
  readonly #forgotten: ReadonlySet<string>;
  readonly #messages: BulkInsert;
  readonly #words: BulkInsert;
  readonly #touches: BulkInsert;
  readonly #links: BulkInsert;
  readonly #errors: BulkInsert;
  readonly #written = new Set<string>();
  readonly #sessions = new Map<
    string,
    { agent: string; transcript: number; started: string; ended: string; title: string; branch: string }
  >();
  /** The last words of each session, to which tool calls belong. */
  readonly #lastWords = new Map<string, number>();
  readonly #nodes = new Map<string, string>();
  readonly #byUid: StatementSync;
  readonly #writeSession: StatementSync;
  #nextId: number;
  messages = 0;
  links = 0;
  /** Sessions of which something was written. */
  readonly seen = new Set<string>();

  constructor(db: DatabaseSync, forgotten: ReadonlySet<string>) {
    this.#db = db;
    this.#forgotten = forgotten;
    this.#messages = new BulkInsert(db, "messages", ["id", "uid", "session_id", "transcript_id", "role", "author", "timestamp", "content"]);
    this.#words = new BulkInsert(db, "messages_fts", ["rowid", "content"]);
    this.#touches = new BulkInsert(db, "touches", ["message_id", "session_id", "kind", "path", "line_start", "line_end"]);
    this.#links = new BulkInsert(db, "call_graph_memory", [
      "node_id",
      "message_id",
      "session_id",
      "change_type",
      "symbol_stable_id",
      "path",
      "name",
      "line",
      "evidence",
      "detail",
      "body_hash",
      "timestamp",
    ]);
    this.#errors = new BulkInsert(db, "errors_seen", [
      "message_id",
      "session_id",
      "signature",
      "error_type",
      "message",
      "symbol_stable_id",
      "timestamp",
    ]);
    this.#byUid = db.prepare("SELECT 1 FROM messages WHERE uid = ?");
    this.#writeSession = db.prepare(
      `INSERT INTO sessions (id, agent, transcript_id, started_at, ended_at, title, branch) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET started_at = CASE WHEN started_at = '' OR excluded.started_at < started_at THEN excluded.started_at ELSE started_at END,
        ended_at = max(ended_at, excluded.ended_at), title = CASE WHEN excluded.title = '' THEN title ELSE excluded.title END`,
    );
    this.#nextId = (db.prepare("SELECT coalesce(max(id), 0) AS id FROM messages").get() as { id: number }).id + 1;
  }

  isForgotten(session: string): boolean {
    return this.#forgotten.size > 0 && this.#forgotten.has(forgottenKey(`session:${session}`));
  }

  /** Writes a message; returns its number, that of the words before it if it has no text, or 0 if it is not to be kept. */
  add(message: ReadyMessage, uid: string, transcript: number, agent: string): number {
    if (this.#forgotten.size > 0 && (this.isForgotten(message.session) || this.#forgotten.has(forgottenKey(`message:${uid}`)))) return 0;
    if (this.#isKnown(uid)) return 0;
    this.#noteSession(message, transcript, agent);
    const isWords = message.role === "user" || message.role === "assistant";
    if (message.text === "") {
      const before = this.#wordsBefore(message.session);
      if (before !== 0) {
        // The id is recorded even so, as another transcript may repeat the call.
        if (message.touches.some((touch) => touch.kind !== "read")) this.#written.add(uid);
        return before;
      }
    }
    const id = this.#nextId++;
    const text = message.text === "" ? describeTouches(message) : message.text;
    this.#messages.add(id, uid, message.session, transcript, message.role, message.author, message.at, text);
    this.#written.add(uid);
    if (isWords) {
      this.#words.add(id, text);
      this.#lastWords.set(message.session, id);
    }
    this.messages++;
    return id;
  }

  addTouch(message: number, session: string, kind: string, path: string, lines: readonly [number, number]): void {
    this.#touches.add(message, session, kind, path, lines[0], lines[1]);
  }

  addLink(message: number, session: string, at: string, link: Link): void {
    this.#links.add(
      this.#nodeOf(link),
      message,
      session,
      link.change,
      link.stableId,
      link.path,
      link.name,
      link.line,
      link.evidence,
      maskSecrets(link.detail),
      link.bodyHash,
      at,
    );
    this.links++;
  }

  addError(
    message: number,
    session: string,
    at: string,
    error: { signature: string; type: string; message: string; stableId: string },
  ): void {
    this.#errors.add(
      message,
      session,
      maskSecrets(error.signature),
      error.type,
      maskSecrets(error.message).slice(0, 500),
      error.stableId,
      at,
    );
  }

  /** Writes everything pending to the tables. */
  flush(): void {
    for (const rows of [this.#messages, this.#words, this.#touches, this.#links, this.#errors]) rows.flush();
    for (const [id, one] of this.#sessions) {
      this.#writeSession.run(id, one.agent, one.transcript, one.started, one.ended, maskSecrets(one.title), one.branch);
    }
    this.#sessions.clear();
    this.#written.clear();
  }

  #nodeOf({ path, name, startLine }: Link): string {
    const key = `${path}:${name}:${startLine}`;
    let node = this.#nodes.get(key);
    if (node === undefined) {
      if (this.#nodes.size >= KEPT_NODES) this.#nodes.clear();
      this.#nodes.set(key, node = nodeId(path, name, startLine));
    }
    return node;
  }

  #isKnown(uid: string): boolean {
    return this.#written.has(uid) || this.#byUid.get(uid) !== undefined;
  }

  #noteSession(message: ReadyMessage, transcript: number, agent: string): void {
    const known = this.#sessions.get(message.session);
    if (known === undefined) {
      this.seen.add(message.session);
      this.#sessions.set(message.session, {
        agent,
        transcript,
        started: message.at,
        ended: message.at,
        title: message.title,
        branch: message.branch,
      });
    } else {
      if (known.started === "" || message.at < known.started) known.started = message.at;
      if (message.at > known.ended) known.ended = message.at;
      if (message.title !== "") known.title = message.title;
    }
  }

  #wordsBefore(session: string): number {
    let id = this.#lastWords.get(session);
    if (id === undefined) {
      const row = this.#db.prepare("SELECT max(id) AS id FROM messages WHERE session_id = ? AND role IN ('user', 'assistant')").get(
        session,
      ) as {
        id: number | null;
      };
      this.#lastWords.set(session, id = row.id ?? 0);
    }
    return id;
  }
}

function describeTouches({ touches }: ReadyMessage): string {
  return touches.map((touch) => `${touch.kind} ${touch.path}`).join(", ");
}
