/**
 * Bare `callgrove`: one line on the index, and three commands to try.
 *
 * Stage: CLI. Invariant: builds nothing; the names in the commands are from this repository.
 */
import { shellWord } from "../core/base/shell_word.ts";
import { readStanding } from "../workspace/read_standing.ts";
import { placeOf, settleFolders } from "./asked_folders.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer, printWords } from "./terminal.ts";

/** Prints the status; returns exit status 0. */
export async function showStatus(options: CommonOptions): Promise<number> {
  settleFolders(options);
  const style = chooseStyle(options);
  const project = await placeOf(options);
  const standing = readStanding(project);
  const [first, second = first] = standing.names;
  const commands: readonly (readonly [line: string, does: string])[] = [
    first === undefined
      ? ["callgrove search '*'", "what is defined here"]
      : [`callgrove callers ${shellWord(first)}`, `who calls ${first}`],
    second === undefined
      ? ["callgrove stats --cycles", "files that import each other"]
      : [`callgrove graph ${shellWord(second)} --depth 2`, `callers and callees around ${second}`],
    ["callgrove stats", "how much is indexed and resolved"],
  ];
  if (options.json === true) {
    printAnswer(formatJson({ root: project.root, indexed: standing.indexed, status: standing.line, try: commands.map(([line]) => line) }));
    return 0;
  }
  const width = Math.max(...commands.map(([line]) => line.length));
  printWords([
    `${style.strong(project.root)}: ${standing.line}`,
    ...commands.map(([line, does]) => `  ${line.padEnd(width)}  ${style.faint(does)}`),
    style.faint("All commands: callgrove --help"),
  ].join("\n"));
  return 0;
}
