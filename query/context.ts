/**
 * What a question is asked of: one ref in one open index.
 * Stage: query. Invariant: the handle is read-only, and one transaction spans the whole question, so that an answer never mixes two states
 * of the index.
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
  /** Whether it is the index of the working tree, also if named after the branch that is checked out. */
  readonly isLive: boolean;
  readonly commit: string;
  readonly indexedAt: string;
  readonly skipped: readonly Skip[];
}

/** What is at a path on disk. */
export interface Found {
  readonly kind: "file" | "folder" | "none";
  /** The path with links resolved. */
  readonly real: string;
}

/** The repository that a question is about, whether it has an index or not. */
export interface Workspace {
  /** The repository's root, and other paths of the same place (a symbolic link). */
  readonly roots: readonly string[];
  /** The caller's folder, relative to the root with `/`; "" at the root. */
  readonly within: string;
  /** Folder of the databases. */
  readonly databases: string;
  /** File extensions of the supported languages, with dot. */
  readonly extensions: readonly string[];
  /** The name of the language that a word means: `python` for `py`; undefined if it means none. */
  readonly languageNamed: (word: string) => string | undefined;
  /** How comments and strings look in a language; undefined if its plugin does not say. */
  readonly textForms: (language: string) => TextForms | undefined;
  /** How names are looked up in a language, and what runs in it without a call site; empty for a language without plugin. */
  readonly rulesOf: (language: string) => Partial<ResolutionRules>;
  /** An agent gets about 2,000 tokens at a time, a person or a script everything (under the safety limit). */
  readonly audience: "agent" | "person";
  /** What is at an absolute path, and where that really is. */
  readonly lookAt: (path: string) => Found;
  /** The text of a file as indexed (`hash`: git's object id); undefined if it is gone. */
  readonly readText: (path: string, hash: string) => string | undefined;
  /** Brings the index up to date; for tools whose purpose that is. */
  readonly index: (options: { readonly force?: boolean; readonly ref?: string }) => Promise<IndexSummary>;
  /**
   * Reads trees and files of refs, indexed or not, beside the open index. @param behind whether the disk has changed since the working tree
   * was indexed
   */
  readonly readRefs: (db: DatabaseSync, behind: boolean) => RefReader;
  /**
   * Finds functions that memory knows and that were renamed or moved since; returns warnings. @param near what is asked about, which fixes of
   * git's history keep to; undefined: all of them
   */
  readonly followLost: (
    context: Context,
    near?: { readonly paths: ReadonlySet<string>; readonly names: ReadonlySet<string> },
  ) => Promise<readonly string[]>;
  /** Reads new decision records and new fixes in git's history. */
  readonly readHistory: (context: Context) => Promise<ReadHistory>;
  /** The current index of a ref; contexts opened before keep their state. @param ref as a question names it */
  readonly open: (ref?: string) => Context;
}

/** What memory holds after reading its history, and what of that was new. */
export interface ReadHistory {
  readonly decisions: number;
  readonly errors: number;
  /** Number of newly found fixes, and of the functions that they touched. */
  readonly fixes: number;
  readonly functions: number;
  /** Number of older fixes that were not read. */
  readonly left: number;
  readonly warnings: readonly string[];
}

/** The place where a question is answered: an open index and the ref in question. */
export interface Context extends Workspace {
  /** Number of files of the working tree that differ from the index; absent if there are none. */
  readonly pending?: number;
  readonly db: DatabaseSync;
  readonly ref: Ref;
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** The prepared form of a statement, cached per handle. */
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

/**
 * The JSON array that a statement aggregates in its column `list`: fetching thousands of rows one by one would take longer than finding
 * them.
 */
export function readList<T>(context: { readonly db: DatabaseSync }, sql: string, ...values: Value[] | [Record<string, Value>]): T[] {
  const row = prepare(context, sql).get(...values as Value[]) as { list: string };
  return JSON.parse(row.list) as T[];
}

const HASHES = `SELECT p.path AS path, b.hash AS hash FROM ref_file rf JOIN path p ON p.id = rf.path_id
  JOIN file_version fv ON fv.id = rf.file_version_id JOIN blob b ON b.id = fv.blob_id WHERE rf.ref_id = ?`;

/** git's id of the text of each file of a ref, by path. */
export function readHashes(context: { readonly db: DatabaseSync }, ref: number): Map<string, string> {
  return new Map(readRows<{ path: string; hash: string }>(context, HASHES, ref).map((row) => [row.path, row.hash]));
}

/** Words of the program itself (never of a user) as a list in SQL. */
export function quoted(words: Iterable<string>): string {
  return Array.from(words, (word) => `'${word}'`).join(", ");
}
