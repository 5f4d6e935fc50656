/**
 * Which symbol of one ref corresponds to which of another: the same, moved or renamed.
 *
 * Stage: comparison of two refs. Pure. Invariants: every symbol is in at most one pair; symbols with the same name in the same place are a
 * pair without further evidence; every other pair states its evidence; a text too short to be recognized is paired by its place alone.
 */
import { splitWords } from "../base/split_words.ts";
import { addAt, compareText } from "../base/lists.ts";
import { tableOf } from "../base/tables.ts";
import { scopeOf } from "../facts/symbols.ts";
import { similarityOf } from "./fingerprint.ts";
import { pairInPlace } from "./pair_in_place.ts";

/** What pairing needs to know about a symbol. */
export interface ComparableSymbol {
  readonly stableId: string;
  readonly language: string;
  readonly path: string;
  readonly kind: string;
  readonly name: string;
  /** The names of the enclosing symbols and its own, without the module's. */
  readonly scopedName: string;
  readonly signature: string;
  /** Its signature with the preceding attributes and the headers of the blocks it is written in. */
  readonly heading: string;
  /** The `fingerprintOf` its text. */
  readonly fingerprint: readonly number[];
}

/** A symbol on both sides. */
export interface SymbolPair<S> {
  readonly base: S;
  readonly head: S;
  /** same: same name, same place. moved: same name, another file or scope. renamed: another name, perhaps also another place. */
  readonly how: "same" | "moved" | "renamed";
  /** The similarity of the texts, from 0 to 1. */
  readonly similarity: number;
  /** One sentence for people. */
  readonly evidence: string;
}

/** Which symbols of two sides correspond, and those that only one side has. */
export interface Pairing<S> {
  readonly pairs: readonly SymbolPair<S>[];
  readonly added: readonly S[];
  readonly deleted: readonly S[];
}

/** Texts with fewer runs of tokens than this resemble many others. */
const TELLING = 8;
/** In texts with fewer runs than this, much of the similarity may come from the signature alone. */
const AMPLE = 20;
/** The least similarity that makes a pair: same name elsewhere, another name in the same scope, another name elsewhere. */
const LEAST = { moved: 0.5, renamed: 0.55, both: 0.75 };
/** The bonus if all words of a name occur in the other. */
const NAME_BONUS = 0.2;
/** Hashes shared by more symbols than this are ignored. */
const COMMON = 50;

const GROUPS: Readonly<Record<string, string>> = tableOf({
  function: "callable",
  method: "callable",
  constructor: "callable",
  macro: "callable",
  constant: "value",
  variable: "value",
  field: "value",
  enum_member: "value",
});

/** Pairs every symbol of `base` with at most one of `head`. Symbols without a partner are added or deleted. */
export function pairSymbols<S extends ComparableSymbol>(base: readonly S[], head: readonly S[]): Pairing<S> {
  const pairing = new Pairs(base, head);
  pairing.inPlace();
  pairing.byText((symbol) => groupOf(symbol) === "type");
  pairing.byPlace();
  pairing.byText(() => true);
  pairing.byPlace();
  return pairing.finish();
}

function groupOf(symbol: ComparableSymbol): string {
  return GROUPS[symbol.kind] ?? (symbol.kind === "module" ? "module" : "type");
}

function placeOf(path: string, scope: string): string {
  return `${path}\0${scope}`;
}

class Pairs<S extends ComparableSymbol> {
  readonly #pairs: SymbolPair<S>[] = [];
  readonly #base: Set<S>;
  readonly #head: Set<S>;

  constructor(base: readonly S[], head: readonly S[]) {
    this.#base = new Set(base);
    this.#head = new Set(head);
  }

  finish(): Pairing<S> {
    return { pairs: this.#pairs, added: [...this.#head], deleted: [...this.#base] };
  }

  inPlace(): void {
    for (const [base, head] of pairInPlace(this.#base, this.#head)) this.#add(base, head, "same", "the same symbol in the same place");
  }

  /** Pairs by the similarity of texts, the most similar first. */
  byText(takes: (symbol: ComparableSymbol) => boolean): void {
    const heads = [...this.#head].filter((symbol) => takes(symbol) && groupOf(symbol) !== "module");
    const byHash = new Map<number, S[]>();
    for (const head of heads) {
      for (const hash of head.fingerprint) addAt(byHash, hash, head);
    }
    const found: { base: S; head: S; similarity: number; score: number }[] = [];
    for (const base of this.#base) {
      if (!takes(base) || groupOf(base) === "module") continue;
      const near = new Set(base.fingerprint.flatMap((hash) => {
        const sharers = byHash.get(hash) ?? [];
        return sharers.length > COMMON ? [] : sharers;
      }));
      for (const head of near) {
        const similarity = this.#likeness(base, head);
        if (similarity > 0) found.push({ base, head, similarity, score: similarity + bonusOf(base, head) });
      }
    }
    found.sort((a, b) => b.score - a.score || compareText(a.head.stableId, b.head.stableId));
    for (const { base, head, similarity } of found) {
      if (!this.#base.has(base) || !this.#head.has(head)) continue;
      const share = similarity === 1 ? "all" : `${Math.floor(similarity * 100)} %`;
      this.#add(base, head, base.name === head.name ? "moved" : "renamed", `${share} of the text is the same`, similarity);
    }
  }

  /** The similarity; 0 if it is too low given what differs between the two. */
  #likeness(base: S, head: S): number {
    if (base.language !== head.language || groupOf(base) !== groupOf(head)) return 0;
    const similarity = similarityOf(base.fingerprint, head.fingerprint);
    const samePlace = base.path === head.path && scopeOf(base) === scopeOf(head);
    const runs = Math.min(base.fingerprint.length, head.fingerprint.length);
    if (runs < TELLING) return similarity === 1 && (samePlace || base.name === head.name) && groupOf(base) !== "value" ? similarity : 0;
    const least = base.name === head.name ? LEAST.moved : samePlace && runs >= AMPLE ? LEAST.renamed : LEAST.both;
    return similarity >= least ? similarity : 0;
  }

  /** Pairs members of paired types, and the remaining symbols of a file with those of the file that the rest of it moved to. */
  byPlace(): void {
    const scopes = new Map<string, string>();
    const files = new Map<string, Map<string, number>>();
    for (const { base, head, how } of this.#pairs) {
      if (how === "same") continue;
      if (groupOf(base) === "type") scopes.set(placeOf(base.path, base.scopedName), placeOf(head.path, head.scopedName));
      if (base.path === head.path || scopeOf(base) !== scopeOf(head)) continue;
      const counts = files.get(base.path) ?? new Map<string, number>();
      counts.set(head.path, (counts.get(head.path) ?? 0) + 1);
      files.set(base.path, counts);
    }
    const heads = new Map([...this.#head].map((symbol) => [`${placeOf(symbol.path, scopeOf(symbol))}\0${symbol.name}`, symbol]));
    for (const base of [...this.#base]) {
      const scope = scopes.get(placeOf(base.path, scopeOf(base)));
      const file = [...(files.get(base.path) ?? [])].sort((a, b) => b[1] - a[1])[0]?.[0];
      const place = scope ?? (file === undefined ? undefined : placeOf(file, scopeOf(base)));
      const head = place === undefined ? undefined : heads.get(`${place}\0${base.name}`);
      if (head === undefined || !this.#head.has(head) || groupOf(base) !== groupOf(head)) continue;
      const evidence = `${describeMove(base, head, scope !== undefined)}, and it has the same name`;
      this.#add(base, head, "moved", evidence, similarityOf(base.fingerprint, head.fingerprint));
    }
  }

  #add(base: S, head: S, how: SymbolPair<S>["how"], evidence: string, similarity = 1): void {
    this.#base.delete(base);
    this.#head.delete(head);
    this.#pairs.push({ base, head, how, similarity, evidence });
  }
}

/** Where the surroundings of a symbol moved: its scope, or its file. */
function describeMove(base: ComparableSymbol, head: ComparableSymbol, withScope: boolean): string {
  if (!withScope) return `its file is now ${head.path}`;
  const [from, to] = [scopeOf(base), scopeOf(head)];
  return from === to ? `its ${from} went from ${base.path} to ${head.path}` : `its ${from} is now ${to}`;
}

/** Breaks ties between equally similar texts: the one that changed less otherwise is preferred. */
function bonusOf(base: ComparableSymbol, head: ComparableSymbol): number {
  return (base.name === head.name ? 0.3 : NAME_BONUS * wordsKept(base.name, head.name)) + (base.path === head.path ? 0.1 : 0) +
    (scopeOf(base) === scopeOf(head) ? 0.1 : 0) + (base.kind === head.kind ? 0.05 : 0) + (base.signature === head.signature ? 0.05 : 0);
}

/** The fraction of a name's words that occur in another, 0 to 1: `suggest_variable` all in `suggestVariableOrModule`. */
function wordsKept(name: string, other: string): number {
  const [words, others] = [splitWords(name), new Set(splitWords(other))];
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}
