/** How comments and texts look in TypeScript and JavaScript. */
import { C_FORMS, type TextForms } from "../../core/rules/text_forms.ts";

/** A regular expression: what precedes it, with blanks, is not a value that it would divide. */
const PATTERN =
  /\/(?![*/])(?<=(?:^|[(,=:[!&|?{;+*%~^-]|=>|\b(?:return|case|typeof|in|of|do|else|void|yield|await|throw))\s*\/)(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//;

/** The form of comments and strings in TypeScript. */
export const textForms: TextForms = {
  skipped: [...C_FORMS.skipped, PATTERN, /`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*\})*\}|[^`\\])*`/],
  filled: { text: /^`/, code: /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g },
  tests: {
    // `it`, `Deno.test`, `test.describe.only`, `context.step`.
    called:
      /(?<![\w$.])(?:[\w$]+\.)*?(?:[fx]?(?:describe|it|test)|suite|context|specify|step)(?:\.(?:only|skip|todo|concurrent|sequential|serial|parallel|describe|step|fails|failing|each|for|skipIf|runIf|ignore|if))*(?=\s*[<(`])/,
    before: /^\s*(?:\{\s*name:\s*)?/,
    behind: /^\s*,/,
  },
  key: /^\s*\??\s*:(?!:)/,
};
