/**
 * The registry of languages: one line each.
 *
 * Invariant: the only module that names them all. Loading it starts no parser and reads no grammar.
 */
import type { LanguagePlugin } from "../core/plugin.ts";

/** All languages that Callgrove knows. */
export const languages: readonly LanguagePlugin[] = [];
