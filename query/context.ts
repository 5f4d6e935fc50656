/**
 * What a question is asked of: one ref in one open index.
 *
 * Stage: query. Invariant: the handle is read-only, and one transaction spans the whole of a question, so that an answer never mixes
 * two states of the index.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { ResolutionRules } from "../core/rules/resolution_rules.ts";
import type { TextForms } from "../core/rules/text_forms.ts";
import type { IndexSummary } from "../core/run/summary.ts";
import type { Skip } from "../core/scan/decode_source.ts";
import type { RefReader } from "./compare/ref_reader.ts";

/** A row of `ref`. */
export interface Ref {
  readonly id: number;
  /** As the question names it. */
  readonly name: string;
  /** Whether it is the index of the working tree, also under the name of what is checked out. */
  readonly isLive: boolean;
  readonly commit: string;
  readonly indexedAt: string;
  readonly skipped: readonly Skip[];
}

/** What lies at a path of the disk. */
export interface Found {
  readonly kind: "file" | "folder" | "none";
  /** The path without links. */
  readonly real: string;
}

/** The repository that a question is asked of, whether it has an index or not. */
export interface Workspace {
  /** The repository's root, and the same place under other names (a symbolic link). */
  readonly roots: readonly string[];
  /** Where the asker stands, relative to the root with `/`; "" at the root. */
  readonly within: string;
  /** Folder of the databases. */
  readonly databases: string;
  /** Endings of the supported languages, with dot. */
  readonly extensions: readonly string[];
  /** The name of the language that a word means: `python` for `py`. Undefined where it means none. */
  readonly languageNamed: (word: string) => string | undefined;
  /** How comments and texts look in a language; undefined where its plugin says nothing of them. */
  readonly textForms: (language: string) => TextForms | undefined;
  /** How names are looked up in a language, and what runs in it unseen; nothing of one that has no plugin. */
  readonly rulesOf: (language: string) => Partial<ResolutionRules>;
  /** An agent gets about 2,000 tokens at a time, a person and a script get all of it (under the safety limit). */
  readonly audience: "agent" | "person";
  /** What lies at an absolute path, and where that really is. */
  readonly lookAt: (path: string) => Found;
  /** The text of a file as it was indexed (`hash`: git's object id), or undefined where it is gone. */
  readonly readText: (path: string, hash: string) => string | undefined;
  /** Brings the index up to date; for tools that do just that. */
  readonly index: (options: { readonly force?: boolean; readonly ref?: string }) => Promise<IndexSummary>;
  /** Reads trees and files of refs, indexed or not, beside the open index. @param behind whether the disk has moved on since the working tree was indexed */
  readonly readRefs: (db: DatabaseSync, behind: boolean) => RefReader;
  /** Follows functions that memory knows and that were renamed or moved since; gives warnings. */
  readonly followLost: (context: Context) => Promise<readonly string[]>;
  /** Reads decision records and fixes in git's history: what is new of them. */
  readonly readHistory: (context: Context) => Promise<ReadHistory>;
  /** The index of a ref as it is now; what was opened before stays as it was. @param ref as a question names it */
  readonly open: (ref?: string) => Context;
}

/** What memory holds after its history was read, and what was new of that. */
export interface ReadHistory {
  readonly decisions: number;
  readonly errors: number;
  /** Fixes that were not known before, and the functions that they touched. */
  readonly fixes: number;
  readonly functions: number;
  /** Older fixes that were left. */
  readonly left: number;
  readonly warnings: readonly string[];
}

/** Where a question is answered: an open index, and the ref that it is about. */
export interface Context extends Workspace {
  /** Files of the working tree that differ from what the index holds of it; left out where there are none. */
  readonly pending?: number;
  readonly db: DatabaseSync;
  readonly ref: Ref;
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** The prepared form of a statement, made once for a handle. */
export function prepare(context: { readonly db: DatabaseSync }, sql: string): StatementSync {
  let statements = prepared.get(context.db);
  if (statements === undefined) prepared.set(context.db, statements = new Map());
  let statement = statements.get(sql);
  if (statement === undefined) statements.set(sql, statement = context.db.prepare(sql));
  return statement;
}

/** Runs `work` on one state of the index, whatever is written meanwhile. */
export function inReadTransaction<T>(context: { readonly db: DatabaseSync }, work: () => T): T {
  context.db.exec("BEGIN");
  try {
    return work();
  } finally {
    context.db.exec("COMMIT");
  }
}

type Value = string | number;

/** All rows of a statement, as `T`. */
export function readRows<T>(context: { readonly db: DatabaseSync }, sql: string, ...values: Value[]): T[] {
  return prepare(context, sql).all(...values) as T[];
}

/** The first row of a statement, as `T`. */
export function readRow<T>(context: { readonly db: DatabaseSync }, sql: string, ...values: Value[]): T | undefined {
  return prepare(context, sql).get(...values) as T | undefined;
}

/** All that a statement gathers in its column `list`, a JSON array: thousands of rows one by one would take longer than finding them. */
export function readList<T>(context: { readonly db: DatabaseSync }, sql: string, ...values: Value[] | [Record<string, Value>]): T[] {
  const row = prepare(context, sql).get(...values as Value[]) as { list: string };
  return JSON.parse(row.list) as T[];
}

const HASHES = `SELECT p.path AS path, b.hash AS hash FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE rf.ref_id = ?`;

/** git's id of the text of each file of a ref, by its path. */
export function readHashes(context: { readonly db: DatabaseSync }, ref: number): Map<string, string> {
  return new Map(readRows<{ path: string; hash: string }>(context, HASHES, ref).map((row) => [row.path, row.hash]));
}

/** The program's own words as a list in SQL. */
export function quoted(words: Iterable<string>): string {
  return Array.from(words, (word) => `'${word}'`).join(", ");
}
