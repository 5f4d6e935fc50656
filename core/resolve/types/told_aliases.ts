/**
 * What aliases of conditional types are for their arguments: told once, for types that are made of themselves ask for the same a thousand times.
 *
 * Stage: resolve. Invariant: nobody can tell whether it was told before: where deciding it anew would be too much for whoever asks, it is decided
 * anew.
 */
import type { DefinitionId, Meaning } from "../meaning.ts";
import type { World } from "../world.ts";

/** What `tell` gives for an alias and its arguments, which nothing else tells. */
export function toldAlias(world: World, id: DefinitionId, items: readonly Meaning[], tell: () => Meaning): Meaning {
  const { evaluation, evaluation: { effort }, kept: { aliases, numbers } } = world;
  const key = `${id},${numbers.ofAll(items)}`;
  const known = aliases.peek(key);
  if (known !== undefined) return effort.repeat(known.cost) ? aliases.get(key)!.value : tell();
  const { leftOpen } = effort;
  return aliases.seek(key, () => {
    const { value, isCertain } = evaluation.within(() => effort.measure(tell));
    return { value, isCertain: isCertain && effort.leftOpen === leftOpen };
  }).value;
}
