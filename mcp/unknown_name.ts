/** The error for an unknown tool or prompt: the same over the protocol and on the command line. */
import { CallgroveError } from "../core/errors.ts";
import { nearestWord } from "../query/names/name_likeness.ts";

/** Makes the error, which lists the nearest name and all names. */
export function unknownName(kind: "tool" | "prompt", name: string, names: readonly string[]): CallgroveError {
  const near = nearestWord(name, names);
  return new CallgroveError("invalid_input", `Unknown ${kind} "${name}"`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}${kind === "tool" ? "Tools" : "Prompts"}: ${names.join(", ")}`,
    data: { [kind]: name, known: names, ...(near === undefined ? {} : { did_you_mean: [near] }) },
  });
}
