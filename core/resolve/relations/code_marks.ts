/**
 * Names in code marks in comments and documents.
 *
 * Pure. Invariant: only text in the form of a name: no phrase, no path, no option.
 */

/** A name as written, and its parts. */
export interface Mark {
  readonly text: string;
  /** At least one. */
  readonly parts: readonly string[];
  /** Whether it is followed by parentheses: a function. */
  readonly called: boolean;
}

/** `code`, ``code``, [Name] that is not the text of a link, {@link Name}. */
const MARKS = /(`+)([^`\n]{1,120}?)\1(?!`)|\[([\w.:*]{2,120})\](?![(:[])|\{@link(?:code|plain)?\s+([^\s|}]{1,120})[^}]*\}/g;
const NAME = /^[~!&*]?((?:[\p{L}_$][\p{L}\p{N}_$]*)(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*){0,7})(\(\))?$/u;
const NO_NAMES = new Set(["true", "false", "null", "None", "nil", "undefined", "True", "False", "self", "this", "super", "Self"]);

/** All names in code marks of a text, without duplicates, in order. */
export function codeMarks(text: string): Mark[] {
  if (!/[`[]|\{@link/.test(text)) return [];
  const found = new Map<string, Mark>();
  for (const match of text.matchAll(MARKS)) {
    const mark = readMark(match[2] ?? match[3] ?? match[4]!);
    if (mark !== undefined && !found.has(mark.text)) found.set(mark.text, mark);
  }
  return [...found.values()];
}

/** The name in a code mark; undefined if it is none. */
export function readMark(written: string): Mark | undefined {
  const text = written.trim();
  const name = NAME.exec(text);
  if (name === null) return undefined;
  const parts = name[1]!.split(/\.|::|#/);
  return NO_NAMES.has(parts[0]!) && parts.length === 1 ? undefined : { text, parts, called: name[2] !== undefined };
}

/** Whether the name can only be code: qualified, called, or in a form that ordinary words do not have. */
export function isSurelyCode(mark: Mark): boolean {
  const name = mark.parts[mark.parts.length - 1]!;
  return mark.parts.length > 1 || mark.called || /[a-z0-9][A-Z]|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name);
}
