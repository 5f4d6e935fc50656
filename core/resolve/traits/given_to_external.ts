/**
 * Members that the repository's traits give to external values.
 *
 * Stage: resolve. Invariant: an external type's own members take precedence; what only its name suggests is weak.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { callsItself, callsItsName } from "../members/own_name_calls.ts";
import { isLibraryType } from "../ownership.ts";
import { blanketMember } from "./blankets.ts";
import { preferDefault } from "../names/builds.ts";
import { couldBe, implOf, isForReferences, ownerOfImpl, traitDefinition } from "../types/fitting.ts";
import { memberAddedOutside } from "../types/augmented.ts";
import { memberTable } from "../types/inheritance.ts";
import {
  type DefinitionId,
  definitionMeaning,
  fileOf,
  IMPLEMENTATIONS,
  lastPart,
  type Meaning,
  Tag,
  union,
  weaken,
  withoutLastPart,
} from "../meaning.ts";
import { Space } from "../names/names.ts";
import { traitOf } from "./trait_scope.ts";
import type { World } from "../world.ts";
import { isKnownBySpelling, isSpeltAsType } from "../types/spelling.ts";

/** Maximum number of implementations of one name that are examined. */
const MOST_MEMBERS = 12;

/** Member `name` that the repository gives to `object`, an external value; undefined if it gives none. */
export function memberGivenOutside(world: World, object: Meaning, name: string, space: number): Meaning | undefined {
  if (space === Space.field) return undefined;
  const { implementations, itemPaths, separateTypes } = world.rules;
  if (separateTypes) return space === Space.type ? undefined : memberAddedOutside(world, object, name);
  const named = givenMember(world, object, object.name, name);
  // The last name of a variant is not a type's (`Shape::Dot`).
  const isOfVariant = named !== undefined && itemPaths && typeBehind(world, object.name) !== undefined;
  const own = (isOfVariant ? undefined : named) ?? (space === Space.type ? undefined : givenByBound(world, object, name));
  if (own !== undefined || !implementations || space !== Space.call) return own;
  const type = typeBehind(world, object.name);
  const given = (type === undefined ? undefined : givenMember(world, object, type, name)) ?? onlyGivenOutside(world, object, name);
  return given === undefined ? undefined : weaken(given);
}

function givenMember(world: World, object: Meaning, type: string, name: string): Meaning | undefined {
  const given = forArguments(world, object, preferDefault(world, world.attachments.foreignMembers(type, name)));
  for (const member of given) world.ask(fileOf(member));
  if (given.length === 0) return undefined;
  const found = union(given.map((member) => definitionMeaning(member, object)), IMPLEMENTATIONS);
  // The type may have a method of its own with a common name, which takes precedence; so may one whose function may call that.
  const mayHaveOwn = world.isCommonMethod(name) || given.some((member) => callsItself(world, member, lastPart(type)));
  return mayHaveOwn ? weaken(found) : found;
}

/** Those of impls for the type with the arguments that a value has (`impl Load for DateTime<Utc>` beside that for `DateTime<Local>`), if there are any. */
function forArguments(world: World, { applied }: Meaning, members: readonly DefinitionId[]): readonly DefinitionId[] {
  if (applied === undefined || members.length < 2) return members;
  const fitting = members.filter((member) => {
    const impl = implOf(world, member);
    const asked = impl === 0 ? undefined : ownerOfImpl(world, impl).applied;
    return asked === undefined || asked.every((item, i) => applied[i] === undefined || couldBe(world, item, applied[i]!));
  });
  return fitting.length > 0 ? fitting : members;
}

/**
 * The type of an external value according to its name: a constant or a variant (`StatusCode.OK`), or something created by a type
 * (`TempDir.new`).
 */
function typeBehind(world: World, name: string): string | undefined {
  let made = lastPart(name);
  let before = withoutLastPart(name);
  while (world.rules.unwrappers?.includes(made)) {
    made = lastPart(before);
    before = withoutLastPart(before);
  }
  const type = lastPart(before);
  return isSpeltAsType(type) && isKnownBySpelling(world, made) ? type : undefined;
}

/**
 * The member that all definitions of a name implement: of one repository trait that only external types have (`trait FolderExt`), in one of
 * the impls, or the trait's default.
 */
function onlyGivenOutside(world: World, object: Meaning, name: string): Meaning | undefined {
  const all = world.repository.methods(name);
  if (all.length === 0 || all.length > MOST_MEMBERS || world.isCommonMethod(name)) return undefined;
  let trait: DefinitionId | undefined;
  const given: DefinitionId[] = [];
  for (const member of all) {
    const meant = traitOf(world, member);
    if (meant === 0 || world.inLibrary(meant) || meant !== (trait ??= meant)) return undefined;
    const impl = implOf(world, member);
    if (impl === 0) continue;
    const owner = ownerOfImpl(world, impl);
    if (isLibraryType(world, owner)) continue;
    if (owner.tag !== Tag.external) return undefined;
    // The type's own method is forwarded.
    if (callsItsName(world, member, lastPart(owner.name))) return undefined;
    given.push(member);
  }
  if (given.length === 0 && all.length === 1 && isExternalDefault(world, all[0]!)) given.push(all[0]!);
  if (given.length !== 1) return undefined;
  for (const member of all) world.ask(fileOf(member));
  return definitionMeaning(given[0]!, object);
}

/** Whether a method is the default of a trait that only external types implement. */
function isExternalDefault(world: World, method: DefinitionId): boolean {
  if ((world.flagsOf(method) & DefinitionFlag.bodiless) !== 0) return false;
  const trait = world.parentOf(method);
  const impls = world.names.find("given", world.nameOf(trait)).filter((impl) => traitDefinition(world, impl) === trait);
  return impls.length > 0 && impls.every((impl) => ownerOfImpl(world, impl).tag === Tag.external);
}

/** The member of a blanket impl with an external bound, for a value of which only this trait is known (`impl Trait`). */
function givenByBound(world: World, object: Meaning, name: string): Meaning | undefined {
  const impls = world.rules.callingTypeConverts ? world.attachments.blanketsWith(name) : [];
  if (impls.length === 0 || isExternalMember(world, object, name)) return undefined;
  // A blanket impl for all types comes after the external type's own members.
  if (impls.some((impl) => ownerOfImpl(world, impl).result === undefined)) return undefined;
  const found = blanketMember(world, object, object, name);
  if (found?.weak !== false) return undefined;
  const impl = implOf(world, found.definition);
  return impl !== 0 && isForReferences(world, impl) ? undefined : found;
}

/** Whether an external trait has a member, according to the repository's impls of it. */
export function isExternalMember(world: World, trait: Meaning, name: string): boolean {
  return world.names.find("given", lastPart(trait.name)).some((impl) =>
    world.kindOf(impl) === DefinitionKind.impl && memberTable(world, impl).has(name)
  );
}
