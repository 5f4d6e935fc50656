/**
 * The symbols of a file version in few bytes: read in place of its symbols for questions about a whole ref.
 *
 * Stage: write and query. Invariant: ordered by id; contains nothing that the rows of the symbols do not.
 */
import { NumberReader, NumberWriter } from "./packed_numbers.ts";

/** The marks of a symbol. */
export const SymbolMark = {
  /** It is a test; for a module: the file contains tests. */
  test: 1,
  /** An earlier symbol in the file has the same qualified name. */
  twin: 2,
  /** The module of the file. */
  module: 4,
  /** Its kind is one of `VALUE_KINDS`. */
  value: 8,
  /** It is not exported. */
  private: 16,
  /** Its kind is one of `TYPE_KINDS`. */
  type: 32,
  /** It can be implemented: its kind is one of `CONTRACT_KINDS`, or it is an abstract class. */
  contract: 64,
} as const;
const MARKS = 128;
/** Kinds that are neither callable nor types. */
export const VALUE_KINDS = ["field", "variable", "constant", "enum_member", "namespace", "module"] as const;
/** Kinds of types. */
export const TYPE_KINDS = ["class", "struct", "interface", "trait", "protocol", "enum", "type_alias"] as const;
/** Kinds of types that others implement. */
export const CONTRACT_KINDS = ["interface", "protocol", "trait"] as const;
/** Kinds that count as functions in lists and counts, also in the knowledge graph. */
export const FUNCTION_KINDS: ReadonlySet<string> = new Set(["function", "method", "constructor"]);
/** Kinds that hold a value and are not members. */
export const VARIABLE_KINDS: ReadonlySet<string> = new Set(["constant", "variable"]);

/** One symbol of a directory. */
export interface DirectoryEntry {
  /** A row of `symbol`. */
  readonly id: number;
  /** The line of its name. */
  readonly line: number;
  /** Bits of `SymbolMark`. */
  readonly marks: number;
}

/** Entries as bytes, by id; each id is stored as the difference from the previous one. */
export function packDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const writer = new NumberWriter();
  let before = 0;
  for (const { id, line, marks } of [...entries].sort((a, b) => a.id - b.id)) {
    writer.add((id - before) * MARKS + marks);
    writer.add(line);
    before = id;
  }
  return writer.take();
}

/** Calls `onEntry` for every symbol of a directory, ordered by id. */
export function readDirectory(packed: Uint8Array, onEntry: (id: number, line: number, marks: number) => void): void {
  const reader = new NumberReader(packed);
  let id = 0;
  while (reader.at < packed.length) {
    const number = reader.next();
    id += Math.floor(number / MARKS);
    onEntry(id, reader.next(), number % MARKS);
  }
}
