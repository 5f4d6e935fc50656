/**
 * Counts of a file's edges, stored with its resolution so that a summary of a whole index reads no edges.
 *
 * Stage: write and query. Stored as a JSON list: numbers in the order of `COUNTED`, then calls by rule.
 */
import type { Confidence, Rule } from "../edges.ts";

/** What is counted. `site*`: call sites by outcome; the others: edges with a target. */
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
const VARIABLE = /"variable":(\d+)/;
/** `rules`: all calls, with or without a target, by the rule that resolved them or explains why there is no target. */
export type EdgeCounts = Record<(typeof COUNTED)[number], number> & { readonly rules: Record<string, number> };

/** The properties of an edge that are counted. */
export interface CountedEdge {
  readonly type: string;
  readonly confidence: Confidence;
  readonly rule: Rule;
  readonly resolved: boolean;
  readonly external: boolean;
  /** Whether the previous edge has the same type and position: one site with several targets. */
  readonly sameSite: boolean;
}

/** Counts that are all zero. */
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
    rules: Object.create(null) as Record<string, number>,
  };
}

/** Adds an edge to `counts`. Only calls and references are counted. */
export function countEdge(counts: EdgeCounts, edge: CountedEdge): void {
  const isCall = edge.type === "calls";
  if (!isCall && edge.type !== "references") return;
  if (edge.resolved) {
    if (edge.confidence === "static") counts[isCall ? "callsStatic" : "referencesStatic"]++;
    else counts[isCall ? "callsHeuristic" : "referencesHeuristic"]++;
  }
  if (!isCall) return;
  counts.rules[edge.rule] = (counts.rules[edge.rule] ?? 0) + 1;
  if (edge.sameSite) return;
  if (edge.resolved) counts.siteResolved++;
  else if (edge.external) counts.siteExternal++;
  else if (edge.rule === "ambiguous") counts.siteAmbiguous++;
  else counts.siteUnresolved++;
}

/** The form that is stored with a resolution. */
export function encodeCounts(counts: EdgeCounts): string {
  return JSON.stringify([...COUNTED.map((name) => counts[name]), counts.rules]);
}

/** Adds encoded counts to `into`; of the rules, which are expensive to parse, only `variable`. */
export function addNumbers(into: EdgeCounts, encoded: string): void {
  if (encoded === "") return;
  const numbers = encoded.slice(1, encoded.indexOf("{") - 1).split(",");
  for (const [i, name] of COUNTED.entries()) into[name] += Number(numbers[i]);
  into.rules["variable"] = (into.rules["variable"] ?? 0) + Number(VARIABLE.exec(encoded)?.[1] ?? 0);
}

/** Adds encoded counts to `into`. */
export function addCounts(into: EdgeCounts, encoded: string): void {
  if (encoded === "") return;
  const stored = JSON.parse(encoded) as (number | Record<string, number>)[];
  for (const [i, name] of COUNTED.entries()) into[name] += stored[i] as number;
  for (const [rule, n] of Object.entries(stored[COUNTED.length]!)) into.rules[rule] = (into.rules[rule] ?? 0) + n;
}
