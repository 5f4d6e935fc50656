/**
 * Methods found by `reflect`: by a literal name, a computed name, or their index.
 *
 * Stage: facts. Invariant: a literal name yields the method itself; of a computed one the start and end are kept, as far as they are
 * literals.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { importPattern } from "./imports.ts";

/** Functions that return the reflection of a value or a type. */
const REFLECTION = /(?:^|\.)(?:ValueOf|TypeOf)$/;
const WORD = /^["`](\w+)["`]$/;
const IMPORTS_REFLECT = importPattern("reflect");

/**
 * `reflect.ValueOf(x).MethodByName("Run")` stands for `x.Run`, and for any method of that name if `x` is not visible; it is called after it
 * is found. Any other name, and an index (`v.Method(i)`), may mean any exported method of the type.
 * @param callee the node of the callee
 * @param argument the node of the name or the index
 * @param call the expression of the call, which is the method that is found
 */
export function lowerReflectedMethod(lowering: Lowering, callee: number, argument: number, call: number): void {
  if (lowering.kind(callee) !== "selector_expression") return;
  const field = lowering.text(lowering.child(callee, "field"));
  if (field !== "MethodByName" && field !== "Method") return;
  const reflected = lowering.child(callee, "operand");
  const isReflection = REFLECTION.test(lowering.text(lowering.child(reflected, "function")));
  const value = isReflection ? lowering.codeIn(lowering.child(reflected, "arguments"))[0] ?? 0 : 0;
  const object = lowering.lowerExpression(value);
  const isNamed = field === "MethodByName";
  const name = isNamed ? WORD.exec(lowering.text(argument))?.[1] : undefined;
  if (name !== undefined) lowering.addCallOf(lowering.memberExpression(object, name), argument, argument, name, [], 0);
  // Methods of these names are common; without the package they are not reflection.
  else if (importsReflect(lowering)) lowering.facts.expression(Op.computed, call, object, affixedText(lowering, isNamed ? argument : 0));
}

/** What is known of the text at `node`; nothing if that is 0. */
function affixedText(lowering: Lowering, node: number): number {
  const [start, end] = node === 0 ? ["", ""] : [textAtEnd(lowering, node, "left"), textAtEnd(lowering, node, "right")];
  return lowering.facts.affixed("string", start, end);
}

/** The start (`left`) or end (`right`) of the text at `node`, as far as it is a literal. */
function textAtEnd(lowering: Lowering, node: number, side: "left" | "right"): string {
  let part = node;
  while (lowering.kind(part) === "binary_expression") part = lowering.child(part, side);
  return WORD.exec(lowering.text(part))?.[1] ?? "";
}

function importsReflect(lowering: Lowering): boolean {
  return stateOf(lowering).importsReflect ??= IMPORTS_REFLECT.test(lowering.tree.source);
}
