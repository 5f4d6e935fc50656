/**
 * A file in the pipeline: its state on the disk, its state in the index, and the results of this run.
 *
 * Stage: all. Invariant: `changed` says whether its text or extractor differs from what the index has for this path.
 */
import { extractorOf } from "../extractor.ts";
import type { FactsPlace } from "../facts/facts_place.ts";
import type { FileLanguage } from "../scan/languages_of.ts";
import type { ScannedFile } from "../scan/scan.ts";
import type { KnownFile } from "../store/ref_store.ts";
import type { GivenMacro } from "../tree/given_macros.ts";

/** A file in the pipeline. Ids are 0 until they are known. */
export interface TrackedFile {
  readonly path: string;
  readonly language: FileLanguage;
  /** Includes the macros in `given`. */
  extractor: string;
  /** Macros of other files that it is read with. */
  given: readonly GivenMacro[];
  readonly size: number;
  readonly time: number;
  /** The file of this path as the index has it. */
  readonly known: KnownFile | undefined;
  changed: boolean;
  /** git's id of its text; "" if it is on the disk. */
  readonly object: string;
  /** Its text while it is being parsed, if it is not on the disk. */
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
  /** Where its facts are, if this run has made or read them. */
  facts: FactsPlace | undefined;
  /** Its encoded outline if this run has made or read it; otherwise "". */
  outline: string;
  /** Its encoded macro notes if this run has made or read them; otherwise undefined. */
  macros: string | undefined;
  /** The symbol of each row of `definitions`, if this run has assigned or read them. */
  symbolIds: Int32Array | undefined;
}

/** Starts tracking a scanned file. The ids and content of `known` are used until the file turns out to be changed. */
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

/** The extractor name for files that need no macros of other files. */
export function plainExtractor(language: FileLanguage): string {
  let names = extractors.get(language.plugin);
  if (names === undefined) extractors.set(language.plugin, names = new Map());
  let name = names.get(language.grammar);
  if (name === undefined) names.set(language.grammar, name = extractorOf(language.plugin, language.grammar));
  return name;
}
