/**
 * Runs a command line.
 *
 * Stage: CLI. Invariants: wrong usage is exit status 2 and names what is right; with --json, errors are JSON too; `index`, for which two
 * threads are already waiting, loads nothing else.
 */
import { type Command, CommanderError, type Option } from "commander";
import { shellWord } from "../core/base/shell_word.ts";
import { tableOf } from "../core/base/tables.ts";
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import type { EarlyThreads } from "../core/threads/run_threads.ts";
import { loadCommands, loadSession, loadStatus } from "../later.ts";
import { meantBy } from "../query/answer/alike_words.ts";
import { nearestWord } from "../query/names/name_likeness.ts";
import { makeBaseProgram, refuseEmpty } from "./base_program.ts";
import { argumentsOf } from "./help.ts";
import { type CommonOptions, printHelp, usageError } from "./terminal.ts";
import { ReaderGone } from "./write_all.ts";

/**
 * Runs the program with the arguments of a command line; returns its exit status.
 * @param early threads started in advance for an index run
 */
export async function runProgram(args: readonly string[], early?: EarlyThreads): Promise<number> {
  let status = 0;
  const finish = (value: number): void => {
    status = value;
  };
  let program: Command;
  try {
    program = await openProgram(args, finish, early);
  } catch (thrown) {
    return await fail(toCallgroveError(thrown), optionsIn(args));
  }
  const complaints: string[] = [];
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    const complain = (text: string): void => void complaints.push(text);
    command.exitOverride().configureOutput({ writeOut: printHelp, writeErr: complain, outputError: complain });
  }
  try {
    const rough = program.parseOptions([...args]);
    if (rough.operands.length === 0 && rough.unknown.length === 0 && !args.includes("--")) {
      refuseEmpty(program);
      return await (await loadStatus()).showStatus(program.opts());
    }
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (thrown) {
    if (thrown instanceof ReaderGone) return 0;
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const error = thrown instanceof CommanderError ? asUsageError(thrown, program, args) : toCallgroveError(thrown);
    return await fail(error, { ...program.opts<CommonOptions>(), ...optionsIn(args) });
  }
}

/** The program with the commands that these arguments need. */
async function openProgram(args: readonly string[], finish: (status: number) => void, early?: EarlyThreads): Promise<Command> {
  const first = firstWord(args);
  return first === "index" ? makeBaseProgram(finish, early) : (await loadCommands()).makeProgram(finish, first);
}

async function fail(error: CallgroveError, options: CommonOptions): Promise<number> {
  await (await loadSession()).printFailure(error, options);
  return error.exitStatus;
}

/** The first argument that is neither an option nor an option's value: the name of a command. */
function firstWord(args: readonly string[]): string | undefined {
  if (args[0]?.startsWith("-") !== true) return args[0];
  try {
    const silent = { writeOut: (): void => {}, outputError: (): void => {} };
    return makeBaseProgram(() => {}).exitOverride().configureOutput(silent).parseOptions([...args]).operands[0];
  } catch {
    return args[0];
  }
}

/** The common options that affect how errors look, for use when parsing failed. */
function optionsIn(args: readonly string[]): CommonOptions {
  return { ...(args.includes("--json") ? { json: true } : {}), ...(args.includes("--debug") ? { debug: true } : {}) };
}

/** The library's error in our words, with suggestions that it lacks. */
function asUsageError(thrown: CommanderError, program: Command, args: readonly string[]): CallgroveError {
  const { path, command, next } = followNames(program, args);
  const isUnknown = thrown.code === ASKED_FOR_COMMAND || (thrown.code === TOO_MUCH && command.commands.length > 0);
  const message = isUnknown
    ? next === undefined ? `${path} needs a command: ${namesOf(command).join(", ")}` : `unknown command '${next}'`
    : thrown.message.replace(/^error: /, "").replace(/\n\(Did you mean (.+)\?\)/, ". Did you mean $1?")
      .replace(/^command-argument value '(.*)' is invalid for argument '(.*)'\./s, "'$1' is not a possible <$2>.");
  const unknown = /unknown command '(.+?)'/.exec(message)?.[1];
  const dashed = /^unknown option '(.+)'$/s.exec(message)?.[1];
  const isSuggested = message.includes("Did you mean");
  const named = unknown === undefined || isSuggested ? undefined : nearestWord(unknown, namesOf(command)) ?? OTHER_COMMANDS[unknown];
  const meant = named ?? (dashed === undefined ? undefined : optionMeant(dashed, [...command.options, ...program.options]));
  const behind = dashed === undefined || !NAME_PARTS.test(dashed) ? "" : `; put a name after two dashes: ${path} -- ${shellWord(dashed)}`;
  const usage = thrown.code === TOO_MUCH && !isUnknown ? `Usage: ${`${path} ${usageOf(command)}`.trimEnd()}. ` : "";
  return usageError(
    `Wrong usage: ${message}${meant === undefined ? "" : `. Did you mean ${meant}?`}`,
    `${usage}See: ${path} --help${behind}`,
  );
}

/** Commands under the names that other programs have for them. */
const OTHER_COMMANDS: Readonly<Record<string, string>> = tableOf({
  diff: "compare",
  find: "search",
  note: "remember note",
  outline: "symbols",
  references: "callers",
  refs: "callers",
  untested: "search --untested",
  unused: "search --unused",
  usages: "callers",
});

/** The option that is meant by another name for the same thing. */
function optionMeant(written: string, options: readonly Option[]): string | undefined {
  const word = (option: string): string => option.replace(/^--?/, "").replaceAll("-", "_");
  const name = meantBy(word(written), options.map(({ long }) => word(long ?? "")));
  return name === undefined ? undefined : `--${name.replaceAll("_", "-")}`;
}

/** A command's own arguments and options, in the notation of its help. */
function usageOf(command: Command): string {
  return [argumentsOf(command), ...command.options.map(({ flags }) => `[${flags}]`)].filter((part) => part !== "").join(" ");
}

/** Characters of paths and qualified names that no option contains. */
const NAME_PARTS = /[./:]/;

/** The library's code for showing a help page instead of running something. */
const ASKED_FOR_COMMAND = "commander.help";
/** Its code for too many arguments. */
const TOO_MUCH = "commander.excessArguments";

function namesOf(command: Command): string[] {
  return command.commands.map((one) => one.name());
}

/** The command that the arguments name, as typed, and the first argument after it, skipping values of options. */
function followNames(program: Command, args: readonly string[]): { path: string; command: Command; next: string | undefined } {
  let command = program;
  let path = "callgrove";
  let next: string | undefined;
  let takesNext = false;
  for (const arg of args) {
    if (takesNext) {
      takesNext = false;
      continue;
    }
    takesNext = [...program.options, ...command.options].some(({ required, short, long }) => required && (arg === short || arg === long));
    if (arg === "help" || arg.startsWith("-")) continue;
    const named = command.commands.find((one) => one.name() === arg || one.aliases().includes(arg));
    if (named === undefined) next ??= arg;
    else {
      command = named;
      path += ` ${named.name()}`;
      next = undefined;
    }
  }
  return { path, command, next };
}
