/**
 * Whether what a meaning denotes is declared in the repository ("own"), in the library, or in neither.
 *
 * Stage: resolve. Pure questions: nothing is evaluated or recorded for them.
 */
import { DefinitionKind, isCallable } from "../facts.ts";
import { type DefinitionId, isObject, type Meaning, Tag } from "./meaning.ts";
import type { World } from "./world.ts";

/** Whether it is a value of a type of the repository, including the receiver. */
export function isOwnObject(world: World, meaning: Meaning): boolean {
  return isObject(meaning) && !world.inLibrary(meaning.definition);
}
/** Whether it is an instance of a type of the repository; unlike `isOwnObject`, not the receiver. */
export function isOwnType(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && !world.inLibrary(definition);
}
/** Whether it is an instance of a library type. */
export function isLibraryType(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.instance && world.inLibrary(definition);
}
/** Whether it is an instance of a type declared as `kind` (`DefinitionKind`): an interface, a trait, an object literal. */
export function isOfKind(world: World, { tag, definition }: Meaning, kind: number): boolean {
  return tag === Tag.instance && world.kindOf(definition) === kind;
}
/** Whether it is a definition of the repository. */
export function isOwnDefinition(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.definition && !world.inLibrary(definition);
}
/** Whether a definition is a class; an enum is one where calling it gives a member (`Color("red")`). */
export function isClass(world: World, id: DefinitionId): boolean {
  const kind = world.kindOf(id);
  return kind === DefinitionKind.class || (world.rules.enumValues !== undefined && kind === DefinitionKind.enum);
}
/** Whether it is a class of the repository itself, not an instance. */
export function isOwnClass(world: World, meaning: Meaning): boolean {
  return isOwnDefinition(world, meaning) && isClass(world, meaning.definition);
}
/** Whether a type or trait is not declared in the repository: it is external, or the library declares it. */
export function isOutsideRepository(world: World, meaning: Meaning): boolean {
  return meaning.tag === Tag.external || isLibraryType(world, meaning);
}
/** Whether it is the definition of a function. */
export function isFunction(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.definition && isCallable(world.kindOf(definition));
}
/** Whether it is the definition of a function of the repository. */
export function isOwnFunction(world: World, meaning: Meaning): boolean {
  return isFunction(world, meaning) && !world.inLibrary(meaning.definition);
}
/** The definitions of the repository among meanings, without duplicates. */
export function ownDefinitions(world: World, meanings: readonly Meaning[]): DefinitionId[] {
  return [...new Set(meanings.filter((one) => isOwnDefinition(world, one)).map(({ definition }) => definition))];
}
/** Those that are not in the library. */
export function ofRepository(world: World, ids: readonly DefinitionId[]): readonly DefinitionId[] {
  return ids.filter((id) => !world.inLibrary(id));
}
