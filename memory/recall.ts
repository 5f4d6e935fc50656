/**
 * Everything remembered about a symbol: messages, decisions, errors, notes.
 *
 * Stage: memory -> query. Invariants: read-only; an entry says when, by whom, on what evidence, and whether the code has changed since;
 * entries under an earlier name or path of the symbol belong to it.
 */
import type { DatabaseSync } from "node:sqlite";
import { compareText } from "../core/base/lists.ts";
import { tableOf } from "../core/base/tables.ts";
import { shownSource } from "./decisions/read_instructions.ts";
import type { TreeText } from "./symbols/body_hash.ts";

/** `stale`: the code has changed since; `superseded`: a later decision replaced it, or it was rejected. */
export type EntryStatus = "current" | "stale" | "superseded";

/** A message of a session about the code. */
export interface MessageEntry {
  readonly preview: string;
  readonly time: string;
  readonly session: string;
  readonly author: string;
  readonly change: string;
  readonly evidence: string;
  readonly status: EntryStatus;
}
/** A decision, in force, past or proposed. */
export interface DecisionEntry {
  readonly id: string;
  readonly title: string;
  readonly decision: string;
  readonly rationale: string;
  readonly time: string;
  readonly author: string;
  /** From 0 to 1; undefined if not given. */
  readonly confidence: number | undefined;
  /** The file it is in; "" if it was remembered. */
  readonly source: string;
  readonly evidence: string;
  readonly status: EntryStatus;
  /** As its own text says: 'accepted', 'proposed', … */
  readonly state: string;
  readonly supersededBy: string;
}
/** An error and its solution. */
export interface ErrorEntry {
  readonly id: string;
  readonly error: string;
  readonly solution: string;
  readonly verified: boolean;
  readonly time: string;
  /** How often it was seen in sessions; 1 if it was written down. */
  readonly seen: number;
  readonly author: string;
  readonly session: string;
  readonly commit: string;
  readonly evidence: string;
  readonly status: EntryStatus;
}
/** Anything else worth knowing. */
export interface NoteEntry {
  readonly id: string;
  readonly text: string;
  readonly time: string;
  readonly author: string;
  readonly evidence: string;
  readonly status: EntryStatus;
}

/** What is remembered about one symbol. Lists are newest first and cut to `limit`; totals are not cut. */
export interface Memory {
  readonly messages: readonly MessageEntry[];
  readonly totalMessages: number;
  readonly decisions: readonly DecisionEntry[];
  readonly totalDecisions: number;
  readonly errors: readonly ErrorEntry[];
  readonly totalErrors: number;
  readonly notes: readonly NoteEntry[];
  readonly totalNotes: number;
  readonly lastDiscussed?: Moment;
  readonly lastModified?: Moment;
}
/** A time, and the session or commit it comes from. */
export interface Moment {
  readonly time: string;
  readonly session: string;
  readonly commit: string;
  readonly author: string;
  /** The commit's subject. */
  readonly subject: string;
}

/** A symbol as memory knows it. */
export interface Remembered {
  /** Its own handle, and those of its twins and constructors. */
  readonly ids: readonly string[];
  readonly symbol: { readonly stableId: string; readonly path: string; readonly lineStart: number; readonly lineEnd: number };
}

/** The existing databases. */
export interface Stores {
  readonly org: DatabaseSync;
  readonly sessions: DatabaseSync | undefined;
}

const OLD_IDS = `WITH RECURSIVE old(id, certain) AS (SELECT value, 1 FROM json_each(?) UNION
  SELECT m.old_id, m.certain AND old.certain FROM moves m JOIN old ON m.new_id = old.id) SELECT id, certain FROM old`;
const MESSAGES = `SELECT m.id AS id, substr(m.content, 1, 400) AS content, m.author AS author, m.role AS role, c.timestamp AS time,
    c.session_id AS session, s.agent AS agent, c.change_type AS change, c.evidence AS evidence, c.detail AS detail, c.body_hash AS hash, c.symbol_stable_id AS symbol, c.name AS name, c.path AS path
  FROM call_graph_memory c JOIN messages m ON m.id = c.message_id LEFT JOIN sessions s ON s.id = c.session_id
  WHERE c.symbol_stable_id IN (SELECT value FROM json_each(?)) ORDER BY c.timestamp DESC, c.message_id DESC LIMIT ?`;
const COUNT_MESSAGES =
  `SELECT count(DISTINCT message_id) AS n FROM call_graph_memory WHERE symbol_stable_id IN (SELECT value FROM json_each(?))`;
const LAST = `SELECT timestamp AS time, session_id AS session FROM call_graph_memory
  WHERE symbol_stable_id IN (SELECT value FROM json_each(?)) AND change_type IN (SELECT value FROM json_each(?))
  ORDER BY timestamp DESC LIMIT 1`;
const ANCHORED = `SELECT entry_id AS id, scope, evidence, body_hash AS hash, symbol_stable_id AS symbol, name, path FROM anchors
  WHERE entry_type = ? AND ((scope = 'symbol' AND symbol_stable_id IN (SELECT value FROM json_each(?)))
    OR (scope = 'file' AND path = ?) OR (scope = 'folder' AND substr(?, 1, length(path)) = path))`;
const DECISION = `SELECT id, origin, source, title, decision, rationale, status, superseded_by AS supersededBy, decided_at AS time,
  author, confidence, recorded_at AS recorded, gone FROM decisions WHERE id = ?`;
const ERROR =
  `SELECT id, signature, message, solution, verified, commit_id AS "commit", issues, last_seen AS time, author FROM errors WHERE id = ?`;
const SOLUTION =
  `SELECT solution, verified FROM errors WHERE signature = ? AND solution <> '' ORDER BY verified DESC, last_seen DESC LIMIT 1`;
const ERRORS_SEEN = `SELECT signature, max(timestamp) AS time, count(*) AS seen, session_id AS session, message, error_type AS type
  FROM errors_seen WHERE symbol_stable_id IN (SELECT value FROM json_each(?)) GROUP BY signature ORDER BY time DESC LIMIT ?`;
const NOTE = `SELECT id, text, author, recorded_at AS time FROM notes WHERE id = ?`;
const IS_COMMITTED = "SELECT 1 FROM symbol_states WHERE symbol_stable_id = ? AND commit_id <> '' LIMIT 1";
const CHANGED_AT =
  `SELECT changed_at AS time, commit_id AS "commit", author, subject FROM symbol_states WHERE symbol_stable_id = ? AND body_hash = ?`;

const CHANGE_RANK: Readonly<Record<string, number>> = tableOf({ created: 0, modified: 1, reviewed: 2, discussed: 3 });
const SCOPE_RANK: Readonly<Record<string, number>> = tableOf({ symbol: 0, file: 1, folder: 2 });

/** The handles of a symbol, including those before it was renamed or moved. */
export function allHandles(org: DatabaseSync, ids: readonly string[]): string[] {
  return readHandles(org, ids).map((row) => row.id);
}

function readHandles(org: DatabaseSync, ids: readonly string[]): { id: string; certain: number }[] {
  return org.prepare(OLD_IDS).all(JSON.stringify(ids)) as { id: string; certain: number }[];
}

/** Describes an earlier handle in the evidence: the symbol's name and place at that time. */
type Former = (row: { readonly symbol: string; readonly name: string; readonly path: string }) => string;

function makeFormer(handles: readonly { id: string; certain: number }[], { ids }: Remembered): Former {
  const certain = new Map(handles.map((row) => [row.id, row.certain === 1]));
  return ({ symbol, name, path }) =>
    symbol === "" || ids.includes(symbol) || !certain.has(symbol)
      ? ""
      : `, ${certain.get(symbol) ? "then" : "moved? then"} ${name} in ${path}`;
}

/** Reads what is remembered about a symbol. */
export function recall(stores: Stores, about: Remembered, tree: TreeText, limit: number): Memory {
  const known = readHandles(stores.org, about.ids);
  const handles = JSON.stringify(known.map((row) => row.id));
  const former = makeFormer(known, about);
  const judge = makeJudge(stores.org, about, tree);
  const decisions = readDecisions(stores.org, handles, about, judge, former);
  const errors = readErrors(stores, handles, about, judge, former);
  const notes = readNotes(stores.org, handles, about, judge, former);
  const { sessions } = stores;
  return {
    messages: sessions === undefined ? [] : readMessages(sessions, handles, judge, former, limit),
    totalMessages: sessions === undefined ? 0 : (sessions.prepare(COUNT_MESSAGES).get(handles) as { n: number }).n,
    decisions: decisions.slice(0, limit),
    totalDecisions: decisions.length,
    errors: errors.slice(0, limit),
    totalErrors: errors.length,
    notes: notes.slice(0, limit),
    totalNotes: notes.length,
    ...moments(stores, handles, about, tree),
  };
}

type Judge = (hash: string, time: string) => EntryStatus;

/** Judges whether the code changed since an entry: by its text at that time, else by the time of its newest line. */
function makeJudge(org: DatabaseSync, { symbol }: Remembered, tree: TreeText): Judge {
  const now = tree.hashOf(symbol);
  const changedAt = (org.prepare(CHANGED_AT).get(symbol.stableId, now) as { time: string } | undefined)?.time ?? "";
  return (hash, time) => {
    if (now === "") return "current";
    if (hash !== "") return hash === now ? "current" : "stale";
    return changedAt !== "" && time !== "" && isBefore(time, changedAt) ? "stale" : "current";
  };
}

/** Compares dates and times; a date means the end of the day. */
function isBefore(time: string, other: string): boolean {
  const end = time.length === 10 ? `${time}T23:59:59.999Z` : time;
  return Date.parse(end) < Date.parse(other);
}

interface LinkRow {
  readonly id: number;
  readonly content: string;
  readonly author: string;
  readonly role: string;
  readonly time: string;
  readonly session: string;
  readonly agent: string | null;
  readonly change: string;
  readonly evidence: string;
  readonly detail: string;
  readonly hash: string;
  readonly symbol: string;
  readonly name: string;
  readonly path: string;
}

function readMessages(sessions: DatabaseSync, handles: string, judge: Judge, former: Former, limit: number): MessageEntry[] {
  const byMessage = new Map<number, LinkRow[]>();
  for (const row of sessions.prepare(MESSAGES).all(handles, limit * 4) as unknown as LinkRow[]) {
    byMessage.set(row.id, [...(byMessage.get(row.id) ?? []), row]);
  }
  return [...byMessage.values()].slice(0, limit).map((rows) => {
    const main = [...rows].sort((a, b) => CHANGE_RANK[a.change]! - CHANGE_RANK[b.change]!)[0]!;
    const evidence = [...new Set(rows.map((row) => `${row.evidence} ${row.detail}`.trim() + former(row)))];
    return {
      preview: main.content.replace(/\s+/g, " ").trim().slice(0, 240),
      time: main.time,
      session: main.session,
      author: main.author !== "" ? main.author : main.role === "assistant" ? main.agent ?? "assistant" : main.role,
      change: main.change,
      evidence: evidence.slice(0, 4).join(", "),
      status: judge(main.hash, main.time),
    };
  });
}

interface AnchorRow {
  readonly id: number;
  readonly scope: string;
  readonly evidence: string;
  readonly hash: string;
  readonly symbol: string;
  readonly name: string;
  readonly path: string;
}

/** Entries of a kind about the symbol, its file or a folder around it; each once, by its closest anchor. */
function anchored<T>(org: DatabaseSync, type: string, entry: string, handles: string, about: Remembered): { anchor: AnchorRow; row: T }[] {
  const best = new Map<number, AnchorRow>();
  for (const row of org.prepare(ANCHORED).all(type, handles, about.symbol.path, about.symbol.path) as unknown as AnchorRow[]) {
    const before = best.get(row.id);
    if (before === undefined || SCOPE_RANK[row.scope]! < SCOPE_RANK[before.scope]!) best.set(row.id, row);
  }
  const read = org.prepare(entry);
  // After a damaged file was rescued, an anchor may lack its entry.
  return [...best.values()].flatMap((anchor) => {
    const row = read.get(anchor.id) as T | undefined;
    return row === undefined ? [] : [{ anchor, row }];
  });
}

interface DecisionRow {
  readonly id: number;
  readonly origin: string;
  readonly source: string;
  readonly title: string;
  readonly decision: string;
  readonly rationale: string;
  readonly status: string;
  readonly supersededBy: string;
  readonly time: string;
  readonly author: string;
  readonly confidence: number | null;
  readonly recorded: string;
  readonly gone: number;
}

function readDecisions(org: DatabaseSync, handles: string, about: Remembered, judge: Judge, former: Former): DecisionEntry[] {
  const found = anchored<DecisionRow>(org, "decision", DECISION, handles, about);
  const isOver = ({ row }: { readonly row: DecisionRow }): boolean => ["superseded", "deprecated", "rejected"].includes(row.status);
  found.sort((a, b) =>
    Number(isOver(a)) - Number(isOver(b)) || SCOPE_RANK[a.anchor.scope]! - SCOPE_RANK[b.anchor.scope]! ||
    compareText(b.row.time, a.row.time) || b.row.id - a.row.id
  );
  return found.map(({ anchor, row }) => {
    return {
      id: `decision:${row.id}`,
      title: row.title,
      decision: row.decision,
      rationale: row.rationale,
      time: row.time,
      author: row.author,
      confidence: row.confidence ?? undefined,
      source: shownSource(row.source),
      evidence: `${anchor.evidence}${former(anchor)}${row.gone === 1 ? "; its file is gone" : ""}`,
      status: isOver({ row })
        ? "superseded"
        : row.gone === 1
        ? "stale"
        : anchor.scope === "symbol"
        ? judge(anchor.hash, row.time)
        : "current",
      state: row.status,
      supersededBy: row.supersededBy,
    };
  });
}

interface ErrorRow {
  readonly id: number;
  readonly signature: string;
  readonly message: string;
  readonly solution: string;
  readonly verified: number;
  readonly commit: string;
  readonly issues: string;
  readonly time: string;
  readonly author: string;
}
interface SeenRow {
  readonly signature: string;
  readonly time: string;
  readonly seen: number;
  readonly session: string;
  readonly message: string;
  readonly type: string;
}

function readErrors({ org, sessions }: Stores, handles: string, about: Remembered, judge: Judge, former: Former): ErrorEntry[] {
  const own = anchored<ErrorRow>(org, "error", ERROR, handles, about).filter(({ anchor }) => anchor.scope === "symbol");
  const entries: ErrorEntry[] = own.map(({ anchor, row }) => {
    return {
      id: `error:${row.id}`,
      error: row.message.split("\n")[0]!.slice(0, 240),
      solution: row.solution,
      verified: row.verified === 1,
      time: row.time,
      seen: 1,
      author: row.author,
      session: "",
      commit: row.commit,
      evidence: `${anchor.evidence}${former(anchor)}${row.issues === "" ? "" : `, closes ${row.issues}`}`,
      // A fix is expected to change the code.
      status: row.commit === "" ? judge(anchor.hash, row.time) : "current",
    };
  });
  const solution = org.prepare(SOLUTION);
  for (const row of (sessions?.prepare(ERRORS_SEEN).all(handles, 50) ?? []) as unknown as SeenRow[]) {
    const known = solution.get(row.signature) as { solution: string; verified: number } | undefined;
    entries.push({
      id: "",
      error: [row.type, row.message].filter((part) => part !== "").join(": ").slice(0, 240),
      solution: known?.solution ?? "",
      verified: known?.verified === 1,
      time: row.time,
      seen: row.seen,
      author: "",
      session: row.session,
      commit: "",
      evidence: "stack trace",
      status: judge("", row.time),
    });
  }
  return entries.sort(newestFirst);
}

/** Newest first; of equal times, the one written later first. */
function newestFirst(a: { readonly time: string; readonly id: string }, b: typeof a): number {
  return compareText(b.time, a.time) || entryNumber(b.id) - entryNumber(a.id);
}

/** The number in `error:12`, which grows with each entry; 0 if there is none. */
function entryNumber(id: string): number {
  return Number(id.slice(id.indexOf(":") + 1)) || 0;
}

function readNotes(org: DatabaseSync, handles: string, about: Remembered, judge: Judge, former: Former): NoteEntry[] {
  return anchored<{ id: number; text: string; author: string; time: string }>(org, "note", NOTE, handles, about).map(({ anchor, row }) => {
    return { ...row, id: `note:${row.id}`, evidence: anchor.evidence + former(anchor), status: judge(anchor.hash, row.time) };
  }).sort(newestFirst);
}

function moments(
  { org, sessions }: Stores,
  handles: string,
  { symbol }: Remembered,
  tree: TreeText,
): Pick<Memory, "lastDiscussed" | "lastModified"> {
  const last = (changes: readonly string[]): Moment | undefined => {
    const row = sessions?.prepare(LAST).get(handles, JSON.stringify(changes)) as { time: string; session: string } | undefined;
    return row === undefined ? undefined : { ...row, commit: "", author: "", subject: "" };
  };
  const discussed = last(["discussed", "reviewed"]);
  let modified = last(["created", "modified"]);
  const changed = org.prepare(CHANGED_AT).get(symbol.stableId, tree.hashOf(symbol)) as Omit<Moment, "session"> | undefined ??
    uncommitted(org, symbol, tree);
  if (changed !== undefined && (modified === undefined || Date.parse(modified.time) < Date.parse(changed.time))) {
    modified = { ...changed, session: "" };
  }
  return {
    ...(discussed === undefined ? {} : { lastDiscussed: discussed }),
    ...(modified === undefined ? {} : { lastModified: modified }),
  };
}

/** The change of a symbol whose text is in no commit, although an earlier text is: not examined since it was written. */
function uncommitted(org: DatabaseSync, { stableId, path }: Remembered["symbol"], tree: TreeText): Omit<Moment, "session"> | undefined {
  const time = org.prepare(IS_COMMITTED).get(stableId) === undefined ? 0 : tree.writtenAt(path);
  return time === 0 ? undefined : { time: new Date(time).toISOString(), commit: "", author: "", subject: "" };
}

/** A neighbor's newest memory in a few words. */
export interface NeighbourMemory {
  readonly stableId: string;
  readonly kind: "decision" | "error" | "message";
  readonly text: string;
  readonly time: string;
}

const NEAR_MESSAGES = `SELECT c.symbol_stable_id AS stableId, 'message' AS kind, substr(m.content, 1, 160) AS text, max(c.timestamp) AS time
  FROM call_graph_memory c JOIN messages m ON m.id = c.message_id
  WHERE c.symbol_stable_id IN (SELECT value FROM json_each(?)) GROUP BY c.symbol_stable_id`;
const NEAR_DECISIONS = `SELECT a.symbol_stable_id AS stableId, 'decision' AS kind, d.title AS text, max(d.decided_at) AS time
  FROM anchors a JOIN decisions d ON d.id = a.entry_id AND a.entry_type = 'decision' AND d.status NOT IN ('superseded', 'rejected', 'deprecated')
  WHERE a.symbol_stable_id IN (SELECT value FROM json_each(?)) GROUP BY a.symbol_stable_id`;
const NEAR_ERRORS = `SELECT a.symbol_stable_id AS stableId, 'error' AS kind, substr(e.message, 1, 160) AS text, max(e.last_seen) AS time
  FROM anchors a JOIN errors e ON e.id = a.entry_id AND a.entry_type = 'error'
  WHERE a.symbol_stable_id IN (SELECT value FROM json_each(?)) GROUP BY a.symbol_stable_id`;

/** The newest decision, error and message of each neighbor; decisions first. */
export function recallNeighbours({ org, sessions }: Stores, stableIds: readonly string[]): NeighbourMemory[] {
  const ids = JSON.stringify(stableIds);
  const rows = [org.prepare(NEAR_DECISIONS).all(ids), org.prepare(NEAR_ERRORS).all(ids), sessions?.prepare(NEAR_MESSAGES).all(ids) ?? []];
  return (rows.flat() as unknown as NeighbourMemory[]).map((row) => ({ ...row, text: row.text.replace(/\s+/g, " ").trim() }));
}
