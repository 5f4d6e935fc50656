/**
 * What a function is once its decorators have run, for those who ask it for a member (`@value.setter`, `task.delay`).
 *
 * Stage: resolve. Invariant: a call of a decorated function is a call of the function; this is about its members, and about what the
 * call gives.
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
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";
import { settle } from "./bind_member.ts";
import { readThrough } from "./descriptors.ts";
import { memberMeaning } from "./members.ts";

/** Member `name` of the decorated function `function_`; undefined where no decorator makes it another. */
export function decoratedMember(world: World, function_: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  const made = decoratedMeaning(world, function_.definition);
  // What the library takes and gives back (`@cache`) is a function like others.
  if (made === undefined || made.tag === Tag.definition) return undefined;
  if (function_.result === undefined) return memberMeaning(world, made, name, space, depth);
  // Read through an instance, a descriptor gives what it says, else what the function returns.
  const read = world.rules.protocols.read?.[0];
  const getter = made.tag === Tag.instance && read !== undefined ? memberMeaning(world, made, read, Space.value, depth) : UNKNOWN;
  if (getter.tag !== Tag.definition) return memberMeaning(world, made, name, space, depth);
  const given = readThrough(world, made, function_.result);
  if (given !== made && isKnown(given)) return memberMeaning(world, given, name, space, depth);
  const result = settle(world, functionResult(world, function_.definition), function_, function_.result);
  return memberMeaning(world, result, name, space, depth);
}

/** The value of the name of a decorated function; undefined without decorators, `UNKNOWN` where these do not tell. */
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

/** Which of a function's decorators leave it what it is, by their names. @param count how many it has */
function keepingAmong(world: World, view: FileView, row: number, count: number): (i: number) => boolean {
  const names = view.text(view.facts.definitions.attributes[row]!).split(" ").map(lastPart);
  const keeping = world.rules.decoratorsKeeping ?? [];
  return (i) => names.length === count && keeping.includes(names[i]!);
}

/**
 * What a call of a decorated function gives that gives `result` by itself, as its decorators declare it; undefined where one of them
 * does not tell.
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
 * What the function gives that a decorator puts in the place of a method which gives nothing known, where it comes of the object
 * (`def inner(self, *args): made = self.clone(); method(made, *args); return made`).
 */
function resultInPlace(world: World, decorator: Meaning, method: DefinitionId, result: Meaning): Meaning | undefined {
  const owner = world.parentOf(method);
  if (isKnown(result) && result.tag !== Tag.nothing) return undefined;
  if (owner === 0 || world.kindOf(owner) !== DefinitionKind.class || !world.isOwnFunction(decorator)) return undefined;
  const view = world.viewOf(decorator.definition);
  const { type, returns } = view.facts.definitions;
  const [returned, ...others] = listItems(view.facts, returns[rowOf(decorator.definition)]!);
  if (returned === undefined || others.length > 0 || type[rowOf(decorator.definition)] !== 0) return undefined;
  const inner = evaluateValue(world, view, returned);
  if (!world.isOwnFunction(inner) || world.parentOf(inner.definition) !== decorator.definition) return undefined;
  const given = givenBackOf(world, inner.definition, selfMeaning(owner));
  return isKnown(given) ? given : undefined;
}

/** What a function that gives `result` gives behind one decorator, whose declaration says which function it makes of which. */
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

/** `made` with what a function that gives `result` says of its parameters where `taken` is asked for. */
function laidOut(world: World, taken: Meaning, made: Meaning, result: Meaning): Meaning {
  const environment = new Environment();
  unify(world, taken, functionMeaning([], result), environment);
  return substitute(made, environment);
}

/** The instance of a class of the repository that a decorator makes of a function which gives `result`; undefined where it makes none for certain. */
function wrapperOf(world: World, decorator: Meaning, result: Meaning): Meaning | undefined {
  const [taken, made] = declaredDecorator(world, decorator, result);
  if (taken !== undefined && made !== undefined) return made.tag === Tag.instance ? laidOut(world, taken, made, result) : undefined;
  if (decorator.tag !== Tag.definition || decorator.held || world.inLibrary(decorator.definition)) return undefined;
  const id = decorator.definition;
  if (world.kindOf(id) !== DefinitionKind.class) return undefined;
  const constructor = memberMeaning(world, instance(id), world.rules.constructors[0]!, Space.value);
  if (!world.isOwnDefinition(constructor)) return undefined;
  const view = world.viewOf(constructor.definition);
  const parameter = parametersOf(world, constructor.definition)[0];
  const type = parameter === undefined ? 0 : view.facts.bindings.type[parameter]!;
  const environment = new Environment();
  if (type !== 0) unify(world, evaluateType(world, view, type), functionMeaning([], result), environment);
  return instanceBy(world, id, constructor.definition, environment);
}

/** What calling the wrapper of a function gives; undefined of one that is read through an instance (`__get__`), and where nothing tells. */
function resultOfWrapper(world: World, wrapper: Meaning): Meaning | undefined {
  const { call, read } = world.rules.protocols;
  if (call === undefined || (read !== undefined && memberMeaning(world, wrapper, read[0]!, Space.value).tag === Tag.definition)) {
    return undefined;
  }
  const method = memberMeaning(world, wrapper, call[0]!, Space.value);
  if (!world.isOwnDefinition(method)) return undefined;
  const given = callUnseen(world, method);
  // What the decorator's other parameters say by what they are where nobody hands them over (`kind: type[S] = Source`) is most likely the bound.
  const told = given.tag === Tag.parameter && given.result !== undefined ? weaken(given.result) : given;
  return told.tag === Tag.unknown || told.tag === Tag.parameter ? undefined : told;
}

/**
 * The declared types of what a decorator takes and gives where it decorates what gives `result`: of a value that is a function, of a function of the
 * repository.
 */
function declaredDecorator(world: World, decorator: Meaning, result: Meaning): readonly (Meaning | undefined)[] {
  if (decorator.tag === Tag.function) return [decorator.items[0], decorator.result];
  if (!world.isOwnFunction(decorator)) return [];
  const [id, ...others] = overloadsFor(world, decorator.definition, () => givenInPlaces(1, () => functionMeaning([], result)));
  if (others.length > 0) return [];
  const view = world.viewOf(id!);
  const parameter = parametersOf(world, id!)[0];
  const [taken, made] = [parameter === undefined ? 0 : view.facts.bindings.type[parameter]!, view.facts.definitions.type[rowOf(id!)]!];
  return taken === 0 || made === 0 ? [] : [evaluateType(world, view, taken), evaluateType(world, view, made)];
}

/** Arguments of a call among which what it wraps is looked for. */
const FIRST_ARGUMENTS = 3;

/** `load = lazily(Base.load)`: a decorator written as a call, of the function whose name the field takes over; undefined for all others. */
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
