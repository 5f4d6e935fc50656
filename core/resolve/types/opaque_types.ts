/**
 * Types that are told by a trait alone (`-> impl Shape`).
 *
 * Stage: resolve. Invariant: a value hides what it is only as far as its function says so; where nothing more is known, the trait is meant.
 */
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import type { FileView } from "../state/file_view.ts";
import { orderOf } from "./inheritance.ts";
import { boundsIn, held, type Meaning, Tag } from "../meaning.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";

/**
 * A type that is told by a trait alone: what the value is that the function ends with. A trait outside may say more than that of
 * what it hands out.
 */
export function opaqueType(world: World, view: FileView, type: number, value: number): Meaning {
  const trait = evaluateType(world, view, type);
  const bounds = boundsIn(trait);
  const isOwn = bounds.some((one) => one.tag === Tag.instance && !world.inLibrary(one.definition));
  if (!isOwn && !bounds.some((one) => one.tag === Tag.instance)) return trait;
  const hidden = asInstance(world, evaluateValue(world, view, value));
  if (!isOwn && !saysAll(world, hidden, bounds)) return trait;
  switch (hidden.tag) {
    case Tag.instance:
      return world.kindOf(hidden.definition) === DefinitionKind.trait ? trait : { ...hidden, held: false };
    case Tag.self:
    case Tag.parameter:
      return { ...hidden, held: false };
    case Tag.definition:
      return isCallable(world.kindOf(hidden.definition)) ? held(hidden) : trait;
    default:
      return trait;
  }
}

/** Whether a value is of a type of the repository that says all that traits of the library would. */
function saysAll(world: World, { tag, definition }: Meaning, traits: readonly Meaning[]): boolean {
  if (tag !== Tag.instance || world.inLibrary(definition) || world.kindOf(definition) === DefinitionKind.trait) return false;
  return traits.every((trait) =>
    trait.items.length === 0 ||
    orderOf(world, definition).some((base) =>
      base.definition === trait.definition && base.items.length > 0 && base.items.every((item) => item.tag !== Tag.unknown)
    )
  );
}
