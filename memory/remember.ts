/**
 * Records what a person or an agent wants to be remembered: decisions, error solutions, notes.
 *
 * Stage: memory. Invariants: secrets are masked before anything is written; repeated entries are merged, the later one prevails.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Anchor, type EntryType, writeAnchors } from "./anchors.ts";
import { errorSignature, readStackTraces } from "./errors/read_stack_trace.ts";
import { maskSecrets } from "./privacy/mask_secrets.ts";
import { inTransaction } from "./store/open_store.ts";
import type { TreeText } from "./symbols/body_hash.ts";

/** What is to be remembered. Missing texts are "". */
export interface NewEntry {
  readonly kind: EntryType;
  readonly text: string;
  readonly rationale: string;
  readonly solution: string;
  readonly verified: boolean;
  readonly author: string;
  /** The certainty of a decision, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** Number of the decision that this one replaces. */
  readonly supersedes?: number | undefined;
  readonly anchors: readonly Anchor[];
}

/** What was written. */
export interface Remembered {
  /** `decision:3`. */
  readonly id: string;
  /** Whether an existing entry was updated. */
  readonly updated: boolean;
  /** Whether something was masked. */
  readonly masked: boolean;
}

/** Writes an entry and its anchors in one transaction. */
export function remember(org: DatabaseSync, entry: NewEntry, tree: TreeText): Remembered {
  const clean: NewEntry = {
    ...entry,
    text: maskSecrets(entry.text),
    rationale: maskSecrets(entry.rationale),
    solution: maskSecrets(entry.solution),
  };
  const masked = (["text", "rationale", "solution"] as const).some((key) => clean[key] !== entry[key]);
  return inTransaction(org, () => {
    const { id, updated } = clean.kind === "decision"
      ? addDecision(org, clean)
      : clean.kind === "error"
      ? addError(org, clean)
      : addNote(org, clean);
    writeAnchors(org, { type: clean.kind, id, anchors: clean.anchors, isSame: false }, tree);
    return { id: `${clean.kind}:${id}`, updated, masked };
  });
}

type Written = { id: number; updated: boolean };

function addDecision(org: DatabaseSync, entry: NewEntry): Written {
  const now = new Date().toISOString();
  const known = org.prepare("SELECT id FROM decisions WHERE origin = 'remembered' AND decision = ?").get(entry.text) as
    | { id: number }
    | undefined;
  const title = entry.text.split(/(?<=[.!?])\s|\n/)[0]!.slice(0, 120);
  const values = [title, entry.rationale, now, entry.author, entry.confidence ?? null, now];
  let id = known?.id ?? 0;
  if (known !== undefined) {
    org.prepare(
      "UPDATE decisions SET title = ?, rationale = ?, decided_at = ?, author = ?, confidence = ?, recorded_at = ?, status = 'accepted', superseded_by = '' WHERE id = ?",
    )
      .run(...values, id);
  } else {
    id = Number(
      org.prepare(`INSERT INTO decisions (origin, source, title, rationale, decided_at, author, confidence, recorded_at,
        decision, consequences, status, superseded_by) VALUES ('remembered', '', ?, ?, ?, ?, ?, ?, ?, '', 'accepted', '')`).run(
        ...values,
        entry.text,
      )
        .lastInsertRowid,
    );
  }
  // A repeated decision does not supersede itself.
  if (entry.supersedes !== undefined && entry.supersedes !== id) {
    org.prepare("UPDATE decisions SET status = 'superseded', superseded_by = ? WHERE id = ?").run(`decision:${id}`, entry.supersedes);
  }
  return { id, updated: known !== undefined };
}

function addError(org: DatabaseSync, entry: NewEntry): Written {
  const now = new Date().toISOString();
  const trace = readStackTraces(entry.text)[0];
  const head = /^\s*(?:([\w.]*(?:Error|Exception)|panic): )?(.*)/.exec(entry.text)!;
  const [type, message] = trace === undefined ? [head[1] ?? "", head[2]!] : [trace.type, trace.message];
  const frames = entry.anchors.filter((anchor) => anchor.scope === "symbol");
  const signature = errorSignature(type, message, frames);
  const known = org.prepare("SELECT id FROM errors WHERE origin = 'remembered' AND signature = ?").get(signature) as
    | { id: number }
    | undefined;
  const verified = entry.verified ? 1 : 0;
  if (known !== undefined) {
    org.prepare("UPDATE errors SET message = ?, solution = ?, verified = ?, last_seen = ?, author = ? WHERE id = ?")
      .run(entry.text, entry.solution, verified, now, entry.author, known.id);
    return { id: known.id, updated: true };
  }
  const added = org.prepare(`INSERT INTO errors (origin, signature, error_type, message, solution, verified, commit_id, issues, first_seen,
    last_seen, author, recorded_at) VALUES ('remembered', ?, ?, ?, ?, ?, '', '', ?, ?, ?, ?)`)
    .run(signature, type, entry.text, entry.solution, verified, now, now, entry.author, now);
  return { id: Number(added.lastInsertRowid), updated: false };
}

function addNote(org: DatabaseSync, entry: NewEntry): Written {
  const known = org.prepare("SELECT id FROM notes WHERE text = ?").get(entry.text) as { id: number } | undefined;
  const now = new Date().toISOString();
  if (known !== undefined) {
    org.prepare("UPDATE notes SET author = ?, recorded_at = ? WHERE id = ?").run(entry.author, now, known.id);
    return { id: known.id, updated: true };
  }
  const added = org.prepare("INSERT INTO notes (text, author, recorded_at) VALUES (?, ?, ?)").run(entry.text, entry.author, now);
  return { id: Number(added.lastInsertRowid), updated: false };
}
