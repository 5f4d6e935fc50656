/** How comments and texts look in Go. */
import { C_FORMS, type TextForms } from "../../core/rules/text_forms.ts";

/** See the head of this file. */
export const textForms: TextForms = {
  skipped: [...C_FORMS.skipped, /`[^`]*`/],
  written: { bracket: "{", before: /\)\s*$/, behind: /^\s*:(?!=)/ },
};
