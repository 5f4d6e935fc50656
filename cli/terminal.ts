/**
 * The terminal: where answers and everything else go, and how they look.
 *
 * Stage: CLI. Invariants: answers go to stdout, all else to stderr; colours only where a person looks on; a reader that went away
 * (`| head`) ends the program quietly.
 */
import pc from "picocolors";
import { CallgroveError } from "../core/errors.ts";
import { PLAIN, type Style } from "../query/render/style.ts";

/** The common options, as given. */
export interface CommonOptions {
  readonly repo?: string;
  readonly db?: string;
  readonly ref?: string;
  readonly plugin?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly debug?: boolean;
  readonly color?: "auto" | "always" | "never";
  readonly input?: boolean;
}

const encoder = new TextEncoder();

/** Ends the program when the reader of its output has gone: it has what it wanted. */
export class ReaderGone extends Error {}

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let bytes = encoder.encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(stream.writeSync(bytes));
  } catch (thrown) {
    if (thrown instanceof Deno.errors.BrokenPipe) throw new ReaderGone();
    if (!(thrown instanceof Deno.errors.WouldBlock)) throw thrown;
    writeAll(stream, new TextDecoder().decode(bytes));
  }
}

/** Writes an answer. */
export function printAnswer(text: string): void {
  writeAll(Deno.stdout, text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes what is not the answer. */
export function printNotice(text: string): void {
  try {
    writeAll(Deno.stderr, text.endsWith("\n") ? text : `${text}\n`);
  } catch (thrown) {
    if (!(thrown instanceof ReaderGone)) throw thrown;
  }
}

/** Writes lines of an export, many at a time. */
export function printLines(lines: Iterable<string>): void {
  let buffer: string[] = [];
  let size = 0;
  for (const line of lines) {
    buffer.push(line);
    size += line.length;
    if (size < 1 << 18) continue;
    writeAll(Deno.stdout, `${buffer.join("\n")}\n`);
    [buffer, size] = [[], 0];
  }
  if (buffer.length > 0) writeAll(Deno.stdout, `${buffer.join("\n")}\n`);
}

/** JSON for a person on a terminal is indented, for a program it is not. */
export function formatJson(value: unknown): string {
  return Deno.stdout.isTerminal() ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** Whether a stream may have colours and moving lines. */
export function isLively(stream: { isTerminal(): boolean }): boolean {
  return stream.isTerminal() && Deno.env.get("TERM") !== "dumb" && (Deno.env.get("NO_COLOR") ?? "") === "";
}

/** The look of answers. */
export function chooseStyle(options: CommonOptions): Style {
  const colours = options.color === "always" || (options.color !== "never" && options.json !== true && isLively(Deno.stdout));
  if (!colours) return PLAIN;
  const { bold, cyan, dim, yellow } = pc.createColors(true);
  return { places: "full", strong: bold, path: cyan, faint: dim, warn: yellow };
}

/** A wrong use of the command line: exit status 2. */
export function usageError(message: string, hint: string, data: Record<string, unknown> = {}): CallgroveError {
  return new CallgroveError("invalid_input", message, { hint, data });
}
