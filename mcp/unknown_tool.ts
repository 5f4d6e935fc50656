/** The error for a tool that is not there: the same over the protocol and on the command line. */
import { CallgroveError } from "../core/errors.ts";
import { nearestWord } from "../query/name_likeness.ts";

/** Names the nearest tool and all of them. */
export function unknownTool(name: string, names: readonly string[]): CallgroveError {
  const near = nearestWord(name, names);
  return new CallgroveError("invalid_input", `Unknown tool "${name}"`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Tools: ${names.join(", ")}`,
    data: { tool: name, known: names, ...(near === undefined ? {} : { did_you_mean: [near] }) },
  });
}
