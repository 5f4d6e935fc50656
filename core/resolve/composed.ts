/**
 * Members of a type that is composed of others (`A & B`).
 *
 * Stage: resolve. Invariant: where only one of them declares the member, it is that one's.
 */
import { DefinitionKind, listItems } from "../facts.ts";
import { evaluateType } from "./evaluate.ts";
import { COMPOSED, type Meaning, rowOf, Tag, union } from "./meaning.ts";
import { memberMeaning } from "./members.ts";
import { Space } from "./names.ts";
import type { World } from "./world.ts";

/** `own`, the member that was found first: an object's type that further parts of `type` declare too has what any of them says. */
export function composedMember(world: World, type: Meaning, own: Meaning, name: string, depth: number): Meaning {
  if (!isObject(world, own) || world.kindOf(type.definition) !== DefinitionKind.object) return own;
  const view = world.viewOf(type.definition);
  const parts = listItems(view.facts, view.facts.definitions.supertypes[rowOf(type.definition)]!);
  if (parts.length < 2) return own;
  const members = parts.map((part) => {
    const whole = world.substituteParameters(evaluateType(world, view, part), type.definition, type.items);
    return memberMeaning(world, whole, name, Space.value, depth + 1);
  });
  const whole = union([own, ...members.filter((member) => isObject(world, member) || member.tag === Tag.union)]);
  return whole.tag === Tag.union ? { ...whole, name: COMPOSED, weak: own.weak, held: own.held } : whole;
}

function isObject(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && world.kindOf(definition) === DefinitionKind.object;
}
