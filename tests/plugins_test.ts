/**
 * Drop-in languages as users see them: the worked example, errors in one reported with file, line and fix, code that is not allowed or does
 * not end. Tested with the program, and with the binary if there is one.
 */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSurroundings } from "../core/extractor.ts";
import { loadLanguage } from "../core/parse/parse_file.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { plugin as typescript } from "../languages/typescript/plugin.ts";
import { BINARY, runBinary } from "./support/binary.ts";
import { type Outcome, ROOT, runCallgrove } from "./support/shop.ts";

const EXAMPLE = join(ROOT, "examples", "java");

interface Home extends Disposable {
  /** A copy of the example. */
  readonly plugin: string;
  /** A project with a Java and a Python file. */
  readonly project: string;
  readonly languages: string;
  edit(file: string, change: (text: string) => string): void;
  run(...args: string[]): Promise<Outcome>;
}

/** A home of one's own, so that nothing of this machine's languages and trust counts. */
function openHome(program: "source" | "binary" = "source"): Home {
  const folder = mkdtempSync(join(tmpdir(), "callgrove-drop-in-"));
  const [plugin, project] = [join(folder, "java"), join(folder, "project")];
  cpSync(EXAMPLE, plugin, { recursive: true });
  mkdirSync(project);
  writeFileSync(join(project, "Main.java"), "class Main {\n  void run() { helper(); }\n  void helper() {}\n}\n");
  writeFileSync(join(project, "beside.py"), "def beside(): pass\ndef caller(): beside()\n");
  // Deno's own cache would go with the user's.
  const denoCache = Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache", "deno");
  const env = {
    DENO_DIR: denoCache,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(folder, "cache"),
    CALLGROVE_PLUGINS: "",
  };
  return {
    plugin,
    project,
    languages: join(folder, "config", "callgrove", "languages"),
    edit: (file, change) => writeFileSync(join(plugin, file), change(readFileSync(join(plugin, file), "utf8"))),
    run: (...args) => program === "source" ? runCallgrove(args, project, env) : runBinary(args, project, env),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

for (const program of ["source", "binary"] as const) {
  Deno.test({
    name: `the worked example, from the ${program}: its fixtures, an answer, and the same from the configuration's folder`,
    ignore: program === "binary" && BINARY === "",
    fn: async () => {
      using home = openHome(program);
      const tested = await home.run("languages", "test", home.plugin);
      assert.equal(tested.status, 0, tested.stdout + tested.stderr);
      assert.match(tested.stdout, /^ok +calls\.java: \d\d expectations$/m);
      const without = await home.run("callers", "helper", "--quiet");
      assert.equal(without.status, 1);
      const named = await home.run("callers", "helper", "--plugin", home.plugin, "--quiet");
      assert.match(named.stdout, /^Main\.java:2:16 +Main\.run$/m);
      cpSync(home.plugin, join(home.languages, "java"), { recursive: true });
      const configured = await home.run("callers", "helper", "--quiet");
      assert.equal(configured.stdout, named.stdout);
      assert.match((await home.run("languages")).stdout, /^ {2}java +Java +\.java$/m);
    },
  });

  Deno.test({
    name: `code that does not end, from the ${program}: its file is left out, the rest is answered`,
    ignore: program === "binary" && BINARY === "",
    fn: async () => {
      using home = openHome(program);
      writeFileSync(join(home.plugin, "plugin.js"), "export const plugin = { begin() { for (;;); } };\n");
      const refused = await home.run("callers", "helper", "--plugin", home.plugin);
      assert.equal(refused.status, 2);
      assert.match(refused.stderr, /plugin\.js.*not allowed to run[^]*callgrove languages trust java/);
      assert.match((await home.run("languages", "distrust", "java")).stdout, /^No code of "java" was allowed to run\.$/m);
      assert.equal((await home.run("languages", "trust", "java", "--plugin", home.plugin)).status, 0);
      const summary = await home.run("index", "--json", "--plugin", home.plugin);
      const { warnings } = JSON.parse(summary.stdout) as { warnings: string[] };
      assert.match(warnings.join(), /Main\.java: extraction failed: .*did not finish within 5 s/, summary.stdout + summary.stderr);
      const { problems } = JSON.parse(summary.stdout) as { problems: { path: string }[] };
      assert.deepEqual(problems.map(({ path }) => path), ["Main.java"], "nothing that it may call has all its callers known");
      const answer = await home.run("callers", "beside", "--plugin", home.plugin, "--quiet");
      assert.match(answer.stdout, /beside\.py:2:15 +caller/);
      const again = JSON.parse((await home.run("index", "--json", "--plugin", home.plugin)).stdout) as { parsed: number };
      assert.equal(again.parsed, 0, "what did not end is not tried again");
      const lost = await home.run("callers", "helper", "--plugin", home.plugin);
      assert.match(
        lost.stderr,
        /but Main\.java:2 could not be read and mentions it\nMain\.java: extraction failed: .*did not finish within 5 s\n/,
      );
    },
  });

  Deno.test({
    name: `code that does not even load, from the ${program}: other languages are read, and the reason is said`,
    ignore: program === "binary" && BINARY === "",
    fn: async () => {
      using home = openHome(program);
      for (
        const [code, why] of [
          ["for (;;);", /extraction failed: it did not finish within 5 s/],
          ["throw new Error('boom');", /extraction failed: .*plugin\.js: boom/],
          ["export const plugin = {", /extraction failed: .*plugin\.js: /],
        ] as const
      ) {
        writeFileSync(join(home.plugin, "plugin.js"), code);
        await home.run("languages", "trust", "java", "--plugin", home.plugin);
        const answer = await home.run("callers", "beside", "--plugin", home.plugin);
        assert.match(answer.stdout, /beside\.py:2:15 +caller/, code);
        assert.match((await home.run("callers", "helper", "--plugin", home.plugin)).stderr, why, code);
      }
    },
  });
}

Deno.test("a child without a field follows those that precede it in the pattern, as in tree-sitter", async () => {
  using home = openHome();
  home.edit(
    "bindings.scm",
    (text) => text.replace("name: (identifier) @target value: (_)? @value)", "name: (identifier) @target (_) @value)"),
  );
  const tested = await home.run("languages", "test", home.plugin);
  assert.equal(tested.status, 0, tested.stdout + tested.stderr);
});

Deno.test("a predicate on the node itself works in either form; one on a name that nothing captures is an error", async () => {
  const words = '"help" "assist"';
  const calls = async (pattern: string): Promise<Outcome> => {
    using home = openHome();
    home.edit("calls.scm", (text) => text.replace("(identifier) @expression.name", `${pattern}\n(identifier) @expression.name`));
    writeFileSync(join(home.project, "Main.java"), "class Main {\n  void run() { help.go(); other.go(); }\n  void go() {}\n}\n");
    return await home.run("explain", "Main.java", "--plugin", home.plugin);
  };
  for (
    const pattern of [
      `((identifier) @expression.self (#any-of? @expression.self ${words}))`,
      `((identifier) @own_word (#any-of? @own_word ${words})) @expression.self`,
    ]
  ) {
    const { stdout, stderr } = await calls(pattern);
    assert.match(stdout, /Main\.java:2:\d+ +calls help\.go -> Main\.java:3 Main\.go +\[self/, stdout + stderr);
    assert.equal(stdout.match(/\[self/g)?.length, 1, stdout);
  }
  const lost = await calls(`((identifier) @own_word (#any-of? @own_wrod ${words})) @expression.self`);
  assert.match(lost.stderr, /calls\.scm:\d+": #any-of\? asks of @own_wrod, which the pattern does not capture/);
});

Deno.test("an error says that a language was left out", async () => {
  using home = openHome();
  home.edit("calls.scm", (text) => `${text}\nbad(`);
  cpSync(home.plugin, join(home.languages, "java"), { recursive: true });
  const { status, stderr } = await home.run("callers", "helper", "--quiet");
  assert.equal(status, 1);
  assert.match(stderr, /symbol_not_found[^]*warning: a language is left out: .*calls\.scm/);
});

Deno.test("an error in a plugin is reported with file, line and fix", async () => {
  const wrongs: readonly { name: string; file: string; change: (text: string) => string; says: RegExp }[] = [
    {
      name: "an unknown node",
      file: "calls.scm",
      change: (text) => text.replace("(method_invocation\n", "(method_invocatoin\n"),
      says: /calls\.scm:\d+": the grammar has no node method_invocatoin[^]*Did you mean "method_invocation"\?/,
    },
    {
      name: "a word in place of a node",
      file: "calls.scm",
      change: (text) => `${text}\n(class) @expression.self\n`,
      says: /calls\.scm:\d+": the grammar has no node class[^]*write "class" in quotes, without brackets/,
    },
    {
      name: "an unknown field",
      file: "calls.scm",
      change: (text) => text.replace("field_access object:", "field_access objekt:"),
      says: /calls\.scm:\d+": the grammar has no field objekt[^]*Did you mean "object"\?/,
    },
    {
      name: "a broken query",
      file: "imports.scm",
      change: (text) => text.replace("@package", "@package\n(import_declaration [(scoped_identifier"),
      says: /imports\.scm:\d+": /,
    },
    {
      name: "an unknown capture",
      file: "imports.scm",
      change: (text) => text.replace("@package", "@pakage"),
      says: /imports\.scm:1": @pakage is not a rule/,
    },
    {
      name: "an own rule without code",
      file: "calls.scm",
      change: (text) => `${text}\n(lambda_expression) @own.magic\n`,
      says: /no own rule "magic"[^]*plugin\.js/,
    },
    {
      name: "an unknown key",
      file: "language.json",
      change: (text) => text.replace("packageScope", "packageScop"),
      says: /language\.json": unknown key "rules\.packageScop"[^]*packageScope/,
    },
    { name: "no JSON", file: "language.json", change: (text) => text.slice(0, -5), says: /language\.json": it is not valid JSON/ },
    {
      name: "no grammar",
      file: "language.json",
      change: (text) => text.replace("tree-sitter-java", "tree-sitter-jawa"),
      says: /no file "tree-sitter-jawa\.wasm"/,
    },
    {
      name: "another's ending",
      file: "language.json",
      change: (text) => text.replace('".java"', '".go"'),
      says: /the ending \.go belongs to Go[^]*"replaces": "go"/,
    },
    {
      name: "another's name",
      file: "language.json",
      change: (text) => text.replace('"name": "java"', '"name": "go"'),
      says: /the name "go" is taken/,
    },
  ];
  for (const { name, file, change, says } of wrongs) {
    using home = openHome();
    home.edit(file, change);
    const outcome = await home.run("callers", "helper", "--plugin", home.plugin);
    assert.equal(outcome.status, 2, `${name}: ${outcome.stdout}${outcome.stderr}`);
    assert.match(outcome.stderr, says, name);
  }
});

Deno.test("a broken language of the configuration is left out and named; the others answer", async () => {
  using home = openHome();
  home.edit("imports.scm", (text) => text.replace("@package", "@pakage"));
  cpSync(home.plugin, join(home.languages, "java"), { recursive: true });
  const answer = await home.run("callers", "beside", "--quiet");
  assert.equal(answer.status, 0, answer.stderr);
  assert.match(answer.stdout, /warning: a language is left out: .*imports\.scm:1": @pakage is not a rule/);
});

Deno.test("a grammar with an ABI that the parser does not read is rejected, with what to run", async () => {
  using home = openHome();
  const file = join(home.plugin, "tree-sitter-java.wasm");
  const bytes = readFileSync(file);
  const language = await loadLanguage(bytes);
  const head = new Uint8Array(new Uint32Array([language.abiVersion, language.nodeTypeCount - 1]).buffer);
  const at = bytes.indexOf(head);
  assert.ok(at > 0, "the version stands before the number of symbols");
  bytes[at] = 99;
  writeFileSync(file, bytes);
  const outcome = await home.run("callers", "helper", "--plugin", home.plugin);
  assert.equal(outcome.status, 2);
  assert.match(outcome.stderr, /tree-sitter-java\.wasm": the parser cannot load the grammar: .*version 99[^]*tree-sitter build --wasm/);
});

Deno.test("a built-in language is replaced by one that declares so, and this is reported", async () => {
  using home = openHome();
  home.edit("language.json", (text) => text.replace('"name": "java"', '"name": "go",\n  "replaces": "go"'));
  const answer = await home.run("callers", "helper", "--plugin", home.plugin);
  assert.match(answer.stdout, /warning: the built-in language "go" is replaced by/);
  assert.match(answer.stdout, /Main\.java:2:16/);
});

Deno.test("changed code must be approved again; code adds rules of its own", async () => {
  using home = openHome();
  writeFileSync(
    join(home.plugin, "plugin.js"),
    "export const plugin = { own: { shout(lowering, node) { return lowering.addCall(node, lowering.children(node)[0], [], 0); } } };\n",
  );
  home.edit("calls.scm", (text) => `(assert_statement (identifier)) @own.shout\n${text}`);
  writeFileSync(join(home.project, "Main.java"), "class Main {\n  void run() { assert helper; }\n  void helper() {}\n}\n");
  await home.run("languages", "trust", "java", "--plugin", home.plugin);
  assert.match((await home.run("callers", "helper", "--plugin", home.plugin)).stdout, /Main\.java:2:23 +Main\.run/);
  writeFileSync(join(home.plugin, "plugin.js"), "export const plugin = { own: { shout() {} } };\n");
  const again = await home.run("callers", "helper", "--plugin", home.plugin);
  assert.equal(again.status, 2);
  assert.match(again.stderr, /not allowed to run, or changed since/);
  home.edit("language.json", () => "{");
  const broken = await home.run("languages", "trust", "java", "--plugin", home.plugin);
  assert.match(broken.stderr, /language\.json": it is not valid JSON/);
});

Deno.test("a language given by path replaces the installed one of its name, also for approving its code", async () => {
  using home = openHome();
  cpSync(home.plugin, join(home.languages, "java"), { recursive: true });
  writeFileSync(join(home.plugin, "plugin.js"), "export const plugin = {};\n");
  const untold = await home.run("callers", "helper", "--plugin", home.plugin);
  assert.ok(untold.stderr.includes(`callgrove languages trust java --plugin ${home.plugin}`), untold.stderr);
  assert.match((await home.run("languages", "trust", "java", "--plugin", home.plugin)).stdout, /plugin\.js may run/);
  const { status, stderr } = await home.run("callers", "helper", "--plugin", home.plugin);
  assert.doesNotMatch(stderr, /is taken/);
  assert.ok(status < 2, stderr);
});

Deno.test("a language without a pattern for calls says so with each answer", async () => {
  using home = openHome();
  home.edit("calls.scm", () => "(identifier) @expression.name\n");
  const { status, stdout } = await home.run("callers", "helper", "--plugin", home.plugin, "--quiet");
  assert.equal(status, 0);
  assert.match(stdout, /^warning: Java: no pattern says what a call is \(@expression\.call\), so no list of its callers is complete$/m);
});

Deno.test("languages new: its output passes the check, and its test says what to do", async () => {
  using home = openHome();
  const made = await home.run("languages", "new", "coffee", "--grammar", join(home.plugin, "tree-sitter-java.wasm"), "--ending", ".coffee");
  assert.equal(made.status, 0, made.stderr);
  const into = join(home.project, "coffee");
  writeFileSync(join(into, "fixtures", "calls.coffee"), "class A {\n  void a() { b(); }\n  void b() {}\n}\n");
  const tested = await home.run("languages", "test", into);
  assert.equal(tested.status, 1);
  assert.match(tested.stdout, /line 2: not announced; paste\n\/\/ +\^ calls: A\.b by scope/);
  const twice = await home.run(
    "languages",
    "new",
    "coffee",
    "--grammar",
    join(home.plugin, "tree-sitter-java.wasm"),
    "--ending",
    ".coffee",
  );
  assert.match(twice.stderr, /it is there already/);
  const begin = (grammar: string, ending: string): Promise<Outcome> =>
    home.run("languages", "new", "pyx", "--grammar", grammar, "--ending", ending);
  const taken = await begin(join(home.plugin, "tree-sitter-java.wasm"), ".py");
  assert.deepEqual([taken.status, /the ending \.py belongs to Python/.test(taken.stderr)], [2, true], taken.stderr);
  const none = await begin(join(home.project, "beside.py"), ".pyx");
  assert.deepEqual([none.status, /beside\.py": the parser cannot load the grammar/.test(none.stderr)], [2, true], none.stderr);
  home.edit("language.json", (text) => text.replace('".java"', '".go"'));
  assert.match((await home.run("languages", "test", home.plugin)).stderr, /the ending \.go belongs to Go/);
});

Deno.test("languages test: the suggested text is a comment of the grammar, at its column; a name that nothing binds is unknown", async () => {
  using home = openHome();
  const grammar = new URL("../node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm", import.meta.url).pathname;
  await home.run("languages", "new", "ruby", "--grammar", grammar, "--ending", ".rb");
  const ruby = join(home.project, "ruby");
  writeFileSync(join(ruby, "fixtures", "calls.rb"), "class A\n  def b\n  end\nend\n\ndef c\n  terminal.b\nend\n");
  assert.match(
    (await home.run("languages", "test", ruby)).stdout,
    /line 7: not announced; paste\n# {10}\^ calls: A::b by unique-name/,
  );
  writeFileSync(join(ruby, "definitions.scm"), "((method name: (_) @name) @own_it)\n");
  assert.match(
    (await home.run("languages", "test", ruby)).stderr,
    /:1": @own_it is not a rule\nThe first capture after the pattern's last/,
  );
  writeFileSync(join(home.plugin, "fixtures", "narrow.java"), "class A {\n  void a() {\n  b();\n  }\n  void b() {}\n}\n");
  assert.match((await home.run("languages", "test", home.plugin)).stdout, /line 3: not announced; paste\n\/\/\^ calls: A\.b by scope/);
});

Deno.test("languages new: rules generated for a grammar find functions, methods and calls as its family writes them", async () => {
  using home = openHome();
  const grammars = new URL("../node_modules/@vscode/tree-sitter-wasm/wasm/", import.meta.url).pathname;
  const programs = [
    [
      "cpp",
      "struct P { int g() { return f(); } };\nint f(P* p) { return p->g(); }\n",
      "calls::f by scope",
      "calls::P::g by type",
    ],
    ["c-sharp", "class A {\n  void a() { this.b(); new A(); }\n  void b() {}\n}\n", " A\\.b by self", " A by constructor"],
    [
      "php",
      "<?php\nclass A { function b() {} }\nfunction c() { $x = new A(); $x->b(); }\n",
      " A by constructor",
      " A\\.b by",
    ],
  ] as const;
  for (const [grammar, program, ...said] of programs) {
    const name = grammar.replace("-", "");
    await home.run("languages", "new", name, "--grammar", join(grammars, `tree-sitter-${grammar}.wasm`), "--ending", `.${name}`);
    writeFileSync(join(home.project, name, "fixtures", `calls.${name}`), program);
    const { stdout } = await home.run("languages", "test", join(home.project, name));
    for (const one of said) assert.match(stdout, new RegExp(one), grammar);
  }
});

Deno.test("an index depends on the contents of sets and patterns in a language's rules", () => {
  const { globals, runsGiven } = typescript.rules;
  const hashWith = (rules: Partial<LanguagePlugin["rules"]>): string =>
    hashSurroundings([{ ...typescript, rules: { ...typescript.rules, ...rules } }], false);
  const own = hashWith({});
  assert.equal(hashWith({ globals: new Set(globals) }), own);
  assert.notEqual(hashWith({ globals: new Set([...globals!, "another"]) }), own);
  assert.notEqual(hashWith({ runsGiven: new RegExp(`${runsGiven!.source}|another`) }), own);
});
