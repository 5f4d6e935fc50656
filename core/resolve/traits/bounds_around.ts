/**
 * Bounds on types that are not parameters (`where Rgb<S>: Convert<T>`): inside, they determine the type's traits.
 *
 * Stage: resolve. Invariant: a bound applies to the type and the traits that it names; which implementation it is depends on users of the
 * enclosing definition, so the trait's own method is meant.
 */
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { fileOf, isObject, type Meaning, partsOf, sameMeaning, Tag } from "../meaning.ts";
import { bindMember } from "../members/bind_member.ts";
import type { FileView } from "../state/file_view.ts";
import { implOf } from "../types/fitting.ts";
import { firstMember } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { positionOfSelf } from "./by_trait.ts";
import { scopeOf, traitOf } from "./trait_scope.ts";

/**
 * The trait's method that is meant, because of an enclosing bound, instead of `called`, which is an implementation's, or named by a path of
 * the trait, or unknown; undefined if no bound applies.
 * @param args the arguments, one of which is the `Self` of a trait's function
 */
export function memberByBound(world: World, view: FileView, callee: number, args: readonly number[], called: Meaning): Meaning | undefined {
  if (view.bounds.size === 0) return undefined;
  const parts = called.tag === Tag.unknown ? [] : partsOf(called);
  const { expressions, scopes, strings } = view.facts;
  const isOfTrait = called.tag === Tag.definition && expressions.op[callee] === Op.path &&
    traitOf(world, called.definition) === world.parentOf(called.definition);
  if (
    !isOfTrait && !parts.every((part) => part.tag === Tag.external || (part.tag === Tag.definition && implOf(world, part.definition) !== 0))
  ) {
    return undefined;
  }
  const object = isOfTrait ? args[positionOfSelf(world, called.definition)] ?? 0 : expressions.a[callee]!;
  const name = strings[expressions.b[callee]!]!;
  let type: Meaning | undefined;
  for (let scope = scopeOf(view, object); scope !== 0; scope = scopes.parent[scope]!) {
    for (const row of view.bounds.get(scope) ?? []) {
      type ??= evaluateValue(world, view, object);
      if (!isSameType(evaluateType(world, view, view.facts.bindings.value[row]!), type)) continue;
      const found = memberOfBounds(world, evaluateType(world, view, view.facts.bindings.type[row]!), parts, name, type);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function isSameType(asked: Meaning, type: Meaning): boolean {
  if (asked.tag === Tag.external) return type.tag === Tag.external && type.name === asked.name;
  // An associated type known only by its bounds.
  if (asked.tag === Tag.parameter) return sameMeaning(asked, type);
  return isObject(asked) && type.definition === asked.definition && asked.definition !== 0;
}

/** The method of one of several bounds, if the callee is otherwise of exactly that trait, or external. */
function memberOfBounds(world: World, bound: Meaning, parts: readonly Meaning[], name: string, type: Meaning): Meaning | undefined {
  for (const one of bound.tag === Tag.tuple ? bound.items : [bound]) {
    if (one.tag !== Tag.instance) continue;
    if (
      !parts.every((part) => part.tag === Tag.external ? type.tag === Tag.external : traitOf(world, part.definition) === one.definition)
    ) continue;
    world.ask(fileOf(one.definition));
    const method = firstMember(world, one.definition, name);
    if (method !== 0) return bindMember(world, method, one, type);
  }
  return undefined;
}
