/**
 * The order of resolution does not matter: all fixtures of a language as one project, resolved from either end.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "../languages/mod.ts";
import { readFixture } from "../plugins/fixture.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";

const ROOT = join(import.meta.dirname!, "..", "languages");

for (const plugin of languages) {
  Deno.test(`${plugin.name}: the edges of a file do not depend on which files were resolved before it`, async () => {
    const folder = join(ROOT, plugin.name, "fixtures");
    const files = readdirSync(folder).flatMap((name) =>
      readFixture(name, readFileSync(join(folder, name), "utf8")).files.map(({ path, text }) => ({ path: `${name}/${path}`, text }))
    );
    const [forward, backward] = [await resolveInMemory(plugin, files), await resolveInMemory(plugin, files, "last")];
    const told = new Set(forward.edges.map((edge) => JSON.stringify(edge)));
    assert.ok(told.size > 100, `${told.size} edges`);
    assert.deepEqual(backward.edges.map((edge) => JSON.stringify(edge)).filter((edge) => !told.has(edge)), []);
    assert.equal(backward.edges.length, forward.edges.length);
  });
}
