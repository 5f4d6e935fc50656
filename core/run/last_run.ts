/**
 * What the last run over a working tree saw and wrote, kept by a long-running process: if only a few files were touched since, the next run
 * looks at these alone.
 *
 * Stage: scan. Invariant: a scan is reused only while the index still holds its result; the caller that reports touched files has verified
 * that nothing else changed.
 */
import type { LanguageTable } from "../scan/languages_of.ts";
import { inspectAgain, type Scan, type ScannedFile } from "../scan/scan.ts";
import type { ProjectPlace } from "../store/location.ts";
import type { KnownFile, KnownRef, RefFile } from "../store/ref_store.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** The scan of a run and the ref that it wrote. */
export interface LastRun {
  readonly scan: Scan;
  /** The ref as stored in the index by that run. */
  readonly ref: KnownRef;
}

/** The last run of each project and database. */
export class LastRuns {
  readonly #runs = new Map<string, LastRun>();

  get(place: ProjectPlace): LastRun | undefined {
    return this.#runs.get(keyOf(place));
  }
  set(place: ProjectPlace, run: LastRun | undefined): void {
    if (run === undefined) this.#runs.delete(keyOf(place));
    else this.#runs.set(keyOf(place), run);
  }
}

function keyOf({ root, folder }: ProjectPlace): string {
  return `${root}\0${folder}`;
}

/** The former scan with the files of `touched` inspected again; undefined if one of them was not in it or is no longer such a file. */
export function scanTouched(place: ProjectPlace, table: LanguageTable, former: Scan, touched: readonly string[]): Scan | undefined {
  const looks = new Map<string, ScannedFile>();
  for (const path of touched) {
    const look = inspectAgain(place.root, path, table);
    if (look === undefined) return undefined;
    looks.set(path, look);
  }
  const files = former.files.map((file) => {
    const look = looks.get(file.path);
    looks.delete(file.path);
    return look ?? file;
  });
  return looks.size === 0 ? { ...former, files } : undefined;
}

/** A file as the index knows it after this run. */
export function knownOf(file: TrackedFile, written: RefFile): KnownFile {
  const { path, hash, extractor, blobId, lines, problems, note, counts } = file;
  const identity = { path, hash, extractor, blobId, language: file.language.plugin.name };
  return { ...written, ...identity, lines, problems, note, counts, symbols: file.symbolCount };
}
