/**
 * What may come out of a type outside that was given types of the repository: `map.get(k).unwrap().span()` of a `LinkedMap<Key, Item>`.
 *
 * Stage: resolve. Invariant: these are candidates. What such a type hands out is its own affair, so nothing is bound by it; but a call whose
 * name a given type bears is not told to lie outside. Only what a class has given as its own (`User.findOne()`) is likely enough to be meant.
 */
import { Op } from "../../expressions.ts";
import { BindingKind, DefinitionKind, type Facts, isCallable, listItems } from "../../facts.ts";
import { append } from "../../lists.ts";
import { callMeaning } from "./call_results.ts";
import { evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import {
  boundsIn,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  expressionOfOrigin,
  fileOfOrigin,
  instance,
  isKnown,
  isObject,
  lastPart,
  type Meaning,
  originOf,
  rowOf,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { ownConstructor } from "../members/constructors.ts";
import { functionResult } from "./results.ts";
import { asInstance } from "../traits/traits.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import { furtherMember } from "../members/further_bases.ts";
import type { World } from "../world.ts";

/** How deep type arguments, and expressions, are looked into. */
const DEEPEST = 3;
export const LONGEST = 16;
/** What a function on the way costs: each may give several values, so few are looked into behind one another. */
const FUNCTION_STEPS = 4;
/** What by custom makes a type: the type itself where types are called, else a function with such a name. */
const TYPE = /^_*[A-Z]\w*[a-z]/;
const MAKER = /^[Nn]ew(_|[A-Z]|$)/;
/** Expressions whose value comes out of that of another, their column a. */
export const STEPS: ReadonlySet<number> = new Set([
  Op.member,
  Op.call,
  Op.new,
  Op.index,
  Op.item,
  Op.await,
  Op.iterate,
  Op.enter,
  Op.unwrap,
  Op.deref,
  Op.reference,
]);

/**
 * Members called `name` of the types that were given to what `receiver`, a value from outside, came out of: as type arguments, or as arguments
 * of the calls outside that made it.
 */
export function membersOfGiven(world: World, view: FileView, object: number, receiver: Meaning, name: string): DefinitionId[] {
  if (receiver.tag !== Tag.external || world.methods(name).length === 0) return [];
  const found = new Set<DefinitionId>();
  for (const type of givenOnTheWay(world, view, object, 0, true)) {
    const member = memberMeaning(world, type, name, world.rules.fieldsApart === true ? Space.call : Space.value);
    if (world.isOwnDefinition(member)) found.add(member.definition);
  }
  for (const type of pointedAt(world, receiver, name)) {
    const member = memberMeaning(world, type, name, Space.call);
    // What is given to all that fulfil something the pointer may have itself.
    if (world.isOwnDefinition(member) && !world.attachments.isBlanket(world.parentOf(member.definition))) found.add(member.definition);
  }
  return [...found];
}

/** What a type outside may point at, where types do so (`node.level()` of a `SharedPointer<Node>`): what it was given. Under a common name it has its own. */
function pointedAt(world: World, { applied = [] }: Meaning, name: string): readonly Meaning[] {
  const mayPoint = world.rules.protocols.deref !== undefined && !world.isCommonMethod(name);
  return mayPoint ? applied.flatMap((type) => typesWithin(world, type)) : [];
}

/** Functions, and constructors of classes, that were handed to the call outside which made `value`: to call the value may be to call them. */
export function functionsGivenTo(world: World, value: Meaning): DefinitionId[] {
  if (value.origin === 0) return [];
  const view = world.view(fileOfOrigin(value.origin));
  const found = new Set<DefinitionId>();
  for (const argument of argumentsOf(view.facts, expressionOfOrigin(value.origin))) {
    const value = evaluateValue(world, view, argument);
    const { definition } = value;
    if (!world.isOwnDefinition(value) || world.nameOf(definition) === "") continue;
    const kind = world.kindOf(definition);
    if (isCallable(kind) && kind !== DefinitionKind.lambda) found.add(definition);
    else if (kind === DefinitionKind.class && !world.rules.callingTypeConverts) found.add(ownConstructor(world, definition) ?? definition);
  }
  return [...found];
}

/**
 * Types of the repository that the value of an expression, which comes from outside, was given on its way.
 * @param isReceiver whether this value itself is called: one that a type outside makes is of that type, whatever it was given
 */
function givenOnTheWay(world: World, view: FileView, expression: number, depth: number, isReceiver: boolean): Meaning[] {
  const value = expression === 0 || depth > LONGEST ? UNKNOWN : evaluateValue(world, view, expression);
  const { op, a, b } = view.facts.expressions;
  if (value.tag !== Tag.external) {
    if (op[expression] !== Op.member) return [];
    // A method of what is held (`Job.objects.open()`), or what is held itself.
    return value.tag === Tag.definition
      ? givenOnTheWay(world, view, a[expression]!, depth + 1, false)
      : knownBy(world, value, evaluateValue(world, view, a[expression]!));
  }
  const given = value.items.flatMap((type) => typesWithin(world, type));
  // What an object holds may answer for itself with what its type was given (`owner: Mapped[Customer]`).
  if (isReceiver && op[expression] === Op.member && world.rules.protocols.read !== undefined) {
    append(given, (value.applied ?? []).flatMap((type) => typesWithin(world, type)));
  }
  if (value.origin !== 0 && value.origin !== originOf(view.index, expression)) {
    append(given, givenOnTheWay(world, world.view(fileOfOrigin(value.origin)), expressionOfOrigin(value.origin), depth + 1, isReceiver));
  }
  if (!isReceiver && (op[expression] === Op.name || op[expression] === Op.member)) {
    append(given, keptIn(world, view, expression, value.origin));
  }
  const gone = goneThrough(world, view, expression);
  if (gone !== 0) append(given, givenOnTheWay(world, view, gone, depth + 1, isReceiver));
  if (!STEPS.has(op[expression]!)) return given;
  append(given, givenOnTheWay(world, view, a[expression]!, depth + 1, false));
  if (op[expression] === Op.member) {
    const holder = evaluateValue(world, view, a[expression]!);
    append(given, toldToBase(world, holder));
    if (!isReceiver) append(given, heldBy(world, holder));
  }
  if (op[expression] === Op.call) {
    append(given, givenWithin(world, evaluateValue(world, view, a[expression]!), depth + FUNCTION_STEPS, isReceiver));
    append(given, calledOn(world, view, a[expression]!, isReceiver));
    // What may be the object itself is called again (`stream.on("a", f).on("b", g).own()`).
    const chained = isReceiver && op[a[expression]!] === Op.member ? a[a[expression]!]! : 0;
    if (op[chained] === Op.call) append(given, givenOnTheWay(world, view, chained, depth + 1, true));
  }
  if (op[expression] === Op.member) {
    const name = view.text(b[expression]!);
    return [...given, ...given.flatMap((type) => typesWithin(world, memberMeaning(world, type, name, Space.value)))];
  }
  const isMade = op[expression] === Op.new || (world.rules.callingTypeConverts ? MAKER : TYPE).test(lastPart(value.name));
  if (isReceiver && isMade && !isOfClass(world, view, expression) && !isStandIn(world, view, expression)) return given;
  const handed = argumentsOf(view.facts, expression);
  append(given, namedByTexts(world, view, expression, handed));
  return [...given, ...handed.flatMap((argument) => givenBy(world, view, argument, depth + FUNCTION_STEPS))];
}

const TAKEN: ReadonlySet<number> = new Set([Op.iterate, Op.index, Op.item, Op.member]);

/** What a name is bound to that a loop, an index or a pattern takes out of something; 0 for others. */
function goneThrough(world: World, view: FileView, expression: number): number {
  const { bindings, expressions: { op } } = view.facts;
  const value = bindings.value[onlyBinding(world, view, expression)]!;
  return TAKEN.has(op[value]!) ? value : 0;
}

/** What the methods of the value that `origin` made are handed elsewhere in the file, under the name of `place`: it may keep that (`group.add(Job())`). */
function keptIn(world: World, view: FileView, place: number, origin: number): Meaning[] {
  if (origin === 0 || !world.rules.assignmentsBind) return [];
  world.askInside(view.index);
  const { calls, expressions: { op, a, b } } = view.facts;
  const found: Meaning[] = [];
  for (const call of view.callsOn(op[place] === Op.name ? a[place]! : b[place]!)) {
    if (calls.arguments[call] === 0 || evaluateValue(world, view, a[calls.expression[call]!]!).origin !== origin) continue;
    for (const value of valuesIn(view.facts, calls.arguments[call]!)) append(found, typesWithin(world, evaluateValue(world, view, value)));
  }
  return found;
}

/** The types of an argument; of one from outside those that it was given itself (`session.scalars(select(Job))`). */
function givenBy(world: World, view: FileView, argument: number, depth: number): Meaning[] {
  const value = evaluateValue(world, view, argument);
  return value.tag === Tag.external ? givenOnTheWay(world, view, argument, depth, false) : typesWithin(world, value);
}

/** Classes that the texts name which what a class holds is made with: `owner = ForeignKey("shop.Customer")`, `parent = ForeignKey("self")`. */
function namedByTexts(world: World, view: FileView, expression: number, handed: readonly number[]): Meaning[] {
  const { op, c } = view.facts.expressions;
  const texts = handed.filter((argument) => op[argument] === Op.key && c[argument] !== 0).map((argument) => view.text(c[argument]!));
  if (texts.length === 0 || !isOfClass(world, view, expression)) return [];
  const { definitions } = view.facts;
  const holder = definitionId(view.index, definitions.parent[definitions.value.indexOf(expression)]!);
  return texts.flatMap((text) => {
    if (text === world.rules.ownTypeInTexts) return [instance(holder)];
    const name = lastPart(text);
    world.askName(name);
    return world.names.find("nameable", name).filter((id) => world.kindOf(id) === DefinitionKind.class).map((id) => instance(id));
  });
}

/** Where what a class holds is told of the class (`__set_name__`, a metaclass), the class of which `value` was read: `Job.objects`. */
function knownBy(world: World, value: Meaning, holder: Meaning): Meaning[] {
  if (value.tag !== Tag.instance || !isOwnClass(world, holder)) return [];
  return leadsOutside(world, value.definition) ? [instance(holder.definition)] : [];
}

/** The same of a value from outside that a class holds which builds on something outside (`Job.objects`). */
function heldBy(world: World, holder: Meaning): Meaning[] {
  return isOwnClass(world, holder) && leadsOutside(world, holder.definition) ? [instance(holder.definition)] : [];
}

/** Whether a value is a class of the repository, where what a class holds may be told of it. */
export function isOwnClass(world: World, value: Meaning): boolean {
  return world.rules.protocols.read !== undefined && world.isOwnDefinition(value) &&
    world.kindOf(value.definition) === DefinitionKind.class;
}

function leadsOutside(world: World, type: DefinitionId): boolean {
  return orderOf(world, type).some(({ tag }) => tag === Tag.external);
}

/** Whether an attribute of a class holds the value of an expression, and may answer for itself where it is read (`owner = ForeignKey(Job)`). */
function isOfClass(world: World, { facts: { definitions } }: FileView, expression: number): boolean {
  if (world.rules.protocols.read === undefined) return false;
  const row = definitions.value.indexOf(expression);
  return row > 0 && definitions.kind[definitions.parent[row]!] === DefinitionKind.class;
}

/** Whether an expression is what a parameter is where nobody hands it over, which may stand for what a framework does (`db=Depends(open_db)`). */
function isStandIn(world: World, { facts: { bindings } }: FileView, expression: number): boolean {
  if (world.rules.injection === undefined) return false;
  const row = bindings.value.indexOf(expression);
  return row > 0 && bindings.kind[row] === BindingKind.parameter;
}

/**
 * The type of an object of the repository whose method from outside is called: that may give the object itself, or one like it (`self.clone()`);
 * what a further base's method of that name gives, which may be meant instead;
 * of an object of the library the types that it holds, of which nobody told what the method does with them (`found.context("none")?`).
 */
function calledOn(world: World, view: FileView, callee: number, isReceiver: boolean): Meaning[] {
  const { op, a, b } = view.facts.expressions;
  const object = op[callee] === Op.member ? evaluateValue(world, view, a[callee]!) : UNKNOWN;
  const further = furtherMember(world, object, view.text(b[callee]!));
  const given = further === undefined ? [] : typesWithin(world, callMeaning(world, view, further, [], false));
  if (world.isOwnObject(object)) return isReceiver ? [...given, instance(object.definition, object.items)] : given;
  return object.tag === Tag.instance ? typesWithin(world, object) : given;
}

/**
 * What the class that `object` is, or is of, or a class within it, names by its attributes for a base outside, which may make instances of that
 * (`model = Job`, `class Meta: model = Job`, `jobs = Job.objects.all()`).
 */
function toldToBase(world: World, object: Meaning): Meaning[] {
  if (!isOwnClass(world, object) && (world.rules.protocols.read === undefined || !world.isOwnObject(object))) return [];
  return toldBy(world, object.definition, NAMED_IN_TURN);
}

/** So many classes that are named by one another's attributes are gone through (`serializer = JobSerializer`, of which `model = Job`). */
const NAMED_IN_TURN = 2;

function toldBy(world: World, type: DefinitionId, depth: number): Meaning[] {
  if (depth === 0 || !leadsOutside(world, type)) return [];
  return orderOf(world, type).flatMap((entry) =>
    entry.tag === Tag.instance && !world.inLibrary(entry.definition) ? namedByAttributes(world, entry.definition, 1, depth - 1) : []
  );
}

/** @param within how many classes deep attributes are looked at. @param depth of those that these name */
function namedByAttributes(world: World, type: DefinitionId, within: number, depth: number): Meaning[] {
  const view = world.viewOf(type);
  world.ask(view.index);
  const { bindings, definitions, expressions: { op } } = view.facts;
  return [...memberTable(world, type).values()].flat().flatMap((binding) => {
    const row = bindings.definition[binding]!;
    if (definitions.kind[row] === DefinitionKind.class) {
      return within > 0 ? namedByAttributes(world, definitionId(view.index, row), within - 1, depth) : [];
    }
    const value = definitions.value[row]!;
    if (op[value] !== Op.name && op[value] !== Op.member && op[value] !== Op.call) return [];
    const named = evaluateValue(world, view, classBehind(view, value));
    return isOwnClass(world, named) ? [instance(named.definition), ...toldBy(world, named.definition, depth)] : [];
  });
}

/** What a call of a method begins with (`Job` of `Job.objects.all()`); the expression itself where it is no call. */
function classBehind({ facts: { expressions: { op, a } } }: FileView, expression: number): number {
  if (op[expression] !== Op.call) return expression;
  let first = a[expression]!;
  if (op[first] !== Op.member) return 0;
  while (op[first] === Op.member || op[first] === Op.call) first = a[first]!;
  return first;
}

/** Members called `name` of the classes that a class of the repository names for its base outside, which may make them in its place. */
export function membersToldToBase(world: World, object: Meaning, name: string): DefinitionId[] {
  const members = toldToBase(world, object).map((type) => memberMeaning(world, type, name, Space.value));
  return [...new Set(members.filter((member) => world.isOwnDefinition(member)).map(({ definition }) => definition))];
}

/** Types of the repository that what a function gives was given on its way, where the function says no type of it. */
function givenWithin(world: World, callee: Meaning, depth: number, isReceiver: boolean): Meaning[] {
  if (!world.isOwnFunction(callee)) return [];
  const view = world.viewOf(callee.definition);
  world.ask(view.index);
  const { returns, type } = view.facts.definitions;
  const row = rowOf(callee.definition);
  if (type[row] !== 0) return [];
  return listItems(view.facts, returns[row]!).flatMap((value) => givenOnTheWay(world, view, value, depth, isReceiver));
}

function argumentsOf(facts: Facts, call: number): number[] {
  const { op, b } = facts.expressions;
  return op[call] === Op.call || op[call] === Op.new ? valuesIn(facts, b[call]!) : [];
}

/** The values that a list of arguments hands over, named and spread ones too. */
export function valuesIn(facts: Facts, list: number): number[] {
  const { op, a, b } = facts.expressions;
  return listItems(facts, list).map((item) => (op[item] === Op.pair ? b[item]! : op[item] === Op.spread ? a[item]! : item));
}

/** The types of the repository that a value may be, hold or, being a function, give. */
function typesWithin(world: World, type: Meaning, depth = 0): Meaning[] {
  if (depth > DEEPEST) return [];
  const within = (items: readonly Meaning[]): Meaning[] => items.flatMap((item) => typesWithin(world, item, depth + 1));
  switch (type.tag) {
    case Tag.self:
      return [instance(type.definition)];
    // Whatever it stands for has what its bounds declare.
    case Tag.parameter:
      return within(boundsIn(type.result));
    case Tag.instance: {
      if (world.inLibrary(type.definition)) return within(type.items);
      const isObject = world.kindOf(type.definition) === DefinitionKind.object;
      return [type, ...within(isObject ? valuesOf(world, type.definition) : type.items)];
    }
    case Tag.definition: {
      if (world.inLibrary(type.definition)) return [];
      const kind = world.kindOf(type.definition);
      if (isCallable(kind)) return typesWithin(world, functionResult(world, type.definition), depth + 1);
      if (kind === DefinitionKind.object) return within(valuesOf(world, type.definition));
      // What gets a class may make instances of it; a unit struct or a variant is a value itself.
      if (!world.rules.callingTypeConverts) return kind === DefinitionKind.class ? [instance(type.definition)] : [];
      const value = asInstance(world, type);
      return value.tag === Tag.instance ? [value] : [];
    }
    case Tag.function:
      return type.result === undefined ? [] : typesWithin(world, type.result, depth + 1);
    case Tag.external:
      return within([...type.items, ...(type.applied ?? [])]);
    case Tag.union:
    case Tag.tuple:
      return within(type.items);
    default:
      return [];
  }
}

/** What an object literal holds by names: options often say by a class, or a function, what comes out (`{ read: Panel }`). */
function valuesOf(world: World, object: DefinitionId): Meaning[] {
  const view = world.viewOf(object);
  world.ask(view.index);
  const { bindings, definitions } = view.facts;
  return [...memberTable(world, object).values()].flatMap((rows) => {
    const row = bindings.definition[rows[0]!]!;
    if (isCallable(definitions.kind[row]!)) return [definitionMeaning(definitionId(view.index, row))];
    return definitions.value[row] === 0 ? [] : [evaluateValue(world, view, definitions.value[row]!)];
  });
}

/** An instance of the class that gave `object`, a value from outside, by a method that it has from outside; undefined for others. */
export function giverOf(object: Meaning): Meaning | undefined {
  const giver = object.weak && object.items.length === 1 ? object.items[0]! : undefined;
  return giver !== undefined && isObject(giver) && giver.weak ? giver : undefined;
}

/**
 * The member called `name` of the class that gave `object` by a method that it has from outside: of its instances, or of the class itself
 * (`User.unscoped().findActive()`); undefined where it declares none.
 */
export function memberOfGiver(world: World, object: Meaning, name: string): Meaning | undefined {
  const giver = giverOf(object);
  if (giver === undefined) return undefined;
  // A list of instances has methods of its own, which the class may have by the same names.
  const sides = world.isCommonMethod(name) ? [giver] : [giver, definitionMeaning(giver.definition, giver, giver.items)];
  for (const side of sides) {
    const member = memberMeaning(world, side, name, Space.value);
    const isOwn = isKnown(member) && !world.inLibrary(member.definition);
    // What the class itself makes of something outside is that, and no instance of the class.
    if (isOwn || (member.tag === Tag.external && member.origin !== 0)) return weaken(member);
  }
  return undefined;
}
