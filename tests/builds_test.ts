/** Definitions of one name in mutually exclusive builds are one symbol in answers; all others are distinguished. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const GO = {
  "go.mod": "module example.com/builds\n\ngo 1.24\n",
  "plat_linux.go": "package builds\n\nfunc plat() {}\n",
  "plat_windows.go": "package builds\n\nfunc plat() {}\n",
  "use.go": "package builds\n\nfunc Use() { plat() }\n",
  "gen.go": "//go:build ignore\n\npackage main\n\nfunc main() { helper() }\nfunc helper() {}\n",
  "other.go": "//go:build ignore\n\npackage main\n\nfunc main() { helper() }\nfunc helper() {}\n",
  "one/go.mod": "module example.com/twice\n",
  "one/main.go": 'package main\n\nimport "example.com/twice/pkg"\n\nfunc main() { pkg.Load() }\n',
  "one/pkg/p.go": "package pkg\n\nfunc Load() {}\n",
  "two/go.mod": "module example.com/twice\n",
  "two/main.go": 'package main\n\nimport "example.com/twice/pkg"\n\nfunc main() { pkg.Load() }\n',
  "two/pkg/p.go": "package pkg\n\nfunc Load() {}\n",
};

const RUST = {
  "Cargo.toml": '[package]\nname = "builds"\n',
  "src/lib.rs": `pub trait Named { fn name(&self); }
pub struct Both;
impl Both { fn name(&self) {} }
impl Named for Both { fn name(&self) {} }
pub struct Of<T>(T);
impl Of<u32> { fn only(&self) {} }
impl Of<String> { fn only(&self) {} }
#[cfg(unix)]
impl Both { fn open(&self) {} }
#[cfg(windows)]
impl Both { fn open(&self) {} }
fn own(b: &Both, o: &Of<u32>) { b.name(); o.only(); b.open(); }
pub trait Shuts { fn shut(&self); }
pub trait Locks { fn lock(&self); }
pub trait Bolts { fn lock(&self); }
#[cfg(unix)]
impl Both { fn shut(&self) {} }
impl Shuts for Both { fn shut(&self) {} }
#[cfg(unix)]
impl Of<u32> { fn part(&self) {} }
#[cfg(windows)]
impl Of<String> { fn part(&self) {} }
#[cfg(unix)]
impl Locks for Both { fn lock(&self) {} }
#[cfg(windows)]
impl Bolts for Both { fn lock(&self) {} }
fn conditional(b: &Both, o: &Of<u32>) { b.shut(); o.part(); Locks::lock(b); }
`,
};

/** Who calls the symbol at a place: twins, callers and possible callers. */
async function callersOf(project: TempProject, place: string): Promise<unknown[]> {
  const { structured } = await call(project, "get_callers", { function_name: place });
  return [structured["twins"] ?? [], structured["callers"], structured["possible"] ?? {}];
}

Deno.test("Go: a file's name is a build condition, an ignored program stands alone, and equal paths in two modules are distinct", () =>
  withProject(GO, async (project) => {
    assert.deepEqual(await callersOf(project, "plat"), [["plat_windows.go:3:6"], { "use.go": { Use: [3] } }, {}]);
    for (const file of ["gen.go", "other.go"]) assert.deepEqual(await callersOf(project, `${file}:6`), [[], { [file]: { main: [5] } }, {}]);
    for (const folder of ["one", "two"]) {
      assert.deepEqual(await callersOf(project, `${folder}/pkg/p.go:3`), [[], { [`${folder}/main.go`]: { main: [5] } }, {}]);
    }
    assert.match((await call(project, "get_callers", { function_name: "helper" })).text, /^2 symbols have this name/);
  }));

Deno.test("Go: a method of a type that each build declares is called on that build's type, and passed together with its counterparts", () =>
  withProject({
    "go.mod": "module example.com/builds\n\ngo 1.24\n",
    "kind_linux.go": "package builds\n\ntype Kind struct{}\n\nfunc (k *Kind) Run() {}\nfunc hook() {}\n",
    "kind_windows.go": "package builds\n\ntype Kind struct{}\n\nfunc (k *Kind) Run() {}\nfunc hook() {}\n",
    "group.go": 'package builds\n\nimport "os/signal"\n\ntype Group struct{ first *Kind }\n\n' +
      "func (g *Group) All() { g.first.Run() }\nfunc Wait() { signal.Watch(hook) }\n",
    "group_windows.go": "package builds\n\nfunc (g *Group) Win() { g.first.Run() }\n",
  }, async (project) => {
    const everywhere = { "group.go": { "Group.All": [7] } };
    assert.deepEqual(await callersOf(project, "kind_windows.go:5"), [[], { "group_windows.go": { "Group.Win": [3] } }, everywhere]);
    assert.deepEqual(await callersOf(project, "kind_linux.go:5"), [[], everywhere, {}]);
    for (const file of ["kind_linux.go", "kind_windows.go"]) {
      assert.match(
        (await call(project, "get_callers", { function_name: `${file}:6` })).text,
        /it is passed to os\/signal\.Watch, outside/,
        file,
      );
    }
  }));

Deno.test("Rust: a call of a type's own method calls no trait's and none for other type arguments, except mutually exclusive ones", () =>
  withProject(RUST, async (project) => {
    const called = { "src/lib.rs": { own: [12] } };
    for (const line of [3, 6, 9]) assert.deepEqual(await callersOf(project, `src/lib.rs:${line}`), [[], called, {}], `line ${line}`);
    for (const line of [4, 7]) assert.deepEqual(await callersOf(project, `src/lib.rs:${line}`), [[], {}, {}], `line ${line}`);
    assert.deepEqual(await callersOf(project, "src/lib.rs:11"), [[], {}, called]);
  }));

Deno.test("Rust: a condition does not pair a type's own method with a trait's, nor methods for other arguments or of two traits", () =>
  withProject(RUST, async (project) => {
    const called = { "src/lib.rs": { conditional: [27] } };
    for (const line of [17, 20, 24]) {
      assert.deepEqual((await callersOf(project, `src/lib.rs:${line}`)).slice(1), [called, {}], `line ${line}`);
    }
    for (const line of [18, 22, 26]) assert.deepEqual((await callersOf(project, `src/lib.rs:${line}`)).slice(1), [{}, {}], `line ${line}`);
  }));

const PYTHON = {
  "load.py": `import sys
try:
    import fast
    def load(): ...
except ImportError:
    def load(): ...
class Reader:
    if sys.platform == "win32":
        def read(self): ...
    else:
        def read(self): ...
def load_all(): load()
def read_all(reader: Reader): reader.read()
`,
};

Deno.test("Python: a definition in a fallback or for another platform may be what a call of its name means", () =>
  withProject(PYTHON, async (project) => {
    const [loads, reads] = [{ "load.py": { load_all: [12] } }, { "load.py": { read_all: [13] } }];
    assert.deepEqual((await callersOf(project, "load.py:4")).slice(1), [loads, {}]);
    assert.deepEqual((await callersOf(project, "load.py:6")).slice(1), [{}, loads]);
    assert.deepEqual((await callersOf(project, "load.py:9")).slice(1), [{}, reads]);
    assert.deepEqual((await callersOf(project, "load.py:11")).slice(1), [reads, {}]);
  }));

Deno.test("Rust: methods of one impl chosen by conditions are each called where one of them is, and likewise passed", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "builds"\n',
    "src/lib.rs": `pub struct Shown;
impl Shown {
    #[cfg(unix)]
    fn of(path: u8) -> Shown { Shown }
    #[cfg(windows)]
    fn of(path: u8) -> Shown { Shown }
}
fn show() { Shown::of(1); }
fn all(paths: Vec<u8>) { paths.into_iter().map(Shown::of).for_each(drop); }
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "src/lib.rs:6" });
    assert.deepEqual(structured["possible"], { "src/lib.rs": { show: [8] } });
    assert.deepEqual(structured["references"], { "src/lib.rs": { all: [9] } });
  }));
