/**
 * External types, and types of other modules, that a file extends: `declare module "vscode" { interface Position { left(): Position } }`.
 *
 * Stage: resolve. Invariant: a certain addition to an external type is identified by the type's full name; all its other members remain
 * external.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { lastNameOf } from "../../facts/written_names.ts";
import { evaluateType } from "../evaluate.ts";
import {
  type DefinitionId,
  fileOf,
  held,
  instance,
  lastPart,
  type Meaning,
  outOf,
  rowOf,
  Tag,
  union,
  weaken,
  withoutLastPart,
} from "../meaning.ts";
import { bindMember } from "../members/bind_member.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isPutIntoValue } from "../names/undeclared_types.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { memberTable } from "./inheritance.ts";
import { isSpeltAsType } from "./spelling.ts";

/**
 * The external type that an `owner` expression names, with the name used there. Other external values may be of any type, and global
 * declarations extend only platform globals.
 */
export function externalTypeName(world: World, view: FileView, owner: number): Meaning | undefined {
  if (world.rules.separateTypes !== true) return undefined;
  const { op, a } = view.facts.expressions;
  const isForAll = op[owner] === Op.builtin;
  const name = view.text(isForAll ? a[owner]! : lastNameOf(view.facts, owner));
  if (isForAll && world.rules.globals?.has(name) !== true) return undefined;
  if (isPutIntoValue(world, view, owner)) return undefined;
  const type = evaluateType(world, view, owner);
  return type.tag === Tag.external && lastPart(type.name) === name ? type : undefined;
}

/** The type that an interface (row of `definitions`) extends: the merged declaration of its name around it; otherwise undefined. */
export function augmentedType(world: World, view: FileView, row: number): Meaning | undefined {
  const owner = view.facts.definitions.owner[row]!;
  if (owner === 0) return undefined;
  const type = evaluateType(world, view, owner);
  return type.tag === Tag.instance ? type : externalTypeName(world, view, owner);
}

/**
 * Member `name` that the repository declares for `object`, a value of an external type, or assigns to its prototype; undefined if there is
 * none. A package may re-export the type of another, or declare it globally in a namespace of its name: a type of that name is likely the
 * same.
 * @param receiver the receiver of the call, if it is of a subtype
 */
export function memberAddedOutside(world: World, object: Meaning, name: string, receiver: Meaning = object): Meaning | undefined {
  world.askName(name);
  const members = world.attachments.membersBeside(object.name, name);
  if (members.length > 0) {
    const added = members.map((member) => bindMember(world, member, object, receiver));
    // A member assigned to the object itself may replace its own one, and only if that code runs; so may one assigned to the prototype of a
    // platform global. Where members are declared, the external type has all that is assigned without a declaration.
    const isStatic = members.some((member) => world.flagsOf(member) & DefinitionFlag.static);
    const isPlatforms = world.rules.platformModules?.test(object.name) === true;
    const isForAll = isPlatforms || world.rules.globals?.has(object.name) === true;
    const isUndeclared = isForAll && !members.some((member) => world.flagsOf(member) & DefinitionFlag.bodiless);
    if (!isStatic && !isUndeclared) return union(added);
    const isTyped = !isStatic && members.some((member) => world.rules.declaredMembers?.test(world.viewOf(member).path) === true);
    const isOfTests = members.every((member) => isPutByTest(world, member));
    const replaces = isForAll && (isPlatforms || isTyped || isOfTests || world.isCommonMethod(name));
    return replaces ? union([outOf(object, `${object.name}.${name}`), ...added.map(held)]) : weaken(union(added));
  }
  if (world.isCommonMethod(name)) return undefined;
  const near = world.attachments.membersBeside(object.name, name, true).filter((member) => !isPutByTest(world, member))
    .map((member) => bindMember(world, member, object, receiver));
  const found = near.length > 0 ? near : partsInGlobals(world, object.name).flatMap((part) => {
    world.ask(fileOf(part));
    return memberTable(world, part).has(name) ? [memberMeaning(world, instance(part), name, Space.value)] : [];
  });
  const likely = found.length > 0
    ? found
    : membersOfPackage(world, object.name, name).map((member) => bindMember(world, member, object, receiver));
  return likely.length === 0 ? undefined : weaken(union(likely));
}

/** Whether a test assigns a member to an external object: it replaces the object's own while the test runs. */
function isPutByTest(world: World, member: DefinitionId): boolean {
  return (world.flagsOf(member) & DefinitionFlag.static) !== 0 && world.isTestFile(fileOf(member));
}

/** Members of a name that interfaces add to another type of the same package, which the type may extend. */
function membersOfPackage(world: World, type: string, name: string): DefinitionId[] {
  const package_ = withoutLastPart(type);
  if (package_ === "" || !isSpeltAsType(lastPart(type)) || !world.names.hasOwned) return [];
  const isAdded = (part: DefinitionId): boolean => {
    const added = world.attachments.nameAddedTo(part);
    return added !== "" && withoutLastPart(added) === package_ && isSpeltAsType(lastPart(added));
  };
  return world.names.find("nameable", name).filter((id) => {
    const holder = world.parentOf(id);
    if (holder === 0 || world.kindOf(holder) !== DefinitionKind.interface) return false;
    world.ask(fileOf(id));
    return isAdded(holder) || world.subtypes.get(holder).some(isAdded);
  });
}

/**
 * Interfaces that extend an external type through a global namespace with its package's name (`declare global { namespace Express {
 * interface Request {…} } }`).
 */
function partsInGlobals(world: World, type: string): DefinitionId[] {
  const package_ = type.slice(0, Math.max(type.indexOf("."), 0)).toLowerCase();
  if (package_ === "") return [];
  return world.names.find("nameable", lastPart(type)).filter((id) => {
    const around = world.kindOf(id) === DefinitionKind.interface ? world.parentOf(id) : 0;
    if (around === 0 || world.kindOf(around) !== DefinitionKind.namespace || world.nameOf(around).toLowerCase() !== package_) return false;
    const { definitions, expressions } = world.viewOf(around).facts;
    return expressions.op[definitions.owner[rowOf(around)]!] === Op.builtin;
  });
}
