/**
 * What a test that held says of a value: the type that it names, or the parts of a union that are of it.
 *
 * Stage: resolve. Invariant: a test that names no type changes nothing.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { discriminated, isDiscriminant } from "./discriminants.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import type { FileView } from "../state/file_view.ts";
import { COMPOSED, type Meaning, partsOf, Tag, union, UNKNOWN } from "../meaning.ts";
import { buildsOnOutside } from "../types/inheritance.ts";
import { buildsOn, isKindOf, narrowedFrom } from "./narrowing.ts";
import type { World } from "../world.ts";

/**
 * The type that the call of a guard names for one of its arguments: unknown for those that it says nothing of.
 * @param argument an expression; 0: the first one, or what it is called on
 */
export function guardType(world: World, view: FileView, call: number, argument: number): Meaning {
  const result = evaluateValue(world, view, call);
  const position = guardedPosition(world, result);
  if (position === undefined) return UNKNOWN;
  const args = listItems(view.facts, view.facts.expressions.b[call]!);
  const place = argument !== 0 ? args.indexOf(argument) : args.length > 0 ? 0 : RECEIVER;
  return testedPlace(result.items[position + 1]) === place ? result.items[position] ?? UNKNOWN : UNKNOWN;
}

/** The place of what a guard is called on, before its arguments. */
const RECEIVER = -1;

/** Which argument a guard speaks of: a tuple has a part for each that stands before, nothing is what it is called on. */
function testedPlace(before: Meaning | undefined): number {
  return before?.tag === Tag.tuple ? before.items.length : before?.tag === Tag.nothing ? RECEIVER : 0;
}

/** `value` where it was tested to be of a type, or asserted to by `assertion` (an expression, or 0). */
export function testedValue(world: World, view: FileView, value: Meaning, type: number, assertion: number): Meaning {
  const isTold = assertion === 0 || isAssertion(world, evaluateValue(world, view, assertion));
  if (!isTold) return value;
  if (isDiscriminant(view, type)) return discriminated(world, view, value, type, false);
  // Of several tests each says by itself what the value is, also one for a type that no part of the value is of.
  const { op, a } = view.facts.expressions;
  const tests = op[type] === Op.either && world.rules.separateTypes === true ? listItems(view.facts, a[type]!) : [type];
  const told = tests.map((test) => guardedMeaning(world, value, evaluateType(world, view, test)));
  return told.length === 1 ? told[0]! : union(told);
}

/** `value` where it was tested not to be of a type. */
export function refutedValue(world: World, view: FileView, value: Meaning, type: number): Meaning {
  if (isDiscriminant(view, type)) return discriminated(world, view, value, type, true);
  return saysNothingRefuted(world, view, type) ? value : narrowedFrom(world, value, evaluateType(world, view, type));
}

/** Whether a test is the call of a guard that may fail for what is of the type (`TypeGuard`). */
function saysNothingRefuted(world: World, view: FileView, type: number): boolean {
  const { op, c } = view.facts.expressions;
  const { positiveGuards } = world.rules;
  if (positiveGuards === undefined || op[type] !== Op.guarded) return false;
  const { tag, definition } = evaluateValue(world, view, c[type]!);
  return tag !== Tag.instance || positiveGuards.includes(world.nameOf(definition));
}

/** Whether a result says that what was given holds, whatever that is. */
function isAssertion(world: World, result: Meaning): boolean {
  if (result.tag === Tag.external) return world.rules.assertions?.some((name) => isWithin(result.name, name)) === true;
  const position = guardedPosition(world, result);
  return position !== undefined && result.items[position] === undefined;
}

/** Whether something outside is what `whole` names, or a part of it: a module by its last name, or by all of them. */
function isWithin(name: string, whole: string): boolean {
  return [name, name.slice(name.search(/[^/:]*$/))].some((one) =>
    one.startsWith(whole) && (one.length === whole.length || "./@".includes(one[whole.length]!))
  );
}

/** Which type argument of a guard's result is the type that it names; undefined where it is none. */
function guardedPosition(world: World, { tag, definition }: Meaning): number | undefined {
  return tag === Tag.instance ? world.positionGiven("guard", definition) : undefined;
}

/** A value that a test has shown to be of a type: the parts of it that are, or else that type. */
function guardedMeaning(world: World, value: Meaning, type: Meaning): Meaning {
  if (type.tag === Tag.unknown || type.tag === Tag.parameter) return value;
  const wanted = partsOf(type);
  if (wanted.some((one) => one.tag === Tag.unknown)) return value;
  const kept = partsOf(value).filter((part) => wanted.some((one) => isKindOf(world, part, one)));
  if (kept.length > 0) return value.name === COMPOSED ? value : union(kept);
  return world.rules.separateTypes ? composedWith(world, value, type) : type;
}

const COMPOSING_KINDS: ReadonlySet<number> = new Set([DefinitionKind.interface, DefinitionKind.class]);

/** What is of its own types and of another that says nothing of them has the members of all, those of the test first. */
function composedWith(world: World, value: Meaning, type: Meaning): Meaning {
  const parts = value.name === COMPOSED ? value.items : [value];
  const apart = parts.filter((part) => isApart(world, part, type));
  return apart.length === 0 ? type : { ...union([type, ...apart]), name: COMPOSED, weak: value.weak || type.weak };
}

/** Whether what is of the type `type` may be a `part` besides, of which that says nothing. */
function isApart(world: World, part: Meaning, type: Meaning): boolean {
  if (!world.isOwnObject(part) || !COMPOSING_KINDS.has(world.kindOf(part.definition))) return false;
  return type.tag === Tag.external
    ? isNoneOutside(world, part)
    : world.isOfKind(type, DefinitionKind.interface) && !buildsOn(world, type, part);
}

/** Whether nothing outside is of a type of the repository: of a class, or of an interface that says more than one from there. */
function isNoneOutside(world: World, { definition }: Meaning): boolean {
  return world.kindOf(definition) === DefinitionKind.class || buildsOnOutside(world, definition);
}
