/**
 * What a type says to traits from outside by their associated types (`impl DeserializeSeed for Seed { type Value = Batch; … }`).
 *
 * Stage: resolve. Invariant: whoever outside is given the type may give that (`next_element_seed(Seed)`); no more is known.
 */
import { Op } from "../../expressions.ts";
import { listItems } from "../../facts.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, type Meaning, rowOf } from "../meaning.ts";
import { traitDefinition } from "../types/fitting.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** The associated types of the traits from outside that a type has. */
export function saidAbroad(world: World, type: DefinitionId): readonly Meaning[] {
  const impls = world.rules.itemPaths ? world.attachments.get(type)?.traits ?? [] : [];
  if (impls.length === 0) return NONE;
  const said: Meaning[] = [];
  for (const impl of impls) {
    const view = world.viewOf(impl);
    const { op, b } = view.facts.expressions;
    const trait = view.facts.definitions.type[rowOf(impl)]!;
    if (op[trait] !== Op.apply || traitDefinition(world, impl) !== 0) continue;
    world.ask(view.index);
    for (const item of listItems(view.facts, b[trait]!)) if (op[item] === Op.pair) said.push(evaluateType(world, view, b[item]!));
  }
  return said;
}
