/**
 * Methods that may be handed over where nothing tells whose member is meant.
 *
 * Stage: resolve. Invariant: the name alone makes none a target, only candidates.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { MOST_CANDIDATES } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { evaluateHolder } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { membersOfUnknownStored, membersStoredElsewhere } from "./stored_abroad.ts";

/** Of these reading the name hands over what they give; so it may where a decorator makes one of a method. */
const ACCESSOR = DefinitionFlag.property | DefinitionFlag.setter | DefinitionFlag.handedOut;

/** What `each.run` may hand over where nothing is known of `each` (`Thread(target=each.run)`); undefined where what has the name is read, or nothing has it. */
export function handedUntold(world: World, view: FileView, member: number): Outcome | undefined {
  const name = view.text(view.facts.expressions.b[member]!);
  if (world.rules.methodsKeepValues !== true || world.methods(name).some((id) => (world.flagsOf(id) & ACCESSOR) !== 0)) return undefined;
  const candidates = world.ofRepository(methodsOf(world, evaluateHolder(world, view, member), name));
  return candidates.length === 0 || candidates.length > MOST_CANDIDATES ? undefined : outcome("variable", { name, candidates });
}

function methodsOf(world: World, holder: Meaning, name: string): readonly DefinitionId[] {
  if (holder.tag === Tag.unknown) return world.isCommonMethod(name) ? NO_ROWS : world.methods(name);
  const stored = membersStoredElsewhere(world, holder, name);
  return stored.length > 0 ? stored : membersOfUnknownStored(world, holder, name);
}
