/**
 * Selects the bindings of a name in one scope that count at a place.
 *
 * Stage: resolve. Invariant: exactly those that can reach the place.
 */
import { NO_ROWS, without } from "../../base/lists.ts";
import {
  BindingFlag,
  BindingKind,
  DefinitionKind,
  isBlock,
  isCallable,
  isLeaving,
  isOther,
  isTried,
  isType,
  LinkFlag,
} from "../../facts.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { Space } from "./names.ts";

/** Which bindings of a name are searched: a `Space`, and bits. A plain number, because every name is looked up and most are bound once. */
export const Sought = {
  space: 3,
  /** The place sees all bindings of the scope; otherwise only its type parameters. */
  open: 4,
  /** Only what can be called. */
  callable: 8,
  /** Later bindings do not exist yet. */
  above: 16,
  /** A function boundary is between the scope and the place. */
  crossed: 32,
} as const;
/** The bits that do not depend on the place. */
const ANYWHERE = Sought.space | Sought.open | Sought.callable;

/** A name (a row of `strings`) as it stands at offset `at` of a scope. */
export interface PlacedName {
  readonly name: number;
  readonly scope: number;
  readonly at: number;
}

/** The bindings of one name in one scope that match a search, in source order. */
export interface SoughtRows {
  readonly rows: readonly number[];
  /** Those that apply at every place, by their declarations. */
  readonly declared: readonly number[] | undefined;
  /** Once requested: those that hold before they run, those that are no tests, and of these those that count after all code has run. */
  hoisted?: readonly number[];
  set?: readonly number[];
  remaining?: readonly number[];
}

/** Flags of an import that an ordinary build has under a condition. */
const OF_BUILD = LinkFlag.built | LinkFlag.conditional;
const ONLY_TYPES: ReadonlySet<number> = new Set([DefinitionKind.interface, DefinitionKind.type_alias]);
const ONLY_VALUES: ReadonlySet<number> = new Set([
  DefinitionKind.function,
  DefinitionKind.variable,
  DefinitionKind.constant,
  DefinitionKind.field,
  DefinitionKind.method,
  DefinitionKind.constructor,
  DefinitionKind.macro,
  DefinitionKind.lambda,
]);

/** Whether a definition of that kind can be meant in a space, if types and values have separate namespaces. */
export function isInSpace(kind: number, space: number): boolean {
  return !(space === Space.type ? ONLY_VALUES : ONLY_TYPES).has(kind);
}

/** Whether a binding is in the space. */
export function inSpace(world: World, view: FileView, row: number, space: number): boolean {
  const { bindings, definitions } = view.facts;
  const kind = bindings.kind[row]!;
  const definition = bindings.definition[row]!;
  const macro = definitions.kind[definition] === DefinitionKind.macro;
  if (macro || (space === Space.type && isOnlyValue(world, view, row))) return false;
  if (!world.rules.separateTypes) return true;
  if (kind === BindingKind.import) return true;
  if (kind === BindingKind.typeParameter) return space === Space.type;
  if (definition === 0) return space === Space.value;
  return isInSpace(definitions.kind[definition]!, space);
}

/** Whether a binding is of a function, if types and functions may share a name. */
export function isOnlyValue(world: World, view: FileView, row: number): boolean {
  const definition = view.facts.bindings.definition[row]!;
  return world.rules.kindsApart && definition !== 0 && isCallable(view.facts.definitions.kind[definition]!);
}

/** Of the bindings of a name that is called, those that are no types, where types and functions may share a name and one is a function. */
export function besideTypes(world: World, view: FileView, rows: readonly number[], space: number): readonly number[] {
  if (rows.length < 2 || (space !== Space.call && space !== Space.value)) return rows;
  if (!rows.some((row) => isOnlyValue(world, view, row))) return rows;
  const { bindings, definitions } = view.facts;
  return rows.filter((row) => bindings.definition[row] === 0 || !isType(definitions.kind[bindings.definition[row]!]!));
}

/** Whether a binding is of something that can be called, or an import. */
function isMethodRow(view: FileView, row: number): boolean {
  const { bindings, definitions } = view.facts;
  return bindings.import_[row] !== 0 || isCallable(definitions.kind[bindings.definition[row]!]!);
}

/** Of the bindings of a name that is not called, those that are not methods, if methods have a separate namespace and there are others. */
function besideMethods(world: World, view: FileView, rows: readonly number[]): readonly number[] {
  if (world.rules.methodsApart !== true || rows.length < 2) return rows;
  const { bindings, definitions } = view.facts;
  const others = rows.filter((row) => !isCallable(definitions.kind[bindings.definition[row]!]!));
  return others.length > 0 ? others : rows;
}

/** Whether a binding matches a search, wherever it is. */
function isSought(world: World, view: FileView, row: number, sought: number): boolean {
  const kind = view.facts.bindings.kind[row]!;
  const isParameter = kind === BindingKind.typeParameter || (world.rules.constantParameters && kind === BindingKind.variable);
  if (kind === BindingKind.field || ((sought & Sought.open) === 0 && !isParameter)) return false;
  return inSpace(world, view, row, sought & Sought.space) && ((sought & Sought.callable) === 0 || isMethodRow(view, row));
}

/**
 * The bindings of one name in one scope that can hold at offset `at` of `scope`.
 * @param first the first of all its bindings
 * @param sought see `Sought`
 */
export function reachingRows(
  world: World,
  view: FileView,
  first: number,
  sought: number,
  scope: number,
  at: number,
): readonly number[] {
  // Most names have a single binding: only its result is allocated.
  if (view.names.next(first) !== 0) return reachingOfSeveral(world, view, first, sought, scope, at);
  const isFar = (sought & Sought.above) !== 0 && isYetToCome(view, first, sought, at);
  return !isFar && isSought(world, view, first, sought) && reaches(world, view, first, scope, at) ? [first] : NO_ROWS;
}

function reachingOfSeveral(
  world: World,
  view: FileView,
  first: number,
  sought: number,
  scope: number,
  at: number,
): readonly number[] {
  const isInOrder = (sought & Sought.above) !== 0;
  const { assignmentsBind, blockScoped } = world.rules;
  const isDeclaring = blockScoped && assignmentsBind;
  const isAnyOrder = assignmentsBind && (sought & Sought.crossed) !== 0;
  const all = soughtRows(world, view, first, sought & ANYWHERE);
  // Usually a close binding applies, and a chain of tests may have thousands of others.
  const seen: SoughtRows = isInOrder ? { rows: all.rows.filter((row) => !isYetToCome(view, row, sought, at)), declared: undefined } : all;
  const { rows } = seen;
  // Later code in a loop may have bound a value before.
  const isRepeated = (sought & Sought.space) === Space.value;
  const early = isDeclaring || isAnyOrder ? undefined : nearestRows(view, isRepeated ? all.rows : rows, scope, at);
  if (early !== undefined && early.length > 0) return world.rules.kindsApart ? withItems(view, early, all.rows) : early;
  if (rows.length < 2) return rows.length === 1 && reaches(world, view, rows[0]!, scope, at) ? rows : NO_ROWS;
  if (isDeclaring && all.declared !== undefined) return all.declared;
  if (isAnyOrder) {
    const set = setRows(view, seen);
    // A name bound once keeps what an enclosing test has shown.
    if (set.length === 1 && set.length < rows.length) return nearestRows(view, rows, scope, at, true) ?? set;
    return seen.remaining ??= withoutReplaced(world, view, set);
  }
  const nearest = isDeclaring ? nearestRows(view, all.rows, scope, at) : early;
  if (nearest !== undefined) return nearest;
  const hoisted = seen.hoisted ??= rows.filter((row) => (view.facts.bindings.flags[row]! & BindingFlag.hoisted) !== 0);
  if (hoisted.length > 0) return hoisted;
  return assignmentsBind ? setRows(view, seen) : NO_ROWS;
}

function setRows({ facts: { bindings } }: FileView, seen: SoughtRows): readonly number[] {
  return seen.set ??= without(seen.rows, (row) => bindings.kind[row] === BindingKind.narrowing);
}

/**
 * Whether a class body has not bound the name yet where it is read: the binding is later, or a declaration without a value, which binds
 * nothing (`date: date`). In a type, a class may be named before its definition.
 */
function isYetToCome(view: FileView, row: number, sought: number, at: number): boolean {
  const { bindings, definitions } = view.facts;
  const definition = bindings.definition[row]!;
  if (bindings.kind[row] === BindingKind.typeParameter) return false;
  if (bindings.at[row]! > at) return (sought & Sought.space) !== Space.type || !isType(definitions.kind[definition]!);
  const isDeclared = bindings.type[row] !== 0 || definitions.type[definition] !== 0;
  return isDeclared && bindings.value[row] === 0 && definitions.kind[definition] === DefinitionKind.field &&
    definitions.value[definition] === 0;
}

/**
 * Adds to the nearest bindings: an import, or a file module, may be a module, so a function of that name anywhere in the scope applies as
 * well, and so do imports that are not modules.
 */
function withItems(view: FileView, near: readonly number[], rows: readonly number[]): readonly number[] {
  const { kind } = view.facts.bindings;
  if (rows.length < 2 || kind[near[0]!] !== BindingKind.import) return near;
  const isFunction = (row: number): boolean => kind[row] === BindingKind.definition && isMethodRow(view, row);
  const functions = rows.filter(isFunction);
  if (functions.length === 0 && childModuleAmong(view, rows) === 0) return alternatives(view, near, rows);
  return [...functions, ...rows.filter((row) => kind[row] === BindingKind.import)];
}

/** Imports of one name that each hold under a condition of the build alone: any of them may be the one that is built. */
function alternatives({ facts: { bindings, imports } }: FileView, near: readonly number[], rows: readonly number[]): readonly number[] {
  const isAlternative = (row: number): boolean => (imports.flags[bindings.import_[row]!]! & OF_BUILD) === OF_BUILD;
  return near.every(isAlternative) ? rows.filter(isAlternative) : near;
}

/** The first of several bindings that is of a file module; 0 if there is none. */
export function childModuleAmong(view: FileView, rows: readonly number[]): number {
  for (const row of rows) if (isChildModule(view, row)) return row;
  return 0;
}

/** Whether a binding is of a file module that an ordinary build includes. */
export function isChildModule({ facts: { bindings, imports } }: FileView, row: number): boolean {
  return (imports.flags[bindings.import_[row]!]! & (LinkFlag.childModule | LinkFlag.inactive)) === LinkFlag.childModule;
}

/** The bindings of one name in one scope that match a search, cached: a name that is bound thousands of times is looked up as often. */
function soughtRows(world: World, view: FileView, first: number, sought: number): SoughtRows {
  const key = 2 * Sought.above * first + sought;
  let found = view.sought.get(key);
  if (found === undefined) {
    const all: number[] = [];
    for (let row = first; row !== 0; row = view.names.next(row)) if (isSought(world, view, row, sought)) all.push(row);
    const callable = besideTypes(world, view, all, sought & Sought.space);
    const rows = (sought & Sought.callable) === 0 ? besideMethods(world, view, callable) : callable;
    const isDeclaring = world.rules.blockScoped && world.rules.assignmentsBind;
    found = { rows, declared: isDeclaring && rows.length > 1 ? declaredRows(view, rows) : undefined };
    view.sought.set(key, found);
  }
  return found;
}

/**
 * The bindings of one name and scope after all code has run: without imports and assignments that a class or function certainly replaces.
 */
export function withoutReplaced({ rules }: World, view: FileView, rows: readonly number[]): readonly number[] {
  if (rows.length < 2 || !rules.assignmentsBind || rules.blockScoped) return rows;
  const { bindings, definitions } = view.facts;
  const isStatement = (row: number): boolean => {
    const kind = definitions.kind[bindings.definition[row]!]!;
    return bindings.definition[row] !== 0 && (isCallable(kind) || isType(kind));
  };
  const last = rows.findLast((row) => isStatement(row) && bindings.block[row] === bindings.scope[row]);
  return last === undefined ? rows : rows.filter((row) => isStatement(row) || bindings.at[row]! > bindings.at[last]!);
}

/** Whether the only binding of a name in a scope can hold at the place. */
function reaches(world: World, view: FileView, row: number, scope: number, at: number): boolean {
  const { bindings } = view.facts;
  if (bindings.kind[row] === BindingKind.narrowing) return bindings.at[row]! <= at && view.within(scope, bindings.block[row]!);
  const hoisted = (bindings.flags[row]! & BindingFlag.hoisted) !== 0;
  return hoisted || world.rules.assignmentsBind || bindings.at[row]! <= at;
}

/** If a declared type holds permanently, assignments to the name add nothing. */
function declaredRows(view: FileView, rows: readonly number[]): readonly number[] | undefined {
  const { bindings, definitions } = view.facts;
  // A class, function or enum and namespaces of its name are merged: the namespace is used if the other has no such member.
  const isNamespace = (row: number): boolean => definitions.kind[bindings.definition[row]!] === DefinitionKind.namespace;
  const plain = rows.filter((row) => !isNamespace(row));
  if (plain.length === 0) return [rows[0]!];
  // An import is determined by its target.
  if (plain.length < rows.length && plain.every((row) => bindings.kind[row] === BindingKind.import)) return rows;
  if (plain.length < rows.length) return (plain.length < 2 ? undefined : declaredRows(view, plain)) ?? plain;
  if (!rows.some((row) => bindings.kind[row] === BindingKind.assignment)) return undefined;
  const declared = rows.filter((row) => {
    const definition = bindings.definition[row]!;
    return bindings.type[row]! !== 0 ||
      (definition !== 0 && definitions.type[definition]! !== 0 && !isCallable(definitions.kind[definition]!));
  });
  return declared.length === 1 ? declared : undefined;
}

/**
 * Those of `rows` before the place, from the nearest up to one that certainly holds there, and later ones that reach it through a loop;
 * undefined if there are none before, empty if the name is deleted.
 * @param isLater whether the place runs at another time than the surrounding code
 */
function nearestRows(
  view: FileView,
  rows: readonly number[],
  scope: number,
  at: number,
  isLater = false,
): readonly number[] | undefined {
  const { bindings } = view.facts;
  const above = countUpTo(bindings.at, rows, at);
  const reaching: number[] = [];
  // Bindings in alternatives of the place's own branch reach it only through a loop that runs both.
  const apart: number[] = [];
  let known = 0;
  for (let i = above - 1; i >= 0 && known === 0; i--) {
    const row = rows[i]!;
    const block = bindings.block[row]!;
    const surely = view.within(scope, block);
    const isDeleted = (bindings.flags[row]! & BindingFlag.deleted) !== 0;
    if (surely) known = block;
    else if (!isLater && isBesideOther(view, block, scope)) {
      apart.push(row);
      continue;
    }
    if (isDeleted || (!surely && (bindings.kind[row] === BindingKind.narrowing || (!isLater && isLeft(view, block, scope))))) continue;
    reaching.push(row);
  }
  if (reaching.length === 0 && known === 0) return undefined;
  reaching.reverse();
  const loop = above === rows.length && apart.length === 0 ? 0 : view.loopAround(scope, known || bindings.scope[rows[0]!]!);
  if (loop === 0) return reaching;
  const isCarried = (row: number): boolean => isSet(view, row) && view.within(bindings.block[row]!, loop);
  const found = new Set([...reaching, ...apart.filter(isCarried), ...rows.slice(above).filter(isCarried)]);
  return rows.filter((row) => found.has(row));
}

/** Whether a place in `scope` is reached only if `block` is not run: both are alternatives of one statement. */
function isBesideOther(view: FileView, block: number, scope: number): boolean {
  const { kind, parent } = view.facts.scopes;
  let one = block;
  while (isBlock(kind[one]!) && !view.within(scope, parent[one]!)) one = parent[one]!;
  if (!isBlock(kind[one]!) || scope === parent[one]) return false;
  let other = scope;
  while (parent[other] !== parent[one]) other = parent[other]!;
  return one !== other && isOther(kind[other]!) && view.firstOf(one) === view.firstOf(other);
}

/** Whether bindings of a block do not reach the place in `scope`, because the block always leaves the function. */
function isLeft(view: FileView, block: number, scope: number): boolean {
  const { kind, parent } = view.facts.scopes;
  let isGone = false;
  for (let at = block; isBlock(kind[at]!); at = parent[at]!) {
    const mayBeCaught = isTried(kind[at]!);
    if (!mayBeCaught && !isLeaving(kind[at]!)) continue;
    if (view.within(scope, at)) break;
    if (mayBeCaught) return false;
    isGone = true;
  }
  return isGone;
}

/** Whether a binding assigns a value: narrowing or deleting a name does not. */
export function isSet({ facts: { bindings } }: FileView, row: number): boolean {
  return bindings.kind[row] !== BindingKind.narrowing && (bindings.flags[row]! & BindingFlag.deleted) === 0;
}

/** The number of rows, in source order, at or before offset `at`. */
function countUpTo(positions: ArrayLike<number>, rows: readonly number[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[rows[middle]!]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
