/**
 * Types that implement an interface because a value of them is assigned where the interface is declared: an object literal or an instance
 * in a variable, a field or a function's result.
 *
 * Stage: resolve. Invariant: only a declared type is evidence; explicit implementations are not repeated.
 */
import { BindingKind, DefinitionKind, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { expectedType } from "../calls/expectations.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { isOfKind, isOwnType } from "../ownership.ts";
import { isDeclared } from "../types/declared_objects.ts";
import { entryOf } from "../types/inheritance.ts";
import { namesType } from "./names_type.ts";
import type { Place, RelationRows } from "./relation_rows.ts";

/** Adds the file's `implements` based on assignments, in languages where these count. */
export function relateAssigned(relations: RelationRows): void {
  const { world, view } = relations;
  if (world.rules.assignmentsImplement !== true) return;
  const { definitions } = view.facts;
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (kind === DefinitionKind.object) relatePart(relations, row);
    if (definitions.type[row] === 0) continue;
    const isHolder = kind === DefinitionKind.variable || kind === DefinitionKind.constant || kind === DefinitionKind.field;
    if (isHolder && definitions.value[row] !== 0) relateValue(relations, row, definitions.value[row]!);
    else if (isCallable(kind)) { for (const value of listItems(view.facts, definitions.returns[row]!)) relateValue(relations, row, value); }
  }
  const { bindings } = view.facts;
  for (let row = 1; row < bindings.length; row++) {
    if (bindings.kind[row] === BindingKind.assignment) relateLater(relations, row);
    if (bindings.type[row] === 0 || bindings.value[row] === 0 || bindings.definition[row] !== 0) continue;
    if (bindings.kind[row] === BindingKind.variable) relateLocal(relations, row);
  }
}

/** Relates a value. @param row the definition that declares its type */
function relateValue(relations: RelationRows, row: number, value: number): void {
  const { definitions, expressions } = relations.view.facts;
  const wanted = interfaceFor(relations, definitions.type[row]!, value);
  if (wanted === 0) return;
  const from = expressions.op[value] === Op.new ? classOf(relations, value) : objectHeldBy(relations, row, value);
  if (from !== undefined) addAssigned(relations, from, wanted, relations.placeOf(row));
}

/** An object literal in a record, a list or an object with a declared type, represented by the property, or the list, that holds it. */
function relatePart(relations: RelationRows, object: number): void {
  const { world, view } = relations;
  const { definitions } = view.facts;
  const list = view.surroundings.listAround(object);
  const holder = list || view.surroundings.holderOf(object);
  if (holder === object || (list === 0 && definitions.type[holder] !== 0) || !isDeclared(view, object)) return;
  const wanted = expectedType(world, view, object);
  if (!isOfKind(world, wanted, DefinitionKind.interface) || world.inLibrary(wanted.definition)) return;
  if (list === 0) return addAssigned(relations, relations.own(holder), wanted.definition, relations.placeOf(holder));
  addByFile(relations, object, wanted.definition, view.name(holder));
}

/** Local variables are not symbols: the file states that an object in one implements the interface, by its name. */
function relateLocal(relations: RelationRows, row: number): void {
  const { bindings, calls, definitions, expressions } = relations.view.facts;
  const value = bindings.value[row]!;
  const wanted = interfaceFor(relations, bindings.type[row]!, value);
  if (wanted === 0) return;
  if (expressions.op[value] === Op.new) {
    const from = classOf(relations, value);
    const call = expressions.c[value]!;
    if (from !== undefined && call !== 0) addAssigned(relations, from, wanted, { line: calls.line[call]!, column: calls.column[call]! });
    return;
  }
  const object = expressions.a[value]!;
  if (definitions.kind[object] !== DefinitionKind.object) return;
  addByFile(relations, object, wanted, relations.view.text(bindings.name[row]!));
}

/** The same for an object literal assigned after the declaration: `let job: Job; job = { … }`. */
function relateLater(relations: RelationRows, row: number): void {
  const { world, view } = relations;
  const { bindings, definitions, expressions } = view.facts;
  const value = bindings.value[row]!;
  const object = expressions.op[value] === Op.definition ? expressions.a[value]! : 0;
  if (definitions.kind[object] !== DefinitionKind.object) return;
  const wanted = expectedType(world, view, object);
  if (!isOwnType(world, wanted) || world.kindOf(wanted.definition) !== DefinitionKind.interface) return;
  addByFile(relations, object, wanted.definition, view.text(bindings.name[row]!));
}

/** The repository interface that the type `declared` names, if `value` is an object literal or an instance; otherwise 0. */
function interfaceFor(relations: RelationRows, declared: number, value: number): DefinitionId {
  const { world, view } = relations;
  const op = view.facts.expressions.op[value]!;
  if (op !== Op.definition && op !== Op.new) return 0;
  const wanted = evaluateType(world, view, declared);
  if (!isOwnType(world, wanted)) return 0;
  if (world.kindOf(wanted.definition) !== DefinitionKind.interface || !namesType(world, view, declared)) return 0;
  return wanted.definition;
}

function addAssigned(relations: RelationRows, from: DefinitionId, wanted: DefinitionId, place: Place): void {
  if (entryOf(relations.world, from, wanted) !== undefined) return;
  relations.add("implements", from, { definition: wanted }, place, { rule: "assigned" });
}

/** Adds, for the file, what an object literal implements that no symbol holds. @param name of the variable, or of the enclosing object's */
function addByFile(relations: RelationRows, object: number, wanted: DefinitionId, name: string): void {
  const details = { rule: "assigned", properties: { for: name } } as const;
  relations.add("implements", relations.own(MODULE_ROW), { definition: wanted }, relations.placeOf(object), details);
}

/** The repository class that is instantiated. */
function classOf(relations: RelationRows, value: number): DefinitionId | undefined {
  const { world, view } = relations;
  const given = evaluateValue(world, view, value);
  const isClass = given.tag === Tag.instance && !given.weak && !world.inLibrary(given.definition) &&
    world.kindOf(given.definition) === DefinitionKind.class;
  return isClass ? given.definition : undefined;
}

/** An object literal has no name of its own: what holds it represents it. */
function objectHeldBy(relations: RelationRows, row: number, value: number): DefinitionId | undefined {
  const { definitions, expressions } = relations.view.facts;
  const held = expressions.a[value]!;
  const isHolder = definitions.value[row] === value && definitions.name[row] !== 0;
  return isHolder && definitions.kind[held] === DefinitionKind.object ? relations.own(row) : undefined;
}
