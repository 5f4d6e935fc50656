/**
 * The type that is expected of a function or an object literal by its position: an argument of a call, a value of a declared type, a member
 * of an object with an expected type. It determines the types of its parameters.
 *
 * Stage: resolve. Invariant: an expected type comes from a declaration, never from the literal itself.
 */
import { isOwnType } from "../ownership.ts";
import { parametersOf, receiverIn } from "../state/parameters.ts";
import { DefinitionFlag, DefinitionKind, isCallable, ScopeKind } from "../../facts.ts";
import { evaluateType, remember } from "../evaluate.ts";
import { ownerEnvironment, TAKES_MORE } from "../types/inference.ts";
import { resultOfType } from "./asked_functions.ts";
import { givenInPlaces } from "./given_arguments.ts";
import { overloadFor } from "./overloads.ts";
import { askedByCall, elementTogether } from "./expected_arguments.ts";
import { definitionId, FROM_OUTSIDE, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { seenThrough } from "../types/fitting.ts";
import { withKeys } from "../types/keyed.ts";
import { parameterAt } from "../types/rest_parts.ts";
import { memberMeaning, protocolMember } from "../members/members.ts";
import { partsForObject } from "../names/discriminants.ts";
import { Space } from "../names/names.ts";
import { expectedElement } from "./list_elements.ts";
import { operate } from "./operations.ts";
import { asFunction } from "../traits/traits.ts";
import type { World } from "../world.ts";
import type { FileView } from "../state/file_view.ts";

/** The expected type of the lambda, function or object `definition`. */
export function expectedType(world: World, view: FileView, definition: number): Meaning {
  return remember(world, view, view.expected, definition, askedByPlace);
}

function askedByPlace(world: World, view: FileView, definition: number): Meaning {
  const { definitions, scopes, expressions } = view.facts;
  const cast = view.surroundings.castAround(definition);
  if (cast !== 0) return evaluateType(world, view, expressions.a[cast]!);
  const place = view.surroundings.expectedAt(definition);
  if (place !== undefined) return askedByCall(world, view, place[0], place[1]);
  const giver = view.surroundings.giverOf(definition);
  if (giver !== 0) return expectedResult(world, view, giver);
  const list = view.surroundings.listAround(definition);
  const holder = list === 0 ? view.surroundings.holderOf(definition) : list;
  if (holder !== definition && definitions.type[holder] !== 0) {
    const type = evaluateType(world, view, definitions.type[holder]!);
    return list === 0 ? type : expectedElement(world, type);
  }
  const scope = definitions.scope[holder]!;
  const object = scopes.kind[scope] === ScopeKind.class ? scopes.definition[scope]! : 0;
  if (definitions.kind[object] !== DefinitionKind.object || definitions.name[holder] === 0) return UNKNOWN;
  const outer = partsForObject(world, view, object, expectedType(world, view, object));
  if (outer.tag === Tag.unknown) return UNKNOWN;
  const member = memberMeaning(world, outer, view.name(holder), Space.value);
  return list === 0 ? member : expectedElement(world, member);
}

/** The expected result of a function: its declared result, otherwise according to its own expected type. */
function expectedResult(world: World, view: FileView, giver: number): Meaning {
  const { type, flags } = view.facts.definitions;
  const result = type[giver] !== 0
    ? evaluateType(world, view, type[giver]!)
    : world.rules.separateTypes === true
    ? resultOfType(world, expectedType(world, view, giver), parametersOf(world, definitionId(view.index, giver)).length)
    : UNKNOWN;
  return flags[giver]! & DefinitionFlag.async ? operate(world, result, "await") : result;
}

/** The type of the parameter `row` of the function `owner`, according to the function's position. */
export function contextualParameter(world: World, view: FileView, owner: number, row: number): Meaning {
  const position = parametersOf(world, definitionId(view.index, owner)).indexOf(row);
  if (position < 0) return UNKNOWN;
  return parameterOf(world, expectedType(world, view, owner), position);
}

/** The position of a function's receiver, before its parameters. */
const RECEIVER = -1;

/**
 * What `this` is in the function with that scope, if its expected type declares it (`this: T`); otherwise undefined. A member of a class or
 * another type has its own receiver.
 */
export function expectedReceiver(world: World, view: FileView, scope: number): Meaning | undefined {
  const { scopes, definitions } = view.facts;
  const definition = scopes.definition[scope]!;
  if (world.rules.separateTypes !== true || definition === 0 || !isCallable(definitions.kind[definition]!)) return undefined;
  const around = scopes.definition[definitions.scope[definition]!]!;
  const isOfClass = scopes.kind[definitions.scope[definition]!] === ScopeKind.class &&
    definitions.kind[around] !== DefinitionKind.object;
  if (isOfClass || definitions.owner[definition] !== 0) return undefined;
  const receiver = parameterOf(world, expectedType(world, view, definition), RECEIVER);
  return receiver.tag === Tag.unknown ? undefined : receiver;
}

/** The type of parameter `position` of the callee type `callee`, or its declared receiver. */
export function parameterOf(world: World, callee: Meaning, position: number): Meaning {
  switch (callee.tag) {
    case Tag.external:
      return position === RECEIVER ? UNKNOWN : callee;
    case Tag.unknown:
      return callee;
    case Tag.function:
      return position === RECEIVER ? callee.applied?.[0] ?? UNKNOWN : parameterAt(world, callee.items, position);
    case Tag.union: {
      const known = callee.items.map((part) => parameterOf(world, part, position)).filter((part) => part.tag !== Tag.unknown);
      // Alternatives that differ only in type arguments agree on the type.
      return known.length > 0 && known.every((one) => one.tag === known[0]!.tag && one.definition === known[0]!.definition)
        ? known[0]!
        : UNKNOWN;
    }
    case Tag.keyed:
      return callee.result === undefined ? UNKNOWN : parameterOf(world, callee.result, position);
    case Tag.parameter: {
      const asked = asFunction(callee);
      return asked === callee ? UNKNOWN : parameterOf(world, asked, position);
    }
    case Tag.instance: {
      const inner = world.rules.protocols.call === undefined ? seenThrough(world, callee) : undefined;
      if (inner !== undefined) return parameterOf(world, inner, position);
      const member = protocolMember(world, callee, "call");
      return member.tag === Tag.definition ? parameterOf(world, member, position) : UNKNOWN;
    }
    case Tag.definition: {
      if (!isCallable(world.kindOf(callee.definition))) return UNKNOWN;
      const id = overloadFor(world, callee.definition, () => givenInPlaces(position + 1));
      const view = world.viewOf(id);
      const parameters = parametersOf(world, id);
      const { type, flags } = view.facts.bindings;
      const last = parameters.length - 1;
      const receiver = position === RECEIVER ? receiverIn(view, rowOf(id)) : 0;
      const parameter = receiver !== 0
        ? receiver
        : position === RECEIVER
        ? undefined
        : parameters[position] ?? (last >= 0 && flags[parameters[last]!]! & TAKES_MORE ? parameters[last] : undefined);
      if (parameter === undefined || type[parameter] === 0) return UNKNOWN;
      const environment = ownerEnvironment(world, id, callee);
      environment.self = callee.result;
      const declared = withKeys(world, substitute(evaluateType(world, view, type[parameter]!), environment));
      return elementTogether(view, parameter, declared, position - parameters.indexOf(parameter));
    }
    default:
      return UNKNOWN;
  }
}

/** The object literal that `this` refers to in its own members, as its expected type; undefined if it has none. */
export function expectedSelf(world: World, view: FileView, object: number): Meaning | undefined {
  const expected = expectedType(world, view, object);
  if (!isOwnType(world, expected)) return undefined;
  return expected.definition === definitionId(view.index, object) || rowOf(expected.definition) === 0 ? undefined : expected;
}

/** Whether an object literal, or an enclosing one, is created for external code, which may call its functions with another `this`. */
export function isMadeForOutside(world: World, view: FileView, object: number): boolean {
  const expected = expectedType(world, view, object);
  if (expected.tag !== Tag.unknown) return expected.tag === Tag.external;
  if (expected.name === FROM_OUTSIDE.name) return true;
  const { definitions, scopes } = view.facts;
  const scope = definitions.scope[view.surroundings.holderOf(object)]!;
  const outer = scopes.kind[scope] === ScopeKind.class ? scopes.definition[scope]! : 0;
  return outer !== 0 && definitions.kind[outer] === DefinitionKind.object && isMadeForOutside(world, view, outer);
}
