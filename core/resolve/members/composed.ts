/**
 * Members of an intersection type (`A & B`), and of a class created by a value of such a type.
 *
 * Stage: resolve. Invariant: if only one part declares the member, that one is meant.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { callMeaning } from "../calls/call_results.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import {
  COMPOSED,
  type DefinitionId,
  instance,
  isKnown,
  type Meaning,
  partsOf,
  rowOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
} from "../meaning.ts";
import { Space } from "../names/names.ts";
import { isFunction, isLibraryType, isOfKind, isOwnFunction, isOwnType } from "../ownership.ts";
import { substituteParameters } from "../types/environments.ts";
import { orderOf } from "../types/inheritance.ts";
import { isWrittenOut } from "../types/unify.ts";
import type { World } from "../world.ts";
import { memberMeaning } from "./members.ts";

/** The parts of an intersection type, with its own type arguments. */
export function composedOf(world: World, type: Meaning): Meaning[] {
  const view = world.viewOf(type.definition);
  return listItems(view.facts, view.facts.definitions.supertypes[rowOf(type.definition)]!)
    .map((part) => substituteParameters(world, evaluateType(world, view, part), type.definition, type.items));
}

/**
 * `own`, the member that was found first: an object's type, or a value from outside, that further parts of `type` declare as an object's type
 * has what any of them says. So has what one declares as a type of the library and another as one of the repository
 * (`{ root?: boolean } & { root: Rules }`).
 */
export function composedMember(world: World, type: Meaning, own: Meaning, name: string, depth: number): Meaning {
  const isOfLibrary = isLibraryType(world, own);
  const mayHaveMore = isOfLibrary || isWrittenOut(world, own) || own.tag === Tag.external;
  if (!mayHaveMore || world.kindOf(type.definition) !== DefinitionKind.object) return own;
  const parts = composedOf(world, type);
  if (parts.length < 2) return own;
  const members = parts.map((part) => memberMeaning(world, part, name, Space.value, depth + 1));
  const further = isOfLibrary
    ? members.filter((member) => isOwnType(world, member) && !isWrittenOut(world, member))
    : members.filter((member) => isWrittenOut(world, member) || member.tag === Tag.union);
  const whole = union([own, ...further]);
  return whole.tag === Tag.union ? { ...whole, name: COMPOSED, weak: own.weak, held: own.held } : whole;
}

/** Maximum number of parts of an intersection type. */
const MOST_PARTS = 24;
/** Maximum nesting of bounds of type parameters. */
const DEEPEST = 8;

/**
 * The result of `new` on an intersection of types that create something (`Maker<A> & typeof B`): the intersection of their results.
 * Undefined for others.
 */
export function composedInstance(world: World, type: Meaning): Meaning | undefined {
  if (!isWrittenOut(world, type)) return undefined;
  const parts = composedOf(world, type);
  if (parts.length < 2) return undefined;
  const made = parts.map((part) => madeByNew(world, part)).filter((one) => one.tag !== Tag.unknown);
  if (made.length === 0) return undefined;
  const whole = union(made, MOST_PARTS);
  return whole.tag === Tag.union ? { ...whole, name: COMPOSED, weak: type.weak } : whole;
}

/**
 * The function among the parts of an intersection type that takes `given` arguments (`((a: A) => B) & ((a: A, b: B) => C)`); otherwise
 * undefined.
 */
export function composedFunction(world: World, type: Meaning, given: number): Meaning | undefined {
  if (!isWrittenOut(world, type)) return undefined;
  const functions = composedOf(world, type).filter(({ tag }) => tag === Tag.function);
  return functions.find(({ items }) => items.length === given) ?? functions[0];
}

/** The repository functions that are parts of an object (`Object.assign(wrap(run), { … })`): a call of it may run one of them. */
export function functionParts(world: World, type: Meaning): DefinitionId[] {
  if (world.inLibrary(type.definition) || world.kindOf(type.definition) !== DefinitionKind.object) return [];
  return composedOf(world, type).flatMap(partsOf).filter((part) => isOwnFunction(world, part))
    .map((part) => part.definition);
}

/** The result of `new` on a value of such a type: by a class, or by a construct signature; otherwise unknown. */
export function madeByNew(world: World, part: Meaning, depth = 0): Meaning {
  switch (part.tag) {
    case Tag.function:
      return part.result ?? UNKNOWN;
    case Tag.definition:
      return world.kindOf(part.definition) === DefinitionKind.class ? instance(part.definition, part.items) : UNKNOWN;
    case Tag.parameter:
      return part.result === undefined || depth > DEEPEST ? UNKNOWN : madeByNew(world, part.result, depth + 1);
    case Tag.instance: {
      const made = callMeaning(world, world.viewOf(part.definition), part, [], true);
      return sameMeaning(made, part) ? UNKNOWN : made;
    }
    default:
      return UNKNOWN;
  }
}

/**
 * A member of the value that a class, or one of its bases, extends: a type with a construct signature has more members than the created
 * instances. It is called on the class.
 */
export function heritageMember(world: World, object: Meaning, name: string, space: number, depth: number): Meaning | undefined {
  for (const entry of orderOf(world, object.definition)) {
    if (!isOfKind(world, entry, DefinitionKind.class)) continue;
    const view = world.viewOf(entry.definition);
    const { definitions, expressions } = view.facts;
    for (const supertype of listItems(view.facts, definitions.supertypes[rowOf(entry.definition)]!)) {
      const value = expressions.op[supertype] === Op.new ? evaluateValue(world, view, expressions.a[supertype]!) : UNKNOWN;
      const found = value.tag === Tag.instance ? memberMeaning(world, value, name, space, depth + 1) : UNKNOWN;
      if (isKnown(found)) return isFunction(world, found) ? { ...found, result: object } : found;
    }
  }
  return undefined;
}
