/**
 * Names that scripts share without importing them: a use depends on what files declare under that name, not on each of possibly thousands
 * of files. The result must equal a fresh index.
 */
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

const USERS = {
  "script.ts": "function use() { shared(1); holder.go(); window.shared(2); new Kind().go(); }\n",
  "module.ts": "export function use() { shared(3); holder.go(); window.shared(4); }\n",
  "typed.ts": "function take(kind: Kind) { kind.go(); }\n",
};
const ONE = "function shared(n: number) {}\nclass Kind { go() {} }\nvar holder = new Kind();\n";
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "alone": {},
  "one of two": { "other.ts": ONE },
  "one of three": { "other.ts": ONE, "third.ts": "function shared() {}\n" },
  "beside one that is declared": { "other.ts": "declare function shared(n: number): void;\ndeclare var holder: Kind;\n" },
  "beside one for all": { "other.ts": "export {};\ndeclare global { function shared(n: number): void; }\n" },
};
const EDITS: Readonly<Record<string, readonly [string, string]>> = {
  "a script becomes a module": [ONE, `${ONE}export {};\n`],
  "a script imports": [ONE, `import "./module";\n${ONE}`],
  "a function has no body any more": [ONE, ONE.replace("function shared(n: number) {}", "declare function shared(n: number): void;")],
  "a function stands in a block": [ONE, ONE.replace("function shared(n: number) {}", "{ function shared(n: number) {} }")],
  "a function becomes a variable": [ONE, ONE.replace("function shared(n: number) {}", "var shared = (n: number) => {};")],
  "a variable has no value": [ONE, ONE.replace("var holder = new Kind();", "var holder: Kind;")],
  "it is declared for all": [
    ONE,
    `export {};\ndeclare global { function shared(n: number): void; var holder: Kind; class Kind { go(): void } }\n`,
  ],
  "it is put on the global object": [ONE, ONE.replace("function shared(n: number) {}", "window.shared = function (n: number) {};")],
};

testThereAndBack(Object.fromEntries(
  Object.entries(OTHERS).flatMap(([where, others]) =>
    Object.entries(EDITS).map(([what, between]): [string, Edit] => [
      `${what}, ${where}`,
      { files: { ...USERS, ...others }, path: "one.ts", text: "…", between },
    ])
  ),
));
