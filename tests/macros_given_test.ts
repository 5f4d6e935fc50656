/**
 * Edits of macros that other files call, and of what makes them visible there: those files are read again with the macros that they are now
 * given.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { foreseeMacros } from "../core/run/macro_stage.ts";
import { type TrackedFile, trackFile } from "../core/run/tracked_file.ts";
import { type DeclaredMacro, encodeMacroNotes, type MacroNotes } from "../core/tree/given_macros.ts";
import { shareMacros } from "../languages/rust/macros/share_macros.ts";
import { plugin as rust } from "../languages/rust/plugin.ts";
import { call } from "./support/call.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";
import { withProject } from "./support/temp_project.ts";
import { type Edit, testThereAndBack } from "./support/there_and_back.ts";

interface MacroFile {
  readonly path: string;
  readonly macros: MacroNotes;
}

const MACRO = "macro_rules! getter { ($type:ident, $name:ident) => { impl $type { pub fn $name(&self) { crate::one() } } }; }\n";
const CRATE = {
  "Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n',
  "src/lib.rs": "#[macro_use] mod macros; mod made; mod user;\npub fn one() {}\npub fn two() {}\n",
  "src/made.rs": "pub struct Made;\ngetter!(Made, first);\n",
  "src/user.rs": "use crate::made::Made;\npub fn use_it(made: &Made) { made.first(); made.second(); }\n",
};
const { "src/made.rs": _, ...REST } = CRATE;
const KIT = {
  "Cargo.toml": '[workspace]\nmembers = ["kit", "app"]\n',
  "kit/Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "app/Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\nkit = { path = "../kit" }\n',
  "app/src/lib.rs": "pub struct Made;\nkit::getter!(Made);\npub fn use_it(made: &Made) { made.first(); }\n",
};

const EDITS: Readonly<Record<string, Edit>> = {
  "a macro makes something else": {
    files: CRATE,
    path: "src/macros.rs",
    text: MACRO.replace("crate::one", "crate::…"),
    between: ["one", "two"],
  },
  "a macro comes and goes": { files: CRATE, path: "src/macros.rs", text: "…\n", between: ["", MACRO] },
  "a macro gets a namesake in its crate": {
    files: { ...CRATE, "src/macros.rs": MACRO },
    path: "src/other.rs",
    text: "…\n",
    between: ["", MACRO.replace("one", "two")],
  },
  "a macro calls another that makes something else": {
    files: {
      ...REST,
      "src/made.rs": "pub struct Made;\nboth!(Made);\n",
      "src/inner.rs": "macro_rules! both { ($type:ident) => { getter!($type, first); }; }\n",
    },
    path: "src/macros.rs",
    text: MACRO.replace("crate::one", "crate::…"),
    between: ["one", "two"],
  },
  "a macro of a file that calls another one's comes to be called elsewhere": {
    files: {
      ...REST,
      "src/macros.rs": MACRO,
      "src/both.rs":
        "macro_rules! both { ($type:ident) => { getter!($type, first); }; }\npub struct Own;\nboth!(Own);\npub fn use_own(own: &Own) { own.first(); }\n",
    },
    path: "src/made.rs",
    text: "pub struct Made;\n…\n",
    between: ["", "both!(Made);"],
  },
  "who calls a macro calls it for another name": {
    files: { ...REST, "src/macros.rs": MACRO },
    path: "src/made.rs",
    text: "pub struct Made;\ngetter!(Made, …);\n",
    between: ["first", "second"],
  },
  "a macro is brought in from another package": {
    files: { ...REST, "src/macros.rs": MACRO },
    path: "src/made.rs",
    text: "…\npub struct Made;\ngetter!(Made, first);\n",
    between: ["", "use other::getter;"],
  },
  "a package exports its macro": {
    files: KIT,
    path: "kit/src/lib.rs",
    text: "pub fn one() {}\n…\nmacro_rules! getter { ($type:ident) => { impl $type { pub fn first(&self) { $crate::one() } } }; }\n",
    between: ["#[macro_export]", ""],
  },
  "the package of a macro gets another name": {
    files: {
      ...KIT,
      "kit/src/lib.rs": "#[macro_export]\nmacro_rules! getter { ($type:ident) => { impl $type { pub fn first(&self) {} } }; }\n",
    },
    path: "kit/Cargo.toml",
    text: '[package]\nname = "…"\nversion = "0.1.0"\n',
    between: ["kit", "tool"],
  },
};

testThereAndBack(EDITS);

Deno.test("only files that call the edited macro are read again", () =>
  withProject({ ...CRATE, "src/macros.rs": MACRO, "src/aside.rs": "pub fn aside() {}\n" }, async (project) => {
    await project.index();
    project.write("src/macros.rs", MACRO.replace("one", "two"));
    const { parsed } = await project.index();
    assert.equal(parsed, 2, "the macro's file and the one that calls it");
    project.write("src/aside.rs", "pub fn aside() { }\n");
    assert.equal((await project.index()).parsed, 1, "a file that has nothing to do with it");
    assert.equal((await project.index()).parsed, 0, "nothing was edited");
  }));

Deno.test("the facts of a text without the macros that it is given are not stored", () =>
  withProject({ ...CRATE, "src/macros.rs": MACRO }, async (project) => {
    await project.index();
    const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
    const loose = db.prepare("SELECT extractor FROM blob WHERE language <> '' AND id NOT IN (SELECT blob_id FROM file_version)").all();
    const given = db.prepare(`SELECT path FROM file_version v JOIN path p ON p.id = path_id JOIN blob b ON b.id = blob_id
      WHERE extractor LIKE '%+%'`).all() as { path: string }[];
    db.close();
    assert.deepEqual(loose, []);
    assert.deepEqual(given.map(({ path }) => path), ["src/made.rs"]);
  }));

/** Where the calls of `first`, `second` and `third` lead whose types are given these by a macro with a body of so many calls. */
async function targetsOf(calls: number, isOwn: boolean): Promise<string[]> {
  const macro = `macro_rules! getter { ($type:ident, $name:ident) => { impl $type { pub fn $name(&self) { ${
    "crate::one(); ".repeat(calls)
  } } } }; }\n`;
  const made = "pub struct Made;\ngetter!(Made, first);\ngetter!(Made, second);\ngetter!(Made, third);\n" +
    "pub fn use_it(made: &Made) { made.first(); made.second(); made.third(); }\n";
  const { edges } = await resolveInMemory(rust, [
    { path: "Cargo.toml", text: CRATE["Cargo.toml"] },
    { path: "src/lib.rs", text: `#[macro_use] mod macros; mod made;\npub fn one() {}\n` },
    { path: "src/macros.rs", text: isOwn ? "" : macro },
    { path: "src/made.rs", text: isOwn ? macro + made : made },
  ]);
  return edges.filter(({ from, text }) => from.endsWith("use_it") && text.includes("made.")).map(({ target }) =>
    target.split("::").at(-1)!
  );
}

Deno.test("what a macro of another file generates is limited by the size of the calling file", async () => {
  assert.deepEqual(await targetsOf(10, false), ["first", "second", "third"]);
  assert.deepEqual(await targetsOf(700, false), ["first", "second", ""], "text is written up to a length");
  assert.deepEqual(await targetsOf(2000, false), ["", "", ""], "more tokens than one call may make");
  assert.deepEqual(await targetsOf(1000, true), ["first", "second", "third"], "the file's own");
  assert.deepEqual(await targetsOf(13_000, true), ["", "", ""], "more than anybody writes");
});

Deno.test("a first index foresees from the text alone what a file is given", async () => {
  const files: Record<string, string> = {
    ...CRATE,
    "src/macros.rs": MACRO,
    "src/user.rs": `${CRATE["src/user.rs"]}// println!("{}"), other!(a) and if !(a) {}\n`,
  };
  const track = (path: string): TrackedFile =>
    trackFile({ path, language: { plugin: rust, grammar: "rust" }, size: 0, time: 0 }, undefined);
  const { macros } = parseText(await loadGrammar(rust, "rust"), MACRO);
  const waiting = ["src/made.rs", "src/user.rs"].map(track);
  const called = waiting.map(({ path }) => rust.givenMacros!.namesCalled(files[path]!));
  assert.deepEqual(called, [["getter"], ["other"]]);
  const manifests = [{ path: "Cargo.toml", text: CRATE["Cargo.toml"] }];
  const declared = { ...track("src/macros.rs"), macros: encodeMacroNotes(macros) };
  foreseeMacros([declared], new Map(waiting.map((file, i) => [file, called[i]!])), () => manifests);
  assert.deepEqual(waiting.map(({ path, given }) => `${path}: ${given.map(({ name }) => name)}`), ["src/made.rs: getter", "src/user.rs: "]);
  await withProject(files, async (project) => {
    await project.index();
    const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
    const read = db.prepare("SELECT path, extractor FROM file_version v JOIN path p ON p.id = path_id JOIN blob b ON b.id = blob_id").all();
    db.close();
    const extractors = new Map(read.map(({ path, extractor }) => [path, extractor]));
    assert.deepEqual(waiting.map(({ path }) => extractors.get(path)), waiting.map(({ extractor }) => extractor));
  });
});

Deno.test("the macro notes of a text: those that others may call, and calls of what it does not declare itself", async () => {
  const text = `macro_rules! first { ($t:ident) => { impl $t { pub fn first(&self) {} } }; }
#[macro_export]
// What a comment says between them is of no matter.
#[doc(hidden)]
macro_rules! second { ($t:ident) => { outer!($t); }; }
macro_rules! value { () => { helper() }; }
macro_rules! cfg_unix { ($($item:item)*) => { $( #[cfg(windows)] $item )* } }
fn apart() { macro_rules! third { ($t:ident) => { impl $t { pub fn third(&self) {} } }; } third!(Made); }
first!(Made);
value!();
away!(Made);
pub fn run() -> Vec<u8> { vec![1] }
`;
  const { macros } = parseText(await loadGrammar(rust, "rust"), text);
  const { declared, called } = macros!;
  assert.deepEqual(declared.map(({ name, defines, exported }) => ({ name, defines, exported })), [
    { name: "first", defines: true, exported: false },
    { name: "second", defines: false, exported: true },
    { name: "cfg_unix", defines: true, exported: false },
  ]);
  assert.deepEqual(called, ["away", "outer"]);
});

Deno.test("a macro is given by the crate that declares it, or by the one package that exports it; one that is declared twice is not given", () => {
  const manifests = new Map(["a-kit", "b", "c"].map((name) => [`${name}/Cargo.toml`, `[package]\nname = "${name}"\n`]));
  const macro = (name: string, exported: boolean): DeclaredMacro => ({
    name,
    text: `macro_rules! ${name} { ($n:ident) => { fn $n() { $crate::run() } }; }`,
    defines: true,
    exported,
  });
  /** One that makes something by what it calls, if at all. */
  const through = (name: string, body: string): DeclaredMacro => ({
    ...macro(name, true),
    text: `macro_rules! ${name} { () => { ${body} }; }`,
    defines: false,
  });
  const file = (path: string, declared: readonly DeclaredMacro[], ...called: readonly string[]): MacroFile => ({
    path,
    macros: { declared, called },
  });
  const given = shareMacros([
    file("a-kit/src/lib.rs", [macro("shown", true), macro("hidden", false), macro("twice", true), macro("told", true)]),
    file("a-kit/src/made.rs", [through("outer", "inner!(a);"), macro("inner", true), through("plain", "run()")]),
    file("b/src/lib.rs", [macro("twice", true), macro("own", false), macro("again", false)], "own", "again"),
    file("b/src/more.rs", [macro("again", false)], "again", "own", "shown"),
    file("b/tests/one.rs", [macro("tested", true)], "outer", "own", "shown"),
    file("c/src/lib.rs", [macro("inner", false)], ...[
      "hidden",
      "inner",
      "loose",
      "outer",
      "own",
      "plain",
      "shown",
      "tested",
      "told",
      "twice",
    ]),
    file("loose.rs", [macro("loose", true), macro("told", true)], "shown"),
  ], manifests);
  const names = [...given].map(([path, macros]) => [path, ...macros.map(({ name, from }) => from === "" ? name : `${from}::${name}`)]);
  assert.deepEqual(names, [
    ["b/src/lib.rs", "own"],
    ["b/src/more.rs", "own", "a_kit::shown"],
    ["b/tests/one.rs", "a_kit::inner", "a_kit::outer", "a_kit::shown"],
    ["c/src/lib.rs", "inner", "a_kit::outer", "a_kit::shown", "a_kit::told"],
    ["loose.rs", "a_kit::shown"],
  ]);
  assert.match(given.get("b/src/more.rs")![0]!.text, /\$crate::run/);
  assert.match(given.get("c/src/lib.rs")![2]!.text, / a_kit::run/);
});

Deno.test("a macro whose name is passed to another may be called there", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "app"\n',
    "src/lib.rs": `macro_rules! all { ($name:ident) => { $name!(A); $name!(B); }; }
macro_rules! one { ($t:ident) => { struct $t; }; }
macro_rules! alone { () => {}; }
all!(one);
// all!(alone);
`,
  }, async (project) => {
    const given = await call(project, "get_callers", { function_name: "one" });
    assert.equal(given.structured["completeness"], "possibly_incomplete");
    assert.match(given.text, /named [^\n]*\nsrc\/lib\.rs/);
    assert.match(given.text, /its name is given to another macro, which may call it/);
    assert.equal((await call(project, "get_callers", { function_name: "alone" })).structured["completeness"], "complete");
    assert.match((await call(project, "get_impact", { symbol_name: "one" })).text, /named at 1 place/);
  }));
