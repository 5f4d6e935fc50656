/**
 * Rewrites what the grammar cannot parse so that it can, without moving anything.
 *
 * Stage: parse. Runs only on texts that did not parse. Invariant: the result has the same length, and every character that is part of a
 * name, a literal or a comment is at the same position (their content is read from the source). The parser's text may lose a line break;
 * positions come from the source.
 */

import { nameImportedTypes } from "../imported_types.ts";
import { partDecorators } from "../lower/chained_decorators.ts";
import { declareUsed } from "./ease_text.ts";
import { blank, isFlow, repairFlow } from "./flow_text.ts";
import { giveBodies } from "./nameless_signatures.ts";
import { separateSignatures } from "./signature_lines.ts";

/** `export { A }` and `from "m"` in the next line: the grammar ends the first there. */
const EXPORTED_FROM = /(\bexport\s{1,20}(?:type\s{1,20})?\{[^{}]{0,5000}\})(\s{1,200})(?=from\s{0,20}["'])/g;
/** `export … from "m" with { type: "json" }`: the grammar knows attributes of imports. */
const EXPORT_ATTRIBUTES =
  /(\bexport\s{1,20}(?:type\s{1,20})?(?:\*[^;"'\n]{0,200}|\{[^{}]{0,5000}\})\s{0,20}from\s{0,20}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')\s{0,20})((?:with|assert)\s{0,20}\{[^{}]{0,300}\})/g;
/** `import defer * as m`, `import source m from`: the phase of an import; `export default abstract class`: of a class without a name. */
const IMPORT_PHASE = /(?<=\bimport\s{1,20})(?:defer(?=\s{1,20}\*)|source(?=\s{1,20}(?!from\b)[\w$]{1,200}\s{1,20}from\b))/g;
const NAMELESS_ABSTRACT = /(?<=\bdefault\s{1,20})abstract(?=\s{1,20}class\s{0,20}(?:[{<]|(?:extends|implements)\b))/g;
/** Type keywords as names of a function type's parameters, `type` as a type's name, others as names of values and methods. */
const PLAIN_PARAMETER = /(\(\s{0,20})(any|boolean|never|number|object|string|symbol|unknown|void)(?=\s{0,20}\)\s{0,20}=>)/g;
const TYPE_NAMED_TYPE = /(?<=[(:=?]\s{0,200})type(?=\s{1,20}extends\b)/g;
const WORD_AS_NAME =
  /\b(?:accessor(?=\s{0,20}(?:[(<=:;]|[?!]\s{0,20}[:;]))|abstract(?=\s{0,20}(?:[.(:=;,)]|\?\s{0,20}[.:]))|unique(?=\s{0,20}[.([]))/g;
/** `export { type as T }`: not a type of the name `as`, but something of the name `type`; so `export { type }`. */
const NAMED_TYPE = /(?<=(?:[{,]|\*\/)\s{0,200})type(?=(?:\s{1,20}as\s{1,20}(?!as\b)[\w$]{1,200})?\s{0,200}[,}])/g;
/** `({ a }?: T) => R`: in types of functions the grammar knows no pattern that may be left out. */
const OPTIONAL_PATTERN = /(?<=\})\?(?=\s{0,20}:)/g;
/** `f<[string?]>()`: in a call's type arguments the grammar has no optional element. */
const OPTIONAL_PART = /(?<=[\w$\])>])\?(?=\s{0,20}\])/g;
/** `[K in keyof readonly any[]]`: the grammar has no such list after `keyof`. */
const KEYOF_READONLY = /(?<=\bkeyof\s{1,20})readonly(?=\s{1,20}[\w$[({"'])/g;
/** A name that the grammar takes for a keyword. Where `using` is one, `declareUsed` has written another word. */
const USING_NAME = /(?<![\w$])using(?![\w$])/g;
/** A variable `as`, and where its name is a value or is called. */
const AS_DECLARED = /\b(?:let|const|var|function|class)\s{1,20}as\b|[(,]\s{0,20}as\s{0,20}(?:=(?![=>])|[,)?:])/;
const AS_NAME = /(?<![\w$'"`])(?<!(?:^|[^.])\.)as(?=\s{0,20}[=+\-*/.,;)}\]?:])|(?<=(?:[=(,;{[!&|?:]|\bnew|\breturn)\s{0,20})as(?=\()/g;
/** `accessor x = 1`, a field of a class. */
const ACCESSOR = /(^|[;{})\s])accessor(?=\s{1,20}[A-Za-z_$#["'])/g;
/** `global { … }` in a declared module: a block, to which the grammar knows no such beginning. */
const GLOBAL = /(?<=(?:^|[\n;{}])[ \t]{0,100})global(?=\s{0,20}\{)/g;
/** Type arguments, one pair of brackets in them at most. */
const ARGUMENTS = "<(?:[^<>=`]|=>|=(?!>)|<[^<>`]{0,200}>){1,600}>";
/** Before a template the grammar knows none. */
const TAGGED = new RegExp(`(?<=[\\w$)\\]])${ARGUMENTS}(?=\\s{0,20}\`)`, "g");
/** `f<<T>(a: T) => R>()`, `f<<T extends A>() => R>()`: the grammar takes the first two signs for a shift. Without its parameters the function's type is read. */
const GENERIC_ARGUMENT = new RegExp(
  `(?<=[\\w$]<)<\\s{0,20}(?:const\\s{1,20})?[A-Za-z_$][\\w$]{0,100}(?:>|(?:\\s{1,20}extends\\b|\\s{0,20}[,=])(?:[^<>()\`;]|=>|<[^<>()\`;]{0,200}>){1,300}>)(?=\\s{0,20}\\()`,
  "g",
);
/** `typeof undefined` in a type: the grammar requires a name there. */
const TYPEOF_UNDEFINED = /\btypeof(?=\s{1,20}undefined\b)(?!\s{1,20}undefined\s{0,20}[!=]=)/g;
/**
 * `<b>R & D</b>`, `&ldquo;R&rdquo; & D <br />`: in the text of an element a sign like any other. What ends the text cannot be a type's
 * argument.
 */
const SAID = '(?:[^<>{}=;"`&]|&(?:[A-Za-z]{1,30};)?){0,500}';
const ENDED = `(?:${
  [
    String.raw`<\/`,
    String.raw`<[\w.]{1,50}\s{0,20}\/>`,
    String.raw`<[\w.]{1,50}\s{1,100}[\w-]{1,50}=["{]`,
    String.raw`(?<=[\s>}])<[\w.]{1,50}>(?!\s{0,20}\()`,
    String.raw`\{(?:"[^"\n]{0,50}"|[\w$.]{1,100})\}`,
    // `{list.length > 0 && …}`, `{count(list) ? …}`, `{list.map(…)}`
    String.raw`\{\s{0,200}!{0,2}[\w$.]{1,100}(?:\([^(){}:;]{0,100}\))?\s{0,100}(?:&&|\|\||\?\?|[=!]==|[<>]=?\s|\?\s(?!\s{0,20}:))`,
    String.raw`\{\s{0,200}[\w$]{1,50}\.[\w$.]{1,100}\(`,
    String.raw`\{\s{0,200}\``,
  ].join("|")
})`;
const AMPERSAND = new RegExp(`(?<=(?:[^=]>|\\})${SAID})(?<!&)&(?![&#]|[A-Za-z]{1,30};)(?=${SAID}${ENDED})`, "g");
/**
 * `href="/jobs?page=1&size=2"`: in an element's attribute the grammar requires a complete entity (`&amp;`) after each `&` before a letter.
 */
const ATTRIBUTE_AMPERSAND = new RegExp(
  String.raw`(?<==\s{0,20}(?:"[^"\n]{0,3000}|'[^'\n]{0,3000}))&(?=[A-Za-z#])(?![A-Za-z]{1,30};|#(?:[xX][0-9a-fA-F]{1,6}|[0-9]{1,5});)`,
  "g",
);
/** See the plugin contract. */
export function repairText(source: string): string {
  let text = isFlow(source) ? repairFlow(source) : source;
  text = text.replace(EXPORTED_FROM, (_all, list: string, space: string) => list + " ".repeat(space.length));
  text = text.replace(EXPORT_ATTRIBUTES, (_all, list: string, attributes: string) => list + blank(attributes));
  text = text.replace(IMPORT_PHASE, blank).replace(NAMELESS_ABSTRACT, blank);
  text = text.replace(PLAIN_PARAMETER, (_all, before: string, name: string) => before + renamed(name));
  text = text.replace(TYPE_NAMED_TYPE, "typ$").replace(NAMED_TYPE, renamed).replace(WORD_AS_NAME, renamed).replace(OPTIONAL_PATTERN, " ")
    .replace(OPTIONAL_PART, " ").replace(KEYOF_READONLY, blank);
  text = text.replace(ACCESSOR, (_all, before: string) => `${before}        `);
  text = text.replace(GLOBAL, blank).replace(TAGGED, blank).replace(GENERIC_ARGUMENT, blank).replace(
    TYPEOF_UNDEFINED,
    blank,
  );
  text = nameImportedTypes(partDecorators(text));
  text = text.replace(AMPERSAND, "+").replace(ATTRIBUTE_AMPERSAND, "+");
  text = declareUsed(text).replace(USING_NAME, renamed);
  if (AS_DECLARED.test(text)) text = text.replace(AS_NAME, renamed);
  return separateSignatures(giveBodies(text));
}

/** A name that is not a keyword. */
function renamed(word: string): string {
  return `${word.slice(0, -1)}$`;
}
