/**
 * Methods that call their own name: another method of that name on the receiver's type, or a recursive step.
 *
 * Stage: resolve. Pure: based on syntax alone.
 */
import { BindingFlag, listItems, rowsWith } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, rowOf } from "../meaning.ts";
import { mentions } from "../shape/expression_parts.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/**
 * Whether a call with these arguments inside the method itself is a recursive step: no variable is passed on (`self.nth(T::zero())`), as it
 * would be to another method of the same name.
 */
export function isStep({ facts }: FileView, args: readonly number[]): boolean {
  return args.length > 0 && !args.some((argument) => mentions(facts, argument, (name) => /^[\p{Ll}_]/u.test(name)));
}

/**
 * Whether a method calls its own name on `self`, by `Self` or by `type`: then the type has such a method itself, which takes precedence.
 */
export function callsItsName(world: World, member: DefinitionId, type: string): boolean {
  return callsOfItsName(world, member, type).some((call) => !isCallOfItself(world.viewOf(member), rowOf(member), call));
}

/** Whether a function without a receiver has branches and calls its own name with other than its own parameters: probably itself. */
export function callsItself(world: World, member: DefinitionId, type: string): boolean {
  return callsOfItsName(world, member, type).some((call) => isCallOfItself(world.viewOf(member), rowOf(member), call));
}

/** Whether a method that calls its own name has branches, too: then the call may be a recursive step. */
export function mayRecur(world: World, member: DefinitionId, type: string): boolean {
  return world.viewOf(member).facts.definitions.complexity[rowOf(member)]! > 1 && callsItsName(world, member, type);
}

/** The calls of a method's own name in it on `self`, by `Self` or by `type`, except recursive steps on `self`: rows of `calls`. */
function callsOfItsName(world: World, member: DefinitionId, type: string): number[] {
  const view = world.viewOf(member);
  const { calls, expressions } = view.facts;
  const name = world.nameOf(member);
  return rowsWith(calls.caller, rowOf(member)).filter((call) => {
    const callee = calls.expression[call]!;
    const op = expressions.op[callee];
    if ((op !== Op.member && op !== Op.path) || view.text(expressions.b[callee]!) !== name) return false;
    const holder = expressions.a[callee]!;
    if (op === Op.member) return expressions.op[holder] === Op.self && !isStep(view, listItems(view.facts, calls.arguments[call]!));
    return expressions.op[holder] === Op.selfType || (expressions.op[holder] === Op.name && view.text(expressions.a[holder]!) === type);
  });
}

/** Whether a call by a path, in a function with branches and without a receiver, passes anything but the function's own parameters. */
function isCallOfItself(view: FileView, member: number, call: number): boolean {
  const { bindings, calls, definitions, expressions: { op, a } } = view.facts;
  if (op[calls.expression[call]!] !== Op.path || definitions.complexity[member]! < 2) return false;
  const parameters = listItems(view.facts, definitions.parameters[member]!);
  if (parameters.some((row) => (bindings.flags[row]! & BindingFlag.receiver) !== 0)) return false;
  const own = new Set(parameters.map((row) => bindings.name[row]!));
  return listItems(view.facts, calls.arguments[call]!).some((given) => {
    const value = op[given] === Op.reference ? a[given]! : given;
    return op[value] !== Op.name || !own.has(a[value]!);
  });
}
