/**
 * What was evaluated in the midst of a cycle that is still open, and holds for as long.
 *
 * Stage: resolve. An entry that rests on one further out is not kept, for it was made without that one's answer; asked again before that one is
 * known it would mostly come out the same, and where many fields are given each other's values the ways through them are without number.
 * Invariants: an entry is dropped when what it rests on is known; it is never kept for good.
 */
import type { Meaning } from "../meaning.ts";
import type { Memo } from "./memo.ts";
import type { Node } from "./reliance.ts";

/** What holds for as long as a cycle is open. */
export interface Provided {
  /** The depth of the outermost open entry that it rests on. */
  cycle?: number;
}

/** What stands for an entry of a memo. */
interface ProvisionalAnswer extends Provided {
  readonly meaning: Meaning;
  readonly rests: Node;
  cycle: number;
}

/** See the head of this file. */
export class Provisional {
  readonly #entries: { readonly table: Map<number, Provided>; readonly at: number; readonly value: Provided }[] = [];
  readonly #found = new Map<Memo, Map<number, ProvisionalAnswer>>();

  /** How many there are: a mark for `close`. */
  get size(): number {
    return this.#entries.length;
  }

  find(memo: Memo, at: number): ProvisionalAnswer | undefined {
    return this.#found.get(memo)?.get(at);
  }

  add(memo: Memo, at: number, answer: ProvisionalAnswer): void {
    let ofMemo = this.#found.get(memo);
    if (ofMemo === undefined) this.#found.set(memo, ofMemo = new Map());
    this.put(ofMemo, at, answer);
  }
  /** Puts an entry of any table in it, to be taken out again. */
  put<T extends Provided>(table: Map<number, T>, at: number, value: T): void {
    table.set(at, value);
    this.#entries.push({ table, at, value });
  }

  clear(): void {
    this.#drop(0);
    this.#found.clear();
  }
  #drop(mark: number): void {
    for (const { table, at } of this.#entries.splice(mark)) table.delete(at);
  }

  /** The entry that was opened at `depth`, when there were `mark` entries, is done, and rests on what was opened at `cycle`. */
  close(mark: number, depth: number, cycle: number): void {
    if (cycle >= depth || depth <= 1) return this.#drop(mark);
    for (let i = mark; i < this.#entries.length; i++) {
      const { value } = this.#entries[i]!;
      if (value.cycle! >= depth) value.cycle = cycle;
    }
  }
}
