/**
 * Checks the `.scm` files of all languages, or of those named: `deno task queries [NAME…]`.
 *
 * Each pattern is compiled by tree-sitter itself and by our own matcher, and its captures are held against the vocabulary. Exit status 1
 * if one is wrong. Invariant: a pattern must fit at least one grammar of its language.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Language, Parser, Query } from "web-tree-sitter";
import { readGrammar, readRuntime } from "../../core/grammar_files.ts";
import { checkCaptures } from "../../core/lowering_rules.ts";
import { describeGrammar } from "../../core/parse_file.ts";
import { compilePatterns } from "../../core/patterns.ts";
import type { LanguagePlugin } from "../../core/plugin.ts";
import { languages } from "../../languages/mod.ts";

/** One pattern of a file, with the line on which it begins. */
interface PatternText {
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

/** What is wrong with one language's queries, a line each. */
export async function checkQueries(plugin: LanguagePlugin): Promise<{ mistakes: string[]; captures: Map<string, number> }> {
  const mistakes: string[] = [];
  const captures = new Map<string, number>();
  const grammars = await Promise.all([...new Set(Object.values(plugin.extensions))].map((name) => Language.load(readGrammar(name))));
  const folder = join(import.meta.dirname!, "..", "..", "languages", plugin.name);
  const joined: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".scm")).sort()) {
    const source = readFileSync(join(folder, file), "utf8");
    joined.push(source.trim());
    for (const pattern of splitPatterns(source)) {
      for (const name of pattern.text.match(/@[\w.]+/g) ?? []) captures.set(name.slice(1), (captures.get(name.slice(1)) ?? 0) + 1);
      const complaint = checkPattern(pattern.text, plugin, grammars);
      if (complaint !== "") mistakes.push(`languages/${plugin.name}/${file}:${pattern.line}: ${complaint}`);
    }
  }
  for (const text of joined) {
    if (!plugin.queries.includes(text)) mistakes.push(`languages/${plugin.name}: a .scm file is not part of the plugin's queries`);
  }
  return { mistakes, captures };
}

function checkPattern(text: string, plugin: LanguagePlugin, grammars: readonly Language[]): string {
  let complaint = "";
  let fits = false;
  for (const language of grammars) {
    try {
      // tree-sitter wants predicates inside a pattern's brackets; that is how ours are written too.
      new Query(language, text).delete();
      const patterns = compilePatterns(text, describeGrammar(language));
      const wrong = checkCaptures(patterns.rules, patterns.roles, new Set(Object.keys(plugin.own)));
      if (wrong !== "") return wrong;
      fits = true;
    } catch (thrown) {
      complaint = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
  return fits ? "" : complaint;
}

if (import.meta.main) {
  await Parser.init({ wasmBinary: readRuntime() });
  const wanted = process.argv.slice(2);
  let failed = false;
  for (const plugin of languages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const { mistakes, captures } = await checkQueries(plugin);
    for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
    failed ||= mistakes.length > 0;
    const names = [...captures].sort(([a], [b]) => (a < b ? -1 : 1));
    process.stdout.write(`${plugin.name}: ${names.length} captures in use\n`);
    if (wanted.length > 0) { for (const [name, count] of names) process.stdout.write(`  @${name} ${count}\n`); }
  }
  if (failed) process.exit(1);
}
