/**
 * What a judgement about a symbol looks like: found unused, found untested.
 *
 * Stage: query. Invariant: a finding says how sure it is and what was looked for.
 */
import type { SymbolRow } from "./symbol_row.ts";

/** A symbol about which something is judged, and on what evidence. */
export interface Finding {
  readonly row: SymbolRow;
  readonly confidence: "high" | "medium" | "low";
  readonly evidence: readonly string[];
}
