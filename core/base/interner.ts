/**
 * Equal texts get one number, also those that are only a stretch of a source: no substring is made to find out that it is known.
 *
 * Stage: parse -> facts. Invariant: numbers count from 0 in the order of the first mention; 0 is the empty text.
 */

/** Slots of the look-up table at the start; always a power of two. */
const SLOTS = 1 << 12;
/** UTF-16 units at each end of a text that its hash rests on. */
const LONG_END = 24;

/** See the head of this file. */
export class Interner {
  strings: string[] = [""];
  #slots = new Int32Array(SLOTS);
  /** The length of each text, by its number: asking texts of many kinds for theirs costs more. */
  #lengths = new Int32Array(SLOTS);

  /** Forgets all texts; the list that was given out stays with who has it. */
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

  /** The number of a text that was mentioned before; -1 of another. */
  find(text: string): number {
    return text === "" ? 0 : this.#slots[this.#slotOf(text, 0, text.length)]! || -1;
  }

  /** The slot of `source.slice(start, end)`: where its number stands, or the free one where it would. */
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

/** FNV-1a over UTF-16 units; of a long text over its ends alone, for two long ones seldom differ in their middle only. */
function hash(source: string, start: number, end: number): number {
  let value = 0x811c9dc5 ^ (end - start);
  const middle = Math.min(end, start + LONG_END);
  for (let at = start; at < middle; at++) value = Math.imul(value ^ source.charCodeAt(at), 0x01000193);
  for (let at = Math.max(middle, end - LONG_END); at < end; at++) value = Math.imul(value ^ source.charCodeAt(at), 0x01000193);
  return value ^ (value >>> 15);
}
