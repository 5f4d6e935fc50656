/**
 * The text that is parsed once more, while it is put together.
 *
 * Stage: parse. Invariant: pieces and regions ascend in the text, as `EmbeddedCode` asks for.
 */
import type { EmbeddedCode } from "./embed.ts";
import type { MacroNotes } from "./given_macros.ts";

/** Text that is laid out piece by piece from a file's own, and where each piece stands there. */
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
  /** Text that does not stand in the file. */
  raw(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
  /** A part of the file; `as`, of the same length, is what the parser sees in its place. */
  copy(from: number, to: number, as = this.source.slice(from, to)): void {
    if (from >= to) return;
    this.#pieces.push(this.#length, this.#length + to - from, from);
    this.raw(as);
  }
  /** All since `from` becomes the inside of the node that starts at `holder` in the file. */
  region(holder: number, from: number): void {
    this.#regions.push(holder, from, this.#length);
    this.raw(";\n");
  }
  /** All since `from` is no text of the file; it stands for the part of the file from `start` to `end`, and is shown at `at`. */
  keepApart(from: number, start: number, end: number, at: number): void {
    this.#apart.push(from, this.#length, start, end, at);
  }
  /** @param macros what the file says of macros, if anything; undefined comes back where it does not and there is no region */
  finish(holder: number, macros?: MacroNotes): EmbeddedCode | undefined {
    if (this.#regions.length === 0 && macros === undefined) return undefined;
    const code = { text: this.#parts.join(""), pieces: this.#pieces, regions: this.#regions, holder, apart: this.#apart };
    return macros === undefined ? code : { ...code, macros };
  }
}
