/**
 * The methods by which types satisfy structural interfaces.
 *
 * Stage: resolve. Invariant: a type's method of a name is found once for all interfaces; only an unexported one depends on the asking
 * package.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { type DefinitionId, fileOf, instance, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { promotedUnexported } from "../members/promotion.ts";
import { keyInBuild } from "../names/builds.ts";
import { Space } from "../names/names.ts";
import type { World } from "../world.ts";

/** The method of `type` that implements the interface method `asked`: its own or a promoted one; 0 if it has none in the repository. */
export function structuralMember(world: World, type: DefinitionId, name: string, asked: DefinitionId): DefinitionId {
  const member = methodFor(world, type, name, asked);
  return world.inLibrary(member) ? 0 : member;
}

/** The same, including library methods. */
export function methodFor(world: World, type: DefinitionId, name: string, asked: DefinitionId): DefinitionId {
  const method = methodNamed(world, type, name);
  const isOther = isOtherName(world, asked, method || type, method);
  return isOther ? methodOf(world, promotedUnexported(world, type, name, asked)) : method;
}

/**
 * Whether the `asked` method and a type's `method` are different although spelled alike: unexported names are distinct in each package.
 * @param asked the method of an interface; 0 if not known
 * @param place a definition of the package in which the type has it
 * @param method the type's method of that name; 0: none
 */
export function isOtherName(world: World, asked: DefinitionId, place: DefinitionId, method: DefinitionId): boolean {
  if (!world.rules.packageScope || asked === 0 || world.targets.areOfOnePackage(asked, place)) return false;
  return [asked, method].every((one) => one === 0 || (world.flagsOf(one) & DefinitionFlag.exported) === 0);
}

/** The method called `name` of a value of `type`, including library methods: a type that embeds `io.Writer` has `Write`. */
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
