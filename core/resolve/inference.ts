/**
 * What calls give back, what type parameters stand for, and what a lambda's parameters are expected to be.
 *
 * Stage: resolve. Invariant: what a call tells of a type parameter counts before what it falls back to.
 */
import { BindingFlag, DefinitionFlag, DefinitionKind, listItems, Op, SpreadMode } from "../facts.ts";
import { bindingMeaning } from "./bindings.ts";
import { composedFunction, composedInstance } from "./composed.ts";
import { handDown } from "./constructors.ts";
import type { Environment } from "./environment.ts";
import { evaluateType, evaluateValue } from "./evaluate.ts";
import { defaultOf, instanceOf, withDefaults } from "./evaluate_types.ts";
import { memberTable, orderOf } from "./inheritance.ts";
import {
  CLASS,
  type DefinitionId,
  definitionId,
  definitionMeaning,
  external,
  fileOf,
  instance,
  madeOf,
  type Meaning,
  outOf,
  rowOf,
  sameMeaning,
  substitute,
  Tag,
  typeParameter,
  union,
  UNKNOWN,
  weaken,
} from "./meaning.ts";
import { elementTogether } from "./expected_arguments.ts";
import { noteKey, withKeys } from "./keyed.ts";
import { memberMeaning } from "./members.ts";
import { isCallable, Space } from "./names.ts";
import { operate } from "./operations.ts";
import { givenBy, overloadFor, parametersOf, receiverIn } from "./overloads.ts";
import { fillHoles } from "./holes.ts";
import { asFunction, asInstance } from "./traits.ts";
import { noteAssociated, unify, unifyResults } from "./unify.ts";
import { functionResult } from "./results.ts";
import type { World } from "./world.ts";
import type { FileView } from "./file_view.ts";

/** The value of calling `callee` with the expressions `args` of `view`'s file. */
export function callMeaning(world: World, view: FileView, callee: Meaning, args: readonly number[], isNew: boolean): Meaning {
  switch (callee.tag) {
    case Tag.definition:
      return callDefinition(world, view, callee, args, isNew);
    case Tag.external:
      // What a class of the repository has from outside most often gives its instances (`User.findOne()`).
      if (callee.result !== undefined) return external(callee.name, true, [weaken(callee.result)]);
      // What is made is of the type itself, which will hand out what it was given.
      return isNew ? { ...external(callee.name, callee.weak, callee.items), applied: callee.applied } : outOf(callee, callee.name);
    case Tag.function:
      return resultOfFunction(world, view, callee, args);
    case Tag.union: {
      const parts = callee.items.map((part) => callMeaning(world, view, part, args, isNew)).filter((m) => m.tag !== Tag.unknown);
      return parts.length === 0 ? UNKNOWN : weaken(union(parts));
    }
    case Tag.instance:
    case Tag.self: {
      if (isNew) return constructed(world, view, callee, args);
      const method = world.rules.protocols.call?.[0];
      if (method === undefined) return namedFunctionResult(world, callee) ?? pointedResult(world, view, callee, args);
      const composed = composedFunction(world, callee, args.length);
      if (composed !== undefined) return resultOfFunction(world, view, composed, args);
      const member = memberMeaning(world, callee, method, Space.value);
      return member.tag === Tag.definition || member.tag === Tag.external
        ? callMeaning(world, view, withArgumentsOf(callee, member), args, false)
        : UNKNOWN;
    }
    case Tag.parameter: {
      if (callee.name === CLASS) return madeOf(callee);
      const bound = asFunction(callee);
      if (bound.tag === Tag.function) return bound.result ?? UNKNOWN;
      // `T(x)` converts; a value of that type is held.
      return world.rules.callingTypeConverts && !callee.held ? callee : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** The result of a value of function type, with what the arguments say of the type parameters in it. */
function resultOfFunction(world: World, view: FileView, { items, result }: Meaning, args: readonly number[]): Meaning {
  if (result === undefined) return UNKNOWN;
  if (!world.rules.separateTypes || !mentionsParameter(result)) return result;
  return withKeys(world, substitute(result, givenTo(world, view, items, args)));
}

/** What arguments say of the type parameters in a function's parameters. @param except the position of one that says nothing. */
export function givenTo(world: World, view: FileView, items: readonly Meaning[], args: readonly number[], except = -1): Environment {
  const environment = world.environmentOf(undefined);
  for (const [i, item] of items.entries()) {
    const argument = i === except ? 0 : args[i] ?? 0;
    if (argument === 0 || !mentionsParameter(item)) continue;
    const given = evaluateValue(world, view, argument);
    if (!noteKey(view, item, argument, given, environment)) unify(world, item, given, environment);
  }
  return environment;
}

/** What `new` of a value gives whose type has a signature for it; without one the value stands for what it makes. */
function constructed(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const name = world.rules.protocols.construct?.[0];
  const signature = name === undefined ? UNKNOWN : memberMeaning(world, callee, name, Space.value);
  return signature.tag === Tag.definition
    ? callMeaning(world, view, withArgumentsOf(callee, signature), args, false)
    : composedInstance(world, callee) ?? callee;
}

/** What calling an instance of a named function type gives (`type Handler func(…) R`). */
function namedFunctionResult(world: World, callee: Meaning): Meaning | undefined {
  const type = namedType(world, callee);
  if (type === undefined) return undefined;
  return type.tag === Tag.function ? type.result ?? UNKNOWN : type.tag === Tag.external ? type : UNKNOWN;
}

/** What a type is made of that has a name of its own (`type Handler func(…) R`); undefined where it has a body. */
export function namedType(world: World, { definition, items }: Meaning): Meaning | undefined {
  if (world.kindOf(definition) !== DefinitionKind.type_alias) return undefined;
  const view = world.viewOf(definition);
  const type = evaluateType(world, view, view.facts.definitions.type[rowOf(definition)]!);
  return world.substituteParameters(type, definition, items);
}

/** Types of the parameters of a function as it declares them; unknown where it does not. */
export function parameterTypes(world: World, id: DefinitionId): Meaning[] {
  const view = world.viewOf(id);
  world.ask(view.index);
  return listItems(view.facts, view.facts.definitions.parameters[rowOf(id)]!).flatMap((row) => {
    if ((view.facts.bindings.flags[row]! & BindingFlag.receiver) !== 0) return [];
    const type = view.facts.bindings.type[row]!;
    return [type === 0 ? UNKNOWN : evaluateType(world, view, type)];
  });
}

/** What calling a pointer of the library gives that leads to a function (`Box<dyn Fn() -> R>`). */
function pointedResult(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const inner = world.inLibrary(callee.definition) ? operate(world, callee, "deref") : UNKNOWN;
  return inner.tag === Tag.unknown || sameMeaning(inner, callee) ? UNKNOWN : callMeaning(world, view, inner, args, false);
}

function callDefinition(world: World, view: FileView, callee: Meaning, args: readonly number[], isNew: boolean): Meaning {
  const id = callee.definition;
  const kind = world.kindOf(id);
  if (isCallable(kind)) {
    [callee, args] = asMethodCall(world, view, callee, args);
    const owner = callee.result;
    const environment = ownerEnvironment(world, id, callee);
    environment.self = owner?.tag === Tag.definition ? owner.result ?? instance(owner.definition, owner.items) : owner;
    if (isNew && !world.rules.callingTypeConverts && kind === DefinitionKind.function) return instance(id);
    const declared = overloadFor(world, id, () => givenBy(world, view, args));
    let result = functionResult(world, declared);
    if (mentionsParameter(result)) {
      applyArguments(world, callee, declared, environment);
      inferFromReceiver(world, callee, declared, environment);
      inferFromArguments(world, view, declared, args, environment);
      fillApplied(world, callee, declared, environment);
      completeParameters(world, declared, args.length, environment);
      result = withKeys(world, substitute(result, environment));
    }
    return callee.weak ? weaken(result) : result;
  }
  if (kind === DefinitionKind.enum_member) return instance(world.parentOf(id), constructedItems(world, view, id, world.parentOf(id), args));
  if (kind === DefinitionKind.macro || kind === DefinitionKind.namespace || kind === DefinitionKind.module) return UNKNOWN;
  if (callee.result !== undefined && callee.result.tag === Tag.self) return callee.result;
  if (kind === DefinitionKind.type_alias) return instanceOf(world, callee, callee.items);
  return instantiate(world, view, callee, args);
}

/** What the receiver's type arguments say of the type parameters of the type that owns a method. */
export function ownerEnvironment(world: World, id: DefinitionId, callee: Meaning): Environment {
  const parent = world.parentOf(id);
  const isImpl = parent !== 0 && world.kindOf(parent) === DefinitionKind.impl;
  const environment = world.environmentOf(parent === 0 || isImpl ? undefined : { ...instance(parent), items: callee.items });
  if (isImpl) {
    // An impl names its own parameters: they are found by laying its owner beside the receiver.
    const view = world.viewOf(parent);
    const owner = evaluateType(world, view, view.facts.definitions.owner[rowOf(parent)]!);
    if (owner.tag === Tag.parameter && callee.result !== undefined) {
      environment.values.set(owner.definition, callee.result);
      if (owner.result !== undefined) noteAssociated(world, owner.result, callee.result, environment);
    }
    if (owner.tag === Tag.instance && callee.items.length > 0) unify(world, owner, { ...owner, items: callee.items }, environment);
  } else if (parent !== 0 && callee.items.length > 0) {
    const view = world.viewOf(id);
    const ownerExpression = view.facts.definitions.owner[rowOf(id)]!;
    if (ownerExpression !== 0) {
      const owner = evaluateType(world, view, ownerExpression);
      if (owner.tag === Tag.instance) unify(world, owner, { ...owner, items: callee.items }, environment);
    }
  }
  return environment;
}

function instantiate(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const id = callee.definition;
  const other = allocated(world, callee);
  if (other !== undefined) return other;
  if (callee.items.length > 0) return instance(id, callee.items, callee.weak);
  const typeView = world.viewOf(id);
  const parameters = listItems(typeView.facts, typeView.facts.definitions.typeParameters[rowOf(id)]!);
  if (parameters.length === 0) return instance(id, [], callee.weak);
  if (args.length === 0) return instance(id, world.rules.callingTypeConverts ? [] : withDefaults(world, id, []), callee.weak);
  if (world.rules.callingTypeConverts) return instance(id, constructedItems(world, view, id, id, args), callee.weak);
  for (const name of world.rules.constructors) {
    const constructor = memberMeaning(world, instance(id), name, Space.value);
    if (constructor.tag !== Tag.definition) continue;
    const environment = world.environmentOf(undefined);
    inferFromArguments(world, view, overloadFor(world, constructor.definition, () => givenBy(world, view, args)), args, environment);
    return instanceBy(world, id, constructor.definition, environment, callee.weak);
  }
  return instance(id, withDefaults(world, id, []), callee.weak);
}

/** An instance of the class `id`, of whose type parameters `environment` says what the arguments of `constructor` told. */
export function instanceBy(world: World, id: DefinitionId, constructor: DefinitionId, environment: Environment, weak = false): Meaning {
  const { facts } = world.viewOf(id);
  const owner = world.parentOf(constructor);
  if (owner !== id) handDown(world, id, owner, environment);
  const items = listItems(facts, facts.definitions.typeParameters[rowOf(id)]!)
    .map((parameter) => environment.values.get(definitionId(fileOf(id), parameter)) ?? UNKNOWN);
  return instance(id, items.every((item) => item.tag === Tag.unknown) ? withDefaults(world, id, []) : items, weak);
}

/** What calling a class gives where its own allocator declares something else than an instance of it (`def __new__(cls) -> tuple[A, B]`). */
function allocated(world: World, callee: Meaning): Meaning | undefined {
  const { allocator } = world.rules;
  const row = allocator === undefined ? undefined : memberTable(world, callee.definition).get(allocator)?.[0];
  if (row === undefined) return undefined;
  const view = world.viewOf(callee.definition);
  const definition = view.facts.bindings.definition[row]!;
  const type = definition === 0 ? 0 : view.facts.definitions.type[definition]!;
  if (type === 0) return undefined;
  const made = evaluateType(world, view, type);
  const isOther = made.tag === Tag.tuple || (made.tag === Tag.instance && made.definition !== callee.definition);
  if (!isOther || (made.tag === Tag.instance && orderOf(world, made.definition).some((base) => base.definition === callee.definition))) {
    return undefined;
  }
  const result = substitute(made, world.environmentOf({ ...instance(callee.definition), items: callee.items }));
  return callee.weak ? weaken(result) : result;
}

/** Type arguments of `owner` as its fields, or those of its variant `holder`, say them: `Some(x)`, `Point { x }`. */
function constructedItems(world: World, view: FileView, holder: DefinitionId, owner: DefinitionId, args: readonly number[]): Meaning[] {
  const target = world.viewOf(owner);
  const parameters = listItems(target.facts, target.facts.definitions.typeParameters[rowOf(owner)]!);
  if (parameters.length === 0) return [];
  const environment = world.environmentOf(undefined);
  const { expressions, strings } = view.facts;
  const fields = memberTable(world, holder);
  for (const [position, argument] of args.entries()) {
    const keyed = expressions.op[argument] === Op.pair;
    const row = fields.get(keyed ? strings[expressions.a[argument]!]! : String(position))?.[0] ?? 0;
    const definition = target.facts.bindings.definition[row]!;
    const type = definition === 0 ? 0 : target.facts.definitions.type[definition]!;
    if (type === 0) continue;
    const expected = evaluateType(world, target, type);
    if (mentionsParameter(expected)) {
      unify(world, expected, evaluateValue(world, view, keyed ? expressions.b[argument]! : argument), environment);
    }
  }
  const items = parameters.map((parameter) => environment.values.get(definitionId(fileOf(owner), parameter)) ?? UNKNOWN);
  // Of what is seen through nothing is known where its inside is not.
  const isSeenThrough = world.inLibrary(owner) && world.rules.operations.transparent?.[world.nameOf(owner)] !== undefined;
  return !isSeenThrough && items.every((item) => item.tag === Tag.unknown) ? [] : items;
}

/** `meaning` with written type arguments: `List[int]`, `f::<T>`; of a value with signatures they are for the one that is called. */
export function applied(world: World, meaning: Meaning, items: readonly Meaning[]): Meaning {
  if (meaning.tag === Tag.external || meaning.tag === Tag.instance) return { ...meaning, applied: items };
  if (meaning.tag !== Tag.definition) return meaning;
  if (isCallable(world.kindOf(meaning.definition))) return { ...meaning, applied: items };
  return { ...meaning, name: "", items };
}

/** The signature of a value, with the type arguments that are written where the value is called. */
export function withArgumentsOf(value: Meaning, signature: Meaning): Meaning {
  return value.applied === undefined ? signature : { ...signature, applied: value.applied };
}

/** Puts the type arguments that are written at a callee (`f::<A>`, `f<A>`) into the environment of the function `id`. */
export function applyArguments(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  if (callee.applied === undefined) return;
  const view = world.viewOf(id);
  for (const [i, parameter] of listItems(view.facts, view.facts.definitions.typeParameters[rowOf(id)]!).entries()) {
    const item = callee.applied[i];
    if (item !== undefined) environment.values.set(definitionId(view.index, parameter), item);
  }
}

/** Holes in written type arguments (`collect::<Vec<_>>`), filled from the bounds of their parameters. */
function fillApplied(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  if (!callee.applied?.some((item) => item.items.some((part) => part.tag === Tag.unknown))) return;
  const view = world.viewOf(id);
  for (const parameter of listItems(view.facts, view.facts.definitions.typeParameters[rowOf(id)]!)) {
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

/** `Type::method(receiver, …)`: the method of the receiver, and the other arguments. */
function asMethodCall(world: World, view: FileView, callee: Meaning, args: readonly number[]): readonly [Meaning, readonly number[]] {
  if (!world.rules.callingTypeConverts || args.length === 0 || world.ownerOf(callee.definition) === 0) return [callee, args];
  const target = world.viewOf(callee.definition);
  const all = listItems(target.facts, target.facts.definitions.parameters[rowOf(callee.definition)]!);
  if (all.length !== args.length || (target.facts.bindings.flags[all[0]!]! & BindingFlag.receiver) === 0) return [callee, args];
  const receiver = asInstance(world, evaluateValue(world, view, args[0]!));
  const rest = args.slice(1);
  if (receiver.tag === Tag.unknown || receiver.tag === Tag.external) return [callee, rest];
  const owner = callee.result?.definition ?? 0;
  return [{
    ...callee,
    result: receiver,
    items: receiver.definition === owner ? receiver.items : callee.items,
    weak: callee.weak || receiver.weak,
  }, rest];
}

/**
 * Type parameters of which the arguments say nothing: their default, or else their bound. One that a parameter speaks of whose argument is
 * given is something more than that.
 */
function completeParameters(world: World, id: DefinitionId, given: number, environment: Environment): void {
  const view = world.viewOf(id);
  const { definitions, bindings } = view.facts;
  const asked = world.rules.separateTypes === true ? parametersOf(world, id).slice(0, given) : [];
  for (const row of listItems(view.facts, definitions.typeParameters[rowOf(id)]!)) {
    const parameter = definitionId(view.index, row);
    if ((bindings.value[row] === 0 && bindings.type[row] === 0) || environment.values.has(parameter)) continue;
    const meaning = defaultOf(world, view, row) ?? bindingMeaning(world, view, row, Space.type).result;
    if (meaning === undefined || meaning.tag === Tag.unknown) continue;
    const isAsked = asked.some((one) => isNamedIn(view, bindings.type[one]!, bindings.name[row]!));
    environment.values.set(parameter, substitute(isAsked ? weaken(meaning) : meaning, environment));
  }
}

/** Whether a type is made of the name `name` (a row of `strings`). */
function isNamedIn(view: FileView, type: number, name: number): boolean {
  const { op, a, b } = view.facts.expressions;
  const someOf = (list: number): boolean => listItems(view.facts, list).some((part) => isNamedIn(view, part, name));
  switch (op[type]) {
    case Op.name:
      return a[type] === name;
    case Op.apply:
      return someOf(b[type]!);
    case Op.either:
    case Op.tuple:
      return someOf(a[type]!);
    default:
      return false;
  }
}

/** Whether a meaning has a type parameter or `Self` in it. */
function mentionsParameter(meaning: Meaning, depth = 0): boolean {
  if (meaning.tag === Tag.parameter || meaning.tag === Tag.self || meaning.tag === Tag.keyed) return true;
  if (depth > 6) return false;
  for (const item of meaning.items) if (mentionsParameter(item, depth + 1)) return true;
  return meaning.result !== undefined && mentionsParameter(meaning.result, depth + 1);
}

/** What the receiver of a call says of the type parameters in the declared type of a function's receiver (`this: T`). */
export function inferFromReceiver(world: World, callee: Meaning, id: DefinitionId, environment: Environment): void {
  const receiver = callee.result;
  if (world.rules.separateTypes !== true || receiver === undefined) return;
  const view = world.viewOf(id);
  const { facts } = view;
  const row = receiverIn(view, rowOf(id));
  if (row === 0) return;
  const isOfClass = receiver.tag === Tag.instance && (world.flagsOf(id) & DefinitionFlag.static) !== 0;
  const given = isOfClass ? definitionMeaning(receiver.definition, undefined, receiver.items) : receiver;
  unify(world, evaluateType(world, view, facts.bindings.type[row]!), given, environment);
}

/** So many arguments tell something. */
const MOST_ARGUMENTS = 12;

/** Parameters that take further arguments. */
export const TAKES_MORE = BindingFlag.rest | BindingFlag.restTogether;

/** Puts what arguments tell of the type parameters of the function `id` into its environment. @param except see `givenTo` */
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
    if (i === except || i > MOST_ARGUMENTS || (expressions.op[argument] === Op.spread && expressions.b[argument] === SpreadMode.mapping)) {
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
    const expected = elementTogether(target, row, evaluateType(world, target, bindings.type[row]!), i - parameters.length + 1);
    if (!mentionsParameter(expected)) continue;
    // A rest parameter that declares the type of one of what it takes is given all that follow together.
    const isRest = world.rules.restType !== "" && (bindings.flags[row]! & BindingFlag.rest) !== 0 && value === argument;
    const given = isRest ? restOf(world, view, args, i) : evaluateValue(world, view, value);
    if (!noteKey(view, expected, value, given, environment)) unify(world, expected, given, environment);
  }
}

/** One of the arguments from `first` on that are given by place. */
function restOf(world: World, view: FileView, args: readonly number[], first: number): Meaning {
  const { op } = view.facts.expressions;
  const given: Meaning[] = [];
  for (let i = first; i < args.length && i <= MOST_ARGUMENTS; i++) {
    const argument = args[i]!;
    if (op[argument] === Op.pair) continue;
    const value = evaluateValue(world, view, argument);
    given.push(op[argument] === Op.spread ? operate(world, value, "iterate") : asInstance(world, value));
  }
  return given.length === 1 ? given[0]! : union(given);
}
