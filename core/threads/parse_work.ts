/**
 * Texts to facts: the work of a parsing thread, as a whole or in two halves done by two threads.
 *
 * Stage: parse. Invariants: what crosses threads is plain data; a text that cannot be read or lowered has a result of its own and never
 * ends a batch; the resolver is not loaded for it.
 */
import { endingOf } from "../base/path_parts.ts";
import { type PackedTrees, TreePacker, unpackTree } from "../parse/packed_trees.ts";
import { type LoadedGrammar, loadGrammar, lowerText, parseText, withTree } from "../parse/parse_file.ts";
import { BatchBuilder, type ParsedBatch } from "../parse/parsed_file.ts";
import type { LanguagePlugin } from "../plugin.ts";
import { decodeSource, type Skip, type SourceText } from "../scan/decode_source.ts";
import type { GivenMacro } from "../tree/given_macros.ts";

export { hasLargeParser, startParser } from "../parse/parse_file.ts";

/** A text to parse. */
export interface ParseItem {
  readonly path: string;
  readonly language: string;
  readonly grammar: string;
  readonly bytes: Uint8Array;
  /** Macros of other files that it calls. */
  readonly given: readonly GivenMacro[];
}

/** Finds a language by its name. */
export type PluginOf = (language: string) => Promise<LanguagePlugin>;

/** Loads what texts with a file extension need. */
export async function loadFor(plugin: LanguagePlugin, ending: string): Promise<void> {
  const grammar = plugin.extensions[ending];
  if (grammar !== undefined) await loadGrammar(plugin, grammar);
}

/** Parses and lowers texts. */
export async function parseItems(items: readonly ParseItem[], pluginOf: PluginOf): Promise<ParsedBatch> {
  const batch = new BatchBuilder();
  await readEach(items, pluginOf, batch, (loaded, { text, note: read }, { given }) => {
    const parsed = parseText(loaded, text, given);
    batch.add(parsed, read, loaded.plugin);
  });
  return batch.finish();
}

/**
 * The first half: parses texts.
 * @param room a reusable buffer, of trees that are already lowered
 */
export async function readTrees(
  items: readonly ParseItem[],
  room: SharedArrayBuffer | undefined,
  pluginOf: PluginOf,
): Promise<PackedTrees> {
  const batch = new TreePacker(room);
  await readEach(items, pluginOf, batch, (loaded, { text, note }, { language, grammar, given }) => {
    withTree(loaded, text, given, (tree) => batch.add({ language, grammar, note }, tree));
  });
  return batch.finish();
}

/** Passes each decoded text to `use`, and each one that cannot be read to `batch`, in order. */
async function readEach(
  items: readonly ParseItem[],
  pluginOf: PluginOf,
  batch: { addSkip(skip: Skip): void },
  use: (loaded: LoadedGrammar, source: SourceText, item: ParseItem) => void,
): Promise<void> {
  for (const item of items) {
    const source = decodeSource(item.bytes, item.path, "");
    if ("reason" in source) batch.addSkip(source);
    else use(await loadGrammar(await pluginOf(item.language), item.grammar), source, item);
  }
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
    batch.add(lowerText(await loadGrammar(plugin, packed.grammar), unpackTree(columns, packed)), packed.notes[0], plugin);
  }
  return batch.finish();
}

/** The encoded facts of a language's own library. */
export async function parseLibrary(plugin: LanguagePlugin): Promise<Uint8Array> {
  const { path, source } = plugin.library;
  const grammar = plugin.extensions[endingOf(path)] ?? Object.values(plugin.extensions)[0]!;
  return parseText(await loadGrammar(plugin, grammar), source).facts.bytes;
}
