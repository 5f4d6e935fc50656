/** How comments and texts look in TypeScript and JavaScript. */
import { C_FORMS, type TextForms } from "../../core/rules/text_forms.ts";

/** See the head of this file. */
export const textForms: TextForms = {
  skipped: [...C_FORMS.skipped, /`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*\})*\}|[^`\\])*`/],
  filled: { text: /^`/, code: /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g },
  tests: {
    // `it`, `Deno.test`, `test.describe.only`, `context.step`.
    called:
      /(?<![\w$.])(?:[\w$]+\.)*?(?:[fx]?(?:describe|it|test)|suite|context|specify|step)(?:\.(?:only|skip|todo|concurrent|sequential|serial|parallel|describe|step|fails|failing|each|for|skipIf|runIf|ignore|if))*(?=\s*[<(`])/,
    before: /^\s*(?:\{\s*name:\s*)?/,
    behind: /^\s*,/,
    patterns: /(?<=(?:^|[(,=:[!&|?{};>+*%~^-]|\b(?:return|case|typeof))\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//,
  },
  key: /^\s*\??\s*:(?!:)/,
};
