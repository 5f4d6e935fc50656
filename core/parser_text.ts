/**
 * Hands the parser its text.
 *
 * Stage: parse. Why: the library copies a text into the parser's memory unit by unit, which is a thirtieth of the parse. Invariant: the
 * parser sees the same units as through the library; whatever is not parsed through `withText` goes through the library.
 */
import type { ParserMemory } from "./tree_memory.ts";

/** Asks for the text from `index` on, in UTF-16 units: they go to `buffer`, their number to `count`. Both are addresses in the parser's memory. */
export type ParseCallback = (buffer: number, index: number, row: number, column: number, count: number) => void;

/** UTF-16 units that the parser's buffer holds. Source: `INPUT_BUFFER_SIZE` of tree-sitter's `binding_web`, whose last unit is not used. */
const BUFFER_UNITS = 5119;
/** Units that stay for the next text. */
const KEPT_UNITS = 1 << 21;

const encoder = new TextEncoder();

/** See the head of this file. One for each parser runtime. */
export class ParserText {
  #units = new Uint16Array(1 << 16);
  #bytes = new Uint8Array(1 << 16);
  /** Units of the text that is being parsed; -1: none is. */
  #length = -1;

  constructor(readonly memory: ParserMemory) {}

  /** The callback in place of the library's `own`. */
  wrap(own: ParseCallback): ParseCallback {
    return (buffer, index, row, column, count) => {
      if (this.#length < 0) return own(buffer, index, row, column, count);
      const units = Math.max(0, Math.min(BUFFER_UNITS, this.#length - index));
      this.memory.HEAPU16.set(this.#units.subarray(index, index + units), buffer >> 1);
      this.memory.HEAPU32[count >> 2] = units;
    };
  }

  /** Runs `parse`, which parses `text` and nothing else. */
  withText<T>(text: string, parse: () => T): T {
    this.#take(text);
    try {
      return parse();
    } finally {
      this.#length = -1;
      if (this.#units.length > KEPT_UNITS) {
        this.#units = new Uint16Array(KEPT_UNITS);
        this.#bytes = new Uint8Array(KEPT_UNITS);
      }
    }
  }

  #take(text: string): void {
    const { length } = text;
    if (length > this.#units.length) {
      this.#units = new Uint16Array(length);
      this.#bytes = new Uint8Array(length);
    }
    // Both steps run in the engine; as many bytes as units means that each byte is a unit.
    const { read, written } = encoder.encodeInto(text, this.#bytes);
    if (read === length && written === length) this.#units.set(this.#bytes.subarray(0, length));
    else for (let at = 0; at < length; at++) this.#units[at] = text.charCodeAt(at);
    this.#length = length;
  }
}
