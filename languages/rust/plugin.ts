/**
 * Rust: crates and modules, impls and traits, patterns, macros read as code.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.rs" with { type: "text" };
import { makeModules } from "./modules.ts";
import { packages } from "./package_facts.ts";
import { rules } from "./resolution_rules.ts";
import { routes } from "./routes.ts";
import { namesCalled, namesDeclared } from "./macros/names.ts";
import { shareMacros } from "./macros/share_macros.ts";
import { textForms } from "./text_forms.ts";

/** The Rust plugin. */
export const plugin: LanguagePlugin = {
  name: "rust",
  title: "Rust",
  version: 49,
  extensions: { ".rs": "rust" },
  manifests: ["Cargo.toml"],
  queries: [definitions, imports, bindings, calls].join("\n"),
  reading: async () => (await import("./reading.ts" as string) as typeof import("./reading.ts")).reading,
  givenMacros: { namesDeclared, namesCalled, share: shareMacros },
  library: { path: "library.rs", source: library },
  rules,
  textForms,
  modules: makeModules,
  packages,
  routes,
  tests: "anywhere",
  isTestFile: (path) => /(?:^|\/)(?:tests|benches)\//.test(path) || /(?:^|\/)tests?\.rs$/.test(path),
};
