/**
 * What still uses a removed member: a property, a constant of a type, a variant, a field; which fields of a type were added and removed.
 */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { call, callOn, warningsOf } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { openInProcess } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

type Files = Readonly<Record<string, string>>;
type Compared = (symbol: string) => Promise<Reply>;

/** Compares a project with what it was before `edit`. */
function withEdit(
  files: Files,
  [path, from, to]: readonly [string, string, string],
  use: (compare: Compared) => Promise<void>,
): Promise<void> {
  return withProject(files, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write(path, files[path]!.replace(from, to));
    const repository = openInProcess(project.root, "agent");
    try {
      await use((symbol_name) => callOn(repository, "compare_symbol_between_commits", { symbol_name, base_ref: "HEAD", head_ref: "live" }));
    } finally {
      repository.close();
    }
  });
}

const usesIn = ({ structured }: Reply): string[] =>
  ((structured["old_name_uses"] ?? []) as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`);

Deno.test("a property that is renamed is read wherever its name stands behind a value; a member of a module is that module's", () =>
  withEdit(
    {
      "link.py":
        "class Link:\n    @property\n    def main_line(self):\n        return 1\n\n    def own(self):\n        return self.main_line\n",
      "far.py": "import os\n\n\ndef read(link):\n    print(os.main_line)\n    return link.line().main_line\n",
      "deep.py": "class Other:\n    def go(self):\n        return self.main_line, self.link.main_line\n",
    },
    ["link.py", "def main_line", "def first_line"],
    async (compare) => {
      assert.deepEqual(usesIn(await compare("Link.first_line")), ["deep.py:3", "far.py:6", "link.py:7"]);
    },
  ));

const RUST: Files = {
  "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "src/lib.rs": "pub mod axes;\npub mod user;\npub mod other;\n",
  "src/axes.rs":
    "use crate::other::*;\n\npub struct Axes {\n    pub state: u8,\n}\n\nimpl Axes {\n    pub const OPSZ: u8 = 1;\n    pub const ALL: [u8; 1] = [Self::OPSZ];\n\n" +
    "    pub fn new(n: u8) -> Self {\n        match n {\n            Self::OPSZ => Axes { state: 1 },\n            _ => Self { state: 2 },\n        }\n    }\n}\n\n" +
    "pub enum Kind {\n    Old,\n    Big,\n}\n",
  "src/user.rs":
    "use crate::axes::{Axes, Kind};\n\npub fn use_it(axes: &Axes) -> u8 {\n    match Kind::Old {\n        Kind::Old => Axes::OPSZ,\n        Kind::Big => axes.state,\n    }\n}\n",
  "src/other.rs":
    "pub enum Kind {\n    Old,\n}\n\npub fn turn(kind: Kind) -> crate::axes::Kind {\n    match kind {\n        Kind::Old => crate::axes::Kind::Old,\n    }\n}\n",
};

Deno.test("constants of a type: by the type's name, and by its own name for itself", () =>
  withEdit(RUST, ["src/axes.rs", "const OPSZ", "const SIZE"], async (compare) => {
    assert.deepEqual(usesIn(await compare("Axes::OPSZ")), ["src/axes.rs:9", "src/axes.rs:13", "src/user.rs:5"]);
    assert.match((await compare("*")).text, /Axes::OPSZ .*OPSZ still used src\/axes\.rs:9/);
  }));

Deno.test("a variant that went is named at its enum, with what still uses it; one of another enum of that name is another", () =>
  withEdit(RUST, ["src/axes.rs", "    Old,", "    Fresh,"], async (compare) => {
    const places = ["src/other.rs:7", "src/user.rs:4", "src/user.rs:5"];
    assert.deepEqual(usesIn(await compare("axes::Kind")), places);
    assert.deepEqual(usesIn(await compare("axes::Kind::Old")), places);
    const { structured, text } = await compare("*");
    const [entry] = (structured["changes"] as Record<string, Record<string, unknown>[]>)["src/axes.rs"]!;
    assert.deepEqual([entry!["changed_fields"], entry!["fields_added"], entry!["fields_removed"]], [["Fresh", "Old"], ["Fresh"], ["Old"]]);
    assert.equal(entry!["old_name_uses"], 3);
    assert.match(text, /Kind .*fields Fresh \(added\), Old \(removed\), Old still used src\/other\.rs:7/);
  }));

Deno.test("a field that went: reads, and names of parts where its type is made", () =>
  withEdit(RUST, ["src/axes.rs", "pub state", "pub mode"], async (compare) => {
    assert.deepEqual(usesIn(await compare("Axes")), ["src/axes.rs:13", "src/axes.rs:14", "src/user.rs:6"]);
  }));

Deno.test("a field of a struct of another package, where that is made by its name", () =>
  withEdit(
    {
      "go.mod": "module shop\n\ngo 1.22\n",
      "kit/kit.go": "package kit\n\ntype Change struct {\n\tAddress string\n}\n",
      "run/run.go": 'package run\n\nimport "shop/kit"\n\nfunc Make() kit.Change {\n\tc := kit.Change{Address: "a"}\n\treturn c\n}\n\n' +
        "func Read(c *kit.Change) string { return c.Address }\n\n" +
        'var all = []kit.Change{\n\t{Address: "a"},\n}\nvar by = map[string][]*kit.Change{"a": {{Address: "b"}}}\nvar other = []Other{{Address: "c"}}\n\n' +
        "type Other struct{ Address string }\n",
    },
    ["kit/kit.go", "Address", "Addr"],
    async (compare) => {
      assert.deepEqual(usesIn(await compare("Change")), ["run/run.go:6", "run/run.go:10", "run/run.go:13", "run/run.go:15"]);
    },
  ));

Deno.test("what stands behind a comment that ends with a name and a dot is taken from nothing", () =>
  withEdit(
    {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
      "src/lib.rs":
        "pub mod user;\n\npub struct Db;\nimpl Db {\n    pub fn set(&self) {}\n}\n\npub struct Listener {\n    pub db: Db,\n}\n",
      "src/user.rs":
        "use crate::{Db, Listener};\n\npub struct Handler {\n    pub db: Db,\n}\n\npub fn put(db: &Db) {\n    // In the shared state.\n    db.set();\n}\n\n" +
        "pub fn make() -> Handler {\n    Handler {\n        // The shared one.\n        db: Db,\n    }\n}\n\n" +
        "pub fn read(of: &Listener) {\n    // Of the listener.\n    let _ = &of.db;\n    of // chained.\n        .db.set();\n}\n",
    },
    ["src/lib.rs", "pub db", "pub holder"],
    async (compare) => assert.deepEqual(usesIn(await compare("Listener")), ["src/user.rs:21", "src/user.rs:23"]),
  ));

Deno.test("only names that what is asked for has lost are looked for, and as whole words", () =>
  withProject({
    "app/gone.py": "def los():\n    pass\n",
    "other/gone.py": "def lost():\n    pass\n",
    ...Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`many/n${i}.py`, "lost = 1\n"])),
  }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    for (const path of ["app/gone.py", "other/gone.py"]) project.write(path, "pass\n");
    const params = { symbol_name: "app/*", base_ref: "HEAD", head_ref: "live" };
    const { structured, text } = await call(project, "compare_symbol_between_commits", params);
    assert.match(text, /los :1 deleted/);
    assert.deepEqual(warningsOf({ structured }).filter((warning) => warning.includes("old names")), []);
  }));

Deno.test("for a pattern with a folder copied code elsewhere is not read, own code is: what moved is known again", () =>
  withProject({
    "go.mod": "module shop\n\ngo 1.22\n",
    "app/a.go": "package app\n\nfunc Go() int { return 1 }\n",
    "lib/b.go":
      "package lib\n\nfunc Sum(list []int) (total int) {\n\tfor _, one := range list {\n\t\ttotal += one * 2\n\t}\n\treturn total\n}\n",
    "vendor/x/y/y.go": "package y\n\nfunc Y() int { return 1 }\n",
  }, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const sum = "\nfunc Sum(list []int) (total int) {\n\tfor _, one := range list {\n\t\ttotal += one * 2\n\t}\n\treturn total\n}\n";
    project.write("app/a.go", `package app\n\nfunc Go() int { return 2 }\n${sum}`);
    project.write("lib/b.go", "package lib\n");
    project.write("vendor/x/y/y.go", "package y\n\nfunc Y() int { return 2 }\n");
    const compare = async (symbol_name: string): Promise<string> =>
      (await call(project, "compare_symbol_between_commits", { symbol_name, base_ref: "HEAD", head_ref: "live" })).text.split("\n")[0]!;
    assert.equal(await compare("app/*"), "HEAD to live: 2 changed symbols (1 modified, 1 moved), 2 changed files");
    assert.match(await compare("*"), /^HEAD to live: 3 changed symbols .*, 3 changed files/);
    assert.match(
      await compare("vendor/x"),
      /^HEAD to live: 1 changed symbol \(1 modified\), 1 changed file\b/,
      "a folder is asked about like a file",
    );
  }));
