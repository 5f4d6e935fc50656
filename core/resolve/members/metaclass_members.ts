/**
 * Members that a class has because of its metaclass.
 *
 * Stage: resolve. Invariant: the class's own declarations take precedence; after an external base, only a property of the metaclass, which
 * precedes the class's members, is certain.
 */
import { DefinitionFlag } from "../../facts.ts";
import { type DefinitionId, definitionMeaning, fileOf, instance, isKnown, type Meaning, Tag, union, UNKNOWN, weaken } from "../meaning.ts";
import { isOwnType } from "../ownership.ts";
import { firstMember, memberTable, metaclassOf, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { instanceMember } from "./instance_members.ts";
import type { MemberQuery } from "./own_members.ts";
import { declaredType } from "../evaluate_types.ts";

/**
 * A member that a class has because of its metaclass.
 * @param own what the class has itself: nothing, or something external, after which only a property of the metaclass is certain
 */
export function metaclassMember(world: World, object: Meaning, query: MemberQuery, depth: number, own: Meaning): Meaning | undefined {
  const { name } = query;
  const metaclass = metaclassOf(world, object.definition) ?? plainMetaclass(world, own);
  if (metaclass === undefined) return undefined;
  const found = instanceMember(world, instance(metaclass), query, depth + 1);
  const made = madeInstead(world, metaclass);
  if (made.tag === Tag.instance) {
    const other = instanceMember(world, made, query, depth + 1);
    // Type checkers trust the metaclass's declaration.
    return weaken(isKnown(other) && isKnown(found) ? union([other, found]) : isKnown(other) ? other : found);
  }
  if (found.tag === Tag.external) return undefined;
  if (own.tag === Tag.external && !isOwnProperty(world, metaclass, name)) {
    return isKnown(found) && !world.isCommonMethod(name) ? weaken(found) : undefined;
  }
  return orderOf(world, object.definition).some((base) => base.tag === Tag.unknown) ? weaken(found) : found;
}

/** What a metaclass declares to create in place of a class (`def __new__(cls, name, bases, attrs) -> Job`). */
function madeInstead(world: World, metaclass: DefinitionId): Meaning {
  const { allocator } = world.rules;
  const maker = allocator === undefined ? 0 : firstMember(world, metaclass, allocator);
  if (maker === 0 || world.inLibrary(maker)) return UNKNOWN;
  world.ask(fileOf(maker));
  const made = declaredType(world, maker);
  return isOwnType(world, made) && metaclassOf(world, made.definition) !== metaclass ? made : UNKNOWN;
}

/** The metaclass of a class: `type(C)`. */
export function classOfClass(world: World, id: DefinitionId): Meaning {
  const metaclass = metaclassOf(world, id);
  if (metaclass !== undefined) return definitionMeaning(metaclass);
  const isWhole = orderOf(world, id).every(({ tag }) => tag === Tag.instance);
  const plain = isWhole ? plainMetaclass(world, UNKNOWN) : undefined;
  return plain === undefined ? UNKNOWN : definitionMeaning(plain);
}

/** The metaclass of classes that name none; undefined if it may be external. */
function plainMetaclass(world: World, own: Meaning): DefinitionId | undefined {
  const { classType } = world.rules;
  return classType === undefined || own.tag === Tag.external ? undefined : world.library.definition(classType) || undefined;
}

/** Whether the first declaration of a name in a class's order, before any external base, is a property. */
function isOwnProperty(world: World, id: DefinitionId, name: string): boolean {
  const entry = orderOf(world, id).find(({ tag, definition }) => tag !== Tag.instance || memberTable(world, definition).has(name));
  if (entry?.tag !== Tag.instance) return false;
  const { bindings, definitions } = world.viewOf(entry.definition).facts;
  const rows = memberTable(world, entry.definition).get(name)!;
  return rows.every((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.property) !== 0);
}
