/** The command line as a user meets it: exit statuses, streams, forms of places, wrong usage. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeBaseProgram } from "../cli/base_program.ts";
import { makeProgram } from "../cli/program.ts";
import { readWords } from "../cli/shell/command_words.ts";
import { openShop, type Outcome, ROOT, runCallgrove } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

function errorOf(outcome: Outcome): { code: string; message: string; data: Record<string, unknown> } {
  return (JSON.parse(outcome.stderr) as { error: { code: string; message: string; data: Record<string, unknown> } }).error;
}

Deno.test("a question in a folder never seen before indexes it and answers", async () => {
  using shop = openShop("python");
  const first = await shop.run("callers", "count");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /^shop\/run\.py:19:11 +main$/m);
  assert.ok(existsSync(join(shop.folder, ".callgrove", "index.db")));
  assert.ok(existsSync(join(shop.folder, ".callgrove", ".gitignore")));
  const again = await shop.run("callers", "count");
  assert.equal(again.stdout, first.stdout);
  assert.equal(again.stderr, "");
});

Deno.test("status, from any subfolder, with names of this repository", async () => {
  using shop = openShop("python");
  const before = await shop.run();
  assert.equal(before.status, 0);
  assert.match(before.stdout, /not indexed yet/);
  assert.ok(!existsSync(join(shop.folder, ".callgrove")), "it builds nothing");
  await shop.run("index", "--quiet");
  const after = await runCallgrove([], join(shop.folder, "shop"));
  assert.match(after.stdout, /5 files, \d+ symbols/);
  assert.equal(after.stdout.split("\n").filter((line) => line.startsWith("  callgrove ")).length, 3);
  const here = await runCallgrove(["symbols", "./store.py"], join(shop.folder, "shop"));
  assert.match(here.stdout, /^Symbols in shop\/store\.py/);
  const up = await runCallgrove(["symbols", "../tests/test_store.py"], join(shop.folder, "shop"));
  assert.match(up.stdout, /^Symbols in tests\/test_store\.py/);
});

Deno.test("status counts as stats does and names what there is", () =>
  withProject({ "a.py": "import os\n", "b.py": "import os\n", "z.py": "def one_fn(): pass\n" }, async (project) => {
    const before = await runCallgrove([], project.root);
    assert.doesNotMatch(before.stdout, /main/);
    const stats = await runCallgrove(["stats", "--quiet"], project.root);
    assert.match(stats.stdout, /^1 function, 1 symbol,/);
    const { stdout } = await runCallgrove([], project.root);
    assert.match(stdout, /3 files, 1 symbol, indexed/);
    assert.deepEqual(stdout.match(/(?<=^ {2})callgrove.*?(?= {2})/gm), [
      "callgrove callers one_fn",
      "callgrove graph one_fn --depth 2",
      "callgrove stats",
    ]);
  }));

Deno.test("every printed place and candidate can be pasted back", async () => {
  using shop = openShop("typescript");
  const ambiguous = await shop.run("graph", "load");
  assert.equal(ambiguous.status, 1);
  const places = ambiguous.stderr.match(/^ {2}\S+:\d+:\d+/gm)!.map((place) => place.trim());
  assert.deepEqual(places, ["src/store.ts:5:17", "src/cache.ts:2:17"]);
  for (const place of places) {
    const answer = await shop.run("callers", place);
    assert.equal(answer.status, 0, answer.stderr);
    assert.ok(answer.stdout.includes(place), answer.stdout);
  }
  const next = /next: callgrove (.*)/.exec(ambiguous.stderr)![1]!;
  assert.equal((await shop.run(...next.split(" "))).status, 0);
});

Deno.test("help says what holds for the command line, not for agents", async () => {
  for (const [command, most] of [["callers", "2000"], ["symbols", "5000"], ["search", "1000"], ["edges", "2000"], ["compare", "2000"]]) {
    const { stdout } = await runCallgrove([command!, "--help"], ROOT);
    assert.ok(stdout.replaceAll(/\s+/g, " ").includes(`t most (default ${most}).`), stdout);
  }
  const { stdout } = await runCallgrove(["compare", "--help"], ROOT);
  assert.match(
    stdout.replaceAll(/\s+/g, " "),
    /\(default \*\)\. .*"live" \(default HEAD\)\. --head <ref> The newer side \(default live\)\./,
  );
});

Deno.test("the page of a command below another one says what it does too", async () => {
  const { stdout } = await runCallgrove(["languages", "trust", "--help"], ROOT);
  assert.match(stdout, /\nUsage: callgrove languages trust \[options\] <name>\n\nAllow the code of a drop-in language to run\.\n/);
});

Deno.test("control characters of names and source texts are written out; JSON and colours stay as they are", async () => {
  using shop = openShop("python");
  const path = "e\x1b[31mv\u202e.py";
  Deno.writeTextFileSync(join(shop.folder, path), 'def evil():\r\n\treturn "\x1b]0;t\x07\x9b1m"\r\n');
  for (const color of ["never", "always"]) {
    for (const question of [["search", "evil"], ["graph", "evil", "--source"], ["explain", path], ["symbols", `no${path}`]]) {
      const { stdout, stderr } = await shop.run(...question, "--color", color);
      // deno-lint-ignore no-control-regex
      const shown = (stdout + stderr).replaceAll(/\x1b\[(?:[12]|22|3[369])m/g, color === "always" ? "" : "$&");
      assert.ok(shown.includes("e\\u001b[31mv\\u202e.py"), shown);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(shown, /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]/);
    }
  }
  assert.match((await shop.run("graph", "evil", "--source")).stdout, /^\treturn "\\u001b\]0;t\\u0007\\u009b1m"$/m);
  const { nodes } = JSON.parse((await shop.run("search", "evil", "--json")).stdout) as { nodes: { at: string }[] };
  assert.equal(nodes[0]!.at, `${path}:1:5`);
});

Deno.test("exit statuses: 0 answered, 1 not found, 2 wrong usage, 3 not possible", async () => {
  using shop = openShop("go");
  assert.equal((await shop.run("callers", "Count")).status, 0);
  assert.equal((await shop.run("callers", "Nothing")).status, 1);
  assert.equal((await shop.run("path", "Count", "main")).status, 1);
  assert.equal((await shop.run("search", "zzz*")).status, 1);
  assert.equal((await shop.run("symbols", "nofile.go")).status, 1);
  assert.equal((await shop.run("callers")).status, 2);
  assert.equal((await shop.run("callers", "Count", "extra")).status, 2);
  assert.equal((await shop.run("callers", "Count", "--limit", "many")).status, 2);
  assert.equal((await shop.run("index", "--no-such-option")).status, 2);
  assert.equal((await shop.run("index", join(shop.folder, "nowhere"))).status, 3);
  assert.equal((await shop.run("callers", "Count", "-C", "/no/such/folder")).status, 3);
  assert.equal((await shop.run("callers", "Count", "--ref", "v9")).status, 3);
  assert.equal((await shop.run("callers", "../../etc/passwd:root")).status, 3);
});

Deno.test("with --json an error is JSON, on stderr; tool prints the envelope on stdout", async () => {
  using shop = openShop("go");
  const unknown = await shop.run("callers", "Cuont", "--json");
  assert.equal(unknown.stdout, "");
  assert.equal(errorOf(unknown).code, "symbol_not_found");
  assert.equal((errorOf(unknown).data["did_you_mean"] as string[])[0], "store.Count");
  assert.equal(errorOf(await shop.run("callers", "--jsn", "--json", "x")).code, "invalid_input");
  const tool = await shop.run("tool", "get_callers", '{"function_name":"Cuont"}');
  assert.equal(tool.status, 1);
  assert.equal((JSON.parse(tool.stdout) as { error: { code: string } }).error.code, "symbol_not_found");
  const list = await shop.run("tool", "get_callers", "[1]", "--ref", "HEAD");
  assert.match(list.stdout, /must be one JSON object, not \[1\]/);
  const wrong = await shop.run("tool", "get_callers", "{not json");
  assert.equal(wrong.status, 2);
  assert.equal((JSON.parse(wrong.stdout) as { error: { code: string } }).error.code, "invalid_input");
  const none = await shop.run("tool", "get_caller");
  assert.match((JSON.parse(none.stdout) as { error: { message: string } }).error.message, /Unknown tool/);
});

Deno.test("an empty argument or option, a name like an option and a wrong word are told in the words of the command line", async () => {
  for (
    const [args, message] of [
      [["callers", ""], "Wrong usage: the argument 'function' is empty\nSee: callgrove callers --help\n"],
      [["languages", "trust", ""], "Wrong usage: the argument 'name' is empty\nSee: callgrove languages trust --help\n"],
      [["memory", "search", "load", ""], "Wrong usage: the argument 'words' is empty\nSee: callgrove memory search --help\n"],
      [["callers", "load", "--db", ""], "Wrong usage: the option '--db <dir>' is empty\nSee: callgrove callers --help\n"],
      [["-C", "", "callers", "load"], "Wrong usage: the option '-C, --repo <dir>' is empty\nSee: callgrove callers --help\n"],
      [["-C", ""], "Wrong usage: the option '-C, --repo <dir>' is empty\nSee: callgrove --help\n"],
      [["callers", "load", "--file", ""], "Wrong usage: the option '--file <path>' is empty\nSee: callgrove callers --help\n"],
      [
        ["memory", "ingest", "--sessions", ""],
        "Wrong usage: the option '--sessions [dirs...]' is empty\nSee: callgrove memory ingest --help\n",
      ],
      [
        ["symbols", "-a.py"],
        "Wrong usage: unknown option '-a.py'\nSee: callgrove symbols --help; a name goes behind two dashes: callgrove symbols -- -a.py\n",
      ],
      [["callers", "load", "--nope"], "Wrong usage: unknown option '--nope'\nSee: callgrove callers --help\n"],
      [
        ["export", "edge"],
        "Wrong usage: 'edge' is not possible as <what>. Did you mean edges? Choices: edges, symbols.\nSee: callgrove export --help\n",
      ],
    ] as const
  ) assert.deepEqual(await runCallgrove(args, ROOT), { status: 2, stdout: "", stderr: `error invalid_input: ${message}` });
});

Deno.test("a misspelt command, option or value names the right one", async () => {
  using shop = openShop("go");
  assert.match((await shop.run("calers", "x")).stderr, /Did you mean callers\?/);
  assert.match((await shop.run("callers", "x", "--limmit", "3")).stderr, /Did you mean --limit\?/);
  assert.match((await shop.run("graph", "x", "--direction", "caller")).stderr, /Did you mean callers\?/);
  assert.match((await shop.run("remember", "decison", "x")).stderr, /Did you mean decision\?/);
  assert.match((await shop.run("export", "edge")).stderr, /Did you mean edges\?/);
  assert.match((await shop.run("languages", "tset", "x")).stderr, /unknown command 'tset'\. Did you mean test\?/);
  const glob = await shop.run("callers", "Coun*");
  assert.deepEqual([glob.status, glob.stderr.trim().split("\n").at(-1)], [1, "next: callgrove search 'Coun*' --limit 10"]);
  assert.match((await shop.run("callers", "x", "--color", "alwyas")).stderr, /Did you mean always\?/);
});

/** Lines of a page that could be broken and are wider than the terminal. */
function tooWide(page: string, columns: number): string[] {
  return page.split("\n").filter((line) => line.length > columns && !/^ {2,4}(callgrove|npx|eval|>) |^Usage: /.test(line));
}

/** A command's page of help, as a process prints it that has that command alone. */
function pageOf(path: string, columns: number): string {
  const before = Deno.env.get("COLUMNS");
  Deno.env.set("COLUMNS", `${columns}`);
  try {
    const words = path.split(" ");
    let command = words[0] === "index" ? makeBaseProgram(() => {}) : makeProgram(() => {}, words[0]);
    for (const word of words) command = command.commands.find((one) => one.name() === word)!;
    let page = "";
    command.configureOutput({ writeOut: (text) => void (page += text) }).outputHelp();
    return page;
  } finally {
    if (before === undefined) Deno.env.delete("COLUMNS");
    else Deno.env.set("COLUMNS", before);
  }
}

Deno.test("help is as wide as the terminal, and names the words that a value may be", async () => {
  for (const columns of [40, 80]) {
    const whole = await runCallgrove(["--help"], ROOT, { COLUMNS: `${columns}` });
    assert.deepEqual(tooWide(whole.stdout, columns), []);
    const page = await runCallgrove(["remember", "--help"], ROOT, { COLUMNS: `${columns}` });
    assert.deepEqual([page.status, page.stdout], [0, pageOf("remember", columns)]);
  }
  // An example goes on in the next line, as a shell reads it.
  for (const command of ["remember", "mcp", "search", "languages"]) {
    assert.deepEqual(pageOf(command, 60).split("\n").filter((line) => line.length > 60 && !line.startsWith("Usage: ")), [], command);
  }
  const folded = /^ {2}(callgrove remember decision[^]*?)\n {6}/m.exec(pageOf("remember", 60))![1]!;
  assert.match(folded, / \\\n {4}--symbols load --rationale "the disk is slow"$/);
  assert.match(pageOf("remember", 80), /so that callgrove recall shows it/);
  assert.match(pageOf("remember", 80), /^ {2}kind +What it is\. \(one of decision, error, note\)$/m);
});

Deno.test("help of every command and subcommand begins with examples", () => {
  const paths = readWords(makeProgram(() => {})).commands.map((command) => command.path);
  assert.ok(paths.includes("callers") && paths.includes("languages trust"));
  for (const path of paths) {
    const page = pageOf(path, 80);
    assert.match(page, /^Examples:\n {2}\S/, path);
    assert.match(page, /--repo <dir>/, path);
    const wanted = [...(/^Usage: .*$/m.exec(page)?.[0] ?? "").matchAll(/[<[]([a-z-]+)(?:\.\.\.)?[>\]]/g)].map(([, word]) => word!);
    const listed = /\nArguments:\n([^]*?)\n\n/.exec(page)?.[1] ?? "";
    for (const word of wanted) {
      if (word !== "options" && word !== "command") {
        assert.match(listed, new RegExp(`^ {2}${word} +\\S`, "m"), `${path}: ${word} is not explained`);
      }
    }
    assert.deepEqual(tooWide(page, 80), [], path);
  }
});

Deno.test("no colours in a pipe; always means always", async () => {
  using shop = openShop("rust");
  assert.ok(!(await shop.run("callers", "count")).stdout.includes("\x1b"));
  assert.ok((await shop.run("callers", "count", "--color", "always")).stdout.includes("\x1b"));
  assert.ok(!(await shop.run("callers", "nothing")).stderr.includes("\x1b"));
});

Deno.test("a reader that goes away ends an export quietly", async () => {
  using shop = openShop("python");
  await shop.run("index");
  const big = Array.from({ length: 3000 }, (_, i) => `def f${i}():\n    f${(i * 7) % 3000}()\n`).join("\n");
  Deno.writeTextFileSync(join(shop.folder, "big.py"), big);
  const child = new Deno.Command("sh", {
    args: ["-c", `"${Deno.execPath()}" run -A --no-check "${join(ROOT, "main.ts")}" export edges --quiet | head -n 2; exit 0`],
    cwd: shop.folder,
    stdout: "piped",
    stderr: "piped",
  });
  const output = await child.output();
  assert.equal(new TextDecoder().decode(output.stdout).trim().split("\n").length, 2);
  assert.equal(new TextDecoder().decode(output.stderr), "");
});

Deno.test("index: summary as JSON, nothing in the work tree, a database elsewhere", async () => {
  using shop = openShop("go");
  const elsewhere = join(shop.folder, "..", "db");
  mkdirSync(elsewhere);
  const first = await shop.run("index", "--db", elsewhere, "--json", "--quiet");
  const summary = JSON.parse(first.stdout) as { files: number; parsed: number; sites: { resolved: number } };
  assert.equal(first.stderr, "");
  assert.deepEqual([summary.files, summary.parsed, summary.sites.resolved], [4, 4, 15]);
  assert.ok(!readdirSync(shop.folder).includes(".callgrove"));
  const second = JSON.parse((await shop.run("index", "--db", elsewhere, "--json")).stdout) as { parsed: number };
  assert.equal(second.parsed, 0);
  const forced = JSON.parse((await shop.run("index", "--db", elsewhere, "--json", "--force")).stdout) as { parsed: number };
  assert.equal(forced.parsed, 4);
  const before = JSON.parse((await shop.run("--json", "--db", elsewhere, "index")).stdout) as { parsed: number; files: number };
  assert.deepEqual([before.parsed, before.files], [0, 4]);
  assert.equal((await runCallgrove(["--db"], shop.folder)).status, 2);
  const file = await runCallgrove(["index", "--db", join(elsewhere, "index.db")], shop.folder);
  assert.match(file.stderr, /^error invalid_input: Cannot write the index in ".*index\.db": it is a file, not a folder$/m);
  assert.match((await runCallgrove(["--color", "alwyas", "index"], shop.folder)).stderr, /Did you mean always\?/);
  const inside = await runCallgrove(["callers", "Count", "--db", "../db"], shop.folder);
  assert.equal(inside.status, 0, inside.stderr);
});

Deno.test("explain, languages and stats say what they rest on", async () => {
  using shop = openShop("python");
  const line = await shop.run("explain", "shop/run.py:16");
  assert.match(line.stdout, /shop\/run\.py:16:16 +calls load -> shop\/store\.py:4 shop\.store\.load +\[import, static\]/);
  assert.match(line.stdout, /import: the name is bound by an import/);
  const symbol = await shop.run("explain", "main");
  assert.match(symbol.stdout, /^shop\/run\.py:14-19\n1 definition\n/);
  assert.match(symbol.stdout, /shop\/run\.py:16:16 +calls load -> shop\/store\.py:4/);
  assert.doesNotMatch(symbol.stdout, /run\.py:(11|22):/, "what stands beside it is not its own");
  assert.equal((await shop.run("explain", "run.py:main")).stdout, symbol.stdout);
  assert.match((await shop.run("explain", "nothing.py")).stderr, /^error file_not_found: /);
  assert.match((await shop.run("explain", "aply")).stderr, /^error symbol_not_found: [^]*shop\.run\.apply/);
  const languages = await shop.run("languages", "--json");
  const listed = (JSON.parse(languages.stdout) as { languages: { name: string; extensions: string[] }[] }).languages;
  assert.deepEqual(listed.map((one) => one.name).sort(), ["go", "python", "rust", "typescript"]);
  const stats = await shop.run("stats", "--json");
  const { sites } = JSON.parse(stats.stdout) as { sites: Record<string, { share: number }> };
  assert.ok(Math.abs(Object.values(sites).reduce((sum, one) => sum + one.share, 0) - 1) < 0.01);
});

Deno.test("calls of what a variable holds are told from those of which nothing is known", async () => {
  using shop = openShop("python");
  Deno.writeTextFileSync(join(shop.folder, "apply.py"), "def apply(action, thing):\n    action()\n    action()\n    thing.run_it()\n");
  assert.match((await shop.run("index")).stdout, /unresolved; [\d.]+ % call what a variable holds$/m);
  const { variables, sites } = JSON.parse((await shop.run("index", "--json")).stdout) as {
    variables: number;
    sites: { unresolved: number };
  };
  assert.deepEqual([variables, sites.unresolved], [3, 5]);
  assert.match((await shop.run("stats")).stdout, /unresolved 5 \(.*\); 3 \([\d.]+ %\) call what a variable holds$/m);
});

Deno.test("the version is that of deno.json", async () => {
  using shop = openShop("go");
  const { version } = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.json"))) as { version: string };
  const line = (await shop.run("--version")).stdout.trim();
  assert.equal(line.split(" ")[0], version);
  assert.match(line, /^\S+( \([0-9a-f]{9}( \d{4}-\d\d-\d\d)?\))?$/);
});

Deno.test("Ctrl-C leaves a whole index", async () => {
  using shop = openShop("python");
  await shop.run("index", "--quiet");
  const body = Array.from({ length: 400 }, (_, i) => `def f${i}():\n    f${(i * 7) % 400}()\n`).join("\n");
  for (let i = 0; i < 60; i++) Deno.writeTextFileSync(join(shop.folder, `big${i}.py`), body);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", join(ROOT, "main.ts"), "index", "--quiet"],
    cwd: shop.folder,
    stdout: "null",
    stderr: "null",
  }).spawn();
  await new Promise((done) => setTimeout(done, 700));
  child.kill("SIGINT");
  await child.status;
  const answer = await shop.run("callers", "count", "--quiet");
  assert.equal(answer.status, 0, answer.stderr);
  assert.match(answer.stdout, /^shop\/run\.py:19:11 +main$/m);
});

Deno.test("stats --usage counts questions and bytes of answers, and nothing of what was asked", async () => {
  using shop = openShop("python");
  assert.match((await shop.run("stats", "--usage")).stdout, /Nothing was asked here yet/);
  const first = await shop.run("callers", "count");
  await shop.run("callers", "count");
  await shop.run("callers", "no_such_secret_name");
  const { usage, total } = JSON.parse((await shop.run("stats", "--usage", "--json")).stdout) as {
    usage: Record<string, { questions: number; bytes: number }>;
    total: { questions: number };
  };
  assert.deepEqual([usage["get_callers"]!.questions, total.questions], [3, 3]);
  assert.ok(usage["get_callers"]!.bytes > 2 * (first.stdout.length - 2));
  const file = Deno.readTextFileSync(join(shop.folder, ".callgrove", "usage.log"));
  assert.match(file, /^(get_callers 1 \d+\n){3}$/);
});

Deno.test("relative folders start where the user stands, also in a task and beside -C", () =>
  withProject({ "app/a.py": "def a(): pass\n", "sub/x.txt": "" }, async ({ root }) => {
    const from = join(root, "sub");
    const run = (args: string[], env: Record<string, string> = {}): ReturnType<typeof runCallgrove> =>
      runCallgrove(args, ROOT, { INIT_CWD: from, ...env });
    for (const [option, env, name] of [[["--db", "./given"], {}, "given"], [[], { CALLGROVE_DB: "named" }, "named"]] as const) {
      assert.equal((await run(["-C", "../app", ...option, "index"], env)).status, 0);
      assert.ok(existsSync(join(from, name, "index.db")), name);
      assert.ok((await run(["-C", "../app", ...option, "doctor"], env)).stdout.includes(join(from, name)), name);
      assert.match((await run(["-C", "../app", ...option], env)).stdout, /1 file/, name);
      assert.ok(!existsSync(join(root, "app", ".callgrove")) && !existsSync(join(ROOT, name)));
    }
    const missing = await run(["-C", "../app", "--plugin", "./none", "languages"]);
    assert.ok(missing.stderr.includes(join(from, "none")), missing.stderr);
    const fromEnvironment = await run(["-C", "../app", "languages"], { CALLGROVE_PLUGINS: "none" });
    assert.ok(fromEnvironment.stderr.includes(join(from, "none")), fromEnvironment.stderr);
  }));
