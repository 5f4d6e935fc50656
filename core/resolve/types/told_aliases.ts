/**
 * What aliases of conditional types are for their arguments: told once, for types that are made of themselves ask for the same a thousand times.
 *
 * Stage: resolve. Invariant: nobody can tell whether it was told before: where deciding it anew would be too much for whoever asks, it is decided
 * anew.
 */
import type { Evaluation } from "../state/evaluation.ts";
import type { DefinitionId, Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** What an alias is, and what it took to tell it. */
export interface ToldAlias {
  readonly type: Meaning;
  readonly decisions: number;
  readonly conditions: number;
  readonly aliases: number;
}

/** What an evaluation may still take. */
interface Limits {
  readonly decisions: number;
  readonly deepest: number;
}

/** What `tell` gives for an alias and its arguments, which nothing else tells. */
export function toldAlias(world: World, id: DefinitionId, items: readonly Meaning[], limits: Limits, tell: () => Meaning): Meaning {
  const { evaluation, kept: { aliases, numbers } } = world;
  const key = `${id},${numbers.ofAll(items)}`;
  const known = aliases.peek(key);
  if (known === undefined) {
    const { leftOpen } = evaluation;
    return aliases.seek(key, () => {
      const { value, isCertain } = evaluation.within(() => measured(evaluation, tell));
      return { value, isCertain: isCertain && evaluation.leftOpen === leftOpen };
    }).type;
  }
  const conditions = evaluation.conditions + known.conditions;
  const open = evaluation.aliases + known.aliases;
  if (evaluation.decisions + known.decisions > limits.decisions || Math.max(conditions, open) > limits.deepest) return tell();
  evaluation.decisions += known.decisions;
  evaluation.mostConditions = Math.max(evaluation.mostConditions, conditions);
  evaluation.mostAliases = Math.max(evaluation.mostAliases, open);
  return aliases.get(key)!.type;
}

/** What `tell` gives, and what it took. */
function measured(evaluation: Evaluation, tell: () => Meaning): ToldAlias {
  const { conditions, aliases, decisions, mostConditions, mostAliases } = evaluation;
  evaluation.mostConditions = conditions;
  evaluation.mostAliases = aliases;
  const type = tell();
  const told = {
    type,
    decisions: evaluation.decisions - decisions,
    conditions: evaluation.mostConditions - conditions,
    aliases: evaluation.mostAliases - aliases,
  };
  evaluation.mostConditions = Math.max(evaluation.mostConditions, mostConditions);
  evaluation.mostAliases = Math.max(evaluation.mostAliases, mostAliases);
  return told;
}
