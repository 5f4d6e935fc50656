/**
 * How values and types are borrowed: `T`, `&T`, `&mut T`, `&&T`.
 *
 * Stage: resolve. References are not part of meanings; whether a value is one follows from how it is written, and from declared types.
 * Invariant: undefined if not known.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { ItemMode, Op, ReferenceMode } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { calleeMeaning, evaluateType, evaluateValue } from "../evaluate.ts";
import { typeQualifier } from "../evaluate_types.ts";
import { type DefinitionId, definitionId, isObject, type Meaning, rowOf, sameMeaning, Tag } from "../meaning.ts";
import { onlyBinding, onlyValue } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { receiverAround } from "../state/parameters.ts";
import { implOf, seenThrough } from "../types/fitting.ts";
import { firstMember } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { type Borrow, LENT_ON, MUTABLE, OWN, SHARED, TWICE } from "./probing.ts";

const DEEPEST = 6;
/** Operations whose result is not a reference itself, unless something shows that it is. */
const LED_TO: ReadonlySet<number> = new Set([Op.deref, Op.index, Op.member]);

/** How the type of an impl is borrowed. */
export function borrowOfOwner(world: World, impl: DefinitionId): Borrow | undefined {
  const view = world.viewOf(impl);
  return borrowOfType(world, view, view.facts.definitions.owner[rowOf(impl)]!);
}

/** How values of a written type are borrowed. */
export function borrowOfType(world: World, view: FileView, type: number, depth = 0): Borrow | undefined {
  if (type === 0 || depth > DEEPEST) return undefined;
  const { op, a, b } = view.facts.expressions;
  if (op[type] === Op.reference) {
    return b[type] === ReferenceMode.mutable ? MUTABLE : borrowed(SHARED, borrowOfType(world, view, a[type]!, depth + 1));
  }
  if (op[type] === Op.selfType) {
    const impl = implAround(view, a[type]!);
    if (impl !== 0) return borrowOfOwner(world, impl);
  }
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

/** The impl around a scope, or 0. */
export function implAround(view: FileView, scope: number): DefinitionId {
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== 0; s = scopes.parent[s]!) {
    if (definitions.kind[scopes.definition[s]!] === DefinitionKind.impl) return definitionId(view.index, scopes.definition[s]!);
  }
  return 0;
}

/**
 * How a part of something borrowed as `whole` is seen, if the part itself is borrowed as `part`; if that is not known, as if it were not a
 * reference.
 */
function borrowed(whole: Borrow | undefined, part: Borrow | undefined): Borrow | undefined {
  if (whole === OWN) return part;
  return whole === SHARED && (part === SHARED || part === TWICE) ? TWICE : whole;
}

/** The alias that a type is written as, or 0. */
function aliasOf(world: World, view: FileView, type: number): DefinitionId {
  const { expressions } = view.facts;
  const base = withoutArguments(view.facts, type);
  if (expressions.op[base] !== Op.name && expressions.op[base] !== Op.path) return 0;
  const named = typeQualifier(world, view, base);
  return named.tag === Tag.definition && world.kindOf(named.definition) === DefinitionKind.type_alias ? named.definition : 0;
}

/** Whether `*x` is the target of the reference `x`, rather than what that itself dereferences to. */
export function isReferred(world: World, view: FileView, expression: number, value: Meaning): boolean {
  if (world.rules.protocols.deref === undefined || (value.tag !== Tag.instance && value.tag !== Tag.self)) return false;
  const borrow = borrowOfValue(world, view, expression, 0);
  return borrow === undefined ? isLentSelf(view, expression) : borrow !== OWN;
}

/** Whether an expression is the `self` of a method that takes it by reference. */
function isLentSelf(view: FileView, expression: number): boolean {
  const { op, a } = view.facts.expressions;
  const around = op[expression] === Op.self ? receiverAround(view, a[expression]!) : undefined;
  if (around === undefined) return false;
  const type = view.facts.bindings.type[around.receiver]!;
  return type === 0 ? (view.facts.definitions.flags[around.definition]! & DefinitionFlag.byReference) !== 0 : op[type] === Op.reference;
}

/** How the value of an expression is borrowed. */
export function borrowOfValue(world: World, view: FileView, expression: number, depth: number): Borrow | undefined {
  if (expression === 0 || depth > DEEPEST) return undefined;
  const { expressions, strings } = view.facts;
  const a = expressions.a[expression]!;
  switch (expressions.op[expression]) {
    case Op.reference: {
      const mode = expressions.b[expression]!;
      if (mode === ReferenceMode.behind) return borrowOfPointee(world, view, a);
      if (mode === ReferenceMode.mutable) return MUTABLE;
      const referred = borrowOfPlace(world, view, a, depth + 1);
      return referred === undefined && !LED_TO.has(expressions.op[a]!) ? undefined : borrowed(SHARED, referred);
    }
    case Op.name:
      return borrowOfName(world, view, expression, depth);
    case Op.self:
      return borrowOfSelf(world, view, a);
    case Op.deref:
      return borrowOfPointee(world, view, a);
    case Op.member: {
      const field = borrowOfPlace(world, view, expression, depth);
      // A part that a pattern takes out of a reference is borrowed like that.
      return expressions.op[a] === Op.cast ? borrowed(borrowOfValue(world, view, expressions.b[a]!, depth + 1), field) : field;
    }
    case Op.call: {
      const callee = calleeMeaning(world, view, a);
      if (callee.tag !== Tag.definition || callee.held) return undefined;
      if (!isCallable(world.kindOf(callee.definition))) return OWN;
      const result = resultType(world, view, a);
      return result === undefined ? undefined : borrowOfType(world, result.view, result.type);
    }
    case Op.literal:
      return strings[a] === world.rules.lentLiteral ? SHARED : OWN;
    case Op.item:
    case Op.unwrap:
    case Op.iterate: {
      const part = writtenPart(world, view, expression, depth);
      return part === undefined ? undefined : borrowed(borrowOfValue(world, view, a, depth + 1), borrowOfType(world, part.view, part.type));
    }
    case Op.cast:
      return borrowOfType(world, view, a);
    case Op.binding:
      return borrowOfType(world, view, view.facts.bindings.type[a]!);
    case Op.settled:
      return borrowOfValue(world, view, a, depth + 1);
    case Op.operated:
      return isObject(evaluateValue(world, view, expression)) ? OWN : undefined;
    case Op.index:
      return borrowOfElement(world, view, expression, depth);
    case Op.new:
    case Op.tuple:
      return OWN;
    default:
      return undefined;
  }
}

/** How the value of a field, or of a part named by a pattern, is borrowed itself, independent of the way to it. */
function borrowOfPlace(world: World, view: FileView, expression: number, depth: number): Borrow | undefined {
  const { op, a, b } = view.facts.expressions;
  const at = op[expression]!;
  if (at !== Op.member && at !== Op.item && at !== Op.unwrap) return borrowOfValue(world, view, expression, depth);
  const written = at === Op.member
    ? fieldType(world, evaluateValue(world, view, a[expression]!), view.text(b[expression]!))
    : writtenPart(world, view, expression, depth);
  return written === undefined ? undefined : borrowOfType(world, written.view, written.type);
}

/** How an element of a list is borrowed: according to the list's type, or like its first written element. */
function borrowOfElement(world: World, view: FileView, index: number, depth: number): Borrow | undefined {
  const part = writtenPart(world, view, index, depth);
  if (part !== undefined) return borrowOfType(world, part.view, part.type);
  const { op, a, b } = view.facts.expressions;
  const list = a[index]!;
  const literal = op[list] === Op.name ? onlyValue(world, view, list) : list;
  const first = op[literal] === Op.literal ? listItems(view.facts, b[literal]!)[0] ?? 0 : 0;
  return borrowOfValue(world, view, first, depth + 1);
}

/** A written type: a row of the expressions of a file. */
interface Written {
  readonly view: FileView;
  readonly type: number;
}

/** The declared type of an expression's value; undefined if there is none. */
function writtenType(world: World, view: FileView, expression: number, depth: number): Written | undefined {
  if (expression === 0 || depth > DEEPEST) return undefined;
  const { expressions, bindings } = view.facts;
  const a = expressions.a[expression]!;
  switch (expressions.op[expression]) {
    case Op.name: {
      const row = onlyBinding(world, view, expression);
      if (bindings.type[row] !== 0) return { view, type: bindings.type[row]! };
      return bindings.definition[row] === 0 ? writtenType(world, view, bindings.value[row]!, depth + 1) : undefined;
    }
    case Op.binding:
      return { view, type: bindings.type[a]! };
    case Op.cast:
      return { view, type: a };
    case Op.settled:
      return writtenType(world, view, a, depth + 1);
    case Op.member:
      return fieldType(world, evaluateValue(world, view, a), view.text(expressions.b[expression]!));
    case Op.call:
      return resultType(world, view, a);
    case Op.item:
    case Op.unwrap:
    case Op.iterate:
      return writtenPart(world, view, expression, depth);
    default:
      return undefined;
  }
}

/** The declared type of a part of a value: of a tuple element, or of a type argument. */
function writtenPart(world: World, view: FileView, expression: number, depth: number): Written | undefined {
  const { op, a, b, c } = view.facts.expressions;
  const whole = writtenType(world, view, a[expression]!, depth + 1);
  if (whole === undefined) return undefined;
  const { facts } = whole.view;
  let { type } = whole;
  while (facts.expressions.op[type] === Op.reference) type = facts.expressions.a[type]!;
  const at = facts.expressions.op[type];
  if (op[expression] === Op.item) {
    const isFromStart = c[expression] === 0 || c[expression] === ItemMode.written;
    return at === Op.tuple && isFromStart
      ? { view: whole.view, type: listItems(facts, facts.expressions.a[type]!)[b[expression]!] ?? 0 }
      : undefined;
  }
  if (at !== Op.apply) return undefined;
  const items = listItems(facts, facts.expressions.b[type]!);
  if (op[expression] === Op.unwrap) {
    const { definition, items: all } = evaluateType(world, whole.view, type);
    // An alias may omit some of the arguments.
    if (all.length === items.length) return { view: whole.view, type: items[world.library.positionGiven("unwrap", definition) ?? -1] ?? 0 };
  }
  const given = evaluateValue(world, view, expression);
  const same = items.filter((item) => sameMeaning(evaluateType(world, whole.view, item), given));
  return same.length === 1 ? { view: whole.view, type: same[0]! } : undefined;
}

/** The declared result of a callee. */
function resultType(world: World, view: FileView, expression: number): Written | undefined {
  const callee = calleeMeaning(world, view, expression);
  if (callee.tag !== Tag.definition || callee.held || !isCallable(world.kindOf(callee.definition))) return undefined;
  const target = world.viewOf(callee.definition);
  return { view: target, type: target.facts.definitions.type[rowOf(callee.definition)]! };
}

function borrowOfName(world: World, view: FileView, expression: number, depth: number): Borrow | undefined {
  const { bindings } = view.facts;
  const row = onlyBinding(world, view, expression);
  if (row === 0) return undefined;
  if (bindings.type[row] !== 0) return borrowOfType(world, view, bindings.type[row]!);
  if (bindings.flags[row]! & BindingFlag.receiver) return borrowOfSelf(world, view, bindings.scope[row]!);
  const definition = bindings.definition[row]!;
  if (bindings.kind[row] === BindingKind.import) return isUnit(world, evaluateValue(world, view, expression)) ? OWN : undefined;
  if (definition === 0) return borrowOfValue(world, view, bindings.value[row]!, depth + 1);
  const kind = view.facts.definitions.kind[definition]!;
  if (kind === DefinitionKind.struct) return OWN;
  return kind === DefinitionKind.constant || kind === DefinitionKind.variable
    ? borrowOfType(world, view, view.facts.definitions.type[definition]!)
    : undefined;
}

/** Whether a name's meaning is a type whose name is its single value. */
function isUnit(world: World, { tag, definition }: Meaning): boolean {
  return tag === Tag.definition && world.kindOf(definition) === DefinitionKind.struct;
}

/** How the receiver of the method around `scope` is declared: if by value, like the type of its impl. */
function borrowOfSelf(world: World, view: FileView, scope: number): Borrow | undefined {
  const { definitions, bindings } = view.facts;
  const around = receiverAround(view, scope);
  if (around === undefined || bindings.type[around.receiver] !== 0) return undefined;
  const impl = implOf(world, definitionId(view.index, around.definition));
  const own = impl === 0 ? undefined : borrowOfOwner(world, impl);
  if ((definitions.flags[around.definition]! & DefinitionFlag.byReference) === 0) return own;
  const isMutable = (bindings.flags[around.receiver]! & BindingFlag.mutable) !== 0;
  if (own === OWN) return isMutable ? MUTABLE : SHARED;
  if (isMutable) return own === MUTABLE ? LENT_ON : undefined;
  return own === SHARED ? TWICE : undefined;
}

/** How the target of `*self`, or of `*x` for a parameter with a declared type, is borrowed itself. */
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

/** How the target of a type written as a reference is borrowed. */
function borrowBehind(world: World, view: FileView, type: number): Borrow | undefined {
  const { expressions } = view.facts;
  return type !== 0 && expressions.op[type] === Op.reference ? borrowOfType(world, view, expressions.a[type]!) : undefined;
}

/** The declared type of a field of a value, or of its target. */
function fieldType(world: World, object: Meaning, name: string): Written | undefined {
  let holder: Meaning | undefined = object;
  while (holder !== undefined && world.inLibrary(holder.definition)) holder = seenThrough(world, holder);
  if (holder === undefined || !isObject(holder)) return undefined;
  const field = firstMember(world, holder.definition, name);
  const view = world.viewOf(holder.definition);
  return field === 0 ? undefined : { view, type: view.facts.definitions.type[rowOf(field)]! };
}
