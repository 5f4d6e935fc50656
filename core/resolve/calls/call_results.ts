/**
 * The results of calls: the result of a function, an instance of a class, the value of what runs instead.
 *
 * Stage: resolve. Invariants: a callee with several alternatives has several results; an unknown callee yields nothing invented.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_TARGETS } from "../../edges.ts";
import { BindingFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  anyKnown,
  CLASS,
  type DefinitionId,
  definitionId,
  external,
  fileOf,
  held,
  instance,
  isKnown,
  isObject,
  madeOf,
  type Meaning,
  named,
  outOf,
  rowOf,
  sameMeaning,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { allocated } from "../members/allocators.ts";
import { composedFunction, composedInstance } from "../members/composed.ts";
import { passDown } from "../members/constructors.ts";
import { memberMeaning, protocolMember } from "../members/members.ts";
import { behindAs } from "../members/promotion.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, isOwnFunction } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { substitute } from "../substitution.ts";
import { isAssociated, settleProjections, traitDeclaring } from "../traits/associated.ts";
import { asFunction, asInstance } from "../traits/traits.ts";
import { agreed } from "../types/agreed.ts";
import { coreType } from "../types/core_type.ts";
import { substituteParameters } from "../types/environments.ts";
import { shownBy } from "../types/fitting.ts";
import {
  applyArguments,
  completeParameters,
  fillApplied,
  givenTo,
  inferFromArguments,
  inferFromReceiver,
  isAskedByGiven,
  mentionsParameter,
  ownerEnvironment,
  withArgumentsOf,
} from "../types/inference.ts";
import { memberTable } from "../types/inheritance.ts";
import { instanceOf } from "../types/instances.ts";
import { withKeys } from "../types/keyed.ts";
import { asksProjection } from "../types/projections.ts";
import { LEFT_OPEN, withDefaults } from "../types/type_arguments.ts";
import { externalFunction, madeOutside } from "../types/external_types.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";
import { askedInstance } from "./asked_functions.ts";
import { givenBy } from "./given_arguments.ts";
import { givenBack } from "./given_back.ts";
import { partGiven } from "./indexing.ts";
import { operate } from "./operations.ts";
import { overloadFor, overloadsMeant } from "./overloads.ts";
import { functionResult } from "./results.ts";
import { declaredType } from "../evaluate_types.ts";

/** Maximum length of a chain of types that are each defined by another one. */
const MOST_NAMES = 8;

/** The result of calling `callee` with the expressions `args` of `view`'s file. */
export function callMeaning(world: World, view: FileView, callee: Meaning, args: readonly number[], isNew: boolean): Meaning {
  switch (callee.tag) {
    case Tag.definition:
      return callDefinition(world, view, callee, args, isNew);
    case Tag.external: {
      const known = externalFunction(world, callee, args.length);
      const given = known === undefined ? UNKNOWN : callDefinition(world, view, known, args, false);
      if (given.tag !== Tag.unknown && given.tag !== Tag.parameter) return given;
      const made = madeOutside(world, callee, args.length > 0);
      if (made !== undefined) return made;
      if (callee.result?.tag === Tag.function) return callee.result.result ?? UNKNOWN;
      // A method that a class of the repository inherits from outside usually returns its instances (`User.findOne()`).
      if (callee.result !== undefined) return external(callee.name, true, [weaken(callee.result)]);
      if (world.rules.externalLoaders?.test(callee.name) === true && !isNamed(view, args)) return UNKNOWN;
      if (world.rules.unknownExternal?.test(callee.name) === true) return UNKNOWN;
      // The new value is of that type itself, which may give out what it received.
      return isNew ? { ...external(callee.name, callee.weak, callee.items), applied: callee.applied } : outOf(callee, callee.name);
    }
    case Tag.function:
      return resultOfFunction(world, view, callee, args);
    case Tag.union:
      return anyKnown(callee.items.map((part) => callMeaning(world, view, part, args, isNew)));
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
      const asked = callee.held && bound.result !== undefined ? coreType(world, bound.result) : undefined;
      if (asked?.tag === Tag.function) return asked.result ?? UNKNOWN;
      // The instances of a class that extends the bound have the members of the bound's instances.
      if (isNew && callee.result !== undefined && world.rules.separateTypes) return callMeaning(world, view, callee.result, args, true);
      // `T(x)` is a conversion, unless a value of that type is called.
      return world.rules.callingTypeConverts && !callee.held ? callee : UNKNOWN;
    }
    case Tag.keyed:
      return callee.result === undefined ? UNKNOWN : callMeaning(world, view, callee.result, args, isNew);
    default:
      return UNKNOWN;
  }
}

/** Whether an argument is a text that names what is loaded (`import_string("shop.Till")`). */
function isNamed({ facts: { expressions } }: FileView, args: readonly number[]): boolean {
  return args.some((argument) => expressions.op[argument] === Op.key && expressions.c[argument] !== 0);
}

/** The result of a value of function type, with its type parameters inferred from the arguments. */
function resultOfFunction(world: World, view: FileView, { items, result }: Meaning, args: readonly number[]): Meaning {
  if (result === undefined) return UNKNOWN;
  if (!world.rules.separateTypes || !mentionsParameter(result)) return result;
  return withKeys(world, substitute(result, givenTo(world, view, items, args)));
}

/** The result of `new` on a value whose type has a construct signature; without one, the value stands for what it creates. */
function constructed(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const signature = protocolMember(world, callee, "construct");
  return signature.tag === Tag.definition
    ? callMeaning(world, view, withArgumentsOf(callee, signature), args, false)
    : composedInstance(world, callee) ?? callee;
}

/** The result of calling an instance of a named function type (`type Handler func(…) R`). */
function namedFunctionResult(world: World, callee: Meaning): Meaning | undefined {
  const type = namedType(world, callee);
  if (type === undefined) return undefined;
  return type.tag === Tag.function ? type.result ?? UNKNOWN : type.tag === Tag.external ? type : UNKNOWN;
}

/**
 * The underlying type of a type declared through another one (`type Handler func(…) R`, `type Unary Handler`), or its core type; undefined if it has a body.
 */
export function namedType(world: World, type: Meaning): Meaning | undefined {
  let made = madeOfType(world, type);
  for (let names = 1; names < MOST_NAMES && made?.tag === Tag.instance && !world.inLibrary(made.definition); names++) {
    if (world.kindOf(made.definition) !== DefinitionKind.type_alias) break;
    made = madeOfType(world, made);
  }
  return made;
}
function madeOfType(world: World, type: Meaning): Meaning | undefined {
  const { definition, items } = type;
  if (world.kindOf(definition) !== DefinitionKind.type_alias) return world.rules.callingTypeConverts ? coreType(world, type) : undefined;
  return substituteParameters(world, declaredType(world, definition), definition, items);
}

/** The result of calling a library pointer to a function (`Box<dyn Fn() -> R>`). */
function pointedResult(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const inner = world.inLibrary(callee.definition) ? operate(world, callee, "deref") : UNKNOWN;
  return inner.tag === Tag.unknown || sameMeaning(inner, callee) ? UNKNOWN : callMeaning(world, view, inner, args, false);
}

function callDefinition(world: World, view: FileView, callee: Meaning, args: readonly number[], isNew: boolean): Meaning {
  const id = callee.definition;
  const kind = world.kindOf(id);
  if (isCallable(kind)) {
    const run = methodRun(world, view, id, args);
    if (run !== undefined) return run;
    [callee, args] = asMethodCall(world, view, callee, args);
    const part = partGiven(world, view, callee, args);
    if (part !== undefined) return part;
    if (isNew && !world.rules.callingTypeConverts && kind === DefinitionKind.function) {
      const asked = askedInstance(world, id);
      return isKnown(asked) ? asked : instance(id);
    }
    const meant = overloadsMeant(world, id, () => ({ ...givenBy(world, view, args), types: callee.applied, receiver: callee.result }));
    // A result declared by the function itself applies to all its overloads.
    const results = meant.map((declared) => resultOf(world, view, callee, declared, args));
    const result = results.length === 1 ? results[0]! : joinResults(results) ?? resultOf(world, view, callee, id, args);
    return callee.weak ? weaken(result) : result;
  }
  if (kind === DefinitionKind.enum_member) {
    const owner = world.parentOf(id);
    return instance(owner, filledIn(callee.items, () => constructedItems(world, view, id, owner, args)));
  }
  if (kind === DefinitionKind.macro || kind === DefinitionKind.namespace || kind === DefinitionKind.module) return UNKNOWN;
  if (callee.result !== undefined && callee.result.tag === Tag.self) return callee.result;
  if (kind === DefinitionKind.type_alias) return instanceOf(world, callee, callee.items);
  return instantiate(world, view, callee, args);
}

/** The result of a call that means the declaration `declared` of its callee. */
function resultOf(world: World, view: FileView, callee: Meaning, declared: DefinitionId, args: readonly number[]): Meaning {
  let result = functionResult(world, declared);
  if (mentionsParameter(result)) {
    const owner = callee.result ?? objectAround(world, callee.definition);
    const environment = ownerEnvironment(world, callee.definition, callee);
    const self = owner?.tag === Tag.definition ? owner.result ?? instance(owner.definition, owner.items) : owner;
    environment.self = self !== undefined && callee.weak && isUnknownSelf(world, callee, self) ? weaken(self) : self;
    applyArguments(world, callee, declared, environment);
    inferFromReceiver(world, callee, declared, environment);
    inferFromArguments(world, view, declared, args, environment);
    fillApplied(world, callee, declared, environment);
    const isOpen = world.rules.infersOpenTypes && isLeftOpen(world, result, environment);
    completeParameters(world, declared, args.length, environment);
    result = settled(world, substitute(result, environment));
    if (isOpen) result = leftOpen(result);
    else if (world.rules.infersOpenTypes && hasParameter(result.items)) result = withOpenParts(world, result, declared, environment);
  }
  return result.tag === Tag.unknown && world.rules.parametersInherit === true ? givenBack(world, view, declared, args) : result;
}

/** Whether a trait's function is called on something unknown (`Vector::add(a, b)` of external values): then `Self` is any type that has the trait. */
function isUnknownSelf(world: World, { definition }: Meaning, { tag, definition: trait }: Meaning): boolean {
  return world.rules.implementations && tag === Tag.instance && trait === world.parentOf(definition) &&
    world.kindOf(trait) === DefinitionKind.trait;
}

/** The object that a function is a method of, if a module exports the function under its own name; otherwise undefined. */
function objectAround(world: World, id: DefinitionId): Meaning | undefined {
  const parent = world.parentOf(id);
  return parent !== 0 && world.kindOf(parent) === DefinitionKind.object ? instance(parent) : undefined;
}

/** Whether a result is a type parameter without an inferred value; a parameter of the enclosing impl stands for itself. */
function isLeftOpen(world: World, { tag, definition, applied }: Meaning, { self, values }: Environment): boolean {
  if (tag !== Tag.parameter || applied !== undefined || values.has(definition)) return false;
  return (self === undefined || self.tag === Tag.instance) && !isAssociated(world, definition);
}

/** The value of a type parameter that was not inferred: it has the members of its bounds, but may have others that take precedence. */
function leftOpen(result: Meaning): Meaning {
  return result.tag === Tag.parameter ? named(result, LEFT_OPEN) : weaken(result);
}

function hasParameter(items: readonly Meaning[]): boolean {
  for (const { tag } of items) if (tag === Tag.parameter) return true;
  return false;
}

/** A result with some of its type arguments open: parameters of the called function, or of its impl, that were not inferred. */
function withOpenParts(world: World, result: Meaning, declared: DefinitionId, { self, values }: Environment): Meaning {
  if (self !== undefined && self.tag !== Tag.instance) return result;
  let items: Meaning[] | undefined;
  for (const [i, item] of result.items.entries()) {
    if (item.tag !== Tag.parameter || item.applied !== undefined || values.has(item.definition)) continue;
    const declaring = traitDeclaring(world, item.definition);
    if (declaring === declared || declaring === world.parentOf(declared)) (items ??= [...result.items])[i] = leftOpen(item);
  }
  return items === undefined ? result : { ...result, items };
}

/** A result after substitution, with the types that depend on it evaluated. */
function settled(world: World, result: Meaning): Meaning {
  if (!world.rules.callingTypeConverts) return withKeys(world, result);
  return asksProjection(world, result) ? settleProjections(world, result) : result;
}

/** One of several results; undefined if there are none, or too many alternatives. */
function joinResults(results: readonly Meaning[]): Meaning | undefined {
  const [first, ...others] = results as [Meaning, ...Meaning[]];
  if (others.every((other) => sameMeaning(first, other))) return first;
  if (results.every(({ tag, definition }) => tag === Tag.instance && definition === first.definition)) return agreed(results);
  const joined = anyKnown(results, MOST_TARGETS);
  return joined.tag === Tag.unknown ? undefined : joined;
}

/** The result of a library function that calls a method of its first argument (`abs(x)`), if that is a repository type with this method. */
function methodRun(world: World, view: FileView, id: DefinitionId, args: readonly number[]): Meaning | undefined {
  const { runsMethod } = world.rules;
  const name = runsMethod !== undefined && world.inLibrary(id) ? runsMethod[world.nameOf(id)] : undefined;
  if (name === undefined || args.length === 0) return undefined;
  const object = evaluateValue(world, view, args[0]!);
  const method = isObject(object) ? memberMeaning(world, object, name, Space.value) : UNKNOWN;
  const isOwn = isOwnDefinition(world, method);
  return isOwn ? callMeaning(world, view, withArgumentsOf(object, method), args.slice(1), false) : undefined;
}

function instantiate(world: World, view: FileView, callee: Meaning, args: readonly number[]): Meaning {
  const id = callee.definition;
  const other = allocated(world, callee);
  if (other !== undefined) return other;
  if (callee.items.length > 0) return instance(id, withDefaults(world, id, callee.items), callee.weak);
  const typeView = world.viewOf(id);
  const parameters = typeView.typeParameters(rowOf(id));
  if (parameters.length === 0) return instance(id, [], callee.weak);
  if (args.length === 0) return instance(id, world.rules.callingTypeConverts ? [] : withDefaults(world, id, []), callee.weak);
  if (world.rules.callingTypeConverts) return instance(id, constructedItems(world, view, id, id, args), callee.weak);
  let made: DefinitionId = 0;
  for (const name of world.rules.constructors) {
    const constructor = memberMeaning(world, instance(id), name, Space.value);
    if (constructor.tag !== Tag.definition) continue;
    made ||= constructor.definition;
    const environment = new Environment();
    inferFromArguments(world, view, overloadFor(world, constructor.definition, () => givenBy(world, view, args)), args, environment);
    // A class may have a generated constructor that takes its fields.
    if (environment.values.size === 0) continue;
    return instanceBy(world, id, constructor.definition, environment, callee.weak);
  }
  const known = constructedItems(world, view, id, id, args);
  return instance(id, known.length > 0 ? known : defaultsBeside(world, id, made, args.length), callee.weak);
}

/** The defaults of a class's type parameters that its constructor's arguments do not determine (`given`: number of arguments; 0: none is written). */
function defaultsBeside(world: World, id: DefinitionId, constructor: DefinitionId, given: number): readonly Meaning[] {
  const items = withDefaults(world, id, []);
  if (constructor === 0 || items.length === 0) return items;
  const view = world.viewOf(id);
  return view.typeParameters(rowOf(id)).slice(0, items.length)
    .map((parameter, i) =>
      isAskedByGiven(world, constructor, given, view.text(view.facts.bindings.name[parameter]!)) ? weaken(items[i]!) : items[i]!
    );
}

/** An instance of the class `id`, with the type arguments that `environment` inferred from the arguments of `constructor`. */
export function instanceBy(world: World, id: DefinitionId, constructor: DefinitionId, environment: Environment, weak = false): Meaning {
  const owner = world.parentOf(constructor);
  if (owner !== id) passDown(world, id, owner, environment);
  const items = world.viewOf(id).typeParameters(rowOf(id))
    .map((parameter) => environment.values.get(definitionId(fileOf(id), parameter)) ?? UNKNOWN);
  return instance(id, items.every((item) => item.tag === Tag.unknown) ? withDefaults(world, id, []) : items, weak);
}

/** The type arguments of `owner` according to its fields, or those of its variant `holder`: `Some(x)`, `Point { x }`. */
function constructedItems(world: World, view: FileView, holder: DefinitionId, owner: DefinitionId, args: readonly number[]): Meaning[] {
  const { expressions, strings } = view.facts;
  const given: [string, () => Meaning][] = [];
  for (const [position, argument] of args.entries()) {
    if (expressions.op[argument] === Op.spread) break;
    const keyed = expressions.op[argument] === Op.pair;
    const place = keyed ? strings[expressions.a[argument]!]! : placeOf(world, position);
    given.push([place, () => evaluateValue(world, view, keyed ? expressions.b[argument]! : argument)]);
  }
  return itemsOfFields(world, holder, owner, given);
}

/** The name of the positional field at a position. */
function placeOf(world: World, position: number): string {
  return world.rules.fieldsByPlace?.join(String(position)) ?? String(position);
}

/** The type arguments of `owner` according to the values given for the fields of `holder`. */
function itemsOfFields(
  world: World,
  holder: DefinitionId,
  owner: DefinitionId,
  given: readonly (readonly [field: string, value: () => Meaning])[],
): Meaning[] {
  const target = world.viewOf(owner);
  const parameters = target.typeParameters(rowOf(owner));
  if (parameters.length === 0) return [];
  const environment = new Environment();
  const fields = memberTable(world, holder);
  for (const [field, value] of given) {
    const row = fields.get(field)?.[0] ?? 0;
    const definition = target.facts.bindings.definition[row]!;
    const type = definition === 0 ? target.facts.bindings.type[row]! : target.facts.definitions.type[definition]!;
    const expected = type === 0 ? UNKNOWN : evaluateType(world, target, type);
    if (mentionsParameter(expected)) unify(world, expected, value(), environment);
  }
  const items = parameters.map((parameter) => environment.values.get(definitionId(fileOf(owner), parameter)) ?? UNKNOWN);
  // A transparent type whose argument is unknown is itself unknown.
  const isSeenThrough = shownBy(world, owner) !== undefined;
  return !isSeenThrough && items.every((item) => item.tag === Tag.unknown) ? [] : items;
}

/** The result of a tuple struct or variant used as a function: `items.map(Wrap)`. @param taken its arguments */
export function madeBy(world: World, { definition, items, weak }: Meaning, taken: readonly Meaning[]): Meaning {
  const owner = world.kindOf(definition) === DefinitionKind.enum_member ? world.parentOf(definition) : definition;
  const given = taken.map((item, position) => [placeOf(world, position), (): Meaning => item] as const);
  return instance(owner, filledIn(items, () => itemsOfFields(world, definition, owner, given)), weak);
}

/** Explicit type arguments, with open ones filled in from the fields (`Either::<_, Job>::Left`). */
function filledIn(written: readonly Meaning[], ofFields: () => readonly Meaning[]): readonly Meaning[] {
  if (written.length > 0 && !written.some((item) => item.tag === Tag.unknown)) return written;
  const made = ofFields();
  return written.length === 0 ? made : written.map((item, i) => item.tag === Tag.unknown ? made[i] ?? item : item);
}

/** `Type::method(receiver, …)` as a method call: the method on its receiver, and the remaining arguments. */
function asMethodCall(world: World, view: FileView, callee: Meaning, args: readonly number[]): readonly [Meaning, readonly number[]] {
  if (!world.rules.callingTypeConverts || args.length === 0 || world.ownerOf(callee.definition) === 0) return [callee, args];
  const target = world.viewOf(callee.definition);
  const all = listItems(target.facts, target.facts.definitions.parameters[rowOf(callee.definition)]!);
  if (all.length !== args.length || (target.facts.bindings.flags[all[0]!]! & BindingFlag.receiver) === 0) return [callee, args];
  const receiver = asInstance(world, evaluateValue(world, view, args[0]!));
  const rest = args.slice(1);
  return [isKnown(receiver) ? onReceiver(callee, behindAs(world, receiver, callee.result)) : callee, rest];
}

/** The result of a call without visible arguments: implied by an operator or a property read, or made to determine a type. */
export function callUnseen(world: World, callee: Meaning): Meaning {
  return callMeaning(world, world.viewOf(callee.definition), callee, NO_ROWS, false);
}

/**
 * The result of calling a function's own `call`, `apply` or `bind` (`passing.same`): the function's result, or the function itself. Undefined for all other
 * calls.
 * @param called the meaning of the expression `callee`
 */
export function resultOfSame(world: World, view: FileView, callee: number, called: Meaning): Meaning | undefined {
  const { passing } = world.rules;
  const { op, a } = view.facts.expressions;
  if (called.tag !== Tag.external || op[callee] !== Op.member || passing?.same.includes(called.name) !== true) return undefined;
  const run = evaluateValue(world, view, a[callee]!);
  if (run.tag !== Tag.function && !isOwnFunction(world, run)) return undefined;
  return passing.gives.includes(called.name) ? held(run) : weaken(callMeaning(world, view, run, NO_ROWS, false));
}

/** The result of a method passed by its path, on `receiver`: `items.map(Wrap::into_inner)` calls it on each element. */
export function resultOn(world: World, method: Meaning, receiver: Meaning): Meaning {
  return callUnseen(world, onReceiver(method, receiver));
}

function onReceiver(method: Meaning, receiver: Meaning): Meaning {
  const owner = method.result?.definition ?? 0;
  return {
    ...method,
    held: false,
    result: receiver,
    items: receiver.definition === owner ? receiver.items : method.items,
    weak: method.weak || receiver.weak,
  };
}
