/**
 * Results declared as pointers.
 *
 * Stage: resolve. Invariant: where interfaces are structural, a pointer whose methods are called does not point to an interface: a pointer
 * to an external type has that type's own methods, whatever the function received.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { rowOf } from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** Whether an expression is a result, or one of the results, of a repository function that is declared to be a pointer. */
export function isDeclaredPointer(world: World, view: FileView, expression: number): boolean {
  const { op, a, b } = view.facts.expressions;
  const isPart = op[expression] === Op.item;
  const call = isPart ? a[expression]! : expression;
  const callee = evaluateValue(world, view, a[call]!);
  if (!isOwnFunction(world, callee)) return false;
  const home = world.viewOf(callee.definition);
  world.ask(home.index);
  const { definitions, expressions } = home.facts;
  const whole = definitions.type[rowOf(callee.definition)]!;
  const isTuple = isPart && expressions.op[whole] === Op.tuple;
  const type = isTuple ? listItems(home.facts, expressions.a[whole]!)[b[expression]!] ?? 0 : whole;
  return expressions.op[type] === Op.reference;
}
