/**
 * A random walk over a real history, step by step against an index made afresh: `deno run -A bench/refs/random_walk.ts [HISTORY] [STEPS] [SEED]`.
 *
 * Prints each step that differs and a last line with the count; exit status 1 if any does.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { walkHistory } from "../../tests/support/random_walk.ts";
import { openProject } from "../../tests/support/temp_project.ts";
import { chooseHistory, cloneHistory } from "../histories.ts";

const [name = "chi", steps = "500", seed = "1"] = Deno.args;
const folder = mkdtempSync(join(tmpdir(), "callgrove-walk-"));
let wrong = 0;
let done = 0;
try {
  cloneHistory(chooseHistory(name), join(folder, "project"));
  await walkHistory({
    project: openProject(join(folder, "project"), join(folder, "db")),
    seed: Number(seed),
    steps: Number(steps),
    onStep: (step, what, differences) => {
      done++;
      if (differences.length > 0) {
        wrong++;
        console.log(`step ${step}: ${what}\n${differences.map((line) => `  ${line.slice(0, 400)}`).join("\n")}`);
      } else if (step % 50 === 49) console.log(`${step + 1} steps, ${wrong} wrong`);
    },
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${name}, seed ${seed}: ${done} steps, ${wrong} differ from a fresh index`);
if (wrong > 0) Deno.exit(1);
