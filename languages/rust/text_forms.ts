/** The form of comments and strings in Rust; a lifetime is not a string. */
import type { TextForms } from "../../core/rules/text_forms.ts";

/** The form of comments and texts in Rust. */
export const textForms: TextForms = {
  written: { bracket: "{", before: /(?:->|\b(?:struct|enum|union|impl|trait|for|mod))\s*$/, behind: /^\s*(?::(?!:)|,|\})/ },
  // A format string captures the variables named in its braces.
  filled: { text: /^"[^]*\{\w/, code: /(?<!\{)\{(\w+)(?=[:}])/g },
  pathWords: { here: "self", above: "super" },
  docTests: /^(?:(?:rust|no_run|should_panic|standalone|edition\d{4}|E\d{4})[,\s]*)*$/,
  skipped: [
    /\/\/[^\n]*|\/\*[\s\S]*?\*\//,
    /\b[bc]?r(?<hashes>#*)"[\s\S]*?"\k<hashes>|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^'\n]+|[^\\'\n])'/,
  ],
};
