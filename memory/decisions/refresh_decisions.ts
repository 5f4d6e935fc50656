/**
 * Brings decisions found in the repository's own files up to date in org.db.
 *
 * Stage: memory. Invariants: nothing is written if neither files nor index changed; a decision keeps its number as long as its file exists;
 * one whose file is gone is kept and marked; the state of the code when it was first seen is kept while its text is unchanged.
 */
import * as crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Context } from "../../query/context.ts";
import { type Anchor, anchorsIn, writeAnchors } from "../anchors.ts";
import { maskSecrets } from "../privacy/mask_secrets.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { TreeText } from "../symbols/body_hash.ts";
import { NameResolver } from "../symbols/resolve_mention.ts";
import { type DecisionFile, findDecisionFiles } from "./find_decision_files.ts";
import { parseDecisionRecord, shorten } from "./parse_adr.ts";
import { readInstructions, sourceOfRule } from "./read_instructions.ts";

const KNOWN = `SELECT id, source, title, decision, rationale, consequences, status, superseded_by AS supersededBy, decided_at AS decidedAt,
  author, gone FROM decisions WHERE origin IN ('adr', 'instructions')`;
const INSERT = `INSERT INTO decisions (origin, source, title, decision, rationale, consequences, status, superseded_by, decided_at, author,
  recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE =
  `UPDATE decisions SET title = ?, decision = ?, rationale = ?, consequences = ?, status = ?, superseded_by = ?, decided_at = ?,
  author = ?, gone = 0 WHERE id = ?`;

/** Raised when the same text is parsed differently. */
const READING = 2;

/** A decision in a file, before it has a number. */
interface FileDecision {
  readonly origin: DecisionFile["kind"];
  readonly source: string;
  readonly title: string;
  readonly decision: string;
  readonly rationale: string;
  readonly consequences: string;
  readonly status: string;
  readonly supersededBy: string;
  readonly decidedAt: string;
  readonly author: string;
  readonly anchors: readonly Anchor[];
  /** Records that it replaces, as written. */
  readonly supersedes: readonly string[];
}
type KnownDecision = Omit<FileDecision, "origin" | "anchors" | "supersedes"> & { readonly id: number; readonly gone: number };

/** Brings the decisions up to date; returns whether anything was written. */
export function refreshDecisions(context: Pick<Context, "db" | "ref" | "roots">, org: DatabaseSync): boolean {
  const root = context.roots[0] ?? "";
  const files = findDecisionFiles(root);
  const looked = files.map((file) => `${file.path}\0${file.size}\0${file.time}`).join("\n");
  const stamp = crypto.hash("sha256", `${READING}\0${context.ref.name}\0${context.ref.indexedAt}\0${looked}`, "hex");
  if (readMeta(org, "decisions_stamp") === stamp) return false;
  const resolver = new NameResolver(context);
  const found = markSuperseded(files.flatMap((file) => readDecisions(root, file, resolver)));
  inTransaction(org, () => {
    writeDecisions(org, found, new TreeText(root));
    writeMeta(org, "decisions_stamp", stamp);
  });
  return true;
}

function readDecisions(root: string, file: DecisionFile, resolver: NameResolver): FileDecision[] {
  let text: string;
  try {
    text = maskSecrets(readFileSync(join(root, file.path), "utf8"));
  } catch {
    return [];
  }
  return file.kind === "adr" ? readRecord(file.path, text, resolver) : readRules(file.path, text, resolver);
}

function readRecord(path: string, text: string, resolver: NameResolver): FileDecision[] {
  const record = parseDecisionRecord(text, posix.basename(path));
  if (record === undefined) return [];
  const { deciders, date, ...rest } = record;
  return [{ ...rest, origin: "adr", source: path, decidedAt: date, author: deciders, anchors: anchorsIn(text, path, resolver) }];
}

function readRules(path: string, text: string, resolver: NameResolver): FileDecision[] {
  const rules: FileDecision[] = [];
  for (const { heading, text: rule, line } of readInstructions(text)) {
    const anchors = anchorsIn(rule, `${path}:${line}`, resolver).filter((anchor) => anchor.scope !== "folder");
    if (anchors.length === 0) continue;
    rules.push({
      origin: "instructions",
      source: sourceOfRule(path, rule),
      title: heading === "" ? posix.basename(path) : heading,
      decision: shorten(rule),
      rationale: "",
      consequences: "",
      status: "accepted",
      supersededBy: "",
      decidedAt: "",
      author: path,
      anchors,
      supersedes: [],
    });
  }
  return rules;
}

/**
 * Marks records that another claims to replace as superseded, even if their own status was not updated; the replacement gets their anchors,
 * even if it does not name them.
 */
function markSuperseded(found: readonly FileDecision[]): FileDecision[] {
  const by = new Map<string, string>();
  for (const one of found) {
    for (const name of one.supersedes) {
      const old = found.find((other) => other !== one && isMeant(other, name));
      if (old !== undefined) by.set(old.source, one.source);
    }
    const next = one.supersededBy === "" ? undefined : found.find((other) => other !== one && isMeant(other, one.supersededBy));
    if (next !== undefined) by.set(one.source, next.source);
  }
  return found.map((one) => {
    const next = by.get(one.source);
    const replaced = found.filter((old) => by.get(old.source) === one.source);
    const anchors = [...one.anchors, ...replaced.flatMap((old) => inherited(old, one.anchors))];
    return next === undefined ? { ...one, anchors } : { ...one, anchors, status: "superseded", supersededBy: one.supersededBy || next };
  });
}

function inherited({ source, anchors }: FileDecision, own: readonly Anchor[]): Anchor[] {
  return anchors.filter(({ symbol }) => symbol !== undefined && !own.some((one) => one.symbol?.stableId === symbol.stableId))
    .map((anchor) => ({ ...anchor, evidence: `takes the place of ${source}` }));
}

function isMeant(decision: FileDecision, name: string): boolean {
  const base = posix.basename(decision.source).toLowerCase();
  const wanted = posix.basename(name).toLowerCase();
  const number = /^(?:adr[-\s]?)?0*(\d+)/.exec(wanted)?.[1];
  return base === wanted || decision.title.toLowerCase() === wanted ||
    (number !== undefined && new RegExp(`^(adr-?)?0*${number}\\D`).test(base));
}

/** The contents of a decision, in the order of `INSERT` and `UPDATE`. */
const COLUMNS = ["title", "decision", "rationale", "consequences", "status", "supersededBy", "decidedAt", "author"] as const;

function writeDecisions(org: DatabaseSync, found: readonly FileDecision[], tree: TreeText): void {
  const known = new Map((org.prepare(KNOWN).all() as unknown as KnownDecision[]).map((row) => [row.source, row]));
  const insert = org.prepare(INSERT);
  const update = org.prepare(UPDATE);
  const now = new Date().toISOString();
  for (const one of found) {
    const before = known.get(one.source);
    known.delete(one.source);
    const values = COLUMNS.map((key) => one[key]);
    const same = before !== undefined && COLUMNS.every((key) => one[key] === before[key]);
    let id = before?.id ?? 0;
    if (before === undefined) id = Number(insert.run(one.origin, one.source, ...values, now).lastInsertRowid);
    else if (!same || before.gone === 1) update.run(...values, id);
    writeAnchors(org, { type: "decision", id, anchors: one.anchors, isSame: same }, tree);
  }
  const markGone = org.prepare("UPDATE decisions SET gone = 1 WHERE id = ?");
  for (const row of known.values()) if (row.gone === 0) markGone.run(row.id);
}
