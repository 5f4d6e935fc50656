/**
 * Members named by constants of other files (`[Kind.walk]: …`), looked up by the constant's text.
 *
 * Stage: resolve. Invariant: used only if no member has the name as written; a constant of unknown text names nothing.
 */
import { fileOf, type Meaning } from "../meaning.ts";
import { constantText } from "../names/constants.ts";
import { isOwnType } from "../ownership.ts";
import { memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { memberInOrder, type MemberQuery } from "./own_members.ts";

/** The member of a type that is named by a constant with the text `query.name`; undefined if there is none. */
export function memberByConstant(world: World, type: Meaning, query: MemberQuery): Meaning | undefined {
  for (const entry of orderOf(world, type.definition)) {
    if (!isOwnType(world, entry)) continue;
    const view = world.view(fileOf(entry.definition));
    for (const written of view.constantNames) {
      if (!memberTable(world, entry.definition).has(written)) continue;
      if (constantText(world, view, written.slice(1, -1).split(".")) !== query.name) continue;
      const found = memberInOrder(world, type.definition, entry, { ...query, name: written });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
