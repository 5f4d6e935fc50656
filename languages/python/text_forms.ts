/** The form of comments and texts in Python, where a text may be a type. */
import type { TextForms } from "../../core/rules/text_forms.ts";

/** The form of comments and texts in Python. */
export const textForms: TextForms = {
  skipped: [
    /#[^\n]*/,
    /[fFrRbBuU]{0,2}(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/,
  ],
  filled: { text: /^[rR]?[fF]/, code: /\{([^{}]*)\}/g },
  // After the colon of a parameter or a variable, the arrow of a function, the bracket of a type.
  types: {
    text: /^["'][\w\s.,|[\]]+["']$/,
    before: /(?:->\s*|[\w)\]]\s*:\s*|\b(?:[A-Z]\w*|dict|frozenset|list|set|tuple|type)\[+(?:[^\]]*,)?\s*)$/,
  },
  membersInBody: true,
  key: /^\s*=(?![=>])/,
  written: { bracket: "(", before: /\b(?:class|def)\s+$/, behind: /^\s*=(?!=)/ },
};
