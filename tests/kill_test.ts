/**
 * kill -9 at any moment: the previous index stays intact, and the next `index` produces exactly a fresh one.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkIntegrity, dumpIndex } from "./support/dump_index.ts";
import { makeRandom } from "./support/random_edits.ts";
import { openProject, type TempProject, withProject } from "./support/temp_project.ts";

const MAIN = join(import.meta.dirname!, "..", "main.ts");

/** Files that call each other across the project. */
function makeFiles(count: number, version: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let i = 0; i < count; i++) {
    const next = (i * 7 + version) % count;
    const functions = Array.from({ length: 40 }, (_, k) => `def f${i}_${k}(x):\n    y = g${next}(x)\n    return y.run(${k}, ${version})\n`);
    files[`package/m${i}.py`] = `from package.m${next} import g${next}\n\nclass C${i}:\n    def run(self, a, b):\n        return self\n\n` +
      `def g${i}(x):\n    return C${i}()\n\n${functions.join("\n")}`;
  }
  return files;
}

/** Starts an `index` of its own and kills it after `delay` ms; false if it was done before. */
async function indexAndKill(project: TempProject, delay: number): Promise<boolean> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", MAIN, "index", project.root, "--db", project.database],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const timer = setTimeout(() => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It was done before.
    }
  }, delay);
  const { signal } = await child.status;
  clearTimeout(timer);
  return signal === "SIGKILL";
}

/** How long a whole `index` of its own takes here and now, ms. */
async function measureRun(project: TempProject): Promise<number> {
  const start = performance.now();
  await indexAndKill(project, 600_000);
  rmSync(project.database, { recursive: true, force: true });
  return performance.now() - start;
}

async function check(project: TempProject, before: readonly string[] | undefined, what: string): Promise<void> {
  if (before === undefined) assert.ok(!existsSync(join(project.database, "index.db")), `${what}: half an index is there`);
  else assert.deepEqual(dumpIndex(project.database), before, `${what}: the old index is not whole`);
  await project.index();
  const afresh = openProject(project.root, `${project.database}-fresh`);
  if (!existsSync(afresh.database)) await afresh.index();
  assert.deepEqual(dumpIndex(project.database), dumpIndex(afresh.database), what);
  assert.deepEqual(checkIntegrity(project.database), [], what);
  assert.deepEqual(readdirSync(project.database).filter((name) => name.includes("building")), [], what);
}

/** Tries per case; the environment may ask for more. */
const TRIES = Number(Deno.env.get("CALLGROVE_TEST_KILLS") ?? 4);

Deno.test("killed while making the first index", () =>
  withProject(makeFiles(80, 1), async (project) => {
    const random = makeRandom(11);
    const whole = await measureRun(project);
    for (let i = 0; i < TRIES; i++) {
      const killed = await indexAndKill(project, whole * (0.1 + 0.9 * random()));
      if (killed) {
        await check(project, existsSync(join(project.database, "index.db")) ? dumpIndex(project.database) : undefined, `try ${i}`);
      }
      rmSync(project.database, { recursive: true, force: true });
    }
  }));

Deno.test("killed while updating an index", () =>
  withProject(makeFiles(80, 1), async (project) => {
    const random = makeRandom(12);
    const whole = await measureRun(project);
    await project.index();
    for (let i = 0; i < TRIES; i++) {
      const before = dumpIndex(project.database);
      for (const [path, text] of Object.entries(makeFiles(80, i + 2))) project.write(path, text);
      const killed = await indexAndKill(project, whole * (0.1 + 0.9 * random()));
      const state = dumpIndex(project.database);
      const isOld = state.length === before.length && state.every((line, k) => line === before[k]);
      if (killed) await check(project, isOld ? before : state, `try ${i}`);
      else await project.index();
      rmSync(`${project.database}-fresh`, { recursive: true, force: true });
    }
  }));
