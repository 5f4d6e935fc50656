/**
 * Functions that a macro calls by the paths that it is given: `($($key:literal => $($path:ident)::+,)+) => { … $($path)::+(args) … }`.
 *
 * Stage: parse. Pure. A macro of which nothing else is written out where it is called (`expand_macros.ts` tells which are) still calls these there.
 * Invariant: what does not surely match gives none, and only what is written as a path of a function by itself is one.
 */
import type { MacroRules } from "./expand_macros.ts";
import { match } from "./matching.ts";
import { isRepetition, isVariable, type Part, textOf, type Token } from "./parts.ts";
import { shapeOf } from "./shapes.ts";
import { type Bindings, LONGEST, roundsOf } from "./transcription.ts";

/** A variable, or names with `::` between them, before parentheses. */
const CALLS_VARIABLE = /\$(?!crate\b)(?:\w+|\(\s*\$\w+\s*\)\s*::\s*[+*])\s*\(/;
/** Behind these a name before parentheses is none of a function that is called. */
const NO_CALL_BEHIND: ReadonlySet<string> = new Set([".", "::", "fn", "struct", "enum", "macro_rules", "!", "#"]);
/** A path whose last name may be a function's: in patterns those of types stand before parentheses, too. */
const FUNCTION_PATH = /^(?:\w+::)*[a-z_]\w*$/;

/** A part of the file, from where to where. */
export type WrittenPath = readonly [from: number, to: number];

/** Whether the text of a macro calls what a variable stands for. */
export function callsGiven(source: string): boolean {
  return CALLS_VARIABLE.test(source);
}

/** The paths, among the tokens that a call wrote, of what the first rule that fits calls; each once. */
export function calledPaths({ rules }: MacroRules, given: readonly Token[]): readonly WrittenPath[] {
  for (const { pattern, body } of rules) {
    const bound: Bindings = new Map();
    if (match(pattern, given, 0, bound) !== given.length) continue;
    const found = new Map<number, number>();
    findCalled(body, bound, found);
    return [...found];
  }
  return [];
}

/** Adds what `parts` call, from where to where. */
function findCalled(parts: readonly Part[], bound: Bindings, found: Map<number, number>): void {
  for (const [i, part] of parts.entries()) {
    const before = textOf(parts[i - 1]);
    if (textOf(parts[i + 1]) === "(" && !NO_CALL_BEHIND.has(before)) addPath(namesOf(part, bound), found);
    if (isRepetition(part)) {
      for (const round of roundsOf(part.parts, bound) ?? []) findCalled(part.parts, round, found);
    } else if (!isVariable(part) && part.inside !== undefined && before !== "#" && !isQuoted(parts, i)) {
      findCalled(part.inside, bound, found);
    }
    if (found.size > LONGEST) return;
  }
}

/** Whether brackets hold what a macro is given that runs none of it (`stringify!($name())`), or the rules of one. */
function isQuoted(parts: readonly Part[], at: number): boolean {
  return (textOf(parts[at - 1]) === "!" && shapeOf(textOf(parts[at - 2])) === "skip") ||
    (textOf(parts[at - 2]) === "!" && textOf(parts[at - 3]) === "macro_rules");
}

/** What a variable, or a repetition of one with `::` between, stands for; nothing for anything else. */
function namesOf(part: Part, bound: Bindings): readonly Token[] {
  if (isVariable(part)) return tokensOf(part, bound);
  const [only, other] = isRepetition(part) && part.separator === "::" ? part.parts : [];
  if (only === undefined || other !== undefined || !isVariable(only)) return [];
  return (roundsOf([only], bound) ?? []).flatMap((round, i) => [...(i > 0 ? [SEPARATOR] : []), ...tokensOf(only, round)]);
}

const SEPARATOR: Token = { text: "::", start: -1, joined: true };

/** What a variable stands for that is not repeated; nothing for anything else. */
function tokensOf(part: Part, bound: Bindings): readonly Token[] {
  const value = isVariable(part) ? bound.get(part.variable) : undefined;
  return Array.isArray(value) ? value : [];
}

/** Adds a path of a function that the call itself wrote. */
function addPath(tokens: readonly Token[], found: Map<number, number>): void {
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || first.start < 0 || last.start < 0) return;
  if (FUNCTION_PATH.test(tokens.map(({ text }) => text).join(""))) found.set(first.start, last.start + last.text.length);
}
