/**
 * Functions that are removed, restored or replaced. Files that named one are resolved again, or depend on a file that did, and no others
 * that consulted its file. The result must equal a fresh index.
 */
import assert from "node:assert/strict";
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";
import { withProject } from "./support/temp_project.ts";

const SHOP = {
  "go.mod": "module demo\n",
  "kinds/kinds.go": "package kinds\n\ntype A struct{}\n\nfunc (A) Run() {}\n\ntype B struct{}\n\nfunc (*B) Run() {}\nfunc (*B) Stop() {}\n",
  "use/use.go":
    'package use\n\nimport "demo/made"\n\nfunc Use() {\n\tmade.Make().Run()\n\tmade.Held.Run()\n\tmade.Given(made.Make)\n\tvar s made.Stopper\n\ts.Stop()\n}\n',
  "use/use_test.go": 'package use\n\nimport (\n\t"testing"\n\n\t"demo/made"\n)\n\nfunc TestMake(t *testing.T) { made.Make() }\n',
  "other/other.go": 'package other\n\nimport "demo/use"\n\n// Other runs [use.Use] and `made.Make`.\nfunc Other() { use.Use() }\n',
};
const HEAD = 'package made\n\nimport "demo/kinds"\n\ntype Stopper interface{ Stop() }\n\nfunc Given(f any) {}\n\n';

/** An edit of a package that is one file, or of one of two. */
function edits(name: string, text: string, between: readonly [string, string], beside = ""): Record<string, Edit> {
  const files = { ...SHOP, ...(beside === "" ? {} : { "made/beside.go": beside }) };
  return {
    [name]: { files, path: "made/made.go", text: HEAD + text, between },
    [`${name}, a file beside`]: {
      files: { ...files, "made/more.go": "package made\n\nfunc Further() { Make() }\n" },
      path: "made/made.go",
      text: HEAD + text,
      between,
    },
  };
}

const MAKE = "func Make() kinds.A { return kinds.A{} }\n";

testThereAndBack({
  ...edits("a function goes", "var Held kinds.A\n\n…", [MAKE, ""]),
  ...edits("a function gives something else", "var Held kinds.A\n\n…", [MAKE, "func Make() *kinds.B { return nil }\n"]),
  ...edits("a function has another name", "var Held kinds.A\n\n…", [MAKE, "func Makes() kinds.A { return kinds.A{} }\n"]),
  ...edits("a variable holds what a function gives", "var Held = Make()\n\n…", [MAKE, "func Make() *kinds.B { return nil }\n"]),
  ...edits("a method becomes a function", "type Own struct{ kinds.A }\n\nvar Held Own\n\n…", [
    "func (Own) Make() {}\nfunc (Own) Run() {}\n",
    "func Make() kinds.A { return kinds.A{} }\nfunc (Own) Run() {}\n",
  ]),
  ...edits("a method that hides a promoted one goes", "type Own struct{ kinds.A }\n\nvar Held Own\n\nfunc (Own) Keep() {}\n\n…", [
    "func (Own) Run() {}\n",
    "",
  ]),
  ...edits("a type has no more what an interface asks for", "type Own struct{}\n\nfunc (Own) Run() {}\n\nvar Held Own\n\n…", [
    "func (Own) Stop() {}\n",
    "func (Own) Stop(now bool) {}\n",
  ]),
  ...edits(
    "one of two twins goes",
    "var Held kinds.A\n\n…",
    [MAKE, ""],
    `//go:build windows\n\npackage made\n\nimport "demo/kinds"\n\n${MAKE}`,
  ),
});

const TS = {
  "kinds.ts": "export class A { go() {} }\nexport class B { go() {} stop() {} }\n",
  "named.ts": 'import { make } from "./made";\nmake().go();\nexport const list = [make];\n',
  "whole.ts": 'import * as made from "./made";\nmade.make().go();\nexport const run = (name: string) => made["ma" + name]().go();\n',
  "between.ts": 'import { make } from "./made";\nexport const held = make();\nexport function give() { return make(); }\n',
  "beyond.ts": 'import { give, held } from "./between";\nheld.go();\ngive().go();\n',
  "index.ts": 'export { make as build } from "./made";\nexport * from "./made";\n',
  "through.ts": 'import { build } from "./index";\nimport * as all from "./index";\nbuild().go();\nall.make().go();\n',
  "told.ts": 'import * as made from "./made";\n/** As {@link made.make} and `make` do. */\nexport function told() { made.stay(); }\n',
  "based.ts": 'import { base } from "./made";\nexport class Below extends base() { go() {} }\n',
  "calls.ts": 'import { A } from "./kinds";\nexport function use(it: A) { it.go(); }\n',
};
const TS_MADE = 'import { A, B } from "./kinds";\nexport function stay() {}\nexport function base() { return A; }\n…\n';

const PYTHON = {
  "kinds.py": "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n    def stop(self): pass\n",
  "named.py": "from made import make\nmake().go()\nlisted = {'make': make}\n",
  "whole.py": "import made\nmade.make().go()\ndef run(name):\n    getattr(made, 'ma' + name)().go()\n    getattr(made, 'make')().go()\n",
  "between.py": "from made import *\nheld = make()\ndef give():\n    return make()\n",
  "beyond.py": "import between\nbetween.held.go()\nbetween.give().go()\n",
  "pack/__init__.py": "from made import make as build\n",
  "through.py": "from pack import build\nbuild().go()\n@build\ndef marked(): pass\n",
  "told.py": 'import made\ndef told():\n    """As `made.make` does."""\n    made.stay()\n',
  "based.py": "from made import base\nfrom kinds import A\nclass Below(base()):\n    def go(self): pass\ndef use(it: A):\n    it.go()\n",
  "test_made.py": "from made import make\ndef test_make():\n    assert make().go()\n",
};
const PYTHON_MADE = "from kinds import A, B\ndef stay(): pass\ndef base():\n    return A\n…\n";

const CRATE = {
  "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
  "src/lib.rs":
    "#[macro_use] mod macros; pub mod kinds; pub mod made; pub mod named; pub mod between; pub mod beyond; pub mod given;\npub use made::make as build;\n",
  "src/macros.rs": "macro_rules! made { () => { $crate::made::make() } }\n",
  "src/kinds.rs": "pub struct A; pub struct B;\nimpl A { pub fn go(&self) {} }\nimpl B { pub fn go(&self) {} }\n",
  "src/named.rs": "use crate::made::*;\nfn run() { make().go(); crate::build().go(); }\n",
  "src/between.rs": "use crate::made;\npub fn give() -> impl Fn() { let it = made::make(); move || it.go() }\n",
  "src/beyond.rs": "fn run() { crate::between::give()(); crate::made::stay(); }\n",
  "src/given.rs": "fn run() { made!().go(); }\n",
};
const RUST_MADE = "use crate::kinds::*;\npub fn stay() {}\n…\n";

testThereAndBack({
  "TypeScript: a function gives something else": {
    files: TS,
    path: "made.ts",
    text: TS_MADE,
    between: ["export function make() { return new A(); }", "export function make() { return new B(); }"],
  },
  "TypeScript: a function goes": { files: TS, path: "made.ts", text: TS_MADE, between: ["export function make() { return new A(); }", ""] },
  "TypeScript: a function is hidden": {
    files: TS,
    path: "made.ts",
    text: TS_MADE,
    between: ["export function make() { return new A(); }", "function make() { return new A(); }"],
  },
  "TypeScript: a function is a class": {
    files: TS,
    path: "made.ts",
    text: TS_MADE,
    between: ["export function make() { return new A(); }", "export class make { go() {} }"],
  },
  "TypeScript: what gives a base gives another": {
    files: TS,
    path: "made.ts",
    text: TS_MADE.replace("return A", "return …").replace("\n…\n", "\n"),
    between: ["A", "B"],
  },
  "TypeScript: what a function holds is something else": {
    files: TS,
    path: "made.ts",
    text: `${TS_MADE.replace("…", "")}export function make() { const kept = …; const give = () => kept; return give(); }\n`,
    between: ["new A()", "new B()"],
  },
  "TypeScript: a function takes more": {
    files: { ...TS, "given.ts": 'import { make } from "./made";\nmake((it) => it.go());\n' },
    path: "made.ts",
    text: TS_MADE,
    between: [
      "export function make(done?: (it: A) => void) { return new A(); }",
      "export function make(done?: (it: B) => void) { return new A(); }",
    ],
  },
  "JavaScript: a function is what its module is": {
    files: {
      "kinds.js": "exports.A = class { go() {} };\nexports.B = class { go() {} };\n",
      "use.js": 'const run = require("./made");\nrun().go();\n',
      "held.js": 'const { held } = require("./table");\nheld().go();\n',
      "table.js": 'exports.held = require("./made");\n',
    },
    path: "made.js",
    text: 'const { A, B } = require("./kinds");\nmodule.exports = function make() { return new …(); };\n',
    between: ["A", "B"],
  },
  "JavaScript: a function gives something else to what it makes": {
    files: {
      "kinds.js": "exports.A = class { go() {} };\nexports.B = class { go() {} };\n",
      "use.js": 'const Made = require("./made");\nnew Made().held.go();\n',
    },
    path: "made.js",
    text: 'const { A, B } = require("./kinds");\nfunction Made() { this.held = new …(); }\nmodule.exports = Made;\n',
    between: ["A", "B"],
  },
  "JavaScript: a function has a name of its own where it is kept": {
    files: {
      "kinds.ts": TS["kinds.ts"],
      "use.ts": 'import { run, table } from "./made";\nrun().go();\ntable.go().go();\n',
    },
    path: "made.ts",
    text:
      'import { A, B } from "./kinds";\nexport const run = function make() { return new …(); };\nexport const table = { go: function give() { return new …(); } };\n',
    between: ["A", "B"],
  },
  "Python: a function puts something else into a variable of its module": {
    files: { "kinds.py": PYTHON["kinds.py"], "use.py": "import made\nmade.held.go()\nmade.own.go()\n" },
    path: "made.py",
    text: "from kinds import A, B\nheld = None\ndef begin():\n    global held, own\n    held = …()\n    own = …()\n",
    between: ["A", "B"],
  },
  "TypeScript: a function puts something else into a variable of its module": {
    files: { "kinds.ts": TS["kinds.ts"], "use.ts": 'import { give, held } from "./made";\nheld.go();\ngive().go();\n' },
    path: "made.ts",
    text:
      'import { A, B } from "./kinds";\nexport let held: any;\nexport function begin() { held = new …(); }\nexport function give() { let it: any; const set = () => { it = new …(); }; set(); return it; }\n',
    between: ["A", "B"],
  },
  "Python: a function gives something else": {
    files: PYTHON,
    path: "made.py",
    text: PYTHON_MADE,
    between: ["def make():\n    return A()", "def make():\n    return B()"],
  },
  "Python: a function goes": { files: PYTHON, path: "made.py", text: PYTHON_MADE, between: ["def make():\n    return A()", ""] },
  "Python: a function has another name": {
    files: PYTHON,
    path: "made.py",
    text: PYTHON_MADE,
    between: ["def make():\n    return A()", "def makes():\n    return A()"],
  },
  "Python: what gives a base gives another": {
    files: PYTHON,
    path: "made.py",
    text: PYTHON_MADE.replace("return A", "return …").replace("\n…\n", "\n"),
    between: ["A", "B"],
  },
  "Python: what a function asks gives something else": {
    files: PYTHON,
    path: "made.py",
    text: `${PYTHON_MADE.replace("…", "")}def make():\n    return inner()\ndef inner():\n    …\n`,
    between: ["return A()", "return B()"],
  },
  "Rust: a function gives something else": {
    files: CRATE,
    path: "src/made.rs",
    text: RUST_MADE,
    between: ["pub fn make() -> A { A }", "pub fn make() -> B { B }"],
  },
  "Rust: a function goes": { files: CRATE, path: "src/made.rs", text: RUST_MADE, between: ["pub fn make() -> A { A }", ""] },
  "Rust: a function is hidden": {
    files: CRATE,
    path: "src/made.rs",
    text: RUST_MADE,
    between: ["pub fn make() -> A { A }", "fn make() -> A { A }"],
  },
});

Deno.test("a replaced function affects the files that mention it, whoever else consulted its file", () => {
  const users = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`u${i}.py`, "from made import stays\nstays().go()\n"]));
  const text = "from kinds import A, B\ndef stays():\n    return A()\n";
  const files = { ...users, "kinds.py": PYTHON["kinds.py"], "made.py": text, "v.py": "from made import other\nother().go()\n" };
  return withProject(files, async (project) => {
    await project.index();
    for (const more of ["def other():\n    return A()\n", "def other():\n    return B()\n", ""]) {
      project.write("made.py", text + more);
      assert.equal((await project.index()).resolved, 2);
    }
  });
});

Deno.test("a removed function affects the files that named it, whoever else consulted its file", () => {
  const users = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`u${i}/u.go`, `package u${i}\n\nimport "demo/made"\n\nfunc Use() { made.Stays() }\n`]),
  );
  const stays = "package made\n\nfunc Stays() {}\n";
  const files = { ...users, "go.mod": "module demo\n", "made/made.go": stays, "v/v.go": users["u0/u.go"]!.replace("Stays", "Goes") };
  return withProject(files, async (project) => {
    await project.index();
    for (const text of [`${stays}\nfunc Goes() {}\n`, `${stays}\nfunc Goes() int { return 1 }\n`, stays]) {
      project.write("made/made.go", text);
      assert.equal((await project.index()).resolved, 2);
    }
  });
});
