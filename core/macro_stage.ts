/**
 * Finds the files that are read once more, with macros of other files.
 *
 * Stage: parse. Invariant: which macros a file is given rests on what all texts of its language say of macros, and on manifests; whoever was read with
 * others than those is read again.
 */
import { extractorWith } from "./extractor.ts";
import { decodeMacroNotes, giveMacros } from "./given_macros.ts";
import type { LanguagePlugin } from "./plugin.ts";
import type { Manifest } from "./scan/scan.ts";
import type { IndexWriter } from "./store/index_writer.ts";
import { plainExtractor, type TrackedFile } from "./tracked_file.ts";

/**
 * The files to read again: what each is `given`, and its extractor, are noted in it.
 * @param files all of the language, each read once or known
 */
export function findFilesToReadAgain(
  writer: IndexWriter,
  plugin: LanguagePlugin,
  files: readonly TrackedFile[],
  manifests: readonly Manifest[],
): TrackedFile[] {
  if (plugin.givenMacros === undefined) return [];
  const isKnown = files.some((file) => file.macros === undefined);
  const stored = isKnown ? writer.readMacroNotes(plugin.name) : new Map<number, string>();
  const texts = files.map(({ path, macros, blobId }) => ({ path, macros: decodeMacroNotes(macros ?? stored.get(blobId) ?? "") }));
  const given = giveMacros(plugin, texts, new Map(manifests.map(({ path, text }) => [path, text])));
  return files.filter((file) => {
    file.given = given.get(file.path) ?? [];
    const extractor = extractorWith(plainExtractor(file.language), file.given);
    const isOther = extractor !== file.extractor;
    file.extractor = extractor;
    return isOther;
  });
}
