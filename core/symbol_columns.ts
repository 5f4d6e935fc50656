/**
 * The symbols of a file as two flat lists, so that a worker can hand over thousands of them at once.
 *
 * Stage: facts -> symbols -> write. Invariant: they rest on the file's text and path alone; qualified names are made where the
 * module's name is known.
 */
import { DefinitionFlag, type Facts } from "./facts.ts";
import { parameterCount, stableId, symbolsOf } from "./symbols.ts";

/** Numbers of one symbol in `SymbolColumns.numbers`, in this order. */
export const SYMBOL_NUMBERS = [
  "definition",
  "parent",
  "lineStart",
  "lineEnd",
  "nameLine",
  "nameColumn",
  "exported",
  "flags",
  "complexity",
  "parameters",
] as const;
/** Texts of one symbol in `SymbolColumns.texts`, in this order. */
export const SYMBOL_TEXTS = ["stableId", "kind", "name", "scopedName", "signature", "doc"] as const;

/** Symbols of one file, end to end. */
export interface SymbolColumns {
  readonly count: number;
  readonly numbers: Int32Array;
  readonly texts: readonly string[];
}

/** Makes the columns of a file's symbols. */
export function makeSymbolColumns(facts: Facts, language: string, path: string, separator: "." | "::"): SymbolColumns {
  const symbols = symbolsOf(facts, "", separator);
  const { definitions, strings } = facts;
  const numbers = new Int32Array(symbols.length * SYMBOL_NUMBERS.length);
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
    numbers[at++] = definitions.flags[d]!;
    numbers[at++] = definitions.complexity[d]!;
    numbers[at++] = parameterCount(facts, d);
    const stable = stableId(language, path, symbol.kind, symbol.scopedName, symbol.order);
    texts.push(stable, symbol.kind, symbol.name, symbol.scopedName, strings[definitions.signature[d]!]!, strings[definitions.doc[d]!]!);
  }
  return { count: symbols.length, numbers, texts };
}

/** A symbol's full name: module name and scoped name; for the module itself its own name, or `<module>`. */
export function qualifyName(moduleName: string, scopedName: string, separator: string): string {
  if (scopedName === "") return moduleName === "" ? "<module>" : moduleName;
  return moduleName === "" ? scopedName : `${moduleName}${separator}${scopedName}`;
}
