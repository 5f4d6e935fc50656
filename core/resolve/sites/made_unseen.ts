/**
 * What a type of the repository gives that has functions which code writes that nobody sees (`#[elem] struct Op { … }`, `Op::new().with_limits(true)`).
 *
 * Stage: resolve. Invariant: such a value is most likely of that type, so a method that is no trait's and belongs to another type is not its.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { onlyValue } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf, ownerOfImpl, traitDefinition } from "../types/fitting.ts";
import type { World } from "../world.ts";

/** So many steps lead from a call back to the type that it begins with. */
const MOST_STEPS = 16;

/** Whether `method` belongs to another type than that of the unseen function with which the receiver of `callee` begins. */
export function isOfAnother(world: World, view: FileView, callee: number, receiver: Meaning, method: DefinitionId): boolean {
  if (!world.rules.implementations || view.facts.expressions.op[callee] !== Op.member) return false;
  const { op, a } = view.facts.expressions;
  const object = a[callee]!;
  const isTold = receiver.tag === Tag.instance && !receiver.weak && op[object] !== Op.member;
  const type = isTold ? receiver : typeBefore(world, view, object);
  if (type.tag !== Tag.instance || !world.isOwnType(type)) return false;
  const impl = implOf(world, method);
  if (impl === 0) return false;
  world.ask(fileOf(impl));
  const owner = traitDefinition(world, impl) === 0 ? ownerOfImpl(world, impl) : UNKNOWN;
  return owner.tag === Tag.instance && owner.definition !== type.definition;
}

/** The type of the repository before the unseen function that a chain of calls begins with; unknown for all else. */
function typeBefore(world: World, view: FileView, object: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  let at = object;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (op[at] === Op.name) at = onlyValue(world, view, at);
    else if (op[at] === Op.unwrap || op[at] === Op.await) at = a[at]!;
    else if (op[at] !== Op.call) return UNKNOWN;
    else if (op[a[at]!] === Op.member) {
      const name = view.text(b[a[at]!]!);
      world.askName(name);
      // What the repository has under the name may give another type.
      if (world.methods(name).length > 0) return UNKNOWN;
      at = a[a[at]!]!;
    } else if (op[a[at]!] !== Op.path || evaluateValue(world, view, a[at]!).tag !== Tag.unknown) return UNKNOWN;
    else return evaluateType(world, view, a[a[at]!]!);
  }
  return UNKNOWN;
}
