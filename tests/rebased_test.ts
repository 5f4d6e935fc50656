/**
 * Edits of type hierarchies: a base, the target of an impl, a name that leads to one of them. Calls that dispatch through these are in
 * files that never named the edited one. The result must equal a fresh index.
 */
import assert from "node:assert/strict";
import { withProject } from "./support/temp_project.ts";
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

const TYPES = {
  "types.ts": `export interface Shape { draw(): string }
export abstract class Base implements Shape { abstract draw(): string; show() { return this.draw() } }
export class Other { draw() { return "" } show() {} }
export class Small extends Base { draw() { return "small" } }
`,
  "user.ts": `import { Base, Shape } from "./types"
export function use(shape: Shape, base: Base) { shape.draw(); base.show(); return base.draw() }
export function make(kind: typeof Base) { return new (kind as any)() }
`,
};

/** A class behind `base` of `module`. */
function classBehind(base: string, module: string): Record<string, string> {
  return {
    ...TYPES,
    "made.ts": `import { ${base} } from "${module}"\nexport class Made extends ${base} { draw() { return "" } show() {} }\n`,
  };
}

const PYTHON = {
  "types_.py": `from abc import ABC, abstractmethod
class Base(ABC):
    def __init__(self): pass
    @abstractmethod
    def draw(self): ...
class Other:
    def draw(self): pass
`,
  "user.py": "from types_ import Base\ndef use(base: Base, kind: type[Base]):\n    base.draw()\n    return kind()\n",
};

const CRATE = {
  "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
  "src/lib.rs": "pub mod traits; pub mod types; pub mod given; pub mod one; pub mod two; pub mod again;\n",
  "src/traits.rs": "pub trait Draw { fn draw(&self); fn show(&self) {} }\npub trait Other { fn draw(&self); fn show(&self) {} }\n",
  "src/types.rs": "pub struct One; pub struct Two;\n",
  "src/again.rs": "",
  "src/one.rs": "use crate::traits::*; use crate::types::One;\npub fn use_it(one: One, any: &dyn Draw) { one.show(); any.draw(); }\n",
  "src/two.rs": "use crate::traits::*; use crate::types::Two;\npub fn use_it(two: Two, any: &dyn Other) { two.show(); any.draw(); }\n",
};

const GO = {
  "go.mod": "module demo\n",
  "types.go": "package demo\n\ntype Base struct{}\n\nfunc (Base) Draw() *Base { return nil }\n\ntype Other struct{}\n\n" +
    "func (*Other) Draw() Other { return Other{} }\nfunc (Other) Close() error { return nil }\n",
  "asked.go":
    'package demo\n\nimport "io"\n\ntype Drawer interface{ Draw() *Base }\ntype Closer interface {\n\tio.Reader\n\tClose() error\n}\n',
  "user.go": "package demo\n\nfunc use(made Made, held Held, drawer Drawer, closer Closer) {\n" +
    "\tmade.Draw()\n\theld.Draw()\n\tdrawer.Draw()\n\tcloser.Close()\n}\n",
  "held.go": "package demo\n\ntype Held struct{ Made }\n",
};

/** The same with a type for each of two builds. */
const GO_BUILDS = {
  ...GO,
  "held.go": "package demo\n\ntype Held struct{ *Made }\n",
  "made_linux.go": 'package demo\n\nimport "demo/lin"\n\ntype Made = lin.Made\n',
  "win/made.go": "package win\n\ntype Made struct{}\n\nfunc (*Made) Draw() {}\n",
  "lin/made.go": "package lin\n\ntype Made struct{}\n\nfunc (*Made) Draw() {}\n",
};

const ROUTER =
  "interface Base { push(to: string): void }\nexport interface Router extends Base { go(): void }\nexport declare function make(): Router;\nexport declare function other(): string;\n";
const ROUTER_USER = 'import type { Router } from "./router";\nexport function go(router: Router) { router.push("y"); }\n';

/** Classes of one name in two others, and who calls a method of either. */
const NAMESAKES = {
  "kinds.py": ["A", "B"].map((name) => `class ${name}:\n    class Model:\n        @abstractmethod\n        def go(self): pass\n`).join(""),
  "db.py": "from make import make_db\ndb = make_db()\n",
  "made.py": "from db import db\nclass Made(db.Model):\n    def go(self): pass\n",
  "user.py": "from kinds import A, B\ndef use(a: A.Model, b: B.Model):\n    a.go()\n    b.go()\n",
};
/** A class behind one that another module gives beside a function. */
const BESIDE = {
  "a.py": "class Base:\n    @abstractmethod\n    def go(self): pass\n",
  "made.py": "from a import *\nfrom z import *\nclass Made(Base):\n    def go(self): pass\n",
  "user.py": "from a import Base\ndef use(it: Base):\n    it.go()\n",
};

const EDITS: Readonly<Record<string, Edit>> = {
  "a function gives what holds the base": {
    files: NAMESAKES,
    path: "make.py",
    text: "from kinds import A, B\ndef make_db():\n    return …\n",
    between: ["A", "B"],
  },
  "a field gives what holds the base, and a method comes": {
    files: { ...NAMESAKES, "db.py": "from make import Made\ndb = Made.held\n" },
    path: "make.py",
    text: "from kinds import A, B\nclass Made:\n    held = …\n",
    between: ["A", "B\n    def more(self): pass"],
  },
  "a function has the name of a base, and a method comes": {
    files: BESIDE,
    path: "z.py",
    text: "class Other:\n    def stay(self): pass\n…",
    between: ["", "    def more(self): pass\ndef Base(): pass\n"],
  },
  "a type has the name of a base, and a method comes": {
    files: BESIDE,
    path: "z.py",
    text: "class Other:\n    def stay(self): pass\n…",
    between: ["", "    def more(self): pass\nclass Base: pass\n"],
  },
  "a base is what a module gives for any name": {
    files: { ...BESIDE, "made.py": "import z\nclass Made(z.Base):\n    def go(self): pass\n" },
    path: "z.py",
    text: "import a\nclass Other: …\ndef __getattr__(name): return a.Base\n",
    between: ["pass", "\n    def more(self): pass"],
  },
  "an interface is made of what a function gives": {
    files: {
      "kinds.ts": "export interface A { go(): void }\nexport interface B { go(): void }\n",
      "held.ts": 'import { make } from "./make";\nexport interface Held extends ReturnType<typeof make> { go(): void }\n',
      "made.ts": 'import type { Held } from "./held";\nexport class Made implements Held { go() {} }\n',
      "user.ts": 'import type { A, B } from "./kinds";\nexport function use(a: A, b: B) { a.go(); b.go(); }\n',
    },
    path: "make.ts",
    text: 'import type { A, B } from "./kinds";\nexport declare function make(): …;\n',
    between: ["A", "B"],
  },
  "a class gets another base": {
    files: TYPES,
    path: "made.ts",
    text: `import { Base, Other } from "./types"\nexport class Made extends … { draw() { return "" } show() {} }\n`,
    between: ["Other", "Base"],
  },
  "the name of a base is imported from elsewhere": {
    files: { ...TYPES, "others.ts": "export class Base { draw() {} show() {} }\n" },
    path: "made.ts",
    text: `import { Base } from "…"\nexport class Made extends Base { draw() { return "" } show() {} }\n`,
    between: ["./others", "./types"],
  },
  "a base has a local name": {
    files: TYPES,
    path: "made.ts",
    text: `import { Base, Other } from "./types"\nconst Kind = …\nexport class Made extends Kind { draw() { return "" } show() {} }\n`,
    between: ["Other", "Base"],
  },
  "a member is put into a class where no other file does so": {
    files: {
      "types.ts": "export class Base { draw() {} }\nexport class Made extends Base {}\n",
      "user.ts": 'import { Made } from "./types"\nnew Made().draw()\n',
    },
    path: "put.ts",
    text: 'import { Made } from "./types"\nfunction draw() {}\n…\n',
    between: ["", "Made.prototype.draw = draw"],
  },
  "a member is put into a class of something else": {
    files: {
      "shapes.js": "export class Disc {}\nexport class Ring { draw() {} }\nexport class Dot { draw() {} }\n",
      "user.js": "export function use(it) { it.draw() }\n",
    },
    path: "put.js",
    text: 'import * as shapes from "./shapes.js"\n….Disc.prototype.draw = function () {}\n',
    between: ["shapes", "others"],
  },
  "a member is put into a class by a name that another file gives it": {
    files: {
      "types.ts": "export class Base { draw() {} }\nexport class One extends Base {}\nexport class Two extends Base {}\n",
      "put.ts": 'import { Kind } from "./kind"\nfunction draw() {}\nKind.prototype.draw = draw\n',
      "kind.ts": 'import { Chosen } from "./chosen"\nexport const Kind = Chosen\n',
      "user.ts": 'import { One, Two } from "./types"\nnew One().draw()\nnew Two().draw()\n',
    },
    path: "chosen.ts",
    text: 'export { … as Chosen } from "./types"\n',
    between: ["One", "Two"],
  },
  "a class implements an interface": {
    files: TYPES,
    path: "made.ts",
    text: `import { Shape } from "./types"\nexport class Made … { draw() { return "" } }\n`,
    between: ["", "implements Shape"],
  },
  "what hands a base on takes it from elsewhere": {
    files: { ...classBehind("Base", "./index"), "others.ts": "export class Base { draw() {} show() {} }\n" },
    path: "index.ts",
    text: `export { Base } from "…"\n`,
    between: ["./others", "./types"],
  },
  "what hands a base on gives it another name": {
    files: { ...classBehind("Base", "./index"), "others.ts": "export class Base { draw() {} show() {} }\n" },
    path: "index.ts",
    text: "export { … }\n",
    between: ['Base } from "./others"; export {', 'Small as Base } from "./types"; export {'],
  },
  "a module that hands on all is another": {
    files: { ...classBehind("Base", "./index"), "others.ts": "export class Base { draw() {} show() {} }\n" },
    path: "index.ts",
    text: `export * from "…"\n`,
    between: ["./others", "./types"],
  },
  "a constant that is a base holds another class": {
    files: classBehind("Kind", "./index"),
    path: "index.ts",
    text: `import { Base, Other } from "./types"\nexport const Kind = …\n`,
    between: ["Other", "Base"],
  },
  "a function behind the constant that is a base gives another class": {
    files: { ...classBehind("Kind", "./index"), "index.ts": `import { kind } from "./kind"\nexport const Kind = kind()\n` },
    path: "kind.ts",
    text: `import { Base, Other } from "./types"\nexport function kind() { return … }\n`,
    between: ["Other", "Base"],
  },
  "the base of a base is another": {
    files: classBehind("Middle", "./middle"),
    path: "middle.ts",
    text: `import { Base, Other } from "./types"\nexport class Middle extends … {}\n`,
    between: ["Other", "Base"],
  },
  "an alias of an interface stands for another": {
    files: {
      ...TYPES,
      "made.ts": `import { Kind } from "./alias"\nexport class Made implements Kind { draw() { return "" } show() {} }\n`,
    },
    path: "alias.ts",
    text: `import { Other, Shape } from "./types"\nexport type Kind = …\n`,
    between: ["Other", "Shape"],
  },
  "Python: a class gets another base": {
    files: PYTHON,
    path: "made.py",
    text: "from types_ import Base, Other\nclass Made(…):\n    def __init__(self): pass\n    def draw(self): pass\n",
    between: ["Other", "Base"],
  },
  "Python: a base comes by another name": {
    files: { ...PYTHON, "made.py": "from kinds import Kind\nclass Made(Kind):\n    def __init__(self): pass\n    def draw(self): pass\n" },
    path: "kinds.py",
    text: "from types_ import … as Kind\n",
    between: ["Other", "Base"],
  },
  "Rust: an impl is for another type": {
    files: CRATE,
    path: "src/given.rs",
    text: "use crate::traits::*; use crate::types::*;\nimpl Draw for … { fn draw(&self) {} }\n",
    between: ["One", "Two"],
  },
  "Rust: an empty impl is of another trait for another type": {
    files: CRATE,
    path: "src/given.rs",
    text: "use crate::traits::*; use crate::types::*;\nimpl … {}\n",
    between: ["Draw for One", "Other for Two"],
  },
  "Rust: a trait comes by another name": {
    files: CRATE,
    path: "src/given.rs",
    text: "use crate::traits::{…}; use crate::types::*;\nimpl Kind for One { fn draw(&self) {} }\n",
    between: ["Draw as Kind, Other", "Draw, Other as Kind"],
  },
  "Rust: the type of an impl is handed on by another file": {
    files: { ...CRATE, "src/given.rs": "use crate::traits::Draw; use crate::again::Kind;\nimpl Draw for Kind { fn draw(&self) {} }\n" },
    path: "src/again.rs",
    text: "pub use crate::types::… as Kind;\n",
    between: ["One", "Two"],
  },
  "Go: a type is made of another": {
    files: { ...GO, "between.go": "package demo\n\ntype Wider struct{ Base }\ntype Narrow struct{ *Other }\n" },
    path: "made.go",
    text: "package demo\n\ntype Made …\n",
    between: ["Wider", "Narrow"],
  },
  "Go: what a type is made of embeds another": {
    files: { ...GO, "made.go": "package demo\n\ntype Made Between\n" },
    path: "between.go",
    text: "package demo\n\ntype Between struct{ … }\n",
    between: ["Base", "*Other"],
  },
  "Go: what a type is made of is an interface": {
    files: { ...GO, "made.go": "package demo\n\ntype Made Between\n" },
    path: "between.go",
    text: "package demo\n\ntype Between …\n",
    between: ["struct{ Base }", "interface{ Draw() *Base }"],
  },
  "Go: a method gives a pointer": {
    files: GO,
    path: "made.go",
    text: "package demo\n\ntype Made struct{}\n\nfunc (Made) Draw() …Base { panic(0) }\n",
    between: ["", "*"],
  },
  "Go: what a method gives is an alias of a pointer": {
    files: { ...GO, "made.go": "package demo\n\ntype Made struct{}\n\nfunc (Made) Draw() Given { panic(0) }\n" },
    path: "given.go",
    text: "package demo\n\ntype Given …\n",
    between: ["= Base", "= *Base"],
  },
  "Go: a type embeds an interface of the library": {
    files: GO,
    path: "made.go",
    text: 'package demo\n\nimport "io"\n\ntype Made struct {\n\tOther\n\t…\n}\n',
    between: ["io.Writer", "io.Reader"],
  },
  "Go: an interface is made of a generic one": {
    files: { ...GO, "made.go": "package demo\n\ntype Made interface{ drawing[*Base] }\n" },
    path: "drawing.go",
    text: "package demo\n\ntype drawing[T any] interface{ Draw() … }\n",
    between: ["T", "Other"],
  },
  "TypeScript: what makes a value that is given a member is imported under another's name": {
    files: { "router.ts": ROUTER, "user.ts": ROUTER_USER },
    path: "app.ts",
    text: 'import { … } from "./router";\nconst router = make();\nrouter.push = () => {};\n',
    between: ["make", "other as make"],
  },
  "TypeScript: what makes a value that is given a member elsewhere gives something else": {
    files: {
      "router.ts": ROUTER,
      "user.ts": ROUTER_USER,
      "app.ts": 'import { made } from "./made";\nconst router = made();\nrouter.push = () => {};\n',
    },
    path: "made.ts",
    text: 'import { … } from "./router";\nexport const made = make;\n',
    between: ["make", "other as make"],
  },
  "Go: a type goes, and its methods stay in another file": {
    files: {
      "go.mod": "module demo\n",
      "methods.go": "package demo\n\nfunc (Horse) Gallop() {}\n\nfunc (Mule) Gallop() {}\n",
      "mule.go": "package demo\n\ntype Mule struct{}\n",
      "stable/user.go": "package stable\n\nfunc use() { unknown().Gallop() }\n",
    },
    path: "horse.go",
    text: "package demo\n\n…\n",
    between: ["type Horse struct{}", ""],
  },
  "Go: another build gives an alias to another type": {
    files: GO_BUILDS,
    path: "made_windows.go",
    text: 'package demo\n\nimport made "demo/…"\n\ntype Made = made.Made\n',
    between: ["win", "lin"],
  },
  "Go: an alias is of a build": {
    files: GO_BUILDS,
    path: "made_other.go",
    text: '…\n\npackage demo\n\nimport "demo/win"\n\ntype Made = win.Made\n',
    between: ["//go:build !linux", "//go:build ignore"],
  },
};

testThereAndBack(EDITS);

Deno.test("a file that depends only on another's functions and members keeps its bases: it is not resolved again for those", () =>
  withProject({
    "lib.py": "class Tool:\n    def run(self, a): pass\n",
    "base.py": "class Base:\n    @abstractmethod\n    def go(self): pass\n",
    "made.py": "import base\nfrom base import Base\nfrom lib import Tool\nclass Made(Base, base.Base):\n    def go(self): Tool().run(1)\n",
    "user.py": "from base import Base\ndef use(it: Base): it.go()\n",
  }, async (project) => {
    await project.index();
    const bodies = ["def run(self, a, b): pass", "def run(self, a, b): pass\n    def more(self): pass", "kind = 1"];
    for (const body of bodies) {
      project.write("lib.py", `class Tool:\n    ${body}\n`);
      assert.equal((await project.index()).resolved, 2, body);
    }
  }));
