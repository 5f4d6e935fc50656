/**
 * Encodes natural numbers as a sequence of bytes: seven bits each, low bits first.
 *
 * Stage: write and query. Invariant: a number below 128 takes one byte; numbers are read in the order in which they were written.
 */

/** Writes numbers below 2^53. */
export class NumberWriter {
  #bytes = new Uint8Array(256);
  #used = 0;

  add(number: number): void {
    if (this.#used + 8 > this.#bytes.length) this.#grow(this.#used + 8);
    let rest = number;
    while (rest >= 128) {
      this.#bytes[this.#used++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#used++] = rest;
  }

  /** Appends what another writer wrote. */
  append(other: NumberWriter): void {
    if (this.#used + other.#used > this.#bytes.length) this.#grow(this.#used + other.#used);
    this.#bytes.set(other.#bytes.subarray(0, other.#used), this.#used);
    this.#used += other.#used;
  }

  get length(): number {
    return this.#used;
  }

  /** Discards what was written. */
  clear(): void {
    this.#used = 0;
  }

  /** A copy of what was written. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#used);
  }

  #grow(least: number): void {
    const bytes = new Uint8Array(Math.max(least, this.#bytes.length * 2));
    bytes.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = bytes;
  }
}

/** Reads numbers below 2^53. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  /** The offset of the next number, in bytes. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    const bytes = this.#bytes;
    let byte = bytes[this.at++]!;
    if (byte < 128) return byte;
    let number = byte - 128;
    let factor = 128;
    do {
      byte = bytes[this.at++]!;
      number += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return number;
  }
}
