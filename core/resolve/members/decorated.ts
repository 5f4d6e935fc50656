/**
 * Members of decorated functions (`@value.setter`, `task.delay`).
 *
 * Stage: resolve. Invariant: a call of a decorated function is a call of the function; this is about its members, and the result of the
 * call.
 */
import { DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning, callUnseen, instanceBy } from "../calls/call_results.ts";
import { DECORATED, givenInPlaces } from "../calls/given_arguments.ts";
import { givenBackOf } from "../calls/given_back.ts";
import { overloadsFor } from "../calls/overloads.ts";
import { functionResult, ownResult } from "../calls/results.ts";
import { evaluateType, evaluateValue, remember } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  definitionMeaning,
  functionMeaning,
  instance,
  isKnown,
  lastPart,
  type Meaning,
  rowOf,
  sameMeaning,
  selfMeaning,
  Tag,
  UNKNOWN,
  weaken,
} from "../meaning.ts";
import { Space } from "../names/names.ts";
import { isOwnDefinition, isOwnFunction } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";
import { settle } from "./bind_member.ts";
import { readThrough } from "./descriptors.ts";
import { memberMeaning } from "./members.ts";

/** Member `name` of the decorated function `function_`; undefined if no decorator turns it into something else. */
export function decoratedMember(world: World, function_: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  const made = decoratedMeaning(world, function_.definition);
  // A library decorator that returns a function (`@cache`) leaves an ordinary function.
  if (made === undefined || made.tag === Tag.definition) return undefined;
  if (function_.result === undefined) return memberMeaning(world, made, name, space, depth);
  // Read through an instance, a descriptor returns its declared type, otherwise the function's result.
  const read = world.rules.protocols.read?.[0];
  const getter = made.tag === Tag.instance && read !== undefined ? memberMeaning(world, made, read, Space.value, depth) : UNKNOWN;
  if (getter.tag !== Tag.definition) return memberMeaning(world, made, name, space, depth);
  const given = readThrough(world, made, function_.result);
  if (given !== made && isKnown(given)) return memberMeaning(world, given, name, space, depth);
  const result = settle(world, functionResult(world, function_.definition), function_, function_.result);
  return memberMeaning(world, result, name, space, depth);
}

/** The value of the name of a decorated function; undefined without decorators, `UNKNOWN` if they are not known. */
function decoratedMeaning(world: World, id: DefinitionId): Meaning | undefined {
  const view = world.viewOf(id);
  return view.facts.definitions.decorators[rowOf(id)] === 0 ? undefined : remember(world, view, view.decorated, rowOf(id), decorate);
}

function decorate(world: World, view: FileView, definition: number): Meaning {
  let made = UNKNOWN;
  let isKept = true;
  let result = ownResult(world, view, definition);
  const decorators = listItems(view.facts, view.facts.definitions.decorators[definition]!);
  const isKeeping = keepingAmong(world, view, definition, decorators.length);
  for (let i = decorators.length - 1; i >= 0; i--) {
    if (isKeeping(i)) continue;
    const decorator = evaluateValue(world, view, decorators[i]!);
    made = wrapperOf(world, decorator, result) ?? callMeaning(world, view, decorator, [DECORATED], false);
    result = resultBehind(world, decorator, result) ?? result;
    isKept &&= world.inLibrary(decorator.definition);
  }
  if (made.tag === Tag.instance || made.tag === Tag.external) return made;
  return isKept ? definitionMeaning(definitionId(view.index, definition)) : UNKNOWN;
}

/** Which of a function's decorators leave it unchanged, by their names. @param count number of decorators */
function keepingAmong(world: World, view: FileView, row: number, count: number): (i: number) => boolean {
  const names = view.text(view.facts.definitions.attributes[row]!).split(" ").map(lastPart);
  const keeping = world.rules.decoratorsKeeping ?? [];
  return (i) => names.length === count && keeping.includes(names[i]!);
}

/**
 * The result of calling a decorated function that itself returns `result`, as its decorators declare it; undefined if one of them does not.
 */
export function resultBehindDecorators(world: World, view: FileView, row: number, result: Meaning): Meaning | undefined {
  const { definitions } = view.facts;
  if (definitions.flags[row]! & (DefinitionFlag.property | DefinitionFlag.setter)) return result;
  const decorators = listItems(view.facts, definitions.decorators[row]!);
  const isKeeping = keepingAmong(world, view, row, decorators.length);
  let made: Meaning | undefined = result;
  for (let i = decorators.length - 1; i >= 0 && made !== undefined; i--) {
    if (isKeeping(i)) continue;
    const decorator = evaluateValue(world, view, decorators[i]!);
    made = resultBehind(world, decorator, made) ?? resultInPlace(world, decorator, definitionId(view.index, row), made);
  }
  return made;
}

/**
 * The result of the function that a decorator returns in place of a method without a known result, if it comes from the receiver (`def
 * inner(self, *args): made = self.clone(); method(made, *args); return made`).
 */
function resultInPlace(world: World, decorator: Meaning, method: DefinitionId, result: Meaning): Meaning | undefined {
  const owner = world.parentOf(method);
  if (isKnown(result) && result.tag !== Tag.nothing) return undefined;
  if (owner === 0 || world.kindOf(owner) !== DefinitionKind.class || !isOwnFunction(world, decorator)) return undefined;
  const view = world.viewOf(decorator.definition);
  const { type, returns } = view.facts.definitions;
  const [returned, ...others] = listItems(view.facts, returns[rowOf(decorator.definition)]!);
  if (returned === undefined || others.length > 0 || type[rowOf(decorator.definition)] !== 0) return undefined;
  const inner = evaluateValue(world, view, returned);
  if (!isOwnFunction(world, inner) || world.parentOf(inner.definition) !== decorator.definition) return undefined;
  const given = givenBackOf(world, inner.definition, selfMeaning(owner));
  return isKnown(given) ? given : undefined;
}

/** The result behind one decorator, which declares the function that it takes and the one that it returns. */
function resultBehind(world: World, decorator: Meaning, result: Meaning): Meaning | undefined {
  const [taken, made] = declaredDecorator(world, decorator, result);
  if (taken !== undefined && made !== undefined && made.tag !== Tag.function) {
    if (made.tag === Tag.parameter) return sameMeaning(taken, made) ? result : undefined;
  } else if (made?.tag === Tag.function && taken !== undefined) {
    if (made.result === undefined) return undefined;
    if (taken.tag === Tag.function && taken.result !== undefined && sameMeaning(taken.result, made.result)) return result;
    const given = laidOut(world, taken, made.result, result);
    return given.tag === Tag.unknown || given.tag === Tag.parameter ? undefined : given;
  }
  const wrapper = wrapperOf(world, decorator, result);
  return wrapper === undefined ? undefined : resultOfWrapper(world, wrapper);
}

/** `made` with its parameters inferred by matching `result` against `taken`, the declared parameter. */
function laidOut(world: World, taken: Meaning, made: Meaning, result: Meaning): Meaning {
  const environment = new Environment();
  unify(world, taken, functionMeaning([], result), environment);
  return substitute(made, environment);
}

/** The instance of a repository class that a decorator creates from a function with the result `result`; undefined if it is not certain. */
function wrapperOf(world: World, decorator: Meaning, result: Meaning): Meaning | undefined {
  const [taken, made] = declaredDecorator(world, decorator, result);
  if (taken !== undefined && made !== undefined) return made.tag === Tag.instance ? laidOut(world, taken, made, result) : undefined;
  if (decorator.tag !== Tag.definition || decorator.held || world.inLibrary(decorator.definition)) return undefined;
  const id = decorator.definition;
  if (world.kindOf(id) !== DefinitionKind.class) return undefined;
  const constructor = memberMeaning(world, instance(id), world.rules.constructors[0]!, Space.value);
  if (!isOwnDefinition(world, constructor)) return undefined;
  const view = world.viewOf(constructor.definition);
  const parameter = parametersOf(world, constructor.definition)[0];
  const type = parameter === undefined ? 0 : view.facts.bindings.type[parameter]!;
  const environment = new Environment();
  if (type !== 0) unify(world, evaluateType(world, view, type), functionMeaning([], result), environment);
  return instanceBy(world, id, constructor.definition, environment);
}

/** The result of calling the wrapper of a function; undefined for one that is a descriptor (`__get__`), and if not known. */
function resultOfWrapper(world: World, wrapper: Meaning): Meaning | undefined {
  const { call, read } = world.rules.protocols;
  if (call === undefined || (read !== undefined && memberMeaning(world, wrapper, read[0]!, Space.value).tag === Tag.definition)) {
    return undefined;
  }
  const method = memberMeaning(world, wrapper, call[0]!, Space.value);
  if (!isOwnDefinition(world, method)) return undefined;
  const given = callUnseen(world, method);
  // A type parameter determined only by another parameter's default (`kind: type[S] = Source`) is probably its bound.
  const known = given.tag === Tag.parameter && given.result !== undefined ? weaken(given.result) : given;
  return known.tag === Tag.unknown || known.tag === Tag.parameter ? undefined : known;
}

/**
 * The declared parameter and result of a decorator applied to a function with the result `result`, if it is a callable value or a
 * repository function.
 */
function declaredDecorator(world: World, decorator: Meaning, result: Meaning): readonly (Meaning | undefined)[] {
  if (decorator.tag === Tag.function) return [decorator.items[0], decorator.result];
  if (!isOwnFunction(world, decorator)) return [];
  const [id, ...others] = overloadsFor(world, decorator.definition, () => givenInPlaces(1, () => functionMeaning([], result)));
  if (others.length > 0) return [];
  const view = world.viewOf(id!);
  const parameter = parametersOf(world, id!)[0];
  const [taken, made] = [parameter === undefined ? 0 : view.facts.bindings.type[parameter]!, view.facts.definitions.type[rowOf(id!)]!];
  return taken === 0 || made === 0 ? [] : [evaluateType(world, view, taken), evaluateType(world, view, made)];
}

/** Number of leading arguments of a call that are searched for the wrapped function. */
const FIRST_ARGUMENTS = 3;

/** `load = lazily(Base.load)`: a decorator written as a call, of the function whose name the field takes over; otherwise undefined. */
export function wrappedNamesake(world: World, member: DefinitionId, receiver: Meaning): Meaning | undefined {
  if (world.rules.decoratorsKeeping === undefined || world.inLibrary(member)) return undefined;
  const view = world.viewOf(member);
  const { definitions, expressions } = view.facts;
  const call = definitions.value[rowOf(member)]!;
  if (expressions.op[call] !== Op.call || world.kindOf(world.parentOf(member)) !== DefinitionKind.class) return undefined;
  for (const argument of listItems(view.facts, expressions.b[call]!).slice(0, FIRST_ARGUMENTS)) {
    if (expressions.op[argument] !== Op.member || expressions.b[argument] !== definitions.name[rowOf(member)]) continue;
    const wrapped = evaluateValue(world, view, argument);
    if (wrapped.tag !== Tag.definition || wrapped.held || world.inLibrary(wrapped.definition)) continue;
    if (isCallable(world.kindOf(wrapped.definition))) return { ...definitionMeaning(wrapped.definition, receiver), weak: true };
  }
  return undefined;
}
