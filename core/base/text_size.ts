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

/** The beginning of a text that takes so many bytes at most, in whole letters. */
export function firstBytes(text: string, most: number): string {
  // A decoder that awaits more gives nothing for the part of a letter.
  return new TextDecoder().decode(encoder.encode(text).subarray(0, most), { stream: true });
}

/** Bytes of a value as JSON. */
export function bytesOfJson(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}
