/**
 * Python: the plugin value. Start reading here: the `.scm` files describe what is regular, the rules named in `reading.ts` the rest.
 *
 * Invariant: data and references only; the implementation is in the files that are named.
 */
import type { LanguagePlugin } from "../../core/plugin.ts";
import bindings from "./bindings.scm" with { type: "text" };
import calls from "./calls.scm" with { type: "text" };
import definitions from "./definitions.scm" with { type: "text" };
import expressions from "./expressions.scm" with { type: "text" };
import imports from "./imports.scm" with { type: "text" };
import library from "./library.pyi" with { type: "text" };
import { makeModules } from "./modules.ts";
import { rules } from "./resolution_rules.ts";
import { packages } from "./package_facts.ts";
import { routes } from "./routes.ts";
import { templates } from "./templates.ts";
import { textForms } from "./text_forms.ts";

/** The Python plugin. */
export const plugin: LanguagePlugin = {
  name: "python",
  title: "Python",
  version: 54,
  extensions: { ".py": "python", ".pyi": "python", ".pyw": "python" },
  interpreters: ["python", "python3", "python2"],
  manifests: ["pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", "tox.ini"],
  queries: [definitions, bindings, imports, calls, expressions].join("\n"),
  reading: async () => (await import("./reading.ts" as string) as typeof import("./reading.ts")).reading,
  library: { path: "library.pyi", source: library },
  rules,
  textForms,
  modules: makeModules,
  packages,
  templates,
  routes,
  tests: "files",
  isTestFile: (path) => /(?:^|\/)(?:tests?\/|test_[^/]*\.py$|tests\.py$|conftest\.py$)|_test\.py$/.test(path),
};
