/**
 * How much a name looks like one that somebody wrote.
 *
 * Stage: query. Pure. Invariant: 0 is the same name, 1 has nothing in common; spelling habits (`loadFile`, `load_file`) weigh less than
 * letters, a beginning or a part of a name less than a slip of the finger in all of it.
 */
import { splitWords } from "../../core/base/split_words.ts";
import { distance } from "fastest-levenshtein";

/** Why a name is near another. */
export type Likeness = "same" | "case" | "prefix" | "parts" | "spelling";

/** How far a name is from a wanted one, from 0 (the same) to 1, and in which way it is near. */
export interface Likened {
  readonly score: number;
  readonly why: Likeness;
}

/** A name as it is compared. */
export interface Name {
  readonly text: string;
  /** Letters and digits in lower case. */
  readonly letters: string;
  /** Which letters it has: a bit for each, the same for some that are seldom in one name. */
  readonly mask: number;
}

/** What was asked for. */
export interface Wanted extends Name {
  readonly words: readonly string[];
  /** Letters of the words, where there are several. */
  readonly wordsMask: number;
  /** Whether it may be the initials of a name's words. */
  readonly isInitials: boolean;
  /** How often each letter occurs. */
  readonly counts: Int16Array;
}

/** A name, made ready to be compared. */
export function nameOf(text: string): Name {
  const letters = lettersOf(text);
  return { text, letters, mask: maskOf(letters) };
}

/** What somebody wrote, made ready to be compared with many names. */
export function wantedOf(text: string): Wanted {
  const name = nameOf(text);
  const words = splitWords(text);
  const counts = new Int16Array(BINS);
  for (let i = 0; i < name.letters.length; i++) counts[binOf(name.letters, i)]!++;
  return { ...name, words, wordsMask: words.length > 1 ? maskOf(words.join("")) : 0, isInitials: /^[A-Z]{2,6}$/.test(text), counts };
}

/** Letters fall into as many bins as have numbers of so many bits; two that seldom stand in one name may share one. */
export const BIN_BITS = 5;
const BINS = 1 << BIN_BITS;
const bins = new Int16Array(BINS);
/** A score above this is no likeness. */
export const UNLIKE = 0.5;
/** The score of a name that holds the words of another, but for its length. */
const PARTS = 0.16;
/** What a name is farther off where what was asked for ends inside a word that it does not begin: `consumer` in `consume_range`. */
const ACROSS_WORDS = 0.1;

/** The bin that a letter falls into. */
export function binOf(letters: string, at: number): number {
  return letters.charCodeAt(at) % BINS;
}

function maskOf(letters: string): number {
  let mask = 0;
  for (let i = 0; i < letters.length; i++) mask |= 1 << binOf(letters, i);
  return mask;
}

function countBits(mask: number): number {
  let n = mask - ((mask >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** So many letters at least must be inserted, dropped or changed: those for which one of the two has no match, in whatever order. */
function leastEdits(letters: string, wanted: Wanted): number {
  bins.set(wanted.counts);
  let surplus = 0;
  for (let i = 0; i < letters.length; i++) if (--bins[binOf(letters, i)]! < 0) surplus++;
  return Math.max(surplus, wanted.letters.length - letters.length + surplus);
}

/**
 * The least that the likeness of a name can be, told at a glance by which letters it has and how many; of a name that begins with what was
 * asked for or is part of it or the other way round it may be less, but such names share groups of letters.
 */
export function leastLikeness(mask: number, length: number, wanted: Wanted): number {
  if (wanted.isInitials) return 0;
  const own = wanted.letters.length;
  const edits = Math.max(countBits(mask & ~wanted.mask), countBits(wanted.mask & ~mask), Math.abs(length - own));
  const spelling = edits / Math.max(length, own, 1);
  const hasWords = wanted.wordsMask !== 0 && (wanted.wordsMask & ~mask) === 0;
  return hasWords ? Math.min(spelling, PARTS) : spelling;
}

/** Letters and digits of a name in lower case. */
export function lettersOf(name: string): string {
  const lower = name.toLowerCase();
  return /[\s_$-]/.test(lower) ? lower.replace(/[\s_$-]/g, "") : lower;
}

/**
 * How near `name` is to `wanted`.
 * @param options.deep also by slips inside one word of a longer name; costs more.
 * @param options.most no higher score is of use: letters need not be compared one by one where it could only be higher.
 */
export function likeness(name: Name, wanted: Wanted, options: { readonly deep: boolean; readonly most: number }): Likened {
  const { deep, most } = options;
  if (name.text === wanted.text) return { score: 0, why: "same" };
  const [a, b] = [name.letters, wanted.letters];
  if (a === b) return { score: 0.02, why: "case" };
  const longest = Math.max(a.length, b.length, 1);
  const shortest = Math.min(a.length, b.length);
  const unlike = longest - shortest > 0.6 * longest || leastEdits(a, wanted) > most * longest;
  const spelling = unlike ? 1 : editsBetween(a, b) / longest;
  const less = 0.15 * (1 - shortest / longest);
  let best: Likened = { score: spelling, why: "spelling" };
  const offer = (score: number, why: Likeness): void => {
    if (score < best.score) best = { score, why };
  };
  if (shortest >= 3 && a.startsWith(b)) {
    const across = endsAcrossWords(name.text, wanted) ? ACROSS_WORDS : 0;
    best = { score: Math.min(spelling, 0.12 + less + across), why: "prefix" };
  } else if (shortest >= 3 && b.startsWith(a)) offer(0.25 + less, "spelling");
  else if (shortest >= 4 && a.includes(b)) offer(0.3 + less, "parts");
  else if (shortest >= 4 && b.includes(a)) offer(0.35 + less, "spelling");
  if (hasWords(name.text, a, wanted)) offer(PARTS + less, "parts");
  if (deep && best.score > 0.36 && b.length >= 4) offer(0.3 + slipInWord(name.text, b), "spelling");
  return best;
}

/** The word of a short list that looks most like `word`, if any does. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = wantedOf(word);
  let best: string | undefined;
  let least = UNLIKE;
  for (const one of words) {
    const { score } = likeness(nameOf(one), wanted, { deep: true, most: least });
    if (score < least) [best, least] = [one, score];
  }
  return best;
}

/** Whether a name that begins with the letters that were asked for parts its words elsewhere than they do. */
function endsAcrossWords(name: string, { letters, words }: Wanted): boolean {
  const ends = letters.length;
  const lastBegins = ends - (words.at(-1)?.length ?? 0);
  let begins = 0;
  for (const word of splitWords(name)) {
    if (begins + word.length >= ends) return begins + word.length > ends && begins !== lastBegins;
    begins += word.length;
  }
  return false;
}

/** Whether the words that were asked for begin words of the name in the same order, or are its initials. */
function hasWords(name: string, letters: string, wanted: Wanted): boolean {
  const { words, text } = wanted;
  if (words.length > 1 && words.every((word) => letters.includes(word))) {
    const own = splitWords(name);
    let at = 0;
    return words.every((word) => {
      while (at < own.length && !own[at]!.startsWith(word)) at++;
      return at++ < own.length;
    });
  }
  return wanted.isInitials && letters.startsWith(text[0]!.toLowerCase()) &&
    splitWords(name).map((word) => word[0]).join("") === text.toLowerCase();
}

/** Share of wrong letters in the word of `name` that is nearest to `wanted`; 1 where it is more than a third. */
function slipInWord(name: string, wanted: string): number {
  let least = 1;
  for (const word of splitWords(name)) {
    if (Math.abs(word.length - wanted.length) > 2) continue;
    least = Math.min(least, editsBetween(word, wanted) / Math.max(word.length, wanted.length));
  }
  return least > 0.34 ? 1 : least;
}

/** Letters to insert, drop or change; two neighbours that stand in the wrong order count as one. */
function editsBetween(a: string, b: string): number {
  if (a.length === b.length) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    if (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)) return 1;
  }
  return distance(a, b);
}
