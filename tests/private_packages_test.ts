/** The exports of a private package can be used only in the repository: they are judged like unexported definitions. */
import assert from "node:assert/strict";
import { call, unusedIn } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const SOURCE = "export function used() {}\nexport function lost() {}\nexport default function page() {}\n";

Deno.test("unused exports of a private package are found; those that a framework may look for are doubted", () =>
  withProject({
    "package.json": '{"name": "root", "private": true}',
    "app/main.ts": 'import { used } from "./lib";\nimport { open } from "../packages/open/index";\nused();\nopen();\n',
    "app/lib.ts": SOURCE,
    "app/route.ts": "export function loader() {}\n",
    "packages/open/package.json": '{"name": "open"}',
    "packages/open/index.ts": "export function open() {}\nexport function offered() {}\n",
    "own/Cargo.toml": '[package]\nname = "own"\nversion = "0.1.0"\nedition = "2021"\npublish = false\n',
    "own/src/lib.rs": "pub mod deep;\npub fn start() { deep::dive(); }\n",
    "own/src/deep.rs": "pub fn dive() {}\npub fn sink() {}\n",
  }, async (project) => {
    assert.deepEqual(await unusedIn(project), ["lost medium", "own::deep::sink medium", "loader low", "own::start low"]);
    const { structured, text } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(structured["first_public"], ["page", "offered"]);
    assert.match(text, /each of them: .*exported by a private package/);
    assert.match(text, /loader .*nothing of its file is used elsewhere: a framework may look for it by its name/);
  }));

Deno.test("a manifest applies to files of its own language: a library beside private scripts is used by others", () =>
  withProject({
    "package.json": '{"name": "client", "private": true}',
    "pyproject.toml": '[project]\nname = "shelf"\n',
    "client/a.ts": "export function lost() {}\nexport function kept() {}\nkept();\n",
    "shelf/__init__.py": "",
    "shelf/io.py": "def offered(): pass\ndef used(): pass\nused()\n",
    "own/pyproject.toml": '[project]\nname = "own"\nclassifiers = ["Private :: Do Not Upload"]\n',
    "own/own/__init__.py": "",
    "own/own/io.py": "def sunk(): pass\ndef used_too(): pass\nused_too()\n",
  }, async (project) => {
    assert.deepEqual(await unusedIn(project), ["lost low", "own.io.sunk low"]);
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(structured["first_public"], ["shelf.io.offered"]);
  }));

Deno.test("below an internal folder functions are judged, but not methods, which an external interface may require", () =>
  withProject({
    "go.mod": "module example.com/app\n",
    "main.go": 'package main\n\nimport "example.com/app/internal/io"\n\nfunc main() { io.Used() }\n',
    "internal/io/io.go": "package io\n\ntype File struct{}\n\nfunc Used() {}\n\nfunc Lost() {}\n\nfunc (f File) Asked() {}\n",
    "shown/shown.go": "package shown\n\nfunc Offered() {}\n",
  }, async (project) => {
    assert.deepEqual(await unusedIn(project), ["io.Lost medium"]);
    const { structured } = await call(project, "search_nodes", { name_pattern: "*", unused: true });
    assert.deepEqual(structured["first_public"], ["io.File.Asked", "shown.Offered"]);
  }));
