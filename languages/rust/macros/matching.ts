/**
 * Matches the pattern of a macro's rule against the tokens of a call.
 *
 * Stage: parse. Invariant: what does not certainly match does not match; a fragment ends where the language allows it.
 */
import { isRepetition, isVariable, type Part, type Repetition, type Token, variablesOf } from "./parts.ts";
import { ITEM_WORDS } from "./shapes.ts";
import type { Bindings } from "./transcription.ts";

/** Matches parts against tokens from `at` on. @returns the end of the match, or -1 */
export function match(parts: readonly Part[], tokens: readonly Token[], at: number, bound: Bindings): number {
  for (const [i, part] of parts.entries()) {
    if (isRepetition(part)) at = matchRounds(part, parts[i + 1], tokens, at, bound);
    else if (isVariable(part)) {
      const end = endOfFragment(part.fragment, tokens, at, stopsAt(parts[i + 1]));
      if (end < 0) return -1;
      bound.set(part.variable, tokens.slice(at, end));
      at = end;
    } else {
      const token = tokens[at];
      if (token === undefined || token.text !== part.text) return -1;
      if (part.inside !== undefined && match(part.inside, token.inside as readonly Token[], 0, bound) !== token.inside!.length) return -1;
      at++;
    }
    if (at < 0) return -1;
  }
  return at;
}

/** The text at which a fragment before `next` ends; undefined if it extends to the end. */
function stopsAt(next: Part | undefined): string | undefined {
  if (next === undefined || isVariable(next)) return undefined;
  if (isRepetition(next)) {
    const first = next.parts[0];
    return next.separator !== "" && next.operator === "?" ? next.separator : stopsAt(first);
  }
  return next.text;
}

function matchRounds(part: Repetition, next: Part | undefined, tokens: readonly Token[], at: number, bound: Bindings): number {
  const rounds: Bindings[] = [];
  const stop = stopsAt(next);
  for (;;) {
    const isLater = rounds.length > 0;
    if (part.operator === "?" && isLater) break;
    let from = at;
    if (isLater && part.separator !== "") {
      if (tokens[at]?.text !== part.separator) break;
      from++;
    }
    const round: Bindings = new Map();
    const parts = part.separator === "" ? part.parts : [...part.parts, { text: part.separator, start: -1, joined: false }];
    // A round ends where it should if its separator follows; the last one has none.
    let end = match(parts, tokens, from, round);
    if (end >= 0 && parts !== part.parts) end--;
    if (end < 0) {
      round.clear();
      end = match(part.parts, tokens, from, round);
    }
    if (
      end < 0 || end === from ||
      (stop !== undefined && !isLater && tokens[at]?.text === stop && part.parts.length > 0 && isVariable(part.parts[0]!))
    ) {
      break;
    }
    rounds.push(round);
    at = end;
  }
  if (part.operator === "+" && rounds.length === 0) return -1;
  for (const name of variablesOf(part.parts)) bound.set(name, { rounds });
  return at;
}

/** The end of a fragment that starts at `at`, or -1. */
function endOfFragment(fragment: string, tokens: readonly Token[], at: number, stop: string | undefined): number {
  const token = tokens[at];
  if (fragment === "vis") return token?.text !== "pub" ? at : tokens[at + 1]?.text === "(" ? at + 2 : at + 1;
  if (token === undefined) return -1;
  switch (fragment) {
    case "ident":
      return /^[\p{L}_]/u.test(token.text) && token.text !== "_" ? at + 1 : -1;
    case "block":
      return token.text === "{" ? at + 1 : -1;
    case "literal":
      return /^["'\dbr]/.test(token.text) || token.text === "true" || token.text === "false" ? at + 1 : token.text === "-" ? at + 2 : -1;
    case "tt":
      return isLifetime(token) ? at + 2 : at + 1;
    case "lifetime":
      return isLifetime(token) ? at + 2 : token.text.startsWith("'") ? at + 1 : -1;
    case "item":
      return endOfItem(tokens, at);
    case "stmt":
      return endOfStatement(tokens, at);
    case "ty":
    case "path":
      return ENDS_TYPE.has(token.text) && token.text !== "[" ? -1 : endOfType(tokens, at);
  }
  let end = fragment === "expr" ? behindParameters(tokens, at) : at;
  for (; end < tokens.length; end++) {
    const { text } = tokens[end]!;
    if (end > at && (text === stop || ENDS.has(text) || (fragment === "expr" && beginsAnother(tokens, end)))) break;
    if (end === at && ENDS.has(text)) return -1;
  }
  return end;
}

/** The end of the type that starts at `at`: the language restricts what may follow one. */
function endOfType(tokens: readonly Token[], at: number): number {
  let depth = 0;
  let end = at;
  for (; end < tokens.length; end++) {
    const { text } = tokens[end]!;
    if (depth === 0 && end > at && (text === ">" || (ENDS_TYPE.has(text) && !isWithinType(tokens, end)))) break;
    depth += text === "<" ? 1 : text === ">" ? -1 : 0;
  }
  return end;
}
const ENDS_TYPE: ReadonlySet<string> = new Set(["{", "[", ",", "=>", ":", "=", ";", "|", "as", "where"]);

/** Whether a bracket goes on with a type: `&[u8]`, `&'a mut [u8]`, `-> [u8; 2]`, `list![u8]`. */
function isWithinType(tokens: readonly Token[], at: number): boolean {
  const { text } = tokens[at]!;
  const before = tokens[at - 1]!.text;
  if (text === "{") return before === "!";
  return text === "[" && (BEFORE_SLICE.has(before) || before.startsWith("'") || tokens[at - 2]?.text === "'");
}
const BEFORE_SLICE: ReadonlySet<string> = new Set(["&", "&&", "mut", "const", "->", "!"]);

/** The grammar reads `'a` among a macro's tokens as a mark and a name. */
function isLifetime(token: Token): boolean {
  return token.text === "'";
}

/** The position after the parameters of a closure that starts at `at`, whose commas are not separators; `at` itself if there are none. */
function behindParameters(tokens: readonly Token[], at: number): number {
  const bar = tokens[at]!.text === "move" ? at + 1 : at;
  if (tokens[bar]?.text !== "|") return at;
  const end = tokens.findIndex(({ text }, i) => i > bar && text === "|");
  return end < 0 ? at : end + 1;
}

/**
 * Whether a value starts at `at` right after a complete one: no operator joins them, so it is not part of that expression (`a: 1 b: 2`).
 */
function beginsAnother(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]!;
  const two = tokens[at - 2]?.text;
  const { text } = tokens[at]!;
  if (two === "'" || (before.text === "[" && two === "#") || !(isName(text) || BEGINS_STATEMENT.has(text))) return false;
  return before.inside !== undefined || isName(before.text);
}

/** Whether a token is a name or a literal; keywords continue an expression, or start one. */
function isName(text: string): boolean {
  return /^[\p{L}\d_"']/u.test(text) && !WORDS.has(text) && text !== "'";
}
const WORDS: ReadonlySet<string> = new Set(
  ("as async await box break const continue do dyn else enum extern fn for if impl in let loop match mod move mut pub raw ref return static struct " +
    "trait try type union unsafe use where while yield").split(" "),
);

/** Words with which no expression continues after a complete value, although they are not names. */
const BEGINS_STATEMENT: ReadonlySet<string> = new Set([...ITEM_WORDS, "let"]);

/**
 * The end of the statement that starts at `at`: before its semicolon, which is a statement by itself, or after the braces of one without.
 */
function endOfStatement(tokens: readonly Token[], at: number): number {
  if (tokens[at]!.text === ";") return at + 1;
  const isBlock = BLOCKS.has(tokens[at]!.text);
  let end = at;
  while (end < tokens.length && tokens[end]!.text !== ";") {
    const { text } = tokens[end++]!;
    if (isBlock && text === "{" && tokens[end]?.text !== "else") break;
  }
  return end;
}
const BLOCKS: ReadonlySet<string> = new Set(["if", "match", "for", "while", "loop", "unsafe", "{"]);

/** The end of the item that starts at `at`: after its braces, or after the semicolon of one without; -1 if there is none. */
function endOfItem(tokens: readonly Token[], at: number): number {
  let start = at;
  while (tokens[start]?.text === "#" && tokens[start + 1]?.text === "[") start += 2;
  if (!/^[\p{L}_]/u.test(tokens[start]?.text ?? "") || !goesOnAsItem(tokens, start)) return -1;
  let hasBody = false;
  for (let end = start; end < tokens.length; end++) {
    const { text } = tokens[end]!;
    if (text === ";") return end + 1;
    hasBody ||= BRACED.has(text);
    if (text === "{" && hasBody) return end + 1;
  }
  return -1;
}

/** Whether an item's keyword and name are followed by valid tokens: a macro may have a syntax of its own (`struct Name[<T>] -> Other;`). */
function goesOnAsItem(tokens: readonly Token[], start: number): boolean {
  let at = start;
  while (/^(?:pub|default|unsafe|async|const|extern|\(|")/.test(tokens[at]?.text ?? "")) at++;
  return FOLLOWED_BY.get(tokens[at]?.text ?? "")?.has(tokens[at + 2]?.text ?? "") ?? true;
}

/** Tokens that may follow the names of items. */
const FOLLOWED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["fn", new Set(["<", "("])],
  ["struct", new Set(["<", "(", "{", ";", "where"])],
  ["enum", new Set(["<", "{", "where"])],
  ["union", new Set(["<", "{", "where"])],
  ["trait", new Set(["<", "{", ":", "where", "="])],
  ["mod", new Set(["{", ";"])],
  ["type", new Set(["<", "=", ":", ";", "where"])],
]);

/** Keywords of items that may end with braces (`const fn`, but not `const X: T = { … };`). */
const BRACED: ReadonlySet<string> = new Set(["fn", "struct", "enum", "union", "trait", "impl", "mod", "extern", "!"]);

/** Tokens that end any type, expression, path or pattern. */
const ENDS: ReadonlySet<string> = new Set([",", ";", "=>"]);
