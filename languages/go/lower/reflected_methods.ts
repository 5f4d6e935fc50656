/**
 * Methods that `reflect` finds: by a name that is written out, by one that is computed, or by their place among the others.
 *
 * Stage: facts. Invariant: a name that is written out gives the method itself; of a computed one the ends are kept.
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";

/** What gives a value's or a type's reflection. */
const REFLECTION = /(?:^|\.)(?:ValueOf|TypeOf)$/;
const WORD = /^["`](\w+)["`]$/;
const IMPORTS_REFLECT = /^(?:import)?\s*(?:\w+\s+)?"reflect"/m;

/**
 * `reflect.ValueOf(x).MethodByName("Run")` stands for `x.Run`, of whatever else for a method of that name: it is called once it is found. Any other
 * name, and a place (`v.Method(i)`), may mean any method that the type exports.
 * @param callee a node, `name` its argument, `call` what it gives
 */
export function methodFound(lowering: Lowering, callee: number, name: number, call: number): void {
  if (name === 0 || lowering.kind(callee) !== "selector_expression") return;
  const field = lowering.text(lowering.child(callee, "field"));
  if (field !== "MethodByName" && field !== "Method") return;
  const reflected = lowering.child(callee, "operand");
  const isTold = REFLECTION.test(lowering.text(lowering.child(reflected, "function")));
  const value = isTold ? lowering.codeIn(lowering.child(reflected, "arguments"))[0] ?? 0 : 0;
  const object = lowering.lowerExpression(value);
  const method = field === "Method" ? undefined : WORD.exec(lowering.text(name))?.[1];
  if (method !== undefined) lowering.addCallOf(lowering.memberExpression(object, method), name, name, method, [], 0);
  else if (importsReflect(lowering)) {
    const { facts } = lowering;
    const [start, end] = field === "Method" ? ["", ""] : [textAtEnd(lowering, name, "left"), textAtEnd(lowering, name, "right")];
    facts.expression(
      Op.computed,
      call,
      object,
      facts.expression(Op.affixed, facts.string("string"), facts.string(start), facts.string(end)),
    );
  }
}

/** How a text that is put together begins or ends: as the outermost of its operands does that is written out. */
function textAtEnd(lowering: Lowering, node: number, side: "left" | "right"): string {
  let part = node;
  while (lowering.kind(part) === "binary_expression") part = lowering.child(part, side);
  return WORD.exec(lowering.text(part))?.[1] ?? "";
}

function importsReflect({ own, tree: { source } }: Lowering): boolean {
  return (own.importsReflect ??= IMPORTS_REFLECT.test(source)) as boolean;
}
