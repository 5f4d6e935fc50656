/**
 * Selects between impls for a type and for references to it (`impl Walk for Tree`, `impl Walk for &Tree`).
 *
 * Stage: resolve. Invariant: if not certain, all that were found remain.
 */
import { leastOf } from "../../base/lists.ts";
import { DefinitionFlag, listItems } from "../../facts.ts";
import { Op, ReferenceMode } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import {
  type DefinitionId,
  definitionId,
  IMPLEMENTATIONS,
  instance,
  type Meaning,
  rowOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
} from "../meaning.ts";
import { isGeneric } from "../members/attachments.ts";
import { isLibraryType, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver, parametersOf, receiverAround, receiverType } from "../state/parameters.ts";
import { substituteParameters } from "../types/environments.ts";
import { couldBe, implOf, ownerOfImpl, traitDefinition, traitImpls, traitOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { isDetermined } from "./by_arguments.ts";
import { borrowOfOwner, borrowOfType, borrowOfValue } from "./borrows.ts";
import { type Borrow, borrowOfReceiver, NEVER, OWN, SHARED, stepsTo } from "./probing.ts";
import { hasTrait, traitFor } from "./traits.ts";

/** Of several impls, those for the receiver: the type itself, or a reference to it. */
export function selectByReceiver(world: World, view: FileView, callee: number, args: readonly number[], meaning: Meaning): Meaning {
  return meaning.tag === Tag.union ? selectOf(world, view, callee, args, meaning) : meaning;
}

function selectOf(world: World, view: FileView, callee: number, args: readonly number[], meaning: Meaning): Meaning {
  const impls = implsOf(world, meaning);
  if (impls === undefined) return meaning;
  // Inherent methods of one name never apply to one value together: borrowing says nothing.
  if (!impls.some((impl) => hasTrait(world, impl))) return meaning;
  const owners = impls.map((impl) => borrowOfOwner(world, impl));
  if (!hasReceiver(world, meaning.items[0]!.definition)) {
    const written = new Set(owners).size < 2 ? undefined : borrowOfType(world, view, typeBefore(view, callee));
    const left = meaning.items.filter((_, i) => owners[i] === written);
    return left.length === 0 || left.length === owners.length ? meaning : union(left, IMPLEMENTATIONS);
  }
  const { expressions } = view.facts;
  const isDotted = expressions.op[callee] === Op.member;
  const isAlike = new Set(owners).size < 2;
  // Different traits of a type may take its receiver in different ways.
  if (isAlike && (!isDotted || new Set(meaning.items.map(({ definition }) => borrowOfReceiver(world, definition))).size < 2)) {
    const around = isDotted && areOfOneTrait(world, impls) ? implOfSelf(view, expressions.a[callee]!) : 0;
    const own = around === 0 ? undefined : meaning.items.find((_, i) => impls[i] === around);
    return own === undefined ? meaning : { ...own, weak: own.result?.weak === true };
  }
  const given = isDotted ? expressions.a[callee]! : args[0] ?? 0;
  const written = typeBefore(view, callee);
  const known = expressions.op[written] === Op.reference ? borrowOfType(world, view, written) : undefined;
  const pinned = (isDotted ? undefined : known ?? borrowOfReferred(world, view, given, meaning)) ??
    borrowOfPinned(world, view, given, meaning.items[0]!.definition);
  if (pinned !== undefined && owners.includes(pinned)) return union(meaning.items.filter((_, i) => owners[i] === pinned), IMPLEMENTATIONS);
  const receiver = borrowOfValue(world, view, given, 0);
  const chosen = nearest(meaning.items, (part, i) => stepsTo(world, part.definition, owners[i], receiver));
  return chosen.length === meaning.items.length ? meaning : union(chosen, IMPLEMENTATIONS);
}

/** Whether impls are of one trait without type arguments that would distinguish them. */
function areOfOneTrait(world: World, impls: readonly DefinitionId[]): boolean {
  const trait = traitDefinition(world, impls[0]!);
  return trait !== 0 && !isGeneric(world, trait) &&
    impls.every((impl) => traitDefinition(world, impl) === trait && !isDetermined(world, impl, trait));
}

/** The impl whose `self` an expression is; otherwise 0. */
function implOfSelf(view: FileView, expression: number): DefinitionId {
  const { op, a } = view.facts.expressions;
  const around = op[expression] === Op.self ? receiverAround(view, a[expression]!) : undefined;
  return around === undefined ? 0 : definitionId(view.index, view.facts.definitions.parent[around.definition]!);
}

/** The explicit type before a function's name (`<&mut Tree>::walk`, `<&Tree as Walk>::walk`), or 0. */
function typeBefore(view: FileView, callee: number): number {
  const { op, a, b } = view.facts.expressions;
  const holder = op[callee] === Op.path ? a[callee]! : 0;
  return op[holder] === Op.cast ? b[holder]! : holder;
}

/** How `x` is borrowed in the argument `&x` of methods that take `&self`, if it is a reference: a path call adds none. */
function borrowOfReferred(world: World, view: FileView, given: number, { items }: Meaning): Borrow | undefined {
  const { op, a } = view.facts.expressions;
  if (op[given] !== Op.reference || items.some(({ definition }) => (world.flagsOf(definition) & DefinitionFlag.byReference) === 0)) {
    return undefined;
  }
  const borrow = borrowOfValue(world, view, a[given]!, 0);
  return borrow === OWN ? undefined : borrow;
}

/**
 * How `x` is borrowed in a receiver `Pin::new(&mut x)` of a method that declares its receiver as a pointer (`self: Pin<&mut Self>`): `x` is
 * its `Self`.
 */
function borrowOfPinned(world: World, view: FileView, receiver: number, method: DefinitionId): Borrow | undefined {
  const { expressions } = view.facts;
  const args = expressions.op[receiver] === Op.call ? listItems(view.facts, expressions.b[receiver]!) : [];
  if (args.length !== 1 || expressions.op[args[0]!] !== Op.reference) return undefined;
  const pointer = receiverType(world.viewOf(method), rowOf(method)) !== 0 ? evaluateValue(world, view, receiver) : undefined;
  return pointer?.tag === Tag.instance && world.inLibrary(pointer.definition)
    ? borrowOfValue(world, view, expressions.a[args[0]!]!, 0)
    : undefined;
}

/** Of several impls, those whose parameters are borrowed like the arguments; all if none is. */
export function selectByArguments(world: World, view: FileView, args: readonly number[], meaning: Meaning): Meaning {
  return args.length === 0 || meaning.tag !== Tag.union ? meaning : selectTaking(world, view, args, meaning);
}

function selectTaking(world: World, view: FileView, args: readonly number[], meaning: Meaning): Meaning {
  if (implsOf(world, meaning) === undefined) return meaning;
  const given = args.map((argument) => borrowOfValue(world, view, argument, 0));
  const fitting = meaning.items.filter(({ definition }) => {
    const target = world.viewOf(definition);
    const parameters = parametersOf(world, definition);
    const shift = Math.max(0, args.length - parameters.length);
    return parameters.every((row, i) => {
      const asked = borrowOfType(world, target, target.facts.bindings.type[row]!);
      const borrow = given[i + shift];
      if (borrow === undefined) return asked !== OWN || !isWrittenReference(view, args[i + shift] ?? 0);
      return asked === undefined || asked === borrow;
    });
  });
  const left = fitting.length === 0 ? meaning.items : fitting;
  const chosen = left.length < 2 ? left : takingElements(world, view, args, left);
  return chosen.length === meaning.items.length ? meaning : union(chosen, IMPLEMENTATIONS);
}

/** Whether `&x` is written, which is a reference whatever `x` is. */
function isWrittenReference(view: FileView, argument: number): boolean {
  const { op, b } = view.facts.expressions;
  return op[argument] === Op.reference && b[argument] !== ReferenceMode.behind;
}

/**
 * Of impls of one trait for elements and for references to them (`Extend<T>`, `Extend<&T>`), those for the elements of the only argument.
 */
function takingElements(world: World, view: FileView, args: readonly number[], parts: readonly Meaning[]): readonly Meaning[] {
  const given = borrowOfElements(world, view, args[args.length - 1]!);
  if (given === undefined) return parts;
  const fitting = parts.filter(({ definition }) => {
    const view = world.viewOf(definition);
    const { bindings, definitions, expressions } = view.facts;
    // Arguments taken by themselves were compared before: here, what is iterated over.
    const parameter = parametersOf(world, definition).at(-1);
    if (parameter === undefined || borrowOfType(world, view, bindings.type[parameter]!) !== undefined) return true;
    const trait = definitions.type[rowOf(implOf(world, definition))]!;
    const items = expressions.op[trait] === Op.apply ? listItems(view.facts, expressions.b[trait]!) : [];
    const asked = items.length === 1 ? borrowOfType(world, view, items[0]!) : undefined;
    return asked === undefined || asked === given;
  });
  return fitting.length === 0 ? parts : fitting;
}

/** How the elements of a list literal, or of a reference to a library list, are borrowed. */
function borrowOfElements(world: World, view: FileView, expression: number): Borrow | undefined {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] === Op.literal) return borrowOfValue(world, view, listItems(view.facts, b[expression]!)[0] ?? 0, 0);
  if (op[expression] !== Op.reference || b[expression] !== 0) return undefined;
  const list = evaluateValue(world, view, a[expression]!);
  return isLibraryType(world, list) ? SHARED : undefined;
}

/**
 * The element type of a value whose type implements iteration differently by value and by reference (`impl IntoIterator for &Map`), or for
 * each of its arguments. Undefined if there is only one implementation, or it is not known which is meant.
 */
export function iteratedByBorrow(world: World, view: FileView, iterable: number, object: Meaning): Meaning | undefined {
  if (!isOwnObject(world, object)) return undefined;
  const given = traitImpls(world, object.definition);
  if (given.length < 2) return undefined;
  const positionOf = ({ tag, definition }: Meaning): number | undefined =>
    tag === Tag.instance ? world.library.positionGiven("iterate", definition) : undefined;
  const all = given.filter((impl) => positionOf(traitOfImpl(world, impl)) !== undefined);
  if (all.length < 2) return undefined;
  const entry = instance(object.definition, object.items);
  const impls = all.filter((impl) => couldBe(world, ownerOfImpl(world, impl), entry));
  const borrow = borrowOfValue(world, view, iterable, 0);
  const borrowed = borrow === undefined ? [] : impls.filter((impl) => borrowOfOwner(world, impl) === borrow);
  // Impls for other arguments (`Bound<Dict>` beside `Bound<Set>`) do not count.
  const fitting = borrowed.length === 0 && impls.length < all.length ? impls : borrowed;
  const items = fitting.map((impl) => {
    const trait = substituteParameters(world, traitFor(world, impl, object.definition), object.definition, object.items);
    return trait.items[positionOf(trait) ?? -1] ?? UNKNOWN;
  });
  const [item] = items;
  if (item === undefined || item.tag === Tag.unknown) return undefined;
  return items.every((one) => sameMeaning(one, item)) ? item : UNKNOWN;
}

/** The impls that contain the parts of a union; undefined if it is not a union of members of impls. */
function implsOf(world: World, meaning: Meaning): readonly DefinitionId[] | undefined {
  if (meaning.tag !== Tag.union || meaning.held) return undefined;
  const impls = meaning.items.map((part) => (part.tag === Tag.definition ? implOf(world, part.definition) : 0));
  return impls.includes(0) ? undefined : impls;
}

/** The parts with the fewest steps; all if the number of one of them is not known. */
function nearest(parts: readonly Meaning[], steps: (part: Meaning, i: number) => number | undefined): readonly Meaning[] {
  const far = parts.map(steps);
  if (far.includes(undefined)) return parts;
  const least = leastOf(far as number[]);
  return least === NEVER ? parts : parts.filter((_, i) => far[i] === least);
}
