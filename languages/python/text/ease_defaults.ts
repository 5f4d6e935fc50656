/**
 * Rewrites defaults of type parameters (`class Box[T = int]`), which the grammar does not support.
 *
 * Stage: parse. Invariants: the text keeps its length and its lines; a default is turned into a bound if the parameter has none, otherwise
 * it is blanked.
 */

/** The bracket after the header of something that may have type parameters. Matched backwards from each bracket, as there are few. */
const AFTER_HEAD = /(?<=^[ \t]*(?:class|def|async[ \t]+def|type)[ \t]+\w+[ \t]*)\[/my;
/** Maximum length of a list of type parameters. */
const LONGEST = 2_000;

/** The source with defaults of type parameters rewritten. */
export function easeDefaults(source: string): string {
  let eased = "";
  let done = 0;
  for (let at = source.indexOf("["); at >= 0; at = source.indexOf("[", at + 1)) {
    AFTER_HEAD.lastIndex = at;
    if (!AFTER_HEAD.test(source)) continue;
    for (const { start, colon, equals, end } of parametersFrom(source, at + 1)) {
      if (equals < 0) continue;
      const isPlain = colon < 0 && source[start] !== "*";
      const kept = isPlain ? ":" + source.slice(equals + 1, end) : source.slice(equals, end).replace(/[^\r\n]/g, " ");
      eased += source.slice(done, equals) + kept;
      done = end;
    }
  }
  return done === 0 ? source : eased + source.slice(done);
}

interface Parameter {
  start: number;
  colon: number;
  equals: number;
  end: number;
}

/** The parameters after the bracket before `from`: empty if it is not closed, or if there are texts among them. */
function parametersFrom(source: string, from: number): readonly Parameter[] {
  const all: Parameter[] = [];
  let current: Parameter | undefined;
  let depth = 0;
  for (let at = from; at < source.length && at < from + LONGEST; at++) {
    const letter = source[at]!;
    if (letter === '"' || letter === "'" || letter === "#") return [];
    if (depth === 0 && (letter === "," || letter === "]")) {
      if (current !== undefined) all.push({ ...current, end: at });
      current = undefined;
      if (letter === "]") return all;
      continue;
    }
    if (current === undefined && /\S/.test(letter)) current = { start: at, colon: -1, equals: -1, end: at };
    if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter)) depth--;
    else if (current !== undefined && depth === 0 && letter === ":" && current.colon < 0) current.colon = at;
    else if (current !== undefined && depth === 0 && letter === "=" && current.equals < 0) current.equals = at;
  }
  return [];
}
