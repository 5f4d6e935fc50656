/**
 * How similar a name is to one that was written.
 *
 * Stage: query. Pure. Invariant: 0 means equal, 1 nothing in common. Differences in spelling convention (`loadFile`, `load_file`) count
 * less than different letters, and matching a beginning or a part of a name costs less than misspelling all of it.
 */
import { splitWords } from "../../core/base/split_words.ts";
import { distance } from "fastest-levenshtein";

/** In which way a name is similar. */
export type Likeness = "same" | "case" | "prefix" | "parts" | "spelling";

/** How far a name is from a wanted one, from 0 (equal) to 1, and in which way it is similar. */
export interface Likened {
  readonly score: number;
  readonly why: Likeness;
}

/** A name, prepared for comparison. */
export interface Name {
  readonly text: string;
  /** Its characters in lower case, without separators. */
  readonly letters: string;
  /** The set of its letters, as bits; some letters that rarely occur together share a bit. */
  readonly mask: number;
}

/** The name that was asked for, prepared for comparison. */
export interface Wanted extends Name {
  readonly words: readonly string[];
  /** The mask of all its words, if it has several. */
  readonly wordsMask: number;
  /** Whether it may be the initials of a name's words. */
  readonly isInitials: boolean;
  /** How often each letter occurs, by bin. */
  readonly counts: Int16Array;
}

/** Prepares a name for comparison. */
export function nameOf(text: string): Name {
  const letters = lettersOf(text);
  return { text, letters, mask: maskOf(letters) };
}

/** Prepares a written name for comparison with many names. */
export function wantedOf(text: string): Wanted {
  const name = nameOf(text);
  const words = splitWords(text);
  const counts = new Int16Array(BINS);
  for (let i = 0; i < name.letters.length; i++) counts[binOf(name.letters, i)]!++;
  return { ...name, words, wordsMask: words.length > 1 ? maskOf(words.join("")) : 0, isInitials: /^[A-Z]{2,6}$/.test(text), counts };
}

/** Bits of a bin's number. Letters that rarely occur together may share a bin. */
export const BIN_BITS = 5;
const BINS = 1 << BIN_BITS;
const bins = new Int16Array(BINS);
/** Names with a higher score are not similar. */
export const UNLIKE = 0.5;
/** The score of a name that contains the words of another, before its length is considered. */
const PARTS = 0.16;
/** Added to that if the words stand in another order. */
const OTHER_ORDER = 0.05;
/** Added to a name's score if the wanted name ends within a word that it does not begin: `consumer` in `consume_range`. */
const ACROSS_WORDS = 0.1;

/** The bin of a letter. */
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

/** A lower bound of the letters to insert, drop or change: those without a counterpart, in any order. */
function leastEdits(letters: string, wanted: Wanted): number {
  bins.set(wanted.counts);
  let surplus = 0;
  for (let i = 0; i < letters.length; i++) if (--bins[binOf(letters, i)]! < 0) surplus++;
  return Math.max(surplus, wanted.letters.length - letters.length + surplus);
}

/**
 * A lower bound of a name's score, from its set of letters and its length. Names that begin with the wanted name, contain it or are
 * contained in it may score lower, but these share trigrams and are found that way.
 */
export function leastLikeness(mask: number, length: number, wanted: Wanted): number {
  if (wanted.isInitials) return 0;
  const own = wanted.letters.length;
  const edits = Math.max(countBits(mask & ~wanted.mask), countBits(wanted.mask & ~mask), Math.abs(length - own));
  const spelling = edits / Math.max(length, own, 1);
  const hasWords = wanted.wordsMask !== 0 && (wanted.wordsMask & ~mask) === 0;
  return hasWords ? Math.min(spelling, PARTS) : spelling;
}

/** A name in lower case without separators. */
export function lettersOf(name: string): string {
  const lower = name.toLowerCase();
  return /[\s_$-]/.test(lower) ? lower.replace(/[\s_$-]/g, "") : lower;
}

/**
 * How similar `name` is to `wanted`.
 * @param options.deep also compare with single words of a longer name; costs more
 * @param options.most higher scores do not matter, so letters are not compared if the score must be higher
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
  // A name that has the words is no misspelling, however few letters it has more.
  if (hasWords(name.text, a, wanted)) {
    best = { score: Math.min(best.score, PARTS + less), why: best.why === "spelling" ? "parts" : best.why };
  } else if (hasWordsAnyhow(name.text, a, wanted)) {
    best = { score: Math.min(best.score, PARTS + OTHER_ORDER + less), why: best.why === "spelling" ? "parts" : best.why };
  }
  if (deep && best.score > 0.36 && b.length >= 4) offer(0.3 + slipInWord(name.text, b), "spelling");
  return best;
}

/** The word of a short list that is most similar to `word`; undefined if none is similar. */
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

/** Whether the wanted letters end in the middle of a word of a name that begins with them. */
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

/** Whether the wanted words begin words of the name, in the same order, or are its initials. */
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

/** Whether the words of a sentence each begin a word of the name, in any order. */
function hasWordsAnyhow(name: string, letters: string, { words, text }: Wanted): boolean {
  if (words.length < 2 || !/\s/.test(text) || !words.every((word) => letters.includes(word))) return false;
  const own = splitWords(name);
  const begun = words.map((word) => own.findIndex((one) => one.startsWith(word)));
  return !begun.includes(-1) && new Set(begun).size === words.length;
}

/** The share of wrong letters in the word of `name` that is nearest to `wanted`; 1 if more than about a third. */
function slipInWord(name: string, wanted: string): number {
  let least = 1;
  for (const word of splitWords(name)) {
    if (Math.abs(word.length - wanted.length) > 2) continue;
    least = Math.min(least, editsBetween(word, wanted) / Math.max(word.length, wanted.length));
  }
  return least > 0.34 ? 1 : least;
}

/** The number of letters to insert, drop or change; one swap of adjacent letters counts as one. */
function editsBetween(a: string, b: string): number {
  if (a.length === b.length) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i++;
    if (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)) return 1;
  }
  return distance(a, b);
}
