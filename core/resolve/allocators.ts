/**
 * Classes whose allocator (`__new__`) gives something else than their instances.
 *
 * Stage: resolve. Invariant: a declared result is evidence; what is read off `return` is weak.
 */
import { listItems } from "../facts.ts";
import { evaluateType, evaluateValue } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { type DefinitionId, instance, type Meaning, substitute, Tag, union, weaken } from "./meaning.ts";
import type { World } from "./world.ts";

/** What calling a class gives where its own allocator declares something else than an instance of it (`def __new__(cls) -> tuple[A, B]`). */
export function allocated(world: World, callee: Meaning): Meaning | undefined {
  const { allocator } = world.rules;
  const row = allocator === undefined ? undefined : memberTable(world, callee.definition).get(allocator)?.[0];
  if (row === undefined) return undefined;
  const view = world.viewOf(callee.definition);
  const definition = view.facts.bindings.definition[row]!;
  if (definition === 0) return undefined;
  const type = view.facts.definitions.type[definition]!;
  if (type === 0) return returnedInstead(world, view, definition, callee);
  const made = evaluateType(world, view, type);
  if (!isOther(world, made, callee.definition)) return undefined;
  const result = substitute(made, world.environmentOf({ ...instance(callee.definition), items: callee.items }));
  return callee.weak ? weaken(result) : result;
}

/** As `allocated`, by what an allocator without a declared result returns: where that is something else now and then, nothing is certain. */
function returnedInstead(world: World, view: FileView, allocator: number, { definition, items }: Meaning): Meaning | undefined {
  const returns = listItems(view.facts, view.facts.definitions.returns[allocator]!).map((one) => evaluateValue(world, view, one));
  const others = returns.filter((one) => isOther(world, one, definition));
  if (others.length === 0) return undefined;
  return weaken(others.length === returns.length ? union(others) : instance(definition, items));
}

/** Whether a value is surely no instance of the class `type`, nor of one below it. */
function isOther(world: World, { tag, definition }: Meaning, type: DefinitionId): boolean {
  if (tag === Tag.tuple) return true;
  return tag === Tag.instance && definition !== type && !orderOf(world, definition).some((base) => base.definition === type);
}
