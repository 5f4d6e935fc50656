/**
 * Names used in templates of Django, Jinja and similar ones, and in the code of Cython and of notebooks.
 *
 * Pure. Invariant: every word outside of texts and comments counts, because a template reads attributes and calls methods alike; including
 * too many is harmless.
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

/** Parts of a line of code: a comment, a text (of several lines, too), a word. */
const CODE_PART = new RegExp(String.raw`#[^\n]*|"{3}[^]*?"{3}|'{3}[^]*?'{3}|` + PART.source, "gu");

/** The template files of Python projects, and the names in them. */
export const templates: TemplateRules = {
  files: /\.(?:j2|jinja2?|djhtml|html?|pyx|pxi|ipynb)$/i,
  components: /\.(?:pyx|pxi|ipynb)$/i,
  longestComponent: 2 * 1024 * 1024,
  readNames(path, text) {
    if (path.endsWith(".ipynb")) return namesOfCode(codeOfNotebook(text), () => 1);
    const starts = lineStarts(text);
    if (templates.components.test(path)) return namesOfCode(text, (at) => lastAtMost(starts, at) + 1);
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

/** The names in a piece of code, each with the line of its first place. */
function namesOfCode(code: string, lineAt: (place: number) => number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { 0: word, index } of code.matchAll(CODE_PART)) {
    if (!/^["'#]/.test(word) && !found.has(word)) found.set(word, lineAt(index));
  }
  return found;
}

/** The code cells of a notebook; "" if it is damaged. */
function codeOfNotebook(text: string): string {
  try {
    const { cells } = JSON.parse(text) as { cells?: { cell_type?: string; source?: string | string[] }[] };
    const code = (cells ?? []).filter(({ cell_type }) => cell_type === "code");
    return code.map(({ source }) => typeof source === "string" ? source : (source ?? []).join("")).join("\n");
  } catch {
    return "";
  }
}
