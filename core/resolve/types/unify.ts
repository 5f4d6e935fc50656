/**
 * Lays a type with parameters beside a meaning, and notes what the parameters stand for.
 *
 * Stage: resolve. Invariant: the first answer for a parameter stays.
 */
import { addAt } from "../../base/lists.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { callUnseen, madeBy, namedType } from "../calls/call_results.ts";
import { operate } from "../calls/operations.ts";
import { functionResult } from "../calls/results.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  boundsIn,
  CLASS,
  type DefinitionId,
  fileOf,
  functionMeaning,
  instance,
  isKnown,
  madeOf,
  type Meaning,
  OF_TYPE,
  partsOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { composedInstance } from "../members/composed.ts";
import { memberMeaning, protocolMember } from "../members/members.ts";
import { dereferenced } from "../members/promotion.ts";
import { Space } from "../names/names.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { inheritedTraits } from "../traits/associated.ts";
import { asFunction, asInstance, isMaker } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { givenParameters, isGeneric, resultBeside, resultOfOpen } from "./results_beside.ts";
import { branchesOf } from "./conditional_types.ts";
import { coreType } from "./core_type.ts";
import { mentionsParameter, ownerEnvironment, parameterTypes } from "./inference.ts";
import { asSuper, memberTable, orderOf } from "./inheritance.ts";
import { isLibrarys } from "./library_type.ts";
import { noteAssociated } from "./projections.ts";
import { givenBy, unifyBySatisfying } from "./protocol_arguments.ts";
import { partsBeside, valuesIn } from "./rest_parts.ts";
import { LEFT_OPEN } from "./type_arguments.ts";

/** Types within each other are laid beside what is given so deep. */
const DEEPEST = 6;
/** What is laid beside a value: the bound of a type parameter, or the members that a type asks for, all or as `isPlain` says. */
const Laid = { bound: 0, shape: 1, plainShape: 2 } as const;

/** Lays a type with parameters beside a meaning, and notes what the parameters stand for. */
export function unify(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth = 0): void {
  if (depth > DEEPEST || value.tag === Tag.unknown) return;
  switch (pattern.tag) {
    case Tag.parameter:
      if (isLeftOpen(world, environment.values.get(pattern.definition), value)) {
        const given = pattern.name === CLASS ? madeOf(value) : asInstance(world, value);
        environment.values.set(pattern.definition, given.held ? { ...given, held: false } : given);
      }
      if (pattern.result !== undefined && world.rules.callingTypeConverts) {
        const given = asInstance(world, value);
        if (!environment.noteLaid(pattern, given, depth, Laid.bound)) return;
        unifyBound(world, pattern.result, given, environment, depth + 1);
        noteAssociated(world, pattern.result, given, environment, pattern.definition);
      }
      return;
    case Tag.instance: {
      if (pattern.items.length === 0) return;
      const branches = branchesOf(world, pattern);
      if (branches !== undefined) return unifyAny(world, branches.flatMap(partsOf), weaken(value), environment, depth);
      if (value.tag === Tag.union) return unifyParts(world, pattern, value, environment, depth);
      const named = value.tag === Tag.function || world.isFunction(value) ? namedType(world, pattern) : undefined;
      // What a type with a name of its own is made of takes a value that has none.
      if (named?.tag === Tag.function) return unifyFunction(world, named, value, environment, depth);
      if (value.tag === Tag.definition) {
        // An enum is a sequence of its members.
        if (world.kindOf(value.definition) === DefinitionKind.enum) unifyProtocol(world, pattern, value, environment, depth + 1);
        else {
          unifyMaker(world, pattern, value, environment, depth);
          unifyBySatisfying(world, pattern, value, environment, depth);
        }
        return;
      }
      if (value.tag === Tag.parameter) return unifyBounds(world, pattern, value, environment, depth);
      const entry = value.tag === Tag.self ? instance(value.definition) : value.tag === Tag.tuple ? sequenceOf(world, value) : value;
      if (entry.tag !== Tag.instance) return;
      const base = asSuper(world, entry, pattern.definition);
      if (base === undefined) return unifyOther(world, pattern, entry, environment, depth + 1);
      const { items } = base;
      for (const [i, item] of pattern.items.entries()) if (items[i] !== undefined) unify(world, item, items[i]!, environment, depth + 1);
      return;
    }
    case Tag.union:
      if (value.tag === Tag.union) return unifyParts(world, pattern, withoutNamed(value, pattern), environment, depth);
      return unifyAny(world, pattern.items, value, environment, depth);
    case Tag.tuple: {
      // What is written as a list is a tuple where one is asked for.
      const items = value.tag === Tag.tuple ? value.items : value.tag === Tag.instance ? value.applied ?? [] : [];
      for (const [part, given] of partsBeside(pattern, items) ?? []) unify(world, part, given, environment, depth + 1);
      return;
    }
    case Tag.external:
      return unifyAbroad(world, pattern, value, environment, depth);
    case Tag.function:
      if (value.tag === Tag.union) return unifyParts(world, pattern, value, environment, depth);
      return unifyFunction(world, pattern, value, environment, depth);
    case Tag.conditional:
      // A value is most likely of one of the branches.
      return unifyAny(world, pattern.items.slice(2, 4).flatMap(partsOf), weaken(value), environment, depth);
    case Tag.definition:
      if (value.tag === Tag.definition && pattern.result !== undefined) {
        const made = value.result?.tag === Tag.self ? value.result : instance(value.definition, value.items);
        unify(world, pattern.result, made, environment, depth + 1);
      }
      return;
  }
}

/** Lays a type outside beside a value of the same one, by what each was given (`InjectionKey<T>`). */
function unifyAbroad(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const { applied } = value;
  if (pattern.applied === undefined || applied === undefined || value.tag !== Tag.external || value.name !== pattern.name) return;
  if (applied.length !== pattern.applied.length) return;
  for (const [i, item] of pattern.applied.entries()) unify(world, item, applied[i]!, environment, depth + 1);
}

/** Lays a type beside a value whose own type is none below it. */
function unifyOther(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (isLibrarys(world, pattern, world.rules.pointerType)) {
    return unify(world, pattern.items[0]!, value, environment, depth);
  }
  // A reference to what dereferences to a type is taken for one to that (`&Vec<T>` where `&[T]` is asked for).
  const mayBeBehind = world.rules.protocols.deref !== undefined && world.kindOf(pattern.definition) !== DefinitionKind.trait;
  const inner = mayBeBehind ? dereferenced(world, value, value) : undefined;
  if (inner !== undefined) return unify(world, pattern, inner, environment, depth);
  unifyProtocol(world, pattern, value, environment, depth);
  unifyMembers(world, pattern, value, environment, depth);
  if (isWrittenOut(world, value)) unifyShape(world, pattern, value, environment, depth);
  unifyBySatisfying(world, pattern, value, environment, depth);
}

/** Lays several types beside a value that is of any of them: of `T | Awaitable[T]` the parameter alone is for what nothing else takes. */
function unifyAny(world: World, types: readonly Meaning[], value: Meaning, environment: Environment, depth: number): void {
  for (const type of types) if (type.tag !== Tag.parameter) unify(world, type, value, environment, depth + 1);
  for (const type of types) if (type.tag === Tag.parameter) unify(world, type, value, environment, depth + 1);
}

/** Lays what is asked of a type parameter beside each trait that its own bounds say it has (`S: Solver<Problem, I>` beside `L: Solver<O, State<P>>`). */
function unifyBounds(world: World, pattern: Meaning, { result }: Meaning, environment: Environment, depth: number): void {
  if (!world.rules.implementations) return;
  for (const one of boundsIn(result)) {
    const base = one.tag === Tag.instance ? asSuper(world, one, pattern.definition) : undefined;
    if (base === undefined) continue;
    for (const [i, item] of pattern.items.entries()) {
      if (base.items[i] !== undefined) unify(world, item, base.items[i]!, environment, depth + 1);
    }
  }
}

/** What calling an object of the repository by its own method gives; undefined for all else. */
function resultOfObject(world: World, object: Meaning): Meaning | undefined {
  const method = world.isOwnObject(object) ? protocolMember(world, object, "call") : UNKNOWN;
  return world.isFunction(method) ? callUnseen(world, method) : undefined;
}

/** What a function gives tells, and what it declares to take; where types are inferred from both, what it gives comes first. */
function unifyFunction(world: World, pattern: Meaning, given: Meaning, environment: Environment, depth: number): void {
  const value = given.tag === Tag.instance ? namedType(world, given) ?? given : asFunction(given);
  const isDeclared = world.isFunction(value);
  if (world.rules.callingTypeConverts) unifyTaken(world, pattern, value, environment, depth);
  const result = value.tag === Tag.function
    ? resultOfOpen(world, pattern, value, environment, depth)
    : value.tag === Tag.external
    ? value
    : value.tag !== Tag.definition
    ? resultOfObject(world, value) ?? composedInstance(world, value)
    : isDeclared
    ? resultBeside(world, pattern, value, environment, depth)
    : isMaker(world, value)
    ? madeBy(world, value, pattern.items.map((item) => substitute(item, environment)))
    : callUnseen(world, { ...value, held: false });
  if (pattern.result !== undefined && result !== undefined) unify(world, pattern.result, result, environment, depth + 1);
  if (world.rules.separateTypes && !(isDeclared && isGeneric(world, value.definition))) {
    unifyTaken(world, pattern, value, environment, depth);
  }
}

/** A union without the parts that another one names as they are: of `type[T] | UnionType`, `UnionType` says nothing of `T`. */
function withoutNamed(value: Meaning, { items: named }: Meaning): Meaning {
  const items = value.items.filter((part) =>
    !named.some((one) => one.tag !== Tag.parameter && sameMeaning(one, part) && !mentionsParameter(one))
  );
  return items.length === 0 || items.length === value.items.length ? value : { ...value, items };
}

/** What a function that is given declares to take says of the type parameters in what one takes. */
export function unifyTaken(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth = 0): void {
  const isClass = value.tag === Tag.definition && world.kindOf(value.definition) === DefinitionKind.class;
  const run = isClass
    ? world.rules.constructors.map((name) => memberMeaning(world, instance(value.definition), name, Space.value))[0]!
    : value;
  const isDeclared = world.isFunction(run);
  if (run.tag !== Tag.function && !isDeclared) return;
  const given = isDeclared ? takenBy(world, run) : run.items;
  for (const [part, item] of partsBeside(pattern, given) ?? []) unify(world, part, item, environment, depth + 1);
}

/** What a function takes; a method that is named by its type takes what it is called on before all else (`(*Job).Rename`, `Job::rename`). */
export function takenBy(world: World, run: Meaning): readonly Meaning[] {
  const own = world.rules.infersOpenTypes ? givenParameters(world, run) : undefined;
  const declared = parameterTypes(world, run.definition);
  const types = own === undefined ? declared : declared.map((type) => substitute(type, own));
  if (run.name !== OF_TYPE || run.result === undefined) return types;
  const owner = run.items.length === 0 ? undefined : ownerEnvironment(world, run.definition, run);
  return [run.result, ...owner === undefined ? types : types.map((type) => substitute(type, owner))];
}

/**
 * Whether nothing told a parameter yet: where generic types are left to be inferred, one of which nothing is said tells nothing (`Alias::new(x)`), nor
 * does a value that holds none of it (`fold(None, …)`).
 */
function isLeftOpen(world: World, known: Meaning | undefined, value: Meaning): boolean {
  if (known === undefined) return true;
  if (known.tag === Tag.nothing) return world.rules.infersOpenTypes && value.tag !== Tag.nothing;
  const isOpen = known.tag === Tag.parameter && (known.result === undefined || known.name === LEFT_OPEN);
  return isOpen && (world.rules.callingTypeConverts || world.rules.separateTypes === true) && value.tag !== Tag.parameter;
}

/** Lays the several results of the call `given` beside the types of parameters, one each; false where that gives but one. */
export function unifyResults(
  world: World,
  target: FileView,
  parameters: readonly number[],
  view: FileView,
  given: number,
  environment: Environment,
): boolean {
  if (view.facts.expressions.op[given] !== Op.call) return false;
  const results = evaluateValue(world, view, given);
  if (results.tag !== Tag.tuple) return false;
  for (const [i, result] of results.items.entries()) {
    const type = target.facts.bindings.type[parameters[Math.min(i, parameters.length - 1)] ?? 0]!;
    if (type !== 0) unify(world, evaluateType(world, target, type), result, environment);
  }
  return true;
}

/** A tuple as what takes any number of values of one type: each of its positions may be any of its types. */
function sequenceOf(world: World, tuple: Meaning): Meaning {
  const definition = tuple.items.length === 0 ? 0 : world.libraryDefinition(world.rules.restType);
  return definition === 0 ? UNKNOWN : instance(definition, [union(valuesIn(world, tuple))]);
}

/** A type that says what `new` of its values gives, or what stands for these (`prototype: T`), beside a class that is given for it. */
function unifyMaker(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const name = world.rules.protocols.construct?.[0];
  if (name === undefined || world.kindOf(value.definition) !== DefinitionKind.class) return;
  const signature = memberMeaning(world, pattern, name, Space.value);
  const made = signature.tag === Tag.definition ? callUnseen(world, signature) : prototypeIn(world, pattern);
  if (made !== undefined) unify(world, made, instance(value.definition, value.items), environment, depth + 1);
}

/** What a type of the repository declares to stand for what its values make. */
function prototypeIn(world: World, type: Meaning): Meaning | undefined {
  const { prototype } = world.rules;
  return prototype === undefined || !world.isOwnType(type) ? undefined : memberMeaning(world, type, prototype, Space.value);
}

const OPERATIONS = ["iterate", "await", "enter"] as const;

/** A protocol of the library (`Iterable[T]`) beside a type of the repository that has its methods without naming it. */
function unifyProtocol(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (world.rules.separateTypes !== true && !world.rules.structural.includes("protocol")) return;
  if (!world.inLibrary(pattern.definition) || world.inLibrary(value.definition)) return;
  for (const operation of OPERATIONS) {
    const item = pattern.items[world.positionGiven(operation, pattern.definition) ?? -1];
    if (item === undefined) continue;
    const isAsync = isAwaited(world, pattern, operation);
    unify(world, item, operate(world, value, operation, isAsync), environment, depth);
    if (operation === "iterate" && world.rules.generatorResult !== undefined) {
      unifyBeginning(world, pattern, value, isAsync, environment, depth);
    }
    return;
  }
}

/** What iterating begins with tells of both what it gives in the end. */
function unifyBeginning(world: World, pattern: Meaning, value: Meaning, isAsync: boolean, environment: Environment, depth: number): void {
  const { iterate, asyncIterate } = world.rules.protocols;
  const name = (isAsync ? asyncIterate : iterate)?.[0];
  if (name === undefined) return;
  const [asked, given] = [pattern, value].map((type) => givenBy(world, memberMeaning(world, type, name, Space.value)));
  if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
}

/** Whether what satisfies a protocol of the library is iterated over, or entered, with `async`: a type may be made for both. */
function isAwaited(world: World, { definition }: Meaning, operation: (typeof OPERATIONS)[number]): boolean {
  const { asyncIterate, asyncEnter } = world.rules.protocols;
  const methods = operation === "iterate" ? asyncIterate : operation === "enter" ? asyncEnter : undefined;
  return methods !== undefined &&
    orderOf(world, definition).some((base) => base.tag === Tag.instance && memberTable(world, base.definition).has(methods[0]!));
}

/** So many members of an object may be told to be alike. */
const ALIKE = 40;
const OPEN_TYPES: ReadonlySet<number> = new Set([DefinitionKind.object, DefinitionKind.interface]);

/** A type of the library all of whose members are alike (`Record<K, V>`) beside an object that is written out, or that says it of any name. */
function unifyMembers(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const position = world.positionGiven("member", pattern.definition);
  const item = pattern.items[position ?? -1];
  if (item === undefined || !OPEN_TYPES.has(world.kindOf(value.definition))) return;
  world.ask(fileOf(value.definition));
  const signature = protocolMember(world, value, "index");
  if (signature.tag === Tag.definition) {
    unify(world, item, callUnseen(world, signature), environment, depth);
    return;
  }
  if (world.kindOf(value.definition) !== DefinitionKind.object) return;
  const names = [...memberTable(world, value.definition).keys()];
  if (names.length === 0 || names.length > ALIKE) return;
  unify(world, item, union(names.map((name) => memberMeaning(world, value, name, Space.value))), environment, depth);
}

/**
 * The members that a type asks for beside those that a value of another type has. `isPlain`: without functions of which the type itself has to
 * say what they take.
 */
export function unifyShape(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth = 0, isPlain = false): void {
  if (world.rules.separateTypes !== true || world.inLibrary(pattern.definition)) return;
  if (depth > DEEPEST || !environment.noteLaid(pattern, value, depth, isPlain ? Laid.plainShape : Laid.shape)) return;
  for (const entry of orderOf(world, pattern.definition)) {
    if (!world.isOwnType(entry)) continue;
    for (const name of memberTable(world, entry.definition).keys()) {
      const given = memberMeaning(world, value, name, Space.value);
      if (!isKnown(given) || (isPlain && isAsked(world, given))) continue;
      const asked = asFunctionType(world, memberMeaning(world, pattern, name, Space.value));
      const isNested = isPlain && asked.tag === Tag.instance && isWrittenOut(world, given);
      if (isNested) unifyShape(world, asked, given, environment, depth + 1, true);
      else unify(world, asked, given, environment, depth);
    }
  }
}

/** An object as it is written out. */
export function isWrittenOut(world: World, meaning: Meaning): boolean {
  return world.isOfKind(meaning, DefinitionKind.object);
}

/** A function that does not say itself what it takes. */
function isAsked(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition || !isCallable(world.kindOf(definition))) return false;
  const { bindings } = world.viewOf(definition).facts;
  return parametersOf(world, definition).some((row) => bindings.type[row] === 0);
}

/** A method that a type asks for, by what it takes and gives. */
function asFunctionType(world: World, member: Meaning): Meaning {
  if (!world.isFunction(member)) return member;
  return functionMeaning(parameterTypes(world, member.definition), functionResult(world, member.definition));
}

/** One of several laid beside alternatives: each for itself (`[promise, 1]` of `PromiseLike<T> | T`). A parameter may be what any of them says. */
function unifyParts(world: World, pattern: Meaning, { items }: Meaning, environment: Environment, depth: number): void {
  const said = new Map<DefinitionId, Meaning[]>();
  for (const part of items) {
    const own = new Environment();
    unify(world, pattern, part, own, depth + 1);
    for (const parameter of own.values.parameters) addAt(said, parameter, own.values.get(parameter)!);
  }
  for (const [parameter, all] of said) {
    if (!environment.values.has(parameter)) environment.values.set(parameter, union(all));
  }
}

/** What a value says of the parameters in a bound: its result for `F: Fn() -> R`, its elements for `I: IntoIterator<Item = T>`, what `P *T` points at. */
function unifyBound(world: World, bound: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const bounds = boundsIn(bound);
  for (const one of bounds) {
    const core = one.tag === Tag.parameter ? one : coreType(world, one);
    if (core !== undefined) unify(world, core, value, environment, depth);
    // One without a name is told nothing by arguments: it speaks of the parameters around it.
    if (one.tag === Tag.instance && world.nameOf(one.definition) === "") unifyBySatisfying(world, one, value, environment, depth);
    if (one.tag !== Tag.function && one.items.length === 0) continue;
    unify(world, one, value, environment, depth);
    if (one.tag === Tag.instance) { for (const above of inheritedTraits(world, one)) unify(world, above, value, environment, depth); }
  }
}
