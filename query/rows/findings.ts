/**
 * Judgements about symbols: unused, untested.
 *
 * Stage: query. Invariant: a finding says how sure it is and what was looked for.
 */
import type { SymbolRow } from "./symbol_row.ts";

/** A judgement about a symbol, and its evidence. */
export interface Finding {
  readonly row: SymbolRow;
  readonly confidence: "high" | "medium" | "low";
  readonly evidence: readonly string[];
}
