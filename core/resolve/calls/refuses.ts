/**
 * Whether a parameter's type certainly rejects an argument.
 *
 * Stage: resolve. Invariant: only arguments known to be of another type are rejected.
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
 * Whether an argument certainly does not match the type at a row of a file: nothing, a plain value, a class, or an object with certain
 * members where another one of these, or another class, is required.
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

/** Whether a type is written such that it need not have all members of another (`Partial<T>`), which it is represented by. */
function asksForLess(world: World, view: FileView, type: number): boolean {
  const { op, a } = view.facts.expressions;
  return op[type] === Op.apply && wrappedArgument(world, view, a[type]!) !== undefined;
}

/** Whether a function certainly returns another type than the expected one; its parameter types follow from the declaration being tried. */
function givesOther(world: World, given: Meaning, declared: Meaning): boolean {
  if (declared.tag !== Tag.function || declared.result === undefined || declared.result.tag === Tag.nothing) return false;
  if (given.tag !== Tag.definition || !isCallable(world.kindOf(given.definition))) return false;
  const result = functionResult(world, given.definition);
  const isBare = result.tag === Tag.nothing || isPrimitive(world, result);
  return partsOf(declared.result).every((part) => (isBare && isPromise(world, part)) || surelyLacks(world, result, part));
}

/** Whether an argument is certainly of another class than the declared one, where types are nominal. */
function isForeign(world: World, view: FileView, type: number, given: Meaning): boolean {
  const parts = partsOf(given);
  if (!parts.every(isValue)) return false;
  const declared = evaluateType(world, view, type);
  const wanted = declared.tag === Tag.parameter
    ? { type: declared.result ?? UNKNOWN, orNothing: undefined }
    : declaredBy(world, view, type);
  return !parts.some((part) => serves(world, { type: part, orNothing: undefined }, wanted));
}

/** Whether an argument is a class, or one of several, and certainly none of them is a subclass of the declared class (`type[A]`). */
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

/** A function or a class, in whose place no number or text is accepted. */
function isNoValue({ tag }: Meaning): boolean {
  return tag === Tag.definition || tag === Tag.function;
}

/** An object, or nothing. */
export function isValue({ tag }: Meaning): boolean {
  return tag === Tag.instance || tag === Tag.self || tag === Tag.nothing;
}
