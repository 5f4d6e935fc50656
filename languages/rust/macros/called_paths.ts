/**
 * Functions that a macro calls by paths in its arguments: `($($key:literal => $($path:ident)::+,)+) => { … $($path)::+(args) … }`.
 *
 * Stage: parse. Pure. Also for macros that are not expanded (`expand_macros.ts` decides). Invariant: what does not certainly match yields
 * none, and only an argument written as a function's path counts.
 */
import type { MacroRules } from "./expand_macros.ts";
import { match } from "./matching.ts";
import { isRepetition, isVariable, type Part, textOf, type Token } from "./parts.ts";
import { shapeOf } from "./shapes.ts";
import { type Bindings, LONGEST, roundsOf } from "./transcription.ts";

/** A variable, or names with `::` between them, before parentheses. */
const CALLS_VARIABLE = /\$(?!crate\b)(?:\w+|\(\s*\$\w+\s*\)\s*::\s*[+*])\s*\(/;
/** After these a name before parentheses is not a called function's. */
const NO_CALL_BEHIND: ReadonlySet<string> = new Set([".", "::", "fn", "struct", "enum", "macro_rules", "!", "#"]);
/** A path whose last name may be a function's: in patterns, paths of types precede parentheses, too. */
const FUNCTION_PATH = /^(?:\w+::)*[a-z_]\w*$/;

/** A range of the file. */
export type WrittenPath = readonly [from: number, to: number];

/** Whether the text of a macro calls the value of a variable. */
export function callsGiven(source: string): boolean {
  return CALLS_VARIABLE.test(source);
}

/** The paths, among the tokens of a call, that the first matching rule calls; each once. */
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

/** Adds the paths that `parts` call, by range. */
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

/** Whether brackets contain arguments of a macro that runs none of them (`stringify!($name())`), or the rules of a macro. */
function isQuoted(parts: readonly Part[], at: number): boolean {
  return (textOf(parts[at - 1]) === "!" && shapeOf(textOf(parts[at - 2])) === "skip") ||
    (textOf(parts[at - 2]) === "!" && textOf(parts[at - 3]) === "macro_rules");
}

/** The tokens of a variable, or of a repetition of one separated by `::`; empty for anything else. */
function namesOf(part: Part, bound: Bindings): readonly Token[] {
  if (isVariable(part)) return tokensOf(part, bound);
  const [only, other] = isRepetition(part) && part.separator === "::" ? part.parts : [];
  if (only === undefined || other !== undefined || !isVariable(only)) return [];
  return (roundsOf([only], bound) ?? []).flatMap((round, i) => [...(i > 0 ? [SEPARATOR] : []), ...tokensOf(only, round)]);
}

const SEPARATOR: Token = { text: "::", start: -1, joined: true };

/** The tokens of a variable that is not repeated; empty for anything else. */
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
