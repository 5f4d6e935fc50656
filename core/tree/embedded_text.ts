/**
 * Builds the text that is parsed a second time.
 *
 * Stage: parse. Invariant: pieces and regions ascend in the text, as `EmbeddedCode` requires.
 */
import type { EmbeddedCode } from "./embed.ts";
import type { MacroNotes } from "./given_macros.ts";

/** A text assembled from pieces of a file, together with their positions there. */
export class EmbeddedText {
  readonly #parts: string[] = [];
  #length = 0;
  readonly #pieces: number[] = [];
  readonly #regions: number[] = [];
  readonly #apart: number[] = [];

  constructor(readonly source: string) {}

  get length(): number {
    return this.#length;
  }
  /** Appends text that does not occur in the file. */
  raw(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
  /**
   * Appends a part of the file.
   * @param as what the parser sees in its place, of the same length
   */
  copy(from: number, to: number, as = this.source.slice(from, to)): void {
    if (from >= to) return;
    this.#pieces.push(this.#length, this.#length + to - from, from);
    this.raw(as);
  }
  /** Makes everything since `from` the contents of the node that starts at `holder` in the file. */
  region(holder: number, from: number): void {
    this.#regions.push(holder, from, this.#length);
    this.raw(";\n");
  }
  /**
   * Marks everything since `from` as text outside the file. It stands for the part of the file from `start` to `end`, and is reported at
   * `at`.
   */
  keepApart(from: number, start: number, end: number, at: number): void {
    this.#apart.push(from, this.#length, start, end, at);
  }
  /**
   * The finished text; undefined if there are no regions and no macros.
   * @param macros what the file says about macros, if anything
   */
  finish(holder: number, macros?: MacroNotes): EmbeddedCode | undefined {
    if (this.#regions.length === 0 && macros === undefined) return undefined;
    const code = { text: this.#parts.join(""), pieces: this.#pieces, regions: this.#regions, holder, apart: this.#apart };
    return macros === undefined ? code : { ...code, macros };
  }
}
