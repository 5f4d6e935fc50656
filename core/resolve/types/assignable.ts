/**
 * Whether a value of one type is accepted where another is declared.
 *
 * Stage: resolve. Invariant: false only if it certainly is not; what is not known (an external type, a type parameter, a type with an
 * external base) is accepted.
 */
import { DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { functionResult } from "../calls/results.ts";
import { evaluateType } from "../evaluate.ts";
import { isObject, type Meaning, partsOf, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { isFunction, isLibraryType, isOfKind, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { promotes } from "./fitting.ts";
import { asSuper, isDeclaredIn, memberTable, orderOf } from "./inheritance.ts";

const DEEPEST = 6;

/** A declared type. */
export interface Declared {
  readonly type: Meaning;
  /** Whether nothing (`None`) is among its values; undefined if not known. */
  readonly orNothing: boolean | undefined;
}

/** The absence of a declaration. */
export const UNDECLARED: Declared = { type: UNKNOWN, orNothing: undefined };

/** The declaration by the type expression at a row of a file; 0: none. */
export function declaredBy(world: World, view: FileView, expression: number): Declared {
  if (expression === 0) return UNDECLARED;
  const type = evaluateType(world, view, expression);
  return { type, orNothing: saysNothing(world, view, expression, type) };
}

function saysNothing(world: World, view: FileView, expression: number, type: Meaning): boolean | undefined {
  const { expressions, strings } = view.facts;
  const { op, a, b } = expressions;
  switch (op[expression]) {
    case Op.either: {
      const parts = listItems(view.facts, a[expression]!).map((part) => saysNothing(world, view, part, evaluateType(world, view, part)));
      return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
    }
    case Op.literal:
    case Op.key:
      return false;
    case Op.builtin:
      return world.rules.nothing.includes(strings[a[expression]!]!);
    case Op.apply:
      return saysNothing(world, view, a[expression]!, type);
    case Op.name:
    case Op.member:
      // An alias may stand for anything.
      return type.tag === Tag.instance && world.nameOf(type.definition) === strings[(op[expression] === Op.name ? a : b)[expression]!]
        ? false
        : undefined;
    default:
      return type.tag === Tag.function || type.tag === Tag.tuple ? false : undefined;
  }
}

/** Whether a value of one declaration is accepted where another one is. */
export function serves(world: World, value: Declared, wanted: Declared): boolean {
  if (wanted.orNothing === false && (value.orNothing === true || value.type.tag === Tag.nothing)) return isRoot(world, wanted.type);
  return assignable(world, value.type, wanted.type);
}

/** Whether every value is of this type. */
export function isRoot(world: World, type: Meaning): boolean {
  return isLibraryType(world, type) && orderOf(world, type.definition).length === 1 &&
    [...memberTable(world, type.definition).keys()].every((name) => world.allHave(name));
}

function assignable(world: World, value: Meaning, wanted: Meaning, depth = 0): boolean {
  if (depth > DEEPEST || isOpen(value) || isOpen(wanted)) return true;
  if (value.tag === Tag.union) return value.items.every((item) => assignable(world, item, wanted, depth + 1));
  if (wanted.tag === Tag.union) return wanted.items.some((item) => assignable(world, value, item, depth + 1));
  if (value.tag === Tag.nothing) return true;
  if (wanted.tag === Tag.nothing) return false;
  if (isOfKind(world, wanted, DefinitionKind.protocol)) return !lacksMember(world, value, wanted);
  if (wanted.tag === Tag.instance || wanted.tag === Tag.self) return isInstance(world, value, wanted, depth);
  if (wanted.tag === Tag.external) return !isObject(value) || mayBeOutside(world, value);
  if (wanted.tag === Tag.tuple) return fitsTuple(world, value, wanted, depth);
  if (wanted.tag === Tag.function) return mayBeCalled(world, value) && mayGive(world, value, wanted, depth);
  if (isFunction(world, wanted)) return mayBeCalled(world, value);
  return true;
}

function isOpen({ tag }: Meaning): boolean {
  return tag === Tag.unknown || tag === Tag.parameter || tag === Tag.module;
}

function isInstance(world: World, value: Meaning, wanted: Meaning, depth: number): boolean {
  if (value.tag === Tag.external) return world.inLibrary(wanted.definition);
  if (value.tag === Tag.tuple || value.tag === Tag.function || value.tag === Tag.definition) {
    // A library protocol is described by the library's own types.
    return world.inLibrary(wanted.definition) && !isPlain(world, wanted);
  }
  const base = asSuper(world, value, wanted.definition);
  if (base === undefined) {
    return orderOf(world, value.definition).some((entry) => entry.tag !== Tag.instance) ||
      promotes(world, value.definition, wanted.definition) ||
      (world.inLibrary(wanted.definition) && !isPlain(world, wanted) && hasMembersOf(world, value, wanted));
  }
  const { items } = base;
  // Variance depends on the type: one direction suffices.
  return wanted.items.every((item, i) =>
    items[i] === undefined || assignable(world, items[i]!, item, depth + 1) || assignable(world, item, items[i]!, depth + 1)
  );
}

/** Whether a repository type has the declared members of a library type; the members of library types are not all known. */
function hasMembersOf(world: World, value: Meaning, wanted: Meaning): boolean {
  if (isPlain(world, value) && world.library.positionGiven("await", wanted.definition) !== undefined) return false;
  return world.inLibrary(value.definition) || hasAllOf(world, orderOf(world, value.definition), wanted);
}

/** Whether the classes in an inheritance order have all names that a type declares itself. */
function hasAllOf(world: World, order: readonly Meaning[], { definition }: Meaning): boolean {
  return [...memberTable(world, definition).keys()].every((name) => world.allHave(name) || isDeclaredIn(world, order, name));
}

/** Whether a value of one type is known to be accepted where another is declared: by its bases, or by the members of a protocol. */
export function surelyServes(world: World, value: Meaning, wanted: Meaning): boolean {
  if (!assignable(world, value, wanted)) return false;
  if (value.tag === Tag.definition || value.tag === Tag.function) {
    const given = declaredResult(world, value);
    return partsOf(wanted).some(({ tag, result }) =>
      tag === Tag.function ? !isOpen(given) || isAnyResult(world, result) : tag !== Tag.external
    );
  }
  if (!isObject(value)) return true;
  return partsOf(wanted).some((one) => {
    if (one.tag !== Tag.instance) return one.tag !== Tag.external;
    const base = asSuper(world, value, one.definition);
    if (base !== undefined) return areKnown(world, base.items, one.items);
    return world.inLibrary(one.definition) ||
      (world.kindOf(one.definition) === DefinitionKind.protocol && hasAllAsked(world, orderOf(world, value.definition), one));
  });
}

function isAny(world: World, type: Meaning): boolean {
  return isOpen(type) || isRoot(world, type);
}

/** Whether all type arguments that the other type constrains are known. */
function areKnown(world: World, items: readonly Meaning[], asked: readonly Meaning[]): boolean {
  return asked.every((one, i) => isAny(world, one) || !isOpen(items[i] ?? UNKNOWN));
}

/** Whether a repository class certainly lacks a member of a repository protocol: nothing external provides members of it. */
function lacksMember(world: World, value: Meaning, wanted: Meaning): boolean {
  if (!isObject(value)) return false;
  const order = orderOf(world, value.definition);
  return order.every((entry) => entry.tag === Tag.instance && isFullyDeclared(world, entry)) && !hasAllAsked(world, order, wanted);
}

/** Whether the classes in an inheritance order have all names required by a protocol and its bases in the repository. */
function hasAllAsked(world: World, order: readonly Meaning[], protocol: Meaning): boolean {
  return orderOf(world, protocol.definition).every((one) => !isOwnType(world, one) || hasAllOf(world, order, one));
}

/**
 * Whether all members of a class itself are known: no decorator adds any; a library class qualifies only if it has nothing but operator
 * methods.
 */
function isFullyDeclared(world: World, { definition }: Meaning): boolean {
  const { bindings, definitions } = world.viewOf(definition).facts;
  if (!world.inLibrary(definition)) return definitions.decorators[rowOf(definition)] === 0;
  return [...memberTable(world, definition)].every(([name, rows]) =>
    world.allHave(name) || rows.every((row) => (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.implicit) !== 0)
  );
}

/** Types whose values are only their own: numbers, texts, containers created by a literal. */
export function isPlain(world: World, type: Meaning): boolean {
  return isLibraryType(world, type) && world.rules.plainTypes?.includes(world.nameOf(type.definition)) === true;
}

function mayBeOutside(world: World, value: Meaning): boolean {
  return orderOf(world, value.definition).some((entry) => !isOwnType(world, entry));
}

/** Whether a type is a subtype of tuple, or has an external base that may be. */
function mayBeTuple(world: World, value: Meaning): boolean {
  const tuple = world.library.tupleType();
  return orderOf(world, value.definition).some((entry) => entry.tag !== Tag.instance || entry.definition === tuple);
}

function fitsTuple(world: World, value: Meaning, wanted: Meaning, depth: number): boolean {
  if (value.tag !== Tag.tuple) return value.tag === Tag.external || (value.tag === Tag.instance && mayBeTuple(world, value));
  return value.items.length === wanted.items.length && value.items.every((item, i) => assignable(world, item, wanted.items[i]!, depth + 1));
}

/** Whether a function may return what another one is declared to return; undeclared results are open. */
function mayGive(world: World, value: Meaning, { result }: Meaning, depth: number): boolean {
  return isAnyResult(world, result) || assignable(world, declaredResult(world, value), result!, depth + 1);
}

/** Whether a function type has no declared result, or accepts any. */
function isAnyResult(world: World, result: Meaning | undefined): boolean {
  return result === undefined || result.tag === Tag.nothing || isAny(world, result);
}

function declaredResult(world: World, value: Meaning): Meaning {
  if (value.tag === Tag.function) return value.result ?? UNKNOWN;
  if (value.tag !== Tag.definition || !isCallable(world.kindOf(value.definition))) return UNKNOWN;
  const { type } = world.viewOf(value.definition).facts.definitions;
  return type[rowOf(value.definition)] === 0 ? UNKNOWN : functionResult(world, value.definition);
}

function mayBeCalled(world: World, value: Meaning): boolean {
  if (value.tag === Tag.tuple) return false;
  if (value.tag !== Tag.instance) return true;
  const order = orderOf(world, value.definition);
  return order.some((entry) => entry.tag !== Tag.instance) ||
    (world.rules.protocols.call ?? []).some((name) => isDeclaredIn(world, order, name));
}
