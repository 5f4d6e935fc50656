/**
 * An external type's own method, called by its name in an impl for that type that defines a method of the same name.
 *
 * Stage: resolve. Invariant: a method in such an impl is not its own target if that could only be infinite recursion.
 */
import { BindingFlag, DefinitionFlag, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, external, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { isStep } from "../members/own_name_calls.ts";
import { onlyBinding } from "../names/names.ts";
import { isLibraryType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { Around, receiverAround, receiverIn } from "../state/parameters.ts";
import { implOf, isForReferences, ownerOfImpl, seenThrough, traitDefinition } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { hasTrait } from "./traits.ts";

/**
 * The target of a method in a trait's impl for an external type that calls its own name on `self` (`crate::Sender::send(self, message)`,
 * `self.len()`, `(*self).len()`): the type's own. Undefined if `called` is another function, or is called on something else.
 */
export function ownOfOutside(
  world: World,
  view: FileView,
  receiver: number,
  called: Meaning,
  args: readonly number[],
): Meaning | undefined {
  const impl = implOf(world, called.definition);
  if (fileOf(called.definition) !== view.index || impl === 0 || !hasTrait(world, impl)) return undefined;
  const around = receiverAround(view, scopeOfSelf(world, view, behindSelf(world, view, receiver)));
  if (around === undefined) return undefined;
  if (around.definition === rowOf(called.definition) && isStep(view, args)) return undefined;
  const owner = ownerOfImpl(world, impl);
  const isMeant = around.definition !== rowOf(called.definition) && !isBeyondReach(view, around, rowOf(called.definition));
  if (isMeant && !isGivenTwice(world, view, around.definition, called.definition, owner)) return undefined;
  const name = world.nameOf(called.definition);
  if (owner.tag === Tag.external) return external(`${owner.name}.${name}`);
  // For a blanket impl with an external bound, the bound's method.
  if (owner.tag === Tag.parameter && owner.result?.tag === Tag.external) return external(`${owner.result.name}.${name}`);
  return isLibraryType(world, owner) ? external(world.library.shownName(`${world.nameOf(owner.definition)}.${name}`)) : undefined;
}

/** Whether `self` is a shared reference in the enclosing method, and the method `called` (row of `definitions`) takes `&mut self`. */
function isBeyondReach(view: FileView, around: Around, called: number): boolean {
  const { bindings, definitions } = view.facts;
  const asked = receiverIn(view, called);
  const isLent = (method: number, receiver: number): boolean =>
    (definitions.flags[method]! & DefinitionFlag.byReference) !== 0 && bindings.type[receiver] === 0;
  const isChanged = (receiver: number): boolean => (bindings.flags[receiver]! & BindingFlag.mutable) !== 0;
  return asked !== 0 && isLent(called, asked) && isChanged(asked) && isLent(around.definition, around.receiver) &&
    !isChanged(around.receiver);
}

/**
 * Whether the method `around` and `called` are of one trait, implemented for an external type and for references to it: the one for
 * references is found later.
 */
function isGivenTwice(world: World, view: FileView, around: number, called: DefinitionId, owner: Meaning): boolean {
  const method = definitionId(view.index, around);
  const impl = implOf(world, method);
  if (owner.tag !== Tag.external || impl === 0 || world.nameOf(method) !== world.nameOf(called)) return false;
  if (isForReferences(world, impl) || !isForReferences(world, world.parentOf(called))) return false;
  const plain = ownerOfImpl(world, impl);
  return plain.tag === Tag.external && plain.name === owner.name &&
    traitDefinition(world, impl) === traitDefinition(world, world.parentOf(called));
}

/** `x` in `*x` and in pointers to it (`Pin::new(x)`). */
function behindSelf(world: World, view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  let at = expression;
  while (op[at] === Op.deref) at = a[at]!;
  if (op[at] !== Op.call) return at;
  const args = listItems(view.facts, b[at]!);
  return args.length === 1 && op[args[0]!] === Op.self && seenThrough(world, evaluateValue(world, view, at)) !== undefined ? args[0]! : at;
}

/** The scope whose `self` an expression is; otherwise 0. */
function scopeOfSelf(world: World, view: FileView, expression: number): number {
  const { expressions, bindings } = view.facts;
  if (expressions.op[expression] === Op.self) return expressions.a[expression]!;
  const row = onlyBinding(world, view, expression);
  return bindings.flags[row]! & BindingFlag.receiver ? bindings.scope[row]! : 0;
}
