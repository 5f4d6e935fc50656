/**
 * Errors as text.
 *
 * Stage: render. Invariant: code, message, candidates and the next step are all there: some clients hand on nothing but this.
 */
import type { CallgroveError } from "../../core/errors.ts";
import type { Style } from "./style.ts";

interface Candidate {
  readonly name?: string;
  readonly kind?: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly symbol_stable_id?: string;
}

/** @param next the call to make instead, "" if there is none. */
export function renderError(error: Pick<CallgroveError, "code" | "message" | "hint" | "data">, next: string, style: Style): string {
  const lines = [`${style.warn(`error ${error.code}`)}: ${error.message}`];
  if (error.hint !== "") lines.push(error.hint);
  const candidates = error.data["candidates"];
  if (Array.isArray(candidates)) {
    const total = Number(error.data["candidate_count"] ?? candidates.length);
    const title = error.data["is_route"] === true ? "served by" : error.code === "symbol_not_found" ? "nearest names" : "candidates";
    lines.push(total > candidates.length ? `${title}, the first ${candidates.length} of ${total}:` : `${title}:`);
    for (const candidate of candidates) {
      lines.push(`  ${typeof candidate === "string" ? candidate : renderCandidate(candidate as Candidate, style)}`);
    }
  }
  if (next !== "") lines.push(`next: ${next}`);
  return lines.join("\n");
}

function renderCandidate(candidate: Candidate, style: Style): string {
  const place = [candidate.path, candidate.line, candidate.column].filter((part) => part !== undefined).join(":");
  const id = style.places === "grouped" && candidate.symbol_stable_id !== undefined ? ` id ${candidate.symbol_stable_id}` : "";
  return `${style.path(place)}  ${candidate.name ?? ""}  ${candidate.kind ?? ""}${id}`.trimEnd();
}
