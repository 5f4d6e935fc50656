/**
 * Encodes facts as bytes, which are stored and shared between threads, and reads them in place.
 *
 * Stage: parse -> facts -> resolve. The bytes are a header (Int32: lines, bytes of text, then width and length of every column), columns of
 * 32, 16 and 8 bits (so that each is aligned), and strings as UTF-8 JSON. Invariant: they are never written again.
 */
import { type Column, type Facts, type Table, TABLES } from "../facts.ts";

type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Each table with empty columns. An object whose many properties are added one by one under computed names is slow to read. */
const EMPTY = Object.fromEntries(TABLE_NAMES.map((name) => {
  const columns = Object.fromEntries(TABLES[name].map((column) => [column, null]));
  return [name, JSON.parse(JSON.stringify({ ...columns, length: 0 })) as Record<string, unknown>];
})) as Record<TableName, Record<string, unknown>>;

/**
 * A table with so many rows.
 * @param columnAt its columns, by their index in `TABLES`
 */
function tableOf<N extends TableName>(name: N, length: number, columnAt: (place: number) => Column): Table<N> {
  const table: Record<string, unknown> = { ...EMPTY[name], length };
  const columns = TABLES[name];
  for (let place = 0; place < columns.length; place++) table[columns[place]!] = columnAt(place);
  return table as unknown as Table<N>;
}

const WIDTHS = [Uint8Array, Uint16Array, Int32Array] as const;

/**
 * Columns of bytes that files share, as columns of their own would take more memory than the facts of a small file: those of zeros, by their
 * length, and those of a row 0 and one more, by its value.
 */
const ZEROS = Array.from({ length: 65 }, (_, length) => new Uint8Array(length));
const ONE_ROW = Array.from({ length: 256 }, (_, value) => Uint8Array.of(0, value));

/** The column that files share for these bytes, which are `length` from `start` on; undefined if there is none. */
function sharedColumn(bytes: Uint8Array, start: number, length: number): Column | undefined {
  if (length === 2 && bytes[start] === 0) return ONE_ROW[bytes[start + 1]!];
  for (let at = start; at < start + length; at++) if (bytes[at] !== 0) return undefined;
  return ZEROS[length];
}

/** Tables without rows: those of all files are one. */
const NO_ROWS = Object.fromEntries(TABLE_NAMES.map((name) => [name, tableOf(name, 1, () => ZEROS[1]!)])) as unknown as {
  readonly [N in TableName]: Table<N>;
};

/** A column to be stored: the number of values, and the bytes of each (1, 2 or 4). */
export interface StoredColumn {
  readonly length: number;
  readonly bytes: number;
  /** Writes the values into a column that is wide enough. */
  fill(into: Column): void;
}

/** Encodes columns: those of all tables in order, then the lists. */
export function storeFacts(columns: readonly StoredColumn[], strings: readonly string[], lines: number): StoredFacts {
  const text = new TextEncoder().encode(JSON.stringify(strings));
  const header = new Int32Array(2 + columns.length);
  header[0] = lines;
  header[1] = text.length;
  let size = header.byteLength + text.length;
  for (let i = 0; i < columns.length; i++) {
    const { length, bytes } = columns[i]!;
    header[2 + i] = length * 4 + (bytes >> 1);
    size += length * bytes;
  }
  const all = new Uint8Array((size + 3) & ~3);
  all.set(new Uint8Array(header.buffer), 0);
  let at = header.byteLength;
  for (const width of [2, 1, 0] as const) {
    for (const column of columns) {
      if (column.bytes >> 1 !== width) continue;
      column.fill(new WIDTHS[width](all.buffer, at, column.length));
      at += column.length * column.bytes;
    }
  }
  all.set(text, at);
  return new StoredFacts(all, strings);
}

/** Reads stored facts in place. Tables and strings are decoded on first use. */
export function decodeFacts(bytes: Uint8Array): Facts {
  return readStored(bytes);
}

/** Facts with all tables decoded into one plain object, for repeated access. */
export function wholeFacts(facts: Facts): Facts {
  const { scopes, definitions, bindings, expressions, imports, exports, calls, uses, accesses, problems, strings, lists, lines } = facts;
  return { scopes, definitions, bindings, expressions, imports, exports, calls, uses, accesses, problems, strings, lists, lines };
}

/** All strings of encoded facts as one JSON text, which contains every string that needs no escapes literally. */
export function textOfStrings(bytes: Uint8Array): string {
  return readStored(bytes).text;
}

function readStored(bytes: Uint8Array): StoredFacts {
  return new StoredFacts(bytes.byteOffset % 4 === 0 ? bytes : bytes.slice());
}

/** The number of columns including the lists, and the index of each table's first column. */
const COLUMN_COUNT = TABLE_NAMES.reduce((sum, name) => sum + TABLES[name].length, 1);
const FIRST_COLUMN = new Map<TableName, number>();
for (let i = 0, at = 0; i < TABLE_NAMES.length; at += TABLES[TABLE_NAMES[i++]!].length) FIRST_COLUMN.set(TABLE_NAMES[i]!, at);

/** Facts that are read from their encoded form. */
export class StoredFacts implements Facts {
  readonly lines: number;
  readonly #header: Int32Array;
  /** The offset of each column in the buffer, then that of the strings. */
  readonly #places = new Int32Array(COLUMN_COUNT + 1);
  #strings: readonly string[] | undefined;
  #lists: Column | undefined;
  #scopes: Table<"scopes"> | undefined;
  #definitions: Table<"definitions"> | undefined;
  #bindings: Table<"bindings"> | undefined;
  #expressions: Table<"expressions"> | undefined;
  #imports: Table<"imports"> | undefined;
  #exports: Table<"exports"> | undefined;
  #calls: Table<"calls"> | undefined;
  #uses: Table<"uses"> | undefined;
  #accesses: Table<"accesses"> | undefined;
  #problems: Table<"problems"> | undefined;

  /** @param strings the strings in `bytes`, if they are available */
  constructor(readonly bytes: Uint8Array, strings?: readonly string[]) {
    this.#strings = strings;
    this.#header = new Int32Array(bytes.buffer, bytes.byteOffset, 2 + COLUMN_COUNT);
    this.lines = this.#header[0]!;
    let at = bytes.byteOffset + this.#header.byteLength;
    for (const width of [2, 1, 0]) {
      for (let i = 0; i < COLUMN_COUNT; i++) {
        const described = this.#header[2 + i]!;
        if ((described & 3) !== width) continue;
        this.#places[i] = at;
        at += (described >> 2) << width;
      }
    }
    this.#places[COLUMN_COUNT] = at;
  }

  get strings(): readonly string[] {
    return this.#strings ??= JSON.parse(this.text) as string[];
  }
  get lists(): Column {
    return this.#lists ??= this.#column(COLUMN_COUNT - 1);
  }
  get scopes(): Table<"scopes"> {
    return this.#scopes ??= this.#table("scopes");
  }
  get definitions(): Table<"definitions"> {
    return this.#definitions ??= this.#table("definitions");
  }
  get bindings(): Table<"bindings"> {
    return this.#bindings ??= this.#table("bindings");
  }
  get expressions(): Table<"expressions"> {
    return this.#expressions ??= this.#table("expressions");
  }
  get imports(): Table<"imports"> {
    return this.#imports ??= this.#table("imports");
  }
  get exports(): Table<"exports"> {
    return this.#exports ??= this.#table("exports");
  }
  get calls(): Table<"calls"> {
    return this.#calls ??= this.#table("calls");
  }
  get uses(): Table<"uses"> {
    return this.#uses ??= this.#table("uses");
  }
  get accesses(): Table<"accesses"> {
    return this.#accesses ??= this.#table("accesses");
  }
  get problems(): Table<"problems"> {
    return this.#problems ??= this.#table("problems");
  }

  /** The strings as JSON. */
  get text(): string {
    // TextDecoder rejects views of shared memory, where facts are while several workers resolve.
    const text = new Uint8Array(this.#header[1]!);
    text.set(new Uint8Array(this.bytes.buffer as ArrayBuffer, this.#places[COLUMN_COUNT]!, text.length));
    return new TextDecoder().decode(text);
  }
  #column(i: number): Column {
    const described = this.#header[2 + i]!;
    const width = (described & 3) as 0 | 1 | 2;
    const length = described >> 2;
    const place = this.#places[i]!;
    const shared = width === 0 && length < ZEROS.length ? sharedColumn(this.bytes, place - this.bytes.byteOffset, length) : undefined;
    return shared ?? new WIDTHS[width](this.bytes.buffer as ArrayBuffer, place, length);
  }
  #table<N extends TableName>(name: N): Table<N> {
    const first = FIRST_COLUMN.get(name)!;
    const length = this.#header[2 + first]! >> 2;
    return length === 1 ? NO_ROWS[name] : tableOf(name, length, (place) => this.#column(first + place));
  }
}
