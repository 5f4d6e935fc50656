/**
 * Names that templates of Django, Jinja and their like use.
 *
 * Pure. Invariant: every word outside of texts and comments counts, for a template reads attributes and calls methods alike; a name too many is
 * harmless.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import type { TemplateRules } from "../../core/rules/template_rules.ts";

const CODE = /\{\{([^]*?)\}\}|\{%([^]*?)%\}|\{#[^]*?#\}/g;
/** Tags that the engines have themselves; those of a project are its functions. */
const TAG = new RegExp(
  "^-?\\s*(?:end\\w+|" +
    ("autoescape|block|blocktrans|blocktranslate|break|call|comment|continue|csrf_token|cycle|debug|do|elif|else|empty|extends|filter|firstof|for|" +
      "from|if|ifchanged|import|include|language|load|localize|macro|now|plural|raw|regroup|resetcycle|set|spaceless|static|templatetag|trans|translate|url|" +
      "verbatim|widthratio|with") +
    ")\\b",
);
/** A text, which names nothing, or a word. */
const PART = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?<![\w$])[\p{L}_][\p{L}\p{Nd}_]*/gu;

export const templates: TemplateRules = {
  files: /\.(?:j2|jinja2?|djhtml|html?)$/i,
  // None of them holds code of its own.
  components: /(?!)/,
  readNames(_path, text) {
    const starts = lineStarts(text);
    const found = new Map<string, number>();
    for (const piece of text.matchAll(CODE)) {
      const tag = TAG.exec(piece[2] ?? "")?.[0].length ?? 0;
      for (const { 0: word, index } of (piece[1] ?? piece[2] ?? "").matchAll(PART)) {
        if (index < tag || /^["']/.test(word) || found.has(word)) continue;
        found.set(word, lastAtMost(starts, piece.index + 2 + index) + 1);
      }
    }
    return found;
  },
};
