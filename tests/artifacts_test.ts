/**
 * What is read from manifests, documents and migrations, and the resulting edges of a ref.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { artifactTypeOf } from "../core/artifacts/artifact_kinds.ts";
import { readArtifact } from "../core/artifacts/read_artifact.ts";
import { dropLoose, dropRef, listRefs } from "../core/store/garbage.ts";
import { openForReading } from "../core/store/open.ts";
import { languages } from "../languages/mod.ts";
import type { Context } from "../query/context.ts";
import { mentionsOf } from "../query/names/mentions.ts";
import { artifactAt, isTable, packagesOf, type ProjectEdge, projectEdgesOf } from "../query/nodes/project_edges.ts";
import { readSymbol } from "../query/rows/symbol_row.ts";
import { checkIntegrity } from "./support/dump_index.ts";
import { commitAll, git } from "./support/git_project.ts";
import { withProject } from "./support/temp_project.ts";

/** What a file says, a line each: `line type name properties`. */
function said(path: string, text: string): string[] {
  const type = artifactTypeOf(path, languages);
  assert.ok(type !== undefined, `${path} says nothing`);
  const facts = readArtifact(type, path, text);
  const edges = facts.edges.map((edge) => `${edge.line} ${edge.type} ${edge.text} ${edge.properties}`.trimEnd());
  return facts.name === "" ? edges : [facts.name, ...edges];
}

Deno.test("package.json: its name and its dependencies, each on its line", () => {
  const text = `{
  "name": "shop",
  "dependencies": { "express": "^4.18.0",
    "@acme/kit": "1.0.0" },
  "devDependencies": { "vitest": "*" },
  "peerDependencies": { "react": ">=18" }
}`;
  assert.deepEqual(said("web/package.json", text), [
    "shop",
    "1 configures shop",
    '3 depends_on express {"version":"^4.18.0","scope":"runtime"}',
    '4 depends_on @acme/kit {"version":"1.0.0","scope":"runtime"}',
    '5 depends_on vitest {"version":"*","scope":"dev"}',
    '6 depends_on react {"version":">=18","scope":"peer"}',
  ]);
  assert.deepEqual(said("package.json", "{ not json"), ["1 configures"]);
});

Deno.test("deno.json: imports from registries", () => {
  const text = '{"name": "@me/tool",\n"imports": {"zod": "npm:zod@^4.0.0",\n"@std/path": "jsr:@std/path@1", "~/": "./src/"}}';
  assert.deepEqual(said("deno.json", text), [
    "@me/tool",
    "1 configures @me/tool",
    '2 depends_on zod {"version":"^4.0.0","scope":"runtime"}',
    '3 depends_on @std/path {"version":"1","scope":"runtime"}',
  ]);
});

Deno.test("Cargo.toml: sections, renamed packages, tables of their own", () => {
  const text = `[package]
name = "my-shop"
[dependencies]
serde = { version = "1", optional = true }
json = { package = "serde_json", version = "1.0" }
[dependencies.tokio]
version = "1.2"
[dev-dependencies]
criterion = "0.5"
[target.'cfg(unix)'.dependencies]
libc = "0.2"
`;
  assert.deepEqual(said("Cargo.toml", text), [
    "my-shop",
    "1 configures my-shop",
    '4 depends_on serde {"version":"1","scope":"optional"}',
    '5 depends_on serde_json {"version":"1.0","scope":"runtime"}',
    '6 depends_on tokio {"version":"1.2","scope":"runtime"}',
    '11 depends_on libc {"version":"0.2","scope":"runtime"}',
    '9 depends_on criterion {"version":"0.5","scope":"dev"}',
  ]);
  assert.deepEqual(said("Cargo.toml", "[broken"), ["1 configures"]);
});

Deno.test("Cargo.toml: a dependency in several sections has one line in each", () => {
  const text = `[workspace.dependencies]
libc = "0.2"
[dev-dependencies.libc]
version = "0.2"
[target.'cfg(unix)'.dependencies.libc]
version = "0.2"
`;
  assert.deepEqual(said("Cargo.toml", text), [
    "1 configures",
    '5 depends_on libc {"version":"0.2","scope":"runtime"}',
    '3 depends_on libc {"version":"0.2","scope":"dev"}',
  ]);
});

Deno.test("go.mod: requirements, with indirect ones marked", () => {
  const text = `module example.com/shop

require github.com/gin-gonic/gin v1.9.0

require (
	golang.org/x/sys v0.1.0 // indirect
	example.com/other v0.0.1
)
`;
  assert.deepEqual(said("go.mod", text), [
    "example.com/shop",
    "1 configures example.com/shop",
    '3 depends_on github.com/gin-gonic/gin {"version":"v1.9.0","scope":"runtime"}',
    '6 depends_on golang.org/x/sys {"version":"v0.1.0","scope":"indirect"}',
    '7 depends_on example.com/other {"version":"v0.0.1","scope":"runtime"}',
  ]);
});

Deno.test("Python: pyproject, poetry, setup.cfg and requirements declare the dependencies of a package", () => {
  const project = `[project]
name = "shop"
dependencies = [
  "requests[socks]>=2,<3; python_version > '3'",
  "yaml",
]
[project.optional-dependencies]
fast = ["orjson==3"]
[dependency-groups]
dev = ["pytest"]
[build-system]
requires = ["hatchling"]
`;
  assert.deepEqual(said("pyproject.toml", project), [
    "shop",
    "1 configures shop",
    '4 depends_on requests {"version":">=2,<3","scope":"runtime"}',
    '5 depends_on yaml {"scope":"runtime"}',
    '8 depends_on orjson {"version":"==3","scope":"optional"}',
    '10 depends_on pytest {"scope":"dev"}',
    '12 depends_on hatchling {"scope":"build"}',
  ]);
  const poetry =
    '[tool.poetry]\nname = "old"\n[tool.poetry.dependencies]\npython = "^3"\nflask = "^2"\n[tool.poetry.group.dev.dependencies]\nblack = "*"\n';
  assert.deepEqual(said("pyproject.toml", poetry), [
    "old",
    "1 configures old",
    '5 depends_on flask {"version":"^2","scope":"runtime"}',
    '7 depends_on black {"version":"*","scope":"dev"}',
  ]);
  const config =
    "[metadata]\nname = shop\n[options]\ninstall_requires =\n    requests>=2\n    # none\n    yaml\n[options.extras_require]\ndocs = sphinx\n";
  assert.deepEqual(said("setup.cfg", config), [
    "shop",
    "1 configures shop",
    '5 depends_on requests {"version":">=2","scope":"runtime"}',
    '7 depends_on yaml {"scope":"runtime"}',
    '9 depends_on sphinx {"scope":"optional"}',
  ]);
  assert.deepEqual(said("requirements-dev.txt", "# tools\n-r requirements.txt\npytest==8 # newest\n\nhttps://x/y.whl\n"), [
    "1 configures",
    '3 depends_on pytest {"version":"==8","scope":"dev"}',
  ]);
});

Deno.test("a document: names marked as code, but not code blocks, options, or words of prose", () => {
  const text =
    "# The *shop*\n\nCall `load()` or `Job.go`, never `--flag` or `two words`.\n\n```ts\n`hidden()`\n```\n[`Store`](x.md) and ``save``\n";
  assert.deepEqual(said("docs/guide.md", text), [
    "The *shop*",
    "3 documents load()",
    "3 documents Job.go",
    "8 documents Store",
    "8 documents save",
  ]);
});

Deno.test("a migration: tables by statement, ignoring comments and string literals", () => {
  const sql = `-- CREATE TABLE no;
CREATE TABLE IF NOT EXISTS "public"."users" (id int);
create unique index concurrently users_by_name on users (name);
ALTER TABLE ONLY users ADD COLUMN note text DEFAULT 'drop table x';
/* DROP TABLE y; */ DROP TABLE IF EXISTS old_users;
INSERT INTO users VALUES (1); UPDATE users SET id = 2; DELETE FROM \`logs\`;
`;
  assert.deepEqual(said("db/migrations/001.sql", sql), [
    '2 migrates "public"."users" {"action":"create"}',
    '3 migrates users {"action":"index"}',
    '4 migrates users {"action":"alter"}',
    '5 migrates old_users {"action":"drop"}',
    '6 migrates `logs` {"action":"delete"}',
    '6 migrates users {"action":"insert"}',
    '6 migrates users {"action":"update"}',
  ]);
  assert.equal(artifactTypeOf("queries/report.sql", languages), undefined);
  assert.equal(artifactTypeOf("sql/V2__add_users.sql", languages)?.kind, "migration");
});

const FILES = {
  "package.json": '{"name": "root", "workspaces": ["packages/*"]}',
  "packages/core/package.json": '{"name": "@shop/core",\n"dependencies": {"zod": "^4"}}',
  "packages/core/tsconfig.json": "{}",
  "packages/core/src/store.ts":
    'import { z } from "zod";\nexport class Store {\n  save() {}\n}\nexport function load() {}\nexport const shape = z.string();\n',
  "packages/web/package.json": '{"name": "@shop/web",\n"dependencies": {"@shop/core": "*"}}',
  "packages/web/src/app.ts": 'import { load } from "@shop/core/src/store.ts";\nload();\nexport function save() {}\n',
  "README.md": "# Shop\n\nA `Store` keeps; see `Store.save`, `load`, `save()` and `missing`.\n",
  "db/migrations/1.sql": "CREATE TABLE items (id INT);\n",
};

function lines(edges: readonly ProjectEdge[], nameOf: (symbol: number) => string): string[] {
  return edges.map((edge) => {
    const other = edge.symbol === 0 ? `${edge.otherType}:${edge.otherName}` : nameOf(edge.symbol);
    const more = Object.keys(edge.properties).length === 0 ? "" : ` ${JSON.stringify(edge.properties)}`;
    return `${edge.direction} ${edge.type} ${other} ${edge.path}:${edge.line}${more}`;
  });
}

Deno.test("edges of packages, documents and tables in a ref", () =>
  withProject(FILES, async (project) => {
    await project.index();
    const db = openForReading(project.database);
    const ref = db.prepare("SELECT id, name FROM ref").get() as { id: number; name: string };
    const context = { db, ref } as unknown as Context;
    const nameOf = (id: number): string =>
      (db.prepare("SELECT qualified_name AS name FROM symbol WHERE id = ?").get(id) as { name: string }).name;
    const edges = (type: Parameters<typeof projectEdgesOf>[1]["type"], name: string): string[] =>
      lines(projectEdgesOf(context, { type, name }), nameOf);
    assert.deepEqual(packagesOf(context).map((one) => `${one.name} ${one.manifest}`), [
      "@shop/core packages/core/package.json",
      "@shop/web packages/web/package.json",
      "root package.json",
    ]);
    assert.deepEqual(edges("Package", "@shop/core"), [
      "out contains <module> packages/core/src/store.ts:1",
      'out depends_on ExternalPackage:zod packages/core/package.json:2 {"version":"^4","scope":"runtime","import_count":1}',
      'in depends_on Package:@shop/web packages/web/package.json:2 {"version":"*","scope":"runtime","import_count":1}',
      "in configures Manifest:packages/core/package.json packages/core/package.json:1",
      "in configures Config:packages/core/tsconfig.json packages/core/tsconfig.json:1",
    ]);
    assert.deepEqual(edges("ExternalPackage", "zod"), [
      'in depends_on Package:@shop/core packages/core/package.json:2 {"version":"^4","scope":"runtime","import_count":1}',
    ]);
    assert.deepEqual(artifactAt(context, "README.md"), { type: "Document", name: "README.md" });
    // `save()` may be the method or the function: nothing.
    assert.deepEqual(edges("Document", "README.md"), [
      "out documents Store README.md:3",
      "out documents load README.md:3",
      "out documents Store.save README.md:3",
    ]);
    const store = db.prepare("SELECT id FROM symbol WHERE name = 'Store'").get() as { id: number };
    assert.deepEqual(mentionsOf(context, readSymbol(context, store.id)!).map((one) => `${one.path}:${one.line} ${one.text}`), [
      "README.md:3 Store",
    ]);
    assert.ok(isTable(context, "items") && !isTable(context, "users"));
    assert.deepEqual(edges("Table", "items"), ['in migrates Migration:db/migrations/1.sql db/migrations/1.sql:1 {"action":"create"}']);
    assert.deepEqual(edges("Migration", "db/migrations/1.sql"), ['out migrates Table:items db/migrations/1.sql:1 {"action":"create"}']);
    assert.deepEqual(edges("Config", "packages/core/tsconfig.json"), ["out configures Package:@shop/core packages/core/tsconfig.json:1"]);
    db.close();
  }));

Deno.test("a plain word marked as code means a public function, and a private one only if written as a call", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": "fn makefile() {}\nfn shell() {}\npub fn order() {}\n",
    "README.md": "Put a `makefile` there, and `order` with `shell()`.\n",
  }, async (project) => {
    await project.index();
    const db = openForReading(project.database);
    const ref = db.prepare("SELECT id, name FROM ref").get();
    const context = { db, ref } as unknown as Context;
    const names = projectEdgesOf(context, { type: "Document", name: "README.md" }).filter(({ type }) => type === "documents")
      .map(({ symbol }) => readSymbol(context, symbol)!.name);
    db.close();
    assert.deepEqual(names.sort(), ["order", "shell"]);
  }));

Deno.test("refs share the edges of a document, and those that no ref has are removed", () =>
  withProject({ "a.py": "def load(): pass\n", "README.md": "# A\n`load()`\n" }, async (project) => {
    const stored = (): string[] => {
      const db = openForReading(project.database);
      const rows = db.prepare("SELECT p.path || ' ' || a.name AS text FROM artifact a JOIN path p ON p.id = a.path_id ORDER BY text").all();
      db.close();
      return rows.map((row) => (row as { text: string }).text);
    };
    git(project, "init", "-q", "-b", "main");
    commitAll(project, "first");
    git(project, "tag", "v1");
    await project.index();
    await project.index({ ref: "v1" });
    assert.deepEqual(stored(), ["README.md A"]);
    // Of another size: git itself looks at whole seconds.
    project.write("README.md", "# Bee\n`load()`\n");
    project.write("CHANGES.md", "# C\n");
    const summary = await project.index();
    assert.deepEqual([summary.parsed, summary.resolved], [0, 0], "no code was touched");
    assert.deepEqual(stored(), ["CHANGES.md C", "README.md A", "README.md Bee"]);
    commitAll(project, "second");
    git(project, "tag", "-f", "v1");
    await project.index({ ref: "v1" });
    assert.deepEqual(stored(), ["CHANGES.md C", "README.md Bee"]);
    project.remove("CHANGES.md");
    await project.index();
    commitAll(project, "third");
    git(project, "tag", "-f", "v1");
    await project.index({ ref: "v1" });
    assert.deepEqual(stored(), ["README.md Bee"]);
    assert.deepEqual(checkIntegrity(project.database), []);
    git(project, "rm", "-q", "--cached", "README.md");
    project.remove("README.md");
    await project.index();
    assert.deepEqual(stored(), ["README.md Bee"], "the tag has it still");
    const db = new DatabaseSync(join(project.database, "index.db"));
    dropLoose(db);
    assert.deepEqual(checkIntegrity(project.database), [], "names of documents are kept");
    dropRef(db, listRefs(db).find((ref) => ref.name === "v1")!);
    dropLoose(db);
    db.close();
    assert.deepEqual(stored(), []);
    assert.deepEqual(checkIntegrity(project.database), []);
  }));
