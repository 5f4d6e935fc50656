/** The results that `doctor` shows. */
import { megabytes } from "../terminal.ts";

/** One thing that was checked, and its state. */
export interface Check {
  /** Heading of the group: `program`, `permissions`, `index`, … */
  readonly area: string;
  readonly name: string;
  /** `note`: worth knowing, but not wrong. */
  readonly state: "ok" | "note" | "problem";
  readonly detail: string;
  /** The command that repairs it. */
  readonly mend?: string;
}

/**
 * The result for a readable database: intact, or with SQLite's fault.
 * @param fault "" for none
 */
export function wholeOrFaulty(check: Pick<Check, "area" | "name">, fault: string, bytes: number, mend: string): Check {
  return fault === ""
    ? { ...check, state: "ok", detail: `whole, ${megabytes(bytes)}` }
    : { ...check, state: "problem", detail: fault, mend };
}
