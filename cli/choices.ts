/**
 * Options and arguments that take one of a few words.
 *
 * Stage: CLI. Invariants: the words are defined once and used by help, completions and the check; a wrong word is answered with the right
 * ones.
 */
import { type Argument, InvalidArgumentError, type Option } from "commander";
import { nearestWord } from "../query/names/name_likeness.ts";

/** Restricts an option or argument to these words; a variadic argument may take several of them. */
export function oneOf<T extends Option | Argument>(made: T, choices: readonly string[]): T {
  made.choices([...choices]);
  made.argParser((value: string, before: unknown) => {
    const word = parseChoice(value, choices);
    if (!made.variadic) return word;
    return Array.isArray(before) ? [...before as string[], word] : [word];
  });
  return made;
}

/**
 * One of a list.
 * @throws InvalidArgumentError for any other word, with the nearest one
 */
function parseChoice(value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  const near = nearestWord(value, choices);
  throw new InvalidArgumentError(`${near === undefined ? "" : `Did you mean ${near}? `}Choices: ${choices.join(", ")}.`);
}
