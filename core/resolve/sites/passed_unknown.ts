/**
 * Methods that may be passed as values if the object is unknown.
 *
 * Stage: resolve. Invariant: by the name alone they are only candidates, never targets.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { evaluateHolder } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import { ofRepository } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { membersOfUnknownStored, membersStoredElsewhere } from "./stored_outside.ts";

/** Reading these names passes their result, not the function; so it may where a decorator turns a method into a property. */
const ACCESSOR = DefinitionFlag.property | DefinitionFlag.setter | DefinitionFlag.passedOut;

/**
 * The methods that `each.run` may pass if `each` is unknown (`Thread(target=each.run)`); undefined if an accessor has that name, or nothing
 * has it.
 */
export function passedUnknown(world: World, view: FileView, member: number): Outcome | undefined {
  const name = view.text(view.facts.expressions.b[member]!);
  if (world.rules.methodsKeepValues !== true || world.repository.methods(name).some((id) => (world.flagsOf(id) & ACCESSOR) !== 0)) {
    return undefined;
  }
  const candidates = ofRepository(world, methodsOf(world, evaluateHolder(world, view, member), name));
  return candidates.length === 0 || candidates.length > MOST_CANDIDATES ? undefined : outcome("variable", { name, candidates });
}

function methodsOf(world: World, holder: Meaning, name: string): readonly DefinitionId[] {
  if (holder.tag === Tag.unknown) return world.isCommonMethod(name) ? NO_ROWS : world.repository.methods(name);
  const stored = membersStoredElsewhere(world, holder, name);
  return stored.length > 0 ? stored : membersOfUnknownStored(world, holder, name);
}
