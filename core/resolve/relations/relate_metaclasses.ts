/**
 * Classes that their metaclass hands on where it makes them: who gets one may make its instances.
 *
 * Stage: resolve. Invariant: said of classes of which the metaclass is the repository's own, as a decorator's is that keeps what it decorates.
 */
import { DefinitionKind } from "../../facts.ts";
import { handsOnItsClasses } from "../sites/handing_metaclasses.ts";
import { metaclassOf } from "../types/inheritance.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the `references` of the file's classes to metaclasses that hand them on. */
export function relateMetaclasses(relations: RelationRows): void {
  const { world, view: { facts: { definitions } } } = relations;
  if (world.rules.allocator === undefined) return;
  for (let row = 1; row < definitions.length; row++) {
    if (definitions.kind[row] !== DefinitionKind.class) continue;
    const metaclass = metaclassOf(world, relations.own(row));
    if (metaclass === undefined || world.inLibrary(metaclass) || !handsOnItsClasses(world, metaclass)) continue;
    relations.add("references", relations.own(row), { definition: metaclass }, relations.placeOf(row), {
      rule: "decorated",
      properties: { hands_on: true },
    });
  }
}
