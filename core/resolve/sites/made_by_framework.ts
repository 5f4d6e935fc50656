/**
 * What a value of which only the package is known may be: an object of a class that builds on something of that package
 * (`project.job_set.first().run()`, where Project and Job build on the package's `Model`), which makes such objects and hands them out, or puts them
 * into attributes of others (`project.last_job.run()`).
 *
 * Stage: resolve. Invariant: these are candidates, and, but for packages that a build writes, only under a name that is not common outside: which of
 * its classes a package hands out is its own affair.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag, DefinitionKind, type Facts } from "../../facts.ts";
import { ItemMode, Op } from "../../facts/expressions.ts";
import { valuesIn } from "../../facts/given_values.ts";
import { callMeaning } from "../calls/call_results.ts";
import { mayHoldDescriptors } from "../calls/class_fields.ts";
import { LONGEST, STEPS } from "../calls/ways_back.ts";
import { operate } from "../calls/operations.ts";
import { givenByMarked } from "../calls/told_to_bases.ts";
import { evaluateHolder, evaluateObject, evaluateType, evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  fileOf,
  instance,
  lastPart,
  type Meaning,
  packageIn,
  partsOf,
  rowOf,
  Tag,
  UNKNOWN,
  withoutLastPart,
} from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, onlyValue, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnNamed, buildsOnOutside, entryOf, orderOf } from "../types/inheritance.ts";
import { isSpeltAsAnyType } from "../types/spelling.ts";
import { membersBelow } from "../types/implementations.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** How many fields of one name are looked at, and how many stand one behind the other. */
const MOST_HOLDERS = 64;
const MOST_FIELDS = 3;

/** Members called `name` of such classes. @param object the expression that gives `receiver`, which lies outside */
export function membersOfFramework(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const isCommon = world.isCommonMethod(name);
  if (!tellsNoTypes(world, view)) {
    const mayBeAny = !isCommon && world.rules.separateTypes && isTakenForAny(world, view, object);
    return mayBeAny ? world.methods(name).slice(0, MOST_CANDIDATES) : membersOfBuilt(world, receiver, name);
  }
  const all = world.methods(name);
  if (world.rules.proxies?.test(receiver.name) === true) return all.slice(0, MOST_CANDIDATES);
  // What is only likely to come from outside may be anything where no types are told.
  if (!isCommon && receiver.weak && world.rules.protocols.read === undefined) return all.slice(0, MOST_CANDIDATES);
  if (all.length === 0 || all.length > MOST_CANDIDATES) return NO_ROWS;
  const packages = packagesBehind(world, view, object, receiver);
  const direct = isCommon ? NO_ROWS : membersHandedOut(world, view, object, receiver, name, packages);
  return direct.length > 0 ? direct : membersBehindGiver(world, view, object, name, packages);
}

/** Whether what an expression gives came out of something that code takes for a value of any type (`(calls[0] as any)[1]`): nobody says what that holds. */
function isTakenForAny(world: World, view: FileView, object: number): boolean {
  const { op, a, c } = view.facts.expressions;
  let at = object;
  for (let steps = 0; at !== 0 && steps < LONGEST; steps++) {
    if (op[at] === Op.cast) return c[at] === 0 && evaluateType(world, view, a[at]!).tag === Tag.unknown;
    at = op[at] === Op.name ? onlyValue(world, view, at) : STEPS.has(op[at]!) ? a[at]! : 0;
  }
  return false;
}

/** Members called `name` of classes whose objects one of `packages` may hand out where it gives `receiver`. */
function membersHandedOut(
  world: World,
  view: FileView,
  object: number,
  receiver: Meaning,
  name: string,
  packages: ReadonlySet<string>,
): readonly DefinitionId[] {
  const all = world.methods(name);
  // What is declared to be of a class outside may be of one below it; what a class made is of that, whatever the package hands out besides.
  const holder = evaluateHolder(world, view, object);
  const isOfType = isSpeltAsAnyType(lastPart(receiver.name)) && !isMemberOf(world, view, object, holder, receiver);
  const isValue = isOfType && !isMadeItself(world, receiver) && !isImportedPath(world, view, object);
  const below = isValue
    ? all.filter((member) => isOfSome(world, member, (type) => type !== 0 && buildsOnNamed(world, type, receiver.name)))
    : NO_ROWS;
  if (below.length > 0) return below;
  // What something outside holds under a key somebody put there.
  if (isUnderKey(world, view, object) || world.rules.standsForOthers?.test(receiver.name) === true) return all;
  // A class outside may be below another one nearby (`tkinter.Widget`, `tkinter.ttk.Frame`).
  const near = isValue ? all.filter((member) => isOfSome(world, member, (type) => buildsNear(world, type, receiver.name))) : NO_ROWS;
  if (near.length > 0) return near;
  const isHandedOut = !isOfType && !isModulePath(world, view, object);
  // What a class has from a class that makes it (`objects = Jobs.as_manager()`) is of that.
  const makers = mayHoldDescriptors(world, holder) ? receiver.items.filter((type) => mayBeHandedOut(world, type.definition, packages)) : [];
  const mayBe = (type: DefinitionId): boolean =>
    mayBeHandedOut(world, type, packages) &&
    (makers.length === 0 || makers.some((maker) => entryOf(world, type, maker.definition) !== undefined));
  const direct = isHandedOut ? all.filter((member) => isOfSome(world, member, mayBe)) : NO_ROWS;
  if (direct.length > 0) return direct;
  const marked = membersOfMarked(world, view, object, receiver, name);
  if (marked.length > 0 || !isHandedOut || !isOfBase(world, view, object)) return marked;
  // Where no class needs to be named for it, that may be of any (`this.props.save()`).
  if (world.rules.separateTypes) return all;
  const built = all.filter((member) => isOfSome(world, member, (type) => buildsOnOutside(world, type)));
  return built.length > 0 ? built : all.filter((member) => isOfSome(world, member, (type) => type !== 0 && handsItselfAbroad(world, type)));
}

/** Members called `name` of what methods give, or fields hold, of the classes that may be meant where `object` was asked of something outside. */
function membersBehindGiver(
  world: World,
  view: FileView,
  object: number,
  name: string,
  packages: ReadonlySet<string>,
): readonly DefinitionId[] {
  const { op, a } = view.facts.expressions;
  const local = op[object] === Op.name ? onlyValue(world, view, object) : 0;
  if (local !== 0) return membersBehindGiver(world, view, local, name, packages);
  if (op[object] === Op.iterate) {
    const call = onlyValue(world, view, a[object]!) || a[object]!;
    return op[call] === Op.call ? membersOfGivenBy(world, view, call, name, (given) => operate(world, given, "iterate")) : NO_ROWS;
  }
  const inner = op[object] === Op.call ? a[object]! : object;
  if (op[inner] !== Op.member) return NO_ROWS;
  const giver = evaluateObject(world, view, a[inner]!);
  if (giver.tag !== Tag.external) return inner === object ? NO_ROWS : membersOfGivenBy(world, view, object, name, (given) => given);
  if (isUnderKey(world, view, a[inner]!) && !world.isCommonMethod(name)) return world.methods(name);
  const inMembers = membersOfGivenBy(world, view, object, name, (given) => given);
  if (inMembers.length > 0 || inner !== object) return inMembers;
  const isNamed = world.isCommonMethod(name) && isImportedPath(world, view, a[inner]!);
  return isNamed ? NO_ROWS : membersOfFields(world, view, inner, name, packages);
}

/**
 * Members called `name` of what the members of the repository give that may be meant by `object`, a member of something outside or of an own object that
 * has it from a base outside (`for job in self.chosen_jobs()`, which classes below have), or a call of it.
 * @param taken what is taken out of that
 */
function membersOfGivenBy(
  world: World,
  view: FileView,
  object: number,
  name: string,
  taken: (given: Meaning) => Meaning,
): readonly DefinitionId[] {
  const { op, a, b } = view.facts.expressions;
  const inner = op[object] === Op.call ? a[object]! : object;
  const giver = op[inner] === Op.member ? evaluateObject(world, view, a[inner]!) : UNKNOWN;
  const asked = view.text(b[inner]!);
  const members = giver.tag === Tag.external
    ? membersOfFramework(world, view, a[inner]!, giver, asked)
    : world.isOwnObject(giver)
    ? membersBelow(world, giver.definition, asked, 0)
    : NO_ROWS;
  const found = members.map((member) => {
    const held = memberMeaning(world, instance(world.ownerOf(member)), asked, Space.value);
    return taken(inner === object ? held : callMeaning(world, view, held, [], false));
  });
  // What classes below take out of something outside is known as little.
  const isOpen = ({ tag }: Meaning): boolean => tag === Tag.unknown || (tag === Tag.external && giver.tag !== Tag.external);
  if (found.some(isOpen) && !world.isCommonMethod(name)) return world.methods(name);
  return world.ownDefinitions(found.map((one) => memberMeaning(world, one, name, Space.value)));
}

/** Members called `name` of what the class marks for its base's package whose object's method from outside gave `receiver` (`form.load(text).save()`). */
function membersOfMarked(world: World, view: FileView, object: number, { origin }: Meaning, name: string): readonly DefinitionId[] {
  const isCall = view.facts.expressions.op[object] === Op.call;
  const [within, call] = isCall || origin === undefined ? [view, object] : [world.view(origin.file), origin.expression];
  const { op, a } = within.facts.expressions;
  const callee = op[call] === Op.call ? a[call]! : 0;
  const holder = evaluateHolder(world, within, callee);
  if (!world.isOwnObject(holder)) return NO_ROWS;
  return world.ownDefinitions(givenByMarked(world, holder).map((type) => memberMeaning(world, type, name, Space.value)));
}

/**
 * Members called `name` of what classes that build on one of `packages` hold in a field, which a package hands out as a whole
 * (`self.factory.pool.take()`), or of what that holds in turn; all of that name where nothing is known of the field. One of the two names has to be
 * uncommon outside.
 * @param inner the member of something outside that is the field
 */
function membersOfFields(
  world: World,
  view: FileView,
  inner: number,
  name: string,
  packages: ReadonlySet<string>,
): readonly DefinitionId[] {
  const isCommon = world.isCommonMethod(name);
  if (isCommon && world.isCommonMethod(view.text(view.facts.expressions.b[inner]!))) return NO_ROWS;
  const values = heldInFields(world, view, inner, packages, 0);
  if (!isCommon && values.some(({ tag }) => tag === Tag.unknown)) return world.methods(name);
  return world.ownDefinitions(values.map((value) => memberMeaning(world, value, name, Space.value)));
}

/** What such classes hold in the field that `inner` reads of something outside, or what they hold holds in it. @param depth how many fields stand behind it */
function heldInFields(world: World, view: FileView, inner: number, packages: ReadonlySet<string>, depth: number): Meaning[] {
  const { op, a, b } = view.facts.expressions;
  const field = view.text(b[inner]!);
  world.askName(field);
  const fields = world.names.find("nameable", field).filter((id) => world.kindOf(id) === DefinitionKind.field);
  const isMany = fields.length > MOST_HOLDERS;
  const holding = isMany ? NO_ROWS : fields.filter((id) => isOfSome(world, id, (type) => mayBeHandedOut(world, type, packages)));
  const values = holding.length > MOST_CANDIDATES
    ? []
    : holding.flatMap((id) => partsOf(memberMeaning(world, instance(world.ownerOf(id)), field, Space.value)));
  const outer = a[inner]!;
  if (values.length > 0 || depth === MOST_FIELDS || op[outer] !== Op.member) return values;
  if (evaluateObject(world, view, a[outer]!).tag !== Tag.external) return values;
  const holders = heldInFields(world, view, outer, packages, depth + 1).filter((one) => world.isOwnObject(one));
  return holders.flatMap((holder) => partsOf(memberMeaning(world, holder, field, Space.value)));
}

/** Methods called `name` that what comes out of a package may have which a build writes into the repository: others see the exported ones alone. */
function membersOfBuilt(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (!receiver.weak || !world.rules.packageScope) return NO_ROWS;
  return world.methods(name).filter((id) => (world.flagsOf(id) & DefinitionFlag.exported) !== 0).slice(0, MOST_CANDIDATES);
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

/** Whether an object of a class hands itself to what lies outside, or to what makes an object of a class that builds on that (`ClockInterface(self)`). */
function handsItselfAbroad(world: World, type: DefinitionId): boolean {
  const { handingThemselves } = world.kept;
  return handingThemselves.get(type) ?? handingThemselves.find(type, () => {
    const view = world.viewOf(type);
    world.askInside(view.index);
    const { calls, expressions: { op } } = view.facts;
    return view.callsWithin(rowOf(type)).some((call) => {
      const isHanded = valuesIn(view.facts, calls.arguments[call]!).some((value) => {
        const { tag, definition } = op[value] === Op.name || op[value] === Op.self ? evaluateValue(world, view, value) : UNKNOWN;
        return tag === Tag.self && definition === type;
      });
      const taker = isHanded ? evaluateValue(world, view, calls.expression[call]!) : UNKNOWN;
      return taker.tag === Tag.external || (world.isOwnClass(taker) && buildsOnOutside(world, taker.definition));
    });
  }, fileOf(type));
}

/** Whether a value is what stands under a key, or was when it was put into the name or attribute that is read. */
function isUnderKey(world: World, view: FileView, object: number): boolean {
  const { op } = view.facts.expressions;
  if (isIndexed(view.facts, object)) return true;
  const local = op[object] === Op.name ? onlyBinding(world, view, object) : 0;
  if (local !== 0) return isIndexed(view.facts, view.facts.bindings.value[local]!);
  const declared = declaredAt(world, view, object);
  if (declared === undefined) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.some((row) => isIndexed(declared.view.facts, bindings.value[row]! || definitions.value[bindings.definition[row]!]!));
}

/** Whether an expression reads what stands under a key or at a written position (`row["job"]`, `row[0]`). */
function isIndexed({ expressions: { op, c } }: Facts, expression: number): boolean {
  const isWritten = c[expression] === ItemMode.written || c[expression] === ItemMode.writtenFromEnd;
  return op[expression] === Op.index || (op[expression] === Op.item && isWritten);
}

/**
 * Members called `name` where the class of `receiver` builds on a proxy from outside, which leads to something of the application, or a decorator makes
 * one of the function that `receiver` is.
 */
export function membersBehindProxy(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { standsForOthers } = world.rules;
  if (standsForOthers === undefined) return NO_ROWS;
  const isProxy = (value: Meaning): boolean => value.tag === Tag.external && standsForOthers.test(value.name);
  const leadsOn = world.isOwnFunction(receiver)
    ? isProxy(memberMeaning(world, receiver, name, Space.value))
    : world.isOwnObject(receiver) && orderOf(world, receiver.definition).some(isProxy);
  return leadsOn ? world.methods(name).slice(0, MOST_CANDIDATES) : NO_ROWS;
}

/** Whether an expression is the path to a module, or to something in one (`orm.models`): a function of it, and no object. */
export function isModulePath(world: World, view: FileView, expression: number): boolean {
  const row = importBehind(world, view, expression);
  return row !== 0 && view.facts.imports.name[row] === 0;
}

/** Whether a value is what a base outside has in the own object `holder`, however that is spelt (`self.Parent`). */
function isMemberOf(world: World, view: FileView, object: number, holder: Meaning, { name }: Meaning): boolean {
  const isOwn = world.isOwnObject(holder) && holder.tag !== Tag.definition;
  return isOwn && view.text(view.facts.expressions.b[object]!) === lastPart(name);
}

/** Whether a value is what the class outside whose name it bears made: of that, and of no class below. */
function isMadeItself(world: World, { origin, name }: Meaning): boolean {
  if (origin === undefined) return false;
  const view = world.view(origin.file);
  const { op, a } = view.facts.expressions;
  const maker = op[origin.expression] === Op.call ? evaluateValue(world, view, a[origin.expression]!) : UNKNOWN;
  return maker.tag === Tag.external && maker.name === name && !maker.held;
}

/** Whether a class builds on something of the packages from which a value may come. */
function mayBeHandedOut(world: World, type: DefinitionId, packages: ReadonlySet<string>): boolean {
  return type !== 0 && orderOf(world, type).some(({ tag, name }) => {
    const package_ = tag === Tag.external ? packageFor(world, name) : "";
    return (package_ === PLATFORM || name.includes(".")) && (packages.has(package_) || packages.has(familyOf(world, package_)));
  });
}

/** The package of a full name; what all programs have (`document`, `HTMLElement`) counts as one, which hands out elements of the repository's classes. */
export function packageFor(world: World, name: string): string {
  const first = packageIn(name);
  return world.rules.separateTypes === true && world.rules.globals?.has(first) === true ? PLATFORM : first;
}

/** The package that one extends by the custom of names (`django` of `django_extensions`), where classes hand themselves out; else the package itself. */
function familyOf(world: World, package_: string): string {
  return world.rules.protocols.read === undefined ? package_ : /^[^_]+/.exec(package_)?.[0] ?? package_;
}

/** No package is called so. */
const PLATFORM = "*";

/** Whether a class builds on something outside whose module holds that of the class called `name`, lies in it, or beside it. */
function buildsNear(world: World, type: DefinitionId, name: string): boolean {
  const here = withoutLastPart(name);
  return type !== 0 && here !== "" && orderOf(world, type).some((base) => {
    const there = base.tag === Tag.external ? withoutLastPart(base.name) : "";
    if (there === "") return false;
    return there === here || there.startsWith(`${here}.`) || here.startsWith(`${there}.`) ||
      (withoutLastPart(here) !== "" && withoutLastPart(here) === withoutLastPart(there));
  });
}

/**
 * The packages from which `receiver` may come: the one that it is named by, and where it came out of an own object (`self.jobs.all()`) those of
 * all that its class builds on.
 */
function packagesBehind(world: World, view: FileView, object: number, receiver: Meaning): ReadonlySet<string> {
  const package_ = packageFor(world, receiver.name);
  const packages = new Set([package_, familyOf(world, package_)]);
  const { own } = beginningOf(world, view, object);
  for (const base of own === undefined ? [] : orderOf(world, own.definition)) {
    if (base.tag === Tag.external && base.name.includes(".")) packages.add(packageFor(world, base.name));
  }
  return packages;
}

/**
 * Whether a value from outside came out of what a base outside has in an own object (`self.request.user`, `self.get_object()`): such a base hands out
 * what the application has set up, be it of another package.
 */
function isOfBase(world: World, view: FileView, object: number): boolean {
  const { own, asked } = beginningOf(world, view, object);
  return own !== undefined && asked !== 0 && world.isOwnObject(own) && own.tag !== Tag.definition &&
    firstDeclaring(world, own.definition, view.text(view.facts.expressions.b[asked]!)) === undefined;
}

/** The value of the repository out of which the value outside of an expression came, and the member that was asked of it, 0 for none. */
function beginningOf(world: World, view: FileView, object: number): { own?: Meaning; asked: number } {
  const { op, a } = view.facts.expressions;
  let at = object;
  let asked = 0;
  for (let steps = 0; at !== 0 && steps < LONGEST; steps++) {
    const own = evaluateObject(world, view, at);
    if (own.tag !== Tag.external) return own.definition === 0 || world.inLibrary(own.definition) ? { asked } : { own, asked };
    asked = op[at] === Op.member ? at : 0;
    at = op[at] === Op.name ? onlyValue(world, view, at) : STEPS.has(op[at]!) ? a[at]! : 0;
  }
  return { asked };
}

/** Whether an expression is the path to something that is imported (`Gtk.Widget`): that itself, and no value of it. */
export function isImportedPath(world: World, view: FileView, expression: number): boolean {
  return importBehind(world, view, expression) !== 0;
}

/** The import (row of `imports`) of the name that a path of members begins with; 0 where it begins with something else. */
function importBehind(world: World, view: FileView, expression: number): number {
  const { bindings, expressions: { op, a } } = view.facts;
  let first = expression;
  while (op[first] === Op.member) first = a[first]!;
  return op[first] === Op.name ? bindings.import_[onlyBinding(world, view, first)]! : 0;
}
