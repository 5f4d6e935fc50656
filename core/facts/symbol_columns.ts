/**
 * The symbols of a file as two flat lists, ready to be written.
 *
 * Stage: facts -> symbols -> write. Invariant: they depend on the file's text alone; qualified names and stable ids are made when the
 * module's name and the path are known.
 */
import { DefinitionFlag, type Facts } from "../facts.ts";
import { parameterCount, symbolsOf } from "./symbols.ts";

/** The index of each number of a symbol in `SymbolColumns.numbers`, relative to its first. */
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
/** The number of these. */
export const SYMBOL_NUMBERS = 11;
/** The same for `SymbolColumns.texts`. */
export const SymbolText = { kind: 0, name: 1, scopedName: 2, signature: 3, doc: 4 } as const;
/** The number of these. */
export const SYMBOL_TEXTS = 5;

/** The symbols of one file, concatenated. */
export interface SymbolColumns {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly texts: readonly string[];
}

/**
 * Makes the columns of a file's symbols.
 * @param without flags to be removed in this file, whatever its text alone says
 */
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
