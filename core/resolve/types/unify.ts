/**
 * Unifies a type that contains parameters with a meaning, and records the values of the parameters.
 *
 * Stage: resolve. Invariant: the first value found for a parameter stays.
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
import { isFunction, isOfKind, isOwnObject, isOwnType } from "../ownership.ts";
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

/** Maximum nesting of types. */
const DEEPEST = 6;
/** What is unified with a value: the bound of a type parameter, or the members that a type requires, all or those selected by `isPlain`. */
const Laid = { bound: 0, shape: 1, plainShape: 2 } as const;

/** Unifies a type that contains parameters with a meaning, and records the values of the parameters. */
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
      const named = value.tag === Tag.function || isFunction(world, value) ? namedType(world, pattern) : undefined;
      // The underlying type of a named type accepts unnamed values.
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
      // A list literal is a tuple where one is expected.
      const items = value.tag === Tag.tuple ? value.items : value.tag === Tag.instance ? value.applied ?? [] : [];
      for (const [part, given] of partsBeside(pattern, items) ?? []) unify(world, part, given, environment, depth + 1);
      return;
    }
    case Tag.external:
      return unifyExternal(world, pattern, value, environment, depth);
    case Tag.function:
      if (value.tag === Tag.union) return unifyParts(world, pattern, value, environment, depth);
      return unifyFunction(world, pattern, value, environment, depth);
    case Tag.conditional:
      // A value is probably of one of the branches.
      return unifyAny(world, pattern.items.slice(2, 4).flatMap(partsOf), weaken(value), environment, depth);
    case Tag.definition:
      if (value.tag === Tag.definition && pattern.result !== undefined) {
        const made = value.result?.tag === Tag.self ? value.result : instance(value.definition, value.items);
        unify(world, pattern.result, made, environment, depth + 1);
      }
      return;
  }
}

/** Unifies an external type with a value of the same type, by their arguments (`InjectionKey<T>`). */
function unifyExternal(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const { applied } = value;
  if (pattern.applied === undefined || applied === undefined || value.tag !== Tag.external || value.name !== pattern.name) return;
  if (applied.length !== pattern.applied.length) return;
  for (const [i, item] of pattern.applied.entries()) unify(world, item, applied[i]!, environment, depth + 1);
}

/** Unifies a type with a value that is not of a subtype. */
function unifyOther(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (isLibrarys(world, pattern, world.rules.pointerType)) {
    return unify(world, pattern.items[0]!, value, environment, depth);
  }
  // A reference to a type that dereferences to another is accepted as one to the latter (`&Vec<T>` where `&[T]` is expected).
  const mayBeBehind = world.rules.protocols.deref !== undefined && world.kindOf(pattern.definition) !== DefinitionKind.trait;
  const inner = mayBeBehind ? dereferenced(world, value, value) : undefined;
  if (inner !== undefined) return unify(world, pattern, inner, environment, depth);
  unifyProtocol(world, pattern, value, environment, depth);
  unifyMembers(world, pattern, value, environment, depth);
  if (isWrittenOut(world, value)) unifyShape(world, pattern, value, environment, depth);
  unifyBySatisfying(world, pattern, value, environment, depth);
}

/** Unifies several types with a value of any of them: in `T | Awaitable[T]`, the plain parameter is for what nothing else accepts. */
function unifyAny(world: World, types: readonly Meaning[], value: Meaning, environment: Environment, depth: number): void {
  for (const type of types) if (type.tag !== Tag.parameter) unify(world, type, value, environment, depth + 1);
  for (const type of types) if (type.tag === Tag.parameter) unify(world, type, value, environment, depth + 1);
}

/**
 * Unifies the bound of a type parameter with each trait in the argument's own bounds (`S: Solver<Problem, I>` with `L: Solver<O,
 * State<P>>`).
 */
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

/** The result of calling a repository object by its own method; otherwise undefined. */
function resultOfObject(world: World, object: Meaning): Meaning | undefined {
  const method = isOwnObject(world, object) ? protocolMember(world, object, "call") : UNKNOWN;
  return isFunction(world, method) ? callUnseen(world, method) : undefined;
}

/**
 * Unifies a function type with a function: by its result and its declared parameters; where types are inferred from both, the result comes
 * first.
 */
function unifyFunction(world: World, pattern: Meaning, given: Meaning, environment: Environment, depth: number): void {
  const value = given.tag === Tag.instance ? namedType(world, given) ?? given : asFunction(given);
  const isDeclared = isFunction(world, value);
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

/** A union without the parts that another one contains literally: for `type[T] | UnionType`, `UnionType` says nothing about `T`. */
function withoutNamed(value: Meaning, { items: named }: Meaning): Meaning {
  const items = value.items.filter((part) =>
    !named.some((one) => one.tag !== Tag.parameter && sameMeaning(one, part) && !mentionsParameter(one))
  );
  return items.length === 0 || items.length === value.items.length ? value : { ...value, items };
}

/** Unifies the parameter types of a function type with those that a passed function declares. */
export function unifyTaken(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth = 0): void {
  const isClass = value.tag === Tag.definition && world.kindOf(value.definition) === DefinitionKind.class;
  const run = isClass
    ? world.rules.constructors.map((name) => memberMeaning(world, instance(value.definition), name, Space.value))[0]!
    : value;
  const isDeclared = isFunction(world, run);
  const isMade = isMaker(world, run);
  if (run.tag !== Tag.function && !isDeclared && !isMade) return;
  const given = isDeclared ? takenBy(world, run) : isMade ? takenByMaker(world, run) : run.items;
  for (const [part, item] of partsBeside(pattern, given) ?? []) unify(world, part, item, environment, depth + 1);
}

/** The types of the positional fields of a type or variant, which it takes as a function (`Wrap` of `struct Wrap(Job)`); open ones as unknown. */
function takenByMaker(world: World, { definition }: Meaning): readonly Meaning[] {
  const view = world.viewOf(definition);
  const { bindings, definitions } = view.facts;
  const fields = memberTable(world, definition);
  const types: Meaning[] = [];
  for (let row = fields.get("0")?.[0]; row !== undefined; row = fields.get(String(types.length))?.[0]) {
    const type = evaluateType(world, view, bindings.type[row]! || definitions.type[bindings.definition[row]!]!);
    types.push(mentionsParameter(type) ? UNKNOWN : type);
  }
  return types;
}

/** The parameter types of a function; a method read from its type has its receiver first (`(*Job).Rename`, `Job::rename`). */
export function takenBy(world: World, run: Meaning): readonly Meaning[] {
  const own = world.rules.infersOpenTypes ? givenParameters(world, run) : undefined;
  const declared = parameterTypes(world, run.definition);
  const types = own === undefined ? declared : declared.map((type) => substitute(type, own));
  if (run.name !== OF_TYPE || run.result === undefined) return types;
  const owner = run.items.length === 0 ? undefined : ownerEnvironment(world, run.definition, run);
  return [run.result, ...owner === undefined ? types : types.map((type) => substitute(type, owner))];
}

/**
 * Whether a parameter has no value yet: where generic types are left open, one without arguments does not count (`Alias::new(x)`), and
 * neither does a value that contains none of it (`fold(None, …)`).
 */
function isLeftOpen(world: World, known: Meaning | undefined, value: Meaning): boolean {
  if (known === undefined) return true;
  if (known.tag === Tag.nothing) return world.rules.infersOpenTypes && value.tag !== Tag.nothing;
  const isOpen = known.tag === Tag.parameter && (known.result === undefined || known.name === LEFT_OPEN);
  return isOpen && (world.rules.callingTypeConverts || world.rules.separateTypes === true) && value.tag !== Tag.parameter;
}

/** Unifies the types of parameters with the several results of the call `given`, one each; false if it has only one. */
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

/** A tuple as a variadic sequence: any of its element types may be at each position. */
function sequenceOf(world: World, tuple: Meaning): Meaning {
  const definition = tuple.items.length === 0 ? 0 : world.library.definition(world.rules.restType);
  return definition === 0 ? UNKNOWN : instance(definition, [union(valuesIn(world, tuple))]);
}

/** Unifies a type with a construct signature, or one that declares its instances (`prototype: T`), with a class that is passed for it. */
function unifyMaker(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const name = world.rules.protocols.construct?.[0];
  if (name === undefined || world.kindOf(value.definition) !== DefinitionKind.class) return;
  const signature = memberMeaning(world, pattern, name, Space.value);
  const made = signature.tag === Tag.definition ? callUnseen(world, signature) : prototypeIn(world, pattern);
  if (made !== undefined) unify(world, made, instance(value.definition, value.items), environment, depth + 1);
}

/** The declared type of a repository type's `prototype`, which represents its instances. */
function prototypeIn(world: World, type: Meaning): Meaning | undefined {
  const { prototype } = world.rules;
  return prototype === undefined || !isOwnType(world, type) ? undefined : memberMeaning(world, type, prototype, Space.value);
}

const OPERATIONS = ["iterate", "await", "enter"] as const;

/** Unifies a library protocol (`Iterable[T]`) with a repository type that has its methods without naming it. */
function unifyProtocol(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  if (world.rules.separateTypes !== true && !world.rules.structural.includes("protocol")) return;
  if (!world.inLibrary(pattern.definition) || world.inLibrary(value.definition)) return;
  for (const operation of OPERATIONS) {
    const item = pattern.items[world.library.positionGiven(operation, pattern.definition) ?? -1];
    if (item === undefined) continue;
    const isAsync = isAwaited(world, pattern, operation);
    unify(world, item, operate(world, value, operation, isAsync), environment, depth);
    if (operation === "iterate" && world.rules.generatorResult !== undefined) {
      unifyBeginning(world, pattern, value, isAsync, environment, depth);
    }
    return;
  }
}

/** Unifies the results of the first iteration method of both. */
function unifyBeginning(world: World, pattern: Meaning, value: Meaning, isAsync: boolean, environment: Environment, depth: number): void {
  const { iterate, asyncIterate } = world.rules.protocols;
  const name = (isAsync ? asyncIterate : iterate)?.[0];
  if (name === undefined) return;
  const [asked, given] = [pattern, value].map((type) => givenBy(world, memberMeaning(world, type, name, Space.value)));
  if (asked !== undefined && given !== undefined) unify(world, asked, given, environment, depth + 1);
}

/** Whether a type that satisfies a library protocol is iterated or entered asynchronously: it may support both. */
function isAwaited(world: World, { definition }: Meaning, operation: (typeof OPERATIONS)[number]): boolean {
  const { asyncIterate, asyncEnter } = world.rules.protocols;
  const methods = operation === "iterate" ? asyncIterate : operation === "enter" ? asyncEnter : undefined;
  return methods !== undefined &&
    orderOf(world, definition).some((base) => base.tag === Tag.instance && memberTable(world, base.definition).has(methods[0]!));
}

/** Maximum number of members of an object compared for equal types. */
const ALIKE = 40;
const OPEN_TYPES: ReadonlySet<number> = new Set([DefinitionKind.object, DefinitionKind.interface]);

/** Unifies a library type with uniform members (`Record<K, V>`) with an object literal, or a type with an index signature. */
function unifyMembers(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const position = world.library.positionGiven("member", pattern.definition);
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
 * Unifies the members that a type requires with those of a value of another type. `isPlain`: without functions whose parameter types depend
 * on the expected type.
 */
export function unifyShape(world: World, pattern: Meaning, value: Meaning, environment: Environment, depth = 0, isPlain = false): void {
  const isLibrarys = world.inLibrary(pattern.definition);
  if (world.rules.separateTypes !== true || (isLibrarys && world.nameOf(pattern.definition) !== "")) return;
  if (depth > DEEPEST || !environment.noteLaid(pattern, value, depth, isPlain ? Laid.plainShape : Laid.shape)) return;
  for (const entry of orderOf(world, pattern.definition)) {
    if (!isLibrarys && !isOwnType(world, entry)) continue;
    for (const name of memberTable(world, entry.definition).keys()) {
      const given = memberMeaning(world, value, name, Space.value);
      if (!isKnown(given) || (isPlain && isAsked(world, given))) continue;
      const asked = asFunctionType(world, memberMeaning(world, pattern, name, Space.value));
      // What the functions of an object are given is told by the bound of its type, not by the object.
      if (isPlain && asked.tag === Tag.parameter && asked.result !== undefined && hasAsked(world, given)) continue;
      const isNested = isPlain && asked.tag === Tag.instance && isWrittenOut(world, given);
      if (isNested) unifyShape(world, asked, given, environment, depth + 1, true);
      else unify(world, asked, given, environment, depth);
    }
  }
}

/** Whether it is an object literal. */
export function isWrittenOut(world: World, meaning: Meaning): boolean {
  return isOfKind(world, meaning, DefinitionKind.object);
}

/** Whether it is a function without declared parameter types. */
function isAsked(world: World, { tag, definition }: Meaning): boolean {
  if (tag !== Tag.definition || !isCallable(world.kindOf(definition))) return false;
  const { bindings } = world.viewOf(definition).facts;
  return parametersOf(world, definition).some((row) => bindings.type[row] === 0);
}

/** Whether it is an object literal with such functions. */
function hasAsked(world: World, object: Meaning): boolean {
  if (!isWrittenOut(world, object)) return false;
  return Array.from(memberTable(world, object.definition).keys()).some((name) =>
    isAsked(world, memberMeaning(world, object, name, Space.value))
  );
}

/** A required method as a function type, by its parameters and result. */
function asFunctionType(world: World, member: Meaning): Meaning {
  if (!isFunction(world, member)) return member;
  return functionMeaning(parameterTypes(world, member.definition), functionResult(world, member.definition));
}

/**
 * Unifies a union with alternatives: each part separately (`[promise, 1]` with `PromiseLike<T> | T`). A parameter may be the value of any
 * of them.
 */
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

/** Unifies a bound with a value: its result for `F: Fn() -> R`, its elements for `I: IntoIterator<Item = T>`, its target for `P *T`. */
function unifyBound(world: World, bound: Meaning, value: Meaning, environment: Environment, depth: number): void {
  const bounds = boundsIn(bound);
  for (const one of bounds) {
    const core = one.tag === Tag.parameter ? one : coreType(world, one);
    if (core !== undefined) unify(world, core, value, environment, depth);
    // An unnamed interface has no type arguments: it refers to the enclosing parameters.
    if (one.tag === Tag.instance && world.nameOf(one.definition) === "") unifyBySatisfying(world, one, value, environment, depth);
    if (one.tag !== Tag.function && one.items.length === 0) continue;
    unify(world, one, value, environment, depth);
    if (one.tag === Tag.instance) { for (const above of inheritedTraits(world, one)) unify(world, above, value, environment, depth); }
  }
}
