/**
 * Rows of a table by name, as an outline stores them: a text that is parsed on first use.
 *
 * Stage: parse -> outline -> resolve. Pure.
 */

/** Rows of `definitions` with a name each; a row may occur under several names. */
export interface NamedRows {
  readonly names: readonly string[];
  readonly rows: readonly number[];
}

/** Rows as one text, one per line: the row and its name. Most lists are never used, so they are parsed late. */
export class WrittenRows implements NamedRows {
  #parts: { names: string[]; rows: number[] } | undefined;

  constructor(public text = "") {}

  add(name: string, row: number): void {
    // The key of an object may contain a line break; nobody looks for such a name.
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
