/**
 * The compiled program, where a test run was given one: `CALLGROVE_BINARY=dist/callgrove deno task test`; `.ci/run` does it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Outcome, runProgram } from "./shop.ts";

const given = Deno.env.get("CALLGROVE_BINARY") ?? "";

/** Its path; "" where there is none. */
export const BINARY: string = given === "" ? "" : resolve(given);

/** Runs the binary, by default from an empty folder far from the checkout. */
export async function runBinary(args: readonly string[], cwd?: string, env: Record<string, string> = {}): Promise<Outcome> {
  const empty = mkdtempSync(join(tmpdir(), "callgrove-empty-"));
  try {
    return await runProgram(BINARY, args, cwd ?? empty, env);
  } finally {
    rmSync(empty, { recursive: true });
  }
}
