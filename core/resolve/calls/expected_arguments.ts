/**
 * The types that a called function expects of its arguments, including overloads.
 *
 * Stage: resolve. Invariant: an expected type comes from a declared parameter.
 */
import { BindingFlag, CallFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { calleeMeaning, evaluateType, evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionMeaning,
  FROM_OUTSIDE,
  instance,
  isObject,
  type Meaning,
  partsOf,
  rowOf,
  Tag,
  union,
  UNKNOWN,
} from "../meaning.ts";
import { composedFunction } from "../members/composed.ts";
import { makerAbove } from "../members/constructors.ts";
import { memberMeaning, protocolMember } from "../members/members.ts";
import { partsForObject } from "../names/discriminants.ts";
import { Space } from "../names/names.ts";
import type { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { implementationFor } from "../traits/implementation_for.ts";
import { asFunction } from "../traits/traits.ts";
import {
  applyArguments,
  givenTo,
  inferFromArguments,
  inferFromReceiver,
  mentionsParameter,
  ownerEnvironment,
  withArgumentsOf,
} from "../types/inference.ts";
import { withKeys } from "../types/keyed.ts";
import { parameterAt } from "../types/rest_parts.ts";
import { externalFunction } from "../types/external_types.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";
import { askedType } from "./asked_functions.ts";
import { givenBy, objectLiteral } from "./given_arguments.ts";
import { giverOf } from "./givers.ts";
import { listsAmong } from "./list_elements.ts";
import { overloadsFor } from "./overloads.ts";

/** An argument of a call: its position among all arguments (rows of `expressions` of the calling file). */
export interface ArgumentPlace {
  readonly view: FileView;
  readonly args: readonly number[];
  readonly position: number;
  /** The callee (row of `expressions`), or 0. The target of the call's result determines type parameters that no argument determines. */
  readonly callee: number;
  /** Members of the argument (rows of `expressions`, each a `pair`), if it is not written as one expression. */
  readonly members?: readonly number[];
  /** Whether the argument is a list literal. */
  readonly isList?: boolean;
}

/** The parameter that a keyword argument names. */
function parameterFor({ view, args, position }: ArgumentPlace, target: FileView, parameters: readonly number[]): number | undefined {
  const { expressions } = view.facts;
  const argument = args[position] ?? 0;
  if (expressions.op[argument] !== Op.pair) return undefined;
  const name = view.text(expressions.a[argument]!);
  return parameters.find((parameter) => target.text(target.facts.bindings.name[parameter]!) === name);
}

function tellsType({ tag }: Meaning): boolean {
  return tag !== Tag.unknown;
}

/** The type that a call (row of `calls`) expects of one of its arguments. */
export function askedByCall(world: World, view: FileView, call: number, position: number): Meaning {
  const { calls } = view.facts;
  const callee = calls.expression[call]!;
  const args = listItems(view.facts, calls.arguments[call]!);
  const place = { view, args, position, callee };
  if ((calls.flags[call]! & CallFlag.superConstructor) !== 0) return expectedArgument(world, classAbove(world, view, callee), place, true);
  return expectedArgument(world, meantBy(world, view, callee, calls.arguments[call]!), place, (calls.flags[call]! & CallFlag.new) !== 0);
}

/** What is called: of several implementations the one that surely takes the other arguments (`configure(Axis::Left, |axis| …)`), which tell it. */
function meantBy(world: World, view: FileView, callee: number, list: number): Meaning {
  const called = calleeMeaning(world, view, callee);
  if (called.tag !== Tag.union || !world.rules.implementations) return called;
  const meant = implementationFor(world, view, callee, list);
  return meant.tag === Tag.definition && !meant.weak ? meant : called;
}

/** The class whose constructor `super(…)` runs; unknown for other callees. */
function classAbove(world: World, view: FileView, callee: number): Meaning {
  const self = evaluateValue(world, view, callee);
  const base = self.tag === Tag.self ? makerAbove(world, self.definition) : undefined;
  return base?.tag === Tag.instance ? definitionMeaning(base.definition, undefined, base.items) : base ?? UNKNOWN;
}

/** The type expected of the result of a call: the declared type of its target, or the expected type if it is itself an argument. */
function askedOfResult(world: World, { view, callee }: ArgumentPlace): Meaning {
  if (callee === 0) return UNKNOWN;
  const wanted = view.surroundings.typeAround(callee);
  if (wanted !== 0) return evaluateType(world, view, wanted);
  const outer = world.rules.separateTypes === true ? view.surroundings.argumentOf(callee) : undefined;
  return outer === undefined ? UNKNOWN : askedByCall(world, view, outer[0], outer[1]);
}

/** The type that a call of `callee` expects of an argument. @param isNew whether it is a constructor call */
export function expectedArgument(world: World, callee: Meaning, place: ArgumentPlace, isNew: boolean): Meaning {
  const { view, args, position } = place;
  if (callee.tag === Tag.external) {
    const known = externalFunction(world, callee, args.length);
    const asked = known === undefined ? UNKNOWN : expectedArgument(world, known, place, isNew);
    return tellsType(asked) ? asked : giverOf(callee) === undefined ? FROM_OUTSIDE : callee;
  }
  if (isObject(callee) && !isNew) {
    const composed = composedFunction(world, callee, args.length);
    if (composed !== undefined) return expectedArgument(world, composed, place, isNew);
    const member = protocolMember(world, callee, "call");
    if (member.tag !== Tag.definition) return UNKNOWN;
    return expectedArgument(world, withArgumentsOf(callee, member), place, isNew);
  }
  if (callee.tag === Tag.union) {
    const parts = callee.items.map((part) => expectedArgument(world, part, place, isNew));
    return parts.some(tellsType) ? union(parts.filter(tellsType)) : parts.includes(FROM_OUTSIDE) ? FROM_OUTSIDE : UNKNOWN;
  }
  if (callee.tag === Tag.function) {
    const environment = givenTo(world, view, callee.items, args, position);
    return parameterAt(world, callee.items, position, (parameter) => withKeys(world, substitute(parameter, environment)));
  }
  if (callee.tag === Tag.parameter) {
    const asked = asFunction(callee);
    return asked === callee ? UNKNOWN : expectedArgument(world, asked, place, isNew);
  }
  if (callee.tag !== Tag.definition) return UNKNOWN;
  let id = callee.definition;
  if (!isCallable(world.kindOf(id))) {
    if (!isNew && world.rules.callingTypeConverts) return UNKNOWN;
    const constructor = world.rules.constructors.map((name) => memberMeaning(world, instance(id), name, Space.value)).find((m) =>
      m.tag === Tag.definition
    );
    if (constructor === undefined) return UNKNOWN;
    id = constructor.definition;
  }
  for (const overload of overloadsFor(world, id, () => givenBy(world, view, args))) {
    if (args.some((_argument, i) => !mayTake(world, overload, { ...place, position: i }))) continue;
    const expected = expectedOf(world, callee, overload, place);
    if (expected.tag !== Tag.unknown) return expected;
  }
  const asked = world.rules.separateTypes === true && id === callee.definition ? askedType(world, world.viewOf(id), rowOf(id)) : UNKNOWN;
  return asked.tag === Tag.instance || asked.tag === Tag.function ? expectedArgument(world, asked, place, false) : UNKNOWN;
}

/**
 * Whether an overload may accept the expression of an argument: a literal or object is not a function, and a function is one only if the
 * type is callable.
 */
function mayTake(world: World, id: DefinitionId, place: ArgumentPlace): boolean {
  const { expressions, definitions } = place.view.facts;
  const argument = place.args[place.position]!;
  const op = expressions.op[argument]!;
  if (op !== Op.literal && op !== Op.key && op !== Op.definition) return true;
  const declared = declaredParameter(world, id, place);
  // A type parameter is represented by its bound.
  const parts = partsOf(declared.tag === Tag.parameter ? declared.result ?? declared : declared);
  const kind = op !== Op.definition ? DefinitionKind.object : definitions.kind[expressions.a[argument]!]!;
  if (kind === DefinitionKind.object) return parts.some((part) => part.tag !== Tag.function);
  return !isCallable(kind) || parts.some((part) => part.tag !== Tag.instance || mayBeCalled(world, part));
}

/** Whether an instance may be a function; not known for types that are neither in the repository nor described by the library. */
function mayBeCalled(world: World, { definition }: Meaning): boolean {
  const method = world.rules.protocols.call?.[0];
  if (method === undefined || world.inLibrary(definition) || world.kindOf(definition) === DefinitionKind.type_alias) return true;
  return memberMeaning(world, instance(definition), method, Space.value).tag !== Tag.unknown;
}

/** The declared type of the parameter for an argument; for a rest parameter, its element type. */
function declaredParameter(world: World, id: DefinitionId, place: ArgumentPlace): Meaning {
  const { position } = place;
  const target = world.viewOf(id);
  const { bindings } = target.facts;
  const parameters = parametersOf(world, id);
  const row = parameterFor(place, target, parameters) ?? parameters[Math.min(position, parameters.length - 1)];
  if (row === undefined || bindings.type[row] === 0) return UNKNOWN;
  const declared = evaluateType(world, target, bindings.type[row]!);
  return elementTogether(target, row, declared, position - parameters.indexOf(row));
}

/** The type that the parameter `row` of a file declares for the `nth` argument that it takes, from 0. */
export function elementTogether(view: FileView, row: number, declared: Meaning, nth: number): Meaning {
  const isTogether = declared.tag === Tag.tuple && (view.facts.bindings.flags[row]! & BindingFlag.restTogether) !== 0;
  return isTogether ? declared.items[nth] ?? UNKNOWN : declared;
}

/** Kinds of types that constrain a function or an object. */
const ASKING: ReadonlySet<number> = new Set([Tag.function, Tag.instance, Tag.keyed, Tag.union]);

/** The type parameters of a callee that are determined by its receiver and explicit type arguments. */
function environmentOfCallee(world: World, callee: Meaning, id: DefinitionId): Environment {
  const environment = ownerEnvironment(world, id, callee);
  applyArguments(world, callee, id, environment);
  return environment;
}

function expectedOf(world: World, callee: Meaning, id: DefinitionId, place: ArgumentPlace): Meaning {
  const { view, args, position } = place;
  let expected = declaredParameter(world, id, place);
  if (expected.tag === Tag.parameter) {
    // The value of a type parameter is more specific than its bound.
    const environment = environmentOfCallee(world, callee, id);
    if (!environment.values.has(expected.definition)) inferFromPlace(world, id, place, environment);
    const known = environment.values.get(expected.definition);
    // Another parameter, one that a call before left open, says no more (`Canvas::default().paint(|ctx| …)`).
    const isKnown = known !== undefined && (known.tag !== Tag.parameter || !world.rules.infersOpenTypes);
    expected = isKnown ? known : askedByBound(world, expected.result ?? known?.result ?? UNKNOWN);
  }
  if (expected.tag === Tag.union) {
    const object = objectLiteral(view, args[position] ?? 0);
    expected = place.isList === true
      ? listsAmong(world, expected)
      : object !== 0
      ? partsForObject(world, view, object, expected)
      : expected.items.find((i) => i.tag === Tag.function) ?? expected.items.find((i) => i.tag === Tag.instance) ?? UNKNOWN;
  }
  const isTuple = expected.tag === Tag.tuple && world.rules.implementations;
  if (!ASKING.has(expected.tag) && !isTuple) return expected.tag === Tag.external ? expected : UNKNOWN;
  const environment = environmentOfCallee(world, callee, id);
  environment.self = callee.result;
  inferFromReceiver(world, callee, id, environment);
  inferFromArguments(world, view, id, args, environment, position);
  if (place.members !== undefined) inferFromMembers(world, view, expected, place.members, environment);
  let said = substitute(expected, environment);
  if (mentionsParameter(said)) {
    inferFromPlace(world, id, place, environment);
    said = substitute(expected, environment);
  }
  return withKeys(world, said);
}

/**
 * The type that a bound expects of an argument: of several bounds, the function that it must be (`F: Fn(&Job) + MaybeSend`), if there is
 * one.
 */
function askedByBound(world: World, bound: Meaning): Meaning {
  const isSeveral = bound.tag === Tag.tuple && world.rules.implementations;
  return isSeveral ? bound.items.find(({ tag }) => tag === Tag.function) ?? bound : bound;
}

/** Infers type parameters in the declared result of the function `id` from the position of the call. */
function inferFromPlace(world: World, id: DefinitionId, place: ArgumentPlace, environment: Environment): void {
  const target = world.viewOf(id);
  const declared = target.facts.definitions.type[rowOf(id)]!;
  const result = declared === 0 ? UNKNOWN : evaluateType(world, target, declared);
  if (mentionsParameter(result)) unify(world, result, askedOfResult(world, place), environment);
}

/** Infers type parameters in the type `expected` from the members of an argument. */
function inferFromMembers(world: World, view: FileView, expected: Meaning, members: readonly number[], environment: Environment): void {
  const { a, b } = view.facts.expressions;
  for (const member of members) {
    const declared = memberMeaning(world, expected, view.text(a[member]!), Space.value);
    if (mentionsParameter(declared)) unify(world, declared, evaluateValue(world, view, b[member]!), environment);
  }
}
