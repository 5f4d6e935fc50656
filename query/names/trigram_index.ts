/**
 * All symbol names by their trigrams, for comparison with a written name.
 *
 * Stage: query. Pure. Counts which names share the most trigrams with it: SQLite's full-text table finds names with all of some trigrams at
 * once, but takes fifty milliseconds to rank those with any of them among 40,000 names. Invariant: a rare trigram weighs more, and so does
 * one in a shorter name (BM25).
 */
import { BIN_BITS, binOf, leastLikeness, lettersOf, type Name, nameOf, type Wanted } from "./name_likeness.ts";

/** Names indexed by trigram. */
export interface TrigramIndex {
  readonly texts: readonly string[];
  /** The length of each name. */
  readonly lengths: Uint16Array;
  /** The average length. */
  readonly average: number;
  /** The set of letters of each name, as in `Name`. */
  readonly masks: Int32Array;
  /** Names by trigram, each once; those of trigram g lie in `holders` from `starts[g]` to `starts[g + 1]`. */
  readonly starts: Int32Array;
  readonly holders: Int32Array;
}

const GROUPS = 1 << (3 * BIN_BITS);
const LAST_GROUP = GROUPS - 1;
/** BM25's usual constants: saturation (a trigram counts once here), and the weight of length. */
const K1 = 1.2;
const B = 0.75;

/** Indexes all names. */
export function makeTrigramIndex(texts: readonly string[]): TrigramIndex {
  const lengths = new Uint16Array(texts.length);
  const masks = new Int32Array(texts.length);
  const starts = new Int32Array(GROUPS + 1);
  // Trigrams of all names, one name after another, and where those of each name end.
  let groups = new Uint16Array(texts.length * 24);
  const ends = new Int32Array(texts.length);
  const seen = new Int32Array(GROUPS).fill(-1);
  let count = 0;
  let all = 0;
  for (let i = 0; i < texts.length; i++) {
    const letters = lettersOf(texts[i]!);
    if (count + letters.length > groups.length) groups = widen(groups, letters.length);
    let [mask, group] = [0, 0];
    for (let at = 0; at < letters.length; at++) {
      const bin = binOf(letters, at);
      mask |= 1 << bin;
      group = ((group << BIN_BITS) | bin) & LAST_GROUP;
      if (at < 2 || seen[group] === i) continue;
      seen[group] = i;
      starts[group + 1]!++;
      groups[count++] = group;
    }
    lengths[i] = letters.length;
    all += letters.length;
    masks[i] = mask;
    ends[i] = count;
  }
  for (let group = 0; group < GROUPS; group++) starts[group + 1]! += starts[group]!;
  const next = starts.slice();
  const holders = new Int32Array(count);
  for (let i = 0, at = 0; i < texts.length; i++) for (; at < ends[i]!; at++) holders[next[groups[at]!]!++] = i;
  return { texts, lengths, average: all / Math.max(1, texts.length), masks, starts, holders };
}

function widen(groups: Uint16Array<ArrayBuffer>, least: number): Uint16Array<ArrayBuffer> {
  const wider = new Uint16Array(groups.length * 2 + least);
  wider.set(groups);
  return wider;
}

/** Steps between equal and unlike. */
const STEPS = 40;

/**
 * All names in steps of their best possible score, nearest first: for each step the lower bound, and the names.
 * @param slack the greatest difference in length
 */
export function* namesByLeast(
  { texts, lengths, masks }: TrigramIndex,
  wanted: Wanted,
  slack: number,
): Generator<[least: number, names: Name[]]> {
  const steps: number[][] = Array.from({ length: STEPS + 1 }, () => []);
  const { length } = wanted.text;
  for (let i = 0; i < texts.length; i++) {
    if (Math.abs(texts[i]!.length - length) <= slack) steps[Math.floor(leastLikeness(masks[i]!, lengths[i]!, wanted) * STEPS)]!.push(i);
  }
  for (const [step, found] of steps.entries()) yield [step / STEPS, found.map((i) => nameOf(texts[i]!))];
}

/** Names that share trigrams with the written one: those with all trigrams of its words first, then by score; at most `most`. */
export function namesBySharedTrigrams({ texts, lengths, average, starts, holders }: TrigramIndex, wanted: Wanted, most: number): Name[] {
  const inWords = new Set(wanted.words.flatMap(groupsOf));
  const scores = new Float64Array(texts.length);
  const words = new Uint16Array(texts.length);
  const found: number[] = [];
  for (const group of new Set([...groupsOf(wanted.letters), ...inWords])) {
    const [start, end] = [starts[group]!, starts[group + 1]!];
    const weight = Math.log(1 + (texts.length - (end - start) + 0.5) / (end - start + 0.5));
    const ofWord = inWords.has(group) ? 1 : 0;
    for (let at = start; at < end; at++) {
      const i = holders[at]!;
      if (scores[i] === 0) found.push(i);
      scores[i]! += weight;
      words[i]! += ofWord;
    }
  }
  // Score and name packed in one number, which sorts faster than pairs.
  const order = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) {
    const i = found[at]!;
    const score = scores[i]! * (K1 + 1) / (1 + K1 * (1 - B + B * lengths[i]! / average));
    order[at] = Math.round((score + (words[i] === inWords.size ? 1000 : 0)) * 1000) * texts.length + (texts.length - 1 - i);
  }
  return Array.from(order.sort().subarray(-most).reverse(), (key) => nameOf(texts[texts.length - 1 - key % texts.length]!));
}

/** All trigrams of a text. */
function groupsOf(letters: string): number[] {
  const groups: number[] = [];
  for (let at = 2; at < letters.length; at++) {
    groups.push((binOf(letters, at - 2) << (2 * BIN_BITS)) | (binOf(letters, at - 1) << BIN_BITS) | binOf(letters, at));
  }
  return groups;
}
