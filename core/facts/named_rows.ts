/**
 * Rows of a table by names, as an outline keeps them: a text that is taken apart when somebody asks.
 *
 * Stage: parse -> outline -> resolve. Pure.
 */

/** Rows of `definitions` by a name; one row may stand under several. */
export interface NamedRows {
  readonly names: readonly string[];
  readonly rows: readonly number[];
}

/** Rows of a list as one text, a line each: the row and its name. Most lists are never asked for, so they are taken apart late. */
export class WrittenRows implements NamedRows {
  #parts: { names: string[]; rows: number[] } | undefined;

  constructor(public text = "") {}

  add(name: string, row: number): void {
    // A key of an object may hold the end of a line; it is no name that anyone looks for.
    this.text += `${row} ${name.replaceAll("\n", " ")}\n`;
  }
  get names(): readonly string[] {
    return this.#read().names;
  }
  get rows(): readonly number[] {
    return this.#read().rows;
  }
  #read(): { names: string[]; rows: number[] } {
    if (this.#parts !== undefined) return this.#parts;
    const parts: { names: string[]; rows: number[] } = { names: [], rows: [] };
    for (let at = 0; at < this.text.length;) {
      const gap = this.text.indexOf(" ", at);
      const end = this.text.indexOf("\n", gap);
      parts.rows.push(Number(this.text.slice(at, gap)));
      parts.names.push(this.text.slice(gap + 1, end));
      at = end + 1;
    }
    return this.#parts = parts;
  }
}
