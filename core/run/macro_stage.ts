/**
 * Finds the files that must be read again with macros of other files.
 *
 * Stage: parse. Invariant: the macros that a file is given depend on what all texts of its language say about macros, and on manifests; a
 * file that was read with other macros is read again.
 */
import { extractorWith } from "../extractor.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { Manifest } from "../scan/scan.ts";
import type { IndexWriter } from "../store/index_writer.ts";
import { decodeMacroNotes, giveMacros, type GivenMacro } from "../tree/given_macros.ts";
import { plainExtractor, type TrackedFile } from "./tracked_file.ts";

/**
 * The files to read again. Sets their `given` macros and the extractor that results.
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
  const given = giveMacros(plugin, texts, textsOf(manifests));
  return files.filter((file) => {
    const before = file.extractor;
    give(file, given);
    return file.extractor !== before;
  });
}

/** Sets the given macros of a file and the extractor that results. */
function give(file: TrackedFile, given: ReadonlyMap<string, readonly GivenMacro[]>): void {
  file.given = given.get(file.path) ?? [];
  file.extractor = extractorWith(plainExtractor(file.language), file.given);
}

/**
 * Gives files that are not read yet the macros that they are likely to call, judging by their texts. A file for which this turns out to be
 * wrong is read again.
 * @param read files that are read, including those that declare macros
 * @param waiting the names of macros that each of the other files may call
 */
export function foreseeMacros(
  read: readonly TrackedFile[],
  waiting: ReadonlyMap<TrackedFile, readonly string[]>,
  manifestsOf: (plugin: LanguagePlugin) => readonly Manifest[],
): void {
  const pluginOf = ({ language }: TrackedFile): LanguagePlugin => language.plugin;
  const known = Map.groupBy(read, pluginOf);
  for (const [plugin, likely] of Map.groupBy(waiting.keys(), pluginOf)) {
    const texts = [
      ...(known.get(plugin) ?? []).map(({ path, macros }) => ({ path, macros: decodeMacroNotes(macros ?? "") })),
      ...likely.map((file) => ({ path: file.path, macros: { declared: [], called: waiting.get(file)! } })),
    ];
    const given = giveMacros(plugin, texts, textsOf(manifestsOf(plugin)));
    for (const file of likely) give(file, given);
  }
}

function textsOf(manifests: readonly Manifest[]): Map<string, string> {
  return new Map(manifests.map(({ path, text }) => [path, text]));
}
