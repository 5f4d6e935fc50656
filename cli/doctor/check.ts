/** What `doctor` says of one thing that it looked at. */
import { megabytes } from "../terminal.ts";

/** One thing that was looked at, and how it stands. */
export interface Check {
  /** Heading that it stands under: `program`, `permissions`, `index`, … */
  readonly area: string;
  readonly name: string;
  /** `note`: worth knowing, nothing is wrong. */
  readonly state: "ok" | "note" | "problem";
  readonly detail: string;
  /** The command that mends it. */
  readonly mend?: string;
}

/** A database that can be read: whole, or with what SQLite finds wrong in it. @param fault "" for nothing */
export function wholeOrFaulty(check: Pick<Check, "area" | "name">, fault: string, bytes: number, mend: string): Check {
  return fault === ""
    ? { ...check, state: "ok", detail: `whole, ${megabytes(bytes)}` }
    : { ...check, state: "problem", detail: fault, mend };
}
