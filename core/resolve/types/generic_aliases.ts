/**
 * Variables that stand for a type with open type variables (`Pair = tuple[A, B]`).
 *
 * Stage: resolve. Invariant: only module-level type variables are the alias's parameters, in the order of their first use; those of
 * functions and classes are substituted elsewhere.
 */
import { Op } from "../../facts/expressions.ts";
import { type DefinitionId, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { Environment } from "../state/environment.ts";
import type { World } from "../world.ts";

/** Operations that denote types in any position. */
export const TYPE_FORMS: ReadonlySet<number> = new Set([Op.apply, Op.tuple, Op.either, Op.functionType, Op.classOf]);

const DEEPEST = 6;

/** The type that an alias stands for, with its variables replaced by `items`; undefined if it has none. */
export function appliedAlias(world: World, alias: Meaning, items: readonly Meaning[]): Meaning | undefined {
  const open: DefinitionId[] = [];
  collectOpen(world, alias, open, 0);
  if (open.length === 0) return undefined;
  const environment = new Environment();
  for (const [i, variable] of open.entries()) environment.values.set(variable, items[i] ?? UNKNOWN);
  return substitute(alias, environment);
}

function collectOpen(world: World, { tag, definition, items, result }: Meaning, open: DefinitionId[], depth: number): void {
  if (depth > DEEPEST) return;
  if (tag === Tag.parameter) {
    // Type variables of a function or class belong to its scope.
    const isFree = world.viewOf(definition).facts.bindings.scope[rowOf(definition)] === 0;
    if (isFree && !open.includes(definition)) open.push(definition);
    return;
  }
  for (const item of items) collectOpen(world, item, open, depth + 1);
  if (result !== undefined) collectOpen(world, result, open, depth + 1);
}
