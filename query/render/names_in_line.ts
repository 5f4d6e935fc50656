/**
 * Escapes line breaks and other control characters in names and paths.
 *
 * Stage: render. Invariant: a name in the repository can neither begin a line of an answer nor control a terminal; the repository's own
 * text (source, differences) keeps its lines.
 */
import { tableOf } from "../../core/base/tables.ts";

/** Control characters, line separators and characters that change the writing direction. */
// deno-lint-ignore no-control-regex
const ODD = /[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const IS_ODD = new RegExp(ODD.source);
/** Properties that hold text of several lines. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  ...["source", "hunks", "text", "doc", "doc_comment", "snippet", "body_preview"],
  ...["decision", "rationale", "error", "solution"],
]);
/** Characters of a name that are kept where an answer would be too long. */
const LONGEST_NAME = 500;
const SHORT: Readonly<Record<string, string>> = tableOf({ "\n": "\\n", "\r": "\\r", "\t": "\\t" });

/** A name, or a sentence containing names, on one line: control characters are escaped as in JSON. */
export function inOneLine(text: string): string {
  if (!IS_ODD.test(text)) return text;
  return text.replace(ODD, (control) => SHORT[control] ?? `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A plain value with all its names on one line; the same object if nothing changes. */
export function namesInLine<T>(value: T): T {
  return mapNames(value, inOneLine);
}

/** A plain value whose names are cut to a length that any answer has room for; the same object if nothing changes. */
export function namesCut<T>(value: T): T {
  return mapNames(value, (name) => name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME).toWellFormed()}…`);
}

/** A plain value with its names changed; free text is kept. */
function mapNames<T>(value: T, change: (name: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapNames(item, change));
    return items.some((item, i) => item !== value[i]) ? items as T : value;
  }
  let isChanged = false;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    const [name, plain] = [change(key), FREE_TEXT.has(key) ? part : mapNames(part, change)];
    isChanged ||= name !== key || plain !== part;
    return [name, plain];
  });
  return isChanged ? Object.fromEntries(entries) as T : value;
}
