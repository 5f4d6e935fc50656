/**
 * Functions that are registered with a generic function, which runs one of them in place of its own body (`@show.register`).
 *
 * Stage: resolve. Invariant: only where the generic function is known; which types a registered one is for is not examined.
 */
import { listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, rowOf, Tag } from "../meaning.ts";
import { isOwnFunction } from "../ownership.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the `overrides` of functions of the file that are registered: by a decorator, or as the last argument of a call. */
export function relateRegisteredFunctions(relations: RelationRows): void {
  const { world, view } = relations;
  const { registering } = world.rules;
  const member = registering === undefined ? 0 : view.facts.strings.indexOf(registering.member);
  if (member <= 0) return;
  const { calls, definitions, expressions: { op, a, b } } = view.facts;
  /** The generic function that an expression registers with; 0 for any other expression. */
  const genericOf = (expression: number): DefinitionId => {
    if (op[expression] !== Op.member || b[expression] !== member) return 0;
    const { tag, name } = evaluateValue(world, view, expression);
    const generic = tag === Tag.external && registering!.outside.test(name) ? evaluateValue(world, view, a[expression]!) : undefined;
    return generic !== undefined && isOwnFunction(world, generic) ? generic.definition : 0;
  };
  const add = (row: number, generic: DefinitionId): void => {
    if (generic !== 0) {
      relations.add("overrides", relations.own(row), { definition: generic }, relations.placeOf(row), { rule: "declared" });
    }
  };
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    for (const decorator of listItems(view.facts, definitions.decorators[row]!)) {
      add(row, genericOf(op[decorator] === Op.call ? a[decorator]! : decorator));
    }
  }
  for (let call = 1; call < calls.length; call++) {
    const given = listItems(view.facts, calls.arguments[call]!);
    const generic = given.length < 2 ? 0 : genericOf(calls.expression[call]!);
    const value = generic === 0 ? undefined : evaluateValue(world, view, given.at(-1)!);
    if (value !== undefined && isOwnFunction(world, value) && fileOf(value.definition) === view.index) {
      add(rowOf(value.definition), generic);
    }
  }
}
