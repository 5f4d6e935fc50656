/**
 * Texts to facts: the work of a thread that parses.
 *
 * Stage: parse. Invariants: what crosses the thread is plain; a text that cannot be read or lowered is an answer of its own and never ends
 * a batch; the resolver is not loaded for it.
 */
import { encodeFacts } from "./facts_builder.ts";
import { loadGrammar, parseText } from "./parse_file.ts";
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

/** Parses texts. @param pluginOf a language by its name */
export async function parseItems(
  items: readonly ParseItem[],
  pluginOf: (language: string) => Promise<LanguagePlugin>,
): Promise<ParsedBatch> {
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

/** Encoded facts of a language's own library. */
export async function parseLibrary(plugin: LanguagePlugin): Promise<Uint8Array> {
  const { path, source } = plugin.library;
  const grammar = plugin.extensions[path.slice(path.lastIndexOf("."))] ?? Object.values(plugin.extensions)[0]!;
  return encodeFacts(parseText(await loadGrammar(plugin, grammar), source).facts);
}
