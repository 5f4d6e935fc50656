/**
 * Encoded facts where they lie, so that threads share them.
 *
 * Stage: parse -> resolve. Invariant: nobody writes there any more.
 */
import type { Facts } from "../facts.ts";
import { decodeFacts } from "./stored_facts.ts";

/** Encoded facts in some buffer. */
export interface FactsPlace {
  readonly buffer: SharedArrayBuffer | ArrayBufferLike;
  readonly start: number;
  readonly length: number;
}

/** The bytes of a place. */
export function bytesAt(place: FactsPlace): Uint8Array {
  return new Uint8Array(place.buffer, place.start, place.length);
}

/** Decodes facts where they lie. */
export function decodeAt(place: FactsPlace): Facts {
  return decodeFacts(bytesAt(place));
}
