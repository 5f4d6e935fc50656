/**
 * The registry of languages: one line each.
 *
 * Invariant: the only module that names them all; a language is loaded when it is asked for, so that a thread that reads one does not load
 * the others. Loading one starts no parser and reads no grammar.
 */
import { tableOf } from "../core/base/tables.ts";
import type { LanguagePlugin } from "../core/plugin.ts";

type Loaded = Promise<{ readonly plugin: LanguagePlugin }>;

// Names with `as string` are not resolved when the program starts (`later.ts`).
const loaders: Readonly<Record<string, () => Loaded>> = tableOf({
  go: () => import("./go/plugin.ts" as string) as Loaded,
  python: () => import("./python/plugin.ts" as string) as Loaded,
  rust: () => import("./rust/plugin.ts" as string) as Loaded,
  typescript: () => import("./typescript/plugin.ts" as string) as Loaded,
});

/** Endings that tell a language well enough to load it before anything is known. */
const endings: Readonly<Record<string, string>> = tableOf({
  ".go": "go",
  ".py": "python",
  ".rs": "rust",
  ".ts": "typescript",
  ".tsx": "typescript",
  ".js": "typescript",
});

/** The language that files of an ending are most likely written in. */
export function likelyLanguage(ending: string): string | undefined {
  return Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

/** A language by its name. @throws Error where there is none of that name */
export async function loadLanguage(name: string): Promise<LanguagePlugin> {
  const load = loaders[name];
  if (load === undefined) throw new Error(`there is no language "${name}"`);
  return (await load()).plugin;
}

/** All languages that Callgrove knows. */
export async function loadLanguages(): Promise<readonly LanguagePlugin[]> {
  return await Promise.all(Object.keys(loaders).map(loadLanguage));
}
