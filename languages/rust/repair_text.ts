/**
 * Writes what the grammar cannot read in a way that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Invariant: the same length; names and literals are read from the source.
 */

/** `Hour<-23, 23>`: a number below zero as an argument of a type. */
const NEGATIVE = /([<,]\s{0,20})-(?=\d)/g;
/** `str![…]`, `f32::<_, E>(…)`: names of the language's types are names like any other before these. */
const PRIMITIVE = /\b(?:bool|char|str|[iu](?:8|16|32|64|128|size)|f(?:32|64))(?=!\s{0,20}[[({]|::<)/g;
/** `S { a, #[cfg(x)] b, .. }`: an attribute of a field in a pattern. */
const FIELD_ATTRIBUTE = /([{,]\s{0,200})(#\[[^\[\]\n]{1,200}\])(?=\s{0,200}(?:ref\s{1,20})?(?:mut\s{1,20})?[a-z_]\w*\s{0,20}[,:}])/g;

/** See the plugin contract. */
export function repairText(source: string): string {
  return source
    .replace(NEGATIVE, (_all, before: string) => `${before} `)
    .replace(PRIMITIVE, (name) => `${name.slice(0, -1)}_`)
    .replace(FIELD_ATTRIBUTE, (_all, before: string, attribute: string) => before + " ".repeat(attribute.length));
}
