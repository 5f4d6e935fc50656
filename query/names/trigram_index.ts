/**
 * All names of symbols by the trigrams that they hold, to be compared with a name that somebody wrote.
 *
 * Stage: query. Pure. Which names share the most trigrams (groups of three letters) with it is counted here: SQLite's table of names finds
 * what holds all of some groups at once, but takes fifty milliseconds to rank what holds any of them where there are 40,000 names.
 * Invariant: a group that few names hold weighs more, and so does one in a shorter name (BM25).
 */
import { BIN_BITS, binOf, leastLikeness, lettersOf, type Name, nameOf, type Wanted } from "./name_likeness.ts";

/** See the head of this file. */
export interface TrigramIndex {
  readonly texts: readonly string[];
  /** How many letters each has. */
  readonly lengths: Uint16Array;
  /** How many they have on average. */
  readonly average: number;
  /** Which letters each has, as in `Name`. */
  readonly masks: Int32Array;
  /** By group the names that hold it, each once; those of group g stand from `starts[g]` to `starts[g + 1]`. */
  readonly starts: Int32Array;
  readonly holders: Int32Array;
}

const GROUPS = 1 << (3 * BIN_BITS);
const LAST_GROUP = GROUPS - 1;
/** BM25's usual constants: how soon more of the same counts for nothing (here a group counts once), how much length weighs. */
const K1 = 1.2;
const B = 0.75;

/** All names, made ready to be searched by what they have in common with one. */
export function makeTrigramIndex(texts: readonly string[]): TrigramIndex {
  const lengths = new Uint16Array(texts.length);
  const masks = new Int32Array(texts.length);
  const starts = new Int32Array(GROUPS + 1);
  // Groups of all names, end to end, and where those of each name end.
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

/** Steps between alike and unlike. */
const STEPS = 40;

/**
 * All names in steps of how near they can be at best, nearest first: at each step the least score of those that follow, and they.
 * @param slack so much longer or shorter they are at most.
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

/** Names that share groups of three letters with what was written: those that hold all groups of its words first, then the best, `most` of them. */
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
  // Score and name in one number: such are sorted faster than pairs.
  const order = new Float64Array(found.length);
  for (let at = 0; at < found.length; at++) {
    const i = found[at]!;
    const score = scores[i]! * (K1 + 1) / (1 + K1 * (1 - B + B * lengths[i]! / average));
    order[at] = Math.round((score + (words[i] === inWords.size ? 1000 : 0)) * 1000) * texts.length + (texts.length - 1 - i);
  }
  return Array.from(order.sort().subarray(-most).reverse(), (key) => nameOf(texts[texts.length - 1 - key % texts.length]!));
}

/** Every three letters of a text that stand side by side. */
function groupsOf(letters: string): number[] {
  const groups: number[] = [];
  for (let at = 2; at < letters.length; at++) {
    groups.push((binOf(letters, at - 2) << (2 * BIN_BITS)) | (binOf(letters, at - 1) << BIN_BITS) | binOf(letters, at));
  }
  return groups;
}
