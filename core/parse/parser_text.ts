/**
 * Hands the parser its text as UTF-8.
 *
 * Stage: parse. Why: the library copies a text into the parser's memory unit by unit and as UTF-16, with which the parser takes up to a tenth
 * longer. What a text is stands in the parser's own lexer, beside the number that the callback is asked to fill in; the library's
 * interface has no word for it. Source of the layout: `lexer.h` and `api.h` of tree-sitter. Invariants: the tree of a text without errors is the
 * one that the library makes of it, but for the unit of its offsets (what the parser makes of errors rests on their bytes); the same text always goes
 * the same way; a lexer that does not look as expected gets UTF-16; whatever is not parsed through `withText` goes through the library.
 */
import type { ParserMemory } from "../tree/tree_memory.ts";

/**
 * Reads the text from `index` on, in UTF-16 units: writes them to `buffer`, and their number to `count`. Both are addresses in the parser's
 * memory.
 */
export type ParseCallback = (buffer: number, index: number, row: number, column: number, count: number) => void;

/** The unit of a tree's offsets: bytes of UTF-16, bytes of an ASCII text, or bytes that this list maps to UTF-16 units. */
export type Offsets = "utf16" | "ascii" | Int32Array;

/**
 * The size of the parser's buffer in bytes. Source: `INPUT_BUFFER_SIZE` of tree-sitter's `binding_web`, whose last two bytes are not used.
 */
const BUFFER_BYTES = 10_238;
/** How many bytes are kept for the next text. */
const KEPT_BYTES = 1 << 22;
/** Words of `Lexer`, relative to its `chunk_size`, which is what the callback fills in. */
const Lexer = { position: -20, payload: -9, encoding: -7 } as const;
/** `TSInputEncoding`. */
const Encoding = { utf8: 0, utf16: 1 } as const;
const NEWLINE = 0x0a;

const encoder = new TextEncoder();

/** Passes texts to one parser runtime. */
export class ParserText {
  /** The text in the encoding that the parser reads. */
  #bytes = new Uint8Array(1 << 16);
  /** The length in bytes of the text that is being parsed; -1 if there is none. */
  #length = -1;
  #text = "";
  #offsets: Offsets = "utf16";

  constructor(readonly memory: ParserMemory) {}

  /** A callback that replaces the library's `own`. */
  wrap(own: ParseCallback): ParseCallback {
    return (buffer, index, row, column, count) => {
      if (this.#length < 0) return own(buffer, index, row, column, count);
      const { HEAPU8: bytes, HEAPU32: words } = this.memory;
      const at = this.#offsets !== "utf16" && this.#readsUtf8(words, buffer, index, count)
        ? words[(count >> 2) + Lexer.position]!
        : index * 2;
      // The parser counts pairs of bytes.
      const pairs = Math.max(0, Math.min(BUFFER_BYTES, this.#length - at + 1)) >> 1;
      bytes.set(this.#bytes.subarray(at, at + 2 * pairs), buffer);
      words[count >> 2] = pairs;
    };
  }

  /**
   * Runs `parse`, which parses `text` and nothing else.
   * @param asUtf8 whether the caller can handle a tree whose offsets are not twice those of the text
   * @param unread what the parser may then skip: ascending pairs of start and end offsets
   * @returns the result of `parse`, and the unit of the tree's offsets
   */
  withText<T>(text: string, asUtf8: boolean, unread: readonly number[], parse: () => T): { readonly value: T; readonly offsets: Offsets } {
    this.#text = text;
    if (!asUtf8 || !this.#takeUtf8(text, unread)) this.#takeUtf16(text);
    try {
      const value = parse();
      return { value, offsets: this.#offsets };
    } finally {
      this.#length = -1;
      this.#text = "";
      if (this.#bytes.length > KEPT_BYTES) this.#bytes = new Uint8Array(KEPT_BYTES);
    }
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#bytes.length) this.#bytes = new Uint8Array(bytes + (bytes & 1));
  }

  /**
   * Whether the text can be passed as pairs of bytes: the last one may need padding, and a second line break after a line break is
   * harmless.
   */
  #takeUtf8(text: string, unread: readonly number[]): boolean {
    if (!text.endsWith("\n")) return false;
    const read = unread.length === 0 ? text : without(text, unread);
    this.#makeRoom(3 * read.length + 1);
    const { written } = encoder.encodeInto(read, this.#bytes);
    this.#bytes[written] = NEWLINE;
    this.#length = written;
    this.#offsets = unread.length === 0 && written === text.length ? "ascii" : unitsOf(this.#bytes.subarray(0, written + 1), unread);
    return true;
  }

  #takeUtf16(text: string): void {
    this.#length = 2 * text.length;
    this.#makeRoom(this.#length);
    const units = new Uint16Array(this.#bytes.buffer, 0, text.length);
    for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
    this.#offsets = "utf16";
  }

  /** Whether the lexer that calls reads UTF-8; when it asks for the beginning of the text, it is switched to it. */
  #readsUtf8(words: Uint32Array, buffer: number, index: number, count: number): boolean {
    const at = count >> 2;
    if (words[at + Lexer.payload] === buffer && words[at + Lexer.position]! >> 1 === index) {
      if (index === 0 && words[at + Lexer.encoding] === Encoding.utf16) words[at + Lexer.encoding] = Encoding.utf8;
      if (words[at + Lexer.encoding] === Encoding.utf8) return true;
    }
    this.#takeUtf16(this.#text);
    return false;
  }
}

/** A text without some stretches. */
function without(text: string, unread: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (let i = 0; i < unread.length; i += 2) {
    parts.push(text.slice(at, unread[i]));
    at = unread[i + 1]!;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/**
 * The UTF-16 unit of each byte of UTF-8, and of the end.
 * @param unread stretches of the text that the bytes omit
 */
function unitsOf(bytes: Uint8Array, unread: readonly number[]): Int32Array {
  const units = new Int32Array(bytes.length + 1);
  units[bytes.length] = fillUnits(units, bytes, unread);
  return units;
}

/** Sets the unit of each byte. Returns that of the end. */
function fillUnits(units: Int32Array, bytes: Uint8Array, unread: readonly number[]): number {
  let unit = 0;
  let next = 0;
  let stretch = 0;
  let gap = unread[0] ?? -1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) {
      if (next === gap) {
        next = unread[stretch + 1]!;
        stretch += 2;
        gap = unread[stretch] ?? -1;
      }
      unit = next;
      next += byte >= 0xf0 ? 2 : 1;
    }
    units[at] = unit;
  }
  return next;
}
