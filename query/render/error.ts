/**
 * Errors as text.
 *
 * Stage: render. Invariant: code, message, candidates and the next step are all included, because some clients pass on only the text.
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

/**
 * An error as text.
 * @param next the call to make instead, "" if there is none
 */
export function renderError(error: Pick<CallgroveError, "code" | "message" | "hint" | "data">, next: string, style: Style): string {
  const lines = [`${style.warn(`error ${error.code}`)}: ${error.message}`];
  if (error.hint !== "") lines.push(error.hint);
  const candidates = error.data["candidates"];
  if (Array.isArray(candidates)) {
    const total = Number(error.data["candidate_count"] ?? candidates.length);
    const title = error.data["is_route"] === true ? "served by" : error.code === "symbol_not_found" ? "nearest names" : "candidates";
    lines.push(total > candidates.length ? `${title}, the first ${candidates.length} of ${total}:` : `${title}:`);
    const places = candidates.map((one) => typeof one === "string" ? one : placeIn(one as Candidate));
    for (const [i, candidate] of candidates.entries()) {
      const isTogether = places.indexOf(places[i]!) !== places.lastIndexOf(places[i]!);
      lines.push(`  ${typeof candidate === "string" ? candidate : renderCandidate(candidate as Candidate, isTogether, style)}`);
    }
  }
  if (next !== "") lines.push(`next: ${next}`);
  return lines.join("\n");
}

function placeIn({ path, line, column }: Candidate): string {
  return [path, line, column].filter((part) => part !== undefined).join(":");
}

/** @param isTogether another candidate shares its place, so that the place does not identify either */
function renderCandidate(candidate: Candidate, isTogether: boolean, style: Style): string {
  const isNamed = style.places === "grouped" || isTogether;
  const id = isNamed && candidate.symbol_stable_id !== undefined ? ` id ${candidate.symbol_stable_id}` : "";
  return `${style.path(placeIn(candidate))}  ${candidate.name ?? ""}  ${candidate.kind ?? ""}${id}`.trimEnd();
}
