/**
 * Go: packages by folder, methods outside of their types, structural interfaces, everything declared.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import { assembly } from "./assembly.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.go" with { type: "text" };
import scopes from "./scopes.scm" with { type: "text" };
import { readNameConstraint } from "./build_constraints.ts";
import { isVendored, makeModules } from "./modules.ts";
import { packages } from "./package_facts.ts";
import { rules } from "./resolution_rules.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";
import { textForms } from "./text_forms.ts";

/** The Go plugin. */
export const plugin: LanguagePlugin = {
  name: "go",
  title: "Go",
  aliases: ["golang"],
  version: 36,
  extensions: { ".go": "go" },
  manifests: ["go.mod", "go.work"],
  queries: [definitions, scopes, bindings, imports, calls, expressions].join("\n"),
  reading: async () => (await import("./reading.ts" as string) as typeof import("./reading.ts")).reading,
  library: { path: "library.go", source: library },
  rules,
  textForms,
  modules: makeModules,
  packages,
  templates,
  assembly,
  routes,
  tests: "files",
  isTestFile: (path) => path.endsWith("_test.go"),
  isConditionalFile: (path) => readNameConstraint(path) !== "",
  isFileAside: isVendored,
};
