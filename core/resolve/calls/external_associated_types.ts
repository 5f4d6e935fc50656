/**
 * The associated types that a type defines for external traits (`impl DeserializeSeed for Seed { type Value = Batch; … }`).
 *
 * Stage: resolve. Invariant: external code that receives the type may return these types (`next_element_seed(Seed)`); no more is known.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType } from "../evaluate.ts";
import { type DefinitionId, fileOf, isInstanceOf, type Meaning, rowOf, sameMeaning } from "../meaning.ts";
import { isOwnObject } from "../ownership.ts";
import { traitDefinition, traitImpls } from "../types/fitting.ts";
import type { World } from "../world.ts";

const NONE: readonly Meaning[] = [];

/** The associated types that a type defines for external traits, without duplicates and without the type itself. */
export function externalAssociatedTypes(world: World, type: DefinitionId): readonly Meaning[] {
  const impls = world.rules.implementations ? traitImpls(world, type) : NO_ROWS;
  if (impls.length === 0) return NONE;
  const { externalAssociatedTypes } = world.kept;
  return externalAssociatedTypes.get(type) ?? externalAssociatedTypes.find(type, () => saidBy(world, type, impls), fileOf(type));
}

function saidBy(world: World, type: DefinitionId, impls: readonly DefinitionId[]): readonly Meaning[] {
  const said: Meaning[] = [];
  for (const impl of impls) {
    const view = world.viewOf(impl);
    const { op, b } = view.facts.expressions;
    const trait = view.facts.definitions.type[rowOf(impl)]!;
    if (op[trait] !== Op.apply || traitDefinition(world, impl) !== 0) continue;
    world.ask(view.index);
    for (const item of listItems(view.facts, b[trait]!)) {
      const one = op[item] === Op.pair ? evaluateType(world, view, b[item]!) : undefined;
      if (one !== undefined && !isInstanceOf(one, type) && !said.some((other) => isSaid(world, other, one))) said.push(one);
    }
  }
  return said.length === 0 ? NONE : said;
}

/**
 * Whether a type adds nothing to an earlier one: each impl has its own type parameters (`type Output = Ratio<T>` in sixty impls), so type
 * arguments of a repository type are ignored.
 */
function isSaid(world: World, other: Meaning, one: Meaning): boolean {
  return (isOwnObject(world, one) && isInstanceOf(other, one.definition)) || sameMeaning(other, one);
}
