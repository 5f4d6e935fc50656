/** The form of comments and strings in Go. */
import { C_FORMS, type TextForms } from "../../core/rules/text_forms.ts";

/** The form of comments and strings in Go. */
export const textForms: TextForms = {
  skipped: [...C_FORMS.skipped, /`[^`]*`/],
  tests: {
    // Blocks of Ginkgo, and of what is like it: `Describe`, `ginkgo.FIt`, `g.It`, `DescribeTable`.
    called: /(?<![\w.])(?:\w+\.)?[FPX]?(?:Describe(?:Table(?:Subtree)?)?|Context|When|It|Specify|Entry)(?=\s*\()/,
    before: /^\s*/,
    behind: /^\s*,/,
  },
  written: { bracket: "{", before: /\)\s*$/, behind: /^\s*:(?!=)/ },
};
