/**
 * Reads environment variables.
 *
 * Stage: before all others. Invariant: the only place that reads them, so that an unreadable one is reported by name.
 */
import { CallgroveError } from "../errors.ts";

/**
 * The value of a variable; undefined if it is not set.
 * @throws CallgroveError invalid_input if it is not valid text
 */
export function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch (cause) {
    if (!(cause instanceof Deno.errors.InvalidData)) throw cause;
    throw new CallgroveError("invalid_input", `Cannot read the environment variable ${name}: it is not UTF-8`, {
      hint: `Set it to another value, or clear it: ${name}= callgrove …`,
      cause,
    });
  }
}
