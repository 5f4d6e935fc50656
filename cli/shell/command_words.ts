/**
 * The command line as data, for shell completions and the man page.
 *
 * Stage: CLI. Invariant: read from the program's own commands; adds nothing to them.
 */
import type { Argument, Command as Program, Option } from "commander";
import { argumentsOf, describe } from "../help.ts";

/** The possible values of an option or argument: some words, a folder, a file, or anything else. */
export interface ValueWords {
  readonly words: readonly string[];
  readonly kind: "words" | "folder" | "file" | "other";
}
/** An option, for completions and the manual. */
export interface OptionWords {
  /** `--repo`, `-C`. */
  readonly names: readonly string[];
  /** `<dir>`, or "" if it takes no value. */
  readonly value: string;
  readonly takes: ValueWords;
  readonly does: string;
}
/** A command, for completions and the manual. */
export interface CommandWords {
  /** With the commands above it: `languages new`. */
  readonly path: string;
  readonly does: string;
  readonly description: string;
  readonly arguments: string;
  /** The possible values of its arguments, in order; if `isOpen`, the last applies to all further ones. */
  readonly positions: readonly ValueWords[];
  readonly isOpen: boolean;
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
      arguments: argumentsOf(command),
      positions: command.registeredArguments.map((one) => valuesOf(one, one.name())),
      isOpen: command.registeredArguments.at(-1)?.variadic === true,
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
  const value = /[<[].*$/.exec(option.flags)?.[0] ?? "";
  return { names, value, takes: valuesOf(option, value.replace(/[^\w-]/g, "")), does: describe(option) };
}

/** @param name the name of the value in the help */
function valuesOf({ argChoices }: Option | Argument, name: string): ValueWords {
  if (argChoices !== undefined) return { words: argChoices, kind: "words" };
  return { words: [], kind: name === "dir" ? "folder" : /^(file|path|file-path)$/.test(name) ? "file" : "other" };
}
