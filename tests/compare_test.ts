/** What changed between two refs: status, signature, lines, calls, callers, where a symbol moved from; for any ref, indexed or not. */
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { languages } from "../languages/mod.ts";
import { openRepository } from "../workspace/open_repository.ts";
import { ask, type Reply } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { COMPACT } from "../query/render/style.ts";
import { toolNamed } from "../query/tool.ts";
import { call, callOn } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { LONG } from "./support/long_body.ts";
import { openInProcess } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

type Answer = Record<string, unknown> & { error?: { code: string; data: Record<string, unknown> } };
type Compare = (symbol: string, base: string, head: string, more?: Record<string, unknown>) => Promise<Answer>;

/** Runs `use` with the tool on a project under git. */
async function withHistory(
  files: Readonly<Record<string, string>>,
  use: (project: TempProject, compare: Compare, askRaw: (params: Record<string, unknown>) => Promise<Reply>) => Promise<void>,
): Promise<void> {
  await withProject(files, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    const repository = openInProcess(project.root, "agent");
    const tool = toolNamed(TOOLS, "compare_symbol_between_commits");
    const askRaw = (params: Record<string, unknown>): Promise<Reply> => ask(repository, tool, params, COMPACT);
    try {
      await use(
        project,
        async (symbol_name, base_ref, head_ref, more = {}) =>
          (await askRaw({ symbol_name, base_ref, head_ref, ...more })).structured as Answer,
        askRaw,
      );
    } finally {
      repository.close();
    }
  });
}

const summaryOf = (answer: Answer): Record<string, unknown> => answer["diff_summary"] as Record<string, unknown>;

const PYTHON = {
  "app/io.py":
    "import os\n\n\ndef load(path, mode='r'):\n    check(path)\n    return open(path, mode).read()\n\n\ndef check(path):\n    return os.path.exists(path)\n",
  "app/run.py": "from app.io import load\n\n\ndef main():\n    load('a')\n    load('b', 'rb')\n\n\ndef other():\n    load('c')\n",
};

Deno.test("a changed signature: what changed in it, in the body and in the calls, and who still calls it the old way", () =>
  withHistory(PYTHON, async (project, compare) => {
    project.write(
      "app/io.py",
      PYTHON["app/io.py"].replace("path, mode='r'):\n    check(path)\n", "path: str, encoding, *, strict=False) -> str:\n    audit(path)\n")
        .replace("def check", "def audit(path):\n    pass\n\n\ndef check"),
    );
    const answer = await compare("app.io.load", "v1", "live");
    assert.equal(answer["symbol"], "load");
    assert.equal(answer["path"], "app/io.py");
    assert.match(String(answer["symbol_stable_id"]), /^[0-9a-f]{16}$/);
    assert.deepEqual([answer["base_ref"], answer["head_ref"]], ["v1", "live"]);
    const { symbol_id: _base, ...base } = answer["base_version"] as Record<string, unknown>;
    assert.deepEqual(base, {
      symbol_stable_id: answer["symbol_stable_id"],
      ref: "v1",
      name: "load",
      path: "app/io.py",
      kind: "function",
      language: "python",
      signature: "def load(path, mode='r')",
      line_start: 4,
      line_end: 6,
    });
    assert.deepEqual(summaryOf(answer), {
      status: "modified",
      signature_changed: true,
      body_changed: true,
      lines_added: 2,
      lines_removed: 2,
      line_range_shifted: false,
    });
    assert.deepEqual(answer["signature_change"], {
      parameters: {
        added: ["encoding", "strict = False"],
        removed: ["mode = 'r'"],
        retyped: [{ name: "path", from: "", to: "str" }],
      },
      result: { from: "", to: "str" },
    });
    const names = (key: string): string[] =>
      (answer[key] as { name: string; resolution: string }[]).map((one) => `${one.name} ${one.resolution}`);
    assert.deepEqual(names("calls_added"), ["app.io.audit static"]);
    assert.deepEqual(names("calls_removed"), ["check not_indexed"]);
    assert.equal(answer["callers"], 2);
    assert.deepEqual((answer["outdated_callers"] as { path: string; line: number }[]).map((one) => `${one.path}:${one.line}`), [
      "app/run.py:5",
      "app/run.py:10",
    ]);
    const warnings = (answer["metadata"] as { warnings: string[] }).warnings.join("\n");
    assert.match(warnings, /ref "v1" is not in the index/);
    assert.match(warnings, /2 calls at "live" still pass/);
  }));

Deno.test("an indexed base resolves the removed calls", () =>
  withHistory(PYTHON, async (project, compare) => {
    await project.index({ database: undefined, ref: "v1" });
    project.write("app/io.py", PYTHON["app/io.py"].replace("    check(path)\n", ""));
    const answer = await compare("load", "v1", "live", { strict_refs: true });
    assert.deepEqual((answer["calls_removed"] as { name: string; resolution: string }[]).map((one) => [one.name, one.resolution]), [
      ["app.io.check", "static"],
    ]);
    assert.equal(summaryOf(answer)["signature_changed"], false);
    assert.equal(answer["signature_change"], undefined);
  }));

Deno.test("added, deleted, unchanged and shifted symbols, and one that neither side has", () =>
  withHistory(PYTHON, async (project, compare) => {
    project.write("app/io.py", `# a line above\n${PYTHON["app/io.py"].replace(/def check[\s\S]*/, "def fresh(a):\n    return a\n")}`);
    const second = commitAll(project, "second");
    const fresh = await compare("fresh", "v1", "main");
    assert.equal(summaryOf(fresh)["status"], "added");
    assert.equal(fresh["base_version"], null);
    assert.equal(summaryOf(fresh)["lines_added"], 2);
    const check = await compare("check", "v1", second);
    assert.equal(summaryOf(check)["status"], "deleted");
    assert.equal(check["head_version"], null);
    const load = await compare("load", "HEAD~1", "HEAD");
    assert.deepEqual(summaryOf(load), {
      status: "unchanged",
      signature_changed: false,
      body_changed: false,
      lines_added: 0,
      lines_removed: 0,
      line_range_shifted: true,
    });
    const same = await compare("main", "v1", "main");
    assert.equal(summaryOf(same)["line_range_shifted"], false);
    const none = await compare("lod", "v1", "main");
    assert.equal(none.error!.code, "symbol_not_found");
    assert.ok((none.error!.data["did_you_mean"] as string[]).includes("app.io.load"));
  }));

Deno.test("for a misspelled name the nearest ones of the two refs are suggested, with their places there, although the files changed since", () =>
  withHistory(PYTHON, async (project, compare) => {
    project.write("app/run.py", PYTHON["app/run.py"].replace("def other", "def another"));
    commitAll(project, "second");
    project.write("app/io.py", `import sys\n${PYTHON["app/io.py"]}\n\ndef loads(text):\n    return text\n`);
    const { error } = await compare("laod", "v1", "main");
    const { candidates, remediation } = error!.data as { candidates: { name: string; path: string; line: number }[]; remediation: string };
    assert.deepEqual(candidates[0], { name: "app.io.load", kind: "function", path: "app/io.py", line: 4 });
    assert.ok(candidates.every(({ name }) => name !== "app.io.loads"), "only the working tree has it");
    assert.equal(remediation, 'compare_symbol_between_commits {"symbol_name":"app.io.load","base_ref":"v1","head_ref":"main"}');
  }));

Deno.test("refs in git's notation given in place of a symbol lead to the call that compares them", () =>
  withHistory(PYTHON, async (project, compare) => {
    project.write("app/run.py", PYTHON["app/run.py"].replace("load('c')", "pass"));
    commitAll(project, "second");
    const remediationOf = async (written: string): Promise<unknown> => (await compare(written, "HEAD", "live")).error?.data["remediation"];
    const meant = (refs: Record<string, string>): string =>
      `compare_symbol_between_commits ${JSON.stringify({ symbol_name: "*", ...refs })}`;
    assert.equal(await remediationOf("v1..main"), meant({ base_ref: "v1", head_ref: "main" }));
    assert.equal(await remediationOf("v1"), meant({ base_ref: "v1" }));
    assert.doesNotMatch(String(await remediationOf("v1..nowhere")), /v1/);
  }));

Deno.test("a folder's path means all definitions below it", () =>
  withHistory({ ...PYTHON, "top.py": "def top():\n    pass\n" }, async (project, compare) => {
    project.write("top.py", "def top():\n    return 1\n");
    project.write("app/run.py", PYTHON["app/run.py"].replace("load('c')", "pass"));
    const { changes } = await compare("app/", "v1", "live") as { changes: Record<string, { name: string }[]> };
    assert.deepEqual(Object.entries(changes).map(([path, list]) => [path, list.map(({ name }) => name)]), [["app/run.py", ["other"]]]);
  }));

Deno.test("moved and renamed symbols are recognized, with the evidence", () =>
  withHistory(
    { "a.py": `def read(path):\n${LONG}\n\nclass Box:\n    def get(self):\n        return self.x\n`, "b.py": "x = 1\n" },
    async (project, compare) => {
      project.write("a.py", "y = 2\n");
      project.write("b.py", `x = 1\n\n\ndef read(path):\n${LONG}`);
      project.write("c.py", "class Crate:\n    def get(self):\n        return self.x\n");
      const moved = await compare("read", "v1", "live");
      assert.equal(summaryOf(moved)["status"], "moved");
      assert.deepEqual(moved["moved"], {
        how: "moved",
        from: "a.py:1 read",
        to: "b.py:4 read",
        similarity: 1,
        evidence: "all of the text is the same",
      });
      assert.equal(summaryOf(moved)["body_changed"], false);
      project.write("b.py", `x = 1\n\n\ndef parse(path):\n${LONG.replace("items = []", "items = list()")}`);
      for (const name of ["read", "parse"]) {
        const renamed = await compare(name, "v1", "live");
        assert.equal(summaryOf(renamed)["status"], "renamed", name);
        const { from, to, similarity } = renamed["moved"] as { from: string; to: string; similarity: number };
        assert.deepEqual([from, to], ["a.py:1 read", "b.py:4 parse"]);
        assert.ok(similarity > 0.7 && similarity < 1, String(similarity));
      }
      const member = await compare("Crate.get", "v1", "live");
      assert.equal((member["moved"] as { evidence: string } | undefined)?.evidence, "its Box is now Crate, and it has the same name");
    },
  ));

Deno.test("an ambiguous name is rejected with the candidates; a path or a handle resolves it", () =>
  withHistory({ "a.py": "def load():\n    return 1\n", "b.py": "def load():\n    return 2\n" }, async (project, compare) => {
    project.write("b.py", "def load():\n    return 3\n");
    const several = await compare("load", "v1", "live");
    assert.equal(several.error!.code, "ambiguous_symbol");
    const candidates = several.error!.data["candidates"] as { symbol_stable_id: string; path: string; status: string }[];
    // What changed is most likely meant.
    assert.deepEqual(candidates.map(({ path, status }) => [path, status]), [["b.py", "modified"], ["a.py", "unchanged"]]);
    for (const written of ["b.py:load", "b.py:2", candidates[0]!.symbol_stable_id]) {
      assert.equal(summaryOf(await compare(written, "v1", "live"))["status"], "modified", written);
    }
    assert.equal(summaryOf(await compare("load", "v1", "live", { path: "a.py" }))["status"], "unchanged");
  }));

Deno.test("a location means the innermost symbol around it, and no other of its file", () =>
  withHistory(
    { "a.py": "class Shop:\n    def shut(self):\n        return 1\n\n    def open(self):\n        return 2\n" },
    async (project, compare) => {
      project.write("a.py", "class Shop:\n    def shut(self):\n        return 3\n\n    def open(self):\n        return 4\n");
      for (const [place, name] of [["a.py:6", "Shop.open"], ["a.py:2", "Shop.shut"], ["a.py:1", "Shop"]] as const) {
        const answer = await compare(place, "v1", "live");
        assert.equal(answer.error, undefined, place);
        assert.deepEqual([answer["symbol"], summaryOf(answer)["status"]], [name, "modified"], place);
      }
    },
  ));

Deno.test("a name means the same as in all questions, and an ambiguous one is asked about again", () =>
  withHistory(
    { "m.py": "class J:\n    def f(self):\n        return 0\n\n\ndef f(x):\n    return x + 1\n" },
    async (project, compare) => {
      project.remove("m.py");
      project.write("n.py", "def f(x):\n    # another\n    return x + 1\n");
      const added = await compare("n.f", "v1", "live");
      assert.deepEqual([added["path"], summaryOf(added)["status"]], ["n.py", "added"]);
      assert.deepEqual([summaryOf(added)["signature_changed"], summaryOf(added)["body_changed"]], [false, false]);
      assert.equal((await compare("m.f", "v1", "live"))["path"], "m.py");
      for (const name of ["Nonsense.f", "Nonsense::f", "K.f"]) {
        assert.equal((await compare(name, "v1", "live")).error?.code, "symbol_not_found", name);
      }
      const remediation = async (base: string, head: string, more = {}): Promise<unknown> =>
        (await compare("f", base, head, more)).error!.data["remediation"];
      const again = String(await remediation("v1", "live"));
      assert.match(again, /^compare_symbol_between_commits .*"n\.py:f"/);
      assert.equal(await remediation("v1", "nowhere"), "git branch --all; git tag");
      assert.equal(await remediation("v1", "live", { strict_refs: true }), 'index_directory {"ref":"v1"}');
      const { warnings } = (await compare("J", "v1", "v1"))["metadata"] as { warnings: string[] };
      assert.equal(warnings.filter((one) => /read from git/.test(one)).length, 1);
    },
  ));

Deno.test("an unchanged body has no other calls, however well each side is known", () => {
  const source = "class A:\n    def go(self): return 1\n\n\nclass B:\n    def go(self): return 2\n\n\n" +
    "def run():\n    x = A()\n    x.go()\n    x = B()\n    x.go()\n    return str(x)\n";
  return withHistory({ "a.py": source }, async (project, compare) => {
    project.write("a.py", `import os\n\n${source}`);
    const answer = await compare("run", "v1", "live");
    assert.equal(summaryOf(answer)["status"], "unchanged");
    assert.deepEqual([answer["calls_added"], answer["calls_removed"]], [undefined, undefined]);
  });
});

Deno.test("refs: one that git does not know is named; strict refs must be indexed; options are not refs", () =>
  withHistory(PYTHON, async (project, compare, askRaw) => {
    for (const ref of ["nowhere", "--upload-pack=x", "v1:app/io.py", "HEAD^{tree}"]) {
      const answer = await compare("load", ref, "live");
      assert.equal(answer.error!.code, "ref_not_indexed");
      assert.equal(answer.error!.data["ref"], ref);
    }
    const strict = await compare("load", "v1", "live", { strict_refs: true });
    assert.equal(strict.error!.code, "ref_not_indexed");
    assert.equal(strict.error!.data["ref"], "v1");
    await project.index({ database: undefined, ref: "v1" });
    assert.equal((await compare("load", "v1", "live", { strict_refs: true })).error, undefined);
    const missing = (await askRaw({ symbol_name: "load", base_ref: "v1" })).structured as Answer;
    assert.equal(missing.error!.code, "invalid_input");
  }));

Deno.test("a path is read as everywhere: relative to the root, absolute, with backslashes; one outside or without a file is rejected", () =>
  withHistory({ ...PYTHON, "g.go": "package g\n\ntype T struct{}\n\nfunc (t *T) M() int { return 1 }\n" }, async (project, compare) => {
    project.write("g.go", "package g\n\ntype T struct{}\n\nfunc (t *T) M() int { return 2 }\n");
    for (const path of ["app/io.py", "./app/io.py", "app/../app/io.py", "app\\io.py", "io.py", "app/", join(project.root, "app/io.py")]) {
      assert.equal((await compare("load", "v1", "live", { path })).error, undefined, path);
    }
    for (const name of ["app\\io.py:load", `${project.root}/app/io.py:load`, "./app/io.py:4"]) {
      assert.equal((await compare(name, "v1", "live"))["symbol"], "load", name);
    }
    const codes: Readonly<Record<string, string>> = {
      "../x": "workspace_not_allowed",
      "/etc/passwd": "workspace_not_allowed",
      "app/oi.py": "file_not_found",
    };
    for (const [path, code] of Object.entries(codes)) {
      assert.equal((await compare("load", "v1", "live", { path })).error!.code, code);
      assert.equal((await compare(`${path}:load`, "v1", "live")).error!.code, code);
    }
    assert.deepEqual((await compare("load", "v1", "live", { path: "app/oi.py" })).error!.data["did_you_mean"], ["app/io.py", "app/run.py"]);
    const { error } = await compare("main", "v1", "live", { path: "app/io.py" });
    assert.deepEqual([error!.code, error!.data["path"]], ["symbol_not_found", "app/io.py"]);
    assert.equal(summaryOf(await compare("(*T).M", "v1", "live"))["status"], "modified", "no pattern");
  }));

Deno.test("of a long change the first lines are shown, with the number of the others", () => {
  const body = (count: number, value: number): string => Array.from({ length: count }, (_, i) => `    x${i} = ${value}\n`).join("");
  return withHistory({ "a.py": `def long():\n${body(50, 1)}\ndef short():\n${body(2, 1)}` }, async (project, compare) => {
    project.write("a.py", `def long():\n${body(50, 2)}\ndef short():\n${body(2, 2)}`);
    const hunkLines = (answer: Answer): string[] => (answer["hunks"] as { lines: string[] }[]).flatMap((hunk) => hunk.lines);
    const long = await compare("long", "v1", "live");
    assert.deepEqual(hunkLines(long).slice(0, 3), [" def long():", "-    x0 = 1", "-    x1 = 1"]);
    assert.equal(hunkLines(long).length + Number(long["hunk_lines_left_out"]), 101);
    const short = await compare("short", "v1", "live");
    assert.deepEqual(hunkLines(short), [" def short():", "-    x0 = 1", "-    x1 = 1", "+    x0 = 2", "+    x1 = 2"]);
    assert.ok(!("hunk_lines_left_out" in short));
  });
});

Deno.test("a pattern lists all changed symbols, potentially breaking ones first", () =>
  withHistory(PYTHON, async (project, compare, askRaw) => {
    project.write("app/io.py", PYTHON["app/io.py"].replace("mode='r'", "mode").replace("os.path.exists", "os.path.isfile"));
    project.write("app/more.py", "class Job:\n    x = 1\n\n    def go(self):\n        return 1\n");
    const all = await compare("*", "v1", "live");
    assert.deepEqual(all["by_status"], { modified: 2, added: 2 });
    const changes = all["changes"] as Record<string, { name: string; status: string; callers: number; outdated_callers?: number }[]>;
    assert.deepEqual(Object.keys(changes), ["app/io.py", "app/more.py"]);
    assert.deepEqual(changes["app/io.py"]!.map((one) => [one.name, one.status, one.callers, one.outdated_callers]), [
      ["load", "modified", 2, 2],
      ["check", "modified", 1, undefined],
    ]);
    assert.deepEqual(changes["app/more.py"]!.map((one) => one.name), ["Job", "Job.go"]);
    assert.deepEqual(Object.keys((await compare("Job.*", "v1", "live"))["changes"] as object), ["app/more.py"]);
    assert.equal((await compare("*", "v1", "v1"))["total_symbols"], 0);
    const io = await compare("app/io.py", "v1", "live");
    assert.deepEqual(Object.keys(io["changes"] as object), ["app/io.py"], "a file is asked about like a pattern");
    assert.deepEqual(
      (await compare("*", "v1", "live", { path: "io.py" }))["changes"],
      io["changes"],
      "the end of a path will do, as elsewhere",
    );
    assert.equal((await compare("*", "v1", "live", { path: "oi.py" })).error?.code, "file_not_found");
    const folder = (await compare("app", "v1", "live")).error;
    assert.equal(folder?.code, "symbol_not_found", "a folder is no symbol's name");
    const inside = { symbol_name: "*", path: "app", base_ref: "v1", head_ref: "live" };
    assert.equal(folder?.data["remediation"], `compare_symbol_between_commits ${JSON.stringify(inside)}`);
    const job = await askRaw({ symbol_name: "Job.*", base_ref: "v1", head_ref: "live" });
    assert.match(job.text, /^v1 to live: \d changed symbols? \(.+\), 2 changed files/);
    const { text } = await askRaw({ symbol_name: "nothing*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /^no symbol that "nothing\*" means differs between v1 and live \(2 changed files of known languages\)/);
    const page = await compare("*", "v1", "live", { limit: 2 });
    const rest = (await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live", limit: 2, cursor: page["cursor"] })).structured;
    assert.deepEqual(Object.keys(rest["changes"] as object), ["app/more.py"]);
  }));

Deno.test("of several symbols with one name in a file the changed one is meant; if several changed, the question is returned", () => {
  const rust = "pub struct T(u8);\n" +
    ["u8", "u16", "u32"].map((type) => `impl From<${type}> for T {\n    fn from(x: ${type}) -> Self {\n        T(x as u8)\n    }\n}\n`)
      .join("");
  const firstLine = (answer: Answer): number => (answer["base_version"] as { line_start: number }).line_start;
  return withHistory({ "src/lib.rs": rust }, async (project, compare, askRaw) => {
    project.write("src/lib.rs", rust.replace("fn from(x: u16)", "fn from(y: u16)"));
    assert.equal(firstLine(await compare("T::from", "v1", "live")), 8);
    project.write("src/lib.rs", rust.replaceAll("x", "y"));
    const { error, text } = await askRaw({ symbol_name: "T::from", base_ref: "v1", head_ref: "live" });
    assert.equal(error?.code, "ambiguous_symbol");
    assert.match(text, /as path:line, such as src\/lib\.rs:3/);
    assert.match(text, /compare_symbol_between_commits.*src\/lib\.rs:3:8/);
    assert.equal(firstLine(await compare("src/lib.rs:13:8", "v1", "live")), 13);
  });
});

Deno.test("bundled code comes last, and of removed symbols visible ones come first", () => {
  const files = {
    "a/lib.min.js": "function b(){}export function c(){b()}\n",
    "b.py": "def _own():\n    return 1\n\n\ndef shown():\n    return 2\n",
    "c.py": "def other():\n    return 3\n",
  };
  return withHistory(files, async (project, compare, askRaw) => {
    for (const path of ["a/lib.min.js", "b.py", "c.py"]) project.write(path, path.endsWith("py") ? "x = 1\n" : "");
    const all = await compare("*", "v1", "live");
    assert.equal(all["packed_symbols"], 2);
    const { text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /^v1 to live: \d changed symbols \(5 deleted, 2 added\), 3 changed files; 2 of the symbols, in minified,/);
    assert.deepEqual(text.match(/\b(_own|shown|other|b|c)(?= :\d+ deleted)/g), ["shown", "other", "_own", "c", "b"]);
  });
});

Deno.test("what a language considers a test comes after shipped code, whatever its path looks like", () => {
  const body = (word: string): string => `def run():\n    return "${word}"\n`;
  const files = ["app/conftest.py", "spec/latest_news.py", "zoo/io.py"];
  return withHistory(Object.fromEntries(files.map((path) => [path, body("old")])), async (project, compare) => {
    for (const path of files) project.write(path, body("new"));
    const { changes } = await compare("*", "v1", "live") as { changes: Record<string, unknown> };
    assert.deepEqual(Object.keys(changes), ["spec/latest_news.py", "zoo/io.py", "app/conftest.py"]);
  });
});

Deno.test("a type changed if a field or a member did, but not if a method did; other line endings are no change", () => {
  const files = {
    "a.py": "class Job:\n    x: int = 1\n\n    def go(self):\n        return 1\n\n    y = lambda: 2\n",
    "a.go": "package a\n\ntype Job struct {\n\tcount int\n}\n\nfunc (j Job) Go() {}\n",
    "a.rs": "pub enum When {\n    Never,\n}\nimpl When {\n    fn go(&self) -> u8 { 1 }\n}\n",
    "a.ts":
      "export interface Shape { a: number; size(): number }\nexport class Box { go() { return 1; } run = wrap(() => { function inner() {} }); }\n",
    "lines.py": "def load():\n    return 1\n",
  };
  return withHistory(files, async (project, compare, askRaw) => {
    const edits: [keyof typeof files, string, string, string[]][] = [
      ["a.py", "x: int", "xx: int", ["Job modified"]],
      ["a.py", "return 1", "return 2", ["Job.go modified"]],
      ["a.py", "lambda: 2", "lambda: 3", ["Job modified"]],
      ["a.go", "count int", "count int64", ["Job modified"]],
      ["a.go", "Go() {}", "Go() { return }", ["Job.Go modified"]],
      ["a.rs", "Never", "Nope", ["When modified"]],
      ["a.rs", "{ 1 }", "{ 2 }", ["When::go modified"]],
      ["a.ts", "a: number", "aa: number", ["Shape modified"]],
      ["a.ts", "return 1", "return 2", ["Box.go modified"]],
      ["a.ts", "inner() {}", "inner() { return; }", ["Box.run.inner modified"]],
    ];
    for (const [path, from, to, expected] of edits) {
      project.write(path, files[path].replace(from, to));
      const { changes } = await compare("*", "v1", "live") as { changes: Record<string, { name: string; status: string }[]> };
      assert.deepEqual(Object.values(changes).flat().map(({ name, status }) => `${name} ${status}`), expected, `${path}: ${from}`);
      project.write(path, files[path]);
    }
    project.write("lines.py", files["lines.py"].replaceAll("\n", "\r\n"));
    const { text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /^no symbol differs between v1 and live \(0 changed files of known languages\)$/m);
  });
});

Deno.test("a symbol in which only blank lines changed says so", () =>
  withHistory(PYTHON, async (project, compare, askRaw) => {
    project.write("app/run.py", PYTHON["app/run.py"].replace("    load('a')\n", "    load('a')\n\n"));
    assert.equal(summaryOf(await compare("app.run.main", "v1", "live"))["only_blanks_changed"], true);
    const { text } = await askRaw({ symbol_name: "app.run.main", base_ref: "v1", head_ref: "live" });
    assert.match(text, /main {2}function {2}modified, only blank lines or ends of lines changed {2}\+1 -0/);
  }));

Deno.test("what moved unchanged with its folder is one line; what changed or is still used under its old name is listed by itself", () => {
  const body = (n: number): string =>
    `def f${n}(path):\n    first = path.strip(${n})\n    second = first.split("${n}")\n    return [first, second]\n`;
  const text = Array.from({ length: 8 }, (_, i) => body(i)).join("\n\n");
  return withHistory({ "lib/a.py": text, "run.py": "x = 1\n" }, async (project, compare, askRaw) => {
    project.remove("lib/a.py");
    project.write("src/lib/a.py", text.replace('first.split("7")', 'first.split("9")'));
    const answer = await compare("*", "v1", "live");
    assert.deepEqual(answer["moved_unchanged"], [{ from: "", to: "src/", symbols: 7, files: 1 }]);
    assert.equal(answer["total_symbols"], 8);
    assert.deepEqual((answer["changes"] as Record<string, { name: string }[]>)["src/lib/a.py"]!.map(({ name }) => name), ["f7"]);
    assert.match(
      (await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" })).text,
      /\n\.\/ -> src\/: 7 symbols in 1 file moved unchanged/,
    );
    const each = await compare("src/*", "v1", "live");
    assert.equal((each["changes"] as Record<string, unknown[]>)["src/lib/a.py"]!.length, 8);
  });
});

Deno.test("an unresolved call whose name belongs to several symbols that moved together is counted once", () => {
  const text = Array.from(
    { length: 6 },
    (_, i) => `class A${i}:\n    def fit(self, rows):\n        return [rows, ${i}, "some text of its own"]\n`,
  ).join("\n\n");
  return withHistory(
    { "lib/a.py": text, "run.py": "def use(one, other):\n    return one.fit(1), other.fit(2)\n" },
    async (project, compare) => {
      project.remove("lib/a.py");
      project.write("src/lib/a.py", text);
      assert.deepEqual((await compare("*", "v1", "live"))["moved_unchanged"], [{
        from: "",
        to: "src/",
        symbols: 12,
        files: 1,
        unresolved_calls: 2,
      }]);
    },
  );
});

Deno.test("files that a sparse checkout leaves out count as in the index, not as deleted", () =>
  withHistory({ "kept/a.py": "def one():\n    return 1\n", "left/b.py": "def two():\n    return 1\n" }, async (project, compare) => {
    project.write("left/b.py", "def two():\n    return 1 + 1\n");
    commitAll(project, "second");
    git(project, "sparse-checkout", "set", "--no-cone", "kept/");
    assert.deepEqual((await compare("*", "main", "live"))["changes"], {});
    const { changes } = await compare("*", "v1", "live") as { changes: Record<string, { name: string; status: string }[]> };
    assert.deepEqual(changes["left/b.py"]?.map(({ name, status }) => [name, status]), [["two", "modified"]]);
  }));

Deno.test("a pattern separates names by dots, or as the language does", () =>
  withHistory({ "lib.rs": "pub struct Job;\nimpl Job {\n    pub fn go(&self) -> u8 { 1 }\n}\n" }, async (project, compare) => {
    project.write("lib.rs", "pub struct Job;\nimpl Job {\n    pub fn go(&self) -> u8 { 2 }\n}\n");
    for (const pattern of ["Job.*", "Job::*", "lib.rs:Job.*"]) {
      const { changes } = await compare(pattern, "v1", "live") as { changes: Record<string, { name: string }[]> };
      assert.deepEqual(Object.values(changes).flat().map(({ name }) => name), ["Job::go"], pattern);
    }
  }));

Deno.test("a symbol can be given as compilers and test runners print it, as in every question", () =>
  withHistory(
    { "app/run.py": "class Job:\n    def go(self):\n        def inner():\n            return 1\n        return inner\n" },
    async (project, compare) => {
      project.write("app/run.py", "class Job:\n    def go(self):\n        def inner():\n            return 2\n        return inner\n");
      for (const name of ["Job.go.<locals>.inner", "app/run.py::Job::go", "run.py::Job::go[one-2]", "Job.go()"]) {
        assert.equal(summaryOf(await compare(name, "v1", "live"))["status"], "modified", name);
      }
    },
  ));

Deno.test("a type whose fields differ is a changed symbol that names them; a field set by a method belongs to the method", () =>
  withHistory({
    "app/jobs.py": "class Job:\n    limit = 1\n    name = 'job'\n    gone = 0\n\n    def __init__(self):\n        self.state = 1\n",
    "web/kind.ts": "export enum Kind {\n  one = 1,\n}\nexport class Box {\n  size = 1;\n  open() {\n    return 1;\n  }\n}\n",
  }, async (project, compare, askRaw) => {
    project.write(
      "app/jobs.py",
      "class Job:\n    limit = 2\n    name = 'job'\n    more = 0\n\n    def __init__(self):\n        self.state = 2\n",
    );
    project.write("web/kind.ts", "export enum Kind {\n  one = 2,\n}\nexport class Box {\n  size = 1;\n  open() {\n    return 2;\n  }\n}\n");
    type Changes = Record<string, { name: string; changed_fields?: string[] }[]>;
    const changes = (await compare("*", "v1", "live"))["changes"] as Changes;
    const fieldsOf = (path: string): unknown[] => changes[path]!.map((one) => [one.name, one.changed_fields]);
    assert.deepEqual(fieldsOf("app/jobs.py"), [["Job", ["limit", "more", "gone"]], ["Job.__init__", undefined]]);
    assert.deepEqual(fieldsOf("web/kind.ts"), [["Kind", ["one"]], ["Box.open", undefined]]);
    const { text } = await askRaw({ symbol_name: "Job.lim*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /Job .*fields limit, more \(added\), gone \(removed\)/);
  }));

Deno.test("of changed symbols those come first whose callers may have to change: a new signature counts only if it is called", () =>
  withHistory({
    "a.py": "def wide(a): ...\ndef alone(a): ...\ndef gone(): ...\ndef used(): return 1\ndef main():\n    wide(1)\n    used()\n",
  }, async (project, _compare, askRaw) => {
    project.write(
      "a.py",
      "def wide(a, b=1): ...\ndef alone(a, b=1): ...\ndef used(): return 2\ndef main():\n    wide(1)\n    used()\n",
    );
    const { structured, text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
    const changes = structured["changes"] as Record<string, { name: string }[]>;
    assert.deepEqual(changes["a.py"]!.map(({ name }) => name), ["wide", "gone", "used", "alone"]);
    assert.match(
      text,
      /wide :1 modified \+1 -1 1 caller, signature changed\n +gone :3 deleted \+0 -1\n +used :3 modified \+1 -1 1 caller\n/,
    );
  }));

Deno.test("signatures of every language are parsed", async () => {
  const cases: readonly [path: string, name: string, before: string, after: string, expected: Record<string, unknown>][] = [
    ["a.ts", "f", "function f(a: string, b?: number): void {}\n", "export async function f<T>(a: T, c?: number): Promise<void> {}\n", {
      parameters: { renamed: [{ from: "b", to: "c" }], retyped: [{ name: "a", from: "string", to: "T" }] },
      result: { from: "void", to: "Promise<void>" },
      type_parameters: { from: "", to: "<T>" },
      modifiers_added: ["async", "exported"],
    }],
    ["a.ts", "g", "const g = (a, b = 1) => a;\n", "const g = ({ a, b }: Props, ...rest: string[]) => a;\n", {
      parameters: { added: ["{ a, b }: Props", "rest: string[]"], removed: ["a", "b = 1"] },
    }],
    [
      "a.go",
      "Run",
      "package a\n\nfunc (j *Job) Run(a, b int, names ...string) error { return nil }\n",
      "package a\n\nfunc (j Job) Run(ctx Context, a, b int64, names ...string) (int, error) { return 0, nil }\n",
      {
        parameters: {
          added: ["ctx: Context"],
          retyped: [{ name: "a", from: "int", to: "int64" }, { name: "b", from: "int", to: "int64" }],
        },
        result: { from: "error", to: "(int, error)" },
        receiver: { from: "(j *Job)", to: "(j Job)" },
      },
    ],
    [
      "a.rs",
      "run",
      "pub fn run<'a>(x: &'a str, y: Vec<(u8, u8)>) -> Option<u8> { None }\n",
      "pub(crate) async fn run<'a>(y: Vec<(u8, u8)>, x: &'a str) -> Option<u8> { None }\n",
      {
        parameters: { reordered: true },
        modifiers_added: ["pub(crate)", "async"],
        modifiers_removed: ["pub", "exported"],
      },
    ],
  ];
  for (const [path, name, before, after, expected] of cases) {
    await withHistory({ [path]: before }, async (project, compare) => {
      project.write(path, after);
      const answer = await compare(name, "v1", "live");
      assert.deepEqual(answer["signature_change"], expected, `${path} ${name}: ${JSON.stringify(answer["signature_change"])}`);
    });
  }
});

/** What a comparison says of each symbol, in the list and asked about alone, which must be the same. */
async function told(compare: Compare, names: readonly string[], base: string, head: string): Promise<Record<string, string>> {
  const changes = Object.values((await compare("*", base, head))["changes"] as Record<string, Record<string, unknown>[]>).flat();
  const said: Record<string, string> = {};
  for (const name of names) {
    const { status, signature_changed, body_changed, lines_added, lines_removed } = summaryOf(await compare(name, base, head));
    said[name] = [status, signature_changed ? "signature" : "", body_changed ? "body" : "", `+${lines_added} -${lines_removed}`]
      .filter((word) => word !== "").join(" ");
    const { status: listed, signature_changed: sign, lines } = changes.find((one) => one["name"] === name)!;
    assert.deepEqual([listed, sign ?? false, lines], [status, signature_changed, `+${lines_added} -${lines_removed}`], name);
  }
  return said;
}

Deno.test("comments and line breaks are not part of a signature, nor are a struct's fields", () =>
  withHistory({
    "a.py": 'def main() -> None:\n    pass\n\n\ndef wrap(first, *, third=" # no"):  # one\n    return first\n',
    "s.rs":
      "pub struct Opts<T> where T: Clone { // all\n    /// Hidden ones\n    pub hidden: Vec<T>,\n}\npub struct Pair(u8, /* b */ u16);\n",
    "t.ts": 'export function load(\n  path: string, // where\n  /* how */ mode = "r // no",\n): string {\n  return path;\n}\n',
    "g.go": "package g\n\nfunc Go(\n\ta int, // one\n) error {\n\treturn nil\n}\n",
  }, async (project, compare) => {
    project.write(
      "a.py",
      'def main() -> None:  # type: ignore\n    pass\n\n\ndef wrap(\n    first,  # it\n    *,\n    third=" # no",\n):\n    return first\n',
    );
    project.write(
      "s.rs",
      "pub struct Opts<T> where T: Clone { // all\n    /// Hidden files\n    pub hidden: Vec<T>,\n}\npub struct Pair(u8, u16);\n",
    );
    project.write("t.ts", 'export function load(path: string, mode = "r // no"): string {\n  return path;\n}\n');
    project.write("g.go", "package g\n\nfunc Go(a int) error { // why\n\treturn nil\n}\n");
    assert.deepEqual(await told(compare, ["main", "wrap", "Opts", "Pair", "load", "Go"], "v1", "live"), {
      main: "modified +1 -1",
      wrap: "modified +5 -1",
      Opts: "modified body +1 -1",
      Pair: "modified +1 -1",
      load: "modified +1 -4",
      Go: "modified +1 -3",
    });
    const signatures = [];
    for (const name of ["wrap", "Opts", "Pair", "load", "Go"]) {
      signatures.push(((await compare(name, "v1", "live"))["base_version"] as Record<string, unknown>)["signature"]);
    }
    assert.deepEqual(signatures, [
      'def wrap(first, *, third=" # no")',
      "pub struct Opts<T> where T: Clone",
      "pub struct Pair(u8, u16);",
      'function load(path: string, mode = "r // no"): string',
      "func Go(a int) error",
    ]);
  }));

Deno.test("a moved type is reported the same in a list and alone", () =>
  withHistory(
    { "a.py": "class Keeper:\n    def open(self):\n        return 1\n\n    def close(self):\n        return self.open() + 2\n" },
    async (project, compare) => {
      project.remove("a.py");
      project.write(
        "b.py",
        "class Keeper:\n    def open(self):\n        return 1\n\n    def close(self):\n        return self.open() + 3\n",
      );
      assert.deepEqual(await told(compare, ["Keeper", "Keeper.close"], "v1", "live"), {
        Keeper: "moved body +1 -1",
        "Keeper.close": "moved body +1 -1",
      });
    },
  ));

Deno.test("if head is not indexed, callers are marked as those of another ref; handles and next calls are valid where given", () =>
  withHistory({ "a.py": "def f(x):\n    return x\n\n\ndef g():\n    return f(1)\n" }, async (project, compare, askRaw) => {
    project.write("a.py", "def f(x, z=2):\n    return x\n\n\ndef g():\n    return f(1)\n\n\ndef late(y):\n    return f(y) + 1\n");
    commitAll(project, "second");
    git(project, "tag", "v2");
    const here = await compare("f", "v1", "v2");
    assert.deepEqual([here["callers"], here["callers_ref"]], [2, "live"]);
    const warnings = (here["metadata"] as Answer)["warnings"];
    assert.doesNotMatch(String(warnings), /"v2"/, "it is what stands in the working tree");
    git(project, "mv", "a.py", "b.py");
    project.write("b.py", "def f(x, z=2):\n    return x\n\n\ndef g():\n    return f(1)\n\n\ndef later(y):\n    return f(y) + 1\n");
    commitAll(project, "third");
    const gone = await compare("f", "v1", "v2");
    assert.equal(gone["callers"], undefined, "the working tree has no a.py:f");
    const { text } = await askRaw({ symbol_name: "f", base_ref: "v1", head_ref: "v2" });
    assert.doesNotMatch(text, /\d callers? at/);
    const list = await compare("*", "v1", "v2");
    const said = /callers are those of "live", .*"v2" is not indexed/;
    for (const answer of [gone, list]) assert.match(String((answer["metadata"] as Answer)["warnings"]), said);
    assert.deepEqual((list["changes"] as Record<string, Answer[]>)["a.py"]!.map((one) => one["callers"]), [undefined, undefined]);
    assert.equal((gone["metadata"] as Answer)["suggested_action"], undefined, "it was answered");
    const unknown = await compare("latest", "v1", "v2");
    assert.equal(unknown.error!.code, "symbol_not_found");
    assert.doesNotMatch(JSON.stringify(unknown), /b\.later|compare_symbol/, "neither ref has it");
    await project.index({ database: undefined, ref: "v2" });
    const indexed = await compare("f", "v1", "v2");
    assert.deepEqual([indexed["callers"], indexed["callers_ref"]], [2, undefined]);
    const { symbol_id, ref } = indexed["head_version"] as Record<string, string>;
    const repository = openInProcess(project.root, "agent");
    const pasted = async (more: Record<string, unknown>): Promise<Reply> =>
      await callOn(repository, "get_callers", { function_name: symbol_id, ...more });
    assert.match((await pasted({ ref })).text, /2 callers/);
    assert.match((await pasted({})).text, /A symbol_id is valid in its own ref/);
    repository.close();
  }));

/** Asks a project of which an update does not come in time: what is known is the index as it was. */
async function withLateIndex(
  project: TempProject,
  use: (asked: (tool: string, params: object) => Promise<Reply>) => Promise<void>,
): Promise<void> {
  let end: () => void = () => {};
  const late = new Promise<never>((_, fail) => end = () => fail(new Error("over")));
  const repository = openRepository({
    directory: project.root,
    database: project.database,
    audience: "agent",
    anyRepository: false,
    patience: { first: 0, update: 0 },
    index: () => late,
    languages: () => Promise.resolve(makeLanguageTable(languages)),
  });
  try {
    await use((tool, params) => ask(repository, toolNamed(TOOLS, tool), params, COMPACT));
  } finally {
    end();
    repository.close();
  }
}

Deno.test("two commits that are not checked out are compared at once, even with many changes", () =>
  withProject(PYTHON, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    project.write("app/io.py", PYTHON["app/io.py"].replace("mode='r'", "mode='rb'"));
    commitAll(project, "second");
    project.write("app/more.py", "def more():\n    pass\n");
    commitAll(project, "third");
    const repository = openInProcess(project.root, "agent");
    try {
      const first = async (head_ref: string): Promise<[unknown, string, string]> => {
        const params = { symbol_name: "app.io.load", base_ref: "HEAD~2", head_ref };
        const { structured, text } = await callOn(repository, "compare_symbol_between_commits", params);
        const { metadata, diff_summary } = structured as Record<string, Record<string, unknown>>;
        return [metadata!["freshness_status"], String(diff_summary!["status"]), text.split("\n")[0]!];
      };
      assert.deepEqual((await first("HEAD")).slice(0, 2), ["fresh", "modified"]);
      for (let i = 0; i < 60; i++) project.write(`app/more${i}.py`, "def less():\n    pass\n");
      const [freshness, status, line] = await first("HEAD~1");
      assert.deepEqual([freshness, status], ["stale", "modified"]);
      assert.match(
        line,
        /^STALE: texts are those of the refs, but calls and callers are of the state before the last edits: 6\d changed files/,
      );
      assert.deepEqual((await first("HEAD")).slice(0, 2), ["fresh", "modified"]);
    } finally {
      repository.close();
    }
  }));

Deno.test("while the index is behind, the working tree is compared as it is on disk, and the first line of each answer says what is pending", () =>
  withProject(PYTHON, async (project) => {
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    await project.index({ ref: "v1" });
    await project.index();
    project.write(
      "app/io.py",
      PYTHON["app/io.py"].replace("mode='r'", "mode='rb'").replace("def check", "def fresh():\n    pass\n\n\ndef check"),
    );
    await withLateIndex(project, async (asked) => {
      const compare = async (base_ref: string, head_ref: string, symbol_name = "app.io.load"): Promise<[string, string, string]> => {
        const { structured, text } = await asked("compare_symbol_between_commits", { symbol_name, base_ref, head_ref });
        const { metadata, diff_summary, changes } = structured as Record<string, Record<string, unknown>>;
        const what = String(
          diff_summary?.["status"] ?? Object.values(changes!).flatMap((list) => (list as { name: string }[]).map(({ name }) => name)),
        );
        return [String(metadata!["freshness_status"]), what, text.split("\n")[0]!.replace(/\d+ more/, "N more")];
      };
      const said = (text: string): void =>
        assert.match(
          text,
          /^STALE: texts are those on disk, but calls and callers are of the state before the last edits: \d changed files? (is|are) not in the index yet \(app\/io\.py.*\); an index run is under way/,
        );
      for (
        const [base, head, symbol, expected] of [
          ["live", "v1", "load", "modified"],
          ["v1", "live", "load", "modified"],
          ["v1", "live", "app/io.py:fresh", "added"],
          ["v1", "live", "*", "load,fresh"],
          ["v1", "live", "app/io.py:4", "modified"],
        ] as const
      ) {
        const [freshness, what, first] = await compare(base, head, symbol);
        assert.deepEqual([freshness, what], ["syncing", expected], symbol);
        said(first);
      }
      const [freshness, what, first] = await compare("v1", "v1");
      assert.deepEqual([freshness, what], ["fresh", "unchanged"]);
      assert.doesNotMatch(first, /STALE/);
      project.write("app/io.py", PYTHON["app/io.py"].replace("def load", "def fetch_all"));
      const renamed = await asked("compare_symbol_between_commits", { symbol_name: "load", base_ref: "v1", head_ref: "live" });
      const uses = renamed.structured["old_name_uses"] as { kind: string; path: string; line: number }[];
      assert.deepEqual(uses.map(({ kind, path, line }) => `${kind} ${path}:${line}`), [
        "import app/run.py:1",
        "call app/run.py:5",
        "call app/run.py:6",
        "call app/run.py:10",
      ]);
      const callers = await asked("get_callers", { function_name: "load" });
      assert.match(callers.text, /^STALE: this answer is of the state before the last edits: .*app\/io\.py/);
      assert.ok(((callers.structured["metadata"] as Answer)["pending_files"] as string[]).includes("app/io.py"));
      const error = await asked("get_callers", { function_name: "fresh" });
      assert.match(error.text, /^STALE: .*app\/io\.py/);
      assert.match(error.error!.message, /the index has no such name yet: \d changed files? (is|are) not in it/);
    });
  }));

Deno.test("a list of all changed symbols names the files that changed outside symbols", () =>
  withHistory({ ...PYTHON, "app/start.py": "from app.run import main\nmain()\n" }, async (project, compare, askRaw) => {
    project.write("app/start.py", "from app.run import main\nmain()\nmain()\n");
    project.write("app/run.py", PYTHON["app/run.py"].replace("load('c')", "load('d')"));
    const answer = await compare("*", "v1", "live");
    assert.deepEqual(Object.keys(answer["changes"] as object), ["app/run.py"]);
    assert.deepEqual([answer["other_files"], answer["total_other_files"]], [["app/start.py"], 1]);
    const { text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /1 file changed outside of symbols \(.*\): app\/start\.py/);
    assert.equal((await compare("other*", "v1", "live"))["other_files"], undefined);
  }));

Deno.test("attributes and comments above an added symbol come with it; a comment above one that stays is outside of symbols", () =>
  withHistory(
    {
      "app/start.py": "def run():\n    return 1\n",
      "app/same.py": "# Goes.\ndef go():\n    return 1\n",
      "app/a.ts": "export const a = 1;\n",
    },
    async (project, compare, askRaw) => {
      project.write("app/start.py", "def run():\n    return 1\n\n\n# Tested\n@mark.skip(\n    1\n)\n@mark\ndef walk():\n    return 1\n");
      project.write("app/same.py", "# Goes on.\ndef go():\n    return 1\n");
      project.write("app/a.ts", "export const a = 1;\n\n/*\n  Loads\n  it.\n*/\nexport function load() {\n  return 1;\n}\n");
      project.write("tests/test_run.py", "from app.start import run\n\n\ndef test_run():\n    run()\n");
      const answer = await compare("*", "v1", "live");
      assert.deepEqual(answer["other_files"], ["app/same.py"]);
      const { text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
      assert.match(text, /load :7 added \+3 -0 0 callers$/m);
      assert.match(text, /test_run :4 added \+2 -0$/m, "nobody expects that a test has callers");
      const { text: both } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "HEAD~0" });
      assert.match(both, /refs "v1" and "HEAD~0" are not in the index and were read from git/);
    },
  ));

Deno.test("the calls that a change adds are listed by line", () =>
  withHistory({ "src/lib.rs": "pub fn load() {}\n" }, async (project, compare) => {
    project.write("src/lib.rs", "pub fn load() {\n    [1]\n        .iter()\n        .map(|n| n.clone())\n        .rev();\n}\n");
    const { calls_added: added } = await compare("load", "v1", "live") as { calls_added: { line: number }[] };
    assert.ok(added.length >= 4, JSON.stringify(added));
    assert.deepEqual(added.map(({ line }) => line), added.map(({ line }) => line).sort());
  }));

Deno.test("rust: nobody expects that a test beside the code has callers", () =>
  withHistory({ "src/lib.rs": "pub fn load() {}\n" }, async (project, _compare, askRaw) => {
    project.write(
      "src/lib.rs",
      "pub fn load() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn loads() {\n        super::load();\n    }\n}\n",
    );
    const { text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
    assert.match(text, /tests::loads :6 added \+3 -0$/m);
  }));

Deno.test("a file with a changed symbol and changed top-level statements is listed for both", () =>
  withHistory(
    { "app/start.py": "def run():\n    return 1\n\n\nrun()\n", "app/same.py": "def go():\n    return 1\n\n\ngo()\n" },
    async (project, compare) => {
      project.write("app/start.py", "def run():\n    x = 1\n    return x\n\n\nrun(2)\n");
      project.write("app/same.py", "def go():\n    x = 1\n    return x\n\n\ngo()\n");
      const answer = await compare("*", "v1", "live");
      assert.deepEqual(Object.keys(answer["changes"] as object), ["app/same.py", "app/start.py"]);
      assert.deepEqual(answer["other_files"], ["app/start.py"]);
    },
  ));

Deno.test("a list with its tests and other files is limited to about 2,000 tokens, page by page; both forms name the same files", () => {
  const names = Array.from({ length: 40 }, (_, i) => `part_of_some_length_${i}`);
  const files = Object.fromEntries(names.flatMap((name) => [
    [`app/${name}.py`, `def ${name}(x):\n    return 1\n`],
    [`app/start_of_${name}.py`, "go = 1\n"],
    [`tests/test_${name}.py`, `from app.${name} import ${name}\n\n\ndef test_${name}():\n    ${name}(1)\n`],
  ]));
  return withHistory(files, async (project, compare, askRaw) => {
    for (const name of names) {
      project.write(`app/${name}.py`, `def ${name}(x, y):\n    return 2\n`);
      project.write(`app/start_of_${name}.py`, "# other\ngo = 1\n");
    }
    const params = { symbol_name: "*", base_ref: "v1", head_ref: "live" };
    const { structured, text } = await askRaw(params);
    assert.ok(JSON.stringify(structured).length < 7_500, `${JSON.stringify(structured).length} characters`);
    for (const file of [...Object.keys(structured["tests"] as object), ...structured["other_files"] as string[]]) {
      assert.ok(text.includes(file), file);
    }
    assert.deepEqual([structured["total_test_files"], structured["total_other_files"]], [40, 40]);
    const found: string[] = [];
    let answer = structured as Answer;
    for (let pages = 1;; pages++) {
      found.push(...Object.values(answer["changes"] as Record<string, { name: string }[]>).flat().map(({ name }) => name));
      if (answer["cursor"] === undefined) break;
      assert.ok(pages < 9);
      answer = await compare("*", "v1", "live", { cursor: answer["cursor"] });
      assert.deepEqual([answer["tests"], answer["other_files"]], [undefined, undefined], "they stand on the first page");
    }
    assert.deepEqual(found.sort(), names.sort());
  });
});

Deno.test("candidates are ordered by path, whatever the index met first", () =>
  withHistory({ "z.py": "def go():\n    pass\n" }, async (project, compare) => {
    await project.index({ database: undefined });
    project.write("a.py", "def go():\n    pass\n");
    commitAll(project, "another");
    const { error } = await compare("go", "HEAD", "live");
    assert.deepEqual((error!.data["candidates"] as { path: string }[]).map(({ path }) => path), ["a.py", "z.py"]);
  }));

const getter = (parameters: string, callee: string): string =>
  `macro_rules! getter { ($type:ident, $name:ident) => { impl $type { pub fn $name(${parameters}) { crate::${callee}() } } }; }\n`;
const KIT = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "src/lib.rs": "#[macro_use] mod macros; mod made;\npub fn one() {}\npub fn two() {}\n",
  "src/macros.rs": getter("&self", "one"),
  "src/made.rs": "pub struct Made;\ngetter!(Made, first);\n",
};

Deno.test("what macros of other files generate is compared as each ref's macros generate it, indexed or not", () =>
  withHistory(KIT, async (project, compare) => {
    project.write("src/made.rs", KIT["src/made.rs"] + "getter!(Made, second);\n");
    commitAll(project, "another");
    git(project, "tag", "v2");
    project.write("src/macros.rs", getter("&self, n: u8", "two"));
    const signatures = (answer: Answer): unknown[] =>
      ["base_version", "head_version"].map((side) => (answer[side] as Answer | undefined)?.["signature"]);
    const [asWas, asIs] = ["pub fn first(&self)", "pub fn first(&self, n: u8)"];
    for (const isIndexed of [false, true]) {
      if (isIndexed) { for (const ref of ["v1", "v2"]) await project.index({ database: undefined, ref }); }
      assert.deepEqual(signatures(await compare("Made.first", "v1", "v2")), [asWas, asWas]);
      assert.deepEqual(signatures(await compare("Made.first", "v2", "live")), [asWas, asIs]);
      const added = await compare("Made.second", "v1", "v2");
      assert.equal(summaryOf(added)["status"], "added");
      const [call] = added["calls_added"] as { name: string }[];
      assert.equal(call!.name, isIndexed ? "kit::one" : "crate::one", "as it was then");
    }
  }));

Deno.test("a removed result of a macro is found in the ref that had it", () =>
  withHistory(KIT, async (project, compare) => {
    project.write("src/macros.rs", "");
    await project.index({ database: undefined });
    assert.equal(summaryOf(await compare("Made.first", "v1", "live"))["status"], "deleted");
  }));

Deno.test("a script without extension is compared by its first line, and unchanged if that is the same", () =>
  withProject({ "a.py": "def go():\n    pass\n", "tool": "#!/usr/bin/env python3\ndef script():\n    return 1\n" }, async (project) => {
    chmodSync(join(project.root, "tool"), 0o755);
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    const changed = async (): Promise<unknown> => {
      const params = { symbol_name: "*", base_ref: "HEAD", head_ref: "live" };
      const { structured } = await call(project, "compare_symbol_between_commits", params);
      const { total_files, changes } = structured as { total_files: number; changes: Record<string, { name: string }[]> };
      return [total_files, Object.entries(changes).map(([path, list]) => `${path} ${list.map(({ name }) => name)}`)];
    };
    assert.deepEqual(await changed(), [0, []]);
    project.write("tool", "#!/usr/bin/env python3\ndef script():\n    return 2\n");
    assert.deepEqual(await changed(), [1, ["tool script"]]);
    await project.index({ ref: "HEAD" });
    assert.deepEqual(await changed(), [1, ["tool script"]]);
  }));

Deno.test("a pattern with a folder means what lies there, and not similar names", () => {
  const files = {
    "lib/a.js": "function one () { return 1 }\nmodule.exports = { one }\n",
    "test/lib/c.js": "function three () { return 1 }\nmodule.exports = { three }\n",
    "test/b.js": "const stubs = { './lib/a.js': { one () { return 1 } } }\nmodule.exports = stubs\n",
  };
  return withHistory(files, async (project, compare) => {
    for (const [path, text] of Object.entries(files)) project.write(path, text.replace("return 1", "return 2"));
    const pathsOf = async (pattern: string): Promise<string[]> => Object.keys((await compare(pattern, "v1", "live"))["changes"] as object);
    assert.deepEqual(await pathsOf("lib/*"), ["lib/a.js"]);
    assert.deepEqual(await pathsOf("./lib/*"), ["lib/a.js"]);
    assert.deepEqual(await pathsOf("test/*"), ["test/b.js", "test/lib/c.js"]);
    assert.deepEqual(await pathsOf("*/c.js"), ["test/lib/c.js"]);
  });
});

const MARKED = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "src/lib.rs":
    "use std::fmt;\n\n#[derive(\n    Clone, Eq,\n)]\n// of a job\npub struct Job { n: usize }\n\nimpl Job {\n    #[inline]\n    pub fn go(&self) {}\n\n    pub fn stay(&self) {}\n}\n\n" +
    "impl fmt::Display for Job {\n    fn fmt(&self) {}\n}\n\nimpl Eq for Box {}\n\npub struct Box {}\n",
  "app.py": "class A:\n    @property\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n",
};

Deno.test("a list that ends because of its size rather than its limit says so; a rename recognized by the text says how similar the two are", () =>
  withHistory({ "a.py": `def read(path):\n${LONG}` }, async (project, _compare, askRaw) => {
    project.write("a.py", `def parse(path):\n${LONG.replace("return items", "return tuple(items)")}`);
    const params = { symbol_name: "*", base_ref: "v1", head_ref: "live" };
    assert.match((await askRaw(params)).text, /from a\.py read \(\d\d % alike\)/);
    const many = Array.from({ length: 400 }, (_, i) => `def a_function_with_quite_a_long_name_to_fill_the_list_${i}():\n    pass\n`);
    project.write("b.py", many.join("\n\n"));
    const full = await askRaw({ ...params, limit: 2000 });
    assert.match(full.text, /more changed symbols \(the answer is at its size limit, whatever limit says\): ask again with cursor/);
    assert.equal((full.structured["metadata"] as { safety_limit_applied?: boolean }).safety_limit_applied, true);
    assert.doesNotMatch((await askRaw(params)).text, /size limit/);
  }));

Deno.test("attributes, decorators and the headers of impls belong to their symbols", () =>
  withHistory(MARKED, async (project, _compare, askRaw) => {
    const listOf = async (path: keyof typeof MARKED, from: string, to: string): Promise<string[]> => {
      project.write(path, MARKED[path].replace(from, to));
      const { structured } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "live" });
      project.write(path, MARKED[path]);
      const changes = structured["changes"] as Record<string, { name: string; lines: string; surroundings_changed?: true }[]>;
      return Object.values(changes).flat().map(({ name, lines, surroundings_changed: is }) => `${name} ${lines}${is === true ? "" : " ?"}`);
    };
    assert.deepEqual(await listOf("src/lib.rs", "Clone, Eq", "Clone"), ["Job +1 -1"]);
    assert.deepEqual(await listOf("src/lib.rs", "#[inline]", "#[cold]"), ["Job::go +1 -1"]);
    assert.deepEqual(await listOf("src/lib.rs", "    pub fn stay", "    #[test]\n    pub fn stay"), ["Job::stay +1 -0"]);
    assert.deepEqual(await listOf("src/lib.rs", "fmt::Display", "fmt::Debug"), ["Job +1 -1", "Job::fmt +1 -1"]);
    assert.deepEqual(await listOf("src/lib.rs", "impl Eq for Box", "impl Eq for Job"), ["Job +1 -0", "Box +0 -1"]);
    assert.deepEqual(await listOf("src/lib.rs", "// of a job", "// of many"), []);
    assert.deepEqual(await listOf("app.py", "@property", "@staticmethod"), ["A.f +1 -1"]);
    project.write("src/lib.rs", MARKED["src/lib.rs"].replace("fmt::Display", "fmt::Debug"));
    const { text } = await askRaw({ symbol_name: "src/lib.rs:Job", base_ref: "v1", head_ref: "live" });
    assert.match(text, /Job {2}struct {2}modified, attributes or header changed {2}\+1 -1/);
    assert.match(text, /\n-impl fmt::Display for Job\n\+impl fmt::Debug for Job/);
  }));

const IMPLS = {
  "Cargo.toml": '[package]\nname = "kit"\nversion = "0.1.0"\n',
  "src/lib.rs":
    "pub struct T(u8);\nimpl From<u8> for T {\n    fn from(a: u8) -> T { T(a) }\n}\nimpl From<u16> for T {\n    fn from(a: u16) -> T { T(a as u8) }\n}\n",
};

Deno.test("members of several impls with one name are separate symbols in a list", () =>
  withHistory(IMPLS, async (project, compare) => {
    project.write("src/lib.rs", IMPLS["src/lib.rs"].replace("T { T(a) }", "T { T(a + 1) }").replace("T(a as u8)", "T(a as u8 + 1)"));
    const changes = (await compare("*", "v1", "live"))["changes"] as Record<string, { name: string; line: number }[]>;
    assert.deepEqual(changes["src/lib.rs"]!.map(({ name, line }) => `${name}:${line}`), ["T::from:3", "T::from:6"]);
  }));

Deno.test("a symbol that is exported now, or no longer, is changed although its text is the same; members go along with their type", () =>
  withHistory({
    "src/io.ts": "export function load() {}\nfunction save() {}\nexport class Job {\n  go() {}\n}\nexport type Kind = 1;\n",
    "src/run.ts": 'import { load } from "./io.js";\nload();\n',
  }, async (project, compare, askRaw) => {
    project.write(
      "src/io.ts",
      "function load() {}\nfunction save() {}\nclass Job {\n  go() {}\n}\ntype Kind = 1;\nexport { save };\n",
    );
    commitAll(project, "second");
    const { structured, text } = await askRaw({ symbol_name: "*", base_ref: "v1", head_ref: "main" });
    const changes = Object.values(structured["changes"] as Record<string, { name: string; export_changed?: string }[]>).flat();
    assert.deepEqual(changes.map(({ name, export_changed: change }) => `${name} ${change}`).sort(), [
      "Job lost",
      "Kind lost",
      "load lost",
      "save gained",
    ]);
    assert.match(text, /load :1 modified \+0 -0 .*no longer exported/);
    assert.equal(summaryOf(await compare("load", "v1", "main"))["export_changed"], "lost");
  }));
