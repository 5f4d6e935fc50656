/** Threads that start before the command line is read: for which command lines and folders, and that they affect only the time. */
import assert from "node:assert/strict";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeBaseProgram } from "../cli/base_program.ts";
import { glanceAt } from "../core/scan/glance.ts";
import { PLAIN_FLAGS, startEarlyThreads } from "../early_threads.ts";
import { languages } from "../languages/mod.ts";
import { likelyLanguage } from "../languages/registry.ts";
import { ROOT, runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

/** So many small files that a glance takes their folder for a large one, with a call among them. */
const MANY: Readonly<Record<string, string>> = Object.fromEntries([
  ["README.md", "# Many\n"],
  ...Array.from({ length: 310 }, (_, i) => [`part_${i}.py`, i === 7 ? "from part_8 import step_8\nstep_8()\n" : `def step_${i}(): pass\n`]),
]);

function startsFor(...args: readonly string[]): boolean {
  const early = startEarlyThreads(args);
  early?.crew.close();
  return early !== undefined;
}

Deno.test("threads start early for the plain first index of a large folder, and for nothing else", () =>
  withProject(MANY, (project) => {
    const small = join(project.root, "small");
    mkdirSync(small);
    writeFileSync(join(small, "one.py"), "");
    for (const args of [["index"], ["index", "--json", "--force"], ["--quiet", "index", "--timings"]]) {
      assert.ok(startsFor(...args, project.root), args.join(" "));
    }
    assert.ok(startsFor("index", "-C", project.root, "--db", join(project.root, "elsewhere")));
    const others = [["callers", "step_8", "-C"], ["index", "--ref", "main"], ["index", "--unheard", "-C"], ["index", "a", "-C"], [
      "index",
      "--db=",
    ]];
    for (const args of others) assert.ok(!startsFor(...args, project.root), args.join(" "));
    assert.ok(!startsFor("index", small), "a small folder");
    assert.ok(!startsFor("index", join(project.root, "nowhere")), "no folder");
    mkdirSync(join(project.root, ".callgrove"));
    writeFileSync(join(project.root, ".callgrove", "index.db"), "");
    assert.ok(!startsFor("index", project.root), "there is an index");
    return Promise.resolve();
  }));

Deno.test("part of a repository is left to the program, which knows where its index is", () =>
  withProject(Object.fromEntries(Object.entries(MANY).map(([path, text]) => [`inner/${path}`, text])), (project) => {
    assert.ok(startsFor("index", join(project.root, "inner")));
    mkdirSync(join(project.root, ".git"));
    writeFileSync(join(project.root, ".git", "HEAD"), "ref: refs/heads/main\n");
    assert.ok(!startsFor("index", join(project.root, "inner")));
    assert.ok(startsFor("index", project.root));
    return Promise.resolve();
  }));

Deno.test("an index that was started early equals any other", () =>
  withProject(MANY, async (project) => {
    const indexed = await runCallgrove(["index", "--json"], project.root);
    assert.equal(indexed.status, 0, indexed.stderr);
    assert.equal((JSON.parse(indexed.stdout) as { files: number }).files, 310);
    const callers = await runCallgrove(["callers", "step_8"], project.root);
    assert.match(callers.stdout, /^part_7\.py:2:1 +<module>$/m);
  }));

Deno.test("flags that early threads ignore are flags of the program", () => {
  const program = makeBaseProgram(() => {});
  const own = [program, ...program.commands].flatMap((command) => command.options);
  const flags = new Set(own.filter((option) => !option.required && !option.optional).map((option) => option.long));
  assert.deepEqual([...PLAIN_FLAGS].filter((flag) => !flags.has(flag)), []);
});

Deno.test("a glance names the most frequent extension first, and the registry its language", () => {
  assert.equal(glanceAt(join(ROOT, "core")).endings[0], ".ts");
  assert.equal(glanceAt(realpathSync(join(ROOT, "core"))).isLarge, true);
  for (const { name, extensions } of languages) {
    const likely = new Set(Object.keys(extensions).map(likelyLanguage).filter((language) => language !== undefined));
    assert.deepEqual([...likely], [name]);
  }
  assert.equal(likelyLanguage(".md"), undefined);
});
