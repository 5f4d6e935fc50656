/**
 * Macros of other files with which the files of a commit are read that the index does not hold.
 *
 * Stage: before a question. Invariant: a text that the index knows is not parsed for what it says of macros, nor is one that declares none.
 */
import type { DatabaseSync } from "node:sqlite";
import { extractorOf, isSameExtractor } from "../core/extractor.ts";
import { decodeMacroNotes, type GivenMacro, type MacroNotes } from "../core/given_macros.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import type { SourceText } from "../core/scan/decode_source.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { loadParser } from "../later.ts";
import type { RefTree } from "../query/compare/ref_reader.ts";

const NOTES = "SELECT hash AS hash, extractor AS extractor, macros AS macros FROM blob WHERE language = ?";

/** What a tree is read with. */
export interface MacroReading {
  readonly db: DatabaseSync;
  readonly table: LanguageTable;
  /** Texts by path; what git does not have here is left out. @param ids path -> id of the text; without it those of the tree's files */
  readonly readTexts: (
    tree: RefTree,
    paths: readonly string[],
    ids?: ReadonlyMap<string, string>,
  ) => Promise<ReadonlyMap<string, SourceText>>;
}

type GivenMacros = NonNullable<LanguagePlugin["givenMacros"]>;

/** What each file of a language is given in a tree, by its path; of others than `asked` only what the index knows. */
export async function readGivenMacros(
  { db, table, readTexts }: MacroReading,
  tree: RefTree,
  plugin: LanguagePlugin,
  { declaredIn, share }: GivenMacros,
  asked: readonly string[],
): Promise<ReadonlyMap<string, readonly GivenMacro[]>> {
  const grammarOf = (path: string): string => table.languageOf(path)!.grammar;
  const known = readNotes(db, plugin);
  const paths = [...tree.files.keys()].filter((path) => table.languageOf(path)?.plugin === plugin);
  const noted: { path: string; macros: MacroNotes }[] = [];
  const add = (path: string, macros: MacroNotes | undefined): void => {
    if (macros !== undefined) noted.push({ path, macros });
  };
  const unknown: string[] = [];
  for (const path of paths) {
    const notes = known.get(tree.files.get(path)!);
    if (notes === undefined) unknown.push(path);
    else add(path, decodeMacroNotes(notes));
  }
  const texts = await readTexts(tree, unknown);
  const { loadGrammar, parseText } = await loadParser();
  for (const path of unknown) {
    const text = texts.get(path)?.text ?? "";
    if (declaredIn.test(text) || asked.includes(path)) add(path, parseText(await loadGrammar(plugin, grammarOf(path)), text).macros);
  }
  const own = [...tree.manifests.keys()].filter((path) => table.manifestReaders(path).includes(plugin));
  const manifests = await readTexts(tree, own, tree.manifests);
  return share(noted, new Map([...manifests].map(([path, { text }]) => [path, text])));
}

/** Encoded notes by text. */
function readNotes(db: DatabaseSync, plugin: LanguagePlugin): Map<string, string> {
  const rows = db.prepare(NOTES).all(plugin.name) as { hash: string; extractor: string; macros: string }[];
  const plain = [...new Set(Object.values(plugin.extensions))].map((grammar) => extractorOf(plugin, grammar));
  return new Map(rows.filter(({ extractor }) => plain.some((one) => isSameExtractor(extractor, one))).map((row) => [row.hash, row.macros]));
}
