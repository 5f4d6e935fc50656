/**
 * The symbols of a file version in few bytes: what questions about a whole ref read in place of its symbols.
 *
 * Stage: write and query. Invariant: in the order of their ids; it says nothing that the rows of the symbols do not say.
 */
import { NumberReader, NumberWriter } from "./packed_numbers.ts";

/** Marks of a symbol. */
export const SymbolMark = {
  /** It is a test; of a module: the file holds tests. */
  test: 1,
  /** Another symbol above it in the file has the same qualified name. */
  twin: 2,
  /** The file's own code. */
  module: 4,
  /** Its kind is one of `VALUE_KINDS`. */
  value: 8,
  /** Not exported. */
  private: 16,
  /** Its kind is one of `TYPE_KINDS`. */
  type: 32,
  /** Others implement it: its kind is one of `CONTRACT_KINDS`, or it is an abstract class. */
  contract: 64,
} as const;
const MARKS = 128;
/** What neither runs nor is a type. */
export const VALUE_KINDS = ["field", "variable", "constant", "enum_member", "namespace", "module"] as const;
/** Types. */
export const TYPE_KINDS = ["class", "struct", "interface", "trait", "protocol", "enum", "type_alias"] as const;
/** What there is for others to implement. */
export const CONTRACT_KINDS = ["interface", "protocol", "trait"] as const;
/** What is a function to whoever counts or lists them, the knowledge graph too. */
export const FUNCTION_KINDS: ReadonlySet<string> = new Set(["function", "method", "constructor"]);
/** Kinds of what holds a value under a name that is no member's. */
export const VARIABLE_KINDS: ReadonlySet<string> = new Set(["constant", "variable"]);

/** One symbol of a directory. */
export interface DirectoryEntry {
  /** Row of `symbol`. */
  readonly id: number;
  /** Line of its name. */
  readonly line: number;
  /** Bits of `SymbolMark`. */
  readonly marks: number;
}

/** Entries as bytes, by id; each id is stored as its distance from the one before. */
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

/** Tells of every symbol of a directory, in the order of the ids. */
export function readDirectory(packed: Uint8Array, onEntry: (id: number, line: number, marks: number) => void): void {
  const reader = new NumberReader(packed);
  let id = 0;
  while (reader.at < packed.length) {
    const number = reader.next();
    id += Math.floor(number / MARKS);
    onEntry(id, reader.next(), number % MARKS);
  }
}
