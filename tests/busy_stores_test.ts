/** Databases that another process writes to, or that are read-only: errors say why they cannot be written. */
import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cacheFolder } from "../core/base/user_folders.ts";
import { toCallgroveError } from "../core/errors.ts";
import { prepareFolder } from "../core/store/location.ts";
import { call } from "./support/call.ts";
import { openProject, withProject } from "./support/temp_project.ts";

Deno.test("a note cannot be written while another program writes: the error says so, and the next attempt succeeds", () =>
  withProject({ "a.py": "def load(): ...\n" }, async (project) => {
    await project.index();
    assert.equal((await call(project, "remember", { kind: "note", text: "first" })).isError, false);
    const other = new DatabaseSync(join(project.database, "org.db"));
    other.exec("BEGIN IMMEDIATE");
    const { error } = await call(project, "remember", { kind: "note", text: "second" });
    other.exec("ROLLBACK");
    other.close();
    assert.equal(error?.code, "internal_error");
    assert.match(String(error?.message), /^Cannot write: another program is writing in the database$/);
    assert.equal((await call(project, "remember", { kind: "note", text: "second" })).isError, false);
  }));

Deno.test("a read-only database is reported when it should be written", () =>
  withProject({}, (project) => {
    const file = join(project.root, "only.db");
    new DatabaseSync(file).exec("CREATE TABLE a (b)");
    chmodSync(file, 0o400);
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      db.exec("INSERT INTO a VALUES (1)");
      assert.fail("it was written");
    } catch (thrown) {
      assert.match(toCallgroveError(thrown).message, /^Cannot write: the database is read-only$/);
    } finally {
      db.close();
    }
    return Promise.resolve();
  }));

Deno.test("notes move along when the databases must be elsewhere because their place is not writable", () =>
  withProject({ "a.py": "def load(): ...\n" }, async (project) => {
    await project.index();
    await call(project, "remember", { kind: "decision", text: "keep it", symbols: ["load"] });
    const own = join(project.root, ".callgrove");
    cpSync(project.database, own, { recursive: true });
    const place = { root: project.root, repository: undefined, repo: "0123456789abcdef", note: "" };
    const chosen = join(project.database, "chosen");
    prepareFolder({ ...place, folder: chosen });
    assert.ok(!existsSync(join(chosen, "org.db")), "a place of one's own choice begins empty");
    const before = Deno.env.get("XDG_CACHE_HOME");
    Deno.env.set("XDG_CACHE_HOME", join(project.database, "cache"));
    const cache = join(cacheFolder()!, place.repo);
    try {
      prepareFolder({ ...place, folder: cache });
    } finally {
      if (before === undefined) Deno.env.delete("XDG_CACHE_HOME");
      else Deno.env.set("XDG_CACHE_HOME", before);
    }
    assert.ok(cache.startsWith(project.database) && !existsSync(join(cache, "index.db")), "the index is made anew");
    if (Deno.build.os !== "windows") assert.equal(statSync(join(cache, "org.db")).mode & 0o777, 0o600);
    const moved = openProject(project.root, cache);
    const { structured } = await call(moved, "memory_linked_search", { function_name: "load" });
    assert.deepEqual((structured["related_decisions"] as { decision: string }[]).map(({ decision }) => decision), ["keep it"]);
  }));
