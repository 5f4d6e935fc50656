/**
 * Names in code marks, as comments and documents write them.
 *
 * Pure. Invariant: only what has the form of a name is given: no text of several words, no path, no option.
 */

/** A name as it is written, and its parts. */
export interface Mark {
  readonly text: string;
  /** At least one. */
  readonly parts: readonly string[];
  /** Written with brackets behind it: a function. */
  readonly called: boolean;
}

/** `code`, ``code``, [Name] that is no link's text, {@link Name}. */
const MARKS = /(`+)([^`\n]{1,120}?)\1(?!`)|\[([\w.:*]{2,120})\](?![(:[])|\{@link(?:code|plain)?\s+([^\s|}]{1,120})[^}]*\}/g;
const NAME = /^[~!&*]?((?:[\p{L}_$][\p{L}\p{N}_$]*)(?:(?:\.|::|#)[\p{L}_$][\p{L}\p{N}_$]*){0,7})(\(\))?$/u;
const NO_NAMES = new Set(["true", "false", "null", "None", "nil", "undefined", "True", "False", "self", "this", "super", "Self"]);

/** All names in code marks of a text, each once, in order. */
export function codeMarks(text: string): Mark[] {
  if (!/[`[]|\{@link/.test(text)) return [];
  const found = new Map<string, Mark>();
  for (const match of text.matchAll(MARKS)) {
    const mark = readMark(match[2] ?? match[3] ?? match[4]!);
    if (mark !== undefined && !found.has(mark.text)) found.set(mark.text, mark);
  }
  return [...found.values()];
}

/** What stands between code marks, as a name; undefined where it is none. */
export function readMark(written: string): Mark | undefined {
  const text = written.trim();
  const name = NAME.exec(text);
  if (name === null) return undefined;
  const parts = name[1]!.split(/\.|::|#/);
  return NO_NAMES.has(parts[0]!) && parts.length === 1 ? undefined : { text, parts, called: name[2] !== undefined };
}

/** Whether the name can be nothing but code: qualified, called, or of a form that plain words do not have. */
export function isSurelyCode(mark: Mark): boolean {
  const name = mark.parts[mark.parts.length - 1]!;
  return mark.parts.length > 1 || mark.called || /[a-z0-9][A-Z]|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name);
}
