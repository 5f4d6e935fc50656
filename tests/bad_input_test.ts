/**
 * Bad input is reported by name and survived.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { shellWord } from "../core/base/shell_word.ts";
import { CallgroveError } from "../core/errors.ts";
import type { IndexSummary } from "../core/pipeline.ts";
import { readBytes } from "../core/scan/read_source.ts";
import { indexDirectory } from "../engine.ts";
import { plugin as rust } from "../languages/rust/plugin.ts";
import { plugin as typescript } from "../languages/typescript/plugin.ts";
import { reading } from "../languages/typescript/reading.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";
import { ask } from "../query/ask.ts";
import { getCallers } from "../query/callers.ts";
import { PLAIN } from "../query/render/style.ts";
import { PERMISSIONS } from "../release/permissions.ts";
import { call } from "./support/call.ts";
import { git } from "./support/git_project.ts";
import { RawServer } from "./support/raw_server.ts";
import { openInFolder, ROOT, runCallgrove } from "./support/shop.ts";
import { dumpIndex } from "./support/dump_index.ts";
import { withProject } from "./support/temp_project.ts";

const reasons = (summary: IndexSummary): Record<string, string> =>
  Object.fromEntries(summary.skipped.map((skip) => [skip.path, skip.reason]));
const hasSymbol = (folder: string, name: string): boolean => dumpIndex(folder).some((line) => line.includes(`"qualified_name":"${name}"`));

Deno.test("a file has as many lines as wc counts, one more if its last line is not terminated", () =>
  withProject({ "ended.py": "def f():\n    pass\n", "open.py": "def f():\n    pass", "blank.py": "\n\n" }, async (project) => {
    assert.equal((await project.index()).lines, 6);
    const modules = dumpIndex(project.database).map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((row) => row["kind"] === "module").map((row) => [row["path"], row["line_start"], row["line_end"]]);
    assert.deepEqual(modules, [["blank.py", 1, 2], ["ended.py", 1, 2], ["open.py", 1, 2]]);
    const ended = await call(project, "index_file", { file_path: "ended.py" });
    assert.equal(ended.structured["lines"], 2);
  }));

Deno.test("a missing folder, a file, an empty folder, and one without known languages are each reported", () =>
  withProject({ "notes.txt": "nothing to see" }, async (project) => {
    await assert.rejects(
      indexDirectory({ directory: join(project.root, "nowhere"), database: project.database }),
      (e: CallgroveError) =>
        e.code === "project_not_found" && String(e.data["root"]).includes("nowhere") && e.message.includes("nowhere") &&
        e.exitStatus === 3 && e.hint.includes("parameter repo"),
    );
    await assert.rejects(
      indexDirectory({ directory: join(project.root, "notes.txt"), database: project.database }),
      (e: CallgroveError) => e.code === "project_not_found" && e.hint.includes("callgrove index"),
    );
    const summary = await project.index();
    assert.equal(summary.files, 0);
    assert.match(summary.warnings.join(), /no file of a supported language/);
    const empty = await call(project, "search_nodes", { name_pattern: "*" });
    assert.match(empty.text, /warning: no file of a supported language in "[^"]+" \(looked for \.go/, "told by later answers too");
    assert.doesNotMatch((await call(project, "call_graph_stats", {})).text, /^(rules|kinds|language)/m);
    project.remove("notes.txt");
    assert.equal((await project.index()).files, 0);
  }));

Deno.test("the whole disk is not a project, and a server started there answers about a repository that is named", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    const at = ["-C", "/", "--db", project.database];
    const refused = await runCallgrove(["callers", "keep", ...at], project.root);
    assert.equal(refused.status, 3);
    assert.match(refused.stderr, /Cannot index "[^"]+": it is the root of the disk, not a repository\nName a folder or repository/);
    const asked = JSON.stringify({ function_name: "keep", repo: project.root });
    const answered = await runCallgrove(["tool", "get_callers", asked, ...at], project.root);
    assert.equal(answered.status, 0, answered.stdout);
    // With the permissions of the binary, not every folder of the disk may be looked into.
    await using server = new RawServer("/", ["--db", project.database]);
    await server.initialize();
    for (const repo of [undefined, project.root]) {
      const { result } = await server.call("get_callers", { function_name: "keep", ...(repo === undefined ? {} : { repo }) });
      const { error } = result!["structuredContent"] as { error?: { code: string; data: Record<string, unknown> } };
      assert.deepEqual(
        repo === undefined ? [error!.code, error!.data["root"]] : error,
        repo === undefined ? ["project_not_found", "/"] : undefined,
      );
    }
  }));

Deno.test("a folder of repositories is not indexed for a question, only on request", () =>
  withProject({ "a/x.py": "", "b/y.py": "", "c/z.py": "def keep():\n    pass\n" }, async (project) => {
    for (const folder of ["a", "b"]) mkdirSync(join(project.root, folder, ".git"));
    const refused = await runCallgrove(["callers", "keep"], project.root);
    assert.equal(refused.status, 3);
    assert.match(refused.stderr, /for a question: it is not a repository, and contains 2 \(a, b\)\nName a repository \(-C DIR/);
    assert.match((await runCallgrove([], project.root)).stdout, /not indexed: callgrove index does it/);
    assert.equal((await runCallgrove(["index", "--quiet"], project.root)).status, 0);
    assert.equal((await runCallgrove(["callers", "keep"], project.root)).status, 0);
  }));

Deno.test("a binary is left out; text in UTF-8, UTF-16 or another encoding, with a byte order mark or empty is read", () =>
  withProject({ "good.py": "def good(): pass\n", "empty.py": "", "mark.py": "\ufeffdef marked(): good()\n" }, async (project) => {
    project.write("binary.py", new Uint8Array([0x64, 0x65, 0x66, 0, 1, 2, 3]));
    project.write(
      "latin.py",
      new Uint8Array([...new TextEncoder().encode("def caf"), 0xe9, ...new TextEncoder().encode("(): pass\ndef beside(): pass\n")]),
    );
    const wide = "def wide(): pass\n";
    project.write("wide.py", new Uint8Array([0xff, 0xfe, ...[...wide].flatMap((c) => [c.charCodeAt(0), 0])]));
    const summary = await project.index();
    assert.deepEqual(reasons(summary), { "binary.py": "binary" });
    assert.match(summary.remarks.join("\n"), /latin\.py: not UTF-8/);
    assert.ok(hasSymbol(project.database, "latin.beside"));
    assert.ok(hasSymbol(project.database, "latin.café"));
    assert.ok(!hasSymbol(project.database, "latin.caf"), "a name is whole or not there");
    assert.ok(hasSymbol(project.database, "wide.wide"));
    const marked = dumpIndex(project.database).find((line) => line.includes('"qualified_name":"mark.marked"'))!;
    assert.match(marked, /"name_column":5/);
    assert.match((await project.index()).remarks.join("\n"), /latin\.py: not UTF-8/, "said again while it is so");
    // What was written just now is read again for two seconds.
    let stages: Set<string>;
    const end = Date.now() + 5000;
    do {
      stages = new Set();
      await indexDirectory({ directory: project.root, database: project.database, workers: 0 }, ({ stage }) => stages.add(stage));
    } while (stages.has("parse") && Date.now() < end);
    assert.deepEqual([...stages], ["scan"], "a binary that stays one is not looked into each time");
    assert.deepEqual(reasons(await project.index()), { "binary.py": "binary" }, "said again while it is so");
    const missing = await call(project, "query_file_symbols", { file_path: "nowhere.py" });
    assert.match(missing.error!.message, /in no known language, or missing/, "no sparse checkout is spoken of");
    const told = async (name: string, params: Record<string, unknown>): Promise<boolean> =>
      /latin\.py: not UTF-8/.test((await call(project, name, params)).text);
    project.write("good.py", "def good(): pass\ndef more(): pass\n");
    assert.equal(await told("get_callers", { function_name: "good" }), false, "it has nothing to do with good.py");
    assert.deepEqual([
      await told("query_file_symbols", { file_path: "latin.py" }),
      await told("query_file_symbols", { file_path: "mark.py" }),
    ], [
      true,
      false,
    ]);
    assert.deepEqual([
      await told("call_graph_stats", {}),
      await told("index_directory", {}),
      await told("index_file", { file_path: "latin.py" }),
    ], [true, true, true]);
  }));

Deno.test("links are not followed, wherever they lead", () =>
  withProject({ "real.py": "def real(): pass\n", "../outside.py": "def outside(): pass\n" }, async (project) => {
    symlinkSync("self.py", join(project.root, "self.py"));
    symlinkSync("../outside.py", join(project.root, "out.py"));
    symlinkSync("real.py", join(project.root, "alias.py"));
    symlinkSync("nowhere.py", join(project.root, "dangling.py"));
    symlinkSync("..", join(project.root, "up"));
    const summary = await project.index();
    assert.deepEqual(reasons(summary), { "self.py": "link", "out.py": "outside link", "alias.py": "link", "dangling.py": "link" });
    assert.equal(summary.files, 1);
  }));

Deno.test("a file that vanishes before it is read is skipped and reported", () => {
  assert.deepEqual(readBytes("/nonexistent/gone.py", "gone.py"), {
    path: "gone.py",
    reason: "vanished",
    detail: "deleted while being read",
  });
});

for (const isRepository of [false, true]) {
  Deno.test(`a file whose name is not UTF-8 is left out and said so ${isRepository ? "in git" : "outside git"}`, () =>
    withProject({ "b.py": "def target(): pass\n", "c.go": "package c\n\nfunc other() {}\n" }, async (project) => {
      const run = (script: string): void => {
        assert.ok(new Deno.Command("sh", { args: ["-c", script], cwd: project.root }).outputSync().success);
      };
      if (isRepository) run("git init -q");
      const told = async (name: string): Promise<unknown> =>
        (await call(project, "get_callers", { function_name: name })).structured["completeness"];
      assert.equal(await told("target"), "complete");
      run("printf 'from b import target\\ntarget()\\n' > \"$(printf 'caf\\351.py')\"");
      assert.deepEqual([await told("target"), await told("other")], ["possibly_incomplete", "complete"]);
      assert.deepEqual(reasons(await project.index()), { "caf\ufffd.py": "name not UTF-8" });
      const { text } = await call(project, "get_callers", { function_name: "target" });
      assert.match(text, /caf\ufffd\.py \(name not UTF-8\) was left out and may call it/);
      run("rm caf*.py");
      assert.equal(await told("target"), "complete", "a file that is gone is left out no more");
    }));
}

Deno.test("a script without extension is recognized by its first line", () =>
  withProject({ "tool": "#!/usr/bin/env python3\ndef tool(): pass\ntool()\n", "notes": "def nothing(): pass\n" }, async (project) => {
    Deno.chmodSync(join(project.root, "tool"), 0o755);
    Deno.chmodSync(join(project.root, "notes"), 0o755);
    assert.equal((await project.index()).files, 1);
  }));

Deno.test("broken source: the intact function beside the error is found, calls outside the damage are heuristic", () =>
  withProject({
    "broken.py": "def good():\n    return other()\n\ndef bad(:\n    x = = 1\n\ndef other():\n    pass\n",
    "broken.go": "package main\n\nfunc good() { other() }\n\nfunc bad( { x := }\n\nfunc other() {}\n",
    "broken.ts": "function good() { other(); }\nfunction bad( { let = ; }\nfunction other() {}\n",
    "broken.rs": "fn good() { other(); }\nfn bad( { let = ; }\nfn other() {}\n",
    "garbage.py": "%%% ((( ]]] }}} \u0000".replace("\u0000", "") + "\n\ndef survivor(): pass\n",
  }, async (project) => {
    const summary = await project.index();
    const lines = dumpIndex(project.database);
    for (const file of ["broken.py", "broken.go", "broken.ts", "broken.rs"]) {
      assert.ok(lines.some((line) => line.includes(`"path":"${file}"`) && line.includes('"name":"good"')), `${file}: good`);
      assert.ok(!lines.some((line) => line.includes(`"path":"${file}"`) && line.includes('"confidence":"static"')), `${file}: static`);
      assert.ok(summary.problems.some((problem) => problem.path === file && problem.lines.length > 0), `${file}: problems`);
    }
    assert.equal(summary.files, 5);
    const strict = await project.index({ strictSyntax: true });
    assert.equal(strict.edges.calls.heuristic, 0);
    assert.equal(strict.symbols, summary.symbols);
    assert.deepEqual((await project.index()).edges, summary.edges, "and back");
  }));

Deno.test("callers of names in damaged code are never reported as complete, nor those of definitions in a damaged file", () =>
  withProject({
    "a.py": "def f(x):\n    return x\n\ndef other(): pass\n",
    "b.py": "from a import f\n\ndef broken(x:\n    f(1)\n    return f(3\n\ndef after():\n    f(4)\n",
  }, async (project) => {
    await project.index();
    const told = async (name: string, params: Record<string, unknown>): Promise<readonly unknown[]> => {
      const { structured } = await call(project, name, params);
      const { warnings } = structured["metadata"] as { warnings?: string[] };
      return [structured["completeness"], ...warnings ?? []];
    };
    assert.deepEqual(await told("get_callers", { function_name: "f" }), [
      "possibly_incomplete",
      "b.py:4 did not parse and may call it: calls there are not followed",
    ]);
    assert.deepEqual(await told("get_callers", { function_name: "other" }), ["complete"]);
    assert.deepEqual(await told("query_file_symbols", { file_path: "b.py" }), [
      undefined,
      "syntax errors at line 3-8: what is defined there may be missing",
    ]);
  }));

Deno.test("of a file whose calls were all left out it is said where it did not parse, and where it names the function", () =>
  withProject({
    "a.py": "def f(x):\n    return x\n",
    "b.py": "from a import f\nf(1)\n\n\ndef broken(:\n    pass\n",
  }, async (project) => {
    await project.index({ strictSyntax: true });
    const { structured } = await call(project, "get_callers", { function_name: "f" });
    assert.equal(structured["completeness"], "possibly_incomplete");
    assert.deepEqual((structured["metadata"] as { warnings?: string[] }).warnings, [
      "b.py:1 may call it: no calls of that file are in the index, because it did not parse at line 5",
    ]);
  }));

Deno.test("a name hidden by a syntax error is not called external, and the answer says where it is", () =>
  withProject({
    "a.py": "def load(x):\n    return (x\n\ndef go():\n    return load(1)\n\ndef z():\n  return go()\n",
    "b.py": "from a import go, load\n\ndef user():\n    return go()\n",
  }, async (project) => {
    await project.index();
    const callers = await call(project, "get_callers", { function_name: "load" });
    assert.equal(callers.structured["completeness"], "possibly_incomplete");
    assert.match(callers.text, /its own file did not parse at line 2-4/);
    const callees = await call(project, "get_callees", { function_name: "z" });
    assert.deepEqual([callees.structured["external"], (callees.structured["unresolved"] as { name: string }[])[0]?.name], [
      undefined,
      "go",
    ]);
    assert.match((await call(project, "get_callees", { function_name: "load" })).text, /a\.py:2-4 did not parse/);
    const lost = await call(project, "get_callers", { function_name: "go" });
    assert.match(lost.error!.message, /a\.py:4 did not parse and mentions it/);
  }));

Deno.test("calls and passed values in code that did not parse are no edges; an intact function keeps its own", () =>
  withProject({
    "a.py": "def load(x):\n    return x\n",
    "b.py": "from a import load\n\ndef fine():\n    return 1\n\ndef go(:\n    y = load(1)\n    return load(2) +\n",
    "c.go": "package main\n\nfunc Deep() int { return 1 }\n\nfunc Mid() int { return Deep( ; }\n\nfunc Top() int { return Mid() }\n",
  }, async (project) => {
    await project.index();
    const sites = async (name: string): Promise<unknown> => {
      const { callers, references } = (await call(project, "get_callers", { function_name: name })).structured;
      return [callers, references];
    };
    assert.deepEqual(await sites("load"), [{ "b.py": { go: [7] } }, undefined]);
    assert.deepEqual(await sites("Deep"), [{}, undefined]);
    assert.deepEqual(await sites("Mid"), [{ "c.go": { Top: [7] } }, undefined]);
  }));

Deno.test("a call by an alias in code that did not parse keeps a list of callers open", () =>
  withProject({
    "a.py": "def load(x):\n    return x\n\ndef other():\n    pass\n",
    "b.py": "from a import load as q, other\n\ndef go(x):\n    return q(x\n",
  }, async (project) => {
    await project.index();
    const load = await call(project, "get_callers", { function_name: "load" });
    assert.equal(load.structured["completeness"], "possibly_incomplete");
    assert.match(load.text, /b\.py:4 did not parse and may call it/);
    assert.equal((await call(project, "get_callers", { function_name: "other" })).structured["completeness"], "complete");
  }));

Deno.test("a line with many syntax errors is reported once", () =>
  withProject({ "a.ts": `let a = 1;\n${"f( ;) }".repeat(20)}\nlet b = 2;\n` }, async (project) => {
    const { problems } = await project.index();
    assert.deepEqual(problems.map((problem) => problem.lines), [[[2, 2]]]);
  }));

Deno.test("with more than a hundred damaged places the last ones keep a list of callers open, too", () =>
  withProject({
    "a.ts": "export function f() {}\n",
    "b.ts": `import { f } from "./a.ts";\n${"let = = 1;\nlet whole = 2;\n".repeat(150)}f( ;) let = f();\n`,
  }, async (project) => {
    const { problems } = await project.index();
    assert.equal(problems[0]!.lines.length, 100);
    assert.equal(problems[0]!.lines.at(-1)![1], 302);
    const { structured } = await call(project, "get_callers", { function_name: "f" });
    assert.equal(structured["completeness"], "possibly_incomplete");
  }));

Deno.test(
  "pipes in the place of files are waited for by nobody",
  { ignore: Deno.build.os === "windows" },
  () =>
    withProject({ "a.py": "def f():\n    return g()\n\n\ndef g(): pass\n" }, async (project) => {
      for (const name of [".gitignore", ".adr-dir", "b.py", "package.json", "README.md"]) {
        assert.ok(new Deno.Command("mkfifo", { args: [join(project.root, name)] }).outputSync().success);
      }
      const { status, stdout } = await runCallgrove(["callers", "g"], project.root);
      assert.equal(status, 0);
      assert.match(stdout, /^1 caller, 1 call in 1 file \(complete\)$/m);
    }),
);

Deno.test("a string literal with raw bytes, including zeros, is read like any other", () =>
  withProject(
    { "a.js": `// ${"-".repeat(9000)}\nconst program = "\0asm\0\x02" + '\0';\nfunction behind() {}\nbehind();\n` },
    async (project) => {
      const { problems, skipped } = await project.index();
      assert.deepEqual([problems, skipped], [[], []]);
      assert.ok(hasSymbol(project.database, "behind"));
    },
  ));

Deno.test("deep nesting and one long line are indexed like any code", () =>
  withProject({
    "deep.py": `def f(): pass\nx = ${"(".repeat(5000)}f()${")".repeat(5000)}\n`,
    "deep.ts": `function f() {}\n${"{".repeat(5000)}f();${"}".repeat(5000)}\nconst y = ${"[".repeat(5000)}f()${"]".repeat(5000)};\n`,
    "chain.ts": `const o = make();\no${".then(f)".repeat(5000)};\n`,
    "long.ts": `function f() {}\nconst data = [${'"aaaaaaaaaaaaaaaa",'.repeat(50_000)}];f();\n`,
    "deep.go": `package p\nfunc f() {\n${"if true {\n".repeat(2000)}f()${"}\n".repeat(2000)}}\n`,
    "deep.rs": `fn f() { ${"{".repeat(2000)}f();${"}".repeat(2000)} }\n`,
  }, async (project) => {
    const summary = await project.index();
    assert.deepEqual(summary.warnings, []);
    assert.equal(summary.files, 6);
    assert.ok(hasSymbol(project.database, "deep.f"));
  }));

Deno.test("thousands of comment lines in a row: what follows them is found at its position", () => {
  const comments = (indent: string): string => Array.from({ length: 20_000 }, (_, i) => `${indent}# line ${i} é\n`).join("");
  const text = `def f():\n    pass\n${comments("")}class K:\n    def m(self):\n        pass\n${comments("        ")}        f()\n`;
  return withProject({ "a.py": text }, async (project) => {
    await project.index();
    const db = new DatabaseSync(join(project.database, "index.db"), { readOnly: true });
    const calls = db.prepare("SELECT source_line AS line FROM edge e JOIN symbol s ON s.id = e.to_symbol_id WHERE s.name = 'f'").all();
    db.close();
    assert.deepEqual(calls.map((call) => call["line"]), [40_006]);
  });
});

Deno.test("thousands of comments between names are read in linear time", () => {
  // Each comment behind a comma was once tried with all that follow it: minutes for such a file.
  const text = `type T<in A> = A;\nconst all = [${"a, /* one */ /* two */ b, ".repeat(8_000)}c];\nfunction behind() {}\n`;
  return withProject({ "long.ts": text }, async (project) => {
    await project.index();
    assert.ok(hasSymbol(project.database, "long.behind") || hasSymbol(project.database, "behind"));
  });
});

Deno.test("types in comments that consist mostly of spaces are read in linear time", async () => {
  const wide = `/** @type {Store${" ".repeat(1800)}| null} */\nlet one;\n`.repeat(200);
  const text = `class Store { open() {} }\n${wide}/** @param {Store=} store */\nfunction use(store) { store.open(); }\n`;
  const { edges } = await resolveInMemory(typescript, [{ path: "a.js", text }]);
  assert.deepEqual(edges.filter((edge) => edge.type === "calls").map((edge) => edge.target), ["Store.open"]);
});

Deno.test("hundreds of modules that re-export each other: each name is found, and a missing one is looked up once", async () => {
  const count = 600;
  const all = Array.from({ length: count }, (_, i) => i);
  const own = (i: number): string =>
    `use super::*;\nuse web::prelude::*;\npub struct T${i};\nimpl T${i} {\n    pub fn run(&self, other: &T${
      (i * 7 + 1) % count
    }, m: &Missing${i}) {\n        other.stop();\n        m.halt();\n    }\n    pub fn stop(&self) {}\n}\n`;
  const { edges } = await resolveInMemory(rust, [
    { path: "Cargo.toml", text: '[package]\nname = "wide"\n[dependencies]\nweb = "1"\n' },
    { path: "src/lib.rs", text: "mod parts;\npub use parts::*;\n" },
    { path: "src/parts/mod.rs", text: all.map((i) => `mod p${i};\npub use p${i}::*;\n`).join("") },
    ...all.map((i) => ({ path: `src/parts/p${i}.rs`, text: own(i) })),
  ]);
  const calls = edges.filter((edge) => edge.type === "calls" && edge.target !== "");
  assert.equal(calls.length, count);
  assert.ok(calls.some((edge) => edge.path === "src/parts/p3.rs" && edge.target === "wide::parts::p22::T22::stop"));
});

Deno.test("a long Flow file with unclosed brackets, quotes and comments is read in linear time", () => {
  const types = "type A = { ...B<{ ...C, x: ?() => void }>, ... };\n".repeat(40_000);
  const broken = "a<b: ... /* c */ ?{| '\\'".repeat(40_000) + "{...".repeat(100_000) + "\n" + "\\`".repeat(100_000) + "/*".repeat(100_000);
  const text = `// @flow\nfunction f(x: ?string) {}\n${types}${broken}`;
  const repaired = reading.repair!(text);
  assert.equal(repaired.length, text.length);
  assert.deepEqual(repaired.split("\n").slice(1, 3), ["function f(x:  string) {}", `type A = {${" ".repeat(37)}};`]);
});

Deno.test("many fields that are assigned each other's values: each call on one of them is resolved", async () => {
  const count = 40;
  const methods = Array.from({ length: count }, (_, i) => {
    const [one, two, three] = [(i + 1) % count, (i * 7 + 3) % count, (i * 5 + 2) % count];
    return `  step${i}() {\n    this.f${i} = this.f${one} || this.f${two};\n    this.f${i} = this.f${three};\n    this.f${i}.run();\n  }\n`;
  });
  const text = `class Target { run() {} }\nclass Web {\n  constructor() { this.f0 = new Target(); }\n${methods.join("")}}\n`;
  const { edges } = await resolveInMemory(typescript, [{ path: "a.js", text }]);
  const callers = edges.filter((edge) => edge.type === "calls" && edge.target === "Target.run").map((edge) => edge.from);
  assert.deepEqual(callers.sort(), Array.from({ length: count }, (_, i) => `Web.step${i}`).sort());
});

Deno.test("a file of many functions is indexed whole", () =>
  withProject(
    { "many.py": Array.from({ length: 20_000 }, (_, i) => `def f${i}():\n    return f${i + 1}()\n`).join("") },
    async (project) => {
      const summary = await project.index();
      assert.equal(summary.symbols, 20_000);
      assert.equal(summary.edges.calls.static, 19_999);
    },
  ));

Deno.test("more callers, and more calls of one, than a call can have arguments", () =>
  withProject({
    "many.js": `function hub() {}\n${Array.from({ length: 130_000 }, (_, i) => `function f${i}() { hub() }\n`).join("")}`,
    "long.js": `function often() {}\nfunction once() {${"often();".repeat(130_000)}}\n`,
  }, async (project) => {
    await project.index();
    assert.match((await call(project, "get_impact", { symbol_name: "hub" })).text, /^130000 dependents in 1 file/m);
    const repository = openInFolder(project.root, "person", project.database);
    try {
      const { text } = await ask(repository, getCallers, { function_name: "often" }, PLAIN);
      assert.match(text, /1 caller, 130000 calls in 1 file[^]*long\.js:2:18 /);
    } finally {
      repository.close();
    }
  }));

Deno.test("in git: ignored files are left out, untracked ones included, and a nested repository is reported but not entered", () =>
  withProject(
    { "a.py": "def a(): pass\n", "b.py": "def b(): pass\n", "build/c.py": "def c(): pass\n", ".gitignore": "build/\n" },
    async (project) => {
      git(project, "init", "-q");
      git(project, "add", "a.py");
      git(project, "init", "-q", "inner");
      writeFileSync(join(project.root, "inner", "d.py"), "def d(): pass\n");
      const canary = join(project.root, "canary");
      for (const setting of ["core.fsmonitor", "core.sshCommand", "diff.external", "core.pager", "core.editor"]) {
        git(project, "config", setting, `touch "${canary}"; true`);
      }
      const summary = await project.index({ database: undefined });
      assert.equal(summary.files, 2);
      const inner = [["inner", "repository", "git does not track it here: ask it with --repo inner"]];
      assert.deepEqual(summary.skipped.map(({ path, reason, detail }) => [path, reason, detail]), inner);
      assert.equal(summary.database, join(project.root, ".git", "callgrove", "index.db"));
      assert.throws(() => readFileSync(canary));
      project.remove("b.py");
      project.remove("a.py");
      assert.equal((await project.index({ database: undefined })).files, 0);
    },
  ));

Deno.test("an index of another program version: an older one is rebuilt, a newer one is left alone", () =>
  withProject({ "a.py": "def f(): pass\ndef g(): f()\n" }, async (project) => {
    const stamp = (version: number): void => {
      const db = new DatabaseSync(join(project.database, "index.db"));
      db.prepare("UPDATE meta SET value = ? WHERE key = 'schema_version'").run(String(version));
      db.close();
    };
    await project.index();
    stamp(0);
    assert.match((await project.index()).warnings.join(), /older version and is rebuilt/);
    stamp(10_000);
    const before = readFileSync(join(project.database, "index.db"));
    await assert.rejects(project.index(), (error: CallgroveError) => error.code === "index_incompatible" && /--db|newer/.test(error.hint));
    assert.deepEqual(readFileSync(join(project.database, "index.db")), before, "not a byte of it changed");
  }));

/** Runs a script of a shell, which alone can say what is no UTF-8; there `run` is the program, and tells its exit status. */
async function runFromShell(script: string): Promise<string> {
  const program = [Deno.execPath(), "run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts")].map(shellWord).join(" ");
  const args = ["-c", `exec 2>&1; run() { ${program} "$@"; echo "status $?"; }; ${script}`];
  const { stdout } = await new Deno.Command("bash", { args, env: { INIT_CWD: "", CALLGROVE_DB: "", NO_COLOR: "1" } }).output();
  return new TextDecoder().decode(stdout);
}

Deno.test("problems of the environment are handled or reported: no git, no temporary folder, no folder, no UTF-8", () =>
  withProject({ "a.py": "def keep():\n    pass\ndef go():\n    keep()\n" }, async (project) => {
    const at = `-C ${shellWord(project.root)} --db ${shellWord(project.database)}`;
    const asked = (setting: string, more = ""): Promise<string> => runFromShell(`${setting} run callers keep ${at} ${more}`);
    assert.match(await asked("unset PATH;"), /go\nstatus 0\n$/, "outside of a repository git is not needed");
    assert.match(await asked("export TMPDIR=;"), /go\nstatus 0\n$/);
    assert.match(
      await runFromShell(`export TMPDIR=/nowhere; run verify ${at}`),
      /error internal_error: Cannot make a temporary folder in "\/nowhere": .*\n.*TMPDIR.*\nstatus 3\n$/,
    );
    for (const name of ["HOME", "CALLGROVE_DB"]) {
      const error = `Cannot read the environment variable ${name}: it is not UTF-8`;
      const setting = `export ${name}=$'/x\\xff';`;
      assert.match(
        await runFromShell(`${setting} run callers keep -C ${shellWord(project.root)}`),
        new RegExp(`^error invalid_input: ${error}\n.*\nstatus 2\n$`),
      );
      const json = await runFromShell(`${setting} run callers keep --json`);
      assert.equal((JSON.parse(json.split("\n")[0]!) as { error: { message: string } }).error.message, error);
    }
    assert.match(await runFromShell(`run callers $'ke\\xffep' ${at}`), /error symbol_not_found: [^]*a\.keep[^]*\nstatus 1\n$/);
    const odd = `cd ${shellWord(project.root)}; mkdir $'x\\xff'; cd $'x\\xff';`;
    assert.match(
      await runFromShell(`${odd} run callers keep`),
      /error project_not_found: Cannot start in the current folder: .*\n.*UTF-8\.\nstatus 3\n$/,
    );
  }));

Deno.test("of a merge conflict the current side is read, and lists that the other side may add to are not complete", () => {
  const conflict = (own: string, ancestor: string, other: string): string =>
    `<<<<<<< HEAD\n${own}${ancestor === "" ? "" : `||||||| 1234567\n${ancestor}`}=======\n${other}>>>>>>> feature\n`;
  return withProject({
    "a.py": `class Report:\n    def first(self):\n${
      conflict("        self.last()\n", "", "        self.other()\n")
    }\n    def last(self):\n        pass\n\n    def other(self):\n        pass\n`,
    "b.go": `package b\n\n${conflict("func one(a int) {\n", "func one() {\n", "func one(b string) {\n")}\tlast()\n}\n\nfunc last() {}\n`,
    "c.rs": `struct Report;\nimpl Report {\n${
      conflict("    fn first(&self, a: u8) {\n", "", "    fn first(&self, b: u8) {\n")
    }        self.last();\n    }\n    fn last(&self) {}\n}\n`,
    "d.ts": `export class Report {\n  first() {\n${
      conflict("    if (1) {\n", "", "    if (2) {\n")
    }      this.last();\n    }\n  }\n  last() {}\n}\n`,
  }, async (project) => {
    const { problems } = await project.index();
    assert.deepEqual(problems.map(({ path, lines }) => [path, lines]), [
      ["a.py", [[3, 3], [5, 7]]],
      ["b.go", [[3, 3], [5, 9]]],
      ["c.rs", [[3, 3], [5, 7]]],
      ["d.ts", [[3, 3], [5, 7]]],
    ]);
    for (const place of ["a.py:Report.last", "b.go:last", "c.rs:Report.last", "d.ts:Report.last"]) {
      const { structured } = await call(project, "get_callers", { function_name: place });
      assert.equal(structured["total_callers"], 1, place);
    }
    const other = await call(project, "get_callers", { function_name: "Report.other" });
    assert.deepEqual([other.structured["total_callers"], other.structured["completeness"]], [0, "possibly_incomplete"]);
  });
});
