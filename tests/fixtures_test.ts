/**
 * Runs every language's fixtures: `deno test -A tests/fixtures_test.ts [--filter "python/"]`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RULE_NAMES } from "../core/edges.ts";
import { languages } from "../languages/mod.ts";
import { compareFixture, readFixture } from "../plugins/fixture.ts";
import { resolveInMemory } from "../plugins/memory_project.ts";

const ROOT = join(import.meta.dirname!, "..", "languages");
const rulesSeen = new Set<string>();

for (const plugin of languages) {
  const folder = join(ROOT, plugin.name, "fixtures");
  for (const file of readdirSync(folder).sort()) {
    Deno.test(`fixture ${plugin.name}/${file}`, async () => {
      const fixture = readFixture(file, readFileSync(join(folder, file), "utf8"));
      for (const expected of fixture.expectations) if (expected.rule !== "") rulesSeen.add(expected.rule);
      const project = await resolveInMemory(plugin, fixture.files);
      const failures = [...project.notes, ...compareFixture(fixture, project.edges)];
      if (failures.length > 0) throw new Error(`languages/${plugin.name}/fixtures/${file}\n${failures.join("\n")}`);
    });
  }
}

Deno.test("every rule's name occurs in some fixture", () => {
  const missing = RULE_NAMES.filter((rule) => !rulesSeen.has(rule));
  if (missing.length > 0) throw new Error(`No fixture expects the rules ${missing.join(", ")}`);
});
