/**
 * What an `index` run did and what the index holds now, as plain data.
 *
 * Stage: after write. Invariant: computed from what is already known; it reads no rows.
 */
import { addAt } from "../base/lists.ts";
import { join } from "node:path";
import type { Confidence } from "../edges.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { Skip } from "../scan/decode_source.ts";
import { addNumbers, noCounts } from "../store/edge_counts.ts";
import type { ProjectPlace } from "../store/location.ts";
import { INDEX_FILE } from "../store/place_names.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** Printed as is by `index --json`. */
export interface IndexSummary {
  readonly root: string;
  readonly ref: string;
  /** The commit that was read; "" outside git. */
  readonly commit: string;
  /** The file of the index. */
  readonly database: string;
  /** What this run did: files parsed, resolved, and removed from the index. All 0: nothing had changed. */
  readonly parsed: number;
  readonly resolved: number;
  readonly removed: number;
  /** What the index of this ref holds now. */
  readonly files: number;
  readonly lines: number;
  readonly symbols: number;
  readonly languages: Readonly<Record<string, { readonly files: number; readonly lines: number }>>;
  /** Edge type -> confidence -> number of edges with a target in the repository. */
  readonly edges: Readonly<Record<"calls" | "references", Readonly<Record<Confidence, number>>>>;
  /** Call sites by outcome. */
  readonly sites: { readonly resolved: number; readonly external: number; readonly ambiguous: number; readonly unresolved: number };
  /**
   * Calls of the value of a variable, a parameter or a field: only the running program knows what that is. They count as unresolved, or as
   * external if the value comes from there.
   */
  readonly variables: number;
  /** Files left out, each with its reason and the system's message. */
  readonly skipped: readonly Skip[];
  /** Files with regions that did not parse, as ranges of lines. */
  readonly problems: readonly { readonly path: string; readonly lines: readonly (readonly [number, number])[] }[];
  /** What a person should know about the index as a whole: an older one was rebuilt, nothing was found. */
  readonly warnings: readonly string[];
  /** The same for single files: not UTF-8. Irrelevant to questions about other files. */
  readonly remarks: readonly string[];
  /** The duration of the whole run and of its stages, in ms. Stages overlap; their sum may exceed the whole. */
  readonly ms: number;
  readonly timings: Readonly<Record<string, number>>;
}

/** What is known at the end of a run. */
export interface RunResult {
  readonly place: ProjectPlace;
  readonly name: string;
  readonly commit: string;
  readonly files: readonly TrackedFile[];
  readonly skipped: readonly Skip[];
  readonly counts: { readonly parsed: number; readonly resolved: number; readonly removed: number };
  readonly plugins: readonly LanguagePlugin[];
  readonly warnings: readonly string[];
  readonly timings: Record<string, number>;
}

/** The most files named in one warning. */
const NAMED = 5;

/** Summarizes a run. */
export function summarize(result: RunResult): IndexSummary {
  const { files } = result;
  const languages: Record<string, { files: number; lines: number }> = {};
  const counts = noCounts();
  let lines = 0;
  let symbols = 0;
  const problems: { path: string; lines: [number, number][] }[] = [];
  for (const file of files) {
    const language = languages[file.language.plugin.name] ??= { files: 0, lines: 0 };
    language.files++;
    language.lines += file.lines;
    lines += file.lines;
    symbols += file.symbolCount;
    addNumbers(counts, file.counts);
    if (file.problems !== "") problems.push({ path: file.path, lines: JSON.parse(file.problems) as [number, number][] });
  }
  const { total, ...timings } = result.timings;
  return {
    root: result.place.root,
    ref: result.name,
    commit: result.commit,
    database: join(result.place.folder, INDEX_FILE),
    ...result.counts,
    files: files.length,
    lines,
    symbols,
    languages,
    edges: {
      calls: { static: counts.callsStatic, heuristic: counts.callsHeuristic },
      references: { static: counts.referencesStatic, heuristic: counts.referencesHeuristic },
    },
    sites: {
      resolved: counts.siteResolved,
      external: counts.siteExternal,
      ambiguous: counts.siteAmbiguous,
      unresolved: counts.siteUnresolved,
    },
    variables: counts.rules["variable"] ?? 0,
    skipped: result.skipped,
    problems,
    warnings: [...result.warnings, ...describeNothing(result)],
    remarks: describeNotes(files),
    ms: total ?? 0,
    timings,
  };
}

function describeNotes(files: readonly TrackedFile[]): string[] {
  const byNote = new Map<string, string[]>();
  for (const file of files) if (file.note !== "") addAt(byNote, file.note, file.path);
  return [...byNote].map(([note, paths]) => {
    const named = paths.slice(0, NAMED).join(", ");
    return `${named}${paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ""}: ${note}`;
  });
}

function describeNothing(result: RunResult): string[] {
  if (result.files.length > 0) return [];
  return [whyNothing(result.place, result.plugins.flatMap((plugin) => Object.keys(plugin.extensions)))];
}

/**
 * Why the index of a ref contains no file.
 * @param extensions file extensions of the supported languages
 */
export function whyNothing({ root }: ProjectPlace, extensions: readonly string[]): string {
  return `no file of a supported language in "${root}" (looked for ${extensions.join(" ")})`;
}
