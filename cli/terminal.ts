/**
 * The terminal: where answers and everything else go, and how they look.
 *
 * Stage: CLI. Invariants: answers go to stdout, everything else to stderr; colors only for a person; no control character from a name or a
 * source text reaches the terminal; a closed reader (`| head`) ends the program quietly.
 */
import pc from "picocolors";
import { readVariable } from "../core/base/process_environment.ts";
import { CallgroveError } from "../core/errors.ts";
import { PLAIN, type Style } from "../query/render/style.ts";
import { fitLines } from "./fit_lines.ts";
import { writeAll } from "./write_all.ts";

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

/** Stands for the escape character of the program's own colors until they are written: not a valid character, so hardly in any text. */
const OWN_ESCAPE = "\ufdd0";
const OWN_COLOURS = new RegExp(`${OWN_ESCAPE}(?=\\[\\d+m)`, "g");
const OWN_COLOUR = new RegExp(`${OWN_ESCAPE}\\[\\d+m`, "g");
/** Characters that move the cursor, control the terminal or change the writing direction; line breaks and tabs are layout. */
// deno-lint-ignore no-control-regex
const CONTROLS = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Escapes control characters as in JSON, and inserts the program's own colors. */
function toTerminal(text: string): string {
  const visible = text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return visible.replace(OWN_COLOURS, "\x1b");
}

function printText(sink: "stdout" | "stderr", text: string): void {
  writeAll(sink, toTerminal(text.endsWith("\n") ? text : `${text}\n`));
}

/** Writes an answer. */
export function printAnswer(text: string): void {
  printText("stdout", text);
}

/** Writes an answer in words, not meant for programs, with its lines broken to fit the terminal. */
export function printWords(text: string): void {
  printAnswer(Deno.stdout.isTerminal() ? fitLines(text, Deno.consoleSize().columns, OWN_COLOUR) : text);
}

/** Writes anything but the answer. Never fails, as there is nowhere to report it. */
export function printNotice(text: string): void {
  try {
    printText("stderr", text);
  } catch {
    // Nobody reads it, or it cannot be written.
  }
}

/** Writes a help page as it is. */
export function printHelp(text: string): void {
  writeAll("stdout", text);
}

/**
 * Writes the lines of an export in large pieces.
 * @param onWrite called before each write
 */
export function printLines(lines: Iterable<string>, onWrite: () => void): void {
  let buffer: string[] = [];
  let size = 0;
  for (const line of lines) {
    buffer.push(line);
    size += line.length;
    if (size < 1 << 18) continue;
    onWrite();
    writeAll("stdout", `${buffer.join("\n")}\n`);
    [buffer, size] = [[], 0];
  }
  onWrite();
  if (buffer.length > 0) writeAll("stdout", `${buffer.join("\n")}\n`);
}

/** JSON: indented on a terminal, compact for programs. */
export function formatJson(value: unknown): string {
  return Deno.stdout.isTerminal() ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Whether a stream may show colors and moving lines. */
export function isLively(stream: { isTerminal(): boolean }): boolean {
  return stream.isTerminal() && readVariable("TERM") !== "dumb" && (readVariable("NO_COLOR") ?? "") === "";
}

/** The style of answers. */
export function chooseStyle(options: CommonOptions): Style {
  const colours = options.color === "always" || (options.color !== "never" && options.json !== true && isLively(Deno.stdout));
  if (!colours) return PLAIN;
  const { bold, cyan, dim, yellow } = pc.createColors(true);
  return { places: "full", strong: coloured(bold), path: coloured(cyan), faint: coloured(dim), warn: coloured(yellow) };
}

/** A color whose escape characters can be told from those of the text. */
function coloured(colour: (text: string) => string): (text: string) => string {
  const [open, close] = colour("\n").replaceAll("\x1b", OWN_ESCAPE).split("\n");
  return (text) => `${open}${text}${close}`;
}

/** An error in the use of the command line: exit status 2. */
export function usageError(message: string, hint: string): CallgroveError {
  return new CallgroveError("invalid_input", message, { hint });
}
