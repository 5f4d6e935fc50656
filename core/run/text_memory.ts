/**
 * A cache of decoded facts and outlines, kept by a long-running process from one run to the next.
 *
 * Stage: parse -> resolve. Invariant: entries are keyed by text and extractor (`blobKey`), so a cached entry equals what would be read
 * again, whatever happened to the index meanwhile.
 */
import type { Facts } from "../facts.ts";
import { decodeOutline, type Outline } from "../facts/outline.ts";
import { decodeFacts } from "../facts/stored_facts.ts";

/** Limits of the encoded size of what is kept. Decoded facts take about the same, outlines three times as much. */
const FACTS_BYTES = 24 * 1024 * 1024;
const OUTLINE_BYTES = 8 * 1024 * 1024;

/** A cache of decoded facts and outlines, limited by size. */
export class TextMemory {
  readonly #facts = new Lately<Facts>(FACTS_BYTES);
  readonly #outlines = new Lately<Outline>(OUTLINE_BYTES);

  /**
   * The facts of a text.
   * @param read reads its encoded facts if they are not cached
   */
  facts(key: string, read: () => Uint8Array): Facts {
    return this.#facts.get(key) ?? this.#facts.add(key, ...withSize(read(), decodeFacts));
  }
  /** The outline of a text, if it is cached. */
  outline(key: string): Outline | undefined {
    return this.#outlines.get(key);
  }
  addOutline(key: string, encoded: string): Outline {
    return this.#outlines.add(key, decodeOutline(encoded), encoded.length);
  }
}

function withSize(bytes: Uint8Array, decode: (bytes: Uint8Array) => Facts): [Facts, number] {
  // A view of a larger buffer would keep all of it in memory.
  return [decode(bytes.length === bytes.buffer.byteLength ? bytes : bytes.slice()), bytes.length];
}

/** The key of a text read by an extractor. */
export function blobKey(hash: string, language: string, extractor: string): string {
  return `${hash} ${language} ${extractor}`;
}

/** A cache that evicts the least recently used values first. */
class Lately<T> {
  readonly #kept = new Map<string, { readonly value: T; readonly size: number }>();
  #size = 0;

  constructor(readonly most: number) {}

  get(key: string): T | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept.value;
  }

  add(key: string, value: T, size: number): T {
    this.#size += size - (this.#kept.get(key)?.size ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { value, size });
    for (const [oldest, { size: freed }] of this.#kept) {
      if (this.#size <= this.most) break;
      this.#kept.delete(oldest);
      this.#size -= freed;
    }
    return value;
  }
}
