/**
 * What go/types says about every call of a repository's modules.
 *
 *     deno run -A bench/accuracy/go/make_truth.ts DIR OUT.jsonl
 *
 * writes OUT.jsonl and OUT.files.json. Invariant: DIR is not changed; the modules it needs are downloaded into Go's own
 * cache.
 */
import * as fs from "node:fs/promises";
import * as path from "node:path";
import process from "node:process";
import { runProgram } from "../../run_to_end.ts";
import { withCopy } from "../copy_project.ts";
import { nameCoverage } from "../truth.ts";

export async function makeTruth(projectDir: string, outFile: string): Promise<void> {
  const out = path.resolve(outFile);
  await fs.mkdir(path.dirname(out), { recursive: true });
  await withCopy(projectDir, async (copy, scratch) => {
    const program = path.join(scratch, "oracle");
    await runProgram("go", ["build", "-o", program, "."], { cwd: path.join(import.meta.dirname!, "oracle") });
    console.error((await runProgram(program, ["-dir", copy, "-out", out, "-files", nameCoverage(out)])).trimEnd());
  });
}

if (import.meta.main) {
  const [dir, out] = process.argv.slice(2);
  if (dir === undefined || out === undefined) {
    console.error("usage: deno run -A bench/accuracy/go/make_truth.ts DIR OUT.jsonl");
    process.exitCode = 2;
  } else await makeTruth(dir, out);
}
