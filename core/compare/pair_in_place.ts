/**
 * Pairs the symbols of two refs that have the same name in the same place. If there are several (overloads, getters and setters, `impl
 * From<A>` and `impl From<B>`), their ids count the order in the file, so adding or removing one shifts the ids of all after it.
 *
 * Stage: comparison of two refs. Pure. Invariant: symbols that only their order distinguishes are paired only if none was added or removed.
 */
import { addAt } from "../base/lists.ts";
import { similarityOf } from "./fingerprint.ts";
import type { ComparableSymbol } from "./pair_symbols.ts";

/** The least similarity at which one of several is recognized. */
const LEAST = 0.3;
/** The most pairs of namesakes whose similarity is computed: more of them are generated code. */
const MOST_ALIKE = 10_000;

/** Pairs of symbols with the same name in the same place on both sides, each in at most one pair. */
export function pairInPlace<S extends ComparableSymbol>(base: Iterable<S>, head: Iterable<S>): [base: S, head: S][] {
  const heads = Map.groupBy(head, placeOf);
  return [...Map.groupBy(base, placeOf)].flatMap(([place, from]) => {
    const to = heads.get(place) ?? [];
    return from.length === 1 && to.length === 1 ? [[from[0]!, to[0]!]] : pairNamesakes(from, to);
  });
}

function placeOf({ language, path, kind, scopedName }: ComparableSymbol): string {
  return [language, path, kind, scopedName].join("\0");
}

function pairNamesakes<S extends ComparableSymbol>(from: readonly S[], to: readonly S[]): [S, S][] {
  const pairs: [S, S][] = [];
  const [base, head] = [new Set(from), new Set(to)];
  const take = (one: S, other: S): void => {
    if (!base.delete(one)) return;
    head.delete(other);
    pairs.push([one, other]);
  };
  for (const form of FORMS) {
    const heads = new Map<string, S[]>();
    for (const one of head) addAt(heads, form(one), one);
    for (const one of [...base]) {
      const other = heads.get(form(one))?.shift();
      if (other !== undefined) take(one, other);
    }
  }
  if (base.size * head.size <= MOST_ALIKE) {
    const alike = [...base].flatMap((one) =>
      [...head].map((other) => ({ one, other, by: similarityOf(one.fingerprint, other.fingerprint) }))
    );
    for (const { one, other, by } of alike.sort((a, b) => b.by - a.by)) {
      if (by >= LEAST && head.has(other)) take(one, other);
    }
  }
  if (from.length === to.length) [...base].forEach((one) => take(one, [...head][0]!));
  return pairs;
}

/** What distinguishes one of several, most specific first. */
const FORMS: readonly ((symbol: ComparableSymbol) => string)[] = [
  ({ heading, fingerprint }) => JSON.stringify([heading, fingerprint]),
  ({ heading }) => heading,
  ({ signature }) => signature,
];
