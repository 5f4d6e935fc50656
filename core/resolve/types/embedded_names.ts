/**
 * Names that types have by something from outside which they embed, where all names of that are known (`ResolutionRules.embeddedMembers`).
 *
 * Stage: resolve. Invariant: what nothing here embeds is not counted: most interfaces ask for none of these names then, and cost nothing more.
 */
import { lastPart } from "../meaning.ts";
import type { World } from "../world.ts";

/** Whether a type outside that some type here embeds is known to have a method of that name. */
export function isKnownAbroad(world: World, name: string): boolean {
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
