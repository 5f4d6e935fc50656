/**
 * A file on its way through the pipeline: what the disk says, what the index knew, what this run found.
 *
 * Stage: all. Invariant: `changed` says whether its text (or the extractor) is another than the one the index has for this path.
 */
import { extractorOf } from "../extractor.ts";
import type { FactsPlace } from "../facts/facts_place.ts";
import type { FileLanguage } from "../scan/languages_of.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { KnownFile } from "../store/ref_store.ts";
import type { GivenMacro } from "../tree/given_macros.ts";

/** See the head of this file. Ids are 0 until they are known. */
export interface TrackedFile {
  readonly path: string;
  readonly language: FileLanguage;
  /** With the mark of what it is `given`. */
  extractor: string;
  /** Macros of other files that it is read with. */
  given: readonly GivenMacro[];
  readonly size: number;
  readonly time: number;
  /** The file of this path as the index has it. */
  readonly known: KnownFile | undefined;
  changed: boolean;
  /** git's id of its text; "" where it lies on the disk. */
  readonly object: string;
  /** Its text, while it is parsed, where it does not lie on the disk. */
  bytes?: Uint8Array | undefined;
  hash: string;
  lines: number;
  problems: string;
  note: string;
  pathId: number;
  blobId: number;
  fileVersionId: number;
  resolutionId: number;
  symbolCount: number;
  counts: string;
  /** Where its facts lie, if this run has made or read them. */
  facts: FactsPlace | undefined;
  /** Its encoded outline, if this run has made or read it; else "". */
  outline: string;
  /** Its encoded notes of macros, if this run has made or read it; else undefined. */
  macros: string | undefined;
  /** The symbol of each row of `definitions`, if this run has given or read them. */
  symbolIds: Int32Array | undefined;
}

/** Begins to track a scanned file. `known` is trusted for its ids and its content until the file turns out to be changed. */
export function trackFile(file: ScannedFile, known: KnownFile | undefined): TrackedFile {
  return {
    path: file.path,
    language: file.language,
    extractor: plainExtractor(file.language),
    given: [],
    size: file.size,
    time: file.time,
    known,
    changed: false,
    object: file.object ?? "",
    hash: known?.hash ?? "",
    lines: known?.lines ?? 0,
    problems: known?.problems ?? "",
    note: known?.note ?? "",
    pathId: known?.pathId ?? 0,
    blobId: known?.blobId ?? 0,
    fileVersionId: known?.fileVersionId ?? 0,
    resolutionId: known?.resolutionId ?? 0,
    symbolCount: known?.symbols ?? 0,
    counts: known?.counts ?? "",
    facts: undefined,
    outline: "",
    macros: undefined,
    symbolIds: undefined,
  };
}

const extractors = new WeakMap<object, Map<string, string>>();

/** The name of the extractor of files that need no macros of others. */
export function plainExtractor(language: FileLanguage): string {
  let names = extractors.get(language.plugin);
  if (names === undefined) extractors.set(language.plugin, names = new Map());
  let name = names.get(language.grammar);
  if (name === undefined) names.set(language.grammar, name = extractorOf(language.plugin, language.grammar));
  return name;
}
