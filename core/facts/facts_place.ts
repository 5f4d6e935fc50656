/**
 * Encoded facts in a buffer that threads share.
 *
 * Stage: parse -> resolve. Invariant: the bytes are never written again.
 */
import type { Facts } from "../facts.ts";
import { decodeFacts } from "./stored_facts.ts";

/** Encoded facts in a buffer. */
export interface FactsPlace {
  readonly buffer: SharedArrayBuffer | ArrayBufferLike;
  readonly start: number;
  readonly length: number;
}

/** The bytes of encoded facts. */
export function bytesAt(place: FactsPlace): Uint8Array {
  return new Uint8Array(place.buffer, place.start, place.length);
}

/** Decodes facts in place. */
export function decodeAt(place: FactsPlace): Facts {
  return decodeFacts(bytesAt(place));
}
