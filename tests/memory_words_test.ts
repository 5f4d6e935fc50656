/** Remembered facts are found by their words and by a file, not only by a function's exact name. */
import assert from "node:assert/strict";
import { countFound } from "../query/followup/previous.ts";
import { call } from "./support/call.ts";
import { runCallgrove } from "./support/shop.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const FILES = { "app/io.py": "def load(name):\n    return open(name)\n\n\ndef save(name):\n    return name\n" };

async function rememberAll(project: TempProject): Promise<void> {
  await project.index();
  const remember = (params: Record<string, unknown>): Promise<unknown> => call(project, "remember", params);
  await remember({ kind: "decision", text: "Reads go through the cache", rationale: "the disk is slow", symbols: ["load"] });
  await remember({ kind: "error", text: "KeyError: 'name' while saving", solution: "check the header first", verified: true });
  await remember({ kind: "note", text: "Slow on large archives", symbols: ["save"] });
}

Deno.test("words find decisions, errors and notes, including those without a symbol; unmatched words are reported as unknown", () =>
  withProject(FILES, async (project) => {
    await rememberAll(project);
    const recall = (function_name: string) => call(project, "memory_linked_search", { function_name });
    const decided = await recall("disk cache");
    const [decision] = decided.structured["related_decisions"] as { title: string; about: string[] }[];
    assert.deepEqual([decision!.title, decision!.about], ["Reads go through the cache", ["app/io.py:load"]]);
    assert.match(
      decided.text,
      /"disk cache" names nothing here; what is remembered with these words:\n.*decision Reads go through the cache/,
    );
    assert.equal(decided.text.match(/Reads go through the cache/g)!.length, 1, "what its title says is not said again");
    const [error] = (await recall("header KeyError")).structured["related_errors"] as { text: string }[];
    assert.equal(error!.text, "check the header first");
    const [note] = (await recall("archives")).structured["notes"] as { title: string }[];
    assert.equal(note!.title, "Slow on large archives");
    assert.match((await recall("laod")).text, /symbol_not_found.*; nothing that is remembered has these words either\n[^]*load/);
    assert.match((await recall("nowhere/io.py")).text, /file_not_found/);
  }));

Deno.test("a file's path finds the notes about its functions", () =>
  withProject(FILES, async (project) => {
    await rememberAll(project);
    const { structured, text } = await call(project, "memory_linked_search", { function_name: "app/io.py" });
    assert.deepEqual((structured["functions"] as { name: string }[]).map(({ name }) => name), ["<module>", "load", "save"]);
    assert.deepEqual(
      (structured["related_decisions"] as { title: string; about: string; status: string }[]).map(({ title, about, status }) =>
        `${title} ${about} ${status}`
      ),
      ["Reads go through the cache app/io.py:1 current"],
    );
    assert.match(text, /^2 symbols of this file are remembered;/);
    const { text: alone } = await call(project, "memory_linked_search", { function_name: "load" });
    assert.match(alone, /decision:\d+, /, "by which it can be superseded");
  }));

Deno.test("of a file with more noted functions than fit the others are named, and a higher limit shows them", () => {
  const names = Array.from({ length: 12 }, (_, i) => `f${i}`);
  return withProject({ "app/many.py": names.map((name) => `def ${name}():\n    return 1\n`).join("\n") }, async (project) => {
    for (const name of names) await call(project, "remember", { kind: "note", text: `about ${name}`, symbols: [name] });
    const recalled = (more = {}) => call(project, "memory_linked_search", { function_name: "app/many.py", ...more });
    const first = await recalled();
    assert.equal((first.structured["functions"] as unknown[]).length, 8);
    assert.match(first.text, /5 more symbols of this file are remembered; .*: f7 :22, f8 :25, f9 :28, f10 :31, f11 :34/);
    assert.equal((first.structured["metadata"] as { result_completeness: string }).result_completeness, "truncated");
    const whole = await recalled({ limit: 20 });
    assert.equal((whole.structured["functions"] as unknown[]).length, 13);
    assert.doesNotMatch(whole.text, /more symbols/);
  });
});

Deno.test("memory search finds entries even if no session was read", () =>
  withProject(FILES, async (project) => {
    await rememberAll(project);
    const found = await runCallgrove(["memory", "search", "large", "archives", "--db", project.database], project.root);
    assert.match(found.stdout, /note Slow on large archives/);
    assert.equal(found.status, 0);
    const none = await runCallgrove(["memory", "search", "nothinghere", "--db", project.database], project.root);
    assert.match(none.stderr, /No decision, error or note contains nothinghere; no sessions have been read yet/);
    assert.equal(none.status, 1);
  }));

Deno.test("memory of a file begins with its notes; a result found by words is not an empty answer; a lost method keeps its type", () =>
  withProject({
    "app/fields.py":
      "class Null:\n    def __init__(self):\n        pass\n\n\nclass Duration:\n    def __init__(self):\n        pass\n\n    def run(self):\n        pass\n",
  }, async (project) => {
    await project.index();
    await call(project, "remember", { kind: "note", text: "Null fields are slow", symbols: ["Null.__init__"] });
    const file = await call(project, "memory_linked_search", { function_name: "app/fields.py" });
    assert.doesNotMatch(file.text, /<module>/);
    assert.match(file.text, /^1 symbol of this file is remembered;[^]*Null fields are slow/);
    const words = await call(project, "memory_linked_search", { function_name: "slow fields" });
    assert.ok(countFound(words.structured, false) > 0);
    project.write(
      "app/fields.py",
      "class Duration:\n    def __init__(self):\n        pass\n\n    def run(self):\n        pass\n\n\nclass Other:\n    def __init__(self):\n        pass\n",
    );
    for (const name of ["Duration.__init__", "Duration.run"]) {
      const { text } = await call(project, "memory_linked_search", { function_name: name });
      assert.doesNotMatch(text, /may be about/, name);
    }
  }));

Deno.test("an error that is written down with its stack trace is about the functions of the repository on it, and reads line by line", () =>
  withProject({
    "go.mod": "module example.com/shop\n",
    "app/guard.go": "package app\n\ntype guard struct{}\n\nfunc (g *guard) wrap(f func()) { f() }\n\nfunc load() {}\n",
    "app/io.py": "def load(name):\n    return open(name)\n\n\ndef read():\n    return load('x')\n",
  }, async (project) => {
    await project.index();
    const about = async (text: string): Promise<unknown> => {
      const { structured } = await call(project, "remember", { kind: "error", text, solution: "check it" });
      return (structured["symbols"] as { name: string }[]).map(({ name }) => name);
    };
    const panic = "panic: nil\ngoroutine 1 [running]:\nexample.com/shop/app.(*guard).wrap(0x0)\n\t/src/shop/app/guard.go:5 +0x1b\n";
    assert.deepEqual(await about(panic), ["guard.wrap"]);
    const frame = (path: string, name: string): string => `  File "${path}", line 2, in ${name}\n    pass\n`;
    const trace = (frames: string): string => `Traceback (most recent call last):\n${frames}OSError: no such file`;
    assert.deepEqual(await about(trace(frame("/work/shop/app/io.py", "read") + frame("app/io.py", "load"))), ["load", "read"]);
    assert.deepEqual(await about(trace(frame("/lib/site-packages/app/io.py", "load") + frame("/else/io.py", "load"))), []);
    const { text } = await call(project, "memory_linked_search", { function_name: "nil goroutine" });
    assert.match(text, /error panic: nil\n {4}goroutine 1 \[running\]:\n {4}example\.com/);
  }));
