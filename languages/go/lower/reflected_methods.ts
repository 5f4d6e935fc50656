/**
 * Methods that `reflect` finds: by a name that is written out, by one that is computed, or by their place among the others.
 *
 * Stage: facts. Invariant: a name that is written out gives the method itself; of a computed one its ends are kept, as far as they are written out.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { importPattern } from "./imports.ts";

/** What gives a value's or a type's reflection. */
const REFLECTION = /(?:^|\.)(?:ValueOf|TypeOf)$/;
const WORD = /^["`](\w+)["`]$/;
const IMPORTS_REFLECT = importPattern("reflect");

/**
 * `reflect.ValueOf(x).MethodByName("Run")` stands for `x.Run`, and for any method of that name where `x` is not seen; it is called once it is found.
 * Any other name, and a place (`v.Method(i)`), may mean any method that the type exports.
 * @param callee the node of what is called
 * @param argument the node of the name or the place
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
  // Methods of these names are common; without the package they are no reflection.
  else if (importsReflect(lowering)) lowering.facts.expression(Op.computed, call, object, affixedText(lowering, isNamed ? argument : 0));
}

/** What is known of the text at `node`; nothing where that is 0. */
function affixedText(lowering: Lowering, node: number): number {
  const [start, end] = node === 0 ? ["", ""] : [textAtEnd(lowering, node, "left"), textAtEnd(lowering, node, "right")];
  return lowering.facts.affixed("string", start, end);
}

/** How the text at `node` begins (`left`) or ends (`right`), as far as it is written out. */
function textAtEnd(lowering: Lowering, node: number, side: "left" | "right"): string {
  let part = node;
  while (lowering.kind(part) === "binary_expression") part = lowering.child(part, side);
  return WORD.exec(lowering.text(part))?.[1] ?? "";
}

function importsReflect(lowering: Lowering): boolean {
  return stateOf(lowering).importsReflect ??= IMPORTS_REFLECT.test(lowering.tree.source);
}
