/**
 * Whether the type of a parameter surely keeps out what is given there.
 *
 * Stage: resolve. Invariant: only what is known to be another is refused.
 */
import { isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { TYPE_KINDS } from "../../facts/outline.ts";
import { evaluateType } from "../evaluate.ts";
import { instance, type Meaning, partsOf, Tag, UNKNOWN } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { type Declared, declaredBy, isPlain, serves } from "../types/assignable.ts";
import { isPrimitive, surelyLacks } from "../types/extends_type.ts";
import { wrappedArgument } from "../types/wrappers.ts";
import type { World } from "../world.ts";
import { isPromise } from "./operations.ts";
import { functionResult } from "./results.ts";

/**
 * Whether what is given surely may not stand where the type at a row of a file is declared: nothing, a plain value, a class, what has certain members, and
 * something else is given; also, of another class.
 */
export function refuses(world: World, view: FileView, type: number, given: Meaning): boolean {
  const declared = evaluateType(world, view, type);
  if (declared.tag === Tag.nothing) return given.tag !== Tag.unknown && given.tag !== Tag.nothing;
  if (declared.tag === Tag.definition && isPlain(world, given)) return true;
  if (partsOf(declared).every((part) => isClass(world, part))) return isOtherClass(world, declared, given);
  if (isPlain(world, declared) && isNoValue(given)) return true;
  if (world.rules.separateTypes === true) {
    const mayHaveLess = asksForLess(world, view, type) && !isPrimitive(world, given);
    if (!mayHaveLess && (surelyLacks(world, given, declared) || givesOther(world, given, declared))) return true;
  }
  return world.rules.structural.includes("protocol") && isForeign(world, view, type, given);
}

/** Whether a type is written as one that need not have all of another (`Partial<T>`), which it is taken for. */
function asksForLess(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  return op[type] === Op.apply && wrappedArgument(world, view, a[type]!) !== undefined;
}

/** Whether a function surely gives something else than is asked of one; what it takes where it is written follows from the declaration that is tried. */
function givesOther(world: World, given: Meaning, declared: Meaning): boolean {
  if (declared.tag !== Tag.function || declared.result === undefined || declared.result.tag === Tag.nothing) return false;
  if (given.tag !== Tag.definition || !isCallable(world.kindOf(given.definition))) return false;
  const result = functionResult(world, given.definition);
  const isBare = result.tag === Tag.nothing || isPrimitive(world, result);
  return partsOf(declared.result).every((part) => (isBare && isPromise(world, part)) || surelyLacks(world, result, part));
}

/** Whether what is given surely is of another class than the one that is declared, by which types are told apart. */
function isForeign(world: World, view: FileView, type: number, given: Meaning): boolean {
  const parts = partsOf(given);
  if (!parts.every(isValue)) return false;
  const declared = evaluateType(world, view, type);
  const wanted = declared.tag === Tag.parameter
    ? { type: declared.result ?? UNKNOWN, orNothing: undefined }
    : declaredBy(world, view, type);
  return !parts.some((part) => serves(world, { type: part, orNothing: undefined }, wanted));
}

/** Whether a class is given, or one of several, and surely none that is below a class of which one is declared (`type[A]`). */
function isOtherClass(world: World, declared: Meaning, given: Meaning): boolean {
  const [wanted, parts] = [partsOf(declared), partsOf(given)];
  if (!parts.every((part) => isClass(world, part))) return false;
  if (world.rules.separateTypes === true) {
    return parts.every((part) => wanted.every((one) => surelyLacks(world, instance(part.definition), instance(one.definition))));
  }
  if (!world.rules.structural.includes("protocol")) return false;
  const made = ({ definition }: Meaning): Declared => ({ type: instance(definition), orNothing: undefined });
  return !parts.some((part) => wanted.some((one) => serves(world, made(part), made(one))));
}

function isClass(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.definition && TYPE_KINDS.has(world.kindOf(definition));
}

/** A function or a class, for these no number or text may stand. */
function isNoValue({ tag }: Meaning): boolean {
  return tag === Tag.definition || tag === Tag.function;
}

/** An object, or nothing. */
export function isValue({ tag }: Meaning): boolean {
  return tag === Tag.instance || tag === Tag.self || tag === Tag.nothing;
}
