/**
 * Errors and their stack traces in the output of programs.
 *
 * Stage: memory. Invariant: pure; frames are ordered innermost first, whatever the language's order; text without a frame is no trace.
 */
import { bareName } from "../../query/rows/plain_name.ts";

/** A place on the stack, as printed. */
export interface Frame {
  readonly path: string;
  readonly line: number;
  /** Function, without a module prefix; "" if unknown. */
  readonly name: string;
}
/** An error with its stack frames. */
export interface StackTrace {
  /** 'TypeError', 'panic'; "" if unknown. */
  readonly type: string;
  readonly message: string;
  readonly frames: readonly Frame[];
}

/** The longest text that is examined, from its end. */
const MOST_TEXT = 60_000;
/** The length of a line above which it is data rather than a frame. */
const LONGEST_FRAME = 2000;
const HINT = /\bat .{1,500}:\d+:\d+|line \d+|\.go:\d+|panicked at|\.rs:\d+/;

/** All traces of a text, in order. */
export function readStackTraces(printed: string): StackTrace[] {
  const text = printed.length > MOST_TEXT ? printed.slice(-MOST_TEXT) : printed;
  if (!HINT.test(text)) return [];
  return [...readIndentedAt(text), ...readPython(text), ...readGo(text), ...readRust(text)];
}

/** `TypeError: no\n    at Job.go (/app/run.ts:3:4)`: V8, Deno, Bun. */
function readIndentedAt(text: string): StackTrace[] {
  const traces: StackTrace[] = [];
  let frames: Frame[] = [];
  let before = "";
  let head = "";
  const close = (): void => {
    if (frames.length > 0) traces.push({ ...readHead(head), frames });
    frames = [];
  };
  for (const line of text.split("\n")) {
    const found = line.length > LONGEST_FRAME
      ? null
      : /^\s*at (?:async )?(?:(.+?) \()?([^<>]*?\.\w+|[^\s()]+?):(\d+):\d+\)?\s*$/.exec(line);
    // Rust's backtraces have such lines too, after the function's name.
    if (found === null || found[2]!.endsWith(".rs")) {
      if (frames.length > 0 && /^\s*at /.test(line)) continue;
      close();
      if (line.trim() !== "") before = line.trim();
      continue;
    }
    if (frames.length === 0) head = before;
    frames.push({ path: pathOf(found[2]!), line: Number(found[3]), name: cleanName(found[1] ?? "") });
  }
  close();
  return traces;
}

/** A path, decoded if it is a `file:` URL. */
function pathOf(printed: string): string {
  if (!printed.startsWith("file://")) return printed;
  const path = printed.slice("file://".length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function readHead(line: string): { type: string; message: string } {
  const found = /(?:^|\s)((?:[A-Z]\w*)?(?:Error|Exception))(?: \[[\w.]+\])?: (.*)$/.exec(line);
  return found === null ? { type: "", message: line } : { type: found[1]!, message: found[2]! };
}

function readPython(text: string): StackTrace[] {
  const traces: StackTrace[] = [];
  for (const block of text.split(/^(?:.{0,200}\| ?)?[^\S\n]*Traceback \(most recent call last\):[^\S\n]*$/m).slice(1)) {
    const frames = [...block.matchAll(/^[^\w\n]*File "([^"\n]+)", line (\d+)(?:, in (\S+))?/gm)]
      .map((found) => ({ path: found[1]!, line: Number(found[2]), name: cleanName(found[3] ?? "") }));
    const head = /^(?:[^\S\n]|\|)*([A-Za-z_][\w.]*)(?:: (.*))?$/m.exec(block.replace(/^\s*File "[^]*?(?=^\S)/m, ""));
    if (frames.length > 0) traces.push({ type: bareName(head?.[1] ?? ""), message: head?.[2] ?? "", frames: frames.reverse() });
  }
  return traces;
}

/** The frames that a pattern matches: name, path and line. */
function framesIn(text: string, pattern: RegExp): Frame[] {
  return [...text.matchAll(pattern)].map((found) => ({ path: found[2]!, line: Number(found[3]), name: cleanName(found[1]!) }));
}

function readGo(text: string): StackTrace[] {
  const start = /^panic: (.*)$/m.exec(text);
  const frames = framesIn(text, /^(\S+)\([^()\n]*\)\n\t([^\n]+?\.go):(\d+)/gm);
  return frames.length === 0
    ? []
    : [{ type: start === null ? "" : "panic", message: start?.[1]?.replace(/ \[recovered\].*/, "") ?? "", frames }];
}

function readRust(text: string): StackTrace[] {
  const start = /panicked at (?:'([^\n]{0,2000})', )?([^\n']+?\.rs):(\d+):\d+:?\n?(.*)/.exec(text);
  if (start === null) return [];
  const frames = framesIn(text, /^\s*\d+: (?:0x[0-9a-f]+ - )?(\S+)\n\s+at ([^\n]+?\.rs):(\d+)/gm);
  const own = { path: start[2]!, line: Number(start[3]), name: "" };
  return [{ type: "panic", message: (start[1] ?? start[4] ?? "").trim(), frames: frames.length > 0 ? frames : [own] }];
}

/** `Object.<anonymous>`, `new Job`, `main.(*Job).go`, `app::Job::go::h1a2b` reduced to names like `Job.go`; "" for anonymous functions. */
function cleanName(name: string): string {
  const plain = name.replace(/^async /, "").replace(/^new /, "").replace(/ \[as .*\]$/, "").replace(/::h[0-9a-f]{16}$/, "")
    .replace(/\(\*?([\w.]+)\)/g, "$1").replace(/::\{\{closure\}\}/g, "").replace(/\.func\d+(\.\d+)*$/, "");
  if (plain === "" || /[<>]/.test(plain.replace(/<(?:impl )?[\w: ]+>/g, "")) || plain.includes("<")) return "";
  return plain.replace(/^.*\//, "");
}

/** A message without what differs between runs: quoted values, numbers, addresses, ids, paths. */
export function normalizeMessage(message: string): string {
  return message.split("\n")[0]!
    .replace(/(["'`])(?:\\.|(?!\1).){0,300}\1/g, "…")
    .replace(/\b0x[0-9a-fA-F]+\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{12,}\b/g, "#")
    .replace(/(?:[A-Za-z]:)?(?:[\\/][\w.@+-]+){2,}/g, "…")
    .replace(/\d+(?:\.\d+)*/g, "N")
    .replace(/\s+/g, " ").trim().slice(0, 300);
}

/** Equal for equal errors: type, message without values, and the top frames within the repository. */
export function errorSignature(type: string, message: string, frames: readonly { readonly path: string; readonly name: string }[]): string {
  const top = frames.slice(0, 3).map((frame) => frame.name === "" ? frame.path : `${frame.path}:${frame.name}`);
  const head = [type, normalizeMessage(message)].filter((part) => part !== "").join(": ");
  return [head, ...top].join(" < ");
}
