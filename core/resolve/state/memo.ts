/**
 * A memo table: one result for each row of a table of a file.
 *
 * Stage: resolve. Invariant: an entry is free, in progress, or final.
 */
import type { Meaning } from "../meaning.ts";
import type { Node, Reliance } from "./reliance.ts";

/** Of a table without results: most tables of most files. */
const NONE: never[] = [];

/** Results for rows from 0 to `size` - 1; uses no memory before the first. */
export class Memo {
  /** By row: 0 free; below 0 in progress (the negated code for `Circles.read`); otherwise the index of the result plus 1. */
  #slots: Int32Array | undefined;
  #meanings: Meaning[] = NONE;
  #rests: Node[] = NONE;

  /** @param table the number of the table within the file, from 1 */
  constructor(readonly size: number, readonly table: number) {}

  /** The state of an entry: 0 free, below 0 in progress, otherwise the argument for `use`. */
  find(at: number): number {
    return this.#slots === undefined ? 0 : this.#slots[at]!;
  }
  /** A final result; its dependencies become those of the current frame. */
  use(found: number, reliance: Reliance): Meaning {
    reliance.use(this.#rests[found - 1]!);
    return this.#meanings[found - 1]!;
  }
  /** Marks an entry as in progress: reading it returns `Circles.read(code)`; codes start at 1. */
  open(at: number, code: number): void {
    if (this.#slots === undefined) {
      this.#slots = new Int32Array(this.size);
      this.#meanings = [];
      this.#rests = [];
    }
    this.#slots[at] = -code;
  }
  /** Frees an entry that was in progress. */
  discard(at: number): void {
    this.#slots![at] = 0;
  }
  finish(at: number, meaning: Meaning, rests: Node): void {
    this.#rests.push(rests);
    this.#slots![at] = this.#meanings.push(meaning);
  }
}
