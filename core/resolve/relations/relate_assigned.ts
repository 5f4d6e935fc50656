/**
 * Types that implement an interface because a value of them is given where the interface is declared: an object literal or an instance
 * that a variable, a field or a function's result holds.
 *
 * Stage: resolve. Invariant: only a declared type is evidence; what implements the interface anyway is not said again.
 */
import { DefinitionKind, listItems, Op } from "../../facts.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { orderOf } from "../inheritance.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import { isCallable } from "../names.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `implements` that rest on an assignment, where the language counts these. */
export function relateAssigned(relations: RelationRows): void {
  const { world, view } = relations;
  if (world.rules.assignmentsImplement !== true) return;
  const { definitions } = view.facts;
  for (let row = 2; row < definitions.length; row++) {
    if (definitions.type[row] === 0) continue;
    const kind = definitions.kind[row]!;
    const isHolder = kind === DefinitionKind.variable || kind === DefinitionKind.constant || kind === DefinitionKind.field;
    if (isHolder && definitions.value[row] !== 0) relateValue(relations, row, definitions.value[row]!);
    else if (isCallable(kind)) { for (const value of listItems(view.facts, definitions.returns[row]!)) relateValue(relations, row, value); }
  }
}

/** @param row declares the type that `value` is given to. */
function relateValue(relations: RelationRows, row: number, value: number): void {
  const { world, view } = relations;
  const { definitions, expressions } = view.facts;
  const op = expressions.op[value]!;
  if (op !== Op.definition && op !== Op.new) return;
  const wanted = evaluateType(world, view, definitions.type[row]!);
  if (wanted.tag !== Tag.instance || world.inLibrary(wanted.definition)) return;
  if (world.kindOf(wanted.definition) !== DefinitionKind.interface) return;
  const from = op === Op.new ? classOf(relations, value) : objectHeldBy(relations, row, value);
  if (from === undefined || orderOf(world, from).some((one) => one.tag === Tag.instance && one.definition === wanted.definition)) return;
  relations.add("implements", from, { definition: wanted.definition }, relations.placeOf(row), { rule: "assigned" });
}

/** The class of the repository that is instantiated. */
function classOf(relations: RelationRows, value: number): DefinitionId | undefined {
  const { world, view } = relations;
  const given = evaluateValue(world, view, value);
  const isClass = given.tag === Tag.instance && !given.weak && !world.inLibrary(given.definition) &&
    world.kindOf(given.definition) === DefinitionKind.class;
  return isClass ? given.definition : undefined;
}

/** An object literal has no name of its own: what holds it stands for it. */
function objectHeldBy(relations: RelationRows, row: number, value: number): DefinitionId | undefined {
  const { definitions, expressions } = relations.view.facts;
  const held = expressions.a[value]!;
  const isHolder = definitions.value[row] === value && definitions.name[row] !== 0;
  return isHolder && definitions.kind[held] === DefinitionKind.object ? relations.own(row) : undefined;
}
