/**
 * Which types of a crate or workspace implement which of its traits, as rust-analyzer resolves the names of its `impl` items.
 *
 *     deno run -A bench/accuracy/implementors/rust/make_pairs.ts DIR PAIRS.jsonl PLACES.json
 *
 * Invariant: DIR is not changed; all features are on, tests, examples and benches are part of it.
 */
import * as path from "node:path";
import process from "node:process";
import { findCache } from "../../../cache.ts";
import { runProgram } from "../../../run_to_end.ts";
import { withCopy } from "../../copy_project.ts";
import { writeScipIndex } from "../../rust/get_rust_analyzer.ts";

const [directory, pairs, places] = process.argv.slice(2);
if (places === undefined) throw new Error("make_pairs.ts DIR PAIRS.jsonl PLACES.json");
const target = path.join(findCache(), "tools", "rust-implementors");
await runProgram("cargo", ["build", "--quiet", "--release", "--locked"], { cwd: import.meta.dirname!, env: { CARGO_TARGET_DIR: target } });
await withCopy(directory!, async (copy, scratch) => {
  const index = await writeScipIndex(copy, scratch);
  const oracle = path.join(target, "release", "callgrove-rust-implementors");
  process.stderr.write(await runProgram(oracle, [copy, index, path.resolve(pairs!), path.resolve(places!)]));
});
