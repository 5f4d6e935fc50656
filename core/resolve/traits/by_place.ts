/**
 * Selects the implementation of a trait's function by its expected result, if nothing else determines the type (`let job: Job =
 * Load::load(text)?;`).
 *
 * Stage: resolve. Invariant: only a declared type at the place of the call decides; without one, it is one of the implementors.
 */
import { DefinitionFlag, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { operate } from "../calls/operations.ts";
import { functionResult } from "../calls/results.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, IMPLEMENTATIONS, instance, isKnown, type Meaning, partsOf, Tag, union, weaken } from "../meaning.ts";
import { isLibraryType, isOfKind } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { DeclaredPlace } from "../state/surroundings.ts";
import { couldBe, implOf } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { libraryBlanketMember } from "./blankets.ts";
import { implementedMember, memberByTrait, standsForSelf, takesSelf } from "./by_trait.ts";

/** The function `called` of a trait, named as `Trait::function`, for the type that its place expects; undefined if there is none. */
export function askedByPlace(world: World, view: FileView, callee: number, called: Meaning): Meaning | undefined {
  const isOutside = called.tag === Tag.external;
  const trait = isOutside ? 0 : world.parentOf(called.definition);
  if (!isOutside && (trait === 0 || world.kindOf(trait) !== DefinitionKind.trait)) return undefined;
  const place = view.surroundings.placeOf(callee);
  const named = evaluateValue(world, view, view.facts.expressions.a[callee]!);
  if (place === undefined) return isOutside || named.definition !== trait ? undefined : ofUnknownType(world, trait, called);
  const wanted = evaluateType(world, view, place.type);
  const name = view.text(view.facts.expressions.b[callee]!);
  if (isOutside) return givenByOwn(world, place, wanted, named, name);
  if (named.definition !== trait || takesSelf(world, called.definition)) return undefined;
  const type = standsForSelf(trait, givenAt(world, place, called.definition), wanted);
  return type === undefined ? ofUnknownType(world, trait, called) : memberByTrait(world, type, instance(trait, called.items), name);
}

/** The function of a trait outside that the repository implements for the type which a place asks for, or for one within that (`Result<Job, E>`). */
function givenByOwn(world: World, place: DeclaredPlace, wanted: Meaning, trait: Meaning, name: string): Meaning | undefined {
  const own = implementedMember(world, wanted, trait, name);
  if (own?.tag === Tag.definition) return givenAt(world, place, own.definition).definition === wanted.definition ? own : undefined;
  for (const [i, type] of (isLibraryType(world, wanted) ? wanted.items : []).entries()) {
    const inner = implementedMember(world, type, trait, name);
    const given = inner?.tag === Tag.definition ? givenAt(world, place, inner.definition) : undefined;
    const part = given?.definition === wanted.definition ? given.items[i] : undefined;
    if (part !== undefined && (part.tag === Tag.self || part.definition === type.definition)) return inner;
  }
  return undefined;
}

/**
 * Of the methods of several impls of a generic trait with different results (`Into<One>`, `Into<Other>`), the one with the expected result;
 * if none has it, the library's for all types. `called` if nothing is expected.
 */
export function givenToPlace(world: World, view: FileView, callee: number, called: Meaning): Meaning {
  if (!called.weak) return called;
  const parts = partsOf(called);
  if (!parts.every((part) => part.tag === Tag.definition && implOf(world, part.definition) !== 0)) return called;
  const place = view.surroundings.placeOf(callee);
  const wanted = place === undefined ? undefined : askedTypeAt(world, view, place);
  if (wanted === undefined) return called;
  const results = parts.map((part) => givenAt(world, place!, part.definition));
  const left = parts.filter((_, i) => couldBe(world, results[i]!, wanted));
  if (left.length > 0) return left.length === parts.length ? called : union(left, IMPLEMENTATIONS);
  const isTaken = parts.every((part) => (world.flagsOf(part.definition) & DefinitionFlag.byReference) === 0);
  const name = view.text(view.facts.expressions.b[callee]!);
  return (isTaken ? libraryBlanketMember(world, evaluateValue(world, view, view.facts.expressions.a[callee]!), name) : undefined) ?? called;
}

/**
 * Whether the place of a call expects a result that none of these functions has (`let text: Box<str> = Box::from(…)` beside one that
 * returns a `Box<Job>`).
 */
export function isPlacedElsewhere(world: World, view: FileView, callee: number, called: Meaning): boolean {
  const place = view.surroundings.placeOf(callee);
  const wanted = place === undefined ? undefined : askedTypeAt(world, view, place);
  return wanted !== undefined && partsOf(called).every(({ definition }) => !couldBe(world, givenAt(world, place!, definition), wanted));
}

/** The type that a place expects; undefined if it may be any: it is open, or the value is coerced. */
function askedTypeAt(world: World, view: FileView, { type }: DeclaredPlace): Meaning | undefined {
  const wanted = evaluateType(world, view, type);
  return isKnown(wanted) && wanted.tag !== Tag.parameter && !isOfKind(world, wanted, DefinitionKind.trait) ? wanted : undefined;
}

/**
 * A function that is only nominally the trait's own, because no argument determines the implementing type: it is determined by the use of
 * the result.
 */
function ofUnknownType(world: World, trait: DefinitionId, called: Meaning): Meaning | undefined {
  return !takesSelf(world, called.definition) && world.attachments.implsOf(trait).length > 0 ? weaken(called) : undefined;
}

/** The result of a function, as it arrives at the place of its call. */
function givenAt(world: World, { steps }: DeclaredPlace, id: DefinitionId): Meaning {
  let given = functionResult(world, id);
  for (const step of steps) given = operate(world, given, step === Op.await ? "await" : "unwrap");
  return given;
}
