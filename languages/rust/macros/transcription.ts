/**
 * Generates the output of a macro's rule.
 *
 * Stage: parse. Pure. Invariant: a body with an unknown variable is not written.
 */
import { append } from "../../../core/base/lists.ts";
import { isRepetition, isVariable, type Part, textOf, type Token, variablesOf } from "./parts.ts";

/** The value of a variable; in a repetition, one per round. */
type Bound = readonly Token[] | { readonly rounds: readonly Bindings[] };
/** The values of a rule's variables, by name. */
export type Bindings = Map<string, Bound>;

/** Tokens of one expansion: a macro that makes an enum of sixty variants and fifteen functions over them has some 20,000. */
export const LONGEST = 64_000;

/** Writes a body with its variables replaced; false if one is not known. */
export function transcribe(all: readonly Part[], bound: Bindings, out: Token[]): boolean {
  const parts = withoutMacros(all);
  for (const part of parts) {
    if (isVariable(part)) {
      const value = bound.get(part.variable);
      if (value === undefined || !Array.isArray(value)) return false;
      append(out, value.map((token, i) => (i === 0 ? { ...token, joined: false } : token)));
    } else if (isRepetition(part)) {
      const rounds = roundsOf(part.parts, bound);
      if (rounds === undefined) return false;
      for (const [i, round] of rounds.entries()) {
        if (i > 0 && part.separator !== "") out.push({ text: part.separator, start: -1, joined: false });
        const from = out.length;
        if (!transcribe(part.parts, round, out)) return false;
        // What stands beside the repetition's bracket stands beside a word here (`where $($bound),*`).
        if (out.length > from) out[from] = { ...out[from]!, joined: false };
      }
    } else if (part.inside === undefined) out.push(part);
    else {
      const inside: Token[] = [];
      if (!transcribe(part.inside, bound, inside)) return false;
      out.push({ ...part, inside });
    }
    if (out.length > LONGEST) return false;
  }
  return true;
}

/** The values of all variables in each round of a repetition; undefined if the number of rounds is not known. */
export function roundsOf(parts: readonly Part[], bound: Bindings): readonly Bindings[] | undefined {
  for (const name of variablesOf(parts)) {
    const value = bound.get(name);
    if (value !== undefined && "rounds" in value) return value.rounds.map((round) => new Map([...bound, ...round]));
  }
  return undefined;
}

/** The parts beside the macros that a body declares: these have variables of their own. If a variable names one, the name is kept. */
function withoutMacros(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex((part) => textOf(part) === "macro_rules");
  if (first < 0) return parts;
  const end = parts.findIndex((part, i) => i > first && "inside" in part && part.inside !== undefined);
  if (end < 0) return parts;
  const named = isMacroNamed(parts, first) ? [...parts.slice(first, first + 3), NO_RULES] : [];
  return [...parts.slice(0, first), ...named, ...withoutMacros(parts.slice(end + 1))];
}

/** Whether a macro is declared at `at` with a name given by a variable. */
export function isMacroNamed(parts: readonly Part[], at: number): boolean {
  const name = parts[at + 2];
  return textOf(parts[at]) === "macro_rules" && textOf(parts[at + 1]) === "!" && name !== undefined && isVariable(name);
}

/** The rules of a macro of which no more is known than its name. */
const NO_RULES: Token = { text: "{", start: -1, joined: false, close: "}", inside: [] };
