/**
 * What a file's edges rest on, as it is kept with its resolution: which files were asked, and which names were looked up everywhere.
 *
 * Stage: write, and before the next run. Stored as JSON: `{"files":[ids of paths, ascending],"names":[sorted]}`, or "" for nothing.
 */
import { type Asked, joinAsked } from "../asked.ts";

/** As it is stored: sorted, each once. @param all with ids of paths for files */
export function encodeAsked(...all: readonly Asked[]): string {
  return JSON.stringify(joinAsked(all));
}

/** The reverse of `encodeAsked`. */
export function decodeAsked(encoded: string): Asked {
  return encoded === "" ? { files: [], names: [] } : JSON.parse(encoded) as Asked;
}

/** More than this many are not looked for in the stored text: taking it apart is cheaper. */
const MOST_SOUGHT = 60;

/** A test of stored texts: whether one of the files was asked or one of the names looked up. */
export function makeAskedTest(files: ReadonlySet<number>, names: ReadonlySet<string>): (encoded: string) => boolean {
  if (files.size + names.size === 0) return () => false;
  const mayName = files.size + names.size > MOST_SOUGHT ? undefined : patternOf(files, names);
  return (encoded) => {
    if (mayName?.test(encoded) === false) return false;
    const asked = decodeAsked(encoded);
    return asked.files.some((id) => files.has(id)) || asked.names.some((name) => names.has(name));
  };
}

/** Found in every stored text that has one of them, and in some others: what stands in a name may look like a number. */
function patternOf(files: ReadonlySet<number>, names: ReadonlySet<string>): RegExp {
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\\/-]/g, "\\$&");
  const parts = [...[...files].map((id) => `[[,]${id}[,\\]]`), ...[...names].map((name) => escape(JSON.stringify(name)))];
  return new RegExp(parts.join("|"));
}
