/**
 * All languages at once.
 *
 * Invariant: loading it starts no parser and reads no grammar.
 */
import type { LanguagePlugin } from "../core/plugin.ts";
import { loadLanguages } from "./registry.ts";

/** All languages that Callgrove knows. */
export const languages: readonly LanguagePlugin[] = await loadLanguages();
