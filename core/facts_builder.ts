/**
 * Collects the facts of one file row by row, and turns them into bytes and back.
 *
 * Stage: parse -> facts. Invariant: the same calls in the same order give the same bytes.
 */
import { type Column, type Facts, type Table, TABLES } from "./facts.ts";
import { Interner } from "./interner.ts";

type TableName = keyof typeof TABLES;
type Row<N extends TableName> = { [C in (typeof TABLES)[N][number]]?: number };

const TABLE_NAMES = Object.keys(TABLES) as TableName[];
/** Cells of a table at the start; a table that grew beyond the second is not kept for the next file. */
const CELLS = 1 << 10;
const KEPT_CELLS = 1 << 22;

/** A growing table: rows of `width` cells, one behind the other; row 0 is empty. */
class Rows {
  cells: Int32Array<ArrayBuffer>;
  count = 1;
  readonly width: number;
  /** Where a column's cell stands in a row. */
  readonly places: Readonly<Record<string, number>>;

  constructor(columns: readonly string[]) {
    this.width = columns.length;
    this.places = Object.fromEntries(columns.map((column, place) => [column, place]));
    this.cells = new Int32Array(CELLS * this.width);
  }
  reset(): void {
    this.count = 1;
    if (this.cells.length > KEPT_CELLS) this.cells = new Int32Array(CELLS * this.width);
  }
  /** Begins a row of zeros; gives the place of its first cell. */
  begin(): number {
    const at = this.reserve();
    this.cells.fill(0, at, at + this.width);
    return at;
  }
  /** Makes room for a row whose cells the caller sets, all of them. */
  reserve(): number {
    const at = this.count++ * this.width;
    if (at + this.width > this.cells.length) {
      const wider = new Int32Array(this.cells.length * 2);
      wider.set(this.cells);
      this.cells = wider;
    }
    return at;
  }
  /** One column, as narrow as its values allow. */
  column(place: number): Column {
    const { cells, count, width } = this;
    if (gathered.length < count) gathered = new Int32Array(cells.length);
    const into = gathered;
    let bits = 0;
    for (let row = 0, at = place; row < count; row++, at += width) {
      const value = cells[at]!;
      bits |= value;
      into[row] = value;
    }
    const values = into.subarray(0, count);
    return bits >>> 8 === 0 ? new Uint8Array(values) : bits >>> 16 === 0 ? new Uint16Array(values) : values.slice();
  }
}

/** A column before it is known how wide it must be. */
let gathered = new Int32Array(CELLS);

/** The memory of a builder that is done, for the next file. */
interface Memory {
  readonly tables: Readonly<Record<TableName, Rows>>;
  readonly lists: Rows;
  readonly interner: Interner;
}
let spare: Memory | undefined;

function takeMemory(): Memory {
  const memory = spare;
  spare = undefined;
  if (memory === undefined) {
    const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, new Rows(TABLES[name])])) as Record<TableName, Rows>;
    return { tables, lists: new Rows(["item"]), interner: new Interner() };
  }
  for (const name of TABLE_NAMES) memory.tables[name].reset();
  memory.lists.reset();
  memory.interner.reset();
  return memory;
}

/** A growing set of facts. Row numbers start at 1. Of no use after `finish`. */
export class FactsBuilder {
  readonly #memory = takeMemory();
  readonly #tables = this.#memory.tables;
  readonly #expressions = this.#tables.expressions;
  readonly #lists = this.#memory.lists;
  readonly #interner = this.#memory.interner;

  /** The number of a string; equal strings have one number. */
  string(text: string): number {
    return this.#interner.number(text, 0, text.length);
  }
  /** The number of `source.slice(start, end)`. */
  stringOf(source: string, start: number, end: number): number {
    return this.#interner.number(source, start, end);
  }

  /** The number of a text that the facts mention already; -1 of another. */
  find(text: string): number {
    return this.#interner.find(text);
  }

  /** The string of a number. */
  text(id: number): string {
    return this.#interner.strings[id] ?? "";
  }

  /** Adds a row; columns that are not given are 0. */
  add<N extends TableName>(table: N, row: Row<N>): number {
    const rows = this.#tables[table];
    const at = rows.begin();
    const { cells, places } = rows;
    for (const column in row) cells[at + places[column]!] = row[column as keyof Row<N>]!;
    return rows.count - 1;
  }

  /** Adds an expression: the commonest row, without an object. */
  expression(op: number, a = 0, b = 0, c = 0): number {
    const rows = this.#expressions;
    const at = rows.reserve();
    const { cells } = rows;
    cells[at] = op;
    cells[at + 1] = a;
    cells[at + 2] = b;
    cells[at + 3] = c;
    return rows.count - 1;
  }

  get<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number]): number {
    const rows = this.#tables[table];
    return rows.cells[id * rows.width + rows.places[column]!]!;
  }

  set<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number], value: number): void {
    const rows = this.#tables[table];
    rows.cells[id * rows.width + rows.places[column]!] = value;
  }

  /** How many rows a table has, the empty row 0 included. */
  size(table: TableName): number {
    return this.#tables[table].count;
  }

  /** Stores a list of row numbers; the empty list is 0. */
  list(items: readonly number[]): number {
    if (items.length === 0) return 0;
    const lists = this.#lists;
    const at = lists.reserve();
    lists.cells[at] = items.length;
    for (let i = 0; i < items.length; i++) {
      const place = lists.reserve();
      lists.cells[place] = items[i]!;
    }
    return at;
  }

  items(list: number): number[] {
    const { cells } = this.#lists;
    return list === 0 ? [] : Array.from(cells.subarray(list + 1, list + 1 + cells[list]!));
  }

  finish(lines: number): Facts {
    const tables: Record<string, unknown> = {};
    for (const name of TABLE_NAMES) {
      const rows = this.#tables[name];
      tables[name] = tableOf(name, rows.count, (place) => rows.column(place));
    }
    spare = this.#memory;
    return { ...tables, strings: this.#interner.strings, lists: this.#lists.column(0), lines } as unknown as Facts;
  }
}

/** Each table without columns. An object that gets so many properties one by one, by names that are computed, is slow to read. */
const EMPTY = Object.fromEntries(TABLE_NAMES.map((name) => {
  const columns = Object.fromEntries(TABLES[name].map((column) => [column, null]));
  return [name, JSON.parse(JSON.stringify({ ...columns, length: 0 })) as Record<string, unknown>];
})) as Record<TableName, Record<string, unknown>>;

/** A table of so many rows. @param columnAt its columns, by their place in `TABLES` */
function tableOf<N extends TableName>(name: N, length: number, columnAt: (place: number) => Column): Table<N> {
  const table: Record<string, unknown> = { ...EMPTY[name], length };
  const columns = TABLES[name];
  for (let place = 0; place < columns.length; place++) table[columns[place]!] = columnAt(place);
  return table as unknown as Table<N>;
}

const WIDTHS = [Uint8Array, Uint16Array, Int32Array] as const;

/** All columns of a file's facts in their stored order. */
function columnsOf(facts: Facts): Column[] {
  const columns: Column[] = [];
  for (const name of TABLE_NAMES) {
    const table = facts[name] as unknown as Record<string, Column>;
    for (const column of TABLES[name]) columns.push(table[column]!);
  }
  columns.push(facts.lists);
  return columns;
}

/**
 * Facts as bytes: header (Int32: lines, bytes of text, then width and length of every column), columns of 32, 16 and 8 bits
 * (so that each is aligned), strings as UTF-8 JSON.
 */
export function encodeFacts(facts: Facts): Uint8Array {
  const columns = columnsOf(facts);
  const text = new TextEncoder().encode(JSON.stringify(facts.strings));
  const header = new Int32Array(2 + columns.length);
  header[0] = facts.lines;
  header[1] = text.length;
  let size = header.byteLength + text.length;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    header[2 + i] = column.length * 4 + (column.BYTES_PER_ELEMENT >> 1);
    size += column.byteLength;
  }
  const bytes = new Uint8Array((size + 3) & ~3);
  bytes.set(new Uint8Array(header.buffer), 0);
  let at = header.byteLength;
  for (const width of [4, 2, 1]) {
    for (const column of columns) {
      if (column.BYTES_PER_ELEMENT !== width) continue;
      bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
      at += column.byteLength;
    }
  }
  bytes.set(text, at);
  return bytes;
}

/** The inverse of `encodeFacts`: reads the facts where they lie. Tables and strings are made when they are first asked for. */
export function decodeFacts(bytes: Uint8Array): Facts {
  return readStored(bytes);
}

/** Facts of which all tables are made: what is asked for again and again is read off one plain object. */
export function wholeFacts(facts: Facts): Facts {
  const { scopes, definitions, bindings, expressions, imports, exports, calls, uses, problems, strings, lists, lines } = facts;
  return { scopes, definitions, bindings, expressions, imports, exports, calls, uses, problems, strings, lists, lines };
}

/** All strings of encoded facts as one text, in which each that needs no escape stands as it is. */
export function textOfStrings(bytes: Uint8Array): string {
  return readStored(bytes).text;
}

function readStored(bytes: Uint8Array): StoredFacts {
  return new StoredFacts(bytes.byteOffset % 4 === 0 ? bytes : bytes.slice());
}

/** How many columns a file has, the lists included, and where those of each table begin. */
const COLUMN_COUNT = TABLE_NAMES.reduce((sum, name) => sum + TABLES[name].length, 1);
const FIRST_COLUMN = new Map<TableName, number>();
for (let i = 0, at = 0; i < TABLE_NAMES.length; at += TABLES[TABLE_NAMES[i++]!].length) FIRST_COLUMN.set(TABLE_NAMES[i]!, at);

class StoredFacts implements Facts {
  readonly lines: number;
  readonly #bytes: Uint8Array;
  readonly #header: Int32Array;
  /** Where each column begins in the buffer, and behind them the strings. */
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
  #problems: Table<"problems"> | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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
  get problems(): Table<"problems"> {
    return this.#problems ??= this.#table("problems");
  }

  /** The strings as JSON. */
  get text(): string {
    // TextDecoder refuses views of shared memory, which is where facts live while several workers resolve.
    const text = new Uint8Array(this.#header[1]!);
    text.set(new Uint8Array(this.#bytes.buffer as ArrayBuffer, this.#places[COLUMN_COUNT]!, text.length));
    return new TextDecoder().decode(text);
  }
  #column(i: number): Column {
    const described = this.#header[2 + i]!;
    return new WIDTHS[(described & 3) as 0 | 1 | 2](this.#bytes.buffer as ArrayBuffer, this.#places[i]!, described >> 2);
  }
  #table<N extends TableName>(name: N): Table<N> {
    const first = FIRST_COLUMN.get(name)!;
    return tableOf(name, this.#header[2 + first]! >> 2, (place) => this.#column(first + place));
  }
}
