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

/** What stands in a memo for as long as the cycle is open. */
export interface ProvisionalEntry {
  readonly memo: Memo;
  readonly at: number;
  readonly meaning: Meaning;
  readonly rests: Node;
  /** The depth of the outermost open entry that it rests on. */
  cycle: number;
}

/** See the head of this file. */
export class Provisional {
  readonly #entries: ProvisionalEntry[] = [];
  readonly #found = new Map<Memo, Map<number, ProvisionalEntry>>();

  /** How many there are: a mark for `close`. */
  get size(): number {
    return this.#entries.length;
  }

  find(memo: Memo, at: number): ProvisionalEntry | undefined {
    return this.#found.get(memo)?.get(at);
  }

  add(entry: ProvisionalEntry): void {
    this.#entries.push(entry);
    let ofMemo = this.#found.get(entry.memo);
    if (ofMemo === undefined) this.#found.set(entry.memo, ofMemo = new Map());
    ofMemo.set(entry.at, entry);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#found.clear();
  }

  /** The entry that was opened at `depth`, when there were `mark` entries, is done, and rests on what was opened at `cycle`. */
  close(mark: number, depth: number, cycle: number): void {
    if (cycle >= depth || depth === 1) {
      for (const { memo, at } of this.#entries.splice(mark)) this.#found.get(memo)!.delete(at);
      return;
    }
    for (let i = mark; i < this.#entries.length; i++) {
      if (this.#entries[i]!.cycle >= depth) this.#entries[i]!.cycle = cycle;
    }
  }
}
