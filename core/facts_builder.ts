/**
 * Collects the facts of one file row by row, and turns them into bytes and back.
 *
 * Stage: parse -> facts. Invariant: the same calls in the same order give the same bytes.
 */
import { type Column, type Facts, TABLES } from "./facts.ts";

type TableName = keyof typeof TABLES;
type Row<N extends TableName> = { [C in (typeof TABLES)[N][number]]?: number };

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** A growing set of facts. Row numbers start at 1. */
export class FactsBuilder {
  readonly #columns: Record<TableName, Record<string, number[]>>;
  readonly #strings: string[] = [""];
  readonly #stringIds = new Map<string, number>([["", 0]]);
  readonly #lists: number[] = [0];

  constructor() {
    const columns = {} as Record<TableName, Record<string, number[]>>;
    for (const name of TABLE_NAMES) {
      columns[name] = {};
      for (const column of TABLES[name]) columns[name][column] = [0];
    }
    this.#columns = columns;
  }

  /** The number of a string; equal strings have one number. */
  string(text: string): number {
    let id = this.#stringIds.get(text);
    if (id === undefined) {
      id = this.#strings.length;
      this.#strings.push(text);
      this.#stringIds.set(text, id);
    }
    return id;
  }

  /** The string of a number. */
  text(id: number): string {
    return this.#strings[id] ?? "";
  }

  /** Adds a row; columns that are not given are 0. */
  add<N extends TableName>(table: N, row: Row<N>): number {
    const columns = this.#columns[table];
    const values = row as Record<string, number | undefined>;
    let id = 0;
    for (const column of TABLES[table]) {
      const target = columns[column]!;
      id = target.length;
      target.push(values[column] ?? 0);
    }
    return id;
  }

  /** Adds an expression: the commonest row, without an object. */
  expression(op: number, a = 0, b = 0, c = 0): number {
    const columns = this.#columns.expressions;
    columns.op!.push(op);
    columns.a!.push(a);
    columns.b!.push(b);
    return columns.c!.push(c) - 1;
  }

  get<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number]): number {
    return this.#columns[table][column]![id]!;
  }

  set<N extends TableName>(table: N, id: number, column: (typeof TABLES)[N][number], value: number): void {
    this.#columns[table][column]![id] = value;
  }

  /** How many rows a table has, the empty row 0 included. */
  size(table: TableName): number {
    return this.#columns[table][TABLES[table][0]!]!.length;
  }

  /** Stores a list of row numbers; the empty list is 0. */
  list(items: readonly number[]): number {
    if (items.length === 0) return 0;
    const at = this.#lists.length;
    this.#lists.push(items.length);
    for (const item of items) this.#lists.push(item);
    return at;
  }

  items(list: number): number[] {
    return list === 0 ? [] : this.#lists.slice(list + 1, list + 1 + this.#lists[list]!);
  }

  finish(lines: number): Facts {
    const tables: Record<string, unknown> = {};
    for (const name of TABLE_NAMES) {
      const table: Record<string, unknown> = { length: this.size(name) };
      for (const column of TABLES[name]) table[column] = narrow(this.#columns[name][column]!);
      tables[name] = table;
    }
    return { ...tables, strings: this.#strings, lists: narrow(this.#lists), lines } as unknown as Facts;
  }
}

function narrow(values: readonly number[]): Column {
  let largest = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > largest) largest = values[i]!;
  return largest < 256 ? Uint8Array.from(values) : largest < 65536 ? Uint16Array.from(values) : Int32Array.from(values);
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
  for (const [i, column] of columns.entries()) {
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

/** The inverse of `encodeFacts`: views on `bytes` where alignment allows, no copies. */
export function decodeFacts(bytes: Uint8Array): Facts {
  if (bytes.byteOffset % 4 !== 0) bytes = bytes.slice();
  const total = TABLE_NAMES.reduce((sum, name) => sum + TABLES[name].length, 1);
  const header = new Int32Array(bytes.buffer, bytes.byteOffset, 2 + total);
  const columns = new Array<Column>(total);
  let at = bytes.byteOffset + header.byteLength;
  for (const width of [2, 1, 0]) {
    for (let i = 0; i < total; i++) {
      const described = header[2 + i]!;
      if ((described & 3) !== width) continue;
      const length = described >> 2;
      columns[i] = new WIDTHS[width as 0 | 1 | 2](bytes.buffer as ArrayBuffer, at, length);
      at += length << width;
    }
  }
  // TextDecoder refuses views of shared memory, which is where facts live while several workers resolve.
  const text = new Uint8Array(header[1]!);
  text.set(new Uint8Array(bytes.buffer as ArrayBuffer, at, header[1]!));
  const strings = JSON.parse(new TextDecoder().decode(text)) as string[];
  const tables: Record<string, unknown> = {};
  let next = 0;
  for (const name of TABLE_NAMES) {
    const table: Record<string, unknown> = {};
    for (const column of TABLES[name]) table[column] = columns[next++];
    table.length = (table[TABLES[name][0]!] as Column).length;
    tables[name] = table;
  }
  return { ...tables, strings, lists: columns[next]!, lines: header[0]! } as unknown as Facts;
}
