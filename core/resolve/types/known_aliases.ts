/**
 * Caches the results of conditional type aliases by their arguments, because recursive types need the same ones thousands of times.
 *
 * Stage: resolve. Invariant: the cache is not observable: if evaluating an alias anew would exceed a limit, it is evaluated anew.
 */
import type { DefinitionId, Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** The result of `evaluate` for an alias and its arguments, which nothing else influences. */
export function knownAlias(world: World, id: DefinitionId, items: readonly Meaning[], evaluate: () => Meaning): Meaning {
  const { evaluation, evaluation: { effort }, kept: { aliases, numbers } } = world;
  const key = `${id},${numbers.ofAll(items)}`;
  const known = aliases.peek(key);
  if (known !== undefined) return effort.repeat(known.cost) ? aliases.get(key)!.value : evaluate();
  const { leftOpen } = effort;
  return aliases.seek(key, () => {
    const { value, isCertain } = evaluation.within(() => effort.measure(evaluate));
    return { value, isCertain: isCertain && effort.leftOpen === leftOpen };
  }).value;
}
