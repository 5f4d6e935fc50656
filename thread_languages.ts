/**
 * Languages for the threads that parse and resolve: those that they are asked for, with their code.
 *
 * Invariants: it composes and does nothing itself; whoever has no languages of his own pays nothing for those of others.
 */
import type { LanguagePlugin } from "./core/plugin.ts";
import { loadLanguageModule } from "./later.ts";
import { loadLanguage } from "./languages/registry.ts";
import { mayHaveDropIns } from "./plugins/drop_in_folders.ts";

const known = new Map<string, Promise<LanguagePlugin>>();
let all: Promise<ReadonlyMap<string, LanguagePlugin>> | undefined;

/** A language of the program or of the user, looked for once. @throws Error where there is none of that name */
export function loadLanguageWithCode(name: string): Promise<LanguagePlugin> {
  let language = known.get(name);
  if (language === undefined) known.set(name, language = mayHaveDropIns() ? loadAmongAll(name) : loadLanguage(name));
  return language;
}

async function loadAmongAll(name: string): Promise<LanguagePlugin> {
  all ??= loadAll();
  return (await all).get(name) ?? await loadLanguage(name);
}

async function loadAll(): Promise<ReadonlyMap<string, LanguagePlugin>> {
  const { plugins } = await (await loadLanguageModule()).loadLanguages("with code");
  return new Map(plugins.map((plugin) => [plugin.name, plugin]));
}
