/**
 * The symbols of a file as two flat lists: what is written of them.
 *
 * Stage: facts -> symbols -> write. Invariant: they rest on the file's text alone; qualified names and stable ids are made where
 * the module's name and the path are known.
 */
import { DefinitionFlag, type Facts } from "../facts.ts";
import { parameterCount, symbolsOf } from "./symbols.ts";

/** Where the numbers of one symbol stand in `SymbolColumns.numbers`, from its first. */
export const SymbolNumber = {
  definition: 0,
  parent: 1,
  lineStart: 2,
  lineEnd: 3,
  nameLine: 4,
  nameColumn: 5,
  exported: 6,
  flags: 7,
  complexity: 8,
  parameters: 9,
  order: 10,
} as const;
/** How many they are. */
export const SYMBOL_NUMBERS = 11;
/** The same for `SymbolColumns.texts`. */
export const SymbolText = { kind: 0, name: 1, scopedName: 2, signature: 3, doc: 4 } as const;
/** How many these are. */
export const SYMBOL_TEXTS = 5;

/** Symbols of one file, end to end. */
export interface SymbolColumns {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly texts: readonly string[];
}

/** Makes the columns of a file's symbols. @param without flags that they do not bear in this file, whatever the text alone says */
export function makeSymbolColumns(facts: Facts, separator: "." | "::", without = 0): SymbolColumns {
  const symbols = symbolsOf(facts, separator);
  const { definitions, strings } = facts;
  const numbers = new Int32Array(symbols.length * SYMBOL_NUMBERS);
  const texts: string[] = [];
  let at = 0;
  for (const symbol of symbols) {
    const d = symbol.definition;
    numbers[at++] = d;
    numbers[at++] = symbol.parent;
    numbers[at++] = definitions.lineStart[d]!;
    numbers[at++] = definitions.lineEnd[d]!;
    numbers[at++] = definitions.nameLine[d]!;
    numbers[at++] = definitions.nameColumn[d]!;
    numbers[at++] = definitions.flags[d]! & DefinitionFlag.exported ? 1 : 0;
    numbers[at++] = definitions.flags[d]! & ~without;
    numbers[at++] = definitions.complexity[d]!;
    numbers[at++] = parameterCount(facts, d);
    numbers[at++] = symbol.order;
    texts.push(symbol.kind, symbol.name, symbol.scopedName, strings[definitions.signature[d]!]!, strings[definitions.doc[d]!]!);
  }
  return { count: symbols.length, numbers, texts };
}
