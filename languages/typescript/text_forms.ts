/** How comments and texts look in TypeScript and JavaScript. */
import { C_FORMS, type TextForms } from "../../core/rules/text_forms.ts";

/** See the head of this file. */
export const textForms: TextForms = {
  skipped: [...C_FORMS.skipped, /`(?:\\[\s\S]|\$\{(?:[^{}`]|\{[^{}]*\})*\}|[^`\\])*`/],
  filled: { text: /^`/, code: /\$\{((?:[^{}]|\{[^{}]*\})*)\}/g },
  key: /^\s*\??\s*:(?!:)/,
};
