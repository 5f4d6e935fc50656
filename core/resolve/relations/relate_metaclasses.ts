/**
 * Classes that their metaclass passes on when it creates them: the receiver may instantiate them.
 *
 * Stage: resolve. Invariant: only for metaclasses of the repository, like edges to decorators that retain what they decorate.
 */
import { DefinitionKind } from "../../facts.ts";
import { passesOnItsClasses } from "../sites/passing_metaclasses.ts";
import { metaclassOf } from "../types/inheritance.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the `references` of the file's classes to metaclasses that pass them on. */
export function relateMetaclasses(relations: RelationRows): void {
  const { world, view: { facts: { definitions } } } = relations;
  if (world.rules.allocator === undefined) return;
  for (let row = 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.class) continue;
    const metaclass = metaclassOf(world, relations.own(row));
    if (metaclass === undefined || world.inLibrary(metaclass) || !passesOnItsClasses(world, metaclass)) continue;
    relations.add("references", relations.own(row), { definition: metaclass }, relations.placeOf(row), {
      rule: "decorated",
      properties: { hands_on: true },
    });
  }
}
