/**
 * The command line: every command, its options and its help.
 *
 * Stage: CLI. Invariant: the questions come from their registry.
 */
import type { Command } from "commander";
import { LOCAL_QUESTIONS, TOOLS } from "../query/mod.ts";
import { makeBaseProgram } from "./base_program.ts";
import { addExport, addMcp, addTool } from "./commands.ts";
import { addDoctor } from "./doctor/command.ts";
import { addForget, addMemory } from "./memory_commands.ts";
import { addInit } from "./init/command.ts";
import { addLanguages } from "./languages/command.ts";
import { addQuestion } from "./question_command.ts";
import { addShell } from "./shell/command.ts";
import type { CommonOptions } from "./terminal.ts";
import { addGc, addVerify, addWatch } from "./upkeep.ts";

const USAGE = {
  flags: "--usage",
  does: "questions asked here and bytes answered, counted on this machine",
  run: async (common: CommonOptions) => (await import("./show_usage.ts")).showUsage(common),
};

/**
 * All commands, without running any: also the source of the README's table and of shell completions.
 * @param first the first word of a command line: if it is a question, the other questions get no arguments and options
 */
export function makeProgram(finish: (status: number) => void, first?: string): Command {
  const program = makeBaseProgram(finish);
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
  return program;
}
