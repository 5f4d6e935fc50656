/**
 * Inserts many rows at a time.
 *
 * Stage: write. Why: executing a statement costs more than its row; with 100 rows for each statement the speed comes close to that of SQL
 * alone. Invariant: rows are inserted in the order in which they were added; they are in the table only after `flush`.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A column value. */
export type Value = number | string | Uint8Array | null;

const ROWS = 100;

/** Buffers rows for one table. */
export class BulkInsert {
  readonly #db: DatabaseSync;
  readonly #head: string;
  readonly #row: string;
  readonly #width: number;
  readonly #values: Value[];
  #many: StatementSync | undefined;
  #used = 0;

  constructor(db: DatabaseSync, table: string, columns: readonly string[]) {
    this.#db = db;
    this.#head = `INSERT INTO ${table} (${columns.join(", ")}) VALUES `;
    this.#row = `(${columns.map(() => "?").join(",")})`;
    this.#width = columns.length;
    this.#values = new Array<Value>(ROWS * columns.length).fill(0);
  }

  /** Adds a row, with as many values as columns. */
  add(...row: readonly Value[]): void {
    this.addAll(row);
  }

  /** Adds part of a row, its columns in order; the next call continues it. */
  addAll(part: readonly Value[]): void {
    const values = this.#values;
    let used = this.#used;
    for (let i = 0; i < part.length; i++) values[used++] = part[i]!;
    this.#used = used;
    if (used === values.length) {
      this.#many ??= this.#prepare(ROWS);
      this.#many.run(...values);
      this.#used = 0;
    }
  }

  /** Writes the buffered rows. */
  flush(): void {
    if (this.#used === 0) return;
    this.#prepare(this.#used / this.#width).run(...this.#values.slice(0, this.#used));
    this.#used = 0;
  }

  #prepare(rows: number): StatementSync {
    return this.#db.prepare(this.#head + new Array<string>(rows).fill(this.#row).join(","));
  }
}
