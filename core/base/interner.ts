/**
 * Maps equal texts to one number, also if they are stretches of a source: no substring is created to find that a text is known.
 *
 * Stage: parse -> facts. Invariant: numbers count from 0 in the order of first mention; 0 is the empty text.
 */

/** The initial number of slots of the hash table, always a power of two. */
const SLOTS = 1 << 12;
/** How many UTF-16 units at each end of a text its hash covers. */
const LONG_END = 24;

/** Numbers texts in the order of their first mention. */
export class Interner {
  strings: string[] = [""];
  #slots = new Int32Array(SLOTS);
  /** The length of each text, by its number: reading it from strings of many representations is slower. */
  #lengths = new Int32Array(SLOTS);

  /** Forgets all texts. The list `strings` that was read before remains valid. */
  reset(): void {
    this.strings = [""];
    if (this.#slots.length > SLOTS << 4) this.#slots = new Int32Array(SLOTS);
    else this.#slots.fill(0);
  }

  /** The number of `source.slice(start, end)`. */
  number(source: string, start: number, end: number): number {
    if (start >= end) return 0;
    const slot = this.#slotOf(source, start, end);
    const known = this.#slots[slot]!;
    if (known !== 0) return known;
    const number = this.strings.push(source.slice(start, end)) - 1;
    this.#slots[slot] = number;
    this.#lengths[number] = end - start;
    if (number * 2 >= this.#slots.length) this.#grow();
    return number;
  }

  /** The number of a text that was mentioned before; otherwise -1. */
  find(text: string): number {
    return text === "" ? 0 : this.#slots[this.#slotOf(text, 0, text.length)]! || -1;
  }

  /** The slot of `source.slice(start, end)`: the one that holds its number, or the free one for it. */
  #slotOf(source: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(source, start, end) & mask;
    for (let known = this.#slots[slot]!; known !== 0; known = this.#slots[slot]!) {
      if (this.#lengths[known] === end - start && source.startsWith(this.strings[known]!, start)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (let number = 1; number < this.strings.length; number++) {
      const text = this.strings[number]!;
      let slot = hash(text, 0, text.length) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number;
    }
    this.#slots = slots;
    if (this.#lengths.length >= slots.length) return;
    const lengths = new Int32Array(slots.length);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }
}

/** FNV-1a over UTF-16 units. A long text is hashed by its ends alone, for two long texts rarely differ only in the middle. */
function hash(source: string, start: number, end: number): number {
  let value = 0x811c9dc5 ^ (end - start);
  const middle = Math.min(end, start + LONG_END);
  for (let at = start; at < middle; at++) value = Math.imul(value ^ source.charCodeAt(at), 0x01000193);
  for (let at = Math.max(middle, end - LONG_END); at < end; at++) value = Math.imul(value ^ source.charCodeAt(at), 0x01000193);
  return value ^ (value >>> 15);
}
