/**
 * The edges of a file, counted: kept with its resolution so that a summary of a whole index reads no edges.
 *
 * Stage: write and query. Stored as a JSON list of numbers in the order of `COUNTED`.
 */

/** What is counted. `site*`: call sites by what became of them; the others: edges with a target. */
export const COUNTED = [
  "callsStatic",
  "callsHeuristic",
  "referencesStatic",
  "referencesHeuristic",
  "siteResolved",
  "siteExternal",
  "siteAmbiguous",
  "siteUnresolved",
] as const;
export type EdgeCounts = Record<(typeof COUNTED)[number], number>;

export function noCounts(): EdgeCounts {
  return {
    callsStatic: 0,
    callsHeuristic: 0,
    referencesStatic: 0,
    referencesHeuristic: 0,
    siteResolved: 0,
    siteExternal: 0,
    siteAmbiguous: 0,
    siteUnresolved: 0,
  };
}

export function encodeCounts(counts: EdgeCounts): string {
  return JSON.stringify(COUNTED.map((name) => counts[name]));
}

/** Adds what is stored with a resolution to `into`. */
export function addCounts(into: EdgeCounts, encoded: string): void {
  if (encoded === "") return;
  const numbers = JSON.parse(encoded) as number[];
  for (const [i, name] of COUNTED.entries()) into[name] += numbers[i] ?? 0;
}
