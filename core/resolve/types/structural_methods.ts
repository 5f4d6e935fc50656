/**
 * The methods by which types have what structural interfaces ask for.
 *
 * Stage: resolve. Invariant: what a type has under a name is found once for all interfaces; only where that is not exported, it hangs on who asks.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, fileOf, instance, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { promotedUnexported } from "../members/promotion.ts";
import { keyInBuild } from "../names/builds.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** The method by which `type` has what an interface asks for as `asked`: its own or a promoted one; 0 where it has none in the repository. */
export function structuralMember(world: World, type: DefinitionId, name: string, asked: DefinitionId): DefinitionId {
  const member = methodFor(world, type, name, asked);
  return world.inLibrary(member) ? 0 : member;
}

/** The same, a method of the library included. */
export function methodFor(world: World, type: DefinitionId, name: string, asked: DefinitionId): DefinitionId {
  const method = methodNamed(world, type, name);
  const isOther = isOtherName(world, asked, method || type, method);
  return isOther ? methodOf(world, promotedUnexported(world, type, name, asked)) : method;
}

/**
 * Whether what is `asked` for and a type's `method` bear two names although they are written alike: one that is not exported is another in each package.
 * @param asked the method of an interface; 0 where that is not known
 * @param place a definition of the package in which the type has it
 * @param method what the type has under that name; 0: nothing
 */
export function isOtherName(world: World, asked: DefinitionId, place: DefinitionId, method: DefinitionId): boolean {
  if (!world.rules.packageScope || asked === 0 || world.areOfOnePackage(asked, place)) return false;
  return [asked, method].every((one) => one === 0 || (world.flagsOf(one) & DefinitionFlag.exported) === 0);
}

/** The method that is called `name` of a value of `type`, one of the library included: who embeds `io.Writer` has `Write`. */
export function methodNamed(world: World, type: DefinitionId, name: string): DefinitionId {
  const key = `${keyInBuild(world, type)} ${name}`;
  const { namedMethods } = world.kept;
  const find = (): DefinitionId => findMethod(world, type, name);
  return namedMethods.get(key) ?? namedMethods.find(key, find, fileOf(type));
}

function findMethod(world: World, type: DefinitionId, name: string): DefinitionId {
  return methodOf(world, memberMeaning(world, instance(type), name, Space.value));
}

function methodOf(world: World, member: Meaning): DefinitionId {
  if (member.tag !== Tag.definition) return 0;
  const kind = world.kindOf(member.definition);
  return kind === DefinitionKind.method || kind === DefinitionKind.function ? member.definition : 0;
}
