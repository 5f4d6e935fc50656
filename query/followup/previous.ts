/**
 * What a question and its answer say about themselves: what was asked for, how much was found, and why that may not be enough.
 *
 * Stage: query. Pure and tolerant: the answer may be abbreviated, and the tool may be unknown to this program. Invariant: confidence is low
 * where nothing was found, where the score is below the threshold, or where the answer itself says so.
 */
import { isObject, type ParsedObject } from "../../core/base/parsed_values.ts";
import { tableOf } from "../../core/base/tables.ts";

/** A question and its answer, as sent back by an agent. */
export interface Previous {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly results: Readonly<Record<string, unknown>>;
}

/** Why confidence is low, worst first. */
export type Cause =
  | "wrong_parameters"
  | "ref_unknown"
  | "path_unknown"
  | "nothing_found"
  | "ambiguous"
  | "not_ready"
  | "only_heuristic"
  | "possibly_incomplete"
  | "stale"
  | "truncated"
  | "low_score";

/** What a question and its answer suggest about asking further. */
export interface Analysis {
  readonly confidence: "low" | "sufficient";
  /** From 0 to 1: given by the answer, or derived from what it says about itself. */
  readonly topScore: number;
  readonly threshold: number;
  readonly causes: readonly Cause[];
  /** Words of the question that may be names, in lower case. */
  readonly identifiers: readonly string[];
}

/** The default threshold: answers with a lower score are doubtful. */
export const STANDARD_THRESHOLD = 0.5;

/** Parameters that name a symbol. */
export const SUBJECT_KEYS = [
  "function_name",
  "symbol_name",
  "name_pattern",
  "node_identifier",
  "from_func",
  "to_func",
  "query",
  "symbol",
  "name",
] as const;
/** Parameters that name a file. */
export const PATH_KEYS = ["file_path", "path"] as const;

/** The parameter that restricts where callers are. */
export const WHERE = "callers_in";

/** The score of an answer that gives none, by cause. */
const SCORES: Readonly<Partial<Record<Cause, number>>> = {
  ambiguous: 0.3,
  only_heuristic: 0.4,
  possibly_incomplete: 0.45,
  stale: 0.45,
  truncated: 0.48,
};
const ERROR_CAUSES: Readonly<Record<string, Cause>> = tableOf({
  invalid_input: "wrong_parameters",
  ref_not_indexed: "ref_unknown",
  file_not_found: "path_unknown",
  workspace_not_allowed: "path_unknown",
  symbol_not_found: "nothing_found",
  result_not_found: "nothing_found",
  ambiguous_symbol: "ambiguous",
  index_not_ready: "not_ready",
  index_in_progress: "not_ready",
  index_stale: "stale",
});

/** Judges an answer. The threshold is clamped to 0 … 1. */
export function analyse(previous: Previous, threshold = STANDARD_THRESHOLD): Analysis {
  const limit = Math.min(1, Math.max(0, threshold));
  const found = countFound(previous.results, previous.tool === "get_callees");
  const own = causesOf(previous, found);
  const given = previous.results["top_score"];
  const topScore = typeof given === "number" ? given : found === 0 ? 0 : Math.min(1, ...own.map((cause) => SCORES[cause] ?? 0));
  // A graph is judged by its edges alone, other answers also by their score.
  const isLow = found === 0 || (previous.tool === "get_call_graph" ? own.length > 0 && topScore < limit : topScore < limit);
  const causes = own.length > 0 ? own : [found === 0 ? "nothing_found" as const : "low_score" as const];
  return {
    confidence: isLow ? "low" : "sufficient",
    topScore,
    threshold: limit,
    causes: isLow ? causes : [],
    identifiers: extractIdentifiers(previous.params),
  };
}

function causesOf({ params, results }: Previous, found: number): Cause[] {
  const causes: Cause[] = [];
  const error = asObject(results["error"]);
  const metadata = asObject(results["metadata"]) ?? {};
  if (error !== undefined) causes.push(ERROR_CAUSES[String(error["code"])] ?? "nothing_found");
  else if (metadata["indexing_status"] === "indexing" || metadata["indexing_status"] === "not_indexed") causes.push("not_ready");
  else if (found === 0) causes.push("nothing_found");
  else {
    if (Array.isArray(results["groups"]) && results["groups"].length > 1) causes.push("ambiguous");
    if (isOnlyHeuristic(results)) causes.push("only_heuristic");
    if (metadata["completeness"] === "possibly_incomplete" || results["completeness"] === "possibly_incomplete") {
      causes.push("possibly_incomplete");
    }
    if (metadata["result_completeness"] === "truncated" && params["cursor"] === undefined) causes.push("truncated");
  }
  if (metadata["freshness_status"] === "stale" && metadata["indexing_status"] === "ready") causes.push("stale");
  return causes;
}

/** Whether no site in the answer is certain. */
function isOnlyHeuristic(results: Readonly<Record<string, unknown>>): boolean {
  const edges = [results["callers"], results["callees"]].flatMap((list) => Array.isArray(list) ? list as unknown[] : [])
    .map(asObject).filter((edge) => edge !== undefined && "confidence" in edge);
  if (edges.length > 0) return edges.every((edge) => edge!["confidence"] === "heuristic");
  const callers = asObject(results["callers"]);
  if (callers !== undefined && results["heuristic"] === "all") return true;
  const heuristic = asObject(results["heuristic"]);
  if (callers === undefined || heuristic === undefined) return false;
  return Object.entries(callers).every(([path, names]) => {
    const likely = heuristic[path];
    if (likely === "all") return true;
    return Array.isArray(likely) && Object.values(asObject(names) ?? {}).flat().every((line) => likely.includes(line));
  });
}

/** Fields that hold the number of results; the first one present is used. Lists and maps count by their size. */
const COUNTS = ["total_candidates", "total_edges", "total_callers", "total_callees", "total", "definitions"] as const;
const LISTS = [
  ...["results", "callers", "callees", "nodes", "symbols", "edges", "paths", "implementors", "functions", "items"],
  ...["interfaces", "outgoing", "incoming"],
  ...["related_decisions", "related_errors", "related_messages", "notes"],
] as const;

/** Lists that are also callees in a list of callees, and possible callers in a list of callers. */
const SIDE_LISTS = [
  ...["external", "unresolved", "possible", "implementations", "references", "dispatch"],
  ...["possible_reads", "named_at"],
] as const;

/**
 * The number of results in an answer; 0 for an error.
 * @param withSide whether the additional lists (external callees, possible callers) count if the main one is empty
 */
export function countFound(results: Readonly<Record<string, unknown>>, withSide: boolean): number {
  if (results["error"] !== undefined) return 0;
  const groups = results["groups"];
  if (Array.isArray(groups)) return groups.reduce((sum: number, group) => sum + countFound(asObject(group) ?? {}, withSide), 0);
  const counts = asObject(results["counts"]);
  if (counts !== undefined) return Number(counts["definitions"] ?? 0);
  const side = withSide ? SIDE_LISTS.reduce((sum, key) => sum + sizeOf(results[key]), 0) : 0;
  for (const key of COUNTS) if (typeof results[key] === "number") return results[key] + (results[key] === 0 ? side : 0);
  // Lists that are replaced by their count (callers of a compared symbol) have no size.
  const listed = LISTS.filter((key) => typeof results[key] === "object");
  if (listed.length > 0) return listed.reduce((sum, key) => sum + sizeOf(results[key]), 0) + side;
  // An answer without lists (statistics, a comparison) counts by its fields.
  return Object.keys(results).filter((key) => key !== "metadata" && key !== "query_intent" && key !== "top_score").length;
}

function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return Object.keys(asObject(value) ?? {}).length;
}

/** A JSON object; undefined for anything else. */
export function asObject(value: unknown): ParsedObject | undefined {
  return isObject(value) ? value : undefined;
}

const STOP_WORDS = new Set(
  "the and for are with that this from into how what where when who which does why can all".split(" "),
);

/** Parameters that are not the subject of a question. */
const BESIDES: ReadonlySet<string> = new Set([...PATH_KEYS, WHERE, "ref", "base_ref", "head_ref", "repo", "workspace", "cursor"]);

/**
 * Words of three or more characters, at least one a letter, without common ones: of the question's subject, or of all its texts if the tool
 * is unknown. At most 20.
 */
export function extractIdentifiers(params: Readonly<Record<string, unknown>>): string[] {
  const subjects = SUBJECT_KEYS.filter((key) => typeof params[key] === "string");
  const keys = subjects.length > 0 ? subjects : Object.keys(params).filter((key) => !BESIDES.has(key));
  const texts = keys.map((key) => params[key]).filter((value) => typeof value === "string");
  const words = texts.flatMap((text) => text.toLowerCase().match(/[a-z0-9_]+/g) ?? []);
  return [...new Set(words.filter((word) => word.length >= 3 && /[a-z]/.test(word) && !STOP_WORDS.has(word)))].slice(0, 20);
}
