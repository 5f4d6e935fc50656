/**
 * Languages for the threads that parse and resolve: those that they are asked for.
 *
 * Invariants: it composes and does nothing itself; whoever has no languages of his own pays nothing for those of others. Code that was
 * dropped in is for parsing alone, and comes with the first job that needs it: what does not end there is ended with that job.
 */
import type { LanguagePlugin } from "./core/plugin.ts";
import type { Half, LanguageSource } from "./core/threads/work.ts";
import { likelyLanguage, loadLanguage } from "./languages/registry.ts";
import { loadLanguageModule } from "./later.ts";
import { mayHaveDropIns } from "./plugins/drop_in_folders.ts";

const known = new Map<string, Promise<LanguagePlugin>>();
let allData: Promise<readonly LanguagePlugin[]> | undefined;

/** See the head of this file. What may be dropped in is not foreseen: its code comes with a job that has a limit. */
export const threadLanguages: LanguageSource = {
  load: loadLanguageFor,
  nameOf: (ending) => mayHaveDropIns() ? undefined : likelyLanguage(ending),
};

/** A language of the program or of the user, looked for once. @throws Error where there is none of that name */
function loadLanguageFor(name: string, half: Half): Promise<LanguagePlugin> {
  const key = `${half} ${name}`;
  let language = known.get(key);
  if (language === undefined) known.set(key, language = mayHaveDropIns() ? loadAmongAll(name, half) : loadLanguage(name));
  return language;
}

async function loadAmongAll(name: string, half: Half): Promise<LanguagePlugin> {
  const isIt = (one: LanguagePlugin): boolean => one.name === name;
  const data = (await (allData ??= loadAll(""))).find(isIt);
  if (data === undefined) return await loadLanguage(name);
  return half === "parse" && data.runsApart === true ? (await loadAll(name)).find(isIt) ?? data : data;
}

/** @param coded the one language that comes with its code */
async function loadAll(coded: string): Promise<readonly LanguagePlugin[]> {
  return (await (await loadLanguageModule()).loadLanguages(coded)).plugins;
}
