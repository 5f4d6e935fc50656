/**
 * The values of type parameters at a call: from the receiver, explicit arguments, and the call's arguments.
 *
 * Stage: resolve. Invariant: inferred values take precedence over defaults.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op, SpreadMode } from "../../facts/expressions.ts";
import { oneOf } from "../calls/alternatives.ts";
import { elementTogether } from "../calls/expected_arguments.ts";
import { operate } from "../calls/operations.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  boundsIn,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  instance,
  type Meaning,
  named,
  REST,
  rowOf,
  Tag,
  tuple,
  typeParameter,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { Space } from "../names/names.ts";
import { isFunction } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf, receiverType } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { isGivenAgain } from "../traits/associated.ts";
import { asInstance } from "../traits/traits.ts";
import type { World } from "../world.ts";
import { inferFromMethods } from "./constraint_methods.ts";
import { coreType } from "./core_type.ts";
import { environmentOf } from "./environments.ts";
import { ownerOfImpl } from "./fitting.ts";
import { fillHoles, hasHole } from "./holes.ts";
import { noteKey } from "./keyed.ts";
import { noteArguments, noteAssociated } from "./projections.ts";
import { capturedParameters, defaultOf } from "./type_arguments.ts";
import { isWrittenOut, unify, unifyResults, unifyShape } from "./unify.ts";

/** Infers type parameters in a function's parameter types from the arguments. @param except the position of an argument to ignore */
export function givenTo(world: World, view: FileView, items: readonly Meaning[], args: readonly number[], except = -1): Environment {
  const environment = new Environment();
  for (const [i, item] of items.entries()) {
    const argument = i === except ? 0 : args[i] ?? 0;
    if (argument === 0 || !mentionsParameter(item)) continue;
    const given = evaluateValue(world, view, argument);
    if (!noteKey(view, item, argument, given, environment)) unify(world, item, given, environment);
  }
  return environment;
}

/** The declared types of a function's parameters; unknown if undeclared. */
export function parameterTypes(world: World, id: DefinitionId): Meaning[] {
  const view = world.viewOf(id);
  world.ask(view.index);
  return parametersOf(world, id).map((row) => evaluateType(world, view, view.facts.bindings.type[row]!));
}

/** The values of the owner's type parameters according to the receiver's type arguments. */
export function ownerEnvironment(world: World, id: DefinitionId, callee: Meaning): Environment {
  const parent = world.parentOf(id);
  const isImpl = parent !== 0 && world.kindOf(parent) === DefinitionKind.impl;
  const environment = parent === 0 || isImpl ? new Environment() : environmentOf(world, { ...instance(parent), items: callee.items });
  // A trait's method may mention associated types of supertraits, which the receiver determines (`Self::Item` where `Self: Iterator`).
  const isOfTrait = parent !== 0 && world.kindOf(parent) === DefinitionKind.trait && !world.inLibrary(parent);
  if (isOfTrait && callee.result !== undefined && !isGivenAgain(world, callee.result, parent)) {
    noteAssociated(world, instance(parent), callee.result, environment, 0);
  }
  if (isImpl) {
    // An impl has its own parameters: they are found by unifying its type with the receiver.
    const owner = ownerOfImpl(world, parent);
    if (owner.tag === Tag.parameter && callee.result !== undefined) {
      environment.values.set(owner.definition, callee.result);
      if (owner.result !== undefined) noteAssociated(world, owner.result, callee.result, environment, owner.definition);
      const isRun = isFunction(world, callee.result);
      for (const bound of boundsIn(owner.result)) {
        const tells = bound.tag === Tag.function ? isRun : bound.items.some((item) => item.tag === Tag.parameter);
        if (tells) unify(world, bound, callee.result, environment);
      }
    }
    if (owner.tag === Tag.instance && callee.items.length > 0) unify(world, owner, { ...owner, items: callee.items }, environment);
    const isLikeReceiver = (owner.tag === Tag.tuple || owner.tag === Tag.external) && callee.result?.tag === owner.tag;
    if (isLikeReceiver) unify(world, owner, callee.result!, environment);
  } else if (parent !== 0 && callee.items.length > 0) {
    if (world.rules.callingTypeConverts) noteArguments(world, parent, callee.items, environment);
    const view = world.viewOf(id);
    for (const [i, { definition }] of capturedParameters(world, view, rowOf(id)).entries()) {
      if (callee.items[i] !== undefined) environment.values.set(definition, callee.items[i]!);
    }
    const ownerExpression = view.facts.definitions.owner[rowOf(id)]!;
    if (ownerExpression !== 0) {
      const owner = evaluateType(world, view, ownerExpression);
      if (owner.tag === Tag.instance) unify(world, owner, { ...owner, items: callee.items }, environment);
    }
  }
  return environment;
}

/** `meaning` with explicit type arguments: `List[int]`, `f::<T>`; for a value with signatures they apply to the one that is called. */
export function applied(world: World, meaning: Meaning, items: readonly Meaning[]): Meaning {
  if (meaning.tag === Tag.external || meaning.tag === Tag.instance) return { ...meaning, applied: items };
  if (meaning.tag !== Tag.definition) return meaning;
  if (isCallable(world.kindOf(meaning.definition))) return { ...meaning, applied: items };
  return { ...meaning, name: "", items };
}

/** The signature of a value, with the explicit type arguments of the call. */
export function withArgumentsOf(value: Meaning, signature: Meaning): Meaning {
  return value.applied === undefined ? signature : { ...signature, applied: value.applied };
}

/** Adds the explicit type arguments of a callee (`f::<A>`, `f<A>`) to the environment of the function `id`. */
export function applyArguments(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  if (callee.applied === undefined) return;
  const view = world.viewOf(id);
  for (const [i, parameter] of view.typeParameters(rowOf(id)).entries()) {
    const item = callee.applied[i];
    // Open ones (`f::<_, T>`) are inferred from the arguments.
    const isOpen = item === undefined || (world.rules.infersOpenTypes && item.tag === Tag.unknown);
    if (!isOpen) environment.values.set(definitionId(view.index, parameter), item);
  }
  if (world.rules.callingTypeConverts) noteArguments(world, id, callee.applied, environment);
}

/** Holes in explicit type arguments (`collect::<Vec<_>>`), filled in from the bounds of their parameters. */
export function fillApplied(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  if (!callee.applied?.some((item) => hasHole(item))) return;
  const view = world.viewOf(id);
  for (const parameter of view.typeParameters(rowOf(id))) {
    const at = definitionId(view.index, parameter);
    const item = environment.values.get(at);
    const bound = view.facts.bindings.type[parameter]!;
    if (item === undefined || bound === 0) continue;
    environment.values.set(
      at,
      fillHoles(world, item, typeParameter(view.index, parameter, substitute(evaluateType(world, view, bound), environment))),
    );
  }
}

/**
 * Sets type parameters that the arguments do not determine to their defaults, otherwise to their bounds. One that occurs in the type of a
 * passed parameter is more specific than that.
 */
export function completeParameters(world: World, id: DefinitionId, given: number, environment: Environment): void {
  const view = world.viewOf(id);
  const { definitions, bindings } = view.facts;
  inferFromMethods(world, id, environment);
  for (const row of view.typeParameters(rowOf(id))) {
    const parameter = definitionId(view.index, row);
    // A captured parameter is determined by whoever returned the function.
    if (bindings.scope[row] !== definitions.body[rowOf(id)]) continue;
    if ((bindings.value[row] === 0 && bindings.type[row] === 0) || environment.values.has(parameter)) continue;
    const bound = bindingMeaning(world, view, row, Space.type).result;
    const meaning = defaultOf(world, view, row) ?? (bound === undefined ? undefined : coreType(world, bound) ?? bound);
    if (meaning === undefined || meaning.tag === Tag.unknown) continue;
    const isAsked = isAskedByGiven(world, id, given, view.text(bindings.name[row]!));
    environment.values.set(parameter, substitute(isAsked ? weaken(meaning) : meaning, environment));
  }
}

/**
 * Whether the type of a parameter that receives one of the `given` arguments mentions the type parameter `name`: if the argument does not
 * determine it, it may be any type within its bound.
 */
export function isAskedByGiven(world: World, id: DefinitionId, given: number, name: string): boolean {
  if (world.rules.separateTypes !== true) return false;
  const view = world.viewOf(id);
  const { type } = view.facts.bindings;
  return parametersOf(world, id).slice(0, given).some((parameter) => isNamedIn(view, type[parameter]!, name));
}

/** Whether a type mentions the name `name`. */
function isNamedIn(view: FileView, type: number, name: string): boolean {
  const { op, a, b } = view.facts.expressions;
  const someOf = (list: number): boolean => listItems(view.facts, list).some((part) => isNamedIn(view, part, name));
  switch (op[type]) {
    case Op.name:
      return view.text(a[type]!) === name;
    case Op.apply:
      return someOf(b[type]!);
    case Op.either:
    case Op.tuple:
      return someOf(a[type]!);
    default:
      return false;
  }
}

/** Whether a meaning contains a type parameter or `Self`. */
export function mentionsParameter(meaning: Meaning, depth = 0): boolean {
  if (meaning.tag === Tag.parameter || meaning.tag === Tag.self || meaning.tag === Tag.keyed || meaning.tag === Tag.conditional) {
    return true;
  }
  if (depth > 6) return false;
  for (const item of (meaning.tag === Tag.external ? meaning.applied : meaning.items) ?? []) {
    if (mentionsParameter(item, depth + 1)) return true;
  }
  return meaning.result !== undefined && mentionsParameter(meaning.result, depth + 1);
}

/** Infers type parameters in the declared type of a function's receiver (`this: T`) from the receiver of the call. */
export function inferFromReceiver(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  const receiver = callee.result;
  if (world.rules.separateTypes !== true || receiver === undefined) return;
  const view = world.viewOf(id);
  const type = receiverType(view, rowOf(id));
  if (type === 0) return;
  const isOfClass = receiver.tag === Tag.instance && (world.flagsOf(id) & DefinitionFlag.static) !== 0;
  const given = isOfClass ? definitionMeaning(receiver.definition, undefined, receiver.items) : receiver;
  unify(world, evaluateType(world, view, type), given, environment);
}

/** Maximum number of arguments used for inference. */
const MOST_ARGUMENTS = 12;

/** Flags of parameters that take further arguments. */
export const TAKES_MORE = BindingFlag.rest | BindingFlag.restTogether;

/** Infers the type parameters of the function `id` from the arguments. @param except see `givenTo` */
export function inferFromArguments(
  world: World,
  view: FileView,
  id: DefinitionId,
  args: readonly number[],
  environment: Environment,
  except = -1,
): void {
  const target = world.viewOf(id);
  const { bindings } = target.facts;
  const parameters = parametersOf(world, id);
  const { expressions, strings } = view.facts;
  const isAlone = args.length === 1 && world.rules.resultsSpread === true;
  if (isAlone && unifyResults(world, target, parameters, view, args[0]!, environment)) return;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    const isExcepted = i === except;
    if (
      (isExcepted && world.rules.separateTypes !== true) || i > MOST_ARGUMENTS ||
      (expressions.op[argument] === Op.spread && expressions.b[argument] === SpreadMode.mapping)
    ) {
      continue;
    }
    let row = parameters[Math.min(i, parameters.length - 1)];
    let value = argument;
    if (expressions.op[argument] === Op.pair) {
      const name = strings[expressions.a[argument]!]!;
      row = parameters.find((p) => target.text(bindings.name[p]!) === name) ??
        parameters.find((p) => bindings.flags[p]! & BindingFlag.keywords) ?? row;
      value = expressions.b[argument]!;
    } else if (i >= parameters.length && (row === undefined || (bindings.flags[row]! & TAKES_MORE) === 0)) continue;
    if (row === undefined || bindings.type[row] === 0) continue;
    if ((bindings.flags[row]! & BindingFlag.restTogether) !== 0) {
      unify(world, evaluateType(world, target, bindings.type[row]!), together(world, view, args, i, except), environment);
      return;
    }
    const expected = elementTogether(target, row, evaluateType(world, target, bindings.type[row]!), i - parameters.length + 1);
    if (!mentionsParameter(expected)) continue;
    if (isExcepted) {
      // For an object whose own type depends on the inference, its meaning without an expected type.
      const whole = expected.tag === Tag.instance && expressions.op[value] === Op.definition ? evaluateValue(world, view, value) : UNKNOWN;
      if (isWrittenOut(world, whole)) unifyShape(world, expected, whole, environment, 1, true);
      continue;
    }
    if (expressions.op[argument] === Op.spread && (bindings.flags[row]! & (BindingFlag.rest | TAKES_MORE)) === 0) {
      for (const [type, element] of spreadOver(world, target, parameters.slice(i), view, args, argument)) {
        unify(world, type, element, environment);
      }
      continue;
    }
    // A rest parameter that declares its element type receives all further arguments together.
    const isRest = world.rules.restType !== "" && (bindings.flags[row]! & BindingFlag.rest) !== 0 && value === argument;
    const given = isRest ? restOf(world, view, args, i) : evaluateValue(world, view, value);
    if (!noteKey(view, expected, value, given, environment)) unify(world, expected, given, environment);
  }
}

/** The arguments from `first` on that one parameter takes together (`...rest: [A, B]`). */
function together(world: World, view: FileView, args: readonly number[], first: number, except: number): Meaning {
  return tuple(
    args.slice(first, MOST_ARGUMENTS).map((argument, i) => {
      if (first + i === except) return UNKNOWN;
      const value = evaluateValue(world, view, argument);
      return view.facts.expressions.op[argument] === Op.spread ? named(value, REST) : asInstance(world, value);
    }),
  );
}

/**
 * The argument `argument` of `args` is a spread over those of `parameters` that no keyword argument names: their types, and what each receives.
 */
function* spreadOver(
  world: World,
  target: FileView,
  parameters: readonly number[],
  view: FileView,
  args: readonly number[],
  argument: number,
): Iterable<readonly [type: Meaning, given: Meaning]> {
  const { op, a } = view.facts.expressions;
  const { flags, name, type } = target.facts.bindings;
  const spread = evaluateValue(world, view, argument);
  const byName = new Set(args.map((one) => (op[one] === Op.pair ? view.text(a[one]!) : "")));
  for (const [place, row] of parameters.entries()) {
    if ((flags[row]! & (BindingFlag.rest | BindingFlag.keywords | TAKES_MORE)) !== 0) break;
    if (byName.has(target.text(name[row]!))) continue;
    const given = spread.tag === Tag.tuple ? spread.items[place] ?? UNKNOWN : operate(world, spread, "iterate");
    yield [evaluateType(world, target, type[row]!), given];
  }
}

/** One of the positional arguments from `first` on. */
function restOf(world: World, view: FileView, args: readonly number[], first: number): Meaning {
  const { op } = view.facts.expressions;
  const given: Meaning[] = [];
  for (let i = first; i < args.length && i <= MOST_ARGUMENTS; i++) {
    const argument = args[i]!;
    if (op[argument] === Op.pair) continue;
    const value = evaluateValue(world, view, argument);
    given.push(op[argument] === Op.spread ? operate(world, value, "iterate") : asInstance(world, value));
  }
  return given.length === 1 ? given[0]! : oneOf(world, given);
}
