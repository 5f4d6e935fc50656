/**
 * Undeclared names on an object: index signatures, and members of all values.
 *
 * Stage: resolve.
 */
import { evaluateType } from "../evaluate.ts";
import { isLibraryType } from "../ownership.ts";
import { memberTable, orderOf, specialized } from "../types/inheritance.ts";
import { givenForKey } from "../types/keyed.ts";
import { type DefinitionId, held, instance, type Meaning, partsOf, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { settle } from "./bind_member.ts";
import { memberQuery, ofValue, ownMember, UNKNOWN_MEMBER } from "./own_members.ts";
import { functionResult } from "../calls/results.ts";
import type { World } from "../world.ts";

/** The meaning of an undeclared name: by an index signature, or a member of all values. */
export function indexedMember(world: World, type: Meaning, receiver: Meaning, name: string, depth: number): Meaning | undefined {
  const { operations, protocols, rootType } = world.rules;
  const byName = operations.member;
  if (byName !== undefined) {
    const method = protocols.index?.[0];
    if (name === method) return undefined;
    for (const base of orderOf(world, type.definition)) {
      if (base.tag !== Tag.instance) continue;
      const entry = specialized(world, base, type);
      const position = world.inLibrary(entry.definition) ? byName[world.nameOf(entry.definition)] : undefined;
      if (position !== undefined && position > 0 && !mayBeKey(world, entry.items[position - 1], name)) continue;
      if (position !== undefined) return held(entry.items[position] ?? UNKNOWN);
      // Of the library only types that are written out where they are used (`{ [K in keyof T]: … }`) are indexed by any name.
      const own = method === undefined || (world.inLibrary(entry.definition) && world.nameOf(entry.definition) !== "")
        ? undefined
        : ownMember(world, entry.definition, entry, memberQuery(receiver, method));
      if (own?.tag !== Tag.definition || !mayBeKey(world, keysOf(world, own.definition, entry, receiver), name)) continue;
      const given = givenForKey(world, own.definition, settle(world, functionResult(world, own.definition), entry, receiver), name);
      const isDeclared = world.viewOf(own.definition).facts.definitions.type[rowOf(own.definition)] !== 0;
      if (given.tag === Tag.unknown && isDeclared) return UNKNOWN_MEMBER;
      // A homomorphic mapped type (`{ [K in keyof T]: T[K] }`) has the original type's method.
      const isItself = given.tag === Tag.definition && given.result !== undefined && world.nameOf(given.definition) === name;
      return isItself ? given : held(given);
    }
  }
  const root = rootType === undefined || depth > 2 ? 0 : world.library.definition(rootType);
  if (root === 0 || root === type.definition || !memberTable(world, root).has(name)) return undefined;
  return ownMember(world, root, instance(root), ofValue(receiver, name));
}

/** The type of the keys of the index signature `method`, if it is restricted to some (`[P in K]`); otherwise undefined. */
function keysOf(world: World, method: DefinitionId, entry: Meaning, receiver: Meaning): Meaning | undefined {
  const view = world.viewOf(method);
  const key = view.typeParameters(rowOf(method))[0];
  const type = key === undefined ? 0 : view.facts.bindings.type[key]!;
  return type === 0 ? undefined : settle(world, evaluateType(world, view, type), entry, receiver);
}

/** Whether a key of the type may be `name`: also if it is not a text, or not known. */
function mayBeKey(world: World, keys: Meaning | undefined, name: string): boolean {
  if (keys === undefined) return true;
  return partsOf(keys).some((key) => !isLibraryType(world, key) || key.name === "" || key.name === name);
}
