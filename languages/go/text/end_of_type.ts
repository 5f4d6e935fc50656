/**
 * Where a type ends in Go source.
 *
 * Stage: parse. Invariant: every letter is looked at a few times at most; what is not a type ends where it stops being one.
 */

/** Maximum nesting of types. */
const DEEPEST = 100;
/** Maximum number of letters between two brackets of a type. */
const FARTHEST = 20_000;

/**
 * The offset after the type that starts at `start`; where it broke off, which is never followed by `)`, or -1 if nothing there can be a
 * type.
 */
export function endOfType(text: string, start: number, depth = 0): number {
  const at = skipBlank(text, start);
  if (at < 0 || depth > DEEPEST) return -1;
  const inner = (from: number): number => endOfType(text, from, depth + 1);
  switch (text[at]) {
    case "*":
      return inner(at + 1);
    case "(": {
      const end = skipBlank(text, inner(at + 1));
      return text[end] === ")" ? end + 1 : -1;
    }
    case "[": {
      const end = endOfBrackets(text, at);
      return end < 0 ? -1 : inner(end);
    }
    case "<":
      return /^<-\s*chan\b/.test(text.slice(at, at + 20)) ? inner(text.indexOf("chan", at) + 4) : -1;
  }
  const name = wordAt(text, at);
  const behind = at + name.length;
  switch (name) {
    case "":
      return -1;
    case "map":
      return text[behind] === "[" ? inner(endOfBrackets(text, behind)) : -1;
    case "chan":
      return inner(text.startsWith("<-", skipBlank(text, behind)) ? skipBlank(text, behind) + 2 : behind);
    case "struct":
    case "interface":
      return endOfBrackets(text, skipBlank(text, behind));
    case "func":
      return endOfSignature(text, behind, inner);
    default:
      return endOfNamed(text, behind, inner);
  }
}

/** The offset after the parameters and results of a function. */
function endOfSignature(text: string, start: number, inner: (from: number) => number): number {
  const taken = text[start] === "(" ? endOfBrackets(text, start) : -1;
  if (taken < 0) return -1;
  const next = skipBlank(text, taken);
  if (text[next] === "(") return endOfBrackets(text, next);
  return /[)\]},{;:.]/.test(text[next] ?? ")") ? taken : inner(next);
}

/** The offset after a name, the one after its dot, and its type arguments. */
function endOfNamed(text: string, start: number, inner: (from: number) => number): number {
  let end = start;
  if (text[end] === ".") end += 1 + wordAt(text, end + 1).length;
  if (text[end] !== "[") return end;
  do {
    end = skipBlank(text, inner(end + 1));
  } while (text[end] === ",");
  return text[end] === "]" ? end + 1 : -1;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;

function wordAt(text: string, start: number): string {
  WORD.lastIndex = start;
  return WORD.exec(text)?.[0] ?? "";
}

/** Spaces and comments. */
const BLANK = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;

/** The next offset from `start` on with neither a space nor a comment; -1 for -1. */
export function skipBlank(text: string, start: number): number {
  if (start < 0) return -1;
  BLANK.lastIndex = start;
  return start + (BLANK.exec(text)?.[0].length ?? 0);
}

/** The content of brackets: brackets, and what hides them. */
const PARTS = /[()[\]{}]|\/\/[^\n]*|\/\*[^]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'/g;

/** The offset after the bracket that closes the one at `start`; -1 if none opens there, or none closes it. */
export function endOfBrackets(text: string, start: number): number {
  if (start < 0 || !"([{".includes(text[start] ?? " ")) return -1;
  PARTS.lastIndex = start;
  let open = 0;
  for (let part = PARTS.exec(text); part !== null; part = PARTS.exec(text)) {
    if (part.index - start > FARTHEST) return -1;
    if (part[0].length > 1) continue;
    open += "([{".includes(part[0]) ? 1 : -1;
    if (open === 0) return part.index + 1;
  }
  return -1;
}
