/**
 * Members with computed names: `x["on" + kind]`, `getattr(x, f"on_{kind}")`.
 *
 * Stage: resolve. Invariant: only members of a known type, including its bases, or of a module, and of these only those whose names start
 * and end like the text; subtypes are not searched.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionFlag, DefinitionKind, isCallable, listItems, ScopeKind } from "../../facts.ts";
import { fitsComputed } from "../../facts/computed_names.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, Tag } from "../meaning.ts";
import { runBy } from "../members/constructors.ts";
import { declaredProperty } from "../members/declared_properties.ts";
import { definitionValue } from "../names/bindings.ts";
import { moduleMember } from "../names/module_members.ts";
import { Space } from "../names/names.ts";
import { isOwnClass, isOwnFunction, isOwnType } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { isPassed } from "./passed_parts.ts";
import { writtenTable } from "./named_holders.ts";

interface ComputedName {
  /** The object expression, and the expression of the name. */
  readonly object: number;
  readonly name: number;
}

/** The computed member access in an expression; undefined if it is none. */
export function computedName(view: FileView, expression: number): ComputedName | undefined {
  const { facts } = view;
  const { op, a, b, c } = facts.expressions;
  switch (op[expression]) {
    case Op.computed:
      return { object: b[expression]!, name: c[expression]! };
    case Op.index:
      return { object: a[expression]!, name: listItems(facts, b[expression]!)[0] ?? 0 };
    case Op.unwrap:
      return computedName(view, a[expression]!);
    case Op.cast:
      return computedName(view, b[expression]!);
    case Op.either:
      for (const item of listItems(facts, a[expression]!)) if (op[item] === Op.computed) return computedName(view, item);
  }
  return undefined;
}

/** The members that may be meant, nearest first. */
export function computedMembers(world: World, view: FileView, expression: number): readonly DefinitionId[] {
  const asked = computedName(view, expression);
  if (asked === undefined) return [];
  const object = evaluateObject(world, view, asked.object);
  const found = membersOf(world, view, object, asked);
  if (found.some((member) => world.kindOf(member) !== DefinitionKind.field)) return found;
  const table = writtenTable(world, view, asked.object);
  const written = table === undefined || table.definition === object.definition ? NO_ROWS : membersOf(world, view, table, asked);
  return written.length > 0 ? written : found;
}

/**
 * The function `name` of the object literal with which the variable or field at `expression` is initialized, if that is declared to be of
 * another type.
 */
export function writtenMember(world: World, view: FileView, expression: number, name: string): readonly DefinitionId[] {
  const table = world.rules.separateTypes ? writtenTable(world, view, expression) : undefined;
  const rows = table === undefined ? undefined : memberTable(world, table.definition).get(name);
  const member = rows === undefined ? undefined : memberAmong(world, table!.definition, rows);
  return member === undefined ? [] : [member];
}

/** The functions of `object` with matching names. */
function membersOf(world: World, view: FileView, object: Meaning, asked: ComputedName): readonly DefinitionId[] {
  // Of a class itself, the static ones.
  const isClass = isOwnClass(world, object);
  const isStatic = isClass && world.rules.separateTypes === true;
  if (!isClass && object.tag !== Tag.instance && object.tag !== Tag.self && object.tag !== Tag.module) return [];
  const { op, b, c } = view.facts.expressions;
  const isKnown = op[asked.name] === Op.affixed;
  const [prefix, suffix] = isKnown ? [view.text(b[asked.name]!), view.text(c[asked.name]!)] : ["", ""];
  // An index signature is not a named member.
  const signature = world.rules.separateTypes ? world.rules.protocols.index?.[0] : undefined;
  const isFitting = (name: string): boolean => name !== signature && fitsComputed(name, prefix, suffix);
  if (object.tag === Tag.module) return functionsIn(world, object, isFitting);
  const found = new Map<string, DefinitionId>();
  for (const entry of orderOf(world, object.definition)) {
    if (!isOwnType(world, entry)) continue;
    world.ask(fileOf(entry.definition));
    for (const [name, rows] of memberTable(world, entry.definition)) {
      if (!isFitting(name) || found.has(name)) continue;
      const member = memberAmong(world, entry.definition, rows) ?? declaredFunction(world, entry.definition, name);
      if (member === undefined || (isStatic && (world.flagsOf(member) & DefinitionFlag.static) === 0)) continue;
      found.set(name, member);
    }
  }
  return [...found.values()];
}

/** The function that a type, or an object, has through one of `rows`. */
function memberAmong(world: World, type: DefinitionId, rows: readonly number[]): DefinitionId | undefined {
  return methodAmong(world, type, rows) ?? givenAmong(world, type, rows);
}

/** A property declared to hold a function (`onEnd?: (code: number) => void`): its value is called. */
function declaredFunction(world: World, type: DefinitionId, name: string): DefinitionId | undefined {
  const property = declaredProperty(world, type, name);
  return property !== 0 && definitionValue(world, property, Space.value).tag === Tag.function ? property : undefined;
}

/** The function or class that an object literal gives to a member (`{ load, save: store, Job }`). */
function givenAmong(world: World, type: DefinitionId, rows: readonly number[]): DefinitionId | undefined {
  if (world.kindOf(type) !== DefinitionKind.object) return undefined;
  const view = world.viewOf(type);
  const { bindings, definitions } = view.facts;
  for (const row of rows) {
    const value = definitions.value[bindings.definition[row]!]!;
    const given = value === 0 ? undefined : evaluateValue(world, view, value);
    const isCalled = given !== undefined && (isOwnFunction(world, given) || isPassed(world, given));
    if (isCalled) return runBy(world, given.definition);
  }
  return undefined;
}

/** The functions that a module defines or imports, and the constructors of its classes. */
function functionsIn(world: World, module: Meaning, isFitting: (name: string) => boolean): readonly DefinitionId[] {
  const names = new Set<string>();
  for (const file of module.files) {
    const view = world.view(file);
    // All its names are examined, so new ones matter.
    world.askInside(file);
    const { bindings, exports, scopes } = view.facts;
    for (let row = 1; row < exports.length; row++) names.add(view.text(exports.name[row]!));
    if (world.rules.exportsOnly) continue;
    for (let row = 1; row < bindings.length; row++) {
      if (scopes.kind[bindings.scope[row]!] === ScopeKind.module) names.add(view.text(bindings.name[row]!));
    }
  }
  const found = new Set<DefinitionId>();
  for (const name of names) {
    const member = name !== "" && isFitting(name) ? moduleMember(world, module, name, Space.value) : undefined;
    if (member === undefined || !isPassed(world, member)) continue;
    found.add(runBy(world, member.definition));
  }
  return [...found];
}

function methodAmong(world: World, type: DefinitionId, rows: readonly number[]): DefinitionId | undefined {
  const { bindings, definitions } = world.viewOf(type).facts;
  const defined = rows.map((row) => bindings.definition[row]!).findLast((row) =>
    isCallable(definitions.kind[row]!) && definitions.kind[row] !== DefinitionKind.constructor &&
    (definitions.flags[row]! & (DefinitionFlag.implicit | DefinitionFlag.property)) === 0
  );
  return defined === undefined ? undefined : definitionId(fileOf(type), defined);
}
