/**
 * All languages, those of the program and those that were dropped in beside it. Loaded only when something is scanned: plugins are
 * many small modules.
 *
 * Invariant: it composes and does nothing itself.
 */
import type { LanguagePlugin } from "./core/plugin.ts";
import { type LanguageTable, makeLanguageTable } from "./core/scan/languages_of.ts";
import { languages } from "./languages/mod.ts";
import { loadDropInModule } from "./later.ts";
import { findDropIns } from "./plugins/find_drop_ins.ts";

/** The languages that need no drop-in. */
export const builtIn: readonly LanguagePlugin[] = languages;

/** Languages, and what a person should know about those that are not among them. */
export interface LoadedLanguages {
  readonly plugins: readonly LanguagePlugin[];
  readonly notes: readonly string[];
}

/** @param coded the one language whose code, where it was dropped in, is loaded too: in the threads that parse, and nowhere else. */
export async function loadLanguages(coded = ""): Promise<LoadedLanguages> {
  const folders = findDropIns();
  if (folders.length === 0) return { plugins: languages, notes: [] };
  const { loadDropIns } = await loadDropInModule();
  return await loadDropIns(languages, folders, coded);
}

/** The table that a scan needs. */
export async function loadLanguageTable(): Promise<LanguageTable> {
  const { plugins, notes } = await loadLanguages();
  return makeLanguageTable(plugins, notes);
}
