/**
 * Objects that a value may be of which only the package is known: those of a class with a base in that package
 * (`project.job_set.first().run()`, where Project and Job extend the package's `Model`), which creates such objects and returns them, or
 * stores them in attributes of others (`project.last_job.run()`).
 *
 * Stage: resolve. Invariant: these are candidates, and, except for generated packages, only under a name that is not common outside: which
 * objects a package returns is not known.
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
import { givenByMarked } from "../calls/given_to_bases.ts";
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
import { isOwnClass, isOwnFunction, isOwnObject, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnNamed, buildsOnOutside, entryOf, orderOf } from "../types/inheritance.ts";
import { isSpeltAsAnyType } from "../types/spelling.ts";
import { membersBelow } from "../types/implementations.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** Maximum number of fields of one name that are examined, and of nested fields. */
const MOST_HOLDERS = 64;
const MOST_FIELDS = 3;

/** Members called `name` of such classes. @param object the expression of the external value `receiver` */
export function membersOfFramework(world: World, view: FileView, object: number, receiver: Meaning, name: string): readonly DefinitionId[] {
  const isCommon = world.isCommonMethod(name);
  if (!tellsNoTypes(world, view)) {
    const mayBeAny = !isCommon && world.rules.separateTypes && isTakenForAny(world, view, object);
    return mayBeAny ? world.repository.methods(name).slice(0, MOST_CANDIDATES) : membersOfBuilt(world, receiver, name);
  }
  const all = world.repository.methods(name);
  if (world.rules.proxies?.test(receiver.name) === true) return all.slice(0, MOST_CANDIDATES);
  // In languages without declared types, a value that is only likely to be external may be anything.
  if (!isCommon && receiver.weak && world.rules.protocols.read === undefined) return all.slice(0, MOST_CANDIDATES);
  if (all.length === 0 || all.length > MOST_CANDIDATES) return NO_ROWS;
  const packages = packagesBehind(world, view, object, receiver);
  const direct = isCommon ? NO_ROWS : membersPassedOut(world, view, object, receiver, name, packages);
  return direct.length > 0 ? direct : membersBehindGiver(world, view, object, name, packages);
}

/** Whether a value was taken out of something cast to any type (`(calls[0] as any)[1]`): its content is not known. */
function isTakenForAny(world: World, view: FileView, object: number): boolean {
  const { op, a, c } = view.facts.expressions;
  let at = object;
  for (let steps = 0; at !== 0 && steps < LONGEST; steps++) {
    if (op[at] === Op.cast) return c[at] === 0 && evaluateType(world, view, a[at]!).tag === Tag.unknown;
    at = op[at] === Op.name ? onlyValue(world, view, at) : STEPS.has(op[at]!) ? a[at]! : 0;
  }
  return false;
}

/** Members called `name` of classes whose objects one of `packages` may return where it returns `receiver`. */
function membersPassedOut(
  world: World,
  view: FileView,
  object: number,
  receiver: Meaning,
  name: string,
  packages: ReadonlySet<string>,
): readonly DefinitionId[] {
  const all = world.repository.methods(name);
  // A value declared with an external class may be of a subclass; an object created by a class is of that class, whatever else the package
  // returns.
  const holder = evaluateHolder(world, view, object);
  const isOfType = isSpeltAsAnyType(lastPart(receiver.name)) && !isMemberOf(world, view, object, holder, receiver);
  const isValue = isOfType && !isMadeItself(world, receiver) && !isImportedPath(world, view, object);
  const below = isValue
    ? all.filter((member) => isOfSome(world, member, (type) => type !== 0 && buildsOnNamed(world, type, receiver.name)))
    : NO_ROWS;
  if (below.length > 0) return below;
  // What something external holds under a key was stored there by someone.
  if (isUnderKey(world, view, object) || world.rules.standsForOthers?.test(receiver.name) === true) return all;
  // An external class may extend a related one (`tkinter.Widget`, `tkinter.ttk.Frame`).
  const near = isValue ? all.filter((member) => isOfSome(world, member, (type) => buildsNear(world, type, receiver.name))) : NO_ROWS;
  if (near.length > 0) return near;
  const isPassedOut = !isOfType && !isModulePath(world, view, object);
  // What a class has from another class that creates it (`objects = Jobs.as_manager()`) is of the latter.
  const makers = mayHoldDescriptors(world, holder) ? receiver.items.filter((type) => mayBePassedOut(world, type.definition, packages)) : [];
  const mayBe = (type: DefinitionId): boolean =>
    mayBePassedOut(world, type, packages) &&
    (makers.length === 0 || makers.some((maker) => entryOf(world, type, maker.definition) !== undefined));
  const direct = isPassedOut ? all.filter((member) => isOfSome(world, member, mayBe)) : NO_ROWS;
  if (direct.length > 0) return direct;
  const marked = membersOfMarked(world, view, object, receiver, name);
  if (marked.length > 0 || !isPassedOut || !isOfBase(world, view, object)) return marked;
  // In languages where classes need not be named for it, it may be of any class (`this.props.save()`).
  if (world.rules.separateTypes) return all;
  const built = all.filter((member) => isOfSome(world, member, (type) => buildsOnOutside(world, type)));
  return built.length > 0
    ? built
    : all.filter((member) => isOfSome(world, member, (type) => type !== 0 && passesItselfOutside(world, type)));
}

/**
 * Members called `name` of the results of methods, or the values of fields, of the classes that may be meant where `object` was obtained
 * from something external.
 */
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
  if (isUnderKey(world, view, a[inner]!) && !world.isCommonMethod(name)) return world.repository.methods(name);
  const inMembers = membersOfGivenBy(world, view, object, name, (given) => given);
  if (inMembers.length > 0 || inner !== object) return inMembers;
  const isNamed = world.isCommonMethod(name) && isImportedPath(world, view, a[inner]!);
  return isNamed ? NO_ROWS : membersOfFields(world, view, inner, name, packages);
}

/**
 * Members called `name` of the results of repository members that `object` may mean: a member of something external, or of a repository
 * object that inherits it from an external base (`for job in self.chosen_jobs()`, defined in subclasses), or a call of one.
 * @param taken what is taken out of the result
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
    : isOwnObject(world, giver)
    ? membersBelow(world, giver.definition, asked, 0)
    : NO_ROWS;
  const found = members.map((member) => {
    const held = memberMeaning(world, instance(world.ownerOf(member)), asked, Space.value);
    return taken(inner === object ? held : callMeaning(world, view, held, [], false));
  });
  // What subclasses take from something external is equally unknown.
  const isOpen = ({ tag }: Meaning): boolean => tag === Tag.unknown || (tag === Tag.external && giver.tag !== Tag.external);
  if (found.some(isOpen) && !world.isCommonMethod(name)) return world.repository.methods(name);
  return ownDefinitions(world, found.map((one) => memberMeaning(world, one, name, Space.value)));
}

/**
 * Members called `name` of the results of methods that a class marks for its external base's package, whose method returned `receiver`
 * (`form.load(text).save()`).
 */
function membersOfMarked(world: World, view: FileView, object: number, { origin }: Meaning, name: string): readonly DefinitionId[] {
  const isCall = view.facts.expressions.op[object] === Op.call;
  const [within, call] = isCall || origin === undefined ? [view, object] : [world.view(origin.file), origin.expression];
  const { op, a } = within.facts.expressions;
  const callee = op[call] === Op.call ? a[call]! : 0;
  const holder = evaluateHolder(world, within, callee);
  if (!isOwnObject(world, holder)) return NO_ROWS;
  return ownDefinitions(world, givenByMarked(world, holder).map((type) => memberMeaning(world, type, name, Space.value)));
}

/**
 * Members called `name` of the values that classes with a base in one of `packages` hold in a field, if a package returns their objects
 * (`self.factory.pool.take()`), or of what those values hold; all members of that name if nothing is known of the field. One of the two
 * names must be uncommon outside.
 * @param inner the member of something external that is the field
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
  if (!isCommon && values.some(({ tag }) => tag === Tag.unknown)) return world.repository.methods(name);
  return ownDefinitions(world, values.map((value) => memberMeaning(world, value, name, Space.value)));
}

/** What such classes hold in the field that `inner` reads, or what its values hold in it. @param depth number of fields that follow */
function heldInFields(world: World, view: FileView, inner: number, packages: ReadonlySet<string>, depth: number): Meaning[] {
  const { op, a, b } = view.facts.expressions;
  const field = view.text(b[inner]!);
  world.askName(field);
  const fields = world.names.find("nameable", field).filter((id) => world.kindOf(id) === DefinitionKind.field);
  const isMany = fields.length > MOST_HOLDERS;
  const holding = isMany ? NO_ROWS : fields.filter((id) => isOfSome(world, id, (type) => mayBePassedOut(world, type, packages)));
  const values = holding.length > MOST_CANDIDATES
    ? []
    : holding.flatMap((id) => partsOf(memberMeaning(world, instance(world.ownerOf(id)), field, Space.value)));
  const outer = a[inner]!;
  if (values.length > 0 || depth === MOST_FIELDS || op[outer] !== Op.member) return values;
  if (evaluateObject(world, view, a[outer]!).tag !== Tag.external) return values;
  const holders = heldInFields(world, view, outer, packages, depth + 1).filter((one) => isOwnObject(world, one));
  return holders.flatMap((holder) => partsOf(memberMeaning(world, holder, field, Space.value)));
}

/** Methods called `name` of what a generated package returns: only exported ones are visible to others. */
function membersOfBuilt(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  if (!receiver.weak || !world.rules.packageScope) return NO_ROWS;
  return world.repository.methods(name).filter((id) => (world.flagsOf(id) & DefinitionFlag.exported) !== 0).slice(0, MOST_CANDIDATES);
}

/** Whether the types returned by packages are not visible in a file; where types are declared, they are. */
function tellsNoTypes(world: World, { path }: FileView): boolean {
  const { protocols, separateTypes, declaredMembers } = world.rules;
  return protocols.read !== undefined || (separateTypes && declaredMembers?.test(path) === false);
}

/** Whether the class that declares a member, or a subclass that inherits it, satisfies `isMeant`. */
function isOfSome(world: World, member: DefinitionId, isMeant: (type: DefinitionId) => boolean): boolean {
  const owner = world.ownerOf(member);
  if (isMeant(owner)) return true;
  for (const type of typesBelow(world, owner)) if (isMeant(type)) return true;
  return false;
}

/**
 * Whether objects of a class pass themselves to external code, or to the constructor of a class with an external base
 * (`ClockInterface(self)`).
 */
function passesItselfOutside(world: World, type: DefinitionId): boolean {
  const { passingThemselves } = world.kept;
  return passingThemselves.get(type) ?? passingThemselves.find(type, () => {
    const view = world.viewOf(type);
    world.askInside(view.index);
    const { calls, expressions: { op } } = view.facts;
    return view.callsWithin(rowOf(type)).some((call) => {
      const isPassed = valuesIn(view.facts, calls.arguments[call]!).some((value) => {
        const { tag, definition } = op[value] === Op.name || op[value] === Op.self ? evaluateValue(world, view, value) : UNKNOWN;
        return tag === Tag.self && definition === type;
      });
      const taker = isPassed ? evaluateValue(world, view, calls.expression[call]!) : UNKNOWN;
      return taker.tag === Tag.external || (isOwnClass(world, taker) && buildsOnOutside(world, taker.definition));
    });
  }, fileOf(type));
}

/** Whether a value was obtained by a key, possibly before it was stored in the name or attribute that is read. */
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

/** Whether an expression reads an element by a constant key or position (`row["job"]`, `row[0]`). */
function isIndexed({ expressions: { op, c } }: Facts, expression: number): boolean {
  const isWritten = c[expression] === ItemMode.written || c[expression] === ItemMode.writtenFromEnd;
  return op[expression] === Op.index || (op[expression] === Op.item && isWritten);
}

/**
 * Members called `name` if the class of `receiver` extends an external proxy, which leads to an object of the application, or a decorator
 * turns the function `receiver` into one.
 */
export function membersBehindProxy(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const { standsForOthers } = world.rules;
  if (standsForOthers === undefined) return NO_ROWS;
  const isProxy = (value: Meaning): boolean => value.tag === Tag.external && standsForOthers.test(value.name);
  const leadsOn = isOwnFunction(world, receiver)
    ? isProxy(memberMeaning(world, receiver, name, Space.value))
    : isOwnObject(world, receiver) && orderOf(world, receiver.definition).some(isProxy);
  return leadsOn ? world.repository.methods(name).slice(0, MOST_CANDIDATES) : NO_ROWS;
}

/** Whether an expression is the path of a module, or of something in one (`orm.models`): then it denotes a function, not an object. */
export function isModulePath(world: World, view: FileView, expression: number): boolean {
  const row = importBehind(world, view, expression);
  return row !== 0 && view.facts.imports.name[row] === 0;
}

/** Whether a value is what an external base has in the repository object `holder`, however it is spelled (`self.Parent`). */
function isMemberOf(world: World, view: FileView, object: number, holder: Meaning, { name }: Meaning): boolean {
  const isOwn = isOwnObject(world, holder) && holder.tag !== Tag.definition;
  return isOwn && view.text(view.facts.expressions.b[object]!) === lastPart(name);
}

/** Whether a value was created by the external class that it is named after: then it is of that class, not of a subclass. */
function isMadeItself(world: World, { origin, name }: Meaning): boolean {
  if (origin === undefined) return false;
  const view = world.view(origin.file);
  const { op, a } = view.facts.expressions;
  const maker = op[origin.expression] === Op.call ? evaluateValue(world, view, a[origin.expression]!) : UNKNOWN;
  return maker.tag === Tag.external && maker.name === name && !maker.held;
}

/** Whether a class extends something of the packages that a value may come from. */
function mayBePassedOut(world: World, type: DefinitionId, packages: ReadonlySet<string>): boolean {
  return type !== 0 && orderOf(world, type).some(({ tag, name }) => {
    const package_ = tag === Tag.external ? packageFor(world, name) : "";
    return (package_ === PLATFORM || name.includes(".")) && (packages.has(package_) || packages.has(familyOf(world, package_)));
  });
}

/**
 * The package of a full name; the platform's globals (`document`, `HTMLElement`) count as one package, which returns elements of the
 * repository's classes.
 */
export function packageFor(world: World, name: string): string {
  const first = packageIn(name);
  return world.rules.separateTypes === true && world.rules.globals?.has(first) === true ? PLATFORM : first;
}

/**
 * The package that one extends according to naming conventions (`django` for `django_extensions`), in languages with descriptors; otherwise
 * the package itself.
 */
function familyOf(world: World, package_: string): string {
  return world.rules.protocols.read === undefined ? package_ : /^[^_]+/.exec(package_)?.[0] ?? package_;
}

/** Not the name of any package. */
const PLATFORM = "*";

/** Whether a class extends an external one in the module of the class called `name`, or in a parent, child or sibling module. */
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
 * The packages that `receiver` may come from: the one it is named by, and, if it came from a repository object (`self.jobs.all()`), those
 * of all bases of its class.
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
 * Whether an external value came from a member that a repository object has from an external base (`self.request.user`,
 * `self.get_object()`): such a base returns what the application has set up, possibly of another package.
 */
function isOfBase(world: World, view: FileView, object: number): boolean {
  const { own, asked } = beginningOf(world, view, object);
  return own !== undefined && asked !== 0 && isOwnObject(world, own) && own.tag !== Tag.definition &&
    firstDeclaring(world, own.definition, view.text(view.facts.expressions.b[asked]!)) === undefined;
}

/** The repository value that the external value of an expression came from, and the member that was read on it, 0 if none. */
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

/** Whether an expression is the path of an imported item (`Gtk.Widget`) itself, not of a value of it. */
export function isImportedPath(world: World, view: FileView, expression: number): boolean {
  return importBehind(world, view, expression) !== 0;
}

/** The import (row of `imports`) of the name that a path of members starts with; 0 if it starts with something else. */
function importBehind(world: World, view: FileView, expression: number): number {
  const { bindings, expressions: { op, a } } = view.facts;
  let first = expression;
  while (op[first] === Op.member) first = a[first]!;
  return op[first] === Op.name ? bindings.import_[onlyBinding(world, view, first)]! : 0;
}
