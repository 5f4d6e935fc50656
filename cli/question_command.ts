/**
 * A question as a command: arguments, options, help and values, all derived from the tool.
 *
 * Stage: CLI. Invariant: says nothing about a question that its tool does not say.
 */
import { Argument, type Command as Program, InvalidArgumentError, Option } from "commander";
import { TOOLS } from "../query/mod.ts";
import { inCommandWords } from "../query/names/tool_words.ts";
import type { Tool } from "../query/tool.ts";
import { oneOf } from "./choices.ts";
import { addExamples } from "./help.ts";
import { answerQuestion } from "./session.ts";
import type { CommonOptions } from "./terminal.ts";

interface Schema {
  readonly description?: string;
  safeParse(value: unknown): { success: boolean };
  unwrap?(): Schema;
  readonly options?: readonly string[];
}

/** An option that makes the command do something else. */
export interface Instead {
  readonly flags: string;
  readonly does: string;
  readonly run: (common: CommonOptions) => Promise<number>;
}

/** Help on cursors for people; agents learn it from the answer with the cursor. */
const CURSOR = "Cursor of an earlier answer, to continue it.";

/**
 * Adds the command of a tool, if it has one.
 * @param brief only its name and summary: for a run of another command
 */
export function addQuestion(
  program: Program,
  tool: Tool,
  finish: (status: number) => void,
  brief: boolean,
  instead: Instead | undefined,
): void {
  const { command } = tool;
  if (command === undefined) return;
  const does = inCommandWords(TOOLS, tool, tool.description.split(/(?<=[.?]) /)[0]!);
  const made = program.command(command.name).summary(command.summary).description(does);
  if (brief) return;
  const shape = tool.input.shape as unknown as Record<string, Schema>;
  for (const name of command.arguments) {
    const word = name.replace("_name", "").replace("_", "-");
    const standard = command.defaults?.[name];
    const argument = new Argument(
      standard === undefined ? `<${word}>` : `[${word}]`,
      withDefault(shape[name]?.description ?? "", standard),
    );
    const choices = choicesOf(shape[name]);
    made.addArgument(choices === undefined ? argument : oneOf(argument, choices));
  }
  for (const [name, flags] of Object.entries(command.options)) {
    const help = command.optionHelp?.[name] ?? (name === "cursor" ? CURSOR : undefined) ?? shape[name]!.description ?? "";
    made.addOption(makeOption(flags, shape[name]!, withDefault(help, command.defaults?.[name])));
  }
  if (instead !== undefined) made.option(instead.flags, instead.does);
  addExamples(made, command.examples);
  made.action(async (...given: unknown[]) => {
    const own = given[command.arguments.length] as Record<string, unknown>;
    const common = made.optsWithGlobals<CommonOptions>();
    if (instead !== undefined && own[new Option(instead.flags).attributeName()] === true) return finish(await instead.run(common));
    const params: Record<string, unknown> = { ...command.defaults };
    command.arguments.forEach((name, i) => params[name] = given[i] ?? params[name]);
    for (const [name, flags] of Object.entries(command.options)) {
      const value = own[new Option(flags).attributeName()];
      if (value !== undefined) params[name] = value;
    }
    finish(await answerQuestion(tool, params, common));
  });
}

/** The help on a parameter, with its default. */
function withDefault(help: string, standard: string | undefined): string {
  return standard === undefined ? help : `${help.replace(/\.$/, "")} (default ${standard}).`;
}

function makeOption(flags: string, schema: Schema, help: string): Option {
  const option = new Option(flags, help);
  const choices = choicesOf(schema);
  if (choices !== undefined) return oneOf(option, choices);
  if (!schema.safeParse("x").success && schema.safeParse(1).success) {
    return option.argParser(schema.safeParse(0.5).success ? parseNumber : parseWholeNumber);
  }
  return option;
}

/** The words that a parameter takes, if it is limited to a few. */
function choicesOf(schema: Schema | undefined): readonly string[] | undefined {
  return (schema?.unwrap?.() ?? schema)?.options;
}

function parseNumber(value: string): number {
  if (!/^-?\d*\.?\d+$/.test(value)) throw new InvalidArgumentError("It must be a number.");
  return Number(value);
}

function parseWholeNumber(value: string): number {
  if (!/^-?\d+$/.test(value)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(value);
}
