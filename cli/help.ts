/**
 * Help pages: examples first.
 *
 * Stage: CLI. Invariant: every example can be pasted.
 */
import type { Command as Program } from "commander";

/** Puts examples at the top of a command's help. */
export function addExamples(command: Program, examples: readonly (readonly [line: string, does: string])[]): void {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, does]) => `  ${line.padEnd(width)}  ${does}`);
  command.addHelpText("before", `Examples:\n${lines.join("\n")}\n`);
}
