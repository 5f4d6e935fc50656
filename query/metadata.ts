/**
 * Protocol v1: what every answer and every error says about itself. Made only here.
 *
 * Stage: query. Invariants: the six mandatory fields are always present; optional ones are omitted rather than null; clamping and
 * truncation are reported here and are never errors.
 */
import { LIVE } from "../core/base/ref_names.ts";
import type { CallgroveError } from "../core/errors.ts";
import type { Rank } from "./names/ranking.ts";

/** What a tool adds to the metadata of its answer. */
export interface Notes {
  readonly completeness?: "complete" | "partial" | "truncated";
  readonly warnings?: readonly string[];
  /** Whether the size limit cut the answer. */
  readonly safetyLimit?: boolean;
  readonly suggestedAction?: string;
  readonly lowConfidence?: boolean;
  /** For a list of matches, on request: why each has its rank. */
  readonly rankingReasons?: readonly RankingReason[];
  /** Whether the answer rests on commits alone, so that the age of the working tree's index does not matter. */
  readonly ofCommits?: boolean;
  /** The origin of texts, which are current; only what the index adds to them may be outdated. */
  readonly texts?: "disk" | "git";
  /** For a list of callers. */
  readonly callers?: "complete" | "possibly_incomplete";
}

/** `result_index` is the index in the list, from 0. */
export type RankingReason = Rank & { readonly result_index: number };

/** What is known about the index when an answer is given. */
export interface IndexState {
  readonly indexing: "not_indexed" | "indexing" | "ready" | "failed";
  readonly freshness: "fresh" | "stale" | "syncing";
  readonly schema: "compatible" | "not_indexed" | "reindex_required" | "corrupt_manifest";
  readonly ref: string;
  /** The indexed commit; "" outside git. */
  readonly commit: string;
  /** The number of files that differ from the index. */
  readonly pending: number;
  /** The paths of such files. */
  readonly pendingFiles?: readonly string[];
  readonly warnings: readonly string[];
}

/** The most such files an answer names. */
const PENDING_NAMED = 3;

/** What every answer says about itself (protocol 1.0); the names never change their meaning. */
export interface Metadata {
  readonly protocol_version: "1.0";
  readonly freshness_status: IndexState["freshness"];
  readonly indexing_status: IndexState["indexing"];
  readonly result_completeness: "complete" | "partial" | "truncated";
  readonly ref: string;
  readonly schema_status: IndexState["schema"];
  readonly completeness?: "complete" | "possibly_incomplete";
  readonly warnings?: readonly string[];
  readonly safety_limit_applied?: true;
  readonly suggested_action?: string;
  readonly low_confidence?: true;
  readonly ranking_reasons?: readonly RankingReason[];
  readonly indexed_commit?: string;
  readonly pending_changes?: number;
  /** The first files that differ from the index. */
  readonly pending_files?: readonly string[];
}

/** The state of a place about which nothing is known yet. */
export const UNKNOWN_STATE: IndexState = {
  indexing: "not_indexed",
  freshness: "stale",
  schema: "not_indexed",
  ref: LIVE,
  commit: "",
  pending: 0,
  warnings: [],
};

/** The state of an index after an error: an index of another version, or a damaged one, has to be rebuilt. */
export function stateAfter({ code, data }: CallgroveError, known: IndexState): IndexState {
  if (code !== "index_incompatible") return known;
  const schema = data["state"] === "damaged" ? "corrupt_manifest" : "reindex_required";
  return { ...known, indexing: "failed", freshness: "stale", schema };
}

/** Makes the metadata of an answer. */
export function makeMetadata(known: IndexState, notes: Notes = {}): Metadata {
  const state: IndexState = notes.ofCommits === true ? { ...known, freshness: "fresh", pending: 0 } : known;
  const waiting = state.pending === 0 ? [] : (state.pendingFiles ?? []).slice(0, PENDING_NAMED);
  const warnings = [...state.warnings, ...(notes.warnings ?? [])];
  const whole = state.indexing === "ready" ? "complete" : "partial";
  return {
    protocol_version: "1.0",
    freshness_status: state.freshness,
    indexing_status: state.indexing,
    result_completeness: notes.completeness ?? whole,
    ref: state.ref,
    schema_status: state.schema,
    ...(notes.callers === undefined ? {} : { completeness: notes.callers }),
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(notes.safetyLimit === true ? { safety_limit_applied: true as const } : {}),
    ...(notes.suggestedAction === undefined ? {} : { suggested_action: notes.suggestedAction }),
    ...(notes.lowConfidence === true ? { low_confidence: true as const } : {}),
    ...(notes.rankingReasons === undefined ? {} : { ranking_reasons: notes.rankingReasons }),
    ...(state.commit === "" ? {} : { indexed_commit: state.commit }),
    ...(state.pending === 0 ? {} : { pending_changes: state.pending }),
    ...(waiting.length === 0 ? {} : { pending_files: waiting }),
  };
}

/** The warnings, one per line. */
export function renderWarnings(metadata: Metadata): string[] {
  return (metadata.warnings ?? []).map((warning) => `warning: ${warning}`);
}

/**
 * Everything unusual in the metadata, one per line, for people and for models that see only the text; "" if there is nothing. What
 * `renderStanding` says is left out.
 */
export function renderMetadata(metadata: Metadata): string {
  const lines = [...renderWarnings(metadata), ...renderBuilding(metadata)];
  if (metadata.suggested_action !== undefined) lines.push(`next: ${metadata.suggested_action}`);
  return lines.join("\n");
}

/** Says that the index is being built, at the end of an answer. */
function renderBuilding(metadata: Metadata): string[] {
  return metadata.indexing_status === "indexing"
    ? ["note: the index is being built, the first answers come when it is ready (indexing_status: indexing)"]
    : [];
}

/** The first line of an answer from an outdated index, before anything that edits may have made untrue; empty if it is current. */
export function renderStanding(metadata: Metadata, texts?: Notes["texts"]): string[] {
  const { freshness_status: freshness, indexing_status: indexing, pending_changes: pending = 0, pending_files: files = [] } = metadata;
  if (freshness === "fresh" || indexing !== "ready") return [];
  const isRunning = freshness === "syncing";
  if (pending === 0) return isRunning ? ["STALE: an index run is under way, after which this answer may differ"] : [];
  const more = pending > files.length && files.length > 0 ? ` and ${pending - files.length} more` : "";
  const named = files.length === 0 ? "" : ` (${files.join(", ")}${more})`;
  const what = texts === undefined
    ? "this answer is"
    : `texts are those ${texts === "disk" ? "on disk" : "of the refs"}, but calls and callers are`;
  const waiting = `${pending === 1 ? "1 changed file is" : `${pending} changed files are`} not in the index yet${named}`;
  const run = isRunning ? "; an index run is under way: ask again in some seconds" : "";
  return [`STALE: ${what} of the state before the last edits: ${waiting}${run}`];
}

/** How outdated the index is, one line each; empty if it is current. For errors that do not depend on it. */
export function renderState(metadata: Metadata): string[] {
  return [...renderBuilding(metadata), ...renderStanding(metadata)];
}
