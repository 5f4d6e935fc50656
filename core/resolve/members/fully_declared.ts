/**
 * Types all of whose members are known: a member that was not found does not exist, as in code that does not run yet.
 *
 * Stage: resolve. Invariant: whatever may add members invisibly leaves a type open: an external base, a decorator or metaclass, a method
 * for undeclared members.
 */
import { DefinitionKind } from "../../facts.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { entryOf, firstMember, memberTable, metaclassOf, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { embeddedOf } from "./promotion.ts";

const TYPES: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.struct,
  DefinitionKind.enum,
  DefinitionKind.interface,
  DefinitionKind.protocol,
]);

/** Those of `methods` that a value of known type may have: if all members are known, only those that subtypes declare. */
export function notOfOthers(world: World, receiver: Meaning, methods: readonly DefinitionId[]): readonly DefinitionId[] {
  if (methods.length === 0 || !isFullyDeclared(world, receiver)) return methods;
  return methods.filter((method) => {
    const owner = ownerOf(world, method);
    return owner === 0 || entryOf(world, owner, receiver.definition) !== undefined;
  });
}

/** The only type, with its subtypes, that has a method; 0 for a method that others may get invisibly, such as a trait's. */
function ownerOf(world: World, method: DefinitionId): DefinitionId {
  const type = world.ownerOf(method);
  world.ask(fileOf(method));
  return TYPES.has(world.kindOf(type)) ? type : 0;
}

function isFullyDeclared(world: World, type: Meaning, seen = new Set<DefinitionId>()): boolean {
  if (type.tag !== Tag.instance || type.weak || !TYPES.has(world.kindOf(type.definition))) return false;
  if (seen.has(type.definition)) return true;
  seen.add(type.definition);
  const order = orderOf(world, type.definition);
  return order.every((entry) => entry.tag === Tag.instance && isPlain(world, entry.definition)) &&
    metaclassOf(world, type.definition) === undefined && embeddedOf(world, type).every((inner) => isFullyDeclared(world, inner, seen));
}

/** Whether nothing in a type's own declaration may add members. */
function isPlain(world: World, type: DefinitionId): boolean {
  const { rootType, ownType } = world.rules;
  if (world.inLibrary(type)) return world.nameOf(type) === (rootType ?? ownType?.root);
  const { definitions } = world.viewOf(type).facts;
  const row = rowOf(type);
  const method = world.rules.protocols.member?.[0];
  return definitions.decorators[row] === 0 && definitions.attributes[row] === 0 &&
    (method === undefined || firstMember(world, type, method) === 0) && !memberTable(world, type).keys().some(isComputed);
}

/** Whether a member's name is an expression that may have any value. */
function isComputed(name: string): boolean {
  return name.startsWith("[");
}
