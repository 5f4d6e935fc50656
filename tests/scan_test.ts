/**
 * What a scan finds: ignore rules outside git, the project around a folder, languages by name and first line, touched files.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readSource } from "../core/scan/read_source.ts";
import { makeLanguageTable } from "../core/scan/languages_of.ts";
import { scanWorkingTree } from "../core/scan/scan.ts";
import { locateProject } from "../core/store/location.ts";
import { languages } from "../languages/mod.ts";
import { call } from "./support/call.ts";
import { git } from "./support/git_project.ts";
import { type TempProject, withProject } from "./support/temp_project.ts";

const table = makeLanguageTable(languages);

async function pathsOf(project: TempProject): Promise<string[]> {
  return (await scanWorkingTree(await locateProject(project.root), table)).files.map((file) => file.path);
}

Deno.test("outside git its ignore files apply and those of search tools do not, the deepest match decides, and folders of tools are skipped", () =>
  withProject({
    ".gitignore": "build/\n*.gen.py\n",
    ".ignore": "made.go\n",
    "a.py": "",
    "a.gen.py": "",
    "build/b.py": "",
    "kept/.gitignore": "!x.gen.py\nlocal.py\n",
    "kept/x.gen.py": "",
    "kept/y.gen.py": "",
    "kept/local.py": "",
    "local.py": "",
    "made.go": "",
    "node_modules/m/index.js": "",
    "venv/pyvenv.cfg": "",
    "venv/lib/site.py": "",
    "out/CACHEDIR.TAG": "",
    "out/made.rs": "",
    "other/.git/HEAD": "",
    "other/o.py": "",
    ".hidden/h.py": "",
    "sub/deep/z.go": "",
  }, async (project) => {
    assert.deepEqual(await pathsOf(project), [".hidden/h.py", "a.py", "kept/x.gen.py", "local.py", "made.go", "sub/deep/z.go"]);
  }));

Deno.test("outside git an ignored file is reported by name, and may contain callers", () =>
  withProject({
    ".gitignore": "walr\nnotes\n*.gen.py\ntarget/\n",
    "reader.go": "package wal\n\nfunc Read() {}\n",
    "walr/main.go": "package main\n",
    "walr/deep/other.go": "package deep\n",
    "walr/node_modules/x.js": "",
    "notes/a.txt": "",
    "target/CACHEDIR.TAG": "",
    "target/made.rs": "",
    "load.gen.py": "",
    "user.py": "def load(): pass\n",
  }, async (project) => {
    const { skipped } = await scanWorkingTree(await locateProject(project.root), table);
    assert.deepEqual(skipped.map(({ path, reason, language, files }) => [path, reason, language, files ?? 1]), [
      ["load.gen.py", "ignored", "python", 1],
      ["walr", "ignored", "go", 2],
    ]);
    await project.index();
    const { structured } = await call(project, "get_callers", { function_name: "Read" });
    assert.equal(structured["completeness"] ?? "", "possibly_incomplete");
    git(project, "init", "-q");
    assert.deepEqual((await scanWorkingTree(await locateProject(project.root), table)).skipped, []);
  }));

Deno.test("the project is the repository around a folder, unless the repository ignores it", () =>
  withProject({ ".gitignore": "vendored/\n", "src/a.py": "", "vendored/b.py": "" }, async (project) => {
    git(project, "init", "-q");
    const inside = await locateProject(join(project.root, "src"));
    assert.equal(inside.root, (await locateProject(project.root)).root);
    assert.equal(inside.folder, join(inside.root, ".git", "callgrove"));
    const vendored = await locateProject(join(project.root, "vendored"));
    assert.equal(vendored.root, join(inside.root, "vendored"));
    assert.equal(vendored.folder, join(vendored.root, ".callgrove"));
    assert.equal((await locateProject(project.root, project.database)).folder, project.database);
  }));

Deno.test("a path may contain any character", () =>
  withProject({ "a b.py": "", 'q"uote.py': "", "ünï.py": "", "-dash.py": "", "new\nline.py": "" }, async (project) => {
    git(project, "init", "-q");
    git(project, "add", "-A");
    assert.deepEqual(await pathsOf(project), ["-dash.py", "a b.py", "new\nline.py", 'q"uote.py', "ünï.py"].sort());
  }));

Deno.test("languages are recognized by file extension and by first line", () => {
  const named = (path: string): string | undefined => table.languageOf(path)?.plugin.name;
  assert.deepEqual(["a.py", "a.pyi", "a.d.ts", "a.MJS", "x/.py", "py", "a.txt", "a.go", "a.rs"].map(named), [
    "python",
    "python",
    "typescript",
    "typescript",
    undefined,
    undefined,
    undefined,
    "go",
    "rust",
  ]);
  for (const line of ["#!/usr/bin/python", "#! /usr/bin/env python3", "#!/usr/bin/env -S python3.12 -u", "#!/opt/bin/python3.11 -O"]) {
    assert.equal(table.languageOfScript(line)?.plugin.name, "python", line);
  }
  for (const line of ["#!/bin/sh", "", "python", "#!"]) assert.equal(table.languageOfScript(line), undefined, line);
});

Deno.test("a blob's hash is git's", () =>
  withProject({ "a.py": "hello\n" }, (project) => {
    const source = readSource(join(project.root, "a.py"), "a.py");
    assert.equal("hash" in source && source.hash, "ce013625030ba8dba906f756967f9e9ca394464a");
    return Promise.resolve();
  }));

Deno.test("an edit is noticed whatever the file's times are", () =>
  withProject({ "a.py": "def a(): pass\n", "b.py": "def b(): pass\n" }, async (project) => {
    await project.index();
    // Written just now, read at once: a later edit could leave the same time, so the time is not trusted.
    Deno.writeTextFileSync(join(project.root, "a.py"), "def c(): pass\n");
    assert.equal((await project.index()).parsed, 1);
    Deno.writeTextFileSync(join(project.root, "a.py"), "def d(): pass\n");
    assert.equal((await project.index()).parsed, 1);
  }));
