/**
 * What a file's edges depend on, as stored with its resolution: the files that were consulted, and the names that were looked up
 * everywhere.
 *
 * Stage: write, and before the next run. Stored as JSON: `{"files":[path ids, ascending],"names":[sorted]}`, or "" for nothing.
 */
import { type Asked, joinAsked } from "../asked.ts";

/**
 * The stored form: sorted, without duplicates.
 * @param all with path ids for files
 */
export function encodeAsked(...all: readonly Asked[]): string {
  return JSON.stringify(joinAsked(all));
}

/** The inverse of `encodeAsked`. */
export function decodeAsked(encoded: string): Asked {
  return encoded === "" ? { files: [], names: [] } : JSON.parse(encoded) as Asked;
}

/** If there are more than this, the stored text is parsed at once, which is cheaper than a pattern. */
const MOST_SOUGHT = 60;

/** Makes a test of stored texts: whether one of the files was consulted or one of the names looked up. */
export function makeAskedTest(files: ReadonlySet<number>, names: ReadonlySet<string>): (encoded: string) => boolean {
  if (files.size + names.size === 0) return () => false;
  const mayName = files.size + names.size > MOST_SOUGHT ? undefined : patternOf(files, names);
  return (encoded) => {
    if (mayName?.test(encoded) === false) return false;
    const asked = decodeAsked(encoded);
    return asked.files.some((id) => files.has(id)) || asked.names.some((name) => names.has(name));
  };
}

/** Matches every stored text with one of them, and some others: part of a name may look like a number. */
function patternOf(files: ReadonlySet<number>, names: ReadonlySet<string>): RegExp {
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&");
  const parts = [...[...files].map((id) => `[[,]${id}[,\\]]`), ...[...names].map((name) => escape(JSON.stringify(name)))];
  return new RegExp(parts.join("|"));
}
