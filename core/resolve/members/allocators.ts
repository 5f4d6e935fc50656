/**
 * Classes whose call returns something else than an instance, because of their allocator (`__new__`) or metaclass (`__call__`).
 *
 * Stage: resolve. Invariant: a declared result is evidence; one inferred from `return` is weak.
 */
import { listItems } from "../../facts.ts";
import { isOwnFunction } from "../ownership.ts";
import { wrappersOf } from "./class_decorators.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { environmentOf } from "../types/environments.ts";
import { entryOf, metaclassOf } from "../types/inheritance.ts";
import { type DefinitionId, instance, type Meaning, partsOf, rowOf, Tag, union, UNKNOWN, weaken } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning, protocolMember } from "./members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/**
 * The result of calling a class if it is not an instance of it: the class that a decorator puts in its place, the result of its metaclass,
 * or the declared or inferred result of its allocator (`def __new__(cls) -> tuple[A, B]`).
 */
export function allocated(world: World, callee: Meaning): Meaning | undefined {
  const { allocator } = world.rules;
  if (allocator === undefined) return undefined;
  const apart = wrappersOf(world, callee.definition).filter(({ builds }) => !builds);
  // What replaces a class usually delegates to one of its instances.
  if (apart.length > 0) return weaken(union([...apart.map(({ type }) => instance(type)), instance(callee.definition, callee.items)]));
  const metaclass = metaclassOf(world, callee.definition);
  const run = metaclass === undefined ? UNKNOWN : protocolMember(world, instance(metaclass), "call");
  if (isOwnFunction(world, run)) {
    const other = givenInstead(world, run.definition, callee);
    if (other !== undefined) return other;
  }
  const own = memberMeaning(world, instance(callee.definition), allocator, Space.value);
  return isOwnFunction(world, own) ? givenInstead(world, own.definition, callee) : undefined;
}

/** What the function `maker` returns in place of an instance of the called class; undefined if it returns one. */
function givenInstead(world: World, maker: DefinitionId, callee: Meaning): Meaning | undefined {
  const view = world.viewOf(maker);
  const type = view.facts.definitions.type[rowOf(maker)]!;
  if (type === 0) return returnedInstead(world, view, rowOf(maker), callee);
  const made = evaluateType(world, view, type);
  if (!isOther(world, made, callee.definition)) return undefined;
  const result = substitute(made, environmentOf(world, { ...instance(callee.definition), items: callee.items }));
  return callee.weak ? weaken(result) : result;
}

/** The same for a function without a declared result, by its returned values: if only some are something else, nothing is certain. */
function returnedInstead(world: World, view: FileView, maker: number, { definition, items }: Meaning): Meaning | undefined {
  const returns = listItems(view.facts, view.facts.definitions.returns[maker]!).flatMap((one) => partsOf(evaluateValue(world, view, one)));
  const others = returns.filter((one) => isOther(world, one, definition));
  if (others.length === 0) return undefined;
  return weaken(union(others.length === returns.length ? others : [instance(definition, items), ...others]));
}

/**
 * Whether a value is certainly not an instance of the class `type`, of a subclass, or of a base, from which the class may have been
 * obtained.
 */
function isOther(world: World, { tag, definition }: Meaning, type: DefinitionId): boolean {
  if (tag === Tag.tuple) return true;
  return tag === Tag.instance && definition !== type && entryOf(world, definition, type) === undefined &&
    entryOf(world, type, definition) === undefined;
}
