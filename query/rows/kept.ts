/**
 * Caches of values computed from the index: across questions, and within one question.
 *
 * Stage: query. Invariant: a value is kept only as long as the index is the one that the question's transaction sees.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Context, prepare } from "../context.ts";

interface Kept {
  version: number;
  readonly values: Map<string, unknown>;
}
const kept = new WeakMap<DatabaseSync, Kept>();

/** The value of `make`, computed once per ref and index state. */
export function keep<T>(context: Context, key: string, make: () => T): T {
  const values = valuesFor(context);
  const name = `${context.ref.id} ${key}`;
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}

/** The value for a key, if it was computed. */
export function findKept<T>(context: Context, key: string): T | undefined {
  return valuesFor(context).get(`${context.ref.id} ${key}`) as T | undefined;
}

function valuesFor(context: Context): Map<string, unknown> {
  // Every change is made through another connection, and changes this number.
  const { data_version: version } = prepare(context, "PRAGMA data_version").get() as { data_version: number };
  let own = kept.get(context.db);
  if (own === undefined) kept.set(context.db, own = { version, values: new Map() });
  if (own.version !== version) {
    own.values.clear();
    own.version = version;
  }
  return own.values;
}

const found = new WeakMap<Context, Map<string, unknown>>();

/** The value of `find`, computed once per question: an answer, its error and its suggestions look up the same things. */
export function remembered<T>(context: Context, key: string, find: () => T): T {
  let known = found.get(context);
  if (known === undefined) found.set(context, known = new Map());
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as T;
}
