/**
 * Options and arguments that take one of a few words.
 *
 * Stage: CLI. Invariants: the words stand once, and help, completions and the check have them from there; a wrong word is answered with
 * the right ones.
 */
import { type Argument, InvalidArgumentError, type Option } from "commander";
import { nearestWord } from "../query/names/name_likeness.ts";

/** Says that an option or argument takes one of these words; a variadic argument several of them. */
export function oneOf<T extends Option | Argument>(made: T, choices: readonly string[]): T {
  made.choices([...choices]);
  made.argParser((value: string, before: unknown) => {
    const word = parseChoice(value, choices);
    if (!made.variadic) return word;
    return Array.isArray(before) ? [...before as string[], word] : [word];
  });
  return made;
}

/** One of a list; a misspelt one names the nearest. */
function parseChoice(value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  const near = nearestWord(value, choices);
  throw new InvalidArgumentError(`${near === undefined ? "" : `Did you mean ${near}? `}Choices: ${choices.join(", ")}.`);
}
