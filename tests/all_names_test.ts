/**
 * Edits that add a name to a file whose names another file uses all together: no name that was looked up reveals the dependency. The result
 * must equal a fresh index.
 */
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

const HANDS_MODULE = { "use.ts": 'import { register } from "outside";\nimport * as shown from "./shown";\nregister(shown);\n' };

const EDITS: Readonly<Record<string, Edit>> = {
  "a module that is handed over": {
    files: HANDS_MODULE,
    path: "shown.ts",
    text: "export function load() {}\n…\n",
    between: ["", "export function own() {}"],
  },
  "what a module that is handed over hands on": {
    files: { ...HANDS_MODULE, "shown.ts": 'export * from "./made";\n' },
    path: "made.ts",
    text: "export function load() {}\n…\n",
    between: ["", "export function own() {}"],
  },
  "a module whose functions a macro names by what it is given": {
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
      "src/lib.rs":
        "mod steps;\n#[macro_export]\nmacro_rules! table { ($($step:ident),*) => { static TABLE: &[fn()] = &[$( steps::$step ),*]; }; }\n",
    },
    path: "src/steps.rs",
    text: "pub fn load() {}\n…\n",
    between: ["", "pub fn own() {}"],
  },
};

testThereAndBack(EDITS);
