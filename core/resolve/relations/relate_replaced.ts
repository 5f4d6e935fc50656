/**
 * Functions that replace a method: those stored under its name (`self.run = self.run_fast`, `Job.run = mended`), and those of a class that
 * a decorator puts in place of the method's.
 *
 * Stage: resolve. Invariant: the type that has the method is known; calls by that name still reach the method.
 */
import { DefinitionKind } from "../../facts.ts";
import { GivenMode, Op } from "../../facts/expressions.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { definitionId, fileOf, Tag } from "../meaning.ts";
import { membersNamed } from "../members/attachments.ts";
import { wrappersOf } from "../members/class_decorators.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `overrides` based on such assignments or decorators. */
export function relateReplaced(relations: RelationRows): void {
  relateStored(relations);
  const { kind, length } = relations.view.facts.definitions;
  for (let row = 2; row < length; row++) if (kind[row] === DefinitionKind.class) relateWrapped(relations, row);
}

function relateWrapped(relations: RelationRows, row: number): void {
  const { world } = relations;
  const replaced = relations.own(row);
  for (const { type } of wrappersOf(world, replaced)) {
    const { bindings } = world.viewOf(type).facts;
    for (const [name, rows] of memberTable(world, type)) {
      const target = orderOf(world, replaced).flatMap(({ tag, definition }) =>
        tag === Tag.instance ? membersNamed(world, definition, name) : []
      )[0];
      const own = bindings.definition[rows[0]!]!;
      if (own === 0 || target === undefined || world.kindOf(target) !== DefinitionKind.method || world.inLibrary(target)) continue;
      const details = { rule: "decorated", heuristic: true } as const;
      relations.add("overrides", definitionId(fileOf(type), own), { definition: target }, relations.placeOf(row), details);
    }
  }
}

function relateStored(relations: RelationRows): void {
  const { world, view } = relations;
  const { uses, expressions, strings } = view.facts;
  for (let use = 1; use < uses.length; use++) {
    const given = uses.expression[use]!;
    if (expressions.op[given] !== Op.given || (expressions.c[given]! & GivenMode.stored) === 0) continue;
    const [value, place] = [expressions.a[given]!, expressions.b[given]!];
    // A function defined in place is related by its definition.
    if (expressions.op[place] !== Op.member || expressions.op[value] === Op.definition) continue;
    const replacing = evaluateValue(world, view, value);
    if (!isOwnFunction(world, replacing)) continue;
    const replaced = memberMeaning(world, evaluateObject(world, view, expressions.a[place]!), strings[expressions.b[place]!]!, Space.value);
    if (replaced.tag !== Tag.definition || world.kindOf(replaced.definition) !== DefinitionKind.method) continue;
    const details = { rule: "assigned", heuristic: true } as const;
    relations.add("overrides", replacing.definition, replaced, { line: uses.line[use]!, column: uses.column[use]! }, details);
  }
}
