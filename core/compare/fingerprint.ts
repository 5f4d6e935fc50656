/**
 * A sketch of a definition's text by which it is recognized under another name or in another place.
 *
 * Stage: comparison of two refs. Invariants: white space does not count, nor does the symbol's own name; the same text has the same sketch
 * on every machine.
 */

/** The most numbers in a sketch: the smallest hashes of all runs of `RUN` tokens. */
const SKETCH = 64;
const RUN = 4;
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}+|[^\s]/gu;

/** The sketch of a definition's text: at most 64 ascending hashes, storable as JSON. */
export function fingerprintOf(text: string, ownName: string): readonly number[] {
  const tokens = (text.match(TOKEN) ?? []).map((token) => hashText(token === ownName ? "\0" : token));
  const hashes = new Set<number>();
  for (let i = 0; i + RUN <= Math.max(tokens.length, RUN); i++) {
    let hash = 2166136261;
    for (let k = i; k < i + RUN && k < tokens.length; k++) hash = Math.imul(hash ^ tokens[k]!, 16777619);
    hashes.add(mix(hash));
  }
  return [...hashes].sort((a, b) => a - b).slice(0, SKETCH);
}

/** The similarity of two texts by their sketches, from 0 to 1. Exact for short texts, otherwise within about 0.1. */
export function similarityOf(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  // Only as many of the smallest hashes of the union are known as the fuller sketch has.
  const most = Math.max(a.length, b.length) < SKETCH ? Infinity : SKETCH;
  let [i, k, common, all] = [0, 0, 0, 0];
  while (all < most && (i < a.length || k < b.length)) {
    const [x, y] = [a[i] ?? Infinity, b[k] ?? Infinity];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) k++;
    all++;
  }
  return common / all;
}

function hashText(text: string): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return hash;
}

/** Mixes the bits, so that the smallest hashes are a fair sample. */
function mix(hash: number): number {
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
