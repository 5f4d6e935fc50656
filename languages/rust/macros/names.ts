/**
 * Names of macros that a text declares and calls, found without a parse.
 *
 * Stage: before parse. Invariant: one name too many is harmless, one that is missing is not.
 */
import { shapeOf } from "./shapes.ts";

const LONGEST_NAME = 80;
/** Macros of the library that many texts call. */
const COMMON = /^(?:(?:debug_)?assert(?:_eq|_ne)?|e?print(?:ln)?|format(?:_args)?|panic|todo|unimplemented|unreachable|write(?:ln)?)$/;

/** The names of macros that a text calls. */
export function callsIn(text: string): string[] {
  // Sought by the mark: there are far more words than marks.
  return [...text.matchAll(/!\s*[{([]/g)].map(({ index }) => /\w*$/.exec(text.slice(Math.max(0, index - LONGEST_NAME), index))![0])
    .filter((name) => name !== "");
}

/** The names of macros that a text calls, but for those that everybody has. */
export function namesCalled(source: string): string[] {
  return [...new Set(callsIn(source))].filter((name) => shapeOf(name) === undefined && !COMMON.test(name));
}

/** The names of macros that a text declares. */
export function namesDeclared(source: string): string[] {
  return [...source.matchAll(/\bmacro_rules!\s*([\w#]+)/g)].map((match) => match[1]!);
}
