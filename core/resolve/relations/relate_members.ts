/**
 * Relates types to members that are defined in other files: methods of an `impl`, methods with a receiver.
 *
 * Stage: resolve. Invariant: members in the type's own file are left out, as the symbols show them.
 */
import { DefinitionKind, MODULE_ROW } from "../../facts.ts";
import { implementedType } from "../names/owners.ts";
import { type DefinitionId, definitionId, fileOf, Tag } from "../meaning.ts";
import { twinsOf } from "../names/twins.ts";
import type { RelationRows } from "./relation_rows.ts";

/** Adds the file's `contains` from types of other files. */
export function relateMembers(relations: RelationRows): void {
  const { view } = relations;
  const { definitions } = view.facts;
  const types = new Map<number, readonly DefinitionId[]>();
  for (let row = MODULE_ROW + 1; row < definitions.length; row++) {
    const kind = definitions.kind[row]!;
    if (definitions.name[row] === 0 || kind === DefinitionKind.impl || kind === DefinitionKind.interface) continue;
    const parent = definitions.parent[row]!;
    const holder = definitions.owner[row] !== 0 ? row : definitions.kind[parent] === DefinitionKind.impl ? parent : 0;
    if (holder === 0) continue;
    let found = types.get(holder);
    if (found === undefined) types.set(holder, found = typesElsewhere(relations, holder));
    for (const type of found) {
      relations.add("contains", type, { definition: definitionId(view.index, row) }, relations.placeOf(row), { rule: "declared" });
    }
  }
}

/** The type that `holder` belongs to, and its twins that can be built with this file, if they are in other files. */
function typesElsewhere({ world, view }: RelationRows, holder: number): DefinitionId[] {
  const type = implementedType(world, view, holder);
  if (type?.tag !== Tag.instance || world.inLibrary(type.definition) || world.kindOf(type.definition) === DefinitionKind.object) return [];
  const twins = world.modules.builtTogether === undefined ? [] : twinsOf(world, type.definition);
  const together = twins.filter((twin) => world.modules.builtTogether?.(world.viewOf(twin).path, view.path) === true);
  return [type.definition, ...together].filter((one) => fileOf(one) !== view.index);
}
