/**
 * The command line as data: what shell completions and the man page are made of.
 *
 * Stage: CLI. Invariant: read off the program's own commands; nothing is said here that they do not say.
 */
import type { Command as Program, Option } from "commander";

export interface OptionWords {
  /** `--repo`, `-C`. */
  readonly names: readonly string[];
  /** `<dir>`, or "" where it takes nothing. */
  readonly value: string;
  readonly does: string;
}
export interface CommandWords {
  /** `languages new`: with those above it. */
  readonly path: string;
  readonly does: string;
  readonly description: string;
  readonly arguments: string;
  readonly options: readonly OptionWords[];
  readonly subcommands: readonly string[];
}

/** The common options, then every command and subcommand, in the program's order. */
export function readWords(program: Program): { readonly common: readonly OptionWords[]; readonly commands: readonly CommandWords[] } {
  const commands: CommandWords[] = [];
  const visit = (command: Program, above: string): void => {
    const path = above === "" ? command.name() : `${above} ${command.name()}`;
    commands.push({
      path,
      does: command.summary(),
      description: command.description(),
      arguments: command.registeredArguments.map((one) => one.required ? `<${one.name()}>` : `[${one.name()}]`).join(" "),
      options: command.options.map(describeOption),
      subcommands: command.commands.map((one) => one.name()),
    });
    for (const below of command.commands) visit(below, path);
  };
  for (const command of program.commands) visit(command, "");
  return { common: program.options.map(describeOption), commands };
}

function describeOption(option: Option): OptionWords {
  const names = [option.long, option.short].filter((name) => name !== undefined && name !== null) as string[];
  return { names, value: /[<[].*$/.exec(option.flags)?.[0] ?? "", does: option.description };
}
