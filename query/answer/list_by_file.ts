/**
 * A list that is read lazily, file by file, when an entry is accessed.
 * Stage: query. Invariant: each file is read at most once and has as many entries as announced.
 */
import { lastAtMost } from "../../core/base/lists.ts";
import type { LongList } from "./page.ts";

/** The entries of files, concatenated in the order of `files`. */
export class ListByFile<F extends { readonly entries: number }, T> implements LongList<T> {
  readonly length: number;
  /** Index of the first entry of each file. */
  readonly #starts: readonly number[];
  readonly #read = new Map<F, readonly T[]>();

  constructor(readonly files: readonly F[], readonly readFile: (file: F) => readonly T[]) {
    let length = 0;
    this.#starts = files.map((file) => (length += file.entries) - file.entries);
    this.length = length;
  }

  at(index: number): T | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const low = lastAtMost(this.#starts, index);
    const file = this.files[low]!;
    let entries = this.#read.get(file);
    if (entries === undefined) this.#read.set(file, entries = this.readFile(file));
    return entries[index - this.#starts[low]!];
  }

  slice(start: number, end: number): T[] {
    const entries: T[] = [];
    for (let i = Math.max(0, start); i < Math.min(end, this.length); i++) entries.push(this.at(i)!);
    return entries;
  }

  /** Number of entries per file, counted from entry `start` on. */
  countFrom(start: number): { readonly file: F; readonly entries: number }[] {
    return this.files.map((file, i) => ({ file, entries: Math.min(file.entries, this.#starts[i]! + file.entries - start) }))
      .filter(({ entries }) => entries > 0);
  }
}
