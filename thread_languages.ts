/**
 * Languages for the threads that parse and resolve: those that they are asked for, with their code.
 *
 * Invariants: it composes and does nothing itself; whoever has no languages of his own pays nothing for those of others.
 */
import type { LanguagePlugin } from "./core/plugin.ts";
import { loadLanguageModule } from "./later.ts";
import { loadLanguage } from "./languages/registry.ts";
import { mayHaveDropIns } from "./plugins/drop_in_folders.ts";

let all: Promise<ReadonlyMap<string, LanguagePlugin>> | undefined;

/** A language of the program or of the user. @throws Error where there is none of that name */
export async function loadLanguageWithCode(name: string): Promise<LanguagePlugin> {
  if (!mayHaveDropIns()) return await loadLanguage(name);
  all ??= loadAll();
  return (await all).get(name) ?? await loadLanguage(name);
}

async function loadAll(): Promise<ReadonlyMap<string, LanguagePlugin>> {
  const { plugins } = await (await loadLanguageModule()).loadLanguages("with code");
  return new Map(plugins.map((plugin) => [plugin.name, plugin]));
}
