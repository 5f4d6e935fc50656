/**
 * Types of the repository that may come out of an external type that received them: `map.get(k).unwrap().span()` of a `LinkedMap<Key, Item>`.
 *
 * Stage: resolve. Invariant: these are candidates. What such a type gives out is not known, so nothing is bound by it; but a call of a name that one of the
 * types has is not reported as external.
 */
import { append, NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, type Facts, isCallable, listItems } from "../../facts.ts";
import { CastMode, Op } from "../../facts/expressions.ts";
import { argumentsOf, valuesIn } from "../../facts/given_values.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { instance, lastPart, type Meaning, type Origin, rowOf, sameOrigin, Tag, UNKNOWN } from "../meaning.ts";
import { declaredAt, firstDeclaring } from "../members/first_declaring.ts";
import { furtherMember } from "../members/further_bases.ts";
import { memberMeaning } from "../members/members.ts";
import { dereferenced } from "../members/promotion.ts";
import { isStandIn } from "../names/injected.ts";
import { findNameOf, onlyValue, Space } from "../names/names.ts";
import { isFunction, isOwnClass, isOwnFunction, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { implementationFor } from "../traits/implementation_for.ts";
import { isSpeltAsMaker } from "../types/spelling.ts";
import { isWrittenOut } from "../types/unify.ts";
import type { World } from "../world.ts";
import { callMeaning } from "./call_results.ts";
import { operate } from "./operations.ts";
import { holderOfOutside, isOfClass, knownBy, namedByTexts } from "./class_fields.ts";
import { isDeclaredPointer } from "./declared_pointers.ts";
import { memberOfLike } from "./like_itself.ts";
import { takenOut } from "./taken_out.ts";
import { givenToBase } from "./given_to_bases.ts";
import { addTypes, addWithin, valuesOf } from "./types_within.ts";
import { LONGEST, STEPS } from "./ways_back.ts";

/** The depth that a function counts for: each may return several values, so only few are followed. */
const FUNCTION_STEPS = 4;

/** The types of the repository that the receiver of a call, an external value, received on its way; unknown for one whose type is not known. */
export function typesGiven(world: World, view: FileView, receiver: number): Meaning[] {
  const types = new GivenTypes(world);
  types.add(view, receiver, 0, true);
  const first = world.rules.assignmentsBind ? firstOfChain(view, receiver) : 0;
  if (first !== 0) types.add(view, first, 0, true);
  return types.given;
}

/**
 * The first call of a long chain (`x.a().b().c()…`), each of which may return its receiver; long chains are not followed call by call. 0 if there is none.
 */
function firstOfChain({ facts: { expressions: { op, a } } }: FileView, expression: number): number {
  let first = expression;
  while (op[first] === Op.call && op[a[first]!] === Op.member && op[a[a[first]!]!] === Op.call) first = a[a[first]!]!;
  return first === expression ? 0 : first;
}

/** The types passed to the call `maker`, which creates a class attribute (`owner = CustomerField("shop.Customer")`). */
export function typesPassedTo(world: World, view: FileView, maker: number): Meaning[] {
  const passed = argumentsOf(view.facts, maker);
  const types = new GivenTypes(world, namedByTexts(world, view, maker, passed));
  for (const argument of passed) types.addArgument(view, argument, FUNCTION_STEPS);
  return types.given;
}

/** Maximum number of alternative values of a name or field that are followed. */
const MOST_VALUES = 4;

const TAKEN: ReadonlySet<number> = new Set([Op.name, Op.iterate, Op.index, Op.item, Op.member, Op.unwrap, Op.settled]);

/** Collects the types of the repository that one value received. */
class GivenTypes {
  /** @param given those found so far */
  constructor(readonly world: World, readonly given: Meaning[] = []) {}

  /**
   * Adds the types of the repository that the value of an expression, which is external, received on its way.
   * @param isReceiver whether this value itself is the receiver of a call: one created by an external type is of that type, whatever it received
   */
  add(view: FileView, expression: number, depth: number, isReceiver: boolean): void {
    const { world } = this;
    const value = expression === 0 || depth > LONGEST ? UNKNOWN : evaluateValue(world, view, expression);
    if (value.tag !== Tag.external && !isPartlyOutside(world, value)) return this.#addOfInside(view, expression, value, depth);
    const here = view.facts.expressions.op[expression]!;
    const isResult = isReceiver && (here === Op.call || here === Op.item) && world.rules.structural.includes("interface");
    if (isResult && isDeclaredPointer(world, view, expression)) return;
    const first = this.given.length;
    this.#addSaid(here, value, isReceiver);
    if (value.applied !== undefined) this.#addOfExternals(value.applied, depth);
    this.#addOfOrigins(view, expression, value, depth, isReceiver);
    // What a pattern matches as an external type is what it is taken from (`let Extension(pool) = parts.extract::<Extension<Pool>>()`).
    if (here === Op.cast && world.rules.externalParts) this.#addTakenApart(view, view.facts.expressions.b[expression]!, depth + 1);
    if (!STEPS.has(here)) return;
    const part = givingPart(world, view, expression);
    this.add(view, part, depth + 1, false);
    if (here === Op.await && world.rules.externalParts) this.#addAwaited(first);
    if (here === Op.member) return this.#addOfHolder(view, expression, depth, isReceiver, first);
    if (here === Op.call) this.#addOfCallee(view, expression, part, depth, isReceiver);
    if (!isReceiver || !isMade(world, view, expression, value)) this.#addPassedTo(view, expression, value, depth, first);
  }
  /** Adds what a value received that a pattern matches as an external type; for an unknown value, that it may contain anything. */
  #addTakenApart(view: FileView, value: number, depth: number): void {
    this.add(view, value, depth, false);
    if (evaluateValue(this.world, view, value).tag === Tag.unknown) this.given.push(UNKNOWN);
  }
  /** Adds the results of awaiting the types added from `first` on: each may have come from something external. */
  #addAwaited(first: number): void {
    const { world, given } = this;
    for (let i = first, end = given.length; i < end; i++) addTypes(world, operate(world, given[i]!, "await"), 0, given);
  }
  /** For a value that is not external: its parts may be, and so may the object that it is a member of (`Job.objects.open()`). */
  #addOfInside(view: FileView, expression: number, value: Meaning, depth: number): void {
    const { world } = this;
    const { op, a } = view.facts.expressions;
    if (world.rules.externalParts && value.tag !== Tag.unknown) {
      for (const part of partsOf(world, view, expression)) this.add(view, part, depth + 1, false);
    }
    if (value.tag === Tag.unknown && world.rules.externalParts) this.#addAsked(view, expression);
    if (world.rules.protocols.read !== undefined && isTuple(value)) return this.#addOfTuple(view, expression, depth);
    if (op[expression] !== Op.member) return;
    if (value.tag === Tag.definition) this.add(view, a[expression]!, depth + 1, false);
    else append(this.given, knownBy(world, value, evaluateValue(world, view, a[expression]!)));
  }
  /** Adds what the parts of a tuple received, as written or as returned by a repository function (`job, created = Job.objects.made()`). */
  #addOfTuple(view: FileView, expression: number, depth: number): void {
    const { op, a } = view.facts.expressions;
    if (op[expression] === Op.tuple) {
      for (const part of listItems(view.facts, a[expression]!)) this.add(view, part, depth + 1, false);
    } else if (op[expression] === Op.call) {
      this.add(view, a[expression]!, depth + 1, false);
      this.#addOfFunction(evaluateValue(this.world, view, a[expression]!), depth + FUNCTION_STEPS, false);
    }
  }
  /** For an unknown value, adds the explicit type arguments on its way (`states.get::<Mode>().cloned()` in a function passed to external code). */
  #addAsked(view: FileView, expression: number): void {
    const { world } = this;
    const { facts, facts: { expressions: { op, a, b } } } = view;
    let at = expression;
    for (let step = 0; STEPS.has(op[at]!) && step < LONGEST; step++) {
      at = a[at]!;
      if (op[at] !== Op.apply) continue;
      for (const type of listItems(facts, b[at]!)) addTypes(world, evaluateType(world, view, type), 0, this.given);
      at = a[at]!;
    }
  }
  /**
   * Adds the types in the value itself. What was passed in may be defined by its own type arguments (`inject(key)` of an `InjectionKey<Form>`), and a class
   * attribute may act as a descriptor with them (`owner: Mapped[Customer]`).
   * @param op of the expression
   */
  #addSaid(op: number, value: Meaning, isReceiver: boolean): void {
    const { world, given } = this;
    if (value.items.length > 0) addWithin(world, value.items, 0, given);
    if (value.applied === undefined) return;
    if (!isReceiver || (op === Op.member && world.rules.protocols.read !== undefined)) addWithin(world, value.applied, 0, given);
  }
  /** Adds what was received elsewhere: where the value was created, in the same file under its name, and on the way through names, loops and patterns. */
  #addOfOrigins(view: FileView, expression: number, value: Meaning, depth: number, isReceiver: boolean): void {
    const { world } = this;
    const { op, a } = view.facts.expressions;
    const { origin } = value.tag === Tag.union ? value.items.find(({ tag }) => tag === Tag.external)! : value;
    if (origin !== undefined && (origin.expression !== expression || origin.file !== view.index)) {
      this.add(world.view(origin.file), origin.expression, depth + 1, isReceiver);
    }
    const isNamed = op[expression] === Op.name || op[expression] === Op.member;
    if (!isReceiver && isNamed) append(this.given, keptIn(world, view, expression, origin, depth));
    const gone = goneThrough(world, view, expression);
    if (gone === 0) {
      if (origin === undefined || value.tag === Tag.union) this.#addOfValues(view, expression, depth, isReceiver);
      return;
    }
    this.add(view, gone, depth + 1, isReceiver);
    if (!isReceiver && op[gone] === Op.item && (world.rules.externalParts || world.rules.assignmentsBind)) {
      this.#addPassedBeside(view, a[gone]!, depth + 2 * FUNCTION_STEPS);
    }
  }
  /** Adds what each possible value of a name, or of a field of a repository object, received (`rows = rows.open()` in a branch). */
  #addOfValues(view: FileView, expression: number, depth: number, isReceiver: boolean): void {
    const { world } = this;
    const { op, a, b, c } = view.facts.expressions;
    const isName = op[expression] === Op.name;
    if (op[expression] === Op.cast && c[expression] === CastMode.put) {
      for (const value of [a[a[expression]!]!, b[expression]!]) this.add(view, value, depth + 1, isReceiver);
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
      if (value !== 0 && value !== expression) this.add(home, value, depth + FUNCTION_STEPS, isReceiver);
    }
  }
  /**
   * Adds what the object received of which the value is a member: what it declares for its base, the object that holds it, and the members of that name in the
   * types added so far.
   * @param first the start of these in `given`
   */
  #addOfHolder(view: FileView, expression: number, depth: number, isReceiver: boolean, first: number): void {
    const { world, given } = this;
    const { a, b } = view.facts.expressions;
    const holder = evaluateValue(world, view, a[expression]!);
    append(given, givenToBase(world, holder));
    if (!isReceiver) append(given, holderOfOutside(world, holder));
    const name = view.text(b[expression]!);
    // The same type is often added by several ways; each would be queried again at each step of a chain.
    leaveEachOnce(given, first);
    for (let i = first, end = given.length; i < end; i++) {
      const member = memberMeaning(world, given[i]!, name, Space.value);
      if (isNotKnown(world, given[i]!, name, member)) given.push(UNKNOWN);
      else this.#addOfMember(member, depth + 1);
    }
    addTypes(world, memberOfLike(world, view, a[expression]!, name), 0, given);
  }
  /** Adds what the callee received: for a function of the repository through its returned values, for a method through its receiver. */
  #addOfCallee(view: FileView, call: number, part: number, depth: number, isReceiver: boolean): void {
    const { world } = this;
    const { op, a } = view.facts.expressions;
    const named = calleeOf(view.facts, call);
    const callee = evaluateValue(world, view, a[call]!);
    if (isOwnFunction(world, callee)) {
      this.#addOfFunction(callee, depth + FUNCTION_STEPS, isReceiver);
      this.#addClassAsked(view, named, callee);
    } else if (part === named) this.#addCalledOn(view, part, isReceiver);
    // A method may return its receiver (`stream.on("a", f).on("b", g).own()`).
    const chained = isReceiver && op[named] === Op.member ? a[named]! : 0;
    if (op[chained] === Op.call) this.add(view, chained, depth + 1, true);
  }
  /** Adds the class whose own class method, without a declared result, returns something external: it may have been created from the class. */
  #addClassAsked(view: FileView, named: number, { definition }: Meaning): void {
    const { world } = this;
    const { op, a } = view.facts.expressions;
    if (op[named] !== Op.member || (world.flagsOf(definition) & DefinitionFlag.classmethod) === 0) return;
    if (world.viewOf(definition).facts.definitions.type[rowOf(definition)] !== 0) return;
    const object = evaluateValue(world, view, a[named]!);
    if (isOwnClass(world, object)) this.given.push(instance(object.definition, object.items));
  }
  /** Adds what was passed to the call that returns the value, and what functions among that return of what was received from `first` on. */
  #addPassedTo(view: FileView, call: number, value: Meaning, depth: number, first: number): void {
    const { world, given } = this;
    const passed = argumentsOf(view.facts, call);
    if (passed.length === 0 || world.rules.givesOnlyOutside?.test(value.name) === true) return;
    const before = world.rules.externalParts ? given.slice(first) : [];
    append(given, namedByTexts(world, view, call, passed));
    for (const argument of passed) {
      this.addArgument(view, argument, depth + FUNCTION_STEPS);
      if (before.length > 0) append(given, takenOut(world, evaluateValue(world, view, argument), before));
    }
  }
  /** Adds the types of a member; for a class attribute that may act as a descriptor, those it was created with (`order = ForeignKey(Order)`). */
  #addOfMember(member: Meaning, depth: number): void {
    const { world } = this;
    const { origin } = member;
    if (member.tag !== Tag.external || origin === undefined || world.rules.protocols.read === undefined) {
      return addTypes(world, member, 0, this.given);
    }
    this.add(world.view(origin.file), origin.expression, depth, false);
  }
  /** Adds the types of an argument; for an external one, those that it received itself (`session.scalars(select(Job))`). */
  addArgument(view: FileView, argument: number, depth: number): void {
    const { world } = this;
    const { op, b } = view.facts.expressions;
    const isPath = op[argument] === Op.cast && op[b[argument]!] === Op.module;
    const value = evaluateValue(world, view, isPath ? b[argument]! : argument);
    if (value.tag === Tag.external || isPartlyOutside(world, value)) this.add(view, argument, depth, false);
    else {
      addTypes(world, value, 0, this.given);
      if (isWrittenOut(world, value)) this.#addOfExternals(valuesOf(world, value.definition), depth);
    }
    if (world.rules.externalParts && depth <= LONGEST && value.tag === Tag.instance && world.inLibrary(value.definition)) {
      // A library value created from something contains it (`Box::pin(job)`).
      for (const inner of argumentsOf(view.facts, argument)) this.addArgument(view, inner, depth + FUNCTION_STEPS);
    }
    // The result of a closure may come out of what was created with it.
    if (world.rules.externalParts && value.tag === Tag.definition && !value.held) this.#addOfFunction(value, depth, false);
  }
  /** Adds what external values received where they were made: members of an object, type arguments (`z.infer<typeof schema>`). */
  #addOfExternals(values: readonly Meaning[], depth: number): void {
    for (const { origin } of values) {
      if (origin !== undefined) this.add(this.world.view(origin.file), origin.expression, depth + FUNCTION_STEPS, false);
    }
  }
  /**
   * Adds what is passed to methods of the parts of an external call's result (`let (sender, receiver) = channel()`): what one part receives may come out of
   * another.
   */
  #addPassedBeside(view: FileView, whole: number, depth: number): void {
    const { calls, bindings, expressions: { op, a, b } } = view.facts;
    if (op[whole] !== Op.call || depth > LONGEST) return;
    this.world.askInside(view.index);
    for (const row of view.surroundings.partsTaken(whole)) {
      for (const call of view.callsOn(bindings.name[row]!)) {
        const object = a[calls.expression[call]!]!;
        if (op[object] !== Op.name || calls.arguments[call] === 0 || !view.within(b[object]!, bindings.scope[row]!)) continue;
        for (const argument of valuesIn(view.facts, calls.arguments[call]!)) this.addArgument(view, argument, depth);
      }
    }
  }
  /**
   * Adds the type of a repository object on which an external method is called, which may return the object itself, or one like it (`self.clone()`); the result
   * of the method in a further base; for a library object, the types that it contains, since the method's effect on them is not known; for a function, its
   * result, since the method may call it (`node.with_span()`).
   */
  #addCalledOn(view: FileView, callee: number, isReceiver: boolean): void {
    const { world, given } = this;
    const { op, a, b } = view.facts.expressions;
    if (op[callee] !== Op.member) return;
    const object = evaluateValue(world, view, a[callee]!);
    const isOwn = isOwnObject(world, object);
    const isDecorated = world.rules.decoratorsKeeping !== undefined && isOwnFunction(world, object);
    const mayRun = isDecorated ||
      (world.rules.implementations && (isFunction(world, object) || object.tag === Tag.function || object.tag === Tag.tuple));
    if (mayRun || (object.tag === Tag.instance && !isOwn)) return addTypes(world, object, 0, given);
    const further = furtherMember(world, object, view.text(b[callee]!));
    if (further !== undefined) this.#addOfFurther(object, callMeaning(world, view, further, [], false));
    // An embedded object does not know the one that embeds it, nor does a field's value.
    if (isOwn && isReceiver && !world.rules.structural.includes("interface") && !isField(world, object, view.text(b[callee]!))) {
      given.push(instance(object.definition, object.items));
    }
  }
  /** Adds the result of a further base's method; an external one may be an object that the class passed to it (`return session.get(cls, key)`). */
  #addOfFurther(object: Meaning, made: Meaning): void {
    const { world, given } = this;
    addTypes(world, made, 0, given);
    if (made.tag === Tag.external && isOwnClass(world, object)) given.push(instance(object.definition, object.items));
  }
  /** Adds the types of the repository that the returned values of a function received on their way, unless the function declares one of them. */
  #addOfFunction(callee: Meaning, depth: number, isReceiver: boolean): void {
    const { world } = this;
    if (!isOwnFunction(world, callee)) return;
    const view = world.viewOf(callee.definition);
    world.ask(view.index);
    const { returns, type } = view.facts.definitions;
    const row = rowOf(callee.definition);
    if (type[row] !== 0) return;
    for (const value of listItems(view.facts, returns[row]!)) this.add(view, value, depth, isReceiver);
  }
}

/** Whether one of a value's alternatives is external, in a language where names can be rebound (`row = rows.get(1)`, in a branch `rows.first()`). */
function isPartlyOutside(world: World, { tag, items }: Meaning): boolean {
  return tag === Tag.union && world.rules.protocols.read !== undefined && items.some((part) => part.tag === Tag.external);
}

/** Whether a value is a tuple, or one of several values that include one. */
function isTuple({ tag, items }: Meaning): boolean {
  return tag === Tag.tuple || (tag === Tag.union && items.some((part) => part.tag === Tag.tuple));
}

/** The expressions that a tuple, a literal (`Some(part)`), or a variable with later values contains. */
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

/** Whether a value is created by an external type and is of exactly that type. */
function isMade(world: World, view: FileView, expression: number, { name }: Meaning): boolean {
  const isByMaker = view.facts.expressions.op[expression] === Op.new || isSpeltAsMaker(world, lastPart(name));
  return isByMaker && !isOfClass(world, view, expression) && !isStandIn(world, view, expression);
}

/**
 * Whether the type of a member is not known (in languages with descriptors), or the type points to something unknown (`Pooled<T>` for an open T): then what
 * it gives out is not certainly external.
 */
export function isNotKnown(world: World, type: Meaning, name: string, member: Meaning): boolean {
  if (member.tag !== Tag.unknown || !isOwnObject(world, type)) return false;
  if (world.rules.protocols.read !== undefined) return firstDeclaring(world, type.definition, name) !== undefined;
  if (world.rules.externalParts !== true || type.items.length === 0 || world.isCommonMethod(name)) return false;
  const pointed = dereferenced(world, type, type);
  return pointed !== undefined && (pointed.tag === Tag.unknown || pointed.tag === Tag.parameter);
}

/** The part that the value of an expression comes from: for a method call, the receiver if the repository has such a method that is not a field. */
function givingPart(world: World, view: FileView, expression: number): number {
  const { op, a, b } = view.facts.expressions;
  const part = op[expression] === Op.call ? calleeOf(view.facts, expression) : a[expression]!;
  const isMethod = op[expression] === Op.call && op[part] === Op.member && world.rules.fieldsApart === true;
  return isMethod && isOwnFunction(world, implementationFor(world, view, part, b[expression]!)) ? a[part]! : part;
}

/** The callee of a call without explicit type arguments (`each.collect::<Vec<_>>()`). */
function calleeOf({ expressions: { op, a } }: Facts, call: number): number {
  const callee = a[call]!;
  return op[callee] === Op.apply ? a[callee]! : callee;
}

/** Removes duplicates from the types added from `first` on. */
function leaveEachOnce(given: Meaning[], first: number): void {
  if (given.length - first < 2) return;
  const kept = new Set(given.slice(first));
  if (kept.size === given.length - first) return;
  given.length = first;
  append(given, kept);
}

/** The expression that a name is bound to, if it is another name, an element taken by a loop, an index or a pattern, or a reference; 0 for others. */
function goneThrough(world: World, view: FileView, expression: number): number {
  const { op, a } = view.facts.expressions;
  let value = onlyValue(world, view, expression);
  while (op[value] === Op.reference || op[value] === Op.deref) value = a[value]!;
  return TAKEN.has(op[value]!) ? value : 0;
}

/** What methods of the value created at `origin` are passed elsewhere in the file, under the name of `place`: it may retain it (`group.add(Job())`). */
function keptIn(world: World, view: FileView, place: number, origin: Origin | undefined, depth: number): Meaning[] {
  if (origin === undefined || !(world.rules.assignmentsBind || world.rules.externalParts)) return [];
  world.askInside(view.index);
  const { calls, expressions: { op, a, b } } = view.facts;
  const found = new GivenTypes(world);
  for (const call of view.callsOn(op[place] === Op.name ? a[place]! : b[place]!)) {
    if (calls.arguments[call] === 0 || !sameOrigin(evaluateValue(world, view, a[calls.expression[call]!]!).origin, origin)) continue;
    for (const value of valuesIn(view.facts, calls.arguments[call]!)) {
      if (world.rules.externalParts) found.addArgument(view, value, depth + FUNCTION_STEPS);
      else addTypes(world, evaluateValue(world, view, value), 0, found.given);
    }
  }
  return found.given;
}

/** Whether a type declares a member that is not a function of its own: its value is called without the object. */
function isField(world: World, { definition }: Meaning, name: string): boolean {
  const declared = firstDeclaring(world, definition, name);
  if (declared === undefined || world.rules.fieldsApart === true) return false;
  const { bindings, definitions } = declared.view.facts;
  return declared.rows.every((row) => !isCallable(definitions.kind[bindings.definition[row]!]!));
}
