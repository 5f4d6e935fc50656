/**
 * A call of a member of what external code passed in (`schema.transform((text) => text.split(","))`), if nothing in the repository has a
 * member of that name.
 *
 * Stage: resolve. Invariant: a name that the repository defines or assigns anywhere is not decided.
 */
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** Probably external; unresolved if something in the repository has the name. */
export function bornOutside(world: World, name: string): Outcome {
  world.askName(name);
  const isKnown = world.repository.callables(name).length > 0 || world.names.find("nameable", name).length > 0;
  return isKnown ? outcome("unresolved", { name }) : outcome("external", { name, external: true });
}
