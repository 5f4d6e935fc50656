/**
 * Options that take one of a few words.
 *
 * Stage: CLI. Invariant: a wrong word is answered with the right ones.
 */
import { InvalidArgumentError } from "commander";
import { nearest } from "../query/check_params.ts";

/** One of a list; a misspelt one names the nearest. */
export function parseChoice(value: string, choices: readonly string[]): string {
  if (choices.includes(value)) return value;
  const near = nearest(value, choices);
  throw new InvalidArgumentError(`${near === undefined ? "" : `Did you mean ${near}? `}Choices: ${choices.join(", ")}.`);
}
