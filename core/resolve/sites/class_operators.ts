/**
 * Operators on a class itself (`Box[Job]`, `for item in Registry`).
 *
 * Stage: resolve. Invariant: a class's own methods are for its instances; operators on the class use those of its metaclass.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { isOwnDefinition } from "../ownership.ts";
import { metaclassOf } from "../types/inheritance.ts";
import { instance, type Meaning, NOTHING, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

const CLASSES: ReadonlySet<number> = new Set([DefinitionKind.class, DefinitionKind.enum, DefinitionKind.protocol]);

/**
 * The metaclass's method, if `found`, the member `name` of `receiver`, is for instances; `nothing` if the metaclass has none. Undefined if
 * the operand is not a class, or `found` is for classes.
 */
export function operatorOfClass(world: World, receiver: Meaning, found: Meaning, name: string): Meaning | undefined {
  if (world.rules.linearization !== "c3" || receiver.tag !== Tag.definition || found.tag !== Tag.definition) return undefined;
  if (!CLASSES.has(world.kindOf(receiver.definition)) || world.kindOf(found.definition) !== DefinitionKind.method) return undefined;
  if ((world.flagsOf(found.definition) & (DefinitionFlag.classmethod | DefinitionFlag.static)) !== 0) return undefined;
  const metaclass = metaclassOf(world, receiver.definition);
  const member = metaclass === undefined ? NOTHING : memberMeaning(world, instance(metaclass), name, Space.value);
  return isOwnDefinition(world, member) ? member : NOTHING;
}
