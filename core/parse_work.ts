/**
 * Texts to facts: the work of a thread that parses, as a whole or in two halves that two threads do.
 *
 * Stage: parse. Invariants: what crosses the thread is plain; a text that cannot be read or lowered is an answer of its own and never ends
 * a batch; the resolver is not loaded for it.
 */
import { encodeFacts } from "./facts_builder.ts";
import { type PackedTrees, TreePacker, unpackTree } from "./packed_trees.ts";
import { loadGrammar, lowerText, parseText, withTree } from "./parse_file.ts";
import { BatchBuilder, type ParsedBatch } from "./parsed_file.ts";
import type { LanguagePlugin } from "./plugin.ts";
import { decodeSource } from "./scan/decode_source.ts";

export { startParser } from "./parse_file.ts";

/** A text to parse. */
export interface ParseItem {
  readonly path: string;
  readonly language: string;
  readonly grammar: string;
  readonly bytes: Uint8Array;
}

/** Finds a language by its name. */
export type PluginOf = (language: string) => Promise<LanguagePlugin>;

/** Parses and lowers texts. */
export async function parseItems(items: readonly ParseItem[], pluginOf: PluginOf): Promise<ParsedBatch> {
  const batch = new BatchBuilder();
  for (const { path, language, grammar, bytes } of items) {
    const source = decodeSource(bytes, path, "");
    if ("reason" in source) {
      batch.addSkip(source);
      continue;
    }
    const plugin = await pluginOf(language);
    const { facts, note } = parseText(await loadGrammar(plugin, grammar), source.text);
    batch.add(facts, [source.note, note], plugin);
  }
  return batch.finish();
}

/** The first half: parses texts. @param room a buffer of trees that are lowered */
export async function readTrees(
  items: readonly ParseItem[],
  room: SharedArrayBuffer | undefined,
  pluginOf: PluginOf,
): Promise<PackedTrees> {
  const batch = new TreePacker(room);
  for (const { path, language, grammar, bytes } of items) {
    const source = decodeSource(bytes, path, "");
    if ("reason" in source) {
      batch.addSkip(source);
      continue;
    }
    const loaded = await loadGrammar(await pluginOf(language), grammar);
    withTree(loaded, source.text, (tree) => batch.add({ language, grammar, note: source.note }, tree));
  }
  return batch.finish();
}

/** The second half: lowers trees. */
export async function lowerTrees({ trees, columns }: PackedTrees, pluginOf: PluginOf): Promise<ParsedBatch> {
  const batch = new BatchBuilder();
  for (const packed of trees) {
    if ("reason" in packed) {
      batch.addSkip(packed);
      continue;
    }
    const plugin = await pluginOf(packed.language);
    const { facts, note } = lowerText(await loadGrammar(plugin, packed.grammar), unpackTree(columns, packed));
    batch.add(facts, [packed.notes[0], note], plugin);
  }
  return batch.finish();
}

/** Encoded facts of a language's own library. */
export async function parseLibrary(plugin: LanguagePlugin): Promise<Uint8Array> {
  const { path, source } = plugin.library;
  const grammar = plugin.extensions[path.slice(path.lastIndexOf("."))] ?? Object.values(plugin.extensions)[0]!;
  return encodeFacts(parseText(await loadGrammar(plugin, grammar), source).facts);
}
