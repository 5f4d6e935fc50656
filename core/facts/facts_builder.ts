/**
 * Collects the facts of one file row by row.
 *
 * Stage: parse -> facts. Invariant: the same calls in the same order produce the same bytes.
 */
import { Interner } from "../base/interner.ts";
import { type Column, TABLES } from "../facts.ts";
import { Op } from "./expressions.ts";
import { type StoredColumn, type StoredFacts, storeFacts, TABLE_NAMES } from "./stored_facts.ts";

type TableName = keyof typeof TABLES;
type Row<N extends TableName> = { [C in (typeof TABLES)[N][number]]?: number };

/** The initial number of rows of a table. The memory of a table with more cells than the second constant is not reused. */
const CELLS = 1 << 10;
const KEPT_CELLS = 1 << 22;

/** A growing table: rows of `width` cells, one after the other; row 0 is empty. */
class Rows {
  cells: Int32Array<ArrayBuffer>;
  count = 1;
  readonly width: number;
  /** The index of each column within a row. */
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
  /** Starts a row of zeros. Returns the index of its first cell. */
  begin(): number {
    const at = this.reserve();
    this.cells.fill(0, at, at + this.width);
    return at;
  }
  /** Makes room for a row, all of whose cells the caller sets. */
  reserve(): number {
    const at = this.count++ * this.width;
    if (at + this.width > this.cells.length) {
      const wider = new Int32Array(this.cells.length * 2);
      wider.set(this.cells);
      this.cells = wider;
    }
    return at;
  }
  /**
   * The bits that occur in a column. A function of its own: the engine leaves a loop that it has compiled at each call where it has not seen
   * what follows.
   */
  #bitsOf(place: number): number {
    const { cells, count, width } = this;
    let bits = 0;
    for (let row = 0, at = place; row < count; row++, at += width) bits |= cells[at]!;
    return bits;
  }
  /** One column, as narrow as its values allow. */
  column(place: number): StoredColumn {
    const { cells, count, width } = this;
    const bits = this.#bitsOf(place);
    const fill = (into: Column): void => {
      for (let row = 0, at = place; row < count; row++, at += width) into[row] = cells[at]!;
    };
    return { length: count, bytes: bits >>> 8 === 0 ? 1 : bits >>> 16 === 0 ? 2 : 4, fill };
  }
}

/** The memory of a finished builder, reused for the next file. */
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

/** A growing set of facts. Row numbers start at 1. Must not be used after `finish`. */
export class FactsBuilder {
  readonly #memory = takeMemory();
  readonly #tables = this.#memory.tables;
  readonly #expressions = this.#tables.expressions;
  readonly #lists = this.#memory.lists;
  readonly #interner = this.#memory.interner;

  /** The index of a string; equal strings have the same index. */
  string(text: string): number {
    return this.#interner.number(text, 0, text.length);
  }
  /** The index of `source.slice(start, end)`. */
  stringOf(source: string, start: number, end: number): number {
    return this.#interner.number(source, start, end);
  }

  /** The index of a text that the facts already contain; otherwise -1. */
  find(text: string): number {
    return this.#interner.find(text);
  }

  /** The string with an index. */
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

  /** Adds an expression. It is the most common row, so no object is created for it. */
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

  /**
   * Adds a text of which only the ends are known.
   * @param type the library's type of texts
   * @param start its beginning, or ""
   * @param end its end, or ""
   */
  affixed(type: string, start: string, end: string): number {
    return this.expression(Op.affixed, this.string(type), this.string(start), this.string(end));
  }

  get<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number]): number {
    const rows = this.#tables[table];
    return rows.cells[id * rows.width + rows.places[column]!]!;
  }

  set<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number], value: number): void {
    const rows = this.#tables[table];
    rows.cells[id * rows.width + rows.places[column]!] = value;
  }

  /** The values of one column in all rows of a table, including the empty row 0. */
  column<N extends TableName>(table: N, column: (typeof TABLES)[N][number]): Int32Array {
    const { cells, count, width, places } = this.#tables[table];
    const values = new Int32Array(count);
    for (let row = 0, at = places[column]!; row < count; row++, at += width) values[row] = cells[at]!;
    return values;
  }

  /** The number of rows of a table, including the empty row 0. */
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

  finish(lines: number): StoredFacts {
    const columns: StoredColumn[] = [];
    for (const name of TABLE_NAMES) {
      const rows = this.#tables[name];
      for (let place = 0; place < rows.width; place++) columns.push(rows.column(place));
    }
    columns.push(this.#lists.column(0));
    const facts = storeFacts(columns, this.#interner.strings, lines);
    spare = this.#memory;
    return facts;
  }
}
