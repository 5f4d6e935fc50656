/**
 * External types and traits whose names have the same meaning everywhere: the library describes them.
 *
 * Stage: resolve. Invariant: only names that the language's rules list; all others stay external.
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
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";

/**
 * An external type with its arguments. A transparent type is represented by its argument; one with a well-known name by the library's type
 * of that name.
 */
export function appliedExternal(world: World, target: Meaning, items: readonly Meaning[]): Meaning {
  const name = lastPart(target.name);
  const { externalWrappers } = world.rules;
  const wrapped = externalWrappers !== undefined && Object.hasOwn(externalWrappers, name) ? items[externalWrappers[name]!] : undefined;
  if (wrapped !== undefined) return wrapped;
  const definition = libraryTypeFor(world, target);
  const isMeant = definition !== 0 && !isTrait(world, definition) && !takesLess(world, definition, items.length);
  if (isMeant) return instanceOf(world, definitionMeaning(definition), items);
  return items.length === 0 ? target : { ...target, applied: items };
}

/** The meaning of a name where only a trait may be: the library's, for an external one with a well-known name. */
export function libraryTraitFor(world: World, meaning: Meaning): Meaning {
  const definition = meaning.tag === Tag.external ? libraryTypeFor(world, meaning) : 0;
  return definition !== 0 && isTrait(world, definition) ? instance(definition) : meaning;
}

/**
 * Whether a library type that represents others by convention has fewer parameters: with more arguments, another type is meant
 * (`Data<Ignored, Field>`).
 */
function takesLess(world: World, type: DefinitionId, count: number): boolean {
  const { madeUpTypes } = world.rules;
  if (madeUpTypes === undefined || !world.nameOf(type).endsWith(madeUpTypes)) return false;
  return count > world.viewOf(type).typeParameters(rowOf(type)).length;
}

function isTrait(world: World, definition: DefinitionId): boolean {
  return world.kindOf(definition) === DefinitionKind.trait;
}

/** The library's type that describes an external one, by its name, or its name and module; 0 for others. */
export function libraryTypeFor(world: World, { name }: Meaning): DefinitionId {
  if (world.rules.externalAliases === undefined) return 0;
  const before = name.slice(0, Math.max(0, name.lastIndexOf(".")));
  // A directly imported name includes the module's path as written.
  const module = lastPart(before.split(world.rules.separator).at(-1)!);
  return libraryNamed(world, lastPart(name)) || libraryNamed(world, `${module}.${lastPart(name)}`);
}

function libraryNamed(world: World, name: string): DefinitionId {
  const { externalAliases } = world.rules;
  return externalAliases !== undefined && Object.hasOwn(externalAliases, name) ? world.library.definition(externalAliases[name]!) : 0;
}

/** The library's function that describes an external one, by its name; undefined for others. @param count number of arguments */
export function externalFunction(world: World, callee: Meaning, count: number): Meaning | undefined {
  const { externalFunctions, externalForOwn } = world.rules;
  const given = callee.result === undefined ? undefined : externalForOwn?.[callee.name];
  if (given !== undefined) return { ...definitionMeaning(world.library.definition(given)), applied: [asInstance(world, callee.result!)] };
  if (externalFunctions === undefined) return undefined;
  const name = lastPart(callee.name);
  if (!Object.hasOwn(externalFunctions, name)) return count > 0 ? externalMaker(world, callee, count) : undefined;
  const { gives, within, typeArguments } = externalFunctions[name]!;
  if (within?.test(callee.name) === false || (typeArguments !== undefined && callee.applied?.length !== typeArguments)) return undefined;
  const definition = world.library.definition(gives);
  if (definition === 0) return undefined;
  const isLikely = typeArguments !== undefined || callee.weak;
  const known = { ...definitionMeaning(definition), applied: isLikely ? callee.applied?.map(weaken) : callee.applied };
  return isLikely ? weaken(known) : known;
}

/**
 * The library function that creates a value of an external type's well-known name from its content (`Mutex::new(job)`); undefined if the
 * type has none, or it takes fewer arguments (`gtk::Box::new(Orientation::Vertical, 0)`).
 */
function externalMaker(world: World, { name, weak, items }: Meaning, count: number): Meaning | undefined {
  const end = name.lastIndexOf(".");
  const maker = name.slice(end + 1);
  if (end < 0 || isBegunAsMaker(world, maker)) return undefined;
  const type = libraryNamed(world, lastPart(name.slice(0, end)));
  if (type === 0 || isTrait(world, type)) return undefined;
  const found = memberMeaning(world, definitionMeaning(type, undefined, items), maker, Space.call);
  if (found.tag !== Tag.definition || world.parentOf(found.definition) === 0) return undefined;
  if (parametersOf(world, found.definition).length < count) return undefined;
  return weak ? weaken(found) : found;
}

/**
 * The result of a function of an external type that the library describes (`IndexMap::new()`): of that type, with arguments inferred later.
 * Undefined if its arguments may determine the type, or it is not such a function.
 */
export function madeOutside(world: World, { name, items }: Meaning, isGiven: boolean): Meaning | undefined {
  const end = name.lastIndexOf(".");
  const maker = name.slice(end + 1);
  const isMaker = isBegunAsMaker(world, maker) || (!isGiven && world.rules.makers?.includes(maker) === true);
  if (end < 0 || !isMaker || world.rules.externalAliases === undefined) return undefined;
  const definition = libraryNamed(world, lastPart(name.slice(0, end)));
  return definition === 0 || isTrait(world, definition) ? undefined : instance(definition, items);
}

/** Whether a name starts like those of constructors with any arguments. */
function isBegunAsMaker({ rules: { makerPrefix } }: World, name: string): boolean {
  return makerPrefix !== undefined && name.startsWith(makerPrefix);
}

/** The member `outside` of a value of a library type that does not describe it: a builder's methods return the builder. */
export function externalStep(world: World, value: Meaning, outside: Meaning): Meaning {
  const { externalBuilders } = world.rules;
  if (externalBuilders === undefined || value.tag !== Tag.instance) return outside;
  if (!externalBuilders.some((name) => world.library.definition(name) === value.definition)) return outside;
  return { ...outside, result: functionMeaning([], value) };
}

/** An external method that by convention calls the function on which it is called, and returns its result; undefined for others. */
export function runOutside(world: World, name: string, result: Meaning | undefined): Meaning | undefined {
  if (result === undefined || result.tag === Tag.unknown || world.rules.externalRunners?.has(name) !== true) return undefined;
  return { ...external(name, true), result: functionMeaning([], { ...weaken(result), items: result.items.map(weaken) }) };
}
