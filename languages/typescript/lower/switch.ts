/**
 * What the cases of a `switch` imply about what is tested: `switch (x.kind)`, `switch (typeof x)`, `switch (true)`.
 *
 * Stage: parse -> facts. Invariant: in a case that is also reached from the one before it, only what both imply is known.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed } from "../file_state.ts";
import { applyFindings, type Finding } from "./applied_findings.ts";
import { alwaysLeaves } from "./exits.ts";
import { combined, equalityFinding, findings } from "./narrowing.ts";

/** Narrows the code of each case by its test. */
export function lowerSwitch(lowering: Lowering, node: number): void {
  const tested = firstNamed(lowering, lowering.child(node, "value"));
  const cases = lowering.children(lowering.child(node, "body")).filter((child) => /^switch_(?:case|default)$/.test(lowering.kind(child)));
  const values = cases.map((one) => lowering.child(one, "value"));
  const said = values.map((value) => caseFindings(lowering, tested, value));
  if (said.every((found) => found.length === 0)) return;
  let before: readonly Finding[] | undefined;
  for (const [i, one] of cases.entries()) {
    const value = values[i]!;
    const own = value !== 0
      ? said[i]!
      : lowering.kind(tested) === "true"
      ? values.flatMap((other) => findings(lowering, other, false))
      : otherwise(lowering, said.filter((_, at) => at !== i));
    const found = before === undefined ? own : combined(lowering, before, own, false);
    applyFindings(lowering, found, value === 0 ? lowering.firstChild(one) : lowering.afterSubtree(value), lowering.afterSubtree(one));
    before = isLeft(lowering, one) ? undefined : found;
  }
}

function caseFindings(lowering: Lowering, tested: number, value: number): Finding[] {
  if (value === 0) return [];
  return lowering.kind(tested) === "true" ? findings(lowering, value, true) : equalityFinding(lowering, tested, value, true);
}

/** What is known if none of the cases applies. */
function otherwise(lowering: Lowering, said: readonly (readonly Finding[])[]): Finding[] {
  const first = said[0]?.[0];
  if (first === undefined || said.some(([one]) => one === undefined || one.text !== first.text || one.isExcluded)) return [];
  return [{ ...first, type: lowering.either(said.map(([one]) => one!.type)), isExcluded: true }];
}

function isLeft(lowering: Lowering, node: number): boolean {
  const statements = lowering.codeIn(node);
  return alwaysLeaves(lowering, statements.at(-1) ?? 0);
}
