/** How comments and texts look in Rust; a lifetime is no text. */
import type { TextForms } from "../../core/rules/text_forms.ts";

/** See the head of this file. */
export const textForms: TextForms = {
  written: { bracket: "{", before: /(?:->|\b(?:struct|enum|union|impl|trait|for|mod))\s*$/, behind: /^\s*(?::(?!:)|,|\})/ },
  // A format string captures what its braces name.
  filled: { text: /^"[^]*\{\w/, code: /(?<!\{)\{(\w+)(?=[:}])/g },
  pathWords: { here: "self", above: "super" },
  docTests: /^(?:(?:rust|no_run|should_panic|standalone|edition\d{4}|E\d{4})[,\s]*)*$/,
  skipped: [
    /\/\/[^\n]*|\/\*[\s\S]*?\*\//,
    /\b[bc]?r(?<hashes>#*)"[\s\S]*?"\k<hashes>|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^'\n]+|[^\\'\n])'/,
  ],
};
