/**
 * Numbers of meanings, to look things up by them.
 *
 * Stage: resolve. Invariant: two meanings have a number in common only if they are the same in all, evidence included. Each is looked at once,
 * however often it is a part of others.
 */
import type { Meaning } from "../meaning.ts";

/** What is deeper has a number of its own. */
const DEEPEST = 60;

/** See the head of this file. */
export class MeaningNumbers {
  readonly #known = new WeakMap<Meaning, number>();
  readonly #byKey = new Map<string, number>();
  #last = 0;

  /** The numbers of several, as a text. */
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
    // Whatever a name is, it is the last part.
    return `${key}:${name}`;
  }
}
