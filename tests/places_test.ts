/** Names and locations as they are printed or written: what they mean, and what is external. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { call } from "./support/call.ts";
import { type Outcome, runCallgrove } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = {
  "a.py": "def keep():\n    pass\n",
  "pkg/one.py": "def only():\n    pass\n",
  "odd:12.py": "def within():\n    pass\n",
};

async function codeOf(project: TempProject, tool: string, params: Record<string, unknown>): Promise<string | undefined> {
  return (await call(project, tool, params)).error?.code;
}

Deno.test("an absolute path through a link to the repository is one of its files; links that lead outside are rejected", () =>
  withProject(FILES, async (project) => {
    const link = join(dirname(project.root), "link");
    symlinkSync(project.root, link);
    symlinkSync("pkg", join(project.root, "inner"));
    const outside = join(dirname(project.root), "outside");
    mkdirSync(outside);
    symlinkSync(outside, join(project.root, "out"));
    for (const path of ["pkg/one.py", "inner/one.py"]) {
      const { structured } = await call(project, "query_file_symbols", { file_path: join(link, path) });
      assert.equal(structured["file_path"], "pkg/one.py", path);
    }
    const { structured } = await call(project, "get_callers", { function_name: `${link}/a.py:keep` });
    assert.equal((structured["symbol"] as { name: string }).name, "keep");
    for (const path of [join(link, "out", "secret.py"), join(outside, "secret.py"), join(link, "..", "outside", "secret.py")]) {
      assert.equal(await codeOf(project, "query_file_symbols", { file_path: path }), "workspace_not_allowed", path);
    }
    // The path of a route looks like one of a file.
    const { text } = await call(project, "query_node_edges", { node_identifier: "/no-such-route/" });
    assert.match(text, /"GET \/no-such-route\/"/);
  }));

Deno.test("index_directory and index_file reject missing paths and external ones, including links", () =>
  withProject(FILES, async (project) => {
    symlinkSync(dirname(project.root), join(project.root, "out"));
    symlinkSync("pkg", join(project.root, "inner"));
    for (const dir_path of ["pkg", "inner", ".", project.root]) {
      assert.equal(await codeOf(project, "index_directory", { dir_path }), undefined, dir_path);
    }
    assert.equal(await codeOf(project, "index_directory", { dir_path: "nope" }), "file_not_found");
    assert.equal(await codeOf(project, "index_directory", { dir_path: "a.py" }), "invalid_input");
    for (const dir_path of ["out", "out/database", "..", "/"]) {
      assert.equal(await codeOf(project, "index_directory", { dir_path }), "workspace_not_allowed", dir_path);
      assert.equal(await codeOf(project, "index_file", { file_path: `${dir_path}/x.py` }), "workspace_not_allowed", dir_path);
    }
    assert.equal(await codeOf(project, "index_file", { file_path: "nope.py" }), "file_not_found");
  }));

Deno.test("a folder is not a file, whether it contains one or several", () =>
  withProject({ ...FILES, "two/b.py": "b = 1\n", "two/c.py": "c = 1\n" }, async (project) => {
    for (
      const [file_path, said] of [["pkg", "it is a folder, with one file\nGive its file: pkg/one.py"], [
        "two",
        "it is a folder, with 2 files",
      ]] as const
    ) {
      for (const tool of ["query_file_symbols", "index_file"]) {
        const { error, text } = await call(project, tool, { file_path });
        assert.equal(error?.code, "invalid_input", tool);
        assert.ok(text.includes(said), text);
      }
    }
  }));

Deno.test("a line that no file has: there is no line 0, and files end", () =>
  withProject({ "a.py": "def keep():\n    pass\n" }, async (project) => {
    await project.index();
    const said = async (place: string): Promise<string> => (await call(project, "get_callers", { function_name: place })).text;
    assert.match(await said("a.py:0"), /Cannot find a symbol at "a\.py:0": lines count from 1\n/);
    assert.match(await said("a.py:9"), /Cannot find a symbol at "a\.py:9": the file ends before it\n/);
    project.write("b.py", "def (:\n");
    const explained = (place: string): Promise<Outcome> => runCallgrove(["explain", place, "--db", project.database], project.root);
    assert.match((await explained("a.py:0")).stderr, /"a\.py:0": lines count from 1\n/, "line 0 is not the whole file");
    const behind = await explained("a.py:9");
    assert.deepEqual([behind.status, behind.stdout], [1, ""]);
    assert.match(behind.stderr, /"a\.py:9": the file ends before it\n/);
    assert.match((await explained("b.py")).stdout, /warning: syntax errors at line 1: what is defined there may be missing/);
  }));

Deno.test("a method whose name ends like a file of another language is explained, and other names are treated as files", () =>
  withProject({ "a.py": "class Job:\n    def go(self):\n        pass\n" }, async (project) => {
    const explained = (place: string): Promise<Outcome> => runCallgrove(["explain", place, "--db", project.database], project.root);
    assert.match((await explained("Job.go")).stdout, /^a\.py:2-3\n1 definition\n/);
    assert.match((await explained("Job.rs")).stderr, /Cannot find file "Job\.rs"/);
    assert.match((await explained("Job.stop")).stderr, /Cannot find symbol "Job\.stop"/);
  }));

Deno.test("an outline shows the first line of each comment, in both forms", () =>
  withProject({ "a.py": 'def keep():\n    """Keeps it.\n\n    And more.\n    """\n' }, async (project) => {
    await project.index();
    const { structured, text } = await call(project, "query_file_symbols", { file_path: "a.py" });
    assert.equal((structured["symbols"] as { doc: string }[])[0]!.doc, "Keeps it.");
    assert.match(text, /exported {2}"Keeps it\."\n/);
  }));

Deno.test("an escaped line break is not part of a docstring, and byte strings and computed texts are none", () =>
  withProject({
    "a.py": 'def told():\n    """\\\n    Says \\"so\\".\n    """\n' +
      'def raw():\n    r"""A \\"b\\"."""\n' +
      'def computed():\n    f"""{told()}"""\n' +
      'def kept():\n    b"""No text."""\n',
  }, async (project) => {
    await project.index();
    const { structured } = await call(project, "query_file_symbols", { file_path: "a.py" });
    const said = (structured["symbols"] as { doc?: string }[]).map(({ doc }) => doc);
    assert.deepEqual(said, ['Says "so".', 'A \\"b\\".', undefined, undefined]);
  }));

Deno.test("names that contain separators: a file with a colon, a call signature, keys with dots and slashes", () =>
  withProject(
    { ...FILES, "types.ts": 'export interface Handler {\n  (name: string): void\n}\nexport const table = { "x/y.z": 1, "b:c": 2 }\n' },
    async (project) => {
      const meant = async (function_name: string): Promise<unknown> => {
        const { structured, text } = await call(project, "get_callers", { function_name });
        return (structured["symbol"] as { qualified_name: string } | undefined)?.qualified_name ?? text;
      };
      assert.equal(await meant("odd:12.py:within"), "odd:12.within");
      assert.equal(await meant("odd:12.py:1"), "odd:12.within");
      assert.equal(await meant("keep()"), "a.keep");
      assert.equal(await meant("types.ts:Handler.()"), "Handler.()");
      assert.equal(await meant("Handler.()"), "Handler.()");
      assert.equal(await meant("table.x/y.z"), "table.x/y.z");
      assert.equal(await meant("types.ts:table.b:c"), "table.b:c");
      assert.equal(await codeOf(project, "get_callers", { function_name: "nofile.py:keep" }), "file_not_found");
    },
  ));

Deno.test("a truncated list says which part is shown: unresolved calls of a name, and the locations of an unresolved callee", () =>
  withProject({
    "hub.py": "class A:\n    def hub(self):\n        return self\n\n\nclass B:\n    def hub(self):\n        return self\n",
    "app.py": `def use(x):\n${"    x.hub()\n".repeat(50)}    print(x)\n`,
  }, async (project) => {
    await project.index();
    const callers = await call(project, "get_callers", { function_name: "A.hub" });
    assert.match(callers.text, /may belong here: 50, the first 8:\n/);
    const { text, structured } = await call(project, "get_callees", { function_name: "use" });
    assert.match(text, /hub at 2:\d+, [^\n]*, 41:\d+ and 10 more places \(/);
    assert.match(text, /print 52:5$/m);
    assert.deepEqual(Object.values(structured["places_not_shown"] as Record<string, number>), [10]);
  }));

Deno.test({
  name: "a path that an answer shows is one that may be asked for: with a backslash, a line break, a dash in front",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject({
      "a\nb.py": "def broken(): pass\n",
      "in/back\\slash.py": "def slashed(): pass\n",
      "in/\u001bn.py": "def escaped(): pass\n",
      "in/deep.py": "def deep(): pass\n",
      "-dash.py": "def dashed(): pass\n",
    }, async (project) => {
      await project.index();
      const shown = ["a\\nb.py", "in/back\\slash.py", "in/\\u001bn.py", "-dash.py"];
      for (const path of [...shown, "./a\\nb.py", "in\\deep.py", "slash.py"]) {
        const { error } = await call(project, "query_file_symbols", { file_path: path });
        assert.equal(error?.code, path === "slash.py" ? "file_not_found" : undefined, path);
        if (error !== undefined) continue;
        assert.equal((await call(project, "index_file", { file_path: path })).error, undefined, path);
        assert.equal((await call(project, "get_callers", { function_name: `${path}:1:5` })).error, undefined, path);
      }
      assert.equal((await call(project, "index_file", { file_path: "..\\..\\x.py" })).error?.code, "workspace_not_allowed");
    }),
});

Deno.test("explain shows a few of many types at one location, and how many more there are", () => {
  const many = Array.from({ length: 12 }, (_, i) => `type T${i} struct{}\n\nfunc (t *T${i}) Close() error { return nil }\n`).join("\n");
  const use = "package app\n\nfunc Shut(v any) {\n\tv.(interface{ Close() error }).Close()\n}\n";
  return withProject({ "go.mod": "module app\n", "types.go": `package app\n\n${many}`, "use.go": use }, async (project) => {
    const { stdout } = await runCallgrove(["explain", "use.go:4", "--db", project.database], project.root);
    assert.equal(stdout.split("\n").filter((line) => line.includes("  overrides ")).length, 8, stdout);
    assert.match(stdout, /and 4 more overrides .*Close \(--json has them\)\n/);
    assert.ok(stdout.includes("  calls "));
  });
});
