/**
 * Which language a file is written in, by its name or its `#!` line, and which files are manifests.
 *
 * Stage: scan. Invariant: plain data made once from the plugins; a file extension belongs to one language.
 */
import { addAt } from "../base/lists.ts";
import { baseName } from "../base/path_parts.ts";
import { escapePattern } from "../base/pattern_text.ts";
import type { LanguagePlugin } from "../plugin.ts";

/** A language and the grammar that reads a file. */
export interface FileLanguage {
  readonly plugin: LanguagePlugin;
  readonly grammar: string;
}

/** The language of each file, and the languages that read each manifest. */
export interface LanguageTable {
  readonly plugins: readonly LanguagePlugin[];
  /** By name. */
  readonly byName: ReadonlyMap<string, LanguagePlugin>;
  /** The language that a person means by a word: its name, an alias, or one of its file extensions with or without the dot. */
  meantBy(word: string): LanguagePlugin | undefined;
  /** The language of a path by its extension, or undefined. */
  languageOf(path: string): FileLanguage | undefined;
  /** The language of a script by its first line, or undefined. */
  languageOfScript(firstLine: string): FileLanguage | undefined;
  /** The plugins that read a file for module resolution. */
  manifestReaders(path: string): readonly LanguagePlugin[];
  /** What a person should know about the languages: one that was left out, and why. */
  readonly notes: readonly string[];
}

/** @throws Error if two plugins claim one extension: a programming error, found by tests */
export function makeLanguageTable(plugins: readonly LanguagePlugin[], notes: readonly string[] = []): LanguageTable {
  const endings = new Map<string, FileLanguage>();
  const interpreters = new Map<string, FileLanguage>();
  const manifests = new Map<string, LanguagePlugin[]>();
  const manifestPatterns: { pattern: RegExp; plugin: LanguagePlugin }[] = [];
  for (const plugin of plugins) {
    for (const [ending, grammar] of Object.entries(plugin.extensions)) {
      const rival = endings.get(ending);
      if (rival) throw new Error(`both ${rival.plugin.name} and ${plugin.name} claim the ending ${ending}`);
      endings.set(ending, { plugin, grammar });
    }
    const grammar = Object.values(plugin.extensions)[0]!;
    for (const interpreter of plugin.interpreters ?? []) interpreters.set(interpreter, { plugin, grammar });
    for (const name of plugin.manifests) {
      if (!name.includes("*")) addAt(manifests, name, plugin);
      else manifestPatterns.push({ plugin, pattern: new RegExp(`^${name.split("*").map(escapePattern).join(".*")}$`) });
    }
  }
  return {
    plugins,
    notes,
    byName: new Map(plugins.map((plugin) => [plugin.name, plugin])),
    meantBy(word) {
      const wanted = word.trim().toLowerCase();
      return plugins.find(({ name }) => name === wanted) ?? plugins.find(({ aliases = [] }) => aliases.includes(wanted)) ??
        endings.get(wanted.startsWith(".") ? wanted : `.${wanted}`)?.plugin;
    },
    languageOf(path) {
      const dot = path.lastIndexOf(".");
      return dot <= path.lastIndexOf("/") + 1 ? undefined : endings.get(path.slice(dot).toLowerCase());
    },
    languageOfScript(firstLine) {
      const match = /^#!\s*(\S+)(?:\s+(?:-\S+\s+)*(\S+))?/.exec(firstLine);
      if (!match) return undefined;
      const program = baseName(match[1]!);
      const name = program === "env" ? baseName(match[2] ?? "") : program;
      return interpreters.get(name) ?? interpreters.get(name.replace(/[\d.]+$/, ""));
    },
    manifestReaders(path) {
      const name = baseName(path);
      const exact = manifests.get(name) ?? [];
      if (manifestPatterns.length === 0) return exact;
      const matched = manifestPatterns.filter((one) => one.pattern.test(name) && !exact.includes(one.plugin)).map((one) => one.plugin);
      return [...exact, ...matched];
    },
  };
}
