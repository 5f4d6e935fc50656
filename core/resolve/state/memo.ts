/**
 * What was evaluated already: one answer for each row of a table of a file.
 *
 * Stage: resolve. Invariant: an entry is free, in hand, or finished for good.
 */
import type { Meaning } from "../meaning.ts";
import type { Node } from "./reliance.ts";

/** Answers for rows from 0 to `size` - 1; takes no memory before the first. */
export class Memo {
  /** By row: 0 free, below 0 in hand (what `Circles.read` takes for it, negated), else the place of the answer plus 1. */
  #slots: Int32Array | undefined;
  readonly #meanings: Meaning[] = [];
  readonly #rests: Node[] = [];

  /** @param table which of a file's tables it is, from 1 */
  constructor(readonly size: number, readonly table: number) {}

  /** The state of an entry: 0 free, below 0 in hand, else what `meaning` and `rests` take. */
  find(at: number): number {
    return this.#slots === undefined ? 0 : this.#slots[at]!;
  }
  meaning(found: number): Meaning {
    return this.#meanings[found - 1]!;
  }
  rests(found: number): Node {
    return this.#rests[found - 1]!;
  }
  /** Marks an entry as in hand: whoever asks for it gets what `Circles.read` gives for `code`, from 1. */
  open(at: number, code: number): void {
    this.#slots ??= new Int32Array(this.size);
    this.#slots[at] = -code;
  }
  /** Frees an entry that was in hand. */
  discard(at: number): void {
    this.#slots![at] = 0;
  }
  finish(at: number, meaning: Meaning, rests: Node): void {
    this.#rests.push(rests);
    this.#slots![at] = this.#meanings.push(meaning);
  }
}
