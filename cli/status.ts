/**
 * Bare `callgrove`: a line on where one stands, and three commands to try.
 *
 * Stage: CLI. Invariant: it builds nothing; the names in the commands are of this repository.
 */
import { resolve } from "node:path";
import { locateProject } from "../core/store/location.ts";
import { readStanding } from "../workspace/read_standing.ts";
import { startingFolder } from "./starting_folder.ts";
import { chooseStyle, type CommonOptions, formatJson, printAnswer } from "./terminal.ts";

/** Prints the status; exit status 0. */
export async function showStatus(options: CommonOptions): Promise<number> {
  const style = chooseStyle(options);
  const project = await locateProject(resolve(startingFolder(), options.repo ?? "."), options.db);
  const standing = readStanding(project);
  const [first, second] = [standing.names[0] ?? "main", standing.names[1] ?? "main"];
  const commands = [
    [`callgrove callers ${first}`, `who calls ${first}`],
    [`callgrove graph ${second} --depth 2`, `callers and callees around ${second}`],
    ["callgrove stats", "how much is indexed and resolved"],
  ] as const;
  if (options.json === true) {
    printAnswer(formatJson({ root: project.root, indexed: standing.indexed, status: standing.line, try: commands.map(([line]) => line) }));
    return 0;
  }
  const width = Math.max(...commands.map(([line]) => line.length));
  printAnswer([
    `${style.strong(project.root)}: ${standing.line}`,
    ...commands.map(([line, does]) => `  ${line.padEnd(width)}  ${style.faint(does)}`),
    style.faint("All commands: callgrove --help"),
  ].join("\n"));
  return 0;
}
