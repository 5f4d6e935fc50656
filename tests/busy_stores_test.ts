/** Databases that somebody else writes in, or that may only be read: what cannot be written says why. */
import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { toCallgroveError } from "../core/errors.ts";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("what is remembered cannot be written while another program writes: the error says so, and the next try works", () =>
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

Deno.test("a database that may only be read says so when it should be written", () =>
  withProject({}, (project) => {
    const file = join(project.root, "only.db");
    new DatabaseSync(file).exec("CREATE TABLE a (b)");
    chmodSync(file, 0o400);
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      db.exec("INSERT INTO a VALUES (1)");
      assert.fail("it was written");
    } catch (thrown) {
      assert.match(toCallgroveError(thrown).message, /^Cannot write: the database is for reading only$/);
    } finally {
      db.close();
    }
    return Promise.resolve();
  }));
