/**
 * Merges the inheritance orders of several bases into one.
 *
 * Stage: resolve. Pure. Invariant: each type occurs once.
 */
import { addAt } from "../../base/lists.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";

/** The entries in sequence, each type once, with type arguments if one of its occurrences has them. */
export function flattenOrder(lists: readonly (readonly Meaning[])[]): Meaning[] {
  const places = new Map<DefinitionId | string, number>();
  const order: Meaning[] = [];
  for (const list of lists) {
    for (const entry of list) {
      const key = entry.tag === Tag.instance ? entry.definition : entryKey(entry);
      const place = places.get(key);
      if (place !== undefined) {
        if (saysNothing(order[place]!) && !saysNothing(entry)) order[place] = entry;
        continue;
      }
      places.set(key, order.length);
      order.push(entry);
    }
  }
  return order;
}

/** Whether no type argument is known. */
function saysNothing({ items }: Meaning): boolean {
  for (const item of items) if (item.tag !== Tag.unknown) return false;
  return true;
}

/** The C3 linearization: the next entry is the first head that is not in the tail of any list; if there is none, the first head. */
export function mergeC3(lists: readonly (readonly Meaning[])[]): Meaning[] {
  const open = lists.filter((list) => list.length > 0);
  const keys = open.map((list) => list.map(entryKey));
  const heads = open.map(() => 0);
  /** By entry: the number of tails that contain it, and the lists that it heads. */
  const behind = new Map<string, number>();
  const heading = new Map<string, number[]>();
  for (const [i, list] of keys.entries()) {
    for (let at = 1; at < list.length; at++) behind.set(list[at]!, (behind.get(list[at]!) ?? 0) + 1);
    addAt(heading, list[0]!, i);
  }
  const order: Meaning[] = [];
  const isOpen = (i: number): boolean => heads[i]! < open[i]!.length;
  for (let first = 0; first < open.length;) {
    if (!isOpen(first)) {
      first++;
      continue;
    }
    let next = first;
    while (next < open.length && (!isOpen(next) || (behind.get(keys[next]![heads[next]!]!) ?? 0) > 0)) next++;
    if (next === open.length) next = first;
    const key = keys[next]![heads[next]!]!;
    order.push(open[next]![heads[next]!]!);
    const headed = heading.get(key)!;
    heading.delete(key);
    for (const i of headed) {
      const head = keys[i]![++heads[i]!];
      if (head === undefined) continue;
      behind.set(head, behind.get(head)! - 1);
      addAt(heading, head, i);
    }
  }
  return order;
}

/** A text that is equal for equal entries. */
function entryKey({ tag, definition, name }: Meaning): string {
  return `${tag} ${definition} ${name}`;
}
