/**
 * Types and traits outside that are known by a name which means the same everywhere: the library describes them.
 *
 * Stage: resolve. Invariant: only names that the language's rules list are known so; all others stay outside.
 */
import { DefinitionKind } from "../../facts.ts";
import { instanceOf } from "./instances.ts";
import {
  type DefinitionId,
  definitionMeaning,
  external,
  functionMeaning,
  instance,
  lastPart,
  type Meaning,
  rowOf,
  Tag,
  weaken,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { parametersOf } from "../state/parameters.ts";
import type { World } from "../world.ts";

/**
 * A type outside with its arguments. One that is known to have all that an argument has is that; one that bears a name known everywhere is by
 * custom what all of that name are.
 */
export function appliedAbroad(world: World, target: Meaning, items: readonly Meaning[]): Meaning {
  const name = lastPart(target.name);
  const { wrappersAbroad } = world.rules;
  const wrapped = wrappersAbroad !== undefined && Object.hasOwn(wrappersAbroad, name) ? items[wrappersAbroad[name]!] : undefined;
  if (wrapped !== undefined) return wrapped;
  const definition = libraryAbroad(world, target);
  const isMeant = definition !== 0 && !isTrait(world, definition) && !takesLess(world, definition, items.length);
  if (isMeant) return instanceOf(world, definitionMeaning(definition), items);
  return items.length === 0 ? target : { ...target, applied: items };
}

/** What is named where only a trait may stand: the library's for one outside that bears a name known everywhere. */
export function traitAbroad(world: World, meaning: Meaning): Meaning {
  const definition = meaning.tag === Tag.external ? libraryAbroad(world, meaning) : 0;
  return definition !== 0 && isTrait(world, definition) ? instance(definition) : meaning;
}

/** Whether a type that describes others by custom alone takes fewer arguments: what is given more is another one (`Data<Ignored, Field>`). */
function takesLess(world: World, type: DefinitionId, count: number): boolean {
  const { madeUpTypes } = world.rules;
  if (madeUpTypes === undefined || !world.nameOf(type).endsWith(madeUpTypes)) return false;
  return count > world.viewOf(type).typeParameters(rowOf(type)).length;
}

function isTrait(world: World, definition: DefinitionId): boolean {
  return world.kindOf(definition) === DefinitionKind.trait;
}

/** The library's type that describes one outside, by its name, or by that and its module's; 0 for others. */
export function libraryAbroad(world: World, { name }: Meaning): DefinitionId {
  if (world.rules.aliasedAbroad === undefined) return 0;
  const before = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  // What an import names at once bears the module's path as that is written.
  const module = lastPart(before.split(world.rules.separator).at(-1)!);
  return libraryNamed(world, lastPart(name)) || libraryNamed(world, `${module}.${lastPart(name)}`);
}

function libraryNamed(world: World, name: string): DefinitionId {
  const { aliasedAbroad } = world.rules;
  return aliasedAbroad !== undefined && Object.hasOwn(aliasedAbroad, name) ? world.libraryDefinition(aliasedAbroad[name]!) : 0;
}

/** The library's function that gives what one outside does, as its name tells; undefined for others. @param count how many arguments it is handed */
export function functionAbroad(world: World, callee: Meaning, count: number): Meaning | undefined {
  const { functionsAbroad } = world.rules;
  if (functionsAbroad === undefined) return undefined;
  const name = lastPart(callee.name);
  if (!Object.hasOwn(functionsAbroad, name)) return count > 0 ? makerAbroad(world, callee, count) : undefined;
  const { gives, within, isTold } = functionsAbroad[name]!;
  if (within?.test(callee.name) === false || (isTold === true && callee.applied?.length !== 1)) return undefined;
  const definition = world.libraryDefinition(gives);
  if (definition === 0) return undefined;
  const isLikely = isTold === true || callee.weak;
  const known = { ...definitionMeaning(definition), applied: isLikely ? callee.applied?.map(weaken) : callee.applied };
  return isLikely ? weaken(known) : known;
}

/**
 * The function by which the library's type makes what bears the name of a type outside out of what it is to hold (`Mutex::new(job)`); undefined where that
 * type has none, or its takes less (`gtk::Box::new(Orientation::Vertical, 0)`).
 */
function makerAbroad(world: World, { name, weak }: Meaning, count: number): Meaning | undefined {
  const end = name.lastIndexOf(".");
  const maker = name.slice(end + 1);
  if (end < 0 || isBegunAsMaker(world, maker)) return undefined;
  const type = libraryNamed(world, lastPart(name.slice(0, end)));
  if (type === 0 || isTrait(world, type)) return undefined;
  const found = memberMeaning(world, definitionMeaning(type), maker, Space.call);
  if (found.tag !== Tag.definition || world.parentOf(found.definition) === 0) return undefined;
  if (parametersOf(world, found.definition).length < count) return undefined;
  return weak ? weaken(found) : found;
}

/**
 * What a function of a type outside makes whose name the library knows by a type of its own (`IndexMap::new()`): of that type, which what is done with it
 * later tells more of. Undefined where it is given something that may tell its type, or is no such function.
 */
export function madeAbroad(world: World, { name, items }: Meaning, isGiven: boolean): Meaning | undefined {
  const end = name.lastIndexOf(".");
  const maker = name.slice(end + 1);
  const isMaker = isBegunAsMaker(world, maker) || (!isGiven && world.rules.makers?.includes(maker) === true);
  if (end < 0 || !isMaker || world.rules.aliasedAbroad === undefined) return undefined;
  const definition = libraryNamed(world, lastPart(name.slice(0, end)));
  return definition === 0 || isTrait(world, definition) ? undefined : instance(definition, items);
}

/** Whether a name begins as those of functions do that make their type whatever they are given. */
function isBegunAsMaker({ rules: { makerPrefix } }: World, name: string): boolean {
  return makerPrefix !== undefined && name.startsWith(makerPrefix);
}

/** The member `outside` of a value of the library's type that tells nothing of it: of one that is called step by step it gives that value. */
export function stepAbroad(world: World, value: Meaning, outside: Meaning): Meaning {
  const { buildersAbroad } = world.rules;
  if (buildersAbroad === undefined || value.tag !== Tag.instance) return outside;
  if (!buildersAbroad.some((name) => world.libraryDefinition(name) === value.definition)) return outside;
  return { ...outside, result: functionMeaning([], value) };
}

/** A method from outside that by custom runs the function on which it is called, and gives what that gives; undefined for others. */
export function runAbroad(world: World, name: string, result: Meaning | undefined): Meaning | undefined {
  if (result === undefined || result.tag === Tag.unknown || world.rules.runsAbroad?.has(name) !== true) return undefined;
  return { ...external(name, true), result: functionMeaning([], { ...weaken(result), items: result.items.map(weaken) }) };
}
