/**
 * Checks query files: each pattern is compiled by tree-sitter itself and by our own matcher, and its captures are checked against the
 * vocabulary.
 *
 * Stage: parse. Invariant: a pattern must fit at least one grammar of its language.
 */
import { type Language, Query } from "web-tree-sitter";
import { describeThrown } from "../errors.ts";
import { checkCaptures } from "../lower/lowering_rules.ts";
import { compilePatterns } from "../lower/patterns.ts";
import { describeGrammar } from "./parse_file.ts";

/** One pattern of a file, with its first line. */
export interface PatternText {
  readonly text: string;
  readonly line: number;
}

/** The patterns of a query file: each is everything from one outermost bracket to the next. */
export function splitPatterns(source: string): PatternText[] {
  const patterns: PatternText[] = [];
  const token = /;[^\n]*|"(?:\\.|[^"\\])*"|[()[\]]|[^\s;"()[\]]+/g;
  let depth = 0;
  let start = -1;
  for (const { 0: text, index } of source.matchAll(token)) {
    if (text.startsWith(";")) continue;
    const opens = text === "(" || text === "[";
    if (depth === 0 && (opens || text.startsWith('"'))) {
      if (start >= 0) patterns.push(cut(source, start, index));
      start = index;
    }
    if (opens) depth++;
    if (text === ")" || text === "]") depth--;
  }
  if (start >= 0) patterns.push(cut(source, start, source.length));
  return patterns;
}

function cut(source: string, start: number, end: number): PatternText {
  return { text: source.slice(start, end), line: source.slice(0, start).split("\n").length };
}

/**
 * What is wrong with a pattern, or "".
 * @param own the plugin's own rules; "any" if they are not known
 */
export function checkPattern(text: string, own: ReadonlySet<string> | "any", grammars: readonly Language[]): string {
  let complaint = "";
  let fits = false;
  for (const language of grammars) {
    try {
      const patterns = compilePatterns(text, describeGrammar(language));
      // tree-sitter expects predicates inside a pattern's brackets; ours are written the same way.
      new Query(language, text).delete();
      const named = own === "any"
        ? new Set([...patterns.rules].filter((rule) => rule.startsWith("own.")).map((rule) => rule.slice(4)))
        : own;
      const wrong = checkCaptures(patterns.rules, patterns.roles, named);
      if (wrong !== "") return wrong;
      fits = true;
    } catch (thrown) {
      complaint = describeThrown(thrown);
    }
  }
  return fits ? "" : complaint;
}
