/**
 * Groups places by the test they are in, where tests are calls (`rows/test_titles.ts`).
 *
 * Stage: query. Pure. Invariant: no place is lost.
 */

/** The most tests listed by title per function or file: there may be hundreds, whose titles would fill an answer. */
const NAMED = 8;

interface Titled {
  readonly title?: string | undefined;
}

/** Places grouped by test. */
export interface ByTitle<T> {
  /** The first groups, in the order of the places; an undefined title means no test with a title. */
  readonly named: readonly (readonly [title: string | undefined, places: readonly T[]])[];
  /** Places in further tests, and the number of these tests. */
  readonly others: readonly T[];
  readonly testsLeftOut: number;
}

/** Groups places by the titles of their tests, in the order of the places. */
export function byTitle<T extends Titled>(places: readonly T[]): ByTitle<T> {
  const all = [...Map.groupBy(places, ({ title }) => title)];
  const rest = all.filter(([title]) => title !== undefined).slice(NAMED);
  const left = new Set(rest.map(([title]) => title));
  return { named: all.filter(([title]) => !left.has(title)), others: rest.flatMap(([, own]) => own), testsLeftOut: rest.length };
}
