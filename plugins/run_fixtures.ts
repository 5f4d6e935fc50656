/**
 * Runs a drop-in language's fixtures: compares the edges made by its code and queries with those that the fixtures announce.
 *
 * Stage: tests. Invariant: the same closed world as for the built-in languages; a failure shows the line to paste.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadGrammar } from "./check_drop_in.ts";
import { commentMarkOf } from "./comment_mark.ts";
import { compareFixture, readFixture } from "./fixture.ts";
import type { DropIn } from "./manifest.ts";
import { loadWithCode } from "./make_plugin.ts";
import { resolveInMemory } from "./memory_project.ts";

/** The result of one fixture; no failures if everything is as announced. */
export interface FixtureResult {
  readonly file: string;
  readonly expectations: number;
  readonly failures: readonly string[];
}

/** Runs the fixtures in this thread, including the drop-in's code. */
export async function runFixtures(dropIn: DropIn): Promise<FixtureResult[]> {
  const folder = join(dropIn.folder, "fixtures");
  const plugin = await loadWithCode(dropIn);
  const mark = commentMarkOf(await loadGrammar(join(dropIn.folder, Object.values(dropIn.manifest.extensions)[0]!)));
  const results: FixtureResult[] = [];
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const fixture = readFixture(file, readFileSync(join(folder, file), "utf8"), mark);
    const { notes, edges } = await resolveInMemory(plugin, fixture.files);
    results.push({ file, expectations: fixture.expectations.length, failures: [...notes, ...compareFixture(fixture, edges)] });
  }
  return results;
}
