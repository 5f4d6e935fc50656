/**
 * What a value of which only the package is known may be: an object of a class that builds on something of that package
 * (`project.job_set.first().run()`, where Project and Job build on the package's `Model`), which makes such objects and hands them out, or puts them
 * into attributes of others (`project.last_job.run()`).
 *
 * Stage: resolve. Invariant: these are candidates, and only under a name that is not common outside: which of its classes a package hands
 * out is its own affair.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, instance, lastPart, type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnNamed, entryOf, orderOf } from "../types/inheritance.ts";
import { isSpeltAsAnyType } from "../types/spelling.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** Members called `name` of such classes. @param object the expression that gives `receiver`, which lies outside */
export function membersOfFramework(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (!tellsNoTypes(world, view) || world.isCommonMethod(name)) return NO_ROWS;
  const all = world.methods(name);
  // What is only likely to come from outside may be anything where no types are told.
  if (receiver.weak && world.rules.protocols.read === undefined) return all.slice(0, MOST_CANDIDATES);
  if (all.length === 0 || all.length > MOST_CANDIDATES) return NO_ROWS;
  const { op, a, b } = view.facts.expressions;
  // What is declared to be of a class outside may be of one below it; what a class made is of that, whatever the package hands out besides.
  const isOfType = isSpeltAsAnyType(lastPart(receiver.name));
  const below = isOfType && !isMadeItself(world, receiver)
    ? all.filter((member) => isOfSome(world, member, (type) => type !== 0 && buildsOnNamed(world, type, receiver.name)))
    : NO_ROWS;
  if (below.length > 0) return below;
  // What something outside holds under a key somebody put there.
  if (isUnderKey(world, view, object) || world.rules.standsForOthers?.test(receiver.name) === true) return all;
  const holder = op[object] === Op.member ? evaluateObject(world, view, a[object]!) : UNKNOWN;
  const isHandedOut = !isOfType && !isModulePath(world, view, object);
  // What a class has from a class that makes it (`objects = Jobs.as_manager()`) is of that.
  const makers = mayHoldDescriptors(world, holder) ? receiver.items.filter((type) => mayBeHandedOut(world, type.definition, receiver)) : [];
  const mayBe = (type: DefinitionId): boolean =>
    mayBeHandedOut(world, type, receiver) &&
    (makers.length === 0 || makers.some((maker) => entryOf(world, type, maker.definition) !== undefined));
  const direct = isHandedOut ? all.filter((member) => isOfSome(world, member, mayBe)) : [];
  const inner = op[object] === Op.call ? a[object]! : object;
  if (direct.length > 0 || op[inner] !== Op.member) return direct;
  const giver = evaluateObject(world, view, a[inner]!);
  if (giver.tag !== Tag.external) return direct;
  const members = membersOfFramework(world, view, a[inner]!, giver, view.text(b[inner]!));
  const found = members.map((member) => {
    const held = memberMeaning(world, instance(world.ownerOf(member)), view.text(b[inner]!), Space.value);
    return memberMeaning(world, inner === object ? held : callMeaning(world, view, held, [], false), name, Space.value);
  });
  return world.ownDefinitions(found);
}

/** Whether a file does not get told what packages give: where types are declared those tell it. */
function tellsNoTypes(world: World, { path }: FileView): boolean {
  const { protocols, separateTypes, declaredMembers } = world.rules;
  return protocols.read !== undefined || (separateTypes && declaredMembers?.test(path) === false);
}

/** Whether the class that has a member, or one below that inherits it, is as `isMeant` says. */
function isOfSome(world: World, member: DefinitionId, isMeant: (type: DefinitionId) => boolean): boolean {
  const owner = world.ownerOf(member);
  if (isMeant(owner)) return true;
  for (const type of typesBelow(world, owner)) if (isMeant(type)) return true;
  return false;
}

/** Whether a value is what stands under a key, or was when it was put into the name or attribute that is read. */
function isUnderKey(world: World, view: FileView, object: number): boolean {
  const { op, a, b } = view.facts.expressions;
  if (op[object] === Op.index) return true;
  const local = op[object] === Op.name ? onlyBinding(world, view, object) : 0;
  if (local !== 0) return op[view.facts.bindings.value[local]!] === Op.index;
  const holder = op[object] === Op.member ? evaluateObject(world, view, a[object]!) : UNKNOWN;
  const declared = world.isOwnObject(holder) ? firstDeclaring(world, holder.definition, view.text(b[object]!)) : undefined;
  if (declared === undefined) return false;
  const { bindings, definitions, expressions } = declared.view.facts;
  return declared.rows.some((row) => expressions.op[bindings.value[row]! || definitions.value[bindings.definition[row]!]!] === Op.index);
}

/** Members called `name` where the class of `receiver` builds on a proxy from outside, which leads to something of the application. */
export function membersBehindProxy(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { standsForOthers } = world.rules;
  if (standsForOthers === undefined || !world.isOwnObject(receiver)) return NO_ROWS;
  const isProxy = orderOf(world, receiver.definition).some((base) => base.tag === Tag.external && standsForOthers.test(base.name));
  return isProxy ? world.methods(name).slice(0, MOST_CANDIDATES) : NO_ROWS;
}

/** Whether an expression is the path to a module, or to something in one (`orm.models`): a function of it, and no object. */
function isModulePath(world: World, view: FileView, expression: number): boolean {
  const { bindings, imports, expressions: { op, a } } = view.facts;
  let first = expression;
  while (op[first] === Op.member) first = a[first]!;
  const row = op[first] === Op.name ? bindings.import_[onlyBinding(world, view, first)]! : 0;
  return row !== 0 && imports.name[row] === 0;
}

/** Whether a value is what the class outside whose name it bears made: of that, and of no class below. */
function isMadeItself(world: World, { origin, name }: Meaning): boolean {
  if (origin === undefined) return false;
  const view = world.view(origin.file);
  const { op, a } = view.facts.expressions;
  const maker = op[origin.expression] === Op.call ? evaluateValue(world, view, a[origin.expression]!) : UNKNOWN;
  return maker.tag === Tag.external && maker.name === name && !maker.held;
}

/** Whether a class builds on something of the package from which a value comes. */
function mayBeHandedOut(world: World, type: DefinitionId, receiver: Meaning): boolean {
  const package_ = packageIn(receiver.name);
  return type !== 0 &&
    orderOf(world, type).some(({ tag, name }) => tag === Tag.external && name.includes(".") && packageIn(name) === package_);
}

/** The package that the name of something outside begins with. */
function packageIn(name: string): string {
  return /^(?:@[^/]+\/)?[^/.]+/.exec(name)?.[0] ?? name;
}
