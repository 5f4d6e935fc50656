/**
 * What the cases of a `switch` say of what is tested: `switch (x.kind)`, `switch (typeof x)`, `switch (true)`.
 *
 * Stage: parse -> facts. Invariant: a case that is also reached from the one before it knows no more than what both say.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed } from "../file_state.ts";
import { applyFindings, type Finding } from "./applied_findings.ts";
import { alwaysLeaves } from "./exits.ts";
import { combined, equalityFinding, findings } from "./narrowing.ts";

/** Lets what stands in each case see what its test has shown. */
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

/** What is known where none of the cases holds. */
function otherwise(lowering: Lowering, said: readonly (readonly Finding[])[]): Finding[] {
  const first = said[0]?.[0];
  if (first === undefined || said.some(([one]) => one === undefined || one.text !== first.text || one.isExcluded)) return [];
  return [{ ...first, type: lowering.either(said.map(([one]) => one!.type)), isExcluded: true }];
}

function isLeft(lowering: Lowering, node: number): boolean {
  const statements = lowering.codeIn(node);
  return alwaysLeaves(lowering, statements.at(-1) ?? 0);
}
