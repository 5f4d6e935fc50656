/**
 * Edits that reorder a file's definitions or move them into something of another kind. Of several with one name the first or the last
 * counts, and candidates are listed in source order. The result must equal a fresh index.
 */
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

const TS_TYPES = "export class A { go() {} }\nexport class B { go() {} }\n";
const PY_TYPES = "class A:\n    def go(self): pass\nclass B:\n    def go(self): pass\n";

const EDITS: Readonly<Record<string, Edit>> = {
  "overloads in another order": {
    files: { "use.ts": 'import { make } from "./made";\nexport const use = (key: any) => make(key).go();\n' },
    path: "made.ts",
    text: `${TS_TYPES}…\nexport function make(key: any): any { return key; }\n`,
    between: [
      "export function make(key: string): A;\nexport function make(key: number): B;",
      "export function make(key: number): B;\nexport function make(key: string): A;",
    ],
  },
  "signatures of an interface in another order": {
    files: { "use.ts": 'import type { Maker } from "./made";\nexport const use = (maker: Maker, key: any) => maker.make(key).go();\n' },
    path: "made.ts",
    text: `${TS_TYPES}export interface Maker { … }\n`,
    between: ["make(key: any): A; make(key: unknown): B", "make(key: unknown): B; make(key: any): A"],
  },
  "an export is assigned twice": {
    files: { "use.js": 'const made = require("./made");\nmade.make().go();\n' },
    path: "made.js",
    text: `${TS_TYPES.replaceAll("export ", "")}…\n`,
    between: [
      "exports.make = () => new A();\nexports.make = () => new B();",
      "exports.make = () => new B();\nexports.make = () => new A();",
    ],
  },
  "what is added to a class comes by the first of two modules": {
    files: {
      "one.ts": "export class Made {}\n",
      "two.ts": "export class Made {}\n",
      "added.ts": 'import { Made } from "./both";\nMade.prototype.draw = function () {};\n',
      "use.ts": 'import { Made } from "./one";\nnew Made().draw();\n',
    },
    path: "both.ts",
    text: "…\n",
    between: ['export * from "./one";\nexport * from "./two";', 'export * from "./two";\nexport * from "./one";'],
  },
  "Python: of two functions of one name the last counts": {
    files: { "use.py": "from made import make\nmake().go()\n" },
    path: "made.py",
    text: `${PY_TYPES}…\n`,
    between: ["def make() -> A: ...\ndef make() -> B: ...", "def make() -> B: ...\ndef make() -> A: ..."],
  },
  "Python: of two values of what a function gives the last counts": {
    files: { "use.py": "from made import make\nmake().go()\n" },
    path: "made.py",
    text: `${PY_TYPES}def make():\n    …\n    return made\n`,
    between: ["made = A()\n    made = B()", "made = B()\n    made = A()"],
  },
  "Python: of two wildcards the last counts": {
    files: { "one.py": "def make(): pass\n", "two.py": "def make(): pass\n", "use.py": "import both\nboth.make()\n" },
    path: "both.py",
    text: "…\n",
    between: ["from one import *\nfrom two import *", "from two import *\nfrom one import *"],
  },
  "Python: a base comes by the last of two wildcards": {
    files: {
      "one.py": "class Base:\n    def draw(self): pass\n",
      "two.py": "class Base:\n    def draw(self): pass\n",
      "made.py": "from both import Base\nclass Made(Base):\n    def draw(self): pass\n",
      "use.py": "from one import Base\ndef use(base: Base): base.draw()\n",
    },
    path: "both.py",
    text: "…\n",
    between: ["from one import *\nfrom two import *", "from two import *\nfrom one import *"],
  },
  "Python: candidates come in another order": {
    files: { "use.py": "def use(any): any.draw()\n" },
    path: "made.py",
    text: "…\n",
    between: [
      "class A:\n    def draw(self): pass\nclass B:\n    def draw(self): pass",
      "class B:\n    def draw(self): pass\nclass A:\n    def draw(self): pass",
    ],
  },
  "Python: a protocol becomes a class, which satisfies another": {
    files: {
      "asked.py":
        "from typing import Protocol\nclass Drawn(Protocol):\n    def draw(self) -> int: ...\ndef use(drawn: Drawn): drawn.draw()\n",
    },
    path: "made.py",
    text: "from typing import Protocol\nclass Made…:\n    def draw(self) -> int: ...\n",
    between: ["(Protocol)", ""],
  },
  "Rust: the type of an impl comes by the first of two wildcards": {
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
      "src/lib.rs": "mod one; mod two; mod both; mod given; mod user;\npub trait Draw { fn draw(&self); }\n",
      "src/one.rs": "pub struct Made;\n",
      "src/two.rs": "pub struct Made;\n",
      "src/given.rs": "use crate::both::Made; use crate::Draw;\nimpl Draw for Made { fn draw(&self) {} }\n",
      "src/user.rs": "use crate::Draw; use crate::two::Made;\npub fn use_it(made: Made) { made.draw(); }\n",
    },
    path: "src/both.rs",
    text: "…\n",
    between: ["pub use crate::one::*; pub use crate::two::*;", "pub use crate::two::*; pub use crate::one::*;"],
  },
  "Rust: of two wildcards the first counts": {
    files: {
      "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
      "src/lib.rs": "mod one; mod two; mod both; mod user;\n",
      "src/one.rs": "pub fn make() {}\n",
      "src/two.rs": "pub fn make() {}\n",
      "src/user.rs": "use crate::both::make;\npub fn use_it() { make(); }\n",
    },
    path: "src/both.rs",
    text: "…\n",
    between: ["pub use crate::one::*; pub use crate::two::*;", "pub use crate::two::*; pub use crate::one::*;"],
  },
};

testThereAndBack(EDITS);
