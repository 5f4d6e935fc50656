/**
 * Selects what a call runs if several implementations, or none that the receiver determines directly, may be meant.
 *
 * Stage: resolve. Invariant: each rule returns what is called instead, or undefined if the found method is meant; the first result wins.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { reflectedMethod } from "../calls/reflected.ts";
import { calledMeaning, evaluateValue } from "../evaluate.ts";
import { type Meaning, Tag, UNKNOWN } from "../meaning.ts";
import { dereferenced } from "../members/promotion.ts";
import { isLibraryType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver } from "../state/parameters.ts";
import { implOf, seenThrough } from "../types/fitting.ts";
import type { World } from "../world.ts";
import {
  givenBeforeTarget,
  givenToPointer,
  givenToReferences,
  givenToReferred,
  lentOutside,
  referredByLibrary,
  takenByValue,
} from "./blankets_instead.ts";
import { selectByArguments, selectByReceiver } from "./borrowing.ts";
import { borrowOfValue } from "./borrows.ts";
import { memberByBound } from "./bounds_around.ts";
import { beyondPath, beyondScope, broughtIn, givenByLibrary } from "./brought_in.ts";
import { chooseImplementation, type PassedArguments } from "./by_arguments.ts";
import { askedByPlace, givenToPlace } from "./by_place.ts";
import { implementationOf } from "./by_trait.ts";
import { givenToNamesake } from "./given_to_namesake.ts";
import { givenByImport, givenByOther, metAround, metBefore, takenBefore } from "./met_instead.ts";
import { leftToTrait } from "./left_to_trait.ts";
import { beyondParts } from "./other_parts.ts";
import { ownOfOutside } from "./own_of_outside.ts";
import { isPlain } from "./plain_calls.ts";
import { givenWithoutPointer, takenByPointer } from "./pointer_receivers.ts";
import { type DottedCall, OWN } from "./probing.ts";
import { traitOf } from "./trait_scope.ts";
import { asInstance } from "./traits.ts";

/** A rule for a dot call; undefined if the found method is meant. */
type Instead = (call: DottedCall) => Meaning | undefined;

/** The callee: of several implementations, the one that accepts the arguments of list `list`. */
export function implementationFor(world: World, view: FileView, callee: number, list: number): Meaning {
  const called = calledMeaning(world, view, callee);
  const reflected = world.rules.reflected === undefined ? undefined : reflectedMethod(world, view, callee, list, called);
  if (reflected !== undefined) return reflected;
  if (world.rules.implementations ? isPlain(world, view, callee, called) : !isOneOfSeveral(world, called)) return called;
  const isOpen = called.tag === Tag.unknown;
  if (!isOpen && called.tag !== Tag.union && called.tag !== Tag.definition && called.tag !== Tag.external) return called;
  const args = listItems(view.facts, list);
  const isMember = view.facts.expressions.op[callee] === Op.member || view.facts.expressions.op[callee] === Op.path;
  const bound = isMember ? memberByBound(world, view, callee, args, called) : undefined;
  if (bound !== undefined || isOpen) return bound ?? called;
  const left = world.rules.implementations ? broughtIn(world, view, callee, called) : called;
  const other = world.rules.implementations && left.tag !== Tag.union ? calledInstead(world, view, callee, args, left) : undefined;
  if (other !== undefined && other.tag !== Tag.union) return other;
  const meaning = selectByReceiver(world, view, callee, args, other ?? left);
  const { op, a } = view.facts.expressions;
  const isDotted = op[callee] === Op.member;
  if (isMember && meaning !== called && meaning.tag === Tag.definition) {
    const own = ownOfOutside(world, view, isDotted ? a[callee]! : args[0] ?? 0, meaning, isDotted ? args : args.slice(1));
    if (own !== undefined) return own;
  }
  const taking = args.length === 0
    ? meaning
    : givenToReferred(world, view, callee, args, meaning) ?? takerOf(world, view, callee, args, meaning);
  return isDotted && world.rules.implementations ? givenToPlace(world, view, callee, taking) : taking;
}

/** Whether the callee is a member of an implementation, or one of several: only among these do arguments select. */
function isOneOfSeveral(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.union || (tag === Tag.definition && implOf(world, definition) !== 0);
}

function takerOf(world: World, view: FileView, callee: number, args: readonly number[], meaning: Meaning): Meaning {
  const passed: PassedArguments = {
    count: args.length,
    at: (position, isBehind = false) => {
      const argument = args[position] ?? 0;
      const given = asInstance(world, evaluateValue(world, view, argument));
      return isBehind || isValueBehind(world, view, argument) ? takenOff(world, view, argument, given) : given;
    },
  };
  const select = (among: Meaning): Meaning => selectByArguments(world, view, args, chooseImplementation(world, among, passed));
  const own = implementationOf(world, view, callee, meaning, passed);
  const chosen = own === undefined ? UNKNOWN : select(selectByReceiver(world, view, callee, args, own));
  if (chosen.tag === Tag.definition && (!chosen.weak || own?.tag === Tag.definition)) return chosen;
  // The `Self` argument has several: one of these is called, not the trait's own or an external one.
  if (chosen.tag === Tag.union) return chosen;
  return select(meaning);
}

/** `x` in an argument `&*x`, or 0. */
function pointedAnew(view: FileView, argument: number): number {
  const { op, a } = view.facts.expressions;
  return op[argument] === Op.reference && op[a[argument]!] === Op.deref ? a[a[argument]!]! : 0;
}

/** Whether an argument is `&*x` for something that is certainly not a reference, nor a transparent pointer. */
function isValueBehind(world: World, view: FileView, argument: number): boolean {
  const pointed = pointedAnew(view, argument);
  return pointed !== 0 && seenThrough(world, evaluateValue(world, view, pointed)) === undefined &&
    borrowOfValue(world, view, pointed, 0) === OWN;
}

/** The value of `&*x` if `x`, of a library type, is not a reference to it: what it dereferences to. */
function takenOff(world: World, view: FileView, argument: number, value: Meaning): Meaning {
  return pointedAnew(view, argument) !== 0 && isLibraryType(world, value) ? dereferenced(world, value, value) ?? value : value;
}

/** What is called in a dot call, or a path call on its first argument, instead of the method `called`; undefined if that is meant. */
function calledInstead(world: World, view: FileView, callee: number, args: readonly number[], called: Meaning): Meaning | undefined {
  const { op, a, b } = view.facts.expressions;
  const isDefinition = called.tag === Tag.definition;
  if (op[callee] === Op.path) {
    return (isDefinition ? beyondPath(world, view, callee, called) : undefined) ??
      (isDefinition ? ownOfOutside(world, view, args[0] ?? 0, called, args.slice(1)) : undefined) ??
      askedByPlace(world, view, callee, called);
  }
  if (op[callee] !== Op.member) return undefined;
  const trait = isDefinition ? traitOf(world, called.definition) : 0;
  const call: DottedCall = { world, view, receiver: a[callee]!, args, name: view.text(b[callee]!), called, trait };
  if (!isDefinition) return called.tag === Tag.external ? givenBeforeTarget(call) : undefined;
  const rules = world.inLibrary(called.definition)
    ? INSTEAD_OF_LIBRARY
    : trait === 0
    ? INSTEAD_OF_TYPES
    : world.inLibrary(trait)
    ? INSTEAD_OF_LIBRARYS_TRAIT
    : INSTEAD_OF_TRAIT;
  for (let i = 0; i < rules.length; i++) {
    const other = rules[i]!(call);
    if (other !== undefined) return other;
  }
  return undefined;
}

/** A trait's associated function without a receiver is never called by a dot, whatever the value was taken for. */
function calledWithoutReceiver({ world, called }: DottedCall): Meaning | undefined {
  return hasReceiver(world, called.definition) ? undefined : UNKNOWN;
}

/** The rules for library methods, in order. */
const INSTEAD_OF_LIBRARY: readonly Instead[] = [givenBeforeTarget, givenByImport, takenByValue];
/** The rules for any method that the repository declares. */
const INSTEAD_OF_OWN: readonly Instead[] = [
  givenBeforeTarget,
  ({ world, view, receiver, args, called }) => ownOfOutside(world, view, receiver, called, args),
  givenWithoutPointer,
  takenByPointer,
  givenToReferences,
];
/** The further rules for these, by what declares them: a type itself, a repository trait, or a library trait. */
const INSTEAD_OF_TYPES: readonly Instead[] = [metBefore, metAround, takenBefore, ...INSTEAD_OF_OWN, lentOutside];
const INSTEAD_OF_TRAIT: readonly Instead[] = [
  calledWithoutReceiver,
  beyondParts,
  givenToNamesake,
  leftToTrait,
  givenByOther,
  beyondScope,
  givenByLibrary,
  givenToPointer,
  ...INSTEAD_OF_OWN,
];
const INSTEAD_OF_LIBRARYS_TRAIT: readonly Instead[] = [beyondParts, givenByImport, ...INSTEAD_OF_OWN, referredByLibrary];
