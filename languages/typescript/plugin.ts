/**
 * TypeScript and JavaScript: one plugin for all of their file extensions.
 *
 * JavaScript is parsed with the grammar of TSX, which includes all of it: one set of patterns, and types where a file has them.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import { ALIAS_FILES } from "./bundler_aliases.ts";
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import librarySource from "./library.d.ts.txt" with { type: "text" };
import statements from "./statements.scm" with { type: "text" };
import { isTestFile, makeModules } from "./modules.ts";
import { rules } from "./resolution_rules.ts";
import { packages } from "./package_facts.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";
import { textForms } from "./text_forms.ts";

/** The TypeScript plugin. */
export const plugin: LanguagePlugin = {
  name: "typescript",
  title: "TypeScript and JavaScript",
  aliases: ["javascript"],
  version: 53,
  extensions: {
    ".ts": "typescript",
    ".mts": "typescript",
    ".cts": "typescript",
    ".tsx": "tsx",
    ".jsx": "tsx",
    ".js": "tsx",
    ".mjs": "tsx",
    ".cjs": "tsx",
  },
  interpreters: ["node", "deno", "bun", "ts-node", "tsx"],
  manifests: [
    ...["package.json", "deno.json", "deno.jsonc", "import_map.json", "tsconfig.json", "jsconfig.json", "tsconfig*.json"],
    ...ALIAS_FILES,
  ],
  queries: [definitions, expressions, imports, statements].join("\n"),
  reading: async () => (await import("./reading.ts" as string) as typeof import("./reading.ts")).reading,
  library: { path: "library.d.ts", source: librarySource },
  rules,
  textForms,
  modules: makeModules,
  packages,
  templates,
  routes,
  tests: "calls",
  isTestFile,
};
