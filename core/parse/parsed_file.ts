/**
 * The result of parsing a text, for the thread that writes the index.
 *
 * Stage: parse -> write. Invariants: it crosses threads, so it is plain data; it depends on the text alone.
 */
import type { Facts } from "../facts.ts";
import { encodeOutline, outlineOf } from "../facts/outline.ts";
import type { StoredFacts } from "../facts/stored_facts.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { Skip } from "../scan/decode_source.ts";
import { encodeMacroNotes, type MacroNotes } from "../tree/given_macros.ts";

/** The result for one file. Its encoded facts are in the batch's buffer. */
export interface ParsedFile {
  readonly lines: number;
  readonly note: string;
  /** JSON of [first line, last line] pairs, or "". */
  readonly problems: string;
  readonly start: number;
  readonly length: number;
  /** Encoded (`core/facts/outline.ts`). */
  readonly outline: string;
  /** Encoded (`core/tree/given_macros.ts`). */
  readonly macros: string;
}

/** The results for the texts of one job. */
export interface ParsedBatch {
  /** In the order of the items. */
  readonly files: readonly (ParsedFile | Skip)[];
  readonly facts: SharedArrayBuffer;
}

/** The facts of one text. `note` says what a person should know (extraction failed); otherwise "". */
export interface ParsedText {
  readonly facts: StoredFacts;
  readonly note: string;
  readonly macros: MacroNotes | undefined;
}

/** Builds a batch, file by file. */
export class BatchBuilder {
  readonly #files: (ParsedFile | Skip)[] = [];
  readonly #encoded: Uint8Array[] = [];
  #size = 0;

  addSkip(skip: Skip): void {
    this.#files.push(skip);
  }
  /** @param read what a person should know about how the text was read, or "" */
  add({ facts, note, macros }: ParsedText, read: string, { rules }: LanguagePlugin): void {
    const { bytes } = facts;
    this.#encoded.push(bytes);
    this.#files.push({
      lines: facts.lines,
      note: [read, note].filter((part) => part !== "").join("; "),
      problems: describeProblems(facts),
      start: this.#size,
      length: bytes.length,
      outline: encodeOutline(outlineOf(facts, rules)),
      macros: encodeMacroNotes(macros),
    });
    this.#size += bytes.length;
  }
  finish(): ParsedBatch {
    const shared = new SharedArrayBuffer(this.#size);
    const all = new Uint8Array(shared);
    let at = 0;
    for (const bytes of this.#encoded) {
      all.set(bytes, at);
      at += bytes.length;
    }
    return { files: this.#files, facts: shared };
  }
}

/** The most damaged regions that are recorded separately. */
const MOST_REGIONS = 100;

/** The lines of damaged regions, without regions inside others. If there are too many, the last one covers all that follow. */
function describeProblems(facts: Facts): string {
  const { lineStart, lineEnd, length } = facts.problems;
  const all = Array.from({ length: length - 1 }, (_, i): [number, number] => [lineStart[i + 1]!, lineEnd[i + 1]!]);
  const regions: [number, number][] = [];
  for (const [start, end] of all.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = regions.at(-1);
    if (last !== undefined && end <= last[1]) continue;
    if (last !== undefined && regions.length === MOST_REGIONS) last[1] = end;
    else regions.push([start, end]);
  }
  return regions.length === 0 ? "" : JSON.stringify(regions);
}
