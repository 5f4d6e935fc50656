/**
 * Names used in templates of `text/template` and `html/template`.
 *
 * Pure. Invariant: only exported fields and methods count, which are visible to templates; including too many is harmless.
 */
import { lastAtMost, lineStarts } from "../../core/base/lists.ts";
import type { TemplateRules } from "../../core/rules/template_rules.ts";

const ACTION = /\{\{(?!-?\s*\/\*)([^]*?)\}\}/g;
/** A name after a dot, or a text, which names nothing. */
const PART = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|\.(\p{Lu}[\p{L}\p{Nd}_]*)/gu;

/** The names in a template's actions, each with its first position. */
export function namesInActions(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const action of text.matchAll(ACTION)) {
    for (const part of action[1]!.matchAll(PART)) {
      const name = part[1];
      if (name !== undefined && !found.has(name)) found.set(name, action.index + 2 + part.index + 1);
    }
  }
  return found;
}

/** The template files of Go projects, and the names in them. */
export const templates: TemplateRules = {
  files: /\.(?:tmpl|gotmpl|gohtml|gotxt|tpl|html?)$/i,
  // Files that code embeds (`//go:embed`) or opens beside itself, whatever they are templates of.
  besideCode: /^[^._].*\.(?:ya?ml|toml|txt|sh|conf|cfg|ini|xml|service|env)$/i,
  // None of them contains code of its own.
  components: /(?!)/,
  readNames(_path, text) {
    const starts = lineStarts(text);
    return new Map([...namesInActions(text)].map(([name, at]) => [name, lastAtMost(starts, at) + 1]));
  },
};
