/**
 * An incrementally updated index equals a fresh one, whatever was edited and whichever process was killed.
 */
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { exportEdges } from "../query/export_edges.ts";
import { exportSymbols } from "../query/export_symbols.ts";
import { commitAll, git } from "./support/git_project.ts";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { readFixture } from "../plugins/fixture.ts";
import { editAtRandom, makeRandom } from "./support/random_edits.ts";
import { firstDifferences, walkHistory } from "./support/random_walk.ts";
import { openInFolder } from "./support/shop.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

const SHOP = join(import.meta.dirname!, "..", "fixtures", "shop");

for (const seed of [1, 2, 3]) {
  Deno.test(`random edits of the shop, seed ${seed}: step by step as afresh`, () =>
    withProject({}, async (project) => {
      cpSync(SHOP, project.root, { recursive: true });
      const random = makeRandom(seed);
      const shelf = new Map<string, string>();
      await project.index();
      for (let step = 0; step < 8; step++) {
        const edits = [editAtRandom(project, random, shelf)];
        while (random() < 0.3) edits.push(editAtRandom(project, random, shelf));
        await project.index();
        await assertAsAfresh(project, `step ${step}: ${edits.join(", ")}`);
      }
    }));
}

/** Further fixtures of a language with edges of their own kinds. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  python: ["implementors", "rest_routes", "computed_names"],
  typescript: ["computed_names"],
  go: ["held_routes"],
  rust: ["rocket_routes"],
};

for (const [language, ending] of [["python", "py"], ["typescript", "ts"], ["go", "go"], ["rust", "rs"]] as const) {
  Deno.test(`random edits where every kind of edge is said, ${language}: step by step as afresh`, () =>
    withProject({}, async (project) => {
      for (const name of ["relations", "routes", "mounts", ...FURTHER[language] ?? []]) {
        const file = join(import.meta.dirname!, "..", "languages", language, "fixtures", `${name}.${ending}`);
        const fixture = readFixture(`${name}.${ending}`, readFileSync(file, "utf8"));
        for (const { path, text } of fixture.files) if (name === "relations" || !isManifest(path)) project.write(path, text);
      }
      project.write("README.md", "# Shop\n\nKeeps things in a `Store`; `load()` reads them, `FileStore.save` too.\n");
      project.write("db/migrations/001_init.sql", "CREATE TABLE items (id INT);\nALTER TABLE items ADD name TEXT;\n");
      const random = makeRandom(ending.charCodeAt(0));
      const shelf = new Map<string, string>();
      await project.index();
      for (let step = 0; step < 10; step++) {
        const edits = [editAtRandom(project, random, shelf)];
        await project.index();
        await assertAsAfresh(project, `step ${step}: ${edits.join(", ")}`);
      }
    }));
}

/** The project's index is whole, and says what one made afresh says. */
async function assertAsAfresh(project: TempProject, what: string): Promise<void> {
  const afresh = openProject(project.root, `${project.database}-fresh`);
  await afresh.index();
  assert.deepEqual(firstDifferences(dumpIndex(project.database), dumpIndex(afresh.database)), [], what);
  assert.deepEqual(await exportsOf(project), await exportsOf(afresh), `${what}: what is exported, line by line`);
  assert.deepEqual(checkIntegrity(project.database), [], what);
  rmSync(afresh.database, { recursive: true });
}

/** Lines of both exports, in their order. */
async function exportsOf(project: TempProject): Promise<string[]> {
  const repository = openInFolder(project.root, "agent", project.database);
  try {
    const { context } = await repository.prepare(undefined, undefined, true);
    assert.ok(context !== undefined);
    return [...exportSymbols(context), ...exportEdges(context)];
  } finally {
    repository.close();
  }
}

function isManifest(path: string): boolean {
  return /(?:go\.mod|package\.json|Cargo\.toml)$/.test(path);
}

Deno.test("functions that a macro creates at one place, and another inserted before them: the same as a fresh index", () => {
  const ask = (...names: string[]): string =>
    `struct Map;

impl Map {
    fn get(&self) {}
}

macro_rules! getters {
    ($($name:ident)*) => { $(fn $name(map: &Map) { map.get() })* };
}

getters! { ${names.join(" ")} }
`;
  return withProject({ "Cargo.toml": '[package]\nname = "shop"\n', "src/lib.rs": ask("price") }, async (project) => {
    await project.index();
    project.write("src/lib.rs", ask("amount", "price"));
    await project.index();
    await assertAsAfresh(project, "another getter");
  });
});

Deno.test("a symbol is inserted above another of its name: the same as a fresh index", () =>
  withProject({ "shape.ts": "export interface Shape {}\n" }, async (project) => {
    await project.index();
    project.write("shape.ts", "export function Shape() {}\nexport interface Shape {}\n");
    await project.index();
    await assertAsAfresh(project, "a function above the interface");
  }));

Deno.test("if only imports determine how packages are imported, a changed import affects all: the same as a fresh index", () =>
  withProject({
    "store/store.go": "package store\n\nfunc Open() {}\n",
    "log/log.go": "package log\n\nfunc Print() {}\n",
    "a/main.go": 'package main\n\nimport "github.com/owner/tool/store"\n\nfunc main() { store.Open() }\n',
    "b/main.go": "package main\n\nfunc main() {}\n",
  }, async (project) => {
    await project.index();
    const imports = (path: string): string => `package main\n\nimport "${path}"\n\nfunc main() { log.Print() }\n`;
    for (const path of ["github.com/owner/tool/log", "github.com/other/tool/log", "log"]) {
      project.write("b/main.go", imports(path));
      await project.index();
      await assertAsAfresh(project, `an import of ${path}`);
    }
    project.write("c/main.go", imports("github.com/owner/tool/log"));
    await project.index();
    await assertAsAfresh(project, "a file that imports it");
    project.write("go.mod", "module github.com/owner/other\n");
    await project.index();
    await assertAsAfresh(project, "a module");
  }));

Deno.test("a second run without a change does nothing, a touched file is read and found unchanged", () =>
  withProject({ "a.py": "def f(): g()\ndef g(): pass\n", "b.py": "from a import f\nf()\n" }, async (project) => {
    const first = await project.index();
    assert.deepEqual([first.parsed, first.resolved, first.removed], [2, 2, 0]);
    const before = dumpIndex(project.database);
    for (const touch of [false, true]) {
      if (touch) project.write("a.py", "def f(): g()\ndef g(): pass\n");
      const again = await project.index();
      assert.deepEqual([again.parsed, again.resolved, again.removed], [0, 0, 0]);
      const { ms: _ms, timings: _timings, parsed: _parsed, resolved: _resolved, ...same } = again;
      for (const [key, value] of Object.entries(same)) assert.deepEqual(value, first[key as keyof typeof first], key);
    }
    assert.deepEqual(dumpIndex(project.database), before);
  }));

Deno.test("a new function affects the files that looked it up, whatever else consults its file", () =>
  withProject({
    "a.py": "def f(): pass\n",
    "b.py": "from a import f\nf()\n",
    "c.py": "from a import g\ng()\n",
    "d.py": "from a import *\ng()\n",
    "e.py": "import a\na.f()\na.g()\n",
  }, async (project) => {
    await project.index();
    project.write("a.py", "def f(): pass\ndef g(): pass\n");
    assert.equal((await project.index()).resolved, 4, "all but b.py");
    const stepwise = dumpIndex(project.database);
    await project.index({ force: true });
    assert.deepEqual(firstDifferences(stepwise, dumpIndex(project.database)), []);
    project.write("a.py", "def f(): return 1\ndef g(): pass\n");
    assert.equal((await project.index()).resolved, 3, "what f gives is another value for all who speak of it");
  }));

Deno.test("white space and comments affect no other file, including those that depend on function bodies", () =>
  withProject({
    "set.py": "from web import g\nclass Db:\n    def query(self): pass\ndef begin():\n    g.db = Db()\n",
    "ask.py": "from web import g\ndef ask():\n    g.db.query()\n",
  }, async (project) => {
    await project.index();
    const text = "# Words\nfrom web import g\n\n\nclass Db:\n    def query(self): pass\ndef begin():\n    # More\n    g.db = …\n";
    for (const [given, resolved] of [["Db()", 1], ["None", 2], ["Db( )", 2], ["Db()  # again", 1]] as const) {
      project.write("set.py", text.replace("…", given));
      assert.equal((await project.index()).resolved, resolved, given);
      const stepwise = dumpIndex(project.database);
      await project.index({ force: true });
      assert.deepEqual(firstDifferences(stepwise, dumpIndex(project.database)), []);
    }
  }));

Deno.test("a new function of a module affects those that access it by computed names", () =>
  withProject({
    "handlers.py": "def on_open(): pass\n",
    "run.py": "import handlers\ndef run(name):\n    getattr(handlers, 'on_' + name)()\n",
    "handlers.ts": "export function onOpen() {}\n",
    "run.ts": 'import * as handlers from "./handlers";\nexport const run = (name: string) => handlers["on" + name]();\n',
  }, async (project) => {
    await project.index();
    project.write("handlers.py", "def on_open(): pass\ndef on_shut(): pass\n");
    project.write("handlers.ts", "export function onOpen() {}\nexport function onShut() {}\n");
    await project.index();
    const stepwise = dumpIndex(project.database);
    await project.index({ force: true });
    assert.deepEqual(firstDifferences(stepwise, dumpIndex(project.database)), []);
  }));

Deno.test("a stored function affects the callers of the place when it is added, changed and removed", () =>
  withProject({
    "db.py": "class Db:\n    def query(self): pass\nclass Other:\n    def query(self): pass\ndef one(): pass\ndef two(): pass\n",
    "table.py": "TABLE = {}\n",
    "start.py": "",
    "view.py": "from flask import g\nfrom table import TABLE\ndef view(name):\n    g.db.query()\n    TABLE[name]()\n",
  }, async (project) => {
    await project.index();
    for (
      const stored of ["g.db = Db()", "g.db = Other()", "g.db = Db()\n    g.db = Other()", 'TABLE["x"] = one', 'TABLE["x"] = two', "pass"]
    ) {
      project.write(
        "start.py",
        `from flask import g\nfrom db import Db, Other, one, two\nfrom table import TABLE\ndef start():\n    ${stored}\n`,
      );
      await project.index();
      await assertAsAfresh(project, stored);
    }
    project.write("more.py", "import db, flask, table\nflask.g.db = db.Db()\ntable.TABLE[0] = db.one\n");
    await project.index();
    await assertAsAfresh(project, "another file stores it");
    project.remove("more.py");
    await project.index();
    await assertAsAfresh(project, "it is gone");
  }));

/** What comes and goes, the number of files that are resolved again then, and why. */
const ARRIVALS: Record<string, { files: Record<string, string>; path: string; text: string; came: number; went: number }> = {
  "python: the importer that looked in vain and who asks it, and no other": {
    files: {
      "shop/__init__.py": "",
      "shop/till.py": "from shop import stock\n\ndef pay(): stock.take()\n",
      "shop/door.py": "from shop import till\n\ndef enter(): till.pay()\n",
      "shop/bell.py": "def ring(): pass\n",
    },
    path: "shop/stock.py",
    text: "def take(): pass\n",
    came: 3,
    went: 2,
  },
  "python: what a stub says of a source may concern all": {
    files: {
      "shop/__init__.py": "",
      "shop/till.py": "def find(x): return x.found\n\nclass Till:\n    def pay(self): pass\n",
      "shop/door.py": "from shop.till import find\n\ndef enter(): find(1).pay()\n",
      "shop/bell.py": "class Bell:\n    def pay(self): pass\n",
    },
    path: "shop/till.pyi",
    text: "class Till:\n    def pay(self) -> None: ...\ndef find(x: object) -> Till: ...\n",
    came: 5,
    went: 4,
  },
  "python: the first of a package that an import of more names begins with": {
    files: {
      "till.py": "import shop.stock\n\ndef pay(): shop.stock.take()\n",
      "bell.py": "def ring(): pass\n",
    },
    path: "shop/door.py",
    text: "def enter(): pass\n",
    came: 2,
    went: 1,
  },
  "typescript: a file that a folder's name means from now on": {
    files: {
      "till.ts": 'import { take } from "./stock";\nexport function pay() { take(); }\n',
      "door.ts": 'import { pay } from "./till";\nexport function enter() { pay(); }\n',
      "stock/index.ts": "export function take() {}\n",
    },
    path: "stock.ts",
    text: "export function take() {}\n",
    came: 3,
    went: 2,
  },
  "typescript: a file that the path of no declared package may mean": {
    files: {
      "package.json": '{ "name": "shop" }\n',
      "till.js": 'import { take as get } from "shelves/stock";\nexport function pay() { get(); }\n',
      "bell.js": "export function ring() {}\n",
    },
    path: "src/shelves/stock.js",
    text: "export function take() {}\n",
    came: 2,
    went: 1,
  },
  "go: whoever looked for its name in the package": {
    files: {
      "go.mod": "module shop\n",
      "till.go": "package shop\n\nfunc Pay() { Take() }\n",
      "door.go": "package shop\n\nfunc Enter() { Pay() }\n",
      "bell.go": "package shop\n\nfunc Ring() {}\n",
    },
    path: "stock.go",
    text: "package shop\n\nfunc Take() {}\n",
    came: 2,
    went: 1,
  },
  "rust: who gives a type a trait concerns all": {
    files: {
      "Cargo.toml": '[package]\nname = "shop"\n',
      "src/lib.rs": "mod till;\nmod stock;\npub struct Shop;\n",
      "src/till.rs": "use crate::Shop;\npub fn pay(s: &Shop) { s.take(); }\n",
    },
    path: "src/stock.rs",
    text: "use crate::Shop;\nimpl Shop { pub fn take(&self) {} }\n",
    came: 3,
    went: 2,
  },
};

for (const [name, { files, path, text, came, went }] of Object.entries(ARRIVALS)) {
  Deno.test(`a file that comes and goes, ${name}`, () =>
    withProject(files, async (project) => {
      await project.index();
      project.write(path, text);
      const { resolved } = await project.index();
      assert.equal(resolved, came);
      await assertAsAfresh(project, "came");
      project.remove(path);
      const after = await project.index();
      assert.equal(after.resolved, went);
      await assertAsAfresh(project, "went");
    }));
}

Deno.test("an edit of a stub affects those who depend on what it says about the source", () =>
  withProject({
    "till.py": "def find(x): return x.found\n\nclass Till:\n    def pay(self): pass\n\nclass Bell:\n    def pay(self): pass\n",
    "till.pyi": "class Till: ...\nclass Bell: ...\ndef find(x: object) -> Till: ...\n",
    "door.py": "from till import find\n\ndef enter(): find(1).pay()\n",
  }, async (project) => {
    await project.index();
    project.write("till.pyi", "class Till: ...\nclass Bell: ...\ndef find(x: object) -> Bell: ...\n");
    await project.index();
    await assertAsAfresh(project, "edited");
  }));

Deno.test("an index of an older extractor is updated, also by threads", () =>
  withProject({ "a.py": "def f(): g()\ndef g(): pass\n", "b.ts": "export function h() {}\n" }, async (project) => {
    await project.index({ workers: 2 });
    const before = dumpIndex(project.database);
    const db = new DatabaseSync(join(project.database, "index.db"));
    db.exec("UPDATE blob SET extractor = 'older ' || extractor; UPDATE ref SET indexed_at = '2026-01-01T00:00:00.000Z'");
    db.close();
    assert.equal((await project.index({ workers: 2 })).parsed, 2);
    assert.deepEqual(firstDifferences(before, dumpIndex(project.database)), []);
  }));

Deno.test("many new files with the same text give the same result as a fresh index", () =>
  withProject({ "a.py": "def f(): pass\n" }, async (project) => {
    await project.index();
    for (let i = 0; i < 300; i++) project.write(`p${i}/m.py`, `def g${i % 3}(): pass\n`);
    assert.equal((await project.index()).parsed, 300);
    await assertAsAfresh(project, "many");
  }));

Deno.test("two runs give the same dump, with and without threads", () =>
  withProject({}, async (project) => {
    cpSync(SHOP, project.root, { recursive: true });
    await project.index();
    const local = dumpIndex(project.database);
    await project.index({ force: true });
    assert.deepEqual(dumpIndex(project.database), local);
    await project.index({ force: true, workers: 2 });
    assert.deepEqual(dumpIndex(project.database), local);
  }));

Deno.test("a random walk over a history of edits, renames, deletions, switches and other refs: the same as a fresh index", () =>
  withProject({}, async (project) => {
    cpSync(SHOP, project.root, { recursive: true });
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const random = makeRandom(77);
    for (let i = 0; i < 6; i++) {
      for (let k = 0; k < 3; k++) editAtRandom(project, random, new Map());
      commitAll(project, `edits ${i}`);
    }
    await walkHistory({
      project,
      seed: 5,
      steps: 12,
      onStep: (step, what, differences) => assert.deepEqual(differences, [], `step ${step}: ${what}`),
    });
  }));
