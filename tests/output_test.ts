/** Answers are written to slow readers, to closed pipes, and where nothing can be written. If a binary is given, its answers. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitLines } from "../cli/fit_lines.ts";
import { PERMISSIONS } from "../release/permissions.ts";
import { BINARY } from "./support/binary.ts";
import { call } from "./support/call.ts";
import { type Outcome, ROOT, runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const PROGRAM = BINARY !== "" ? [BINARY] : [Deno.execPath(), "run", "--quiet", "--no-check", ...PERMISSIONS, join(ROOT, "main.ts")];
const onUnix = { ignore: Deno.build.os === "windows" };
const DECODER = new TextDecoder();

/** Runs a line of the shell in which `$@` is the program. */
async function runLine(line: string, cwd: string): Promise<Outcome> {
  const output = await new Deno.Command("sh", {
    args: ["-c", line, "sh", ...PROGRAM],
    cwd,
    env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" },
    stdin: "null",
  }).output();
  return { status: output.code, stdout: DECODER.decode(output.stdout), stderr: DECODER.decode(output.stderr) };
}

/** Has a program's pipes not block, which whoever shares them can do. */
const UNBLOCK = "use Fcntl; fcntl(STDOUT, F_SETFL, fcntl(STDOUT, F_GETFL, 0) | O_NONBLOCK); exec @ARGV";

const MANY: Record<string, string> = {
  "größe.py": Array.from({ length: 1500 }, (_, i) => `def größe_${i}():\n    """${"€".repeat(i % 90)}"""\n    return größe_${i}()\n`)
    .join("\n"),
};

Deno.test({
  name: "a slow reader of a pipe that does not block gets every byte",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      for (const command of [["export", "symbols"], ["export", "edges"]]) {
        const whole = await runCallgrove([...command], root);
        const child = new Deno.Command("perl", {
          args: ["-e", UNBLOCK, ...PROGRAM, ...command],
          cwd: root,
          env: { NO_COLOR: "1", INIT_CWD: "", CALLGROVE_DB: "" },
          stdin: "null",
          stdout: "piped",
        }).spawn();
        const chunks: Uint8Array[] = [];
        for await (const chunk of child.stdout) {
          chunks.push(chunk);
          if (chunks.length < 20) await new Promise((done) => setTimeout(done, 20));
          assert.ok(chunks.length < 10_000, "output without end");
        }
        assert.equal((await child.status).code, 0);
        assert.ok(whole.stdout.length > 100_000);
        assert.ok(DECODER.decode(await new Blob(chunks as BlobPart[]).arrayBuffer()) === whole.stdout, command.join(" "));
      }
    }),
});

Deno.test({
  name: "a reader that goes away ends every command quietly",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      await runCallgrove(["index"], root);
      for (const command of ["help", "callers --help", "--version", "man", "export symbols", "search '*' --json", ""]) {
        const { stdout, stderr } = await runLine(`{ sleep 1; "$@" ${command}; echo $? >status; } | true; cat status`, root);
        assert.deepEqual([stdout, stderr], ["0\n", ""], command);
      }
    }),
});

Deno.test({
  name: "what cannot be written is said, and is no success",
  ignore: Deno.build.os !== "linux",
  fn: () =>
    withProject(MANY, async ({ root }) => {
      await runCallgrove(["index"], root);
      for (const command of ["help", "--version", "export symbols", "search '*'", "search '*' --json"]) {
        const { status, stderr } = await runLine(`"$@" ${command} >/dev/full`, root);
        assert.equal(status, 3, command);
        assert.match(stderr, /Cannot write the output: the disk is full/, command);
        assert.doesNotMatch(stderr, /--db|\n\s+at /, command);
      }
      // Where errors cannot be told the status still does.
      assert.equal((await runLine(`"$@" nosuch 2>/dev/full`, root)).status, 2);
      assert.equal((await runLine(`"$@" callers nosuch 2>/dev/full`, root)).status, 1);
    }),
});

Deno.test("names and paths with line breaks and escape characters stay in their line, for agents and people", onUnix, () =>
  withProject({
    "a\nb.py": "def f(x:\n    g(\n",
    "c\x1b[31m.py": "def g():\n    return h()\n\n\ndef h(): pass\n",
    "o.js": "const o = { 'x\u2028y'() { k(); } };\nfunction k() {}\n",
  }, async (project) => {
    const questions: readonly (readonly [string, Record<string, unknown>])[] = [
      ["get_callers", { function_name: "h" }],
      ["get_callers", { function_name: "g" }],
      ["get_callers", { function_name: "k" }],
      ["search_nodes", { name_pattern: "*", detail_level: "standard" }],
      ["query_file_symbols", { file_path: "not\nthere.py" }],
      ["call_graph_stats", {}],
      ["index_directory", { dir_path: project.root, force: true }],
    ];
    const texts: string[] = [];
    for (const [name, params] of questions) texts.push((await call(project, name, params)).text);
    for (const args of [["index", "--force"], ["callers", "g"]]) texts.push((await runCallgrove(args, project.root)).stdout);
    const all = texts.join("\n");
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(all, /^b\.py|[\x1b\u2028]/m);
    for (const written of ["a\\nb.py", "c\\u001b[31m.py", "x\\u2028y", "not\\nthere.py"]) assert.ok(all.includes(written), written);
  }));

Deno.test("an index that takes no calls from files with errors stays so when it is updated, and says so about calls from such a file", () =>
  withProject(
    { "a.go": "package main\n", "shop.go": "package main\n\nfunc good() { other() }\n\nfunc other() {}\n\nfunc bad( { x := }\n" },
    async ({ root }) => {
      await runCallgrove(["index", "--strict-syntax"], root);
      writeFileSync(join(root, "a.go"), "package main\n\nfunc more() { other() }\n");
      const { stdout } = await runCallgrove(["callees", "good"], root);
      assert.match(stdout, /warning: shop\.go:7[^\n]* did not parse, and no calls of that file are in the index \(--strict-syntax\)/);
      const callers = (await runCallgrove(["callers", "other"], root)).stdout;
      assert.match(callers, /^1 caller, 1 call in 1 file \(possibly incomplete\)$/m);
      assert.match(
        callers,
        /warning: shop\.go:3 may call it: no calls of that file are in the index, because it did not parse at line 7$/m,
      );
    },
  ));

Deno.test("lines are broken at spaces if the terminal is too narrow for them, and never within a location or a name", () => {
  const colour = /\^\[\d+m/g;
  const table = "app/io.py:1:5    load\n  app/run.py:12:9  a.very.long.name.of.a.function  heuristic: inferred";
  assert.equal(
    fitLines(table, 30, colour),
    "app/io.py:1:5    load\n  app/run.py:12:9\n      a.very.long.name.of.a.function\n      heuristic: inferred",
  );
  assert.equal(fitLines("^[1mbold^[22m words that fit the line", 30, colour), "^[1mbold^[22m words that fit the line");
  assert.equal(fitLines("^[1mbold^[22m words that do not fit it", 24, colour), "^[1mbold^[22m words that do not\n    fit it");
  assert.equal(fitLines("class TasksService  line 17-155", 26, colour), "class TasksService\n    line 17-155", "a line keeps its number");
  assert.equal(fitLines("a.py:12 load added +16 -0 2 callers", 25, colour), "a.py:12 load added +16 -0\n    2 callers", "so does a count");
  assert.equal(
    fitLines("a.py:12 load added +16 -0", 24, colour),
    "a.py:12 load added\n    +16 -0",
    "lines added and removed stay together",
  );
  assert.equal(fitLines("a.name         low: no call here", 24, colour), "a.name  low: no call\n    here", "columns give way");
  assert.equal(fitLines("a.name         low: no call", 24, colour), "a.name  low: no call", "which may be enough");
  assert.equal(
    fitLines("  a.py:1           load  test\n  b.py:1           a.very.long.name  test\nc.py:1    x", 32, colour),
    "  a.py:1  load  test\n  b.py:1  a.very.long.name  test\nc.py:1    x",
    "so do those of the other rows of the same table",
  );
  assert.equal(fitLines(table, 8, colour), table, "so narrow a terminal breaks lines itself");
});

Deno.test("an export has one line a symbol for readers that end lines at other characters, too", () =>
  withProject({ "a.py": 'def load():\n    """Reads\u2028all\u0085of it."""\n' }, async (project) => {
    const { stdout } = await runCallgrove(["export", "symbols", "--db", project.database], project.root);
    assert.doesNotMatch(stdout, /[\u0085\u2028]/);
    assert.ok(stdout.trimEnd().split("\n").some((line) => (JSON.parse(line) as { doc: string }).doc.includes("\u2028all")));
  }));
