/**
 * How files compare with what the index has: which need not be looked at again, and what is written anew.
 *
 * Stage: scan and write.
 */
import { isSameExtractor } from "../extractor.ts";
import type { KeptSkip } from "../scan/decode_source.ts";
import { isRacy, type ScannedFile } from "../scan/scan.ts";
import type { KnownRef, RefFile } from "../store/ref_store.ts";
import type { TrackedFile } from "./tracked_file.ts";

/** Whether a file of a commit has the text that the index has at its path. */
export function hasSameObject(file: TrackedFile): boolean {
  return file.known?.hash === file.object && isSameExtractor(file.known.extractor, file.extractor) &&
    file.known.language === file.language.plugin.name;
}

/** The row of a file in the ref. Files read from git have no size and time to compare, recently touched ones no time to trust. */
export function standingOf(file: TrackedFile, scanStart: number): RefFile {
  const { pathId, fileVersionId, resolutionId } = file;
  const onDisk = file.object === "";
  return {
    pathId,
    fileVersionId,
    resolutionId,
    size: onDisk ? file.size : 0,
    time: onDisk && !isRacy(file.time, scanStart) ? file.time : 0,
  };
}

/** Whether a file need not be read: same size and time as in the index, read by the same extractor. */
export function isUntouched(file: TrackedFile, scanStart: number): boolean {
  const { known } = file;
  return known !== undefined && known.size === file.size && known.time === file.time && !isRacy(file.time, scanStart) &&
    isSameExtractor(known.extractor, file.extractor) && known.language === file.language.plugin.name;
}

/**
 * Separates files on the disk that were not text before and have not changed since: they are skipped again without being read.
 * @param before JSON
 */
export function leaveOutAgain(
  files: readonly ScannedFile[],
  before: string,
  scanStart: number,
): { readonly texts: readonly ScannedFile[]; readonly still: readonly KeptSkip[] } {
  const noTexts = new Map((JSON.parse(before) as KeptSkip[]).flatMap((skip) => skip.size === undefined ? [] : [[skip.path, skip]]));
  if (noTexts.size === 0) return { texts: files, still: [] };
  const isStill = ({ path, size, time, language, object }: ScannedFile): boolean => {
    const skip = noTexts.get(path);
    return object === undefined && skip?.size === size && skip.time === time && !isRacy(time, scanStart) &&
      skip.language === language.plugin.name;
  };
  const texts = files.filter((file) => !isStill(file));
  return { texts, still: files.filter(isStill).map((file) => noTexts.get(file.path)!) };
}

/** A skipped file as stored with the ref. */
export function skipStanding(skip: KeptSkip, scanStart: number): KeptSkip {
  return skip.time !== undefined && isRacy(skip.time, scanStart) ? { ...skip, time: 0 } : skip;
}

/** Whether a ref differs from what the index has, apart from the contents of its files. */
export function differs(
  own: KnownRef,
  state: { readonly commit: string; readonly skipped: readonly KeptSkip[] },
  files: readonly RefFile[],
): boolean {
  if (own.commit !== state.commit || own.skipped !== JSON.stringify(state.skipped)) return true;
  const before = new Map(own.files.map((file) => [file.pathId, file]));
  return files.some((file) => before.get(file.pathId)?.size !== file.size || before.get(file.pathId)?.time !== file.time);
}
