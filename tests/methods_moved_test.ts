/**
 * Edits of a type's own method affect files that mention it or depend on a file that does, and those that find it without its name. All
 * others stay unchanged, and the result must equal a fresh index.
 */
import assert from "node:assert/strict";
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";
import { withProject } from "./support/temp_project.ts";

const TS = {
  "kinds.ts": "export class A { ping() {} }\nexport class B { ping() {} pong() {} }\n",
  "named.ts": 'import { Box } from "./box";\nnew Box().yield_().ping();\nconst { yield_ } = new Box();\nyield_().ping();\n',
  "between.ts":
    'import { Box } from "./box";\nexport const held = new Box().yield_();\nexport function give(box: Box) { return box["yield_"](); }\n',
  "beyond.ts": 'import { give, held } from "./between";\nheld.ping();\ngive(null!).ping();\n',
  "below.ts":
    'import { Box } from "./box";\nexport class Small extends Box { small() { return this.both(); } }\nexport class Own extends Box { yield_() { return super.yield_(); } }\n',
  "user.ts": 'import { Own, Small } from "./below";\nnew Small().small().ping();\nnew Own().yield_().ping();\n',
  "keyed.ts":
    'import { Box } from "./box";\nfunction any<T, K extends keyof T>(of: T, key: K): T[K] { return of[key]; }\ntype Given = ReturnType<Box[keyof Box]>;\n' +
    "export function run(it: Given, box: Box, key: keyof Box) { it.ping(); any(box, key)().ping(); box[key]().ping(); }\n",
  "asked.ts": "export interface Gives<T> { yield_(): T }\nexport function take<T>(from: Gives<T>): T { return from.yield_(); }\n",
  "taken.ts": 'import { take } from "./asked";\nimport { Box } from "./box";\ntake(new Box()).ping();\n',
  "wide.ts": 'import { Box } from "./box";\nexport type All = { [K in keyof Box]: Box[K] };\nexport const mixed = { ...new Box() };\n',
  "far.ts": 'import { All, mixed } from "./wide";\nexport function far(all: All) { all.yield_().ping(); mixed.yield_().ping(); }\n',
  "computed.ts": 'import { Box } from "./box";\nexport const run = (box: Box, name: string) => box["yie" + name]().ping();\n',
  "aside.ts": 'import { Box } from "./box";\nexport function aside(box: Box) { box.stay(); }\n',
};
const BOX = 'import { A, B } from "./kinds";\nexport class Box {\n  stay() {}\n  …\n  both() { return this.yield_(); }\n}\n';

const PYTHON = {
  "kinds.py": "class A:\n    def ping(self): pass\nclass B:\n    def ping(self): pass\n    def pong(self): pass\n",
  "named.py": "from box import Box\nBox().yield_().ping()\nlisted = [Box().yield_]\n",
  "between.py": "from box import Box\nheld = Box().yield_()\ndef give(box: Box):\n    return getattr(box, 'yield_')()\n",
  "beyond.py": "import between\nbetween.held.ping()\nbetween.give(None).ping()\n",
  "below.py":
    "from box import Box\nclass Small(Box):\n    def small(self):\n        return self.both()\nclass Own(Box):\n    def yield_(self):\n        return super().yield_()\n",
  "user.py": "from below import Small, Own\nSmall().small().ping()\nOwn().yield_().ping()\n",
  "asked.py":
    "from typing import Protocol, TypeVar\nT = TypeVar('T', covariant=True)\nclass Gives(Protocol[T]):\n    def yield_(self) -> T: ...\ndef take(it: Gives[T]) -> T: ...\n",
  "taken.py": "from asked import take\nfrom box import Box\ntake(Box()).ping()\n",
  "computed.py": "from box import Box\ndef run(box: Box, name):\n    getattr(box, f'yie{name}')().ping()\n",
  "aside.py": "from box import Box\ndef aside(box: Box):\n    box.stay()\n",
  "mixed.py": "class Mixed:\n    def go(self):\n        self.yield_().ping()\n",
  "joined.py": "from box import Box\nfrom mixed import Mixed\nclass Joined(Mixed, Box): pass\nJoined().go()\n",
};
const BOX_PY = "from kinds import A, B\nclass Box:\n    def stay(self): pass\n    …\n    def both(self):\n        return self.yield_()\n";

const CRATE = {
  "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
  "src/lib.rs":
    "#[macro_use] mod macros; pub mod kinds; pub mod held; pub mod named; pub mod between; pub mod beyond; pub mod given; pub mod wrapped; pub mod asked;\n",
  "src/macros.rs": "macro_rules! made { ($it:expr) => { $it.yield_() } }\n",
  "src/kinds.rs": "pub struct A; pub struct B;\nimpl A { pub fn ping(&self) {} }\nimpl B { pub fn ping(&self) {} }\n",
  "src/named.rs":
    "use crate::held::Held;\nfn run(it: Held) { it.yield_().ping(); Held::yield_(&it).ping(); Some(it).map(|one| one.yield_()).unwrap().ping(); }\n",
  "src/between.rs":
    "use crate::held::Held;\npub fn give(it: Held) -> impl Fn() { let got = it.yield_(); move || got.ping() }\npub fn all(of: Vec<Held>) -> impl Iterator { of.into_iter().map(|it| it.yield_()) }\n",
  "src/beyond.rs": "fn run() { crate::between::give(todo!())(); for one in crate::between::all(vec![]) { one.ping(); } }\n",
  "src/given.rs": "use crate::held::Held;\nfn run(it: Held) { made!(it).ping(); Some(it).map(Held::yield_).unwrap().ping(); }\n",
  "src/wrapped.rs":
    "use crate::held::Held;\npub struct Wrap(Held);\nimpl std::ops::Deref for Wrap { type Target = Held; fn deref(&self) -> &Held { &self.0 } }\npub type Other = Held;\n",
  "src/asked.rs":
    "use crate::wrapped::{Other, Wrap};\npub trait Gives { fn yield_(&self) -> crate::kinds::B; }\nfn run(it: Wrap, other: Other) { it.yield_().ping(); other.yield_().ping(); it.both().ping(); }\n",
};
const HELD =
  "use crate::kinds::*;\npub struct Held;\nimpl Held {\n    pub fn stay(&self) {}\n    …\n    pub fn both(&self) -> A { A }\n}\n";

/** The same edits of a method, beside different things in its file. */
function edits(
  language: string,
  files: Readonly<Record<string, string>>,
  path: string,
  text: string,
  forms: Readonly<Record<string, readonly [string, string]>>,
) {
  return Object.fromEntries(
    Object.entries(forms).map(([what, between]): [string, Edit] => [`${language}: ${what}`, { files, path, text, between }]),
  );
}

testThereAndBack({
  ...edits("TypeScript", TS, "box.ts", BOX, {
    "a method gives something else": ["yield_() { return new A(); }", "yield_() { return new B(); }"],
    "a method says what it gives": ["yield_() { return new A(); }", "yield_(): A { return new B(); }"],
    "a method takes something else": ["yield_(it?: A) { return it!; }", "yield_(it?: B) { return it!; }"],
    "what a method holds is something else": ["yield_() { const a = new A(); return a; }", "yield_() { const a = new B(); return a; }"],
    "a method is static": ["yield_() { return new A(); }", "static yield_() { return new A(); }"],
    "a method goes": ["yield_() { return new A(); }", ""],
    "a method is a field": ["yield_() { return new A(); }", "yield_ = () => new A();"],
    "a method is read as a value": ["yield_() { return new A(); }", "get yield_() { return () => new A(); }"],
    "methods change places": ["yield_() { return new A(); } more() {}", "more() {} yield_() { return new A(); }"],
    "a method has another name": ["yield_() { return new A(); }", "yield2() { return new A(); }"],
  }),
  ...edits("TypeScript, a field that it gives", TS, "box.ts", BOX.replace("stay() {}", "stay() {}\n  made = this.yield_();"), {
    "a method gives something else": ["yield_() { return new A(); }", "yield_() { return new B(); }"],
  }),
  ...edits("TypeScript, another class beside", TS, "box.ts", `${BOX}export class Other { yield_() { return new Box().yield_(); } }\n`, {
    "a method gives something else": ["yield_() { return new A(); }", "yield_() { return new B(); }"],
  }),
  ...edits("Rust", CRATE, "src/held.rs", HELD, {
    "a method gives something else": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(&self) -> B { B }"],
    "a method takes more": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(&self, more: B) -> A { A }"],
    "a method takes its value": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(self) -> A { A }"],
    "a method is generic": ["pub fn yield_(&self) -> A { A }", "pub fn yield_<T>(&self) -> T { todo!() }"],
    "a method is hidden": ["pub fn yield_(&self) -> A { A }", "fn yield_(&self) -> A { A }"],
    "a method goes": ["pub fn yield_(&self) -> A { A }", ""],
    "a method is a function": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(it: &Held) -> A { A }"],
  }),
  ...edits(
    "Rust, a trait's beside",
    CRATE,
    "src/held.rs",
    `${HELD}impl crate::asked::Gives for Held { fn yield_(&self) -> B { self.yield_(); B } }\n`,
    {
      "a method gives something else": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(&self) -> B { B }"],
      "a method goes": ["pub fn yield_(&self) -> A { A }", ""],
    },
  ),
  ...edits(
    "Rust, a macro beside",
    CRATE,
    "src/held.rs",
    `${HELD}#[macro_export]\nmacro_rules! held { () => { $crate::held::Held.yield_() } }\npub fn own() { held!().ping(); }\n`,
    {
      "a method gives something else": ["pub fn yield_(&self) -> A { A }", "pub fn yield_(&self) -> B { B }"],
    },
  ),
  ...edits("Python", PYTHON, "box.py", BOX_PY, {
    "a method gives something else": ["def yield_(self): return A()", "def yield_(self): return B()"],
    "a method says what it gives": ["def yield_(self): return A()", "def yield_(self) -> 'B': return A()"],
    "a method is a property": ["def yield_(self): return A()", "@property\n    def yield_(self): return A"],
    "a method is the class's": ["def yield_(self): return A()", "@classmethod\n    def yield_(cls): return A()"],
    "a method waits": ["def yield_(self): return A()", "async def yield_(self): return A()"],
    "a method goes": ["def yield_(self): return A()", "pass"],
    "a method sets a field": ["def yield_(self): return A()", "def yield_(self):\n        self.kept = A()\n        return self.kept"],
    "what a method holds is something else": [
      "def yield_(self):\n        a = A()\n        return a",
      "def yield_(self):\n        a = B()\n        return a",
    ],
  }),
});

Deno.test("a method with another result affects those who mention it, and those who may find it without its name", () =>
  withProject({ ...TS, "box.ts": BOX.replace("…", "yield_() { return new A(); }") }, async (project) => {
    await project.index();
    project.write("box.ts", BOX.replace("…", "yield_() { return new B(); }"));
    const { resolved, files } = await project.index();
    // Neither kinds.ts, which asks nobody, nor aside.ts, which speaks of another method.
    assert.ok(resolved < files - 1, `${resolved} of ${files}`);
  }));
