/** Search: what a pattern means, what is only similar to it, and the order of results. */
import assert from "node:assert/strict";
import { ask, type Reply } from "../query/ask.ts";
import type { Context } from "../query/context.ts";
import { splitWords } from "../core/base/split_words.ts";
import { likeness, nameOf, wantedOf } from "../query/names/name_likeness.ts";
import { findMatches, type SearchFilter } from "../query/names/search_matches.ts";
import { COMPACT, PLAIN } from "../query/render/style.ts";
import { readUseGraph } from "../query/rows/use_graph.ts";
import { searchNodes } from "../query/search.ts";
import { call } from "./support/call.ts";
import { commitAll, git } from "./support/git_project.ts";
import { repositoryOf, seedContext, type SeedFile, TEST_FLAG } from "./support/seed_index.ts";
import { withProject } from "./support/temp_project.ts";

const FILES: SeedFile[] = [
  {
    path: "app/users.py",
    module: "app.users",
    symbols: [
      { name: "load_user", lines: [1, 2], signature: "def load_user(id)" },
      { name: "get_user_name", lines: [3, 4] },
      { name: "_get", lines: [5, 6], exported: false },
      { name: "get", lines: [7, 8] },
      { name: "get_all", lines: [9, 10] },
      { name: "UserStore", kind: "class", lines: [12, 20] },
      { name: "UserStore.get", lines: [13, 14] },
      { name: "UserStore.size", kind: "field", lines: [15, 15] },
      { name: "a[b", kind: "field", lines: [22, 22] },
    ],
    edges: [{ from: "get_all", line: 9, text: "get", to: "app/users.py:get" }, {
      from: "load_user",
      line: 2,
      text: "get",
      to: "app/users.py:get",
    }],
  },
  {
    path: "web/handlers.ts",
    module: "handlers",
    language: "typescript",
    symbols: [
      { name: "RequestHandler", kind: "interface", lines: [1, 3] },
      { name: "getUserName", lines: [5, 6] },
      { name: "HttpJsonClient", kind: "class", lines: [8, 9] },
    ],
  },
  {
    path: "tests/test_users.py",
    module: "tests.test_users",
    symbols: [{ name: "test_get", lines: [1, 2], flags: TEST_FLAG }, { name: "get", lines: [4, 5], flags: TEST_FLAG }],
  },
];

interface Node {
  readonly name: string;
  readonly type: string;
  readonly at: string;
  readonly why?: string;
}

async function search(context: Context, params: Record<string, unknown>): Promise<Reply & { nodes: Node[]; near: Node[] }> {
  const reply = await ask(repositoryOf(context), searchNodes, params, COMPACT);
  return { ...reply, nodes: (reply.structured["nodes"] ?? []) as Node[], near: (reply.structured["near"] ?? []) as Node[] };
}

const names = (nodes: readonly Node[]): string[] => nodes.map((node) => node.name);

Deno.test("a glob means what it means in a shell; code comes before tests, public before private, most called first", async () => {
  const context = seedContext(FILES);
  const all = await search(context, { name_pattern: "*get*" });
  assert.deepEqual(
    names(all.nodes),
    [
      "app.users.get",
      "handlers.getUserName",
      "app.users.get_all",
      "app.users.UserStore.get",
      "app.users.get_user_name",
      "app.users._get",
      "tests.test_users.get",
      "tests.test_users.test_get",
    ].sort((a, b) => names(all.nodes).indexOf(a) - names(all.nodes).indexOf(b)),
  );
  assert.equal(all.nodes[0]!.name, "app.users.get", "called twice");
  assert.deepEqual(names(all.nodes).slice(-3)[0], "app.users._get", "private after public");
  assert.deepEqual(names(all.nodes).slice(-2).sort(), ["tests.test_users.get", "tests.test_users.test_get"]);
  assert.deepEqual(names((await search(context, { name_pattern: "get_?ll" })).nodes), ["app.users.get_all"]);
  assert.deepEqual(names((await search(context, { name_pattern: "[UR]*" })).nodes).sort(), [
    "app.users.UserStore",
    "handlers.RequestHandler",
  ]);
  assert.deepEqual(names((await search(context, { name_pattern: "UserStore.*" })).nodes), [
    "app.users.UserStore.get",
    "app.users.UserStore.size",
  ]);
  assert.deepEqual(names((await search(context, { name_pattern: "*Store.g*" })).nodes), ["app.users.UserStore.get"]);
  assert.deepEqual(names((await search(context, { name_pattern: "GET*" })).nodes), [], "case sensitive");
  assert.deepEqual(names((await search(context, { name_pattern: "app.users.get" })).nodes), ["app.users.get"]);
  assert.equal((await search(context, { name_pattern: "*" })).structured["total"], 14);
});

Deno.test("P-20: ranking_explain_level explains each rank; the factors give the order, and off says nothing", async () => {
  const context = seedContext(FILES);
  type Reason = { result_index: number; group_rank: number; group: string; calls: number; name_length?: number };
  const explained = async (params: Record<string, unknown>): Promise<[Reason[], Reply]> => {
    const reply = await search(context, params);
    return [(reply.structured["metadata"] as { ranking_reasons?: Reason[] }).ranking_reasons ?? [], reply];
  };
  const [basic, answer] = await explained({ name_pattern: "*get*", ranking_explain_level: "basic" });
  assert.deepEqual(basic[0], { result_index: 0, group_rank: 0, group: "public code", calls: 2 });
  assert.deepEqual(basic.slice(-3).map((reason) => reason.group), ["private code", "public code of tests", "public code of tests"]);
  assert.match(answer.text, /app\.users\.get .*\(group 0: public code, called 2 times\)/);
  const [full] = await explained({ name_pattern: "*", ranking_explain_level: "full" });
  assert.equal(full.length, 14);
  const orderOf = (reason: Reason): number => reason.group_rank * 1e6 - reason.calls * 1e3 + reason.name_length!;
  assert.deepEqual(full.map(orderOf), full.map(orderOf).sort((a, b) => a - b));
  for (const params of [{ ranking_explain_level: "off" }, {}]) {
    const metadata = (await explained({ name_pattern: "*get*", ...params }))[1].structured["metadata"] as object;
    assert.ok(!("ranking_reasons" in metadata));
  }
  const [none, judged] = await explained({ name_pattern: "*", unused: true, ranking_explain_level: "full" });
  assert.deepEqual(none, []);
  assert.match(judged.text, /ranking_explain_level is for matches by name/);
});

Deno.test("for a word within names the number of matches with the other case is reported", async () => {
  const context = seedContext(FILES);
  const warningsOf = async (pattern: string): Promise<unknown> =>
    ((await search(context, { name_pattern: pattern })).structured["metadata"] as { warnings?: string[] }).warnings;
  assert.deepEqual(await warningsOf("*store*"), undefined, "near names stand there where nothing matches");
  assert.deepEqual(await warningsOf("*user*"), ["2 more with the other case of its first letter: *[uU]ser*"]);
  assert.deepEqual(await warningsOf("*[uU]ser*"), undefined);
  assert.deepEqual(await warningsOf("user*"), undefined);
});

Deno.test("the graph and the rows agree on what a pattern matches", () => {
  const questions: readonly (readonly [string, SearchFilter])[] = [
    ["*et*", {}],
    ["g*", {}],
    ["*user*", { kinds: ["function"] }],
    ["*r", { contracts: true }],
    ["*get*", { tests: true }],
    ["*.get", {}],
  ];
  const context = seedContext(FILES);
  const answers = (): unknown => questions.map(([pattern, filter]) => findMatches(context, pattern, filter, 100));
  const byRows = answers();
  readUseGraph(context);
  assert.deepEqual(answers(), byRows);
  assert.deepEqual(findMatches(context, "*r", { contracts: true }, 9).rows.map((row) => row.name), ["RequestHandler"]);
  assert.deepEqual(findMatches(context, "*get*", { tests: true }, 9).rows.map((row) => row.name), ["get", "test_get"]);
});

Deno.test("filters: type in any spelling, language, file or folder; a wrong one is reported", async () => {
  const context = seedContext(FILES);
  const tests = ["tests.test_users.get", "tests.test_users.test_get"];
  for (const type of ["TestFunction", "test_function", "testfunction"]) {
    assert.deepEqual(names((await search(context, { name_pattern: "*", node_type: type })).nodes), tests, type);
  }
  assert.deepEqual(names((await search(context, { name_pattern: "*", node_type: "interface" })).nodes), ["handlers.RequestHandler"]);
  assert.deepEqual(names((await search(context, { name_pattern: "*", language: "typescript", node_type: "class" })).nodes), [
    "handlers.HttpJsonClient",
  ]);
  assert.equal((await search(context, { name_pattern: "get", file_path: "tests/" })).structured["total"], 1);
  const wrong = await search(context, { name_pattern: "*", node_type: "clas" });
  assert.equal(wrong.error?.code, "invalid_input");
  assert.match(wrong.text, /Did you mean class\?/);
  assert.match((await search(context, { name_pattern: "*", language: "ruby" })).text, /no file of language "ruby" is indexed; there are: /);
  assert.match((await search(context, { name_pattern: "*", file_path: "nowhere/" })).text, /no indexed file matches "nowhere\/"/);
  const misspelt = await search(context, { name_pattern: "*", file_path: "Handlers.py" });
  assert.match(misspelt.text, /no indexed file matches "Handlers\.py"; nearest: .*handlers/);
});

Deno.test("a pattern may begin with a file or folder, as elsewhere, if no name has it", async () => {
  const context = seedContext(FILES);
  const found = async (name_pattern: string, more = {}): Promise<string[]> =>
    names((await search(context, { name_pattern, ...more })).nodes).sort();
  assert.deepEqual(await found("users.py:get_*"), ["app.users.get_all", "app.users.get_user_name"]);
  assert.deepEqual(await found("app/users.py:get"), ["app.users.UserStore.get", "app.users.get"]);
  const ofWeb = ["handlers.HttpJsonClient", "handlers.RequestHandler", "handlers.getUserName"];
  for (const pattern of ["web/*", "web/", "web/handlers.ts", "web/handlers.ts:*"]) assert.deepEqual(await found(pattern), ofWeb, pattern);
  assert.deepEqual(await found("web/*", { node_type: "class" }), ["handlers.HttpJsonClient"]);
  assert.deepEqual(await found("web/*", { file_path: "app" }), [], "a folder is given besides");
  assert.deepEqual(await found("users.py:1"), ["app.users.load_user"], "a place is as good as a name");
  const unused = await search(context, { name_pattern: "app/*", unused: true });
  assert.match(unused.text, /app\.users\._get/);
  assert.match((await search(context, { name_pattern: "web/*" })).text, /3 matches of "web\/\*"/);
});

Deno.test("near misses: words, prefixes, case, typing errors; each says in which way, none is a match", async () => {
  const context = seedContext(FILES);
  const first = async (pattern: string): Promise<[string | undefined, string | undefined]> => {
    const { near, nodes, status } = await search(context, { name_pattern: pattern });
    assert.deepEqual(nodes, [], pattern);
    assert.equal(status, 1, pattern);
    return [near[0]?.name, near[0]?.why];
  };
  assert.deepEqual(await first("user name"), ["handlers.getUserName", "parts"]);
  assert.deepEqual(await first("GetUserName"), ["handlers.getUserName", "case"]);
  assert.deepEqual(await first("loaduser"), ["app.users.load_user", "case"]);
  assert.deepEqual(await first("lodauser"), ["app.users.load_user", "spelling"]);
  assert.deepEqual(await first("UserSto"), ["app.users.UserStore", "prefix"]);
  assert.deepEqual(await first("HJC"), ["handlers.HttpJsonClient", "parts"]);
  assert.deepEqual(await first("handlr"), ["handlers.RequestHandler", "spelling"]);
  assert.deepEqual(await first("*Handlr"), ["handlers.RequestHandler", "spelling"]);
  assert.deepEqual(await first("zzzzqqq"), [undefined, undefined]);
  assert.deepEqual(
    names((await search(context, { name_pattern: "user", limit: 1 })).near),
    ["app.users.UserStore"],
    "no more than asked for",
  );
  const beside = await search(context, { name_pattern: "get_user_name" });
  assert.deepEqual(names(beside.nodes), ["app.users.get_user_name"]);
  assert.deepEqual((await search(context, { name_pattern: "UserStore" })).near, [], "nothing continues it");
});

Deno.test("an unclosed bracket is an error that suggests what to write", async () => {
  const context = seedContext(FILES);
  const { error, text, status } = await search(context, { name_pattern: "get[A-Z" });
  assert.equal(error?.code, "invalid_input");
  assert.equal(status, 2);
  assert.match(text, /a bracket is not closed/);
  assert.match(text, /get\[A-Z\]/);
  assert.deepEqual(names((await search(context, { name_pattern: "a[[]b" })).nodes), ["app.users.a[b"]);
  assert.equal((await search(context, { name_pattern: "  " })).error?.code, "invalid_input");
  const alone = await search(context, { name_pattern: "a[" });
  assert.deepEqual(alone.error?.data["did_you_mean"], ["a[[]"], "what is offered means something");
});

Deno.test("both forms list every match, and people can paste the locations", async () => {
  const context = seedContext(FILES);
  const agent = await search(context, { name_pattern: "*user*" });
  const person = await ask(repositoryOf(context), searchNodes, { name_pattern: "*user*" }, PLAIN);
  assert.deepEqual(agent.nodes.map(({ name }) => name), ["app.users.load_user", "app.users.get_user_name"]);
  for (const node of agent.nodes) {
    assert.ok(agent.text.includes(node.name) && agent.text.includes(node.at) && agent.text.includes(node.type), node.name);
    assert.ok(person.text.includes(node.at), node.at);
  }
});

Deno.test("likeness: words of a name, and their weights", () => {
  assert.deepEqual(splitWords("newHTTPServer_2"), ["new", "http", "server", "2"]);
  assert.deepEqual(splitWords("größeÄndern"), ["größe", "ändern"]);
  const score = (name: string, wanted: string): number => likeness(nameOf(name), wantedOf(wanted), { deep: true, most: 1 }).score;
  assert.equal(score("load", "load"), 0);
  assert.ok(score("loadFile", "load_file") < score("loadFiles", "load_file"));
  assert.ok(score("load", "laod") < score("lead", "laod"), "two letters in the wrong order are one slip");
  assert.ok(score("loading", "laodest") > score("loading", "loadest"), "and not where the rest differs too");
  assert.ok(score("queryEngine", "engine query") > score("engineQuery", "engine query"), "the order of the words counts");
  assert.ok(score("queryEngine", "engine query") < 0.3, "a sentence may have another order");
  assert.ok(score("queryEngine", "engineQuery") > 0.5, "a name may not");
});

Deno.test("similar names: overloads are one name, and a name that other files have too is suggested with its file", () =>
  withProject({
    "a.ts": "export function defineThing(a: string): string;\nexport function defineThing(a: number): number;\n" +
      "export function defineThing(a: unknown): unknown { return a; }\nexport function makeThing() {}\n",
    "b.ts": "export function makeThing() {}\n",
  }, async (project) => {
    await project.index();
    const near = async (name: string): Promise<unknown> =>
      (await call(project, "get_callers", { function_name: name })).error?.data["did_you_mean"];
    assert.deepEqual(await near("defineThin"), ["defineThing", "a.ts:makeThing", "b.ts:makeThing"]);
    assert.equal((await call(project, "get_callers", { function_name: "b.ts:makeThing" })).isError, false);
  }));

Deno.test("a name as its package exports it is found if it can mean one symbol, and no other", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "kernel"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": "mod shape;\nmod imp;\nmod util;\npub use shape::Circle;\npub use util::*;\n",
    "src/shape.rs": "pub struct Circle { pub r: u32 }\npub fn twice() {}\nfn hidden() {}\n",
    "src/imp.rs":
      "use crate::shape::Circle;\nimpl Circle { pub fn new(r: u32) -> Self { Circle { r } }\n fn half(&self) {} }\npub fn twice() {}\n",
    "src/util.rs": "pub fn helper() { fn inner() {} inner(); }\n",
    "box/__init__.py": "from ._lid import Lid\n",
    "box/_lid.py": "class Lid:\n    def shut(self): pass\n",
    "ui/package.json": '{"name": "pane"}\n',
    "ui/src/view.ts": "export function draw() {}\n",
  }, async (project) => {
    await project.index();
    const found = async (name: string): Promise<unknown> => {
      const { text, error } = await call(project, "get_callers", { function_name: name });
      return error?.code ?? text.split(" ")[0];
    };
    assert.equal(await found("kernel::Circle"), "kernel::shape::Circle");
    assert.equal(await found("kernel::Circle::new"), "kernel::imp::Circle::new");
    assert.equal(await found("kernel::shape::Circle::new"), "kernel::imp::Circle::new", "the impl stands elsewhere");
    assert.equal(await found("kernel::shape::Circle::half"), "kernel::imp::Circle::half", "who may call it does not matter");
    assert.equal(await found("kernel::helper"), "kernel::util::helper");
    assert.equal(await found("box.Lid.shut"), "box._lid.Lid.shut");
    assert.equal(await found("pane.draw"), "draw");
    for (
      const name of ["kernel::new", "kernel::twice", "kernel::hidden", "kernel::inner", "other::helper", "box.shut", "kernel::imp::Circle"]
    ) {
      assert.equal(await found(name), "symbol_not_found", name);
    }
  }));

Deno.test("similar names: three if there are three, none of another ref, of a deleted symbol or of a field", () =>
  withProject({
    "a.py": "def keep():\n    pass\n\n\ndef compute_average():\n    pass\n\n\ndef compute_sum():\n    pass\n\n\ndef other():\n    pass\n",
    "b.py": `class Alpha:\n${Array.from({ length: 50 }, (_, i) => `    alpha_${i}: int\n`).join("")}`,
  }, async (project) => {
    const near = async (name: string): Promise<unknown> => {
      const { error, text } = await call(project, "get_callers", { function_name: name });
      assert.equal(error?.code, "symbol_not_found", text);
      return error?.data["did_you_mean"];
    };
    git(project, "init", "-q");
    commitAll(project, "first");
    git(project, "tag", "first");
    await project.index({ ref: "first" });
    assert.deepEqual(await near("compute_averages"), ["a.compute_average", "a.compute_sum", "b.Alpha"], "one is near, the others are not");
    assert.deepEqual(await near("alpha_x"), ["b.Alpha", "a.other", "a.compute_average"], "fifty fields are nearer");

    project.write("a.py", "def keep():\n    pass\n\n\ndef compute_sum():\n    pass\n");
    assert.deepEqual(await near("compute_average"), ["a.compute_sum", "b.Alpha", "a.keep"]);
    project.write("a.py", "");
    project.write("b.py", "total = 1\n");
    const { text } = await call(project, "get_callers", { function_name: "keep" });
    assert.match(text, /The index of "live" holds nothing that has callers/);
  }));

Deno.test("a language can be given by its name, an alias, or a file extension", () =>
  withProject({
    "a.py": "def load(): pass\n",
    "b.js": "function load() {}\n",
    "c.rs": "fn load() {}\n",
    "d.go": "package d\nfunc load() {}\n",
  }, async (project) => {
    const files = async (language: string): Promise<string[]> => {
      const { structured } = await call(project, "search_nodes", { name_pattern: "load", language });
      return (structured["nodes"] as { at: string }[]).map(({ at }) => at.slice(0, at.indexOf(":")));
    };
    for (
      const [path, ...words] of [
        ["a.py", "python", "py", "Python", ".pyi"],
        ["b.js", "typescript", "ts", "tsx", "js", "javascript", "JavaScript"],
        ["c.rs", "rust", "rs"],
        ["d.go", "go", "golang"],
      ]
    ) {
      for (const word of words) assert.deepEqual(await files(word), [path], word);
    }
    assert.deepEqual(await files("ruby"), []);
    const run = await call(project, "index_directory", { extensions: [".py", "py", "golang", "rb"] });
    assert.deepEqual((run.structured["metadata"] as { warnings?: string[] }).warnings, ['no supported language has the ending "rb"']);
  }));

Deno.test("a list of matches continues beyond its limit and its size, with every match once, also for findings", () =>
  withProject({ "a.py": Array.from({ length: 130 }, (_, i) => `def _load_rows_${i}():\n    pass\n\n\n`).join("") }, async (project) => {
    for (const params of [{}, { limit: 40 }, { unused: true }]) {
      const names: string[] = [];
      let cursor: string | undefined;
      for (let pages = 0; pages < 12; pages++) {
        const { structured, text } = await call(project, "search_nodes", {
          name_pattern: "_load*",
          ...params,
          ...(cursor === undefined ? {} : { cursor }),
        });
        if (cursor !== undefined) assert.match(text, new RegExp(`, ${names.length + 1} to \\d+ shown`));
        for (const { name } of structured["nodes"] as { name: string }[]) names.push(name);
        cursor = structured["cursor"] as string | undefined;
        if (cursor === undefined) break;
      }
      assert.deepEqual([names.length, new Set(names).size], [130, 130]);
    }
  }));

Deno.test("several words mean the names that have them: what is merely spelt alike is told where nothing has them", async () => {
  const symbols = ["getInitializerValue", "hasInitializer", "getLiteralValue", "value"].map((name, i) => ({
    name,
    lines: [i + 1, i + 1] as const,
  }));
  const context = seedContext([{ path: "a.ts", module: "a", symbols }]);
  const near = async (name_pattern: string): Promise<string[]> => names((await search(context, { name_pattern })).near);
  assert.deepEqual(await near("initializer value"), ["a.getInitializerValue"]);
  assert.ok((await near("initialiser valeu")).length > 0);
});
