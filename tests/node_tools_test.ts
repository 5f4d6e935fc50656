/** The node tools on handmade indexes, with cases that are rare in real code. */
import assert from "node:assert/strict";
import { ask, type Reply } from "../query/ask.ts";
import { TOOLS } from "../query/mod.ts";
import { PLAIN } from "../query/render/style.ts";
import { EDGE_TYPES } from "../query/rows/edge_types.ts";
import { toolNamed } from "../query/tool.ts";
import { callSeeded as call, warningsOf } from "./support/call.ts";
import { repositoryOf, seedContext, type SeedFile, TEST_FLAG } from "./support/seed_index.ts";

const FILES: SeedFile[] = [
  {
    path: "store/store.go",
    module: "store",
    language: "go",
    package: "example.com/shop/store",
    symbols: [
      { name: "Store", kind: "interface", lines: [3, 6], signature: "type Store interface", doc: "Store keeps things." },
      { name: "Store.Save", lines: [4, 4], signature: "Save(item string)" },
      { name: "FileStore", kind: "struct", lines: [8, 12], signature: "type FileStore struct" },
      { name: "FileStore.Save", lines: [14, 20] },
      { name: "Load", lines: [22, 24], signature: "func Load(name string) string" },
      { name: "secret", kind: "variable", lines: [26, 26], exported: false },
      { name: "WideStore", kind: "interface", lines: [30, 34] },
      { name: "Nothing", kind: "interface", lines: [36, 37] },
    ],
    edges: [
      { from: "FileStore.Save", line: 15, text: "Load", to: "store/store.go:Load" },
      { from: "FileStore.Save", line: 16, text: "Load", to: "store/store.go:Load" },
      { from: "FileStore.Save", line: 17, text: "fmt.Println", external: true },
      { from: "FileStore.Save", line: 18, text: "gone", to: "store/store.go:Gone" },
      { from: "store/store.go:FileStore", line: 3, text: "Store", to: "store/store.go:Store", type: "implements", rule: "structural" },
      {
        from: "store/big.go:BigStore",
        line: 30,
        text: "WideStore",
        to: "store/store.go:WideStore",
        type: "implements",
        rule: "structural",
      },
      { from: "WideStore", line: 31, text: "Store", to: "store/store.go:Store", type: "extends", rule: "embedded" },
      { line: 3, text: "fmt", toName: "fmt", external: true, type: "imports", rule: "external" },
      {
        from: "Load",
        line: 22,
        text: "GET /load",
        toName: "GET /load",
        type: "exposes",
        rule: "route",
        properties: { method: "GET", path: "/load" },
      },
    ],
  },
  {
    path: "store/big.go",
    module: "store",
    language: "go",
    package: "example.com/shop/store",
    symbols: [
      { name: "BigStore", kind: "struct", lines: [1, 4] },
      { name: "FileStore.Size", kind: "method", lines: [6, 7] },
      { name: "HugeStore", kind: "struct", lines: [9, 12] },
    ],
    edges: [
      {
        from: "store/store.go:FileStore",
        line: 6,
        text: "Size",
        to: "store/big.go:FileStore.Size",
        type: "contains",
        rule: "declared",
      },
      { from: "HugeStore", line: 10, text: "BigStore", to: "store/big.go:BigStore", type: "extends", rule: "embedded" },
    ],
  },
  {
    path: "store/store_test.go",
    module: "store",
    language: "go",
    package: "example.com/shop/store",
    symbols: [{ name: "TestLoad", lines: [3, 6], flags: TEST_FLAG }],
    edges: [
      { from: "TestLoad", line: 4, text: "Load", to: "store/store.go:Load" },
      { from: "TestLoad", line: 4, text: "Load", to: "store/store.go:Load", type: "tests", properties: { by: ["call", "name"], calls: 1 } },
    ],
  },
  {
    path: "web/store.ts",
    module: "store",
    language: "typescript",
    package: "shop",
    symbols: [{ name: "Store", kind: "interface", lines: [1, 3] }, { name: "MemoryStore", kind: "class", lines: [5, 9] }, {
      name: "CachedStore",
      kind: "class",
      lines: [11, 12],
    }],
    edges: [
      { from: "MemoryStore", line: 5, text: "Store", to: "web/store.ts:Store", type: "implements", rule: "declared" },
      { from: "CachedStore", line: 11, text: "MemoryStore", to: "web/store.ts:MemoryStore", type: "extends", rule: "declared" },
      { from: "MemoryStore", line: 7, text: "fetch", toName: "GET /load", type: "consumes", rule: "route" },
    ],
  },
  { path: "empty.py", module: "empty", symbols: [] },
  {
    path: "hub.py",
    module: "hub",
    symbols: [{ name: "hub", lines: [1, 2] }, { name: "far", lines: [3, 4] }],
    edges: [{ from: "hub", line: 2, text: "far", to: "hub.py:far" }],
  },
];

type Entry = {
  edge_type: string;
  node_name: string;
  node_type?: string;
  node_id: string;
  parent?: string;
  properties?: Record<string, unknown>;
};

function arrows({ structured }: Reply): string[] {
  const show = (arrow: string) => (entry: Entry): string =>
    `${entry.edge_type} ${arrow} ${entry.parent === undefined ? "" : `${entry.parent}.`}${entry.node_name} (${entry.node_type ?? "?"})`;
  return [
    ...(structured["outgoing"] as Entry[]).map(show("->")),
    ...(structured["incoming"] as Entry[]).map(show("<-")),
  ];
}

const warnings = (reply: Reply): string => warningsOf(reply).join();

Deno.test("edges: both directions, one entry for each type and node, containment, external nodes", async () => {
  const context = seedContext(FILES);
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "FileStore.Save" })), [
    "Calls -> Load (Function)",
    "Calls -> 999999 (?)",
    "Contains <- FileStore (Struct)",
  ]);
  const oneWay = await call(context, "query_node_edges", { node_identifier: "FileStore.Save", direction: "in" });
  assert.match(oneWay.text, /\n1 incoming$/m, "of the other way nothing is counted");
  const save = await call(context, "query_node_edges", { node_identifier: "FileStore.Save", edge_type: "Calls" });
  assert.deepEqual((save.structured["outgoing"] as Entry[])[0]!.properties, { call_count: 2, rule: "scope" });
  assert.equal(save.structured["external_calls"], 1);
  assert.match(save.text, /1 external, 0 unresolved/);
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "store.FileStore" })), [
    "Contains -> FileStore.Size (Method)",
    "Contains -> FileStore.Save (Method)",
    "Implements -> Store (Interface)",
    "Contains <- store/store.go (File)",
  ]);
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "FileStore.Size" })), [
    "Contains <- FileStore (Struct)",
  ]);
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "Load" })), [
    "Exposes -> GET /load (Route)",
    "Contains <- store/store.go (File)",
    "Calls <- FileStore.Save (Method)",
    "Calls <- TestLoad (TestFunction)",
    "Tests <- TestLoad (TestFunction)",
  ]);
  assert.deepEqual(
    arrows(await call(context, "query_node_edges", { node_identifier: "store/store.go", direction: "out", edge_type: "imports" })),
    [
      "Imports -> fmt (ExternalPackage)",
    ],
  );
});

Deno.test("edges: what is not a symbol is a node too, and its id can be used again", async () => {
  const context = seedContext(FILES);
  const route = await call(context, "query_node_edges", { node_identifier: "GET /load" });
  assert.deepEqual(arrows(route), ["Exposes <- Load (Function)", "Consumes <- MemoryStore (Class)"]);
  assert.deepEqual(
    arrows(await call(context, "query_node_edges", { node_identifier: (route.structured["node"] as { id: string }).id })),
    arrows(route),
  );
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "fmt" })), [
    "Imports <- store/store.go (File)",
    "DependsOn <- example.com/shop/store (Package)",
  ]);
});

Deno.test("edges: an id takes precedence over a name; of several the first, with a warning that names the others", async () => {
  const context = seedContext(FILES);
  const stores = await call(context, "query_node_edges", { node_identifier: "Store" });
  assert.match(
    warnings(stores),
    /"Store" means 2 nodes, this is the first; the others: Interface store\.Store \S+:\d+:\d+ \(id [0-9a-f]{16}\)/,
  );
  const other = /\(id ([0-9a-f]{16})\)/.exec(warnings(stores))![1]!;
  const byId = await call(context, "query_node_edges", { node_identifier: other });
  assert.equal(warnings(byId), "");
  assert.notEqual((byId.structured["node"] as { id: string }).id, (stores.structured["node"] as { id: string }).id);
  assert.match(warnings(await call(context, "query_node_edges", { node_identifier: "*Store" })), /means \d+ nodes/);
});

Deno.test("edges: filters; a wrong direction means both with a warning, an unknown type yields nothing and lists the known ones", async () => {
  const context = seedContext(FILES);
  const wrong = await call(context, "query_node_edges", { node_identifier: "Load", direction: "sideways" });
  assert.match(warnings(wrong), /direction "sideways" is not one of in, out, both/);
  assert.deepEqual(arrows(wrong), [
    "Exposes -> GET /load (Route)",
    "Contains <- store/store.go (File)",
    "Calls <- FileStore.Save (Method)",
    "Calls <- TestLoad (TestFunction)",
    "Tests <- TestLoad (TestFunction)",
  ]);
  assert.deepEqual(arrows(await call(context, "query_node_edges", { node_identifier: "Load", direction: "out" })), [
    "Exposes -> GET /load (Route)",
  ]);
  assert.deepEqual(
    arrows(await call(context, "query_node_edges", { node_identifier: "Load", direction: "in", edge_type: "Tests" })),
    [
      "Tests <- TestLoad (TestFunction)",
    ],
  );
  const unknown = await call(context, "query_node_edges", { node_identifier: "Load", edge_type: "Depends" });
  assert.deepEqual(arrows(unknown), []);
  for (const { name } of EDGE_TYPES) assert.ok(warnings(unknown).includes(name), name);
  assert.match(unknown.text, /\(none\)/);
  assert.equal(unknown.status, 1);
  const near = await call(context, "query_node_edges", { node_identifier: "Load", edge_type: "Cals" });
  assert.match(warnings(near), /there are no edges of type "Cals", did you mean Calls\?; types: /);
  const singular = await call(context, "query_node_edges", { node_identifier: "Load", edge_type: "test" });
  assert.deepEqual([warnings(singular), arrows(singular)], ["", ["Tests <- TestLoad (TestFunction)"]]);
  const none = await call(context, "query_node_edges", { node_identifier: "" });
  assert.equal(none.error?.code, "invalid_input");
});

Deno.test("edges: not found suggests search_nodes and similar names", async () => {
  const { error, text, status } = await call(seedContext(FILES), "query_node_edges", { node_identifier: "Lod" });
  assert.equal(error?.code, "symbol_not_found");
  assert.equal(status, 1);
  assert.match(text, /No node found matching "Lod"\. Try search_nodes/);
  assert.match(text, /store\.Load/);
});

Deno.test("edges: for a missing file the nearest are named; a name without a file extension may be anything", async () => {
  const [first] = FILES;
  const near = await call(seedContext(FILES), "query_node_edges", { node_identifier: `${first!.path.slice(0, -3)}s.go` });
  assert.equal(near.error?.code, "file_not_found");
  assert.ok((near.error?.data?.["did_you_mean"] as string[]).includes(first!.path));
  const packaged = await call(seedContext(FILES), "query_node_edges", { node_identifier: "@scope/none" });
  assert.equal(packaged.error?.code, "symbol_not_found");
});

Deno.test("edges: an ambiguous end of a file's path means the first, and a warning names the others", async () => {
  const fileAt = (path: string): SeedFile => ({ path, module: path, symbols: [{ name: "load", lines: [1, 2] }], edges: [] });
  const { structured } = await call(seedContext([fileAt("a/io.py"), fileAt("b/io.py")]), "query_node_edges", { node_identifier: "io.py" });
  assert.equal((structured["node"] as { name: string }).name, "a/io.py");
  assert.match(String(warningsOf({ structured })), /b\/io\.py/);
});

Deno.test("edges: brackets in a folder's name are not a pattern; a pattern of names still is", async () => {
  const context = seedContext([
    {
      path: "app/[id]/page.ts",
      module: "app/[id]/page",
      language: "typescript",
      symbols: [{ name: "load", lines: [1, 2] }, { name: "/users/[id]", lines: [3, 3] }],
      edges: [],
    },
  ]);
  for (
    const [written, name] of [
      ["app/[id]/page.ts", "app/[id]/page.ts"],
      ["[id]/page.ts", "app/[id]/page.ts"],
      ["app/[id]/page.ts:load", "load"],
      ["app/[id]/page.ts:1", "load"],
      ["[kl]oad", "load"],
      ["/users/[id]", "/users/[id]"],
    ] as const
  ) {
    const { structured } = await call(context, "query_node_edges", { node_identifier: written });
    assert.equal((structured["node"] as { name: string }).name, name, written);
  }
});

Deno.test("edges: a node with 10,000 edges is paged in both directions, within its budget, every edge once", async () => {
  const files: SeedFile[] = [{ path: "core.py", module: "core", symbols: [{ name: "hub", lines: [1, 2] }], edges: [] }];
  for (let f = 0; f < 100; f++) {
    const symbols = Array.from({ length: 100 }, (_, i) => ({ name: `user_${f}_${i}`, lines: [i + 1, i + 1] as [number, number] }));
    files.push({
      path: `pkg/m${f}.py`,
      module: `pkg.m${f}`,
      symbols,
      edges: symbols.map((symbol, i) => ({ from: symbol.name, line: i + 1, text: "hub", to: "core.py:hub" })),
    });
  }
  const context = seedContext([
    ...files,
    { path: "x.py", module: "x", symbols: [], edges: [] },
  ].map((file) =>
    file.path !== "core.py" ? file : {
      ...file,
      edges: Array.from(
        { length: 300 },
        (_, i) => ({ from: "hub", line: i + 1, text: `user_${i % 100}`, to: `pkg/m${i % 100}.py:user_${i % 100}_${i % 100}` }),
      ),
    }
  ));
  const first = await call(context, "query_node_edges", { node_identifier: "hub" });
  assert.equal(first.structured["total_incoming"], 10_001);
  assert.equal(first.structured["total_outgoing"], 100);
  assert.ok(JSON.stringify(first.structured).length < 9_000);
  const seen = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await call(context, "query_node_edges", {
      node_identifier: "hub",
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    assert.ok(new TextEncoder().encode(JSON.stringify(page.structured) + page.text).length <= 65_536);
    const [out, into] = [page.structured["outgoing"] as Entry[], page.structured["incoming"] as Entry[]];
    assert.ok(out.length <= 200 && into.length <= 200);
    if (pages === 0) assert.ok(out.length > 10 && into.length > 10, "a page shows some of both");
    for (const [way, list] of [["->", out], ["<-", into]] as const) {
      for (const entry of list) {
        const key = `${entry.edge_type} ${way} ${entry.node_id}`;
        assert.ok(!seen.has(key), key);
        seen.add(key);
      }
    }
    cursor = page.structured["cursor"] as string | undefined;
    pages++;
  } while (cursor !== undefined && pages < 500);
  assert.equal(seen.size, 10_101);
  const person = await ask(repositoryOf({ ...context, audience: "person" }), toolNamed(TOOLS, "query_node_edges"), {
    node_identifier: "hub",
  }, PLAIN);
  assert.ok(new TextEncoder().encode(person.text).length <= 65_536);
});

Deno.test("implementors: one block for each interface, direct before transitive, several languages under one pattern", async () => {
  const context = seedContext(FILES);
  type Block = { name: string; file_path: string; implementors: { name: string; rule: string; transitive?: true; via?: string }[] };
  const blocks = async (pattern: string): Promise<Block[]> =>
    (await call(context, "query_interface_implementors", { name_pattern: pattern })).structured["interfaces"] as Block[];
  const show = (block: Block): string =>
    `${block.file_path} ${block.name}: ${
      block.implementors.map((one) => `${one.name}[${one.rule}${one.transitive ? ` via ${one.via}` : ""}]`).join(" ")
    }`;
  assert.deepEqual((await blocks("Store")).map(show).sort(), [
    "store/store.go Store: FileStore[structural] BigStore[structural via WideStore]",
    "web/store.ts Store: MemoryStore[declared] CachedStore[extends via MemoryStore]",
  ]);
  assert.deepEqual(
    (await blocks("*Store")).map((block) => block.name).sort(),
    ["BigStore", "MemoryStore", "Store", "Store", "WideStore"],
    "interfaces, and classes that others build on",
  );
  assert.deepEqual((await blocks("BigStore")).map(show), ["store/big.go BigStore: HugeStore[embedded]"], "a plain name may mean a class");
  assert.deepEqual(await blocks("store"), [], "case sensitive");
});

Deno.test("implementors: an empty list is valid and says so; a missing interface yields a message with the pattern and similar names", async () => {
  const context = seedContext(FILES);
  const none = await call(context, "query_interface_implementors", { name_pattern: "Nothing" });
  assert.match(none.text, /Interface: Nothing \(store\/store\.go:36, package: example\.com\/shop\/store\)/);
  assert.match(none.text, /No implementors found\./);
  assert.equal(none.status, 0);
  const missing = await call(context, "query_interface_implementors", { name_pattern: "Stroe" });
  assert.match(missing.text, /No interfaces matching "Stroe" found\./);
  assert.match(missing.text, /store\.Store {2}Interface/);
  assert.equal(missing.status, 1);
  assert.equal(missing.isError, false);
  const other = await call(context, "query_interface_implementors", { name_pattern: "Load" });
  assert.match(other.text, /store\.Load {2}Function/);
  assert.equal((await call(context, "query_interface_implementors", { name_pattern: "S[" })).error?.code, "invalid_input");
});

Deno.test("implementors: a long list continues where it was truncated, also inside one interface", async () => {
  const many = (n: number, of: string): SeedFile["symbols"] =>
    Array.from({ length: n }, (_, i) => ({ name: `${of}Impl${i}`, kind: "struct", lines: [i + 1, i + 1] }));
  const context = seedContext([{
    path: "a.go",
    module: "a",
    language: "go",
    symbols: [
      { name: "A", kind: "interface", lines: [1, 1] },
      { name: "B", kind: "interface", lines: [2, 2] },
      ...many(300, "A"),
      ...many(50, "B"),
    ],
    edges: [...many(300, "A"), ...many(50, "B")].map((symbol) => ({
      from: symbol.name,
      line: 1,
      text: symbol.name,
      to: `a.go:${symbol.name[0]}`,
      type: "implements" as const,
    })),
  }]);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const { structured } = await call(context, "query_interface_implementors", {
      name_pattern: "*",
      ...(cursor === undefined ? {} : { cursor }),
    });
    assert.ok(JSON.stringify(structured).length < 9_000);
    for (const block of structured["interfaces"] as { name: string; implementors: { name: string }[] }[]) {
      seen.push(...block.implementors.map((one) => `${block.name} ${one.name}`));
    }
    cursor = structured["cursor"] as string | undefined;
    if (cursor === undefined) break;
  }
  assert.equal(seen.length, 350);
  assert.equal(new Set(seen).size, 350);
});

Deno.test("symbols: header, lines, exported, a file without symbols, paths in every form", async () => {
  const context = seedContext(FILES);
  const { text, structured } = await call(context, "query_file_symbols", { file_path: "store/store.go" });
  assert.equal(text.split("\n")[0], "Symbols in store/store.go (go, package: example.com/shop/store)");
  assert.match(text, /Function {2}func Load\(name string\) string {2}line 22-24 {2}exported/);
  assert.match(text, /Variable {2}secret {2}line 26\n/);
  assert.match(text, /\n8 symbols$/);
  assert.deepEqual((structured["symbols"] as { line: number }[]).map((symbol) => symbol.line), [3, 4, 8, 14, 22, 26, 30, 36]);
  for (const path of ["./store/store.go", "store/../store/store.go", "/seed/store/store.go", "store/./store.go"]) {
    assert.equal((await call(context, "query_file_symbols", { file_path: path })).structured["file_path"], "store/store.go", path);
  }
  const empty = await call(context, "query_file_symbols", { file_path: "empty.py" });
  assert.match(empty.text, /No symbols found in empty\.py/);
  assert.deepEqual([empty.structured["language"], empty.structured["package"], empty.structured["total"]], ["", "", 0]);
  assert.equal(empty.status, 1);
  const unknown = await call(context, "query_file_symbols", { file_path: "stroe.go" });
  assert.equal(unknown.error?.code, "file_not_found");
  assert.match(unknown.text, /stroe\.go.*not in the index \(empty, ignored/);
  assert.match(unknown.text, /Nearest: store\/store\.go/);
  assert.equal((await call(context, "query_file_symbols", { file_path: "../outside.go" })).error?.code, "workspace_not_allowed");
});

Deno.test("symbols: json_output contains every field of a symbol, and the text is the value", async () => {
  const { text, structured } = await call(seedContext(FILES), "query_file_symbols", {
    file_path: "store/store.go",
    json_output: true,
  });
  const load = (structured["symbols"] as Record<string, unknown>[]).find((symbol) => symbol["name"] === "Load")!;
  assert.deepEqual(Object.keys(load), [
    "id",
    "type",
    "name",
    "qualified_name",
    "file_path",
    "line",
    "end_line",
    "package",
    "language",
    "exported",
    "signature",
    "doc_comment",
    "properties",
    "metrics",
  ]);
  assert.deepEqual(load["metrics"], { complexity: 1, lines: 3, parameters: 0, fan_in: 3, fan_out: 0 });
  assert.deepEqual(JSON.parse(text), structured);
});

Deno.test("symbols: more than 500 are paged, and none is lost", async () => {
  const symbols = Array.from({ length: 1200 }, (_, i) => ({ name: `f${i}`, lines: [i + 1, i + 1] as [number, number] }));
  const context = seedContext([{ path: "big.py", module: "big", symbols }]);
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const { structured } = await call(context, "query_file_symbols", {
      file_path: "big.py",
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const page = structured["symbols"] as { name: string }[];
    assert.ok(page.length <= 500);
    seen.push(...page.map((symbol) => symbol.name));
    assert.equal(structured["total"], 1200);
    cursor = structured["cursor"] as string | undefined;
    if (cursor === undefined) break;
  }
  assert.deepEqual(seen, symbols.map((symbol) => symbol.name));
});
