/**
 * Macros from other files that are needed to read the files of a commit that is not indexed.
 *
 * Stage: before a question. Invariant: of the texts that the index does not know, only those are parsed that declare a relevant macro.
 */
import type { DatabaseSync } from "node:sqlite";
import { extractorOf, isSameExtractor } from "../core/extractor.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import type { SourceText } from "../core/scan/decode_source.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { decodeMacroNotes, giveMacros, type GivenMacro, type MacroNotes } from "../core/tree/given_macros.ts";
import { loadParser } from "../later.ts";
import type { RefTree } from "../query/compare/ref_reader.ts";

const NOTES = "SELECT hash AS hash, extractor AS extractor, macros AS macros FROM blob WHERE language = ?";

/** What is needed to read a tree. */
export interface MacroReading {
  readonly db: DatabaseSync;
  readonly table: LanguageTable;
  /**
   * Reads texts by path; what git lacks is left out.
   * @param ids ids of the texts by path; by default those of the tree's files
   */
  readonly readTexts: (
    tree: RefTree,
    paths: readonly string[],
    ids?: ReadonlyMap<string, string>,
  ) => Promise<ReadonlyMap<string, SourceText>>;
}

/** What a file of a tree declares and calls in terms of macros. */
interface NotedFile {
  readonly path: string;
  readonly macros: MacroNotes;
}

/**
 * The macros given to files of one language in a tree, by path.
 * @param asked the files, with their macro notes
 */
export async function readGivenMacros(
  reading: MacroReading,
  tree: RefTree,
  plugin: LanguagePlugin,
  asked: readonly NotedFile[],
): Promise<ReadonlyMap<string, readonly GivenMacro[]>> {
  const { table, readTexts } = reading;
  if (plugin.givenMacros === undefined || asked.every(({ macros }) => macros.called.length === 0)) return new Map();
  const declaring = await findDeclaring(reading, tree, plugin, asked);
  const own = [...tree.manifests.keys()].filter((path) => table.manifestReaders(path).includes(plugin));
  const manifests = await readTexts(tree, own, tree.manifests);
  return giveMacros(plugin, [...asked, ...declaring], new Map([...manifests].map(([path, { text }]) => [path, text])));
}

/**
 * Other files of the tree that declare macros. Of those that the index does not know, only those are parsed that may declare a macro called
 * in `asked` or in one of the others.
 */
async function findDeclaring(
  { db, table, readTexts }: MacroReading,
  tree: RefTree,
  plugin: LanguagePlugin,
  asked: readonly NotedFile[],
): Promise<NotedFile[]> {
  const known = readNotes(db, plugin);
  const isAsked = new Set(asked.map(({ path }) => path));
  const paths = [...tree.files.keys()].filter((path) => !isAsked.has(path) && table.languageOf(path)?.plugin === plugin);
  const noted: NotedFile[] = [];
  for (const path of paths) {
    const macros = decodeMacroNotes(known.get(tree.files.get(path)!) ?? "");
    if (macros !== undefined && macros.declared.length > 0) noted.push({ path, macros });
  }
  const texts = await readTexts(tree, paths.filter((path) => !known.has(tree.files.get(path)!)));
  const unread = new Map([...texts].map(([path, { text }]) => [path, { text, names: plugin.givenMacros!.namesDeclared(text) }]));
  const wanted = new Set([...asked, ...noted].flatMap(({ macros }) => macros.called));
  const { loadGrammar, parseText } = await loadParser();
  for (let before = -1; before < wanted.size;) {
    before = wanted.size;
    for (const [path, { text, names }] of unread) {
      if (!names.some((name) => wanted.has(name))) continue;
      unread.delete(path);
      const { macros } = parseText(await loadGrammar(plugin, table.languageOf(path)!.grammar), text);
      if (macros === undefined) continue;
      noted.push({ path, macros });
      for (const name of macros.called) wanted.add(name);
    }
  }
  return noted;
}

/** Encoded macro notes by text. */
function readNotes(db: DatabaseSync, plugin: LanguagePlugin): Map<string, string> {
  const rows = db.prepare(NOTES).all(plugin.name) as { hash: string; extractor: string; macros: string }[];
  const plain = [...new Set(Object.values(plugin.extensions))].map((grammar) => extractorOf(plugin, grammar));
  return new Map(rows.filter(({ extractor }) => plain.some((one) => isSameExtractor(extractor, one))).map((row) => [row.hash, row.macros]));
}
