/**
 * Checks the `.scm` files of all languages, or of those named: `deno task queries [NAME…]`.
 *
 * Each pattern is compiled by tree-sitter itself and by our own matcher, and its captures are held against the vocabulary. Exit status 1
 * if one is wrong. Invariant: a pattern must fit at least one grammar of its language.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Language, Parser } from "web-tree-sitter";
import { compareText } from "../../core/base/lists.ts";
import { readGrammar, readRuntime } from "../../core/grammar_files.ts";
import { checkPattern, splitPatterns } from "../../core/parse/query_check.ts";
import type { LanguagePlugin } from "../../core/plugin.ts";
import { languages } from "../../languages/mod.ts";

/** What is wrong with one language's queries, a line each. */
async function checkQueries(plugin: LanguagePlugin): Promise<{ mistakes: string[]; captures: Map<string, number> }> {
  const mistakes: string[] = [];
  const captures = new Map<string, number>();
  const grammars = await Promise.all([...new Set(Object.values(plugin.extensions))].map((name) => Language.load(readGrammar(name))));
  const folder = join(import.meta.dirname!, "..", "..", "languages", plugin.name);
  const own = new Set(Object.keys((await plugin.reading()).own));
  const joined: string[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".scm")).sort()) {
    const source = readFileSync(join(folder, file), "utf8");
    joined.push(source.trim());
    for (const pattern of splitPatterns(source)) {
      for (const name of pattern.text.match(/@[\w.]+/g) ?? []) captures.set(name.slice(1), (captures.get(name.slice(1)) ?? 0) + 1);
      const complaint = checkPattern(pattern.text, own, grammars);
      if (complaint !== "") mistakes.push(`languages/${plugin.name}/${file}:${pattern.line}: ${complaint}`);
    }
  }
  for (const text of joined) {
    if (!plugin.queries.includes(text)) mistakes.push(`languages/${plugin.name}: a .scm file is not part of the plugin's queries`);
  }
  return { mistakes, captures };
}

if (import.meta.main) {
  await Parser.init({ wasmBinary: readRuntime() });
  const wanted = process.argv.slice(2);
  let failed = false;
  for (const plugin of languages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const { mistakes, captures } = await checkQueries(plugin);
    for (const mistake of mistakes) process.stderr.write(`${mistake}\n`);
    failed ||= mistakes.length > 0;
    const names = [...captures].sort(([a], [b]) => compareText(a, b));
    process.stdout.write(`${plugin.name}: ${names.length} captures in use\n`);
    if (wanted.length > 0) { for (const [name, count] of names) process.stdout.write(`  @${name} ${count}\n`); }
  }
  if (failed) process.exit(1);
}
