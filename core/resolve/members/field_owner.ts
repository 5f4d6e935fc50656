/**
 * Which type declares a field that values of a type have.
 *
 * Stage: resolve. Invariant: whoever asks rests on all types that were looked through.
 */
import { type DefinitionId, instance } from "../meaning.ts";
import { isOwnType } from "../ownership.ts";
import type { World } from "../world.ts";
import { firstDeclaring } from "./first_declaring.ts";
import { embeddedOf } from "./promotion.ts";

/** The type itself, one that it builds on, or of those that it embeds the shallowest; undefined where none of the repository declares the field. */
export function fieldOwner(world: World, type: DefinitionId, name: string): DefinitionId | undefined {
  const seen = new Set([type]);
  for (let level = [type]; level.length > 0;) {
    for (const one of level) {
      const declaring = firstDeclaring(world, one, name);
      if (declaring !== undefined) return declaring.owner;
    }
    if (world.rules.embedsMembers !== true) return undefined;
    level = level.flatMap((one) => embeddedOf(world, instance(one)))
      .filter((one) => isOwnType(world, one) && !seen.has(one.definition)).map(({ definition }) => definition);
    for (const one of level) seen.add(one);
  }
  return undefined;
}
