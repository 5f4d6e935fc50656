/** What Rust's attributes, macros and traits mean for answers: who may run a function that no call names. */
import assert from "node:assert/strict";
import { call, unusedIn, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const CARGO = '[package]\nname = "app"\n';
const ENTRIES = {
  "Cargo.toml": CARGO,
  "src/main.rs": `#[no_mangle]
extern "C" fn plain() {}
#[unsafe(no_mangle)]
extern "C" fn newer() {}
#[cfg_attr(feature = "ffi", export_name = "other")]
fn named() {}
#[panic_handler]
fn panicked() {}
#[ctor::ctor]
fn early() {}
pub extern "C" fn shown() {}
#[test]
fn tested() {}
#[wasm_bindgen]
fn given() {}
#[inline]
#[tracing::instrument]
fn lost() {}
#[memoize]
fn kept() -> u8 { 1 }
#[rstest]
fn cased() {}
#[cfg_attr(feature = "slow", async_recursion::async_recursion)]
async fn again() {}
fn main() {}
struct Shown;
#[pymethods]
impl Shown { fn asked(&self) {} }
#[allow(dead_code)]
impl Shown { fn unasked(&self) {} }
`,
};

Deno.test("what a linker, the run time or a test runner calls is never unused, and what external code may call is never listed as complete", () =>
  withProject(ENTRIES, async (project) => {
    for (const name of ["plain", "newer", "named", "panicked", "early", "shown", "main"]) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.equal(answer.structured["completeness"], "possibly_incomplete", name);
      assert.match(warningsOf(answer).join(), /it is run from outside/, name);
    }
    for (const name of ["given", "asked"]) {
      const given = await call(project, "get_callers", { function_name: name });
      assert.match(warningsOf(given).join(), /passed on where it is defined/, name);
    }
    for (const name of ["lost", "tested", "kept", "cased", "again", "unasked"]) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.equal(answer.structured["completeness"], "complete", name);
    }
    assert.deepEqual(await unusedIn(project), [
      "app::lost high",
      "app::kept high",
      "app::again high",
      "app::Shown::unasked medium",
      "app::given low",
      "app::Shown::asked low",
    ]);
  }));

const MACROS = {
  "Cargo.toml": CARGO,
  "src/main.rs": `#[macro_use]
mod macros;
mod used;
fn helper() {}
struct Held;
impl Held {
    fn touched(&self) {}
    fn made(&self) {}
    fn lost(&self) {}
}
`,
  "src/macros.rs": `macro_rules! touch { ($held:expr) => { $held.touched(); helper(); }; }
macro_rules! make { ($name:ident) => { fn $name(held: &crate::Held) { held.made(); } }; }
`,
  "src/used.rs": `fn helper() {}
make!(uses);
pub fn go(held: &crate::Held) { touch!(held); uses(held) }
`,
};

Deno.test("names in the body of a macro may be called wherever the macro is used", () =>
  withProject(MACROS, async (project) => {
    for (const name of ["touched", "made", "app::used::helper"]) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.equal(answer.structured["completeness"], "possibly_incomplete", name);
    }
    assert.deepEqual(await unusedIn(project), ["app::Held::lost medium"]);
  }));

Deno.test("names in code that did not parse are not certainly unused; a function passed to a test macro is a test", () =>
  withProject({
    "Cargo.toml": CARGO,
    "src/main.rs": `mod broken;
fn named() {}
fn lost() {}
quickcheck! { fn holds(n: u8) -> bool { true } }
`,
    "src/broken.rs": `pub fn run() {
    if x { crate::named(
}
`,
  }, async (project) => {
    assert.deepEqual(await unusedIn(project), ["app::lost high", "app::named low"]);
  }));

Deno.test("a macro that receives a method's name may call the method where it is used", () =>
  withProject({
    "Cargo.toml": CARGO,
    "src/main.rs": `macro_rules! call { ($object:expr, $method:ident) => { $object.$method() }; }
struct Held;
impl Held {
    fn called(&self) {}
    fn lost(&self) {}
}
fn go(held: Held) { call!(held, called) }
`,
  }, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "called" });
    assert.deepEqual([structured["callers"], structured["possible"]], [{}, { "src/main.rs": { go: [7] } }]);
    assert.equal((await call(project, "get_callers", { function_name: "lost" })).structured["completeness"], "complete");
    assert.deepEqual(await unusedIn(project, "Held.*"), ["app::Held::lost medium"]);
  }));

const DOCUMENTED = {
  "Cargo.toml": CARGO,
  "src/lib.rs": `pub mod inner {
    //! Says what is within.
    #![allow(dead_code)]
    //! And more.
    // No doc.
    pub fn plain() {
        // No doc either.
    }
}
`,
};

Deno.test("the doc comment of an inline module may be at the top of its body", () =>
  withProject(DOCUMENTED, async (project) => {
    const { structured } = await call(project, "query_file_symbols", { file_path: "src/lib.rs" });
    const docs = (structured["symbols"] as { name: string; doc?: string }[]).map(({ name, doc }) => [name, doc]);
    assert.deepEqual(docs, [["pub mod inner", "Says what is within."], ["pub fn plain()", undefined]]);
  }));

const BUILDS = {
  "Cargo.toml": CARGO,
  "src/lib.rs": `#[cfg(unix)]
#[path = "unix.rs"]
mod port;
#[cfg(windows)]
#[path = "windows.rs"]
mod port;
mod real { pub type Span = u8; }
#[cfg(not(feature = "trace"))]
mod none {
    pub struct Span;
    impl Span { pub fn mark(&self) { helper() } }
    fn helper() {}
}
pub fn run() { port::open() }
`,
  "src/unix.rs": "pub fn open() {}\n",
  "src/windows.rs": "pub fn open() { retry() }\nfn retry() {}\n",
};

Deno.test("callers of what an ordinary build leaves out are incomplete if another build may use it under the same name", () =>
  withProject(BUILDS, async (project) => {
    for (const name of ["src/windows.rs:open", "mark"]) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.equal(answer.structured["completeness"], "possibly_incomplete", name);
      assert.match(warningsOf(answer).join(), /an ordinary build leaves its module out/, name);
    }
    const possible = await call(project, "get_callers", { function_name: "src/windows.rs:open" });
    assert.deepEqual(possible.structured["possible"], { "src/lib.rs": { run: [14] } });
    for (const name of ["src/unix.rs:open", "retry", "helper"]) {
      const answer = await call(project, "get_callers", { function_name: name });
      assert.equal(answer.structured["completeness"], "complete", name);
    }
  }));

const CHOSEN = {
  "Cargo.toml": CARGO,
  "src/lib.rs": "pub mod sys;\npub mod net;\npub mod poll;\npub fn run(p: &sys::Port) {\n  p.shut();\n  net::dial();\n  poll::wait();\n}\n",
  "src/sys/mod.rs":
    "#[cfg(unix)]\nmod unix;\n#[cfg(unix)]\npub use self::unix::*;\n#[cfg(windows)]\nmod windows;\n#[cfg(windows)]\npub use self::windows::*;\n",
  "src/sys/unix.rs": "pub struct Port;\nimpl Port { pub fn shut(&self) {} }\n",
  "src/sys/windows.rs": "pub struct Port;\nimpl Port { pub fn shut(&self) {} }\n",
  "src/net.rs": "cfg_if::cfg_if! {\n  if #[cfg(unix)] { mod unix; pub use unix::*; }\n  else { mod other; pub use other::*; }\n}\n",
  "src/net/unix.rs": "pub fn dial() {}\n",
  "src/net/other.rs": "pub fn dial() {}\n",
  "src/poll.rs":
    "#[cfg(unix)]\nmod epoll;\n#[cfg(unix)]\nuse epoll as imp;\n#[cfg(windows)]\nmod wepoll;\n#[cfg(windows)]\nuse wepoll as imp;\npub fn wait() { imp::park() }\n",
  "src/poll/epoll.rs": "pub fn park() {}\n",
  "src/poll/wepoll.rs": "pub fn park() {}\n",
};

Deno.test("names that other builds import by a wildcard, in a branch or by an alias may be called where an ordinary build calls its own", () =>
  withProject(CHOSEN, async (project) => {
    const asked = { "src/sys/windows.rs:shut": { "src/lib.rs": { run: [5] } }, "src/net/other.rs:dial": { "src/lib.rs": { run: [6] } } };
    for (const [name, sites] of Object.entries({ ...asked, "src/poll/wepoll.rs:park": { "src/poll.rs": { wait: [9] } } })) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      assert.deepEqual(structured["possible"], sites, name);
    }
  }));

const PUT_INTO_TYPES = {
  "Cargo.toml": CARGO,
  "src/lib.rs": "client::methods! {\n  fn flush(&self) { helper(); }\n}\nfn helper() {}\nfn lost() {}\n",
};

Deno.test("a method passed to a macro without a type may be called on any known value the macro inserts it into", () =>
  withProject(PUT_INTO_TYPES, async (project) => {
    const { structured } = await call(project, "get_callers", { function_name: "flush" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.deepEqual(await unusedIn(project), ["app::lost high", "app::flush low"]);
  }));

Deno.test("several symbols that a macro creates at one place are distinguished by id", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs":
      "pub struct Cell<T>(T);\nmacro_rules! each {\n    ($($kind:ty),*) => { $(impl Cell<$kind> { pub fn one(&self) {} pub fn two(&self) {} })* };\n}\n" +
      "each!(u8, u16, u32);\n",
  }, async (project) => {
    const { text, structured } = await call(project, "get_callees", { function_name: "src/lib.rs:5" });
    const { error, metadata } = structured as {
      error: { data: { candidates: { symbol_stable_id: string }[] } };
      metadata: { suggested_action: string };
    };
    const [first] = error.data.candidates;
    assert.match(text, new RegExp(`id ${first!.symbol_stable_id}`));
    assert.ok(
      metadata.suggested_action.startsWith(`get_callees {"function_name":"${first!.symbol_stable_id}"}`),
      metadata.suggested_action,
    );
    const answer = await call(project, "get_callees", { function_name: first!.symbol_stable_id });
    assert.equal(answer.isError, false);
  }));

Deno.test("unresolved calls in another package do not mean what is invisible there, by the name of the method or of its type", () =>
  withProject({
    "Cargo.toml": '[workspace]\nmembers = ["a", "b"]\n',
    "a/Cargo.toml": '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
    "a/src/lib.rs":
      "pub struct Shown;\nimpl Shown {\n    pub(crate) fn build_it(&self) {}\n    pub fn open_it(&self) {}\n}\npub(crate) struct Inner;\nimpl Inner {\n" +
      "    pub fn skip_it(&self) {}\n}\npub struct Other;\nimpl Other {\n    pub fn build_it(&self) {}\n    pub fn open_it(&self) {}\n    pub fn skip_it(&self) {}\n}\n",
    "b/Cargo.toml": '[package]\nname = "b"\nversion = "0.1.0"\nedition = "2021"\n',
    "b/src/lib.rs": "pub fn go() {\n    let x = untold::made!();\n    x.build_it();\n    x.open_it();\n    x.skip_it();\n}\n",
  }, async (project) => {
    await project.index();
    const unresolved = async (function_name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name })).structured["unresolved"];
    assert.equal(await unresolved("Shown::build_it"), undefined);
    assert.equal(await unresolved("Inner::skip_it"), undefined);
    assert.deepEqual(await unresolved("Shown::open_it"), { count: 1, first: ["b/src/lib.rs:4:7"] });
  }));
