/**
 * Lines of a file from an offset on, as bytes, however large the file and its lines are.
 *
 * Stage: memory. Invariants: an unfinished line is not returned, as it may still be written; memory holds one line and one block; the file
 * is only read.
 */
import { closeSync, openSync, readSync } from "node:fs";

/** A line of a file, undecoded. */
export interface ByteLine {
  /** Undefined for a line above the limit. */
  readonly bytes: Uint8Array | undefined;
  /** Offset of the line's first byte, and of the first byte after it. */
  readonly start: number;
  readonly end: number;
}

const BLOCK = 4 * 1024 * 1024;
/** Longer lines are skipped: they are no messages, and strings have a maximum length. */
const LONGEST_LINE = 128 * 1024 * 1024;

/** Reads the finished lines. The bytes of a line are valid until the next one is requested. */
export function* readByteLines(file: string, from: number, longest: number = LONGEST_LINE): Generator<ByteLine> {
  const handle = openSync(file, "r");
  try {
    const block = new Uint8Array(BLOCK);
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    let [start, at] = [from, from];
    for (;;) {
      const n = readSync(handle, block, 0, BLOCK, at);
      if (n === 0) return;
      const read = block.subarray(0, n);
      let begin = 0;
      for (let end = read.indexOf(10); end >= 0; end = read.indexOf(10, begin)) {
        const rest = read.subarray(begin, end);
        const size = heldBytes + rest.length;
        yield { bytes: size > longest ? undefined : held.length === 0 ? rest : join(held, rest, heldBytes), start, end: at + end + 1 };
        [held, heldBytes, begin, start] = [[], 0, end + 1, at + end + 1];
      }
      const tail = read.subarray(begin);
      heldBytes += tail.length;
      // The bytes of a line that is too long are counted, not kept.
      if (heldBytes <= longest) held.push(tail.slice());
      else held = [];
      at += n;
    }
  } finally {
    closeSync(handle);
  }
}

function join(held: readonly Uint8Array[], rest: Uint8Array, heldBytes: number): Uint8Array {
  const line = new Uint8Array(heldBytes + rest.length);
  let at = 0;
  for (const part of held) {
    line.set(part, at);
    at += part.length;
  }
  line.set(rest, at);
  return line;
}
