/**
 * Members that a class has because of what it is itself an instance of.
 *
 * Stage: resolve. Invariant: what the repository says of the class itself is meant first; where that leads outside, only a property, which comes
 * before all that the class has, is certain.
 */
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, definitionMeaning, fileOf, instance, isKnown, type Meaning, Tag, union, UNKNOWN, weaken } from "../meaning.ts";
import { firstMember, memberTable, metaclassOf, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { instanceMember } from "./instance_members.ts";
import type { MemberQuery } from "./own_members.ts";
import { declaredType } from "../evaluate_types.ts";

/**
 * A member that a class has because of what it is itself an instance of.
 * @param own what it has by itself: nothing, or what lies outside, behind which only a property of the metaclass is certain
 */
export function metaclassMember(world: World, object: Meaning, query: MemberQuery, depth: number, own: Meaning): Meaning | undefined {
  const { name } = query;
  const metaclass = metaclassOf(world, object.definition) ?? plainMetaclass(world, own);
  if (metaclass === undefined) return undefined;
  const found = instanceMember(world, instance(metaclass), query, depth + 1);
  const made = madeInstead(world, metaclass);
  if (made.tag === Tag.instance) {
    const other = instanceMember(world, made, query, depth + 1);
    // Type checkers take the metaclass at its word that a class is one.
    return weaken(isKnown(other) && isKnown(found) ? union([other, found]) : isKnown(other) ? other : found);
  }
  if (found.tag === Tag.external) return undefined;
  if (own.tag === Tag.external && !isOwnProperty(world, metaclass, name)) {
    return isKnown(found) && !world.isCommonMethod(name) ? weaken(found) : undefined;
  }
  return orderOf(world, object.definition).some((base) => base.tag === Tag.unknown) ? weaken(found) : found;
}

/** What a metaclass says to make in place of a class (`def __new__(cls, name, bases, attrs) -> Job`). */
function madeInstead(world: World, metaclass: DefinitionId): Meaning {
  const { allocator } = world.rules;
  const maker = allocator === undefined ? 0 : firstMember(world, metaclass, allocator);
  if (maker === 0 || world.inLibrary(maker)) return UNKNOWN;
  world.ask(fileOf(maker));
  const made = declaredType(world, maker);
  return world.isOwnType(made) && metaclassOf(world, made.definition) !== metaclass ? made : UNKNOWN;
}

/** What a class is an instance of: of `type(C)`. */
export function classOfClass(world: World, id: DefinitionId): Meaning {
  const metaclass = metaclassOf(world, id);
  if (metaclass !== undefined) return definitionMeaning(metaclass);
  const isWhole = orderOf(world, id).every(({ tag }) => tag === Tag.instance);
  const plain = isWhole ? plainMetaclass(world, UNKNOWN) : undefined;
  return plain === undefined ? UNKNOWN : definitionMeaning(plain);
}

/** What all classes are instances of that name no other; undefined where that may stand outside. */
function plainMetaclass(world: World, own: Meaning): DefinitionId | undefined {
  const { classType } = world.rules;
  return classType === undefined || own.tag === Tag.external ? undefined : world.libraryDefinition(classType) || undefined;
}

/** Whether what a class declares first under a name, before any base from outside, is a property. */
function isOwnProperty(world: World, id: DefinitionId, name: string): boolean {
  const entry = orderOf(world, id).find(({ tag, definition }) => tag !== Tag.instance || memberTable(world, definition).has(name));
  if (entry?.tag !== Tag.instance) return false;
  const { bindings, definitions } = world.viewOf(entry.definition).facts;
  const rows = memberTable(world, entry.definition).get(name)!;
  return rows.every((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.property) !== 0);
}
