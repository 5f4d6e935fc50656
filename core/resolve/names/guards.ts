/**
 * Narrowing by type guards: the type named by a test that held, or the parts of a union that are of it.
 *
 * Stage: resolve. Invariant: a test that names no type changes nothing.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { isOfKind, isOwnObject } from "../ownership.ts";
import { discriminated, isDiscriminant } from "./discriminants.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { COMPOSED, type Meaning, partsOf, Tag, union, UNKNOWN } from "../meaning.ts";
import { buildsOnOutside } from "../types/inheritance.ts";
import { buildsOn, isKindOf, narrowedFrom } from "./narrowing.ts";
import type { World } from "../world.ts";

/**
 * The type that the call of a guard states for one of its arguments: unknown for the others.
 * @param argument an expression; 0: the first one, or the receiver
 */
export function guardType(world: World, view: FileView, call: number, argument: number): Meaning {
  const result = evaluateValue(world, view, call);
  const position = guardedPosition(world, result);
  if (position === undefined) return UNKNOWN;
  const args = listItems(view.facts, view.facts.expressions.b[call]!);
  const place = argument !== 0 ? args.indexOf(argument) : args.length > 0 ? 0 : RECEIVER;
  return testedPlace(result.items[position + 1]) === place ? result.items[position] ?? UNKNOWN : UNKNOWN;
}

/** The position of a guard's receiver, before its arguments. */
const RECEIVER = -1;

/** The position of the argument that a guard tests: a tuple has an element for each preceding one, `nothing` is the receiver. */
function testedPlace(before: Meaning | undefined): number {
  return before?.tag === Tag.tuple ? before.items.length : before?.tag === Tag.nothing ? RECEIVER : 0;
}

/** `value` after it was tested to be of a type, or asserted to be by `assertion` (an expression, or 0). */
export function testedValue(world: World, view: FileView, value: Meaning, type: number, assertion: number): Meaning {
  const isDetermined = assertion === 0 || isAssertion(world, evaluateValue(world, view, assertion));
  if (!isDetermined) return value;
  if (isDiscriminant(view, type)) return discriminated(world, view, value, type, false);
  // Each of several tests determines the value by itself, also if no part of the value is of its type.
  const { op, a } = view.facts.expressions;
  const tests = op[type] === Op.either && world.rules.separateTypes === true ? listItems(view.facts, a[type]!) : [type];
  const known = tests.map((test) => guardedMeaning(world, value, evaluateType(world, view, test)));
  return known.length === 1 ? known[0]! : union(known);
}

/** `value` after it was tested not to be of a type. */
export function refutedValue(world: World, view: FileView, value: Meaning, type: number): Meaning {
  if (isDiscriminant(view, type)) return discriminated(world, view, value, type, true);
  return saysNothingRefuted(world, view, type) ? value : narrowedFrom(world, value, evaluateType(world, view, type));
}

/** Whether a test is the call of a guard that may fail for values of the type (`TypeGuard`). */
function saysNothingRefuted(world: World, view: FileView, type: number): boolean {
  const { op, c } = view.facts.expressions;
  const { positiveGuards } = world.rules;
  if (positiveGuards === undefined || op[type] !== Op.guarded) return false;
  const { tag, definition } = evaluateValue(world, view, c[type]!);
  return tag !== Tag.instance || positiveGuards.includes(world.nameOf(definition));
}

/** Whether a result asserts that the argument holds, without a type. */
function isAssertion(world: World, result: Meaning): boolean {
  if (result.tag === Tag.external) return world.rules.assertions?.some((name) => isWithin(result.name, name)) === true;
  const position = guardedPosition(world, result);
  return position !== undefined && result.items[position] === undefined;
}

/** Whether an external name is that of `whole`, or of something in it: a module by its last name, or by all of them. */
function isWithin(name: string, whole: string): boolean {
  return [name, name.slice(name.search(/[^/:]*$/))].some((one) =>
    one.startsWith(whole) && (one.length === whole.length || "./@".includes(one[whole.length]!))
  );
}

/** The index of the type argument of a guard's result that is the tested type; undefined if it has none. */
function guardedPosition(world: World, { tag, definition }: Meaning): number | undefined {
  return tag === Tag.instance ? world.library.positionGiven("guard", definition) : undefined;
}

/** A value that a test has shown to be of a type: its parts that are, otherwise that type. */
function guardedMeaning(world: World, value: Meaning, type: Meaning): Meaning {
  if (type.tag === Tag.unknown || type.tag === Tag.parameter) return value;
  const wanted = partsOf(type);
  if (wanted.some((one) => one.tag === Tag.unknown)) return value;
  const kept = partsOf(value).filter((part) => wanted.some((one) => isKindOf(world, part, one)));
  if (kept.length > 0) return value.name === COMPOSED ? value : union(kept);
  return world.rules.separateTypes ? composedWith(world, value, type) : type;
}

const COMPOSING_KINDS: ReadonlySet<number> = new Set([DefinitionKind.interface, DefinitionKind.class]);

/** A value of its own types and of an unrelated one has the members of all, those of the tested type first. */
function composedWith(world: World, value: Meaning, type: Meaning): Meaning {
  const parts = value.name === COMPOSED ? value.items : [value];
  const apart = parts.filter((part) => isApart(world, part, type));
  return apart.length === 0 ? type : { ...union([type, ...apart]), name: COMPOSED, weak: value.weak || type.weak };
}

/** Whether a value of the type `type` may also be a `part`, of which the type says nothing. */
function isApart(world: World, part: Meaning, type: Meaning): boolean {
  if (!isOwnObject(world, part) || !COMPOSING_KINDS.has(world.kindOf(part.definition))) return false;
  return type.tag === Tag.external
    ? isNoneOutside(world, part)
    : isOfKind(world, type, DefinitionKind.interface) && !buildsOn(world, type, part);
}

/**
 * Whether no external value is of a repository type: a class, or an interface that extends an external one, and has more members than that.
 */
function isNoneOutside(world: World, { definition }: Meaning): boolean {
  return world.kindOf(definition) === DefinitionKind.class || buildsOnOutside(world, definition);
}
