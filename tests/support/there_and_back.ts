/**
 * Tests of edits there and back, each of which must leave an index that says what a fresh one says.
 */
import assert from "node:assert/strict";
import { dumpIndex } from "./dump_index.ts";
import { firstDifferences } from "./random_walk.ts";
import { openProject, withProject } from "./temp_project.ts";

/** Files that stay, the file that is edited with `…` in it, and what stands in the place of `…` before and after. */
export interface Edit {
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly text: string;
  readonly between: readonly [string, string];
}

/** A test of each, by what it is called. */
export function testThereAndBack(edits: Readonly<Record<string, Edit>>): void {
  for (const [what, { files, path, text, between }] of Object.entries(edits)) {
    Deno.test(`${what}: an edit there and back says what a fresh index says`, () =>
      withProject({ ...files, [path]: text.replaceAll("…", between[0]) }, async (project) => {
        await project.index();
        for (const part of [between[1], between[0]]) {
          project.write(path, text.replaceAll("…", part));
          await project.index();
          const afresh = openProject(project.root, `${project.database}-fresh`);
          await afresh.index({ force: true });
          assert.deepEqual(firstDifferences(dumpIndex(project.database), dumpIndex(afresh.database)), [], part);
        }
      }));
  }
}
