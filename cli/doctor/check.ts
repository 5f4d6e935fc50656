/** One thing that `doctor` looked at. */
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
