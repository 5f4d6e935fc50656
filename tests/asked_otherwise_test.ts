/** Questions that no symbol answers: about a folder, a missing line, a package, the same symbol as both ends of a path. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "package.json": '{"name": "root", "workspaces": ["packages/*"]}\n',
  "packages/core/package.json": '{"name": "payload", "main": "src/index.ts"}\n',
  "packages/core/src/index.ts":
    "export class Store {\n  payload = 1;\n}\nexport function make() {\n  return back();\n}\nfunction back() {}\n" +
    "export function again(n: number): number {\n  return again(n - 1);\n}\n",
  "packages/web/package.json": '{"name": "web", "dependencies": {"payload": "*"}}\n',
  "packages/web/src/page.ts": 'import { make } from "payload";\nmake();\n',
  "packages/web/src/A.ts": "console.log(1);\n",
};

Deno.test("a folder, and a line before the first, are recognized as such", () =>
  withProject(FILES, async (project) => {
    for (const name of ["packages/web/src", "packages/web/src/"]) {
      const { error } = await call(project, "get_callers", { function_name: name });
      assert.equal(error?.code, "symbol_not_found");
      assert.match(error!.message, /it is a folder, with 2 files/);
    }
    const { error } = await call(project, "get_callers", { function_name: "packages/web/src/page.ts:-1" });
    assert.match(error!.message, /lines count from 1/);
  }));

Deno.test("after a module without callers, no suggestion asks about modules in general or about one-letter names", () =>
  withProject(FILES, async (project) => {
    const { text } = await call(project, "get_callers", { function_name: "packages/web/src/A.ts:1" });
    assert.doesNotMatch(text, /\*A\*|index\.ts/);
  }));

Deno.test("a package is found by its folder, and before others of its name if edges are requested that it alone has", () =>
  withProject(FILES, async (project) => {
    const edges = async (params: Record<string, unknown>): Promise<unknown[]> => {
      const { structured } = await call(project, "query_node_edges", params);
      const { node, incoming } = structured as { node: { type: string; name: string }; incoming: { node_name: string }[] };
      return [node.type, node.name, incoming.map(({ node_name }) => node_name).join(" ")];
    };
    assert.deepEqual(await edges({ node_identifier: "payload", edge_type: "DependsOn", direction: "in" }), ["Package", "payload", "web"]);
    assert.deepEqual(await edges({ node_identifier: "packages/core", edge_type: "DependsOn", direction: "in" }), [
      "Package",
      "payload",
      "web",
    ]);
    assert.deepEqual((await edges({ node_identifier: "payload" })).slice(0, 2), ["Field", "payload"]);
  }));

Deno.test("a path from a symbol to itself says that both ends are the same", () =>
  withProject(FILES, async (project) => {
    const none = await call(project, "call_chain", { from_func: "make", to_func: "make" });
    assert.equal(none.structured["same_symbol"], true);
    assert.match(none.text, /^make is both ends: no path leads from it back to it within 5 calls/);
    const own = await call(project, "call_chain", { from_func: "again", to_func: "again" });
    assert.equal((own.structured["paths"] as unknown[]).length, 1);
  }));

Deno.test("a path from a file names the file, whatever its language calls a module", () =>
  withProject({ "shop.js": "function buy() {}\nfunction sell() {}\nbuy();\n" }, async (project) => {
    const ask = async (to_func: string): Promise<string> => (await call(project, "call_chain", { from_func: "shop.js", to_func })).text;
    assert.match(await ask("buy"), /^1 path from the code at the top of shop\.js to buy\n/);
    assert.match(await ask("sell"), /^No path from the code at the top of shop\.js to sell /);
  }));

Deno.test("a Go package is named by its folder, with its edges", () =>
  withProject({
    "go.mod": "module example.com/shop\n\ngo 1.22\n",
    "main.go": 'package main\n\nimport "example.com/shop/pkg/db"\n\nfunc main() { db.Open() }\n',
    "pkg/db/db.go": "package db\n\nfunc Open() {}\n",
    "pkg/db/more/more.go": "package more\n\nfunc More() {}\n",
  }, async (project) => {
    for (const node_identifier of ["pkg/db", "./pkg/db/"]) {
      const { text } = await call(project, "query_node_edges", { node_identifier });
      assert.match(text, /^Edges for: example\.com\/shop\/pkg\/db \(Package\)/, node_identifier);
    }
    assert.equal((await call(project, "query_node_edges", { node_identifier: "pkg" })).error?.code, "symbol_not_found");
  }));
