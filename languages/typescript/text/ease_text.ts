/**
 * Rewrites what the grammar would parse as something else so that it cannot, in every text and without moving anything.
 *
 * Stage: parse. Invariant: the same length; the content of literals is read from the source.
 */
import { nameImportedArguments } from "../imported_types.ts";
import { endArrows } from "./arrow_ends.ts";
import { markTypeArguments } from "./generic_calls.ts";
import { COMMENTS, separateCertainSignatures } from "./signature_lines.ts";

/** `a?.5:b`, as minifiers write it: before a digit the language knows no `?.`, the grammar does. */
const NUMBER_AFTER_CONDITION = /\?\.(?=\d)/g;

/** `<in out T>`: variance of a type parameter. */
const VARIANCE = new RegExp(
  String.raw`([<,]\s*${COMMENTS}(?:const\s+)?)((?:in[ \t]+out|in|out)[ \t]+)(?=[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b|\/))`,
  "g",
);
/** `export type * from`. */
const TYPE_WILDCARD = /\bexport(\s+)type(\s*)(?=\*)/g;
/** An escaped backtick or dollar: the grammar does not know them in template types, and elsewhere they are text like any other. */
const ESCAPED = /\\(?:([`$])|[^])/g;
/** `\u` or `\x` that no digits of a character follow: in templates that a function reads (`String.raw`) the language allows them, the grammar does not. */
const UNFINISHED = /\\(?:u(?!\{[\da-fA-F]{1,6}\}|[\da-fA-F]{4})|x(?![\da-fA-F]{2}))/;
const UNFINISHED_AMONG_ESCAPES = new RegExp(String.raw`(${UNFINISHED.source})|\\[^]`, "g");
/** `using x = f()`, `await using x: T = f()`, `for (using x of xs)`: the grammar parses an assignment to an undeclared name. */
const USING = /(?<![\w$.])(?:await[ \t]{1,20})?using(?=[ \t]{1,20}[A-Za-z_$][\w$]{0,200}\s{0,20}(?:=[^=>]|:|of\b))/g;

/** A namespace whose bracket is on a line of its own: the grammar ends the statement before it. */
const OPENED_BELOW =
  /(?<![\w$.])((?:namespace|module)[ \t]{1,20}[A-Za-z_$][\w$.]{0,200}|declare[ \t]{1,20}global)([ \t]{0,80}(?:\/\/[^\n]{0,200})?\r?\n\s{0,200})\{/g;

/** A name at the beginning of a line that the grammar takes for the operator `in`: `in_progress`, and a member that is called so (`in<T>(): T`). */
const NAME_LIKE_IN = /(\n[ \t]*)in(?=[_$\d<]|\??:)/g;

/** See the plugin contract. */
export function easeText(source: string): string {
  let text = source.replace(NUMBER_AFTER_CONDITION, "?1")
    .replace(VARIANCE, (_all, before: string, words: string) => before + words.replace(/\S/g, " "))
    .replace(TYPE_WILDCARD, (_all, first: string, second: string) => `export${first}    ${second}`);
  if (text.includes("\\`") || text.includes("\\$")) {
    text = text.replace(ESCAPED, (all, escaped: string | undefined) => escaped === undefined ? all : "  ");
  }
  if (UNFINISHED.test(text)) {
    text = text.replace(UNFINISHED_AMONG_ESCAPES, (all, unfinished: string | undefined) => unfinished === undefined ? all : "  ");
  }
  text = nameImportedArguments(text).replace(NAME_LIKE_IN, "$1id").replace(OPENED_BELOW, "$1{$2");
  return separateCertainSignatures(endArrows(declareUsed(markTypeArguments(text))));
}

/** Writes a declaration that the grammar knows for `using`, if that is one. */
export function declareUsed(text: string): string {
  return text.includes("using") ? text.replace(USING, declared) : text;
}

/** The word of a declaration that the grammar knows, as long as `words`. */
function declared(words: string): string {
  return "const".padStart(words.length);
}
