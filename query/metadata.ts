/**
 * Protocol v1: what every answer and every error says about itself, made here and nowhere else.
 *
 * Stage: query. Invariants: the six mandatory fields are always there; optional ones are left out rather than null; clamping and
 * truncation are said here and are never errors.
 */
import { LIVE } from "../core/base/ref_names.ts";
import type { CallgroveError } from "../core/errors.ts";
import type { Rank } from "./names/ranking.ts";

/** What a tool adds to the metadata of its answer. */
export interface Notes {
  readonly completeness?: "complete" | "partial" | "truncated";
  readonly warnings?: readonly string[];
  /** The size limit cut the answer. */
  readonly safetyLimit?: boolean;
  readonly suggestedAction?: string;
  readonly lowConfidence?: boolean;
  /** Of a list of matches, where it was asked for: what the place of each rests on. */
  readonly rankingReasons?: readonly RankingReason[];
  /** The answer rests on commits alone: how old the index of the working tree is does not matter to it. */
  readonly ofCommits?: boolean;
  /** Where texts are from, which are as asked for: only what the index adds to them can be behind. */
  readonly texts?: "disk" | "git";
  /** Of a list of callers. */
  readonly callers?: "complete" | "possibly_incomplete";
}

/** `result_index` is the place in the list, from 0. */
export type RankingReason = Rank & { readonly result_index: number };

/** What is known about the index at the moment of the answer. */
export interface IndexState {
  readonly indexing: "not_indexed" | "indexing" | "ready" | "failed";
  readonly freshness: "fresh" | "stale" | "syncing";
  readonly schema: "compatible" | "not_indexed" | "reindex_required" | "corrupt_manifest";
  readonly ref: string;
  /** Commit that was indexed, "" outside git. */
  readonly commit: string;
  /** Files that differ from what was indexed and are not brought in yet. */
  readonly pending: number;
  /** Their paths. */
  readonly pendingFiles?: readonly string[];
  readonly warnings: readonly string[];
}

/** Waiting files that an answer names. */
const PENDING_NAMED = 3;

/** What every answer says of itself (protocol 1.0): its names never change their meaning. */
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
  /** The first of the files that wait. */
  readonly pending_files?: readonly string[];
}

/** State of a place about which nothing is known yet. */
export const UNKNOWN_STATE: IndexState = {
  indexing: "not_indexed",
  freshness: "stale",
  schema: "not_indexed",
  ref: LIVE,
  commit: "",
  pending: 0,
  warnings: [],
};

/** What is known of an index after an error: one of another version, or a damaged one, is no use until it is made anew. */
export function stateAfter({ code, data }: CallgroveError, known: IndexState): IndexState {
  if (code !== "index_incompatible") return known;
  const schema = data["state"] === "damaged" ? "corrupt_manifest" : "reindex_required";
  return { ...known, indexing: "failed", freshness: "stale", schema };
}

/** See the head of this file. */
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

/** What to heed, a line each. */
export function renderWarnings(metadata: Metadata): string[] {
  return (metadata.warnings ?? []).map((warning) => `warning: ${warning}`);
}

/** The same for people and for models that see the text alone: what is out of the ordinary, a line each; "" if nothing is. What stands first is left out. */
export function renderMetadata(metadata: Metadata): string {
  const lines = [...renderWarnings(metadata), ...renderBuilding(metadata)];
  if (metadata.suggested_action !== undefined) lines.push(`next: ${metadata.suggested_action}`);
  return lines.join("\n");
}

/** That the index is being made, for the end of an answer. */
function renderBuilding(metadata: Metadata): string[] {
  return metadata.indexing_status === "indexing"
    ? ["note: the index is being built, the first answers come when it is ready (indexing_status: indexing)"]
    : [];
}

/** Of which state an answer is whose index is behind: its first line, before anything that the edits may have made untrue. None where it is not. */
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

/** How far the index is behind, a line each; none where it is not: for errors that do not rest on it. */
export function renderState(metadata: Metadata): string[] {
  return [...renderBuilding(metadata), ...renderStanding(metadata)];
}
