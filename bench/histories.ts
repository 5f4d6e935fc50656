/**
 * Real histories to measure on, as clones in the cache (`histories/NAME`), pinned in `corpora.ts`.
 *
 * Invariant: nothing is fetched here; a history that is missing is named with the command that brings it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findCache } from "./cache.ts";
import { HISTORIES, type History } from "./corpora.ts";

/** A history of the table. @throws Error for a name that it does not have. */
export function chooseHistory(name: string): History {
  const found = HISTORIES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no history "${name}": ${HISTORIES.map((one) => one.name).join(", ")}`);
  return found;
}

/** Makes a clone of its own in `folder`, with the pinned commit checked out. */
export function cloneHistory(history: History, folder: string): void {
  const source = join(findCache(), "histories", history.name);
  if (!existsSync(source)) {
    throw new Error(`the history is missing: git clone https://github.com/${history.repository} ${source}`);
  }
  runGit(["clone", "-q", "--no-checkout", source, folder]);
  runGit(["-C", folder, "checkout", "-q", "-B", "main", history.commit]);
}

/** Runs git; returns its output. */
export function runGit(args: readonly string[]): string {
  const output = new Deno.Command("git", { args: ["-c", "core.hooksPath=/dev/null", ...args] }).outputSync();
  if (!output.success) throw new Error(new TextDecoder().decode(output.stderr));
  return new TextDecoder().decode(output.stdout).trimEnd();
}

/** The last `count` commits of the main line up to the pinned one, oldest first. */
export function mainLine(folder: string, count: number): string[] {
  return runGit(["-C", folder, "rev-list", "--first-parent", `--max-count=${count}`, "HEAD"]).split("\n").reverse();
}
