/**
 * The program without its commands: what all commands share.
 *
 * Stage: CLI. Invariant: loads no command and no question, so that `index`, which needs none of them, starts at once.
 */
import { Command, Option } from "commander";
import type { EarlyThreads } from "../core/threads/run_threads.ts";
import { VERSION } from "../version.ts";
import { settleFolders } from "./asked_folders.ts";
import { oneOf } from "./choices.ts";
import { addExamples, helpLayout } from "./help.ts";
import { addIndex } from "./index_command.ts";
import { type CommonOptions, usageError } from "./terminal.ts";

/**
 * A program with the common options and the command `index`.
 * @param finish receives the exit status
 * @param early threads started in advance for an index run
 */
export function makeBaseProgram(finish: (status: number) => void, early?: EarlyThreads): Command {
  const program = new Command("callgrove");
  program.description("Who calls what: a call graph of a repository, from resolved code, for people and agents.")
    .version(VERSION, "-V, --version", "print the version")
    .option("-C, --repo <dir>", "the repository (default: the one around the current folder)")
    .option("--db <dir>", "folder of the databases (default: inside the repository's git folder)")
    .option("--ref <ref>", "branch, tag or commit (default: the working tree)")
    .option(
      "--plugin <dir>",
      "use the language in that folder too; may be given several times",
      (dir, before: string[]) => [...before, dir],
      [],
    )
    .option("--json", "print the structured value")
    .option("--quiet", "no progress and no remarks")
    .option("--debug", "show where an error comes from")
    .addOption(oneOf(new Option("--color <when>", "colours"), ["auto", "always", "never"]).default("auto"))
    .option("--no-input", "never ask")
    .configureHelp(helpLayout())
    .helpCommand("help [command]", "show the help of a command");
  addExamples(program, [
    ["callgrove callers load", "who calls load"],
    ["callgrove graph Job.go --depth 2", "callers and callees around a method"],
    ["callgrove path main load", "how main reaches load"],
    ["callgrove mcp", "serve the same answers to agents"],
  ]);
  program.hook("preAction", (_, command) => refuseEmpty(command));
  program.hook("preAction", (_, command) => settleFolders(command.optsWithGlobals<CommonOptions>()));
  addIndex(program, finish, early);
  return program;
}

/**
 * Refuses an empty argument or option, as a script passes by mistake.
 * @throws CallgroveError invalid_input
 */
export function refuseEmpty(command: Command): void {
  const at = command.processedArgs.findIndex(isEmpty);
  const argument = command.registeredArguments[at]?.name();
  const options = [command, ...ancestorsOf(command)].flatMap((one) => one.options.map((option) => ({ one, option })));
  const option = options.find(({ one, option }) => isEmpty(one.getOptionValue(option.attributeName())))?.option.flags;
  if (argument === undefined && option === undefined) return;
  const what = argument === undefined ? `option '${option}'` : `argument '${argument}'`;
  throw usageError(`Wrong usage: the ${what} is empty`, `See: ${nameOf(command)} --help`);
}

/** Whether a value, or one of several, is empty. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.includes("") : value === "";
}

function ancestorsOf({ parent }: Command): Command[] {
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
