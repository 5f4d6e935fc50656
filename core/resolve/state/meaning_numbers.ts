/**
 * Numbers for meanings, as keys of look-up tables.
 *
 * Stage: resolve. Invariant: two meanings share a number only if they are equal in every respect, including evidence. Each is examined
 * once, however often it is part of others.
 */
import type { Meaning } from "../meaning.ts";

/** Deeper meanings get a number of their own. */
const DEEPEST = 60;

/** The numbers given so far. */
export class MeaningNumbers {
  readonly #known = new WeakMap<Meaning, number>();
  readonly #byKey = new Map<string, number>();
  #last = 0;

  /** The numbers of several meanings, as a text. */
  ofAll(meanings: readonly Meaning[], depth = 0): string {
    let numbers = "";
    for (let i = 0; i < meanings.length; i++) numbers += `${this.#of(meanings[i]!, depth)},`;
    return numbers;
  }

  #of(meaning: Meaning, depth: number): number {
    let number = this.#known.get(meaning);
    if (number !== undefined) return number;
    if (depth > DEEPEST || meaning.files.length > 0 || meaning.origin !== undefined) number = ++this.#last;
    else {
      const key = this.#keyOf(meaning, depth + 1);
      number = this.#byKey.get(key);
      if (number === undefined) this.#byKey.set(key, number = ++this.#last);
    }
    this.#known.set(meaning, number);
    return number;
  }

  #keyOf({ tag, definition, items, name, result, weak, held, applied }: Meaning, depth: number): string {
    let key = `${tag},${definition},${(weak ? 1 : 0) + (held ? 2 : 0)}`;
    if (items.length > 0) key += `<${this.ofAll(items, depth)}`;
    if (result !== undefined) key += `=${this.#of(result, depth)}`;
    if (applied !== undefined) key += `@${this.ofAll(applied, depth)}`;
    // The name comes last because it may contain any character.
    return `${key}:${name}`;
  }
}
