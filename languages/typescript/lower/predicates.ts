/**
 * The results of guards: `x is T`, `asserts x is T`, `this is T`.
 *
 * Stage: parse -> facts.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, returnedFirst } from "../file_state.ts";
import { lowerTypeAt } from "./types.ts";

/** `x is T`, as the result of a type guard; if x is not its first parameter it says which. */
export function typePredicate(lowering: Lowering, node: number, depth: number): number {
  const { facts } = lowering;
  const type = lowerTypeAt(lowering, lowering.child(node, "type"), depth + 1);
  const tested = testedParameter(lowering, node, lowering.text(lowering.child(node, "name")));
  return facts.expression(Op.apply, lowering.builtin("TypePredicate"), facts.list(tested === 0 ? [type] : [type, tested]));
}

/**
 * What `(x) => x instanceof T`, or a function that only returns that, implies about x, as if `x is T` were its result; 0 for all others.
 */
export function testedType(lowering: Lowering, node: number): number {
  const body = returnedFirst(lowering, lowering.child(node, "body"));
  if (lowering.kind(body) !== "binary_expression" || lowering.kind(lowering.child(body, "operator")) !== "instanceof") return 0;
  if (lowering.child(node, "return_type") !== 0 || lowering.kind(lowering.firstChild(node)) === "async") return 0;
  const list = lowering.child(node, "parameters");
  const parameter = list === 0 ? lowering.child(node, "parameter") : lowering.child(firstNamed(lowering, list), "pattern");
  const tested = lowering.child(body, "right");
  if (parameter === 0 || lowering.kind(tested) !== "identifier") return 0;
  if (lowering.text(parameter) !== lowering.text(lowering.child(body, "left"))) return 0;
  const type = lowering.nameExpression(lowering.text(tested), node);
  return lowering.facts.expression(Op.apply, lowering.builtin("TypePredicate"), lowering.facts.list([type]));
}

/**
 * Of the parameter `name` of the function whose result is written at `node`: an empty part for each parameter before it, none for `this`.
 */
function testedParameter(lowering: Lowering, node: number, name: string): number {
  if (name === "this") return lowering.builtin("undefined");
  let list = 0;
  for (let holder = lowering.parent(node); holder !== 0 && list === 0; holder = lowering.parent(holder)) {
    list = lowering.child(holder, "parameters");
  }
  const names = lowering.children(list).map((parameter) => lowering.text(lowering.child(parameter, "pattern")));
  const before = names.filter((one) => one !== "this" && one !== "").indexOf(name);
  return before < 1 ? 0 : lowering.facts.expression(Op.tuple, lowering.facts.list(new Array<number>(before).fill(0)));
}
