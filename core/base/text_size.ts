/**
 * How much room a text takes where bytes are counted.
 *
 * Stage: all. Invariant: sizes are those of UTF-8, whatever the engine keeps a text in.
 */
const encoder = new TextEncoder();

/** Bytes of a text. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Bytes of a value as JSON. */
export function bytesOfJson(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}
