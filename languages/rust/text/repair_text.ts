/**
 * Rewrites code that the grammar cannot parse, without moving anything.
 *
 * Stage: parse. Used only for texts that did not parse. Invariant: equal length; names and literals are read from the original source.
 */
import { blankLooseAttributes } from "../lower/loose_attributes.ts";

/** `Hour<-23, 23>`: a number below zero as an argument of a type. */
const NEGATIVE = /([<,]\s{0,20})-(?=\d)/g;
/** `str![…]`, `f32::<_, E>(…)`: names of the language's types are names like any other before these. */
const PRIMITIVE = /\b(?:bool|char|str|[iu](?:8|16|32|64|128|size)|f(?:32|64))(?=!\s{0,20}[[({]|::<)/g;
/** `S { a, #[cfg(x)] b, .. }`: an attribute of a field in a pattern. One that carries information (`serde`) precedes a declared field. */
const FIELD_ATTRIBUTE =
  /([{,]\s{0,200})(#\[(?:cfg|cfg_attr|allow|expect|warn|deny|forbid|rustfmt|clippy)\b[^\[\]\n]{1,200}\])(?=\s{0,200}(?:ref\s{1,20})?(?:mut\s{1,20})?[a-z_]\w*\s{0,20}[,:}])/g;
/** `Pair { 0: left, .. }`: a field by its number in a pattern. */
const NUMBERED_FIELD = /([{,]\s{0,200})(\d{1,3})(?=\s{0,20}:(?!:))/g;
/** `extern { pub type T; }`: a type that is made elsewhere. */
const FOREIGN_TYPE = /(?:[ \t]{2})?\bpub(?:\([\w:\s]{1,100}\))?[ \t]{1,20}type(?=[ \t]{1,20}\w{1,200}\s{0,20}(?:<[^<>;{}]{0,200}>)?;)/g;
/** `try!(…)`, a macro once and a word of the language now. */
const TRY_MACRO = /\btry(?=!\s{0,20}[(\[{])/g;
/** `macro_rules ! name` and `$ crate`, as generators write them: the grammar knows these in one word only. */
const SPACED_MACRO = /\bmacro_rules(\s{1,20})!(?=\s{0,20}\w)/g;
const SPACED_VARIABLE = /\$(\s{1,20})(?=\w)/g;
/** `[$] => {}`: a dollar that no name follows. */
const LONE_DOLLAR = /\$(?=\s{0,20}[\])}])/g;
/** `dyn 'a + Trait`: the grammar only allows lifetimes after traits. */
const FIRST_LIFETIME = /(?<=\bdyn\s{1,20})'\w{1,100}\s{0,20}\+/g;
/** `where (): Trait`: it constrains no type parameter, and the grammar accepts only names. */
const UNIT_BOUND = /(?<=(?:\bwhere|,)\s{0,200})\(\)(?=\s{0,20}:(?!:))/g;
/** `raw @ Some(_)`: a variable whose name is a keyword elsewhere, or a built-in type (`bool @ V::Bool(_)`). */
const CAPTURED_WORD = /\b(?:raw|union|default|gen|bool|char|str|[iu](?:8|16|32|64|128|size)|f(?:32|64))(?=\s{0,20}@)/g;
/** `Pair { left, .. } = pair;`: the rest that a destructuring assignment ignores. */
const REST_ASSIGNED = /,\s{0,200}\.\.(?=\s{0,200}\}\s{0,20}=(?![=>]))/g;
/** Words before declarations that the grammar does not know there: of foreign items, of traits and of implementations. */
const UNKNOWN_WORD =
  /\bsafe(?=\s{1,20}(?:fn|static)\b)|\bauto(?=\s{1,20}trait\b)|\bdefault(?=\s{1,20}(?:unsafe\s{1,20})?impl\b)|(?<=\bimpl(?:<[^{};]{0,300}>)?\s{1,20})const(?=\s)/g;
/** `enum Symbol<> {}`, `Parser::<>::new()`, as generators write them. */
const NO_PARAMETERS = /(?:::)?<\s{0,200}>/g;
/** `struct S where T: Trait;`: bounds of a type without fields. */
const UNIT_STRUCT_BOUNDS = /(\bstruct\s{1,20}\w{1,100}\s{0,20}(?:<[^;{}()]{0,500}>)?\s{0,200})(where\b[^;{}]{0,500})(?=;)/g;

/** See the plugin contract. */
export function repairText(source: string): string {
  // A tilde occurs only in arguments of macros.
  return blankLooseAttributes(source.replaceAll("~", "^"))
    .replace(NEGATIVE, (_all, before: string) => `${before} `)
    .replace(PRIMITIVE, (name) => `${name.slice(0, -1)}_`)
    .replace(FIELD_ATTRIBUTE, (_all, before: string, attribute: string) => before + blank(attribute))
    .replace(NUMBERED_FIELD, (_all, before: string, number: string) => before + "f".repeat(number.length))
    .replace(FOREIGN_TYPE, (words) => (words.length < "pub struct".length ? "struct" : "pub struct").padStart(words.length))
    .replace(TRY_MACRO, "tr_")
    .replace(SPACED_MACRO, "macro_rules!$1")
    .replace(SPACED_VARIABLE, "$1$$")
    .replace(LONE_DOLLAR, "^")
    .replace(REST_ASSIGNED, blank)
    .replace(CAPTURED_WORD, (name) => `${name.slice(0, -1)}_`)
    .replace(FIRST_LIFETIME, blank)
    .replace(UNIT_BOUND, "U_")
    .replace(UNKNOWN_WORD, blank)
    .replace(NO_PARAMETERS, blank)
    .replace(UNIT_STRUCT_BOUNDS, (_all, struct: string, bounds: string) => struct + blank(bounds));
}

function blank(text: string): string {
  return text.replace(/\S/g, " ");
}
