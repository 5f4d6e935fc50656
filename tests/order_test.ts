/**
 * The order of resolution does not matter, nor what is forgotten meanwhile: all fixtures of a language as one project, resolved from either
 * end, and with views of files that are given up again and again.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "../languages/mod.ts";
import type { LanguagePlugin } from "../core/plugin.ts";
import { readFixture } from "../plugins/fixture.ts";
import { resolveInMemory, type VirtualFile } from "../plugins/memory_project.ts";

const ROOT = join(import.meta.dirname!, "..", "languages");

function readFixtures(plugin: LanguagePlugin): VirtualFile[] {
  const folder = join(ROOT, plugin.name, "fixtures");
  return readdirSync(folder).flatMap((name) =>
    readFixture(name, readFileSync(join(folder, name), "utf8")).files.map(({ path, text }) => ({ path: `${name}/${path}`, text }))
  );
}

for (const plugin of languages) {
  Deno.test(`${plugin.name}: the edges of a file do not depend on which files were resolved before it`, async () => {
    const files = readFixtures(plugin);
    const [forward, backward] = [await resolveInMemory(plugin, files), await resolveInMemory(plugin, files, "last")];
    const told = new Set(forward.edges.map((edge) => JSON.stringify(edge)));
    assert.ok(told.size > 100, `${told.size} edges`);
    assert.deepEqual(backward.edges.map((edge) => JSON.stringify(edge)).filter((edge) => !told.has(edge)), []);
    assert.equal(backward.edges.length, forward.edges.length);
  });

  Deno.test(`${plugin.name}: the edges of a file do not depend on which views of files were given up before it`, async () => {
    const files = readFixtures(plugin);
    const kept = await resolveInMemory(plugin, files);
    for (const most of [0, 5_000]) {
      const { edges } = await resolveInMemory(plugin, files, "first", most);
      assert.deepEqual(edges.map((edge) => JSON.stringify(edge)), kept.edges.map((edge) => JSON.stringify(edge)));
    }
  });
}
