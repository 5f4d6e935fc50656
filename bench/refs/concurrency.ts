/**
 * Many on one index: `deno run -A bench/refs/concurrency.ts [READERS] [SECONDS] [ROUNDS]` (8 readers, 20 s, 12 rounds).
 *
 * Readers in processes of their own ask in a loop beside an indexer while a file is replaced; then four `index` at once on a new and on an
 * edited repository, that many rounds. Exit status 1 if an answer was wrong, a sync failed or an index is not that of a fresh run.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crowdFiles, indexAtOnce, replaceVersion, runCrowd } from "../../tests/support/crowd.ts";
import { checkIntegrity } from "../../tests/support/dump_index.ts";
import { openProject } from "../../tests/support/temp_project.ts";

const [readers = "8", seconds = "20", rounds = "12"] = Deno.args;
const folder = mkdtempSync(join(tmpdir(), "callgrove-crowd-"));
const project = openProject(join(folder, "project"), join(folder, "db"));
const wrong: string[] = [];
try {
  mkdirSync(project.root);
  for (const [path, text] of Object.entries(crowdFiles(150))) project.write(path, text);
  await project.index();
  const { turnouts, versions } = await runCrowd(project, Number(readers), 1, Number(seconds), 120);
  const answers = turnouts.slice(0, -1).reduce((sum, one) => sum + one.rounds, 0);
  const mistakes = turnouts.flatMap((one) => one.wrong);
  console.log(
    `${readers} readers, ${seconds} s: ${answers} answers, ${
      turnouts.at(-1)!.rounds
    } runs of the indexer, ${versions} versions; ${mistakes.length} wrong`,
  );
  wrong.push(...mistakes, ...checkIntegrity(project.database));
  for (let round = 0; round < Number(rounds); round++) {
    rmSync(project.database, { recursive: true, force: true });
    wrong.push(...await indexAtOnce(project, 4));
    replaceVersion(project.root, 1000 + round);
    project.write(`ballast/m${round}.py`, `def g${round}(a, b):\n    return ${round}\n`);
    wrong.push(...await indexAtOnce(project, 4));
  }
  console.log(`four index at once, ${rounds} rounds new and edited: ${wrong.length - mistakes.length} wrong`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const one of wrong.slice(0, 20)) console.log(`  ${one.slice(0, 500)}`);
if (wrong.length > 0) Deno.exit(1);
