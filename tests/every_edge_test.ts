/** Every type of edge and node, requested through the tool, in a small project of several packages. */
import assert from "node:assert/strict";
import { ask } from "../query/ask.ts";
import { routesMeet } from "../query/names/routes.ts";
import { queryNodeEdges } from "../query/node_edges.ts";
import { COMPACT } from "../query/render/style.ts";
import { EDGE_TYPES } from "../query/rows/edge_types.ts";
import { openInFolder } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "package.json": '{"name": "root", "workspaces": ["packages/*"]}',
  "packages/core/package.json": '{"name": "@shop/core",\n"dependencies": {"zod": "^4"}}',
  "packages/core/tsconfig.json": "{}",
  "packages/core/src/store.ts": `import { z } from "zod";
export interface Store {
  save(): void;
}
export class FileStore implements Store {
  save() {}
  get size() {
    return 1;
  }
}
export const sizeOf = (store: FileStore) => store.size;
/** Like {@link FileStore}, but \`load\` fills it. */
export class BigStore extends FileStore {
  override save() {}
}
export function load() {}
export const shape = z.string();
`,
  "packages/core/test/store.test.ts":
    'import { load } from "../src/store.ts";\nimport { test } from "node:test";\ntest("load", () => load());\nexport function testLoad() {\n  load();\n}\n',
  "packages/web/package.json": '{"name": "@shop/web",\n"dependencies": {"@shop/core": "*", "express": "^4"}}',
  "packages/web/src/app.ts": `import express from "express";
import { load } from "@shop/core/src/store.ts";
const app = express();
export function listItems() {
  load();
}
app.get("/items/:id", listItems);
export async function show() {
  await fetch("/items/7");
  await fetch("/api/orders/3");
  [1].forEach(load);
}
`,
  "packages/web/src/orders.ts": `import { Router } from "express";
import { load } from "@shop/core/src/store.ts";
export const orders = Router();
orders.get("/orders/:id", load);
`,
  "README.md": "# Shop\n\nA \`FileStore\` keeps; see \`load()\`.\n",
  "db/migrations/1.sql": "CREATE TABLE items (id INT);\n",
};

interface Entry {
  readonly edge_type: string;
  readonly node_type?: string;
  readonly node_name: string;
  readonly parent?: string;
}

Deno.test(
  { name: "every type of edge, both ways, from every type of node", sanitizeResources: false },
  () =>
    withProject(FILES, async (project) => {
      await project.index();
      const repository = openInFolder(project.root, "agent", project.database);
      const edges = async (node: string, filter: Record<string, unknown> = {}): Promise<string[]> => {
        const reply = await ask(repository, queryNodeEdges, { node_identifier: node, ...filter }, COMPACT);
        assert.ok(!reply.isError, reply.text);
        const show = (arrow: string) => (entry: Entry): string => {
          const name = `${entry.parent === undefined ? "" : `${entry.parent}.`}${entry.node_name}`;
          assert.ok(reply.text.includes(name), `the text names ${name}`);
          return `${entry.edge_type} ${arrow} ${entry.node_type} ${name}`;
        };
        return [...(reply.structured["outgoing"] as Entry[]).map(show("->")), ...(reply.structured["incoming"] as Entry[]).map(show("<-"))];
      };
      const app = "packages/web/src/app.ts";
      const store = "packages/core/src/store.ts";
      const seen: Record<string, string[]> = {};
      for (
        const node of [
          "FileStore",
          "BigStore",
          "BigStore.save",
          "FileStore.size",
          "load",
          "listItems",
          "show",
          "GET /items/{id}",
          "GET …/orders/{id}",
          "GET /v9/orders/9",
          store,
          app,
          "@shop/core",
          "@shop/web",
          "express",
          "README.md",
          "packages/core/tsconfig.json",
          "packages/web/package.json",
          "db/migrations/1.sql",
          "items",
          "packages/core/test/store.test.ts",
        ]
      ) seen[node] = await edges(node);
      const has = (node: string, ...expected: string[]): void => {
        for (const edge of expected) assert.ok(seen[node]!.includes(edge), `${node}: ${edge} is not among\n${seen[node]!.join("\n")}`);
      };
      has(
        "FileStore",
        "Contains -> Method FileStore.save",
        `Contains <- File ${store}`,
        "Implements -> Interface Store",
        "Extends <- Class BigStore",
      );
      has("FileStore", "Documents <- Class BigStore", "Documents <- Document README.md");
      has("BigStore", "Extends -> Class FileStore", "Documents -> Function load");
      has("BigStore.save", "Overrides -> Method FileStore.save", "Contains <- Class BigStore");
      has("FileStore.size", "Accesses <- Function sizeOf");
      has("load", "Calls <- Function listItems", "References <- Function show", "Documents <- Document README.md");
      has("load", "Tests <- TestFile packages/core/test/store.test.ts");
      has("listItems", "Exposes -> Route GET /items/{id}", "Calls -> Function load");
      has("show", "References -> Function load");
      has("GET /items/{id}", "Exposes <- Function listItems", "Consumes <- Function show");
      has("show", "Consumes -> Route GET /items/7");
      has("load", "Exposes -> Route GET …/orders/{id}");
      has("GET …/orders/{id}", "Exposes <- Function load", "Consumes <- Function show");
      has("GET /v9/orders/9", "Exposes <- Function load");
      has(
        store,
        "Imports -> ExternalPackage zod",
        `Imports <- File ${app}`,
        "Imports <- TestFile packages/core/test/store.test.ts",
        "Contains <- Package @shop/core",
      );
      has(app, `Imports -> File ${store}`, "Contains -> Function show");
      has("@shop/core", `Contains -> File ${store}`, "DependsOn -> ExternalPackage zod", "DependsOn <- Package @shop/web");
      has("@shop/core", "Configures <- Config packages/core/tsconfig.json", "Configures <- Manifest packages/core/package.json");
      has("express", "DependsOn <- Package @shop/web", `Imports <- File ${app}`);
      has("README.md", "Documents -> Class FileStore", "Documents -> Function load");
      has("packages/core/tsconfig.json", "Configures -> Package @shop/core");
      has("db/migrations/1.sql", "Migrates -> Table items");
      has("items", "Migrates <- Migration db/migrations/1.sql");
      const types = new Set(Object.values(seen).flat().map((edge) => edge.split(" ")[0]!));
      assert.deepEqual(EDGE_TYPES.filter((type) => !types.has(type.name)), []);
      repository.close();
    }),
);

Deno.test("routes match if method and path may mean one address", () => {
  for (
    const [one, other] of [
      ["GET /a/{id}", "GET /a/7"],
      ["ANY /a", "POST /a"],
      ["GET /{x}/b", "GET /a/{y}"],
      ["GET /a", "GET /a"],
      [
        "GET …/a/{id}",
        "GET /api/a/7",
      ],
      ["GET …/a", "GET /a"],
      ["GET /v{}/a", "GET /v1/a"],
      ["GET /v{}/a.{x}", "GET /v{n}/a.json"],
    ] as const
  ) {
    assert.ok(routesMeet(one, other) && routesMeet(other, one), `${one} ${other}`);
  }
  for (
    const [one, other] of [
      ["GET /a", "POST /a"],
      ["GET /a/{id}", "GET /a"],
      ["GET /a/b", "GET /a/c"],
      ["GET …/{id}", "GET /a/7"],
      [
        "GET …/",
        "GET /a",
      ],
      [
        "GET …/a/b",
        "GET /b",
      ],
      ["GET …/{id}/users", "GET /users"],
      ["GET /v{}/a", "GET /w1/a"],
      ["GET /v{}", "GET /v"],
    ] as const
  ) {
    assert.ok(!routesMeet(one, other), `${one} ${other}`);
  }
});
