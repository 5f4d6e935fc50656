/**
 * Variables of the environment.
 *
 * Stage: before all others. Invariant: the one place that reads them, so that one that cannot be read is named.
 */
import { CallgroveError } from "../errors.ts";

/** A variable; undefined where it is not set. @throws CallgroveError invalid_input for one that is no text */
export function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.InvalidData)) throw cause;
    throw new CallgroveError("invalid_input", `Cannot read the environment variable ${name}: it is not UTF-8`, {
      hint: `Set it to something else, or to nothing: ${name}= callgrove …`,
      cause,
    });
  }
}
