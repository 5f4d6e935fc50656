/**
 * What rust-analyzer says about every call of a crate or a workspace.
 *
 *     deno run -A bench/accuracy/rust/make_truth.ts DIR OUT.jsonl
 *
 * writes OUT.jsonl and OUT.files.json. Invariant: DIR is not changed; all features are on, tests, examples and benches
 * are part of it.
 */
import * as fs from "node:fs/promises";
import * as path from "node:path";
import process from "node:process";
import { findCache } from "../../cache.ts";
import { runProgram } from "../../run_to_end.ts";
import { withCopy } from "../copy_project.ts";
import { nameCoverage } from "../truth.ts";
import { writeScipIndex } from "./get_rust_analyzer.ts";

export async function makeTruth(projectDir: string, outFile: string): Promise<void> {
  const out = path.resolve(outFile);
  await fs.mkdir(path.dirname(out), { recursive: true });
  const oracle = await buildOracle();
  await withCopy(projectDir, async (copy, scratch) => {
    const index = await writeScipIndex(copy, scratch);
    console.error((await runProgram(oracle, [copy, index, out, nameCoverage(out)])).trimEnd());
  });
}

async function buildOracle(): Promise<string> {
  const target = path.join(findCache(), "tools", "rust-oracle");
  const cwd = path.join(import.meta.dirname!, "oracle");
  await runProgram("cargo", ["build", "--quiet", "--release", "--locked"], { cwd, env: { CARGO_TARGET_DIR: target } });
  return path.join(target, "release", "callgrove-rust-oracle");
}

if (import.meta.main) {
  const [dir, out] = process.argv.slice(2);
  if (dir === undefined || out === undefined) {
    console.error("usage: deno run -A bench/accuracy/rust/make_truth.ts DIR OUT.jsonl");
    process.exitCode = 2;
  } else await makeTruth(dir, out);
}
