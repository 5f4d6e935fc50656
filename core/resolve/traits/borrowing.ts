/**
 * Chooses between implementations for a type and for references to it (`impl Walk for Tree`, `impl Walk for &Tree`).
 *
 * Stage: resolve. References are no part of what a value means; whether one stands at a place is told by how the value was written.
 * Invariant: what is not surely told leaves all that were found.
 */
import { hasReceiver, parametersOf, receiverAround, receiverIn } from "../state/parameters.ts";
import { firstMember } from "../types/inheritance.ts";
import { ItemMode, Op, ReferenceMode } from "../../expressions.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { leastOf } from "../../lists.ts";
import { calleeMeaning, evaluateType, evaluateValue } from "../evaluate.ts";
import { typeQualifier } from "../evaluate_types.ts";
import type { FileView } from "../state/file_view.ts";
import { couldBe, implOf, ownerOfImpl, seenThrough, traitOfImpl } from "../types/fitting.ts";
import {
  type DefinitionId,
  definitionId,
  IMPLEMENTATIONS,
  instance,
  isObject,
  type Meaning,
  rowOf,
  sameMeaning,
  Tag,
  union,
  UNKNOWN,
} from "../meaning.ts";
import { onlyBinding } from "../names/names.ts";
import { type Borrow, borrowOfReceiver, MUTABLE, NEVER, OWN, SHARED, stepsTo } from "./probing.ts";
import { traitFor } from "./traits.ts";
import type { World } from "../world.ts";
import { withoutArguments } from "../../written_names.ts";

const DEEPEST = 6;

/** Of several implementations those for what the receiver is: the type itself, or a reference to it. */
export function selectByReceiver(world: World, view: FileView, callee: number, args: readonly number[], meaning: Meaning): Meaning {
  return meaning.tag === Tag.union ? selectOf(world, view, callee, args, meaning) : meaning;
}

function selectOf(world: World, view: FileView, callee: number, args: readonly number[], meaning: Meaning): Meaning {
  const impls = implsOf(world, meaning);
  if (impls === undefined || !hasReceiver(world, meaning.items[0]!.definition)) return meaning;
  const owners = impls.map((impl) => borrowOfOwner(world, impl));
  const { expressions } = view.facts;
  const isDotted = expressions.op[callee] === Op.member;
  const isAlike = new Set(owners).size < 2;
  // Traits that one type has may ask for it in ways of their own.
  if (isAlike && (!isDotted || new Set(meaning.items.map(({ definition }) => borrowOfReceiver(world, definition))).size < 2)) {
    return meaning;
  }
  const given = isDotted ? expressions.a[callee]! : args[0] ?? 0;
  const pinned = (isDotted ? undefined : borrowWritten(world, view, callee) ?? borrowOfReferred(world, view, given, meaning)) ??
    borrowOfPinned(world, view, given, meaning.items[0]!.definition);
  if (pinned !== undefined && owners.includes(pinned)) return union(meaning.items.filter((_, i) => owners[i] === pinned), IMPLEMENTATIONS);
  const receiver = borrowOfValue(world, view, given, 0);
  const chosen = nearest(meaning.items, (part, i) => stepsTo(world, part.definition, owners[i], receiver));
  return chosen.length === meaning.items.length ? meaning : union(chosen, IMPLEMENTATIONS);
}

/** How the type before a function's name is borrowed that is written as a reference (`<&mut Tree>::walk`, `<&Tree as Walk>::walk`). */
function borrowWritten(world: World, view: FileView, callee: number): Borrow | undefined {
  const { op, a, b } = view.facts.expressions;
  const holder = op[callee] === Op.path ? a[callee]! : 0;
  const type = op[holder] === Op.cast ? b[holder]! : holder;
  return op[type] === Op.reference ? borrowOfType(world, view, type) : undefined;
}

/** How `x` is borrowed in the argument `&x` of methods that ask for `&self`, where it is a reference: of what is called by a path none is taken. */
function borrowOfReferred(world: World, view: FileView, given: number, { items }: Meaning): Borrow | undefined {
  const { op, a } = view.facts.expressions;
  if (op[given] !== Op.reference || items.some(({ definition }) => (world.flagsOf(definition) & DefinitionFlag.byReference) === 0)) {
    return undefined;
  }
  const borrow = borrowOfValue(world, view, a[given]!, 0);
  return borrow === OWN ? undefined : borrow;
}

/** How `x` is borrowed in a receiver `Pin::new(&mut x)` of a method that declares its own as a pointer (`self: Pin<&mut Self>`): that is its `Self`. */
function borrowOfPinned(world: World, view: FileView, receiver: number, method: DefinitionId): Borrow | undefined {
  const { expressions } = view.facts;
  const args = expressions.op[receiver] === Op.call ? listItems(view.facts, expressions.b[receiver]!) : [];
  if (args.length !== 1 || expressions.op[args[0]!] !== Op.reference) return undefined;
  const home = world.viewOf(method);
  const own = receiverIn(home, rowOf(method));
  const pointer = home.facts.bindings.type[own] !== 0 ? evaluateValue(world, view, receiver) : undefined;
  return pointer?.tag === Tag.instance && world.inLibrary(pointer.definition)
    ? borrowOfValue(world, view, expressions.a[args[0]!]!, 0)
    : undefined;
}

/** Of several implementations those whose parameters are borrowed as the arguments are; all where none is. */
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
      return asked === undefined || given[i + shift] === undefined || asked === given[i + shift];
    });
  });
  const left = fitting.length === 0 ? meaning.items : fitting;
  const chosen = left.length < 2 ? left : takingElements(world, view, args, left);
  return chosen.length === meaning.items.length ? meaning : union(chosen, IMPLEMENTATIONS);
}

/** Of implementations of one trait for elements and for references to them (`Extend<T>`, `Extend<&T>`) those for what the one argument holds. */
function takingElements(world: World, view: FileView, args: readonly number[], parts: readonly Meaning[]): readonly Meaning[] {
  const given = borrowOfElements(world, view, args[args.length - 1]!);
  if (given === undefined) return parts;
  const fitting = parts.filter(({ definition }) => {
    const view = world.viewOf(definition);
    const { bindings, definitions, expressions } = view.facts;
    // What is taken itself was looked at before: what any type may stand for is gone through.
    const parameter = parametersOf(world, definition).at(-1);
    if (parameter === undefined || borrowOfType(world, view, bindings.type[parameter]!) !== undefined) return true;
    const trait = definitions.type[rowOf(implOf(world, definition))]!;
    const items = expressions.op[trait] === Op.apply ? listItems(view.facts, expressions.b[trait]!) : [];
    const asked = items.length === 1 ? borrowOfType(world, view, items[0]!) : undefined;
    return asked === undefined || asked === given;
  });
  return fitting.length === 0 ? parts : fitting;
}

/** How the elements of a list that is written out, or of a reference to one of the library's, are borrowed. */
function borrowOfElements(world: World, view: FileView, expression: number): Borrow | undefined {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] === Op.literal) return borrowOfValue(world, view, listItems(view.facts, b[expression]!)[0] ?? 0, 0);
  if (op[expression] !== Op.reference || b[expression] !== 0) return undefined;
  const list = evaluateValue(world, view, a[expression]!);
  return list.tag === Tag.instance && world.inLibrary(list.definition) ? SHARED : undefined;
}

/**
 * What iterating over a value gives whose type is iterated over in one way itself and in another by reference (`impl IntoIterator for &Map`), or
 * in one way for each of its arguments.
 * Undefined where it has one way alone, or nothing tells which is meant.
 */
export function iteratedByBorrow(world: World, view: FileView, iterable: number, object: Meaning): Meaning | undefined {
  if (!world.isOwnObject(object)) return undefined;
  const given = world.attachments.get(object.definition)?.traits ?? [];
  if (given.length < 2) return undefined;
  const positionOf = ({ tag, definition }: Meaning): number | undefined =>
    tag === Tag.instance && world.inLibrary(definition) ? world.rules.operations.iterate?.[world.nameOf(definition)] : undefined;
  const all = given.filter((impl) => positionOf(traitOfImpl(world, impl)) !== undefined);
  if (all.length < 2) return undefined;
  const entry = instance(object.definition, object.items);
  const impls = all.filter((impl) => couldBe(world, ownerOfImpl(world, impl), entry));
  const borrow = borrowOfValue(world, view, iterable, 0);
  const borrowed = borrow === undefined ? [] : impls.filter((impl) => borrowOfOwner(world, impl) === borrow);
  // An impl for other arguments (`Bound<Dict>` beside `Bound<Set>`) says nothing.
  const fitting = borrowed.length === 0 && impls.length < all.length ? impls : borrowed;
  const items = fitting.map((impl) => {
    const trait = world.substituteParameters(traitFor(world, impl, object.definition), object.definition, object.items);
    return trait.items[positionOf(trait) ?? -1] ?? UNKNOWN;
  });
  const [item] = items;
  if (item === undefined || item.tag === Tag.unknown) return undefined;
  return items.every((one) => sameMeaning(one, item)) ? item : UNKNOWN;
}

/** The impls that the parts of a union stand in; undefined where that is no union of such. */
function implsOf(world: World, meaning: Meaning): readonly DefinitionId[] | undefined {
  if (meaning.tag !== Tag.union || meaning.held) return undefined;
  const impls = meaning.items.map((part) => (part.tag === Tag.definition ? implOf(world, part.definition) : 0));
  return impls.includes(0) ? undefined : impls;
}

/** How the type that an impl is for is borrowed. */
export function borrowOfOwner(world: World, impl: DefinitionId): Borrow | undefined {
  const view = world.viewOf(impl);
  return borrowOfType(world, view, view.facts.definitions.owner[rowOf(impl)]!);
}

/** The parts of the fewest steps; all where that is not told of one of them. */
function nearest(parts: readonly Meaning[], steps: (part: Meaning, i: number) => number | undefined): readonly Meaning[] {
  const far = parts.map(steps);
  if (far.includes(undefined)) return parts;
  const least = leastOf(far as number[]);
  return least === NEVER ? parts : parts.filter((_, i) => far[i] === least);
}

/** How what a type says is borrowed. */
function borrowOfType(world: World, view: FileView, type: number, depth = 0): Borrow | undefined {
  if (type === 0 || depth > DEEPEST) return undefined;
  const { expressions } = view.facts;
  if (expressions.op[type] === Op.reference) return expressions.b[type] === ReferenceMode.mutable ? MUTABLE : SHARED;
  const alias = aliasOf(world, view, type);
  if (alias !== 0) {
    const home = world.viewOf(alias);
    return borrowOfType(world, home, home.facts.definitions.type[rowOf(alias)]!, depth + 1);
  }
  const meaning = evaluateType(world, view, type);
  return meaning.tag === Tag.instance || meaning.tag === Tag.self || meaning.tag === Tag.tuple || meaning.tag === Tag.external
    ? OWN
    : undefined;
}

/** The alias that a type is written by, or 0. */
function aliasOf(world: World, view: FileView, type: number): DefinitionId {
  const { expressions } = view.facts;
  const base = withoutArguments(view.facts, type);
  if (expressions.op[base] !== Op.name && expressions.op[base] !== Op.path) return 0;
  const named = typeQualifier(world, view, base);
  return named.tag === Tag.definition && world.kindOf(named.definition) === DefinitionKind.type_alias ? named.definition : 0;
}

/** Whether `*x` is the value that the reference `x` leads to, and not what that dereferences to itself. */
export function isReferred(world: World, view: FileView, expression: number, value: Meaning): boolean {
  if (!world.rules.itemPaths || (value.tag !== Tag.instance && value.tag !== Tag.self)) return false;
  const borrow = borrowOfValue(world, view, expression, 0);
  return borrow === undefined ? isLentSelf(view, expression) : borrow !== OWN;
}

/** Whether an expression is `self` of a method that asks for it by reference. */
function isLentSelf(view: FileView, expression: number): boolean {
  const { op, a } = view.facts.expressions;
  const around = op[expression] === Op.self ? receiverAround(view, a[expression]!) : undefined;
  return around !== undefined && view.facts.bindings.type[around.receiver] === 0 &&
    (view.facts.definitions.flags[around.definition]! & DefinitionFlag.byReference) !== 0;
}

/** How what an expression gives is borrowed. */
export function borrowOfValue(world: World, view: FileView, expression: number, depth: number): Borrow | undefined {
  if (expression === 0 || depth > DEEPEST) return undefined;
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  switch (expressions.op[expression]) {
    case Op.reference: {
      const mode = expressions.b[expression]!;
      if (mode === ReferenceMode.behind) return borrowOfPointee(world, view, a);
      return mode === ReferenceMode.mutable ? MUTABLE : SHARED;
    }
    case Op.name:
      return borrowOfName(world, view, expression, depth);
    case Op.self:
      return borrowOfSelf(world, view, a);
    case Op.deref:
      return borrowOfPointee(world, view, a);
    case Op.member: {
      const field = borrowOfField(world, evaluateValue(world, view, a), strings[expressions.b[expression]!]!);
      if (expressions.op[a] !== Op.cast) return field;
      // A part that a pattern takes out of a reference is borrowed as that is; out of a value it may be by `ref`.
      const whole = borrowOfValue(world, view, expressions.b[a]!, depth + 1);
      return whole === OWN ? (field === OWN ? undefined : field) : whole;
    }
    case Op.call: {
      const callee = calleeMeaning(world, view, a);
      if (callee.tag !== Tag.definition || callee.held) return undefined;
      if (!isCallable(world.kindOf(callee.definition))) return OWN;
      const target = world.viewOf(callee.definition);
      return borrowOfType(world, target, target.facts.definitions.type[rowOf(callee.definition)]!);
    }
    case Op.literal:
      return strings[a] === "str" ? SHARED : strings[a] === "slice" || strings[a] === "array" ? undefined : OWN;
    case Op.item:
      return borrowOfItem(world, view, expression);
    case Op.cast:
      return borrowOfType(world, view, a);
    case Op.settled:
      return borrowOfValue(world, view, a, depth + 1);
    case Op.new:
    case Op.tuple:
      return OWN;
    default:
      return undefined;
  }
}

/** How a part of a tuple is borrowed whose type is written out, of the name, the parameter or the pattern that takes it apart. */
function borrowOfItem(world: World, view: FileView, expression: number): Borrow | undefined {
  const { expressions, bindings } = view.facts;
  const { op, a, b, c } = expressions;
  const whole = a[expression]!;
  const type = op[whole] === Op.cast ? a[whole]! : bindings.type[op[whole] === Op.binding ? a[whole]! : onlyBinding(world, view, whole)]!;
  const isFromStart = c[expression] === 0 || c[expression] === ItemMode.written;
  return type === 0 || op[type] !== Op.tuple || !isFromStart
    ? undefined
    : borrowOfType(world, view, listItems(view.facts, a[type]!)[b[expression]!] ?? 0);
}

function borrowOfName(world: World, view: FileView, expression: number, depth: number): Borrow | undefined {
  const { bindings } = view.facts;
  const row = onlyBinding(world, view, expression);
  if (row === 0) return undefined;
  if (bindings.type[row] !== 0) return borrowOfType(world, view, bindings.type[row]!);
  if (bindings.flags[row]! & BindingFlag.receiver) return borrowOfSelf(world, view, bindings.scope[row]!);
  const definition = bindings.definition[row]!;
  if (definition === 0) return borrowOfValue(world, view, bindings.value[row]!, depth + 1);
  const kind = view.facts.definitions.kind[definition]!;
  return kind === DefinitionKind.constant || kind === DefinitionKind.variable
    ? borrowOfType(world, view, view.facts.definitions.type[definition]!)
    : undefined;
}

/** How the receiver of the method around `scope` is declared: of one by value as the type that its impl is for. */
function borrowOfSelf(world: World, view: FileView, scope: number): Borrow | undefined {
  const { definitions, bindings } = view.facts;
  const around = receiverAround(view, scope);
  if (around === undefined || bindings.type[around.receiver] !== 0) return undefined;
  const impl = implOf(world, definitionId(view.index, around.definition));
  const own = impl === 0 ? undefined : borrowOfOwner(world, impl);
  if ((definitions.flags[around.definition]! & DefinitionFlag.byReference) === 0) return own;
  if (own !== OWN) return undefined;
  return (bindings.flags[around.receiver]! & BindingFlag.mutable) === 0 ? SHARED : MUTABLE;
}

/** How what `*self`, or `*x` of a parameter that says its type, points at is borrowed itself. */
function borrowOfPointee(world: World, view: FileView, pointer: number): Borrow | undefined {
  const { expressions, bindings, definitions } = view.facts;
  const row = onlyBinding(world, view, pointer);
  const isReceiver = expressions.op[pointer] === Op.self || (bindings.flags[row]! & BindingFlag.receiver) !== 0;
  if (!isReceiver || bindings.type[row] !== 0) return borrowBehind(world, view, bindings.type[row]!);
  const around = receiverAround(view, row === 0 ? expressions.a[pointer]! : bindings.scope[row]!);
  if (around === undefined || bindings.type[around.receiver] !== 0) return undefined;
  const impl = implOf(world, definitionId(view.index, around.definition));
  if (impl === 0) return undefined;
  const isByReference = (definitions.flags[around.definition]! & DefinitionFlag.byReference) !== 0;
  return isByReference ? borrowOfOwner(world, impl) : borrowBehind(world, view, definitions.owner[rowOf(impl)]!);
}

/** Of a type that is written as a reference how what it points at is borrowed. */
function borrowBehind(world: World, view: FileView, type: number): Borrow | undefined {
  const { expressions } = view.facts;
  return type !== 0 && expressions.op[type] === Op.reference ? borrowOfType(world, view, expressions.a[type]!) : undefined;
}

function borrowOfField(world: World, object: Meaning, name: string): Borrow | undefined {
  let holder: Meaning | undefined = object;
  while (holder !== undefined && world.inLibrary(holder.definition)) holder = seenThrough(world, holder);
  if (holder === undefined || !isObject(holder)) return undefined;
  const field = firstMember(world, holder.definition, name);
  const view = world.viewOf(holder.definition);
  return field === 0 ? undefined : borrowOfType(world, view, view.facts.definitions.type[rowOf(field)]!);
}
