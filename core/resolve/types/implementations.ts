/**
 * The members that a call of a type's member may run: those of its subtypes.
 *
 * Stage: resolve. Invariants: nearest types first, at most `MOST_CANDIDATES`; the name is recorded, so that an edit that gives a subtype
 * such a member affects the caller.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, instance, Tag } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { memberMeaning } from "../members/members.ts";
import { keyInBuild } from "../names/builds.ts";
import { Space } from "../names/names.ts";
import { hasTrait } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { membersOfDeclaredObjects } from "./declared_objects.ts";
import { implOf, traitDefinition } from "./fitting.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import { isOtherName, structuralMember } from "./structural_methods.ts";
import { typesBelow } from "./subtypes.ts";

/** Whether calling this member may run another one: it is declared in an interface, a trait, or without a body. */
export function isDispatched(world: World, member: DefinitionId): boolean {
  const flags = world.flagsOf(member);
  if (flags & DefinitionFlag.abstract) return true;
  const parent = world.parentOf(member);
  if (parent === 0) return false;
  const kind = world.kindOf(parent);
  if (kind === DefinitionKind.interface || kind === DefinitionKind.trait || kind === DefinitionKind.protocol) return true;
  if (kind !== DefinitionKind.object || (flags & DefinitionFlag.bodiless) === 0) return false;
  // A type with a call signature is a function, which has no such member.
  return world.rules.protocols.call?.includes(world.nameOf(member)) !== true;
}

/** Members of that name in the types that match an unnamed type, which cannot be named as implemented. */
function membersAlike(world: World, owner: DefinitionId, name: string): readonly DefinitionId[] {
  const { bindings, definitions } = world.viewOf(owner).facts;
  const isAsked = (row: number): boolean => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.optional) === 0;
  const asked = [...memberTable(world, owner)].filter(([, rows]) => rows.some(isAsked)).map(([one]) => one);
  const has = (type: DefinitionId, one: string): boolean => memberMeaning(world, instance(type), one, Space.value).tag !== Tag.unknown;
  return world.repository.methods(name).filter((id) => {
    const type = world.ownerOf(id);
    return type !== owner && (world.flagsOf(id) & DefinitionFlag.bodiless) === 0 && asked.every((one) => one === name || has(type, one));
  }).slice(0, MOST_CANDIDATES);
}

/** Members of that name in the subtypes of the type that owns `member`, nearest first, at most `MOST_CANDIDATES`. */
export function implementationsOf(world: World, member: DefinitionId): readonly DefinitionId[] {
  const { implementations } = world.kept;
  const key = keyInBuild(world, member);
  return implementations.get(key) ?? implementations.find(key, () => findImplementations(world, member));
}

function findImplementations(world: World, member: DefinitionId): readonly DefinitionId[] {
  const owner = world.parentOf(member);
  const name = world.nameOf(member);
  const kind = owner === 0 ? 0 : world.kindOf(owner);
  if (kind === DefinitionKind.object) {
    return firstCandidates([...membersOfDeclaredObjects(world, owner, name), ...membersAlike(world, owner, name)]);
  }
  const below = membersBelow(world, owner, name, member);
  if (!world.rules.separateTypes || kind !== DefinitionKind.interface) return below;
  const objects = below.length < MOST_CANDIDATES ? membersOfDeclaredObjects(world, owner, name) : NO_ROWS;
  return firstCandidates([...world.attachments.putBeside(owner, name), ...below, ...objects]);
}

/**
 * The same for a call on a value of `type`, a class that inherits the member: the first in the order of that class and of each subclass, so
 * not those of sibling classes.
 */
export function implementationsOn(world: World, member: DefinitionId, type: DefinitionId): readonly DefinitionId[] {
  const { implementations } = world.kept;
  const key = `${keyInBuild(world, member)} on ${type}`;
  return implementations.get(key) ?? implementations.find(key, () => {
    const name = world.nameOf(member);
    world.askName(name);
    const found = new Set<DefinitionId>();
    for (const one of [type, ...typesBelow(world, type)]) {
      for (const id of firstDeclared(world, one, name)) if (id !== member) found.add(id);
      if (found.size >= MOST_CANDIDATES) break;
    }
    return firstCandidates(found);
  });
}

/** The members of a type under a name: its own, or those of the first base that declares it. */
function firstDeclared(world: World, type: DefinitionId, name: string): readonly DefinitionId[] {
  for (const { tag, definition } of orderOf(world, type)) {
    if (tag !== Tag.instance || world.inLibrary(definition)) continue;
    const own = membersNamed(world, definition, name);
    if (own.length > 0) return own;
  }
  return NO_ROWS;
}

/** Members `name` of the subtypes of a type, nearest first, at most `MOST_CANDIDATES`. @param except a member to leave out, or 0 */
export function membersBelow(world: World, owner: DefinitionId, name: string, except: DefinitionId): readonly DefinitionId[] {
  const found: DefinitionId[] = [];
  world.askName(name);
  const outside = world.attachments.outsideImplsOf(owner);
  const asked = world.rules.packageScope ? membersNamed(world, owner, name)[0] ?? 0 : 0;
  for (const type of typesBelow(world, owner)) {
    const own = membersNamed(world, type, name).filter((one) => !isOtherName(world, asked, one, one));
    const promoted = own.length === 0 && world.rules.structural.length > 0 ? structuralMember(world, type, name, asked) : 0;
    for (const one of promoted === 0 ? own : [promoted]) {
      if (one !== except && !found.includes(one) && standsForTrait(world, one, owner)) found.push(one);
    }
    if (found.length >= MOST_CANDIDATES) break;
  }
  for (const impl of outside) for (const one of membersNamed(world, impl, name)) if (!found.includes(one)) found.push(one);
  return found.slice(0, MOST_CANDIDATES);
}

/**
 * Whether a member of a type with the trait `owner` implements the trait's: an inherent member of that name, or one of another trait, does
 * not.
 */
function standsForTrait(world: World, member: DefinitionId, owner: DefinitionId): boolean {
  if (world.kindOf(owner) !== DefinitionKind.trait) return true;
  const impl = implOf(world, member);
  if (impl === 0) return world.kindOf(world.parentOf(member)) !== DefinitionKind.trait;
  if (!hasTrait(world, impl)) return false;
  const trait = traitDefinition(world, impl);
  return trait === 0 || trait === owner;
}
