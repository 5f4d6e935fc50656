/**
 * What may come out of a type outside that was given types of the repository: `map.get(k).unwrap().span()` of a `LinkedMap<Key, Item>`.
 *
 * Stage: resolve. Invariant: these are candidates. What such a type hands out is its own affair, so nothing is bound by it; but a call whose
 * name a given type bears is not told to lie outside.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { BindingKind, DefinitionFlag, type Facts, isCallable, listItems } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { argumentsOf, valuesIn } from "../../facts/given_values.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { instance, lastPart, type Meaning, type Origin, rowOf, sameOrigin, Tag, UNKNOWN } from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { furtherMember } from "../members/further_bases.ts";
import { memberMeaning } from "../members/members.ts";
import { dereferenced } from "../members/promotion.ts";
import { findNameOf, onlyValue, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { implementationFor } from "../traits/implementation_for.ts";
import { isSpeltAsMaker } from "../types/spelling.ts";
import type { World } from "../world.ts";
import { callMeaning } from "./call_results.ts";
import { operate } from "./operations.ts";
import { holderOfOutside, isOfClass, knownBy, namedByTexts } from "./class_fields.ts";
import { isDeclaredPointer } from "./declared_pointers.ts";
import { memberOfLike } from "./like_itself.ts";
import { takenOut } from "./taken_out.ts";
import { toldToBase } from "./told_to_bases.ts";
import { addTypes, addWithin } from "./types_within.ts";
import { LONGEST, STEPS } from "./ways_back.ts";

/** What a function on the way costs: each may give several values, so few are looked into behind one another. */
const FUNCTION_STEPS = 4;

/** The types of the repository that the receiver of a call, a value from outside, was given on its way; unknown where nothing tells of one what it is. */
export function typesGiven(world: World, view: FileView, receiver: number): Meaning[] {
  const given: Meaning[] = [];
  addGiven(world, view, receiver, 0, true, given);
  const first = world.rules.assignmentsBind ? firstOfChain(view, receiver) : 0;
  if (first !== 0) addGiven(world, view, first, 0, true, given);
  return given;
}

/** The first of a chain of calls (`x.a().b().c()…`): each may give what it is called on, and too many are not followed step by step. 0 where it is alone. */
function firstOfChain({ facts: { expressions: { op, a } } }: FileView, expression: number): number {
  let first = expression;
  while (op[first] === Op.call && op[a[first]!] === Op.member && op[a[a[first]!]!] === Op.call) first = a[a[first]!]!;
  return first === expression ? 0 : first;
}

/** The types that the call `maker` was handed, which makes what a class holds (`owner = CustomerField("shop.Customer")`). */
export function typesHandedTo(world: World, view: FileView, maker: number): Meaning[] {
  const handed = argumentsOf(view.facts, maker);
  const given = namedByTexts(world, view, maker, handed);
  for (const argument of handed) addGivenBy(world, view, argument, FUNCTION_STEPS, given);
  return given;
}

/**
 * Adds the types of the repository that the value of an expression, which comes from outside, was given on its way.
 * @param isReceiver whether this value itself is called: one that a type outside makes is of that type, whatever it was given
 */
function addGiven(world: World, view: FileView, expression: number, depth: number, isReceiver: boolean, given: Meaning[]): void {
  const value = expression === 0 || depth > LONGEST ? UNKNOWN : evaluateValue(world, view, expression);
  if (value.tag !== Tag.external && !isPartlyOutside(world, value)) return addOfInside(world, view, expression, value, depth, given);
  const here = view.facts.expressions.op[expression]!;
  const isResult = isReceiver && (here === Op.call || here === Op.item) && world.rules.structural.includes("interface");
  if (isResult && isDeclaredPointer(world, view, expression)) return;
  const first = given.length;
  addSaid(world, here, value, isReceiver, given);
  addOfOrigins(world, view, expression, value, depth, isReceiver, given);
  // What a pattern takes for a type outside is what it is taken of (`let Extension(pool) = parts.extract::<Extension<Pool>>()`).
  if (here === Op.cast && world.rules.partsAbroad) addTakenApart(world, view, view.facts.expressions.b[expression]!, depth + 1, given);
  if (!STEPS.has(here)) return;
  const part = givingPart(world, view, expression);
  addGiven(world, view, part, depth + 1, false, given);
  if (here === Op.await && world.rules.partsAbroad) addAwaited(world, first, given);
  if (here === Op.member) return addOfHolder(world, view, expression, depth, isReceiver, first, given);
  if (here === Op.call) addOfCallee(world, view, expression, part, depth, isReceiver, given);
  if (!isReceiver || !isMade(world, view, expression, value)) addHandedTo(world, view, expression, value, depth, first, given);
}

/** Adds what was given of a value that a pattern takes for a type outside; of one that nothing tells, that it may hold anything. */
function addTakenApart(world: World, view: FileView, value: number, depth: number, given: Meaning[]): void {
  addGiven(world, view, value, depth, false, given);
  if (evaluateValue(world, view, value).tag === Tag.unknown) given.push(UNKNOWN);
}

/** Adds what awaiting the types gives that were given from `first` on: each may be what came out of something outside. */
function addAwaited(world: World, first: number, given: Meaning[]): void {
  for (let i = first, end = given.length; i < end; i++) addTypes(world, operate(world, given[i]!, "await"), 0, given);
}

/** Whether a value is one of several of which one comes from outside, where a name may be given any (`row = rows.get(1)`, in a branch `rows.first()`). */
function isPartlyOutside(world: World, { tag, items }: Meaning): boolean {
  return tag === Tag.union && world.rules.protocols.read !== undefined && items.some((part) => part.tag === Tag.external);
}

/** Of what does not lie outside: its parts may, and so may what holds a member (`Job.objects.open()`) or is known by it. */
function addOfInside(world: World, view: FileView, expression: number, value: Meaning, depth: number, given: Meaning[]): void {
  const { op, a } = view.facts.expressions;
  if (world.rules.partsAbroad && value.tag !== Tag.unknown) {
    for (const part of partsOf(world, view, expression)) addGiven(world, view, part, depth + 1, false, given);
  }
  if (value.tag === Tag.unknown && world.rules.partsAbroad) addAsked(world, view, expression, given);
  if (world.rules.protocols.read !== undefined && isTuple(value)) return addOfTuple(world, view, expression, depth, given);
  if (op[expression] !== Op.member) return;
  if (value.tag === Tag.definition) addGiven(world, view, a[expression]!, depth + 1, false, given);
  else append(given, knownBy(world, value, evaluateValue(world, view, a[expression]!)));
}

/** Whether a value is several in one, or one of several such. */
function isTuple({ tag, items }: Meaning): boolean {
  return tag === Tag.tuple || (tag === Tag.union && items.some((part) => part.tag === Tag.tuple));
}

/** What was given of the parts of a tuple, as it is written or as a function of the repository gives it (`job, created = Job.objects.made()`). */
function addOfTuple(world: World, view: FileView, expression: number, depth: number, given: Meaning[]): void {
  const { op, a } = view.facts.expressions;
  if (op[expression] === Op.tuple) {
    for (const part of listItems(view.facts, a[expression]!)) addGiven(world, view, part, depth + 1, false, given);
  } else if (op[expression] === Op.call) {
    addGiven(world, view, a[expression]!, depth + 1, false, given);
    addOfFunction(world, evaluateValue(world, view, a[expression]!), depth + FUNCTION_STEPS, false, given);
  }
}

/** Of what is not known the types that it was asked for on its way (`states.get::<Mode>().cloned()` in a function that is handed outside). */
function addAsked(world: World, view: FileView, expression: number, given: Meaning[]): void {
  const { facts, facts: { expressions: { op, a, b } } } = view;
  let at = expression;
  for (let step = 0; STEPS.has(op[at]!) && step < LONGEST; step++) {
    at = a[at]!;
    if (op[at] !== Op.apply) continue;
    for (const type of listItems(facts, b[at]!)) addTypes(world, evaluateType(world, view, type), 0, given);
    at = a[at]!;
  }
}

/** What a tuple, a literal (`Some(part)`) or what a variable was given later holds: expressions. */
function partsOf(world: World, view: FileView, expression: number): readonly number[] {
  const { facts, facts: { expressions: { op, a, b } } } = view;
  switch (op[expression]) {
    case Op.tuple:
      return listItems(facts, a[expression]!);
    case Op.literal:
      return valuesIn(facts, b[expression]!);
    case Op.settled:
      return [a[expression]!, ...listItems(facts, b[expression]!).filter((step) => op[step] === Op.pair).map((step) => b[step]!)];
    case Op.name:
      return [goneThrough(world, view, expression)];
    default:
      return NO_ROWS;
  }
}

/**
 * What the value itself says. What is handed over may be told of the types that its own was given (`inject(key)` of an `InjectionKey<Form>`), and what an
 * object holds may answer for itself with them (`owner: Mapped[Customer]`).
 * @param op of the expression
 */
function addSaid(world: World, op: number, value: Meaning, isReceiver: boolean, given: Meaning[]): void {
  addWithin(world, value.items, 0, given);
  if (!isReceiver || (op === Op.member && world.rules.protocols.read !== undefined)) addWithin(world, value.applied ?? [], 0, given);
}

/** What was given elsewhere: where the value was made, in the same file by its name, and on the way through names, loops and patterns. */
function addOfOrigins(
  world: World,
  view: FileView,
  expression: number,
  value: Meaning,
  depth: number,
  isReceiver: boolean,
  given: Meaning[],
): void {
  const { op, a } = view.facts.expressions;
  const { origin } = value.tag === Tag.union ? value.items.find(({ tag }) => tag === Tag.external)! : value;
  if (origin !== undefined && (origin.expression !== expression || origin.file !== view.index)) {
    addGiven(world, world.view(origin.file), origin.expression, depth + 1, isReceiver, given);
  }
  const isNamed = op[expression] === Op.name || op[expression] === Op.member;
  if (!isReceiver && isNamed) append(given, keptIn(world, view, expression, origin, depth));
  const gone = goneThrough(world, view, expression);
  if (gone === 0) {
    if (origin === undefined || value.tag === Tag.union) addOfValues(world, view, expression, depth, isReceiver, given);
    return;
  }
  addGiven(world, view, gone, depth + 1, isReceiver, given);
  if (!isReceiver && op[gone] === Op.item && (world.rules.partsAbroad || world.rules.assignmentsBind)) {
    addHandedBeside(world, view, a[gone]!, depth + 2 * FUNCTION_STEPS, given);
  }
}

/** How many values of a name or field are looked at, of which each may be meant. */
const MOST_VALUES = 4;

/** What each of the values was given that a name or a field of an own object may have (`rows = rows.open()` in a branch). */
function addOfValues(world: World, view: FileView, expression: number, depth: number, isReceiver: boolean, given: Meaning[]): void {
  const { op, a, b, c } = view.facts.expressions;
  const isName = op[expression] === Op.name;
  if (op[expression] === Op.cast && c[expression] === CastMode.put) {
    for (const value of [a[a[expression]!]!, b[expression]!]) addGiven(world, view, value, depth + 1, isReceiver, given);
    return;
  }
  if (world.rules.protocols.read === undefined || (!isName && op[expression] !== Op.member)) return;
  const declared = isName ? undefined : declaredAt(world, view, expression);
  const home = isName ? view : declared?.view;
  const rows = (isName ? findNameOf(world, view, expression)?.rows : declared?.rows) ?? NO_ROWS;
  if (home === undefined || rows.length < 2) return;
  const { bindings, definitions } = home.facts;
  for (const row of rows.slice(0, MOST_VALUES)) {
    const value = bindings.value[row]! || definitions.value[bindings.definition[row]!]!;
    if (value !== 0 && value !== expression) addGiven(world, home, value, depth + FUNCTION_STEPS, isReceiver, given);
  }
}

/**
 * What is given by that of which the value is a member: what it told its base, what holds it, and the members of that name which the types have that were
 * given so far.
 * @param first where in `given` these begin
 */
function addOfHolder(
  world: World,
  view: FileView,
  expression: number,
  depth: number,
  isReceiver: boolean,
  first: number,
  given: Meaning[],
): void {
  const { a, b } = view.facts.expressions;
  const holder = evaluateValue(world, view, a[expression]!);
  append(given, toldToBase(world, holder));
  if (!isReceiver) append(given, holderOfOutside(world, holder));
  const name = view.text(b[expression]!);
  // What is given says the same by several ways: each type would be asked anew at each step of a chain.
  leaveEachOnce(given, first);
  for (let i = first, end = given.length; i < end; i++) {
    const member = memberMeaning(world, given[i]!, name, Space.value);
    if (isUntold(world, given[i]!, name, member)) given.push(UNKNOWN);
    else addOfMember(world, member, depth + 1, given);
  }
  addTypes(world, memberOfLike(world, view, a[expression]!, name), 0, given);
}

/** What is given by that which is called: a function of the repository by what it returns, and a method by what it is called on. */
function addOfCallee(world: World, view: FileView, call: number, part: number, depth: number, isReceiver: boolean, given: Meaning[]): void {
  const { op, a } = view.facts.expressions;
  const named = calleeOf(view.facts, call);
  const callee = evaluateValue(world, view, a[call]!);
  if (world.isOwnFunction(callee)) {
    addOfFunction(world, callee, depth + FUNCTION_STEPS, isReceiver, given);
    addClassAsked(world, view, named, callee, given);
  } else if (part === named) addCalledOn(world, view, part, isReceiver, given);
  // What may be the object itself is called again (`stream.on("a", f).on("b", g).own()`).
  const chained = isReceiver && op[named] === Op.member ? a[named]! : 0;
  if (op[chained] === Op.call) addGiven(world, view, chained, depth + 1, true, given);
}

/** The class whose own method, which declares no result, gives something from outside: it may have that made of itself, in whatever steps. */
function addClassAsked(world: World, view: FileView, named: number, { definition }: Meaning, given: Meaning[]): void {
  const { op, a } = view.facts.expressions;
  if (op[named] !== Op.member || (world.flagsOf(definition) & DefinitionFlag.classmethod) === 0) return;
  if (world.viewOf(definition).facts.definitions.type[rowOf(definition)] !== 0) return;
  const object = evaluateValue(world, view, a[named]!);
  if (world.isOwnClass(object)) given.push(instance(object.definition, object.items));
}

/** Whether a value is of the type outside that makes it, and stands for nothing else. */
function isMade(world: World, view: FileView, expression: number, { name }: Meaning): boolean {
  const isByMaker = view.facts.expressions.op[expression] === Op.new || isSpeltAsMaker(world, lastPart(name));
  return isByMaker && !isOfClass(world, view, expression) && !isStandIn(world, view, expression);
}

/** What is handed to the call that gives the value, and what functions among that take out of what was given so far. @param first where that begins */
function addHandedTo(world: World, view: FileView, call: number, value: Meaning, depth: number, first: number, given: Meaning[]): void {
  const handed = argumentsOf(view.facts, call);
  if (handed.length === 0 || world.rules.givesOnlyOutside?.test(value.name) === true) return;
  const before = world.rules.partsAbroad ? given.slice(first) : [];
  append(given, namedByTexts(world, view, call, handed));
  for (const argument of handed) {
    addGivenBy(world, view, argument, depth + FUNCTION_STEPS, given);
    if (before.length > 0) append(given, takenOut(world, evaluateValue(world, view, argument), before));
  }
}

/**
 * Whether a type that may answer in another's place has a member of which nothing tells what it is, or points at what nothing tells (`Pooled<T>` for an open
 * T): what it gives does not lie outside for certain.
 */
export function isUntold(world: World, type: Meaning, name: string, member: Meaning): boolean {
  if (member.tag !== Tag.unknown || !world.isOwnObject(type)) return false;
  if (world.rules.protocols.read !== undefined) return firstDeclaring(world, type.definition, name) !== undefined;
  if (world.rules.partsAbroad !== true || type.items.length === 0 || world.isCommonMethod(name)) return false;
  const pointed = dereferenced(world, type, type);
  return pointed !== undefined && (pointed.tag === Tag.unknown || pointed.tag === Tag.parameter);
}

/** Adds the types of a member; of one that a class holds and that may answer for itself those that it was made with (`order = ForeignKey(Order)`). */
function addOfMember(world: World, member: Meaning, depth: number, given: Meaning[]): void {
  const { origin } = member;
  if (member.tag !== Tag.external || origin === undefined || world.rules.protocols.read === undefined) {
    return addTypes(world, member, 0, given);
  }
  addGiven(world, world.view(origin.file), origin.expression, depth, false, given);
}

/** Out of which part what an expression gives came: of a call of a method that is no field the receiver, where the repository has the method. */
function givingPart(world: World, view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  const part = op[expression] === Op.call ? calleeOf(view.facts, expression) : a[expression]!;
  const isMethod = op[expression] === Op.call && op[part] === Op.member && world.rules.fieldsApart === true;
  return isMethod && world.isOwnFunction(implementationFor(world, view, part, b[expression]!)) ? a[part]! : part;
}

/** What a call calls, without the types that it is told (`each.collect::<Vec<_>>()`). */
function calleeOf({ expressions: { op, a } }: Facts, call: number): number {
  const callee = a[call]!;
  return op[callee] === Op.apply ? a[callee]! : callee;
}

/** Takes out what stands a second time among those from `first` on. */
function leaveEachOnce(given: Meaning[], first: number): void {
  if (given.length - first < 2) return;
  const kept = new Set(given.slice(first));
  if (kept.size === given.length - first) return;
  given.length = first;
  append(given, kept);
}

const TAKEN: ReadonlySet<number> = new Set([Op.name, Op.iterate, Op.index, Op.item, Op.member, Op.unwrap, Op.settled]);

/** What a name is bound to that is another name, that a loop, an index or a pattern takes out of something, or behind a reference; 0 for others. */
function goneThrough(world: World, view: FileView, expression: number): number {
  const { op, a } = view.facts.expressions;
  let value = onlyValue(world, view, expression);
  while (op[value] === Op.reference || op[value] === Op.deref) value = a[value]!;
  return TAKEN.has(op[value]!) ? value : 0;
}

/** What the methods of the value that `origin` made are handed elsewhere in the file, under the name of `place`: it may keep that (`group.add(Job())`). */
function keptIn(world: World, view: FileView, place: number, origin: Origin | undefined, depth: number): Meaning[] {
  if (origin === undefined || !(world.rules.assignmentsBind || world.rules.partsAbroad)) return [];
  world.askInside(view.index);
  const { calls, expressions: { op, a, b } } = view.facts;
  const found: Meaning[] = [];
  for (const call of view.callsOn(op[place] === Op.name ? a[place]! : b[place]!)) {
    if (calls.arguments[call] === 0 || !sameOrigin(evaluateValue(world, view, a[calls.expression[call]!]!).origin, origin)) continue;
    for (const value of valuesIn(view.facts, calls.arguments[call]!)) {
      if (world.rules.partsAbroad) addGivenBy(world, view, value, depth + FUNCTION_STEPS, found);
      else addTypes(world, evaluateValue(world, view, value), 0, found);
    }
  }
  return found;
}

/** Adds the types of an argument; of one from outside those that it was given itself (`session.scalars(select(Job))`). */
function addGivenBy(world: World, view: FileView, argument: number, depth: number, given: Meaning[]): void {
  const { op, b } = view.facts.expressions;
  const isPath = op[argument] === Op.cast && op[b[argument]!] === Op.module;
  const value = evaluateValue(world, view, isPath ? b[argument]! : argument);
  if (value.tag === Tag.external || isPartlyOutside(world, value)) addGiven(world, view, argument, depth, false, given);
  else addTypes(world, value, 0, given);
  if (world.rules.partsAbroad && depth <= LONGEST && value.tag === Tag.instance && world.inLibrary(value.definition)) {
    // What the library makes of something holds that (`Box::pin(job)`).
    for (const held of argumentsOf(view.facts, argument)) addGivenBy(world, view, held, depth + FUNCTION_STEPS, given);
  }
  // What a closure gives may come out of what is made with it.
  if (world.rules.partsAbroad && value.tag === Tag.definition && !value.held) addOfFunction(world, value, depth, false, given);
}

/**
 * Adds what is handed to the methods of the parts in which a call outside gives its result (`let (sender, receiver) = channel()`): what one part is
 * handed may come out of another.
 */
function addHandedBeside(world: World, view: FileView, whole: number, depth: number, given: Meaning[]): void {
  const { calls, bindings, expressions: { op, a, b } } = view.facts;
  if (op[whole] !== Op.call || depth > LONGEST) return;
  world.askInside(view.index);
  for (const row of view.surroundings.partsTaken(whole)) {
    for (const call of view.callsOn(bindings.name[row]!)) {
      const object = a[calls.expression[call]!]!;
      if (op[object] !== Op.name || calls.arguments[call] === 0 || !view.within(b[object]!, bindings.scope[row]!)) continue;
      for (const argument of valuesIn(view.facts, calls.arguments[call]!)) addGivenBy(world, view, argument, depth, given);
    }
  }
}

/** Whether an expression is what a parameter is where nobody hands it over, which may stand for what a framework does (`db=Depends(open_db)`). */
function isStandIn(world: World, { facts: { bindings } }: FileView, expression: number): boolean {
  if (world.rules.injection?.sharedFile === undefined) return false;
  const row = bindings.value.indexOf(expression);
  return row > 0 && bindings.kind[row] === BindingKind.parameter;
}

/**
 * The type of an object of the repository whose method from outside is called: that may give the object itself, or one like it (`self.clone()`); what a
 * further base's method of that name gives; of an object of the library the types that it holds, of which nobody told what the method does with them;
 * of a function what it gives, for the method may run it (`node.with_span()`).
 */
function addCalledOn(world: World, view: FileView, callee: number, isReceiver: boolean, given: Meaning[]): void {
  const { op, a, b } = view.facts.expressions;
  if (op[callee] !== Op.member) return;
  const object = evaluateValue(world, view, a[callee]!);
  const isOwn = world.isOwnObject(object);
  const isDecorated = world.rules.decoratorsKeeping !== undefined && world.isOwnFunction(object);
  const mayRun = isDecorated ||
    (world.rules.implementations && (world.isFunction(object) || object.tag === Tag.function || object.tag === Tag.tuple));
  if (mayRun || (object.tag === Tag.instance && !isOwn)) return addTypes(world, object, 0, given);
  const further = furtherMember(world, object, view.text(b[callee]!));
  if (further !== undefined) addOfFurther(world, object, callMeaning(world, view, further, [], false), given);
  // What is embedded does not know what embeds it, nor does what a field holds.
  if (isOwn && isReceiver && !world.rules.structural.includes("interface") && !isField(world, object, view.text(b[callee]!))) {
    given.push(instance(object.definition, object.items));
  }
}

/** Whether a type declares a member that is no function of its own: what that holds is called without what holds it. */
function isField(world: World, { definition }: Meaning, name: string): boolean {
  const declared = firstDeclaring(world, definition, name);
  if (declared === undefined || world.rules.fieldsApart === true) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.every((row) => !isCallable(definitions.kind[bindings.definition[row]!]!));
}

/** What a further base's method gives; where that comes from outside, it may be what the class makes of itself there (`return session.get(cls, key)`). */
function addOfFurther(world: World, object: Meaning, made: Meaning, given: Meaning[]): void {
  addTypes(world, made, 0, given);
  if (made.tag === Tag.external && world.isOwnClass(object)) given.push(instance(object.definition, object.items));
}

/** Adds the types of the repository that what a function gives was given on its way, where the function says no type of it. */
function addOfFunction(world: World, callee: Meaning, depth: number, isReceiver: boolean, given: Meaning[]): void {
  if (!world.isOwnFunction(callee)) return;
  const view = world.viewOf(callee.definition);
  world.ask(view.index);
  const { returns, type } = view.facts.definitions;
  const row = rowOf(callee.definition);
  if (type[row] !== 0) return;
  for (const value of listItems(view.facts, returns[row]!)) addGiven(world, view, value, depth, isReceiver, given);
}
