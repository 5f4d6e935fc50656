/**
 * Selects among the bindings that a type has under one name.
 *
 * Stage: resolve. Invariant: only declarations are considered, nothing is evaluated.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isCallable } from "../../facts.ts";
import type { DefinitionId } from "../meaning.ts";
import { memberTable } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/**
 * Of a member's bindings those of the type itself, or those of its instances, where it has both.
 * @param isAsked whether the type itself is asked, rather than one that has it among its bases
 */
export function sameSide(world: World, id: DefinitionId, rows: readonly number[], isStatic: boolean, isAsked: boolean): readonly number[] {
  const { kind } = world.viewOf(id).facts.bindings;
  const { assignmentsBind, instancesApart, staticsApart } = world.rules;
  // Instances share the type's members; only members set on instances are not the type's.
  const isShared = assignmentsBind && !staticsApart;
  if (isShared && !isStatic) return rows;
  const fitting = rows.filter((row) => (isShared && kind[row] !== BindingKind.field) || isOfType(world, id, row) === isStatic);
  const isModule = isAsked && world.kindOf(id) === DefinitionKind.trait;
  const isStrict = isStatic ? instancesApart === true && !isModule : staticsApart === true;
  return fitting.length > 0 || isStrict ? fitting : rows;
}

/** Whether a member's binding is one of the type itself. */
function isOfType(world: World, id: DefinitionId, row: number): boolean {
  const { bindings, definitions } = world.viewOf(id).facts;
  const definition = bindings.definition[row]!;
  const flags = definition === 0 ? bindings.flags[row]! & BindingFlag.static : definitions.flags[definition]! & DefinitionFlag.static;
  return flags !== 0;
}

/** Whether only instances of a type have the member that its body declares: a base may have one for the type itself. */
export function isOfInstances(world: World, id: DefinitionId, name: string): boolean {
  const rows = memberTable(world, id).get(name);
  return rows !== undefined && !rows.some((row) => isOfType(world, id, row));
}

/**
 * Of a member's bindings, the methods: what a call means if a field and a method may share a name.
 * @param isOfValue whether it is called on a value: then associated functions are excluded
 */
export function methodRows(world: World, id: DefinitionId, rows: readonly number[], isOfValue: boolean): readonly number[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  return rows.filter((row) => {
    const definition = bindings.definition[row]!;
    if (definition === 0 || definitions.kind[definition] === DefinitionKind.field) return false;
    return !isOfValue || (definitions.flags[definition]! & DefinitionFlag.static) === 0;
  });
}

/** Of a member's bindings, those that hold a value. */
export function fieldRows(world: World, id: DefinitionId, rows: readonly number[]): readonly number[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  const isField = (row: number): boolean => !isCallable(definitions.kind[bindings.definition[row]!]!);
  return rows.every(isField) ? rows : rows.filter(isField);
}

/** Of several bindings of a member: a declared type takes precedence over assignments, getters over setters. */
export function chooseRows(world: World, id: DefinitionId, rows: readonly number[]): readonly number[] {
  return rows.length === 1 ? rows : chooseOf(world, id, rows);
}

function chooseOf(world: World, id: DefinitionId, rows: readonly number[]): readonly number[] {
  const { bindings, definitions } = world.viewOf(id).facts;
  const declared = rows.filter((row) =>
    bindings.definition[row] === 0 && bindings.type[row]! !== 0 ||
    definitions.kind[bindings.definition[row]!] === DefinitionKind.field &&
      definitions.type[bindings.definition[row]!]! !== 0
  );
  // If assignments declare members, branches may declare different types.
  if (declared.length > 0) return world.rules.assignmentsBind ? declared : [declared[0]!];
  const defined = rows.filter((row) =>
    bindings.definition[row]! !== 0 && definitions.kind[bindings.definition[row]!] !== DefinitionKind.field &&
    definitions.kind[bindings.definition[row]!] !== DefinitionKind.variable &&
    (definitions.flags[bindings.definition[row]!]! & DefinitionFlag.setter) === 0
  );
  if (defined.length === 0) return rows;
  // Overloads are selected by their arguments: the first represents all.
  if (world.rules.overloads === true) return [defined[0]!];
  // A later definition of the same name in one body replaces the earlier one, unless a condition is between them.
  const surely = defined.filter((row) => bindings.block[row] === bindings.scope[row]);
  const bodied = surely.filter((row) =>
    (definitions.flags[bindings.definition[row]!]! & (DefinitionFlag.bodiless | DefinitionFlag.conditional)) === 0
  );
  return surely.length === defined.length && bodied.length === defined.length ? [defined.at(-1)!] : defined;
}
