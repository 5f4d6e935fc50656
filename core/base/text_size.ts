/**
 * The size of texts in bytes.
 *
 * Stage: all. Invariant: sizes are those of UTF-8, whatever representation the engine uses.
 */
const encoder = new TextEncoder();

/** The size of a text in bytes. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** The longest beginning of a text, in whole characters, that takes at most `most` bytes. */
export function firstBytes(text: string, most: number): string {
  // A streaming decoder omits an incomplete character at the end.
  return new TextDecoder().decode(encoder.encode(text).subarray(0, most), { stream: true });
}

/** The size of a value as JSON, in bytes. */
export function bytesOfJson(value: unknown): number {
  return bytesOf(JSON.stringify(value));
}
