/**
 * A call of a member of what code outside handed in (`schema.transform((text) => text.split(","))`), where nothing of the repository has a member of
 * that name.
 *
 * Stage: resolve. Invariant: a name that the repository defines or gives a value anywhere tells nothing.
 */
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** Most likely something outside; unresolved where something of the repository bears the name. */
export function bornOutside(world: World, name: string): Outcome {
  world.askName(name);
  const isKnown = world.callables(name).length > 0 || world.names.find("nameable", name).length > 0;
  return isKnown ? outcome("unresolved", { name }) : outcome("external", { name, external: true });
}
