/**
 * Narrowing by assignment: a name with a declared union has those parts of it that match the assigned value, up to the next assignment:
 * `let part: Lamp | Motor = new Lamp(); part.light()`.
 *
 * Stage: parse -> facts. Invariant: only a union written in the declaration itself is considered.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { writesTypes } from "../file_state.ts";
import { applyFindings } from "./applied_findings.ts";
import { declaredIn } from "./block_names.ts";
import { flatten } from "./types.ts";

const NOTHING = /^(?:null|undefined|void)$/;
const PARAMETERS = /^(?:required|optional)_parameter$/;

/** Narrows the name at `node` after `statement` in its block: `value` (an expression) was assigned to it there. */
export function narrowAssigned(lowering: Lowering, node: number, value: number, statement: number): void {
  if (value === 0 || !writesTypes(lowering) || !isOfSeveral(lowering, node)) return;
  const block = lowering.parent(statement);
  const found = { text: lowering.text(node), kind: "identifier", type: value, isExcluded: false, isAssigned: true };
  applyFindings(lowering, [found], lowering.afterSubtree(statement), lowering.afterSubtree(block));
}

/** Whether the declaration of the name at `node` has a union type. */
function isOfSeveral(lowering: Lowering, node: number): boolean {
  const name = lowering.text(node);
  for (let around = lowering.parent(node); around >= 0; around = lowering.parent(around)) {
    const declared = around === 0 || lowering.kind(around) === "statement_block" ? declaredIn(lowering, around).get(name) : undefined;
    const declaration = declared ?? parameterOf(lowering, around, name);
    if (declaration !== undefined) return isUnion(lowering, lowering.child(declaration, "type"));
    if (around === 0) return false;
  }
  return false;
}

function parameterOf(lowering: Lowering, function_: number, name: string): number | undefined {
  const parameters = lowering.child(function_, "parameters");
  return parameters === 0
    ? undefined
    : lowering.children(parameters).find((one) =>
      PARAMETERS.test(lowering.kind(one)) && lowering.text(lowering.child(one, "pattern")) === name
    );
}

function isUnion(lowering: Lowering, annotation: number): boolean {
  const union = annotation === 0 ? 0 : lowering.childOfKind(annotation, "union_type");
  return union !== 0 && flatten(lowering, union).filter((part) => !NOTHING.test(lowering.text(part))).length > 1;
}
