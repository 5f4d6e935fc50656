/**
 * Closures whose parameters are determined by a declared type: of a field, a `let`, an assignment, or a pointer created from it
 * (`Box::new(|n| …)`).
 *
 * Stage: parse -> facts. Invariant: closures that are an argument by themselves, or a reference to one, are left to the call, which knows
 * more.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { expectedAt, MAKES_POINTER } from "./expected.ts";

/** Variants and tuple structs, by custom. */
const HOLDS = /^(?:\w+::)*\p{Lu}\w*$/u;

/** Notes a closure with parameters, for `finishClosures`. */
export function noteClosure(lowering: Lowering, closure: number): void {
  stateOf(lowering).closures.push(closure);
}

/** Part of the plugin's `finish`: gives the closures the types that their places expect. */
export function finishClosures(lowering: Lowering): void {
  for (const closure of stateOf(lowering).closures) {
    const place = placeOf(lowering, closure);
    const type = place === 0 ? 0 : expectedAt(lowering, place, 0);
    if (type !== 0) lowering.facts.expression(Op.cast, type, lowering.lowerExpression(closure));
  }
}

/** The node whose place determines a closure: itself, or the call that creates a pointer to it; 0 if the call that receives it does. */
function placeOf(lowering: Lowering, closure: number): number {
  let parent = lowering.parent(closure);
  while (lowering.kind(parent) === "reference_expression") parent = lowering.parent(parent);
  if (lowering.kind(parent) !== "arguments") return closure;
  const call = lowering.parent(parent);
  const callee = lowering.text(lowering.child(call, "function"));
  return MAKES_POINTER.test(callee) ? call : HOLDS.test(callee) ? closure : 0;
}
