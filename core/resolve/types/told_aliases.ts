/**
 * What aliases of conditional types are for their arguments: told once, for types that are made of themselves ask for the same a thousand times.
 *
 * Stage: resolve. Invariant: nobody can tell whether it was told before: where deciding it anew would be too much for whoever asks, it is decided
 * anew.
 */
import type { Evaluation } from "../state/evaluation.ts";
import type { DefinitionId, Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** Arguments are told apart by what they are made of so deep, and by which objects they are below. */
const DEEPEST = 4;

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
  const { evaluation, kept: { aliases } } = world;
  const key = `${id}${keysOf(items, 0)}`;
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

const numbers = new WeakMap<Meaning, number>();
let lastNumber = 0;

function numberOf(meaning: Meaning): number {
  let number = numbers.get(meaning);
  if (number === undefined) numbers.set(meaning, number = ++lastNumber);
  return number;
}

function keysOf(meanings: readonly Meaning[], depth: number): string {
  let key = "<";
  for (let i = 0; i < meanings.length; i++) key += keyOf(meanings[i]!, depth);
  return `${key}>`;
}

/** A text that two meanings have in common only if they are the same in all. */
function keyOf(meaning: Meaning, depth: number): string {
  const { tag, definition, items, name, result, files, weak, held, applied, origin } = meaning;
  if (depth > DEEPEST || files.length > 0 || origin !== undefined) return `#${numberOf(meaning)};`;
  const evidence = (weak ? 1 : 0) + (held ? 2 : 0);
  let key = `${tag},${definition},${evidence},${name.length}:${name}`;
  if (items.length > 0) key += keysOf(items, depth + 1);
  if (result !== undefined) key += `=#${numberOf(result)}`;
  if (applied !== undefined) key += `@${keysOf(applied, depth + 1)}`;
  return `${key};`;
}
