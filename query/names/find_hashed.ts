/**
 * Finds the symbol of a `symbol_id`.
 *
 * Stage: query. A symbol_id is not stored: it is a hash that depends on the ref and the line. So the symbols of the ref are hashed until
 * one matches: 50,000 in about 0.1 s. Two things make this fast: SQLite joins the rows to texts (one object per row takes twice as long),
 * and SHA-256 of a single block is computed here (a library call takes twice as long). Invariant: a match is verified with the function
 * that makes handles.
 */
import { symbolId } from "../../core/facts/symbol_ids.ts";
import { type Context, readRows } from "../context.ts";

const HANDLES = `SELECT group_concat(s.id || ' ' || s.stable_id || ' ' || sv.line_start) AS list
  FROM ref_file rf CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id CROSS JOIN symbol s ON s.id = sv.symbol_id
  WHERE rf.ref_id = ? GROUP BY rf.path_id`;

/** Row of `symbol`; undefined if the ref has no such symbol. */
export function findHashed(context: Context, handle: string): number | undefined {
  const ref = context.ref.name;
  // One block holds 55 bytes; a longer text (a long ref name) is hashed by the library.
  const oneBlock = /^[\x20-\x7e]{0,28}$/.test(ref);
  const wanted = parseInt(handle.slice(0, 8), 16) | 0;
  for (const { list } of readRows<{ list: string }>(context, HANDLES, context.ref.id)) {
    for (const item of list.split(",")) {
      const [id, stable, line] = item.split(" ") as [string, string, string];
      if (oneBlock && hashStart(`${ref}\0${stable}\0${line}`) !== wanted) continue;
      if (symbolId(ref, stable, Number(line)) === handle) return Number(id);
    }
  }
  return undefined;
}

const ROUNDS = makeRoundConstants();
const words = new Int32Array(64);

/** The fractional parts of the cube roots of the first 64 primes. */
function makeRoundConstants(): Int32Array {
  const constants = new Int32Array(64);
  for (let n = 0, candidate = 2; n < 64; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
    if (prime) constants[n++] = ((Math.cbrt(candidate) % 1) * 0x100000000) | 0;
  }
  return constants;
}

/** The first 32 bits of SHA-256 of an ASCII text of at most 55 characters. */
export function hashStart(text: string): number {
  words.fill(0, 0, 16);
  const length = text.length;
  for (let i = 0; i < length; i++) words[i >> 2]! |= text.charCodeAt(i) << (24 - (i & 3) * 8);
  words[length >> 2]! |= 0x80 << (24 - (length & 3) * 8);
  words[15] = length * 8;
  for (let t = 16; t < 64; t++) {
    const x = words[t - 2]!;
    const y = words[t - 15]!;
    const s1 = ((x >>> 17) | (x << 15)) ^ ((x >>> 19) | (x << 13)) ^ (x >>> 10);
    const s0 = ((y >>> 7) | (y << 25)) ^ ((y >>> 18) | (y << 14)) ^ (y >>> 3);
    words[t] = (s1 + words[t - 7]! + s0 + words[t - 16]!) | 0;
  }
  let [a, b, c, d] = [0x6a09e667, 0xbb67ae85 | 0, 0x3c6ef372, 0xa54ff53a | 0];
  let [e, f, g, h] = [0x510e527f, 0x9b05688c | 0, 0x1f83d9ab, 0x5be0cd19];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[t]! + words[t]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  return (a + 0x6a09e667) | 0;
}
