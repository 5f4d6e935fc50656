/**
 * The command line: every command, its options and its help.
 *
 * Stage: CLI. Invariants: the questions come from their registry; wrong usage is exit status 2 and names what is right; with --json
 * an error is JSON too.
 */
import { Command, CommanderError, Option } from "commander";
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import { addDropIns } from "../plugins/find_drop_ins.ts";
import { replyError } from "../query/ask.ts";
import { nearest } from "../query/check_params.ts";
import { UNKNOWN_STATE } from "../query/metadata.ts";
import { LOCAL_QUESTIONS, TOOLS } from "../query/mod.ts";
import { addExport, addIndex, addMcp, addTool } from "./commands.ts";
import { addDoctor } from "./doctor/command.ts";
import { addExamples } from "./help.ts";
import { addForget, addMemory } from "./memory_commands.ts";
import { addInit } from "./init/command.ts";
import { addLanguages } from "./languages/command.ts";
import { addQuestion, parseChoice } from "./question_command.ts";
import { describeStack, printReply } from "./session.ts";
import { addShell } from "./shell/command.ts";
import { showStatus } from "./status.ts";
import { chooseStyle, type CommonOptions, printNotice, ReaderGone, usageError } from "./terminal.ts";
import { addGc, addVerify, addWatch } from "./upkeep.ts";
import { VERSION } from "../version.ts";

/** Runs the program with the arguments of a command line; gives its exit status. */
export async function runProgram(args: readonly string[]): Promise<number> {
  let status = 0;
  const program = makeProgram((value) => status = value, args[0]);
  const complaints: string[] = [];
  for (const command of [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)]) {
    command.exitOverride().configureOutput({ writeErr: (text) => complaints.push(text), outputError: (text) => complaints.push(text) });
  }
  try {
    const rough = program.parseOptions([...args]);
    if (rough.operands.length === 0 && rough.unknown.length === 0 && !args.includes("--")) return await showStatus(program.opts());
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (thrown) {
    if (thrown instanceof ReaderGone) return 0;
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    const options = commonOptions(program, args);
    const error = thrown instanceof CommanderError ? asUsageError(thrown, program, args) : toCallgroveError(thrown);
    printReply(replyError(error, undefined, {}, UNKNOWN_STATE, chooseStyle({ ...options, json: true })), options);
    return error.exitStatus;
  }
}

const USAGE = {
  flags: "--usage",
  does: "what was asked here and how many bytes were answered, counted on this machine",
  run: async (common: CommonOptions) => (await import("./show_usage.ts")).showUsage(common),
};

/**
 * All commands, without running anything: what the README's table and shell completions are made of.
 * @param first the first word of a command line: where it is a question, the other questions get no arguments and options.
 */
export function makeProgram(finish: (status: number) => void, first?: string): Command {
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
    .addOption(
      new Option("--color <when>", "auto, always or never").default("auto").argParser((value: string) =>
        parseChoice(value, ["auto", "always", "never"])
      ),
    )
    .option("--no-input", "never ask")
    .configureHelp({ showGlobalOptions: true })
    .helpCommand("help [command]", "show the help of a command");
  addExamples(program, [
    ["callgrove callers load", "who calls load"],
    ["callgrove graph Job.go --depth 2", "callers and callees around a method"],
    ["callgrove path main load", "how main reaches load"],
    ["callgrove mcp", "serve the same answers to agents"],
  ]);
  program.hook("preAction", (_, command) => addDropIns(command.optsWithGlobals<CommonOptions>().plugin ?? []));
  addIndex(program, finish);
  const questions = [...TOOLS, ...LOCAL_QUESTIONS];
  const isQuestion = questions.some((tool) => tool.command !== undefined && tool.command.name === first);
  for (const tool of questions) {
    const brief = isQuestion && tool.command?.name !== first;
    addQuestion(program, tool, finish, brief, tool.name === "call_graph_stats" ? USAGE : undefined);
  }
  addExport(program, finish);
  addMemory(program, finish);
  addForget(program, finish);
  addTool(program, finish);
  addLanguages(program, finish);
  addMcp(program, finish);
  addWatch(program, finish);
  addVerify(program, finish);
  addGc(program, finish);
  addInit(program, finish);
  addDoctor(program, finish);
  addShell(program, finish);
  for (const command of program.commands) command.configureHelp({ showGlobalOptions: true });
  return program;
}

/** The common options, also where parsing stopped half-way. */
function commonOptions(program: Command, args: readonly string[]): CommonOptions {
  const options = program.opts<CommonOptions>();
  return { ...options, ...(args.includes("--json") ? { json: true } : {}), ...(args.includes("--debug") ? { debug: true } : {}) };
}

/** The library's complaint in our words; what it does not suggest by itself is added. */
function asUsageError(thrown: CommanderError, program: Command, args: readonly string[]): CallgroveError {
  const message = thrown.message.replace(/^error: /, "").replace(/\n\(Did you mean (.+)\?\)/, ". Did you mean $1?");
  const command = program.commands.find((one) => args.includes(one.name()));
  const unknown = /unknown command '(.+?)'/.exec(message)?.[1];
  const meant = unknown === undefined || message.includes("Did you mean")
    ? undefined
    : nearest(unknown, program.commands.map((one) => one.name()));
  const hint = `See: callgrove ${command === undefined ? "" : `${command.name()} `}--help`;
  return usageError(`Wrong usage: ${message}${meant === undefined ? "" : `. Did you mean ${meant}?`}`, hint);
}

/** For `--debug` where no reply was printed. */
export function explainFailure(error: Error): void {
  printNotice(describeStack(error));
}
