/**
 * What was made of the index: for one question that serves the next, and within one question.
 *
 * Stage: query. Invariant: what is kept stands while the index is the same as the question's transaction sees it, and no longer.
 */
import type { DatabaseSync } from "node:sqlite";
import { type Context, prepare } from "../context.ts";

interface Kept {
  version: number;
  readonly values: Map<string, unknown>;
}
const kept = new WeakMap<DatabaseSync, Kept>();

/** What `make` gives, made once for a ref and a state of the index. */
export function keep<T>(context: Context, key: string, make: () => T): T {
  const values = valuesFor(context);
  const name = `${context.ref.id} ${key}`;
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as T;
}

/** What was made for a key, if it was. */
export function findKept<T>(context: Context, key: string): T | undefined {
  return valuesFor(context).get(`${context.ref.id} ${key}`) as T | undefined;
}

function valuesFor(context: Context): Map<string, unknown> {
  // Every change comes through another connection, and each changes this number.
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

/** What was found out for a question already: the answer, its error and what is suggested next look for the same names. */
export function remembered<T>(context: Context, key: string, find: () => T): T {
  let known = found.get(context);
  if (known === undefined) found.set(context, known = new Map());
  if (!known.has(key)) known.set(key, find());
  return known.get(key) as T;
}
