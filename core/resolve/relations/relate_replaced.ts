/**
 * Functions that are stored under the name of a method (`self.run = self.run_fast`, `Job.run = mended`): they stand there for it.
 *
 * Stage: resolve. Invariant: the type that has the method is known; what is called by that name stays the method.
 */
import { GivenMode, Op } from "../../expressions.ts";
import { DefinitionKind } from "../../facts.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { Tag } from "../meaning.ts";
import { memberMeaning } from "../members.ts";
import { isCallable, Space } from "../names.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `overrides` that rest on such an assignment. */
export function relateReplaced(relations: RelationRows): void {
  const { world, view } = relations;
  const { uses, expressions, strings } = view.facts;
  for (let use = 1; use < uses.length; use++) {
    const given = uses.expression[use]!;
    if (expressions.op[given] !== Op.given || (expressions.c[given]! & GivenMode.stored) === 0) continue;
    const [value, place] = [expressions.a[given]!, expressions.b[given]!];
    // What is written in place is told of with its definition.
    if (expressions.op[place] !== Op.member || expressions.op[value] === Op.definition) continue;
    const { tag, definition } = evaluateValue(world, view, value);
    if (tag !== Tag.definition || world.inLibrary(definition) || !isCallable(world.kindOf(definition))) continue;
    const replaced = memberMeaning(world, evaluateObject(world, view, expressions.a[place]!), strings[expressions.b[place]!]!, Space.value);
    if (replaced.tag !== Tag.definition || world.kindOf(replaced.definition) !== DefinitionKind.method) continue;
    const details = { rule: "assigned", heuristic: true } as const;
    relations.add("overrides", definition, replaced, { line: uses.line[use]!, column: uses.column[use]! }, details);
  }
}
