/**
 * Places by the test that they stand in, where tests are calls (`rows/test_titles.ts`).
 *
 * Stage: query. Pure. Invariant: no place is lost.
 */

/** Tests that are named of one function or file: one may hold hundreds, whose texts would fill an answer. */
const NAMED = 8;

interface Titled {
  readonly title?: string | undefined;
}

/** See the head of this file. */
export interface ByTitle<T> {
  /** In the order of the places. Undefined: in no test that has a text. */
  readonly named: readonly (readonly [title: string | undefined, places: readonly T[]])[];
  /** Those in tests beyond the first few, and how many these tests are. */
  readonly others: readonly T[];
  readonly testsLeftOut: number;
}

/** Parts places by the titles of their tests, in the order of the places. */
export function byTitle<T extends Titled>(places: readonly T[]): ByTitle<T> {
  const all = [...Map.groupBy(places, ({ title }) => title)];
  const rest = all.filter(([title]) => title !== undefined).slice(NAMED);
  const left = new Set(rest.map(([title]) => title));
  return { named: all.filter(([title]) => !left.has(title)), others: rest.flatMap(([, own]) => own), testsLeftOut: rest.length };
}
