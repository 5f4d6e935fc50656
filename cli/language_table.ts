/** The table of all languages, made once. Loaded only when something is scanned: plugins are many small modules. */
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { languages } from "../languages/mod.ts";

export const languageTable = makeLanguageTable(languages);
