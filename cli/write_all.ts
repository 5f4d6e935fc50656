/**
 * The only code that writes to standard output and standard error.
 *
 * Stage: CLI. Invariants: every byte is written, unless the reader is gone or an error is thrown; a non-blocking pipe that is full is
 * waited for.
 */
import { CallgroveError, describeThrown, isFullDisk } from "../core/errors.ts";

/** Ends the program when the reader of its output is gone. */
export class ReaderGone extends Error {}

/** The first and the longest wait for a reader that accepts nothing, ms. */
const FIRST_WAIT_MS = 1;
const LONGEST_WAIT_MS = 50;
/** Up to this many bytes, a pipe takes a write entirely or not at all. */
const WHOLE = 4096;
/** The number of bytes of a line that the runtime buffers on standard output. */
const KEPT = 1024;
const LINE_BREAK = 10;

const encoder = new TextEncoder();

/**
 * Writes a whole text.
 * @throws ReaderGone if nothing reads any more; CallgroveError internal_error if it cannot be written (a full disk)
 */
export function writeAll(sink: "stdout" | "stderr", text: string): void {
  const bytes = encoder.encode(text);
  if (sink === "stderr") writePieces(Deno.stderr, bytes, () => ({ end: bytes.length, isKept: false }));
  else writePieces(Deno.stdout, bytes, Deno.stdout.isTerminal() ? (at) => cutLine(bytes, at) : (at) => cutPiece(bytes, at));
}

/** Bytes that are written at once. */
interface Piece {
  readonly end: number;
  /** Whether the runtime keeps them even if it reports that they could not be written now. */
  readonly isKept: boolean;
}

/*
 * The runtime writes standard output through a buffer of lines, and where a pipe is full it does not say how much went into either. So
 * it is given only what goes into one of them as a whole: what ends in a line break goes past the buffer, a short piece without one into it.
 */

/** For a pipe: as many whole lines as it takes at once. */
function cutPiece(bytes: Uint8Array, at: number): Piece {
  const most = Math.min(at + WHOLE, bytes.length);
  const lastBreak = bytes.lastIndexOf(LINE_BREAK, most - 1);
  return lastBreak >= at ? { end: lastBreak + 1, isKept: false } : { end: most, isKept: most - at < KEPT };
}

/** For a terminal, which may take part of anything: a piece of a line, or its end. */
function cutLine(bytes: Uint8Array, at: number): Piece {
  if (bytes[at] === LINE_BREAK) return { end: at + 1, isKept: false };
  const nextBreak = bytes.indexOf(LINE_BREAK, at);
  return { end: Math.min(at + KEPT - 1, nextBreak === -1 ? bytes.length : nextBreak), isKept: true };
}

const NOTHING = new Uint8Array();

function writePieces(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array, cut: (at: number) => Piece): void {
  let wait = FIRST_WAIT_MS;
  let isWaiting = false;
  for (let at = 0; at < bytes.length || isWaiting;) {
    const piece: Piece = isWaiting ? { end: at, isKept: true } : cut(at);
    try {
      at += stream.writeSync(isWaiting ? NOTHING : bytes.subarray(at, piece.end));
      isWaiting = false;
      wait = FIRST_WAIT_MS;
    } catch (thrown) {
      if (thrown instanceof Deno.errors.BrokenPipe) throw new ReaderGone();
      if (!(thrown instanceof Deno.errors.WouldBlock)) throw cannotWrite(thrown);
      if (piece.isKept) [at, isWaiting] = [piece.end, true];
      pause(wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    }
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

function pause(ms: number): void {
  Atomics.wait(nothing, 0, 0, ms);
}

function cannotWrite(thrown: unknown): CallgroveError {
  const why = isFullDisk(thrown) ? "the disk is full" : describeThrown(thrown);
  return new CallgroveError("internal_error", `Cannot write the output: ${why}`, {
    hint: "The index is not affected: send the output elsewhere.",
    cause: thrown,
  });
}
