/**
 * The symbols in a file's text that can have memories.
 *
 * Stage: memory. Invariant: the same parser, lowering and handles as the index.
 */
import { FileSymbols, sourceFile, type SourceSymbol } from "../../core/compare/source_symbols.ts";
import { extractorOf } from "../../core/extractor.ts";
import { loadGrammar, parseText } from "../../core/parse/parse_file.ts";
import type { FileLanguage } from "../../core/scan/languages_of.ts";
import { REMEMBERED_KINDS } from "./resolve_mention.ts";

/** What a text defines as the file at `path`. */
export async function rememberedSymbols({ plugin, grammar }: FileLanguage, path: string, text: string): Promise<SourceSymbol[]> {
  const { facts } = parseText(await loadGrammar(plugin, grammar), text);
  const extractor = extractorOf(plugin, grammar);
  const source = sourceFile(plugin, { path, hash: "", extractor, text, facts });
  return new FileSymbols(source).symbols.filter((symbol) => REMEMBERED_KINDS.has(symbol.kind));
}
