/**
 * The common meaning of several possible types.
 *
 * Stage: resolve.
 */
import { instance, type Meaning, NOTHING, sameMeaning, Tag, UNKNOWN } from "../meaning.ts";

/**
 * The common meaning of several types: one of them if they are equal, otherwise their common type with the arguments in which they agree.
 */
export function agreed(all: readonly Meaning[]): Meaning {
  const parts = all.filter((part) => part.tag !== Tag.nothing);
  const first = parts[0] ?? NOTHING;
  if (parts.every((part) => sameMeaning(part, first))) return first;
  if (first.tag !== Tag.instance || !parts.every((part) => part.tag === first.tag && part.definition === first.definition)) return UNKNOWN;
  const items = first.items.map((item, i) => parts.every((part) => sameMeaning(part.items[i] ?? UNKNOWN, item)) ? item : UNKNOWN);
  return instance(first.definition, items, parts.some((part) => part.weak));
}
