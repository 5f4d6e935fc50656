/**
 * The registry of languages: one line each.
 *
 * Invariant: the only module that names them all. Loading it starts no parser and reads no grammar.
 */
import type { LanguagePlugin } from "../core/plugin.ts";
import { plugin as go } from "./go/plugin.ts";
import { plugin as python } from "./python/plugin.ts";
import { plugin as rust } from "./rust/plugin.ts";
import { plugin as typescript } from "./typescript/plugin.ts";

/** All languages that Callgrove knows. */
export const languages: readonly LanguagePlugin[] = [go, python, rust, typescript];
