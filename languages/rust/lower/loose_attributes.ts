/**
 * Attributes in places that the grammar does not support: before a tuple element, before a value after `=`, several before a parameter.
 *
 * Stage: parse. Used only for texts that did not parse. Invariant: equal length; an attribute that defines the purpose of a part
 * (`#[from]`) is kept.
 */

/** Tokens to skip (comments, texts, characters), brackets, and tokens that an attribute may follow. */
const TOKEN = /\/\/[^\n]*|\/\*[^]*?\*\/|b?r(#*)"[^]*?"\1|"(?:\\[^]|[^"\\])*"|'(?:\\[^'\n]{1,10}|[^'\\\n])'|#\[|[()[\]{}]|=(?![=>])/g;
/** Attributes without effect on what they precede. */
const PLAIN = /^#\[\s*(?:cfg|cfg_attr|allow|expect|warn|deny|forbid|rustfmt|clippy)\b/;
/** Another attribute, comments before it. */
const ATTRIBUTE_NEXT = /^\s*(?:\/\/[^\n]*\n\s*)*#\[/;

/** `source` with blanks in their place. */
export function blankLooseAttributes(source: string): string {
  const open: string[] = [];
  const blanked: [from: number, to: number][] = [];
  let start = 0;
  /** The start of the value after the last `=`. */
  let value = -1;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const first = token[0]!;
    if (first === "=") value = index + 1;
    else if (first === "#") start = index;
    if ("#([{".includes(first)) open.push(first);
    if (token.length > 1 || !")]}".includes(first)) continue;
    if (open.pop() !== "#") continue;
    const place = open.at(-1) ?? "";
    const text = source.slice(start, index + 1);
    const isBeforeValue = value >= 0 && value <= start && source.slice(value, start).trim() === "";
    const isBeforePart = "([".includes(place) && (PLAIN.test(text) || ATTRIBUTE_NEXT.test(source.slice(index + 1, index + 500)));
    if (isBeforeValue || (place !== "" && isBeforePart)) blanked.push([start, index + 1]);
  }
  let result = "";
  let from = 0;
  for (const [start, end] of blanked) {
    result += source.slice(from, start) + source.slice(start, end).replace(/\S/g, " ");
    from = end;
  }
  return result + source.slice(from);
}
