/**
 * The terminal: where answers and everything else go, and how they look.
 *
 * Stage: CLI. Invariants: answers go to stdout, all else to stderr; colours only where a person looks on; no control character that a name
 * or a source text brings along reaches the terminal; a reader that went away (`| head`) ends the program quietly.
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

/** Stands for the escape character of the program's own colours until they are written: it is no character, and hardly in any text. */
const OWN_ESCAPE = "\ufdd0";
const OWN_COLOURS = new RegExp(`${OWN_ESCAPE}(?=\\[\\d+m)`, "g");
const OWN_COLOUR = new RegExp(`${OWN_ESCAPE}\\[\\d+m`, "g");
/** What moves the cursor, talks to the terminal or turns the direction of writing round; line breaks and tabs are layout. */
// deno-lint-ignore no-control-regex
const CONTROLS = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters written out as in JSON, where they mean the same; the program's own colours put in. */
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

/** Writes an answer in words, which is not for programs: its lines fit the terminal. */
export function printWords(text: string): void {
  printAnswer(Deno.stdout.isTerminal() ? fitLines(text, Deno.consoleSize().columns, OWN_COLOUR) : text);
}

/** Writes what is not the answer. Never fails: there is no further place where that could be told. */
export function printNotice(text: string): void {
  try {
    printText("stderr", text);
  } catch {
    // Nobody reads it, or nothing can be written there.
  }
}

/** Writes a help page as it is made. */
export function printHelp(text: string): void {
  writeAll("stdout", text);
}

/** Writes lines of an export, many at a time. @param onWrite called before anything is written */
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

/** JSON for a person on a terminal is indented, for a program it is not. */
export function formatJson(value: unknown): string {
  return Deno.stdout.isTerminal() ? JSON.stringify(value, null, 2) : JSON.stringify(value);
}

/** `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Whether a stream may have colours and moving lines. */
export function isLively(stream: { isTerminal(): boolean }): boolean {
  return stream.isTerminal() && readVariable("TERM") !== "dumb" && (readVariable("NO_COLOR") ?? "") === "";
}

/** The look of answers. */
export function chooseStyle(options: CommonOptions): Style {
  const colours = options.color === "always" || (options.color !== "never" && options.json !== true && isLively(Deno.stdout));
  if (!colours) return PLAIN;
  const { bold, cyan, dim, yellow } = pc.createColors(true);
  return { places: "full", strong: coloured(bold), path: coloured(cyan), faint: coloured(dim), warn: coloured(yellow) };
}

/** A colour whose escape characters are told from those of the text. */
function coloured(colour: (text: string) => string): (text: string) => string {
  const [open, close] = colour("\n").replaceAll("\x1b", OWN_ESCAPE).split("\n");
  return (text) => `${open}${text}${close}`;
}

/** A wrong use of the command line: exit status 2. */
export function usageError(message: string, hint: string): CallgroveError {
  return new CallgroveError("invalid_input", message, { hint });
}
