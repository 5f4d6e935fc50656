/**
 * Method names of external types that are embedded here, if all their names are known (`ResolutionRules.embeddedMembers`).
 *
 * Stage: resolve. Invariant: only types embedded here are considered: then most interfaces require none of these names, and cost nothing
 * more.
 */
import { lastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether some external type embedded here is known to have a method of that name. */
export function isKnownOutside(world: World, name: string): boolean {
  const { kept: { namesEmbedded }, rules: { embeddedMembers } } = world;
  if (embeddedMembers === undefined) return false;
  const names = namesEmbedded.get("") ?? namesEmbedded.find("", () => findEmbeddedNames(world, embeddedMembers));
  return names.has(name);
}

function findEmbeddedNames(world: World, members: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [type, own] of members) {
    const field = lastPart(type);
    world.askName(field);
    if (world.names.find("embedded", field).length > 0) { for (const name of own) names.add(name); }
  }
  return names;
}
