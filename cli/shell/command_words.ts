/**
 * The command line as data: what shell completions and the man page are made of.
 *
 * Stage: CLI. Invariant: read off the program's own commands; nothing is said here that they do not say.
 */
import type { Argument, Command as Program, Option } from "commander";
import { argumentsOf, describe } from "../help.ts";

/** What stands for a value: one of some words, a folder, a file, or something else. */
export interface ValueWords {
  readonly words: readonly string[];
  readonly kind: "words" | "folder" | "file" | "other";
}
/** An option, as completions and the manual say it. */
export interface OptionWords {
  /** `--repo`, `-C`. */
  readonly names: readonly string[];
  /** `<dir>`, or "" where it takes nothing. */
  readonly value: string;
  readonly takes: ValueWords;
  readonly does: string;
}
/** A command, as completions and the manual say it. */
export interface CommandWords {
  /** `languages new`: with those above it. */
  readonly path: string;
  readonly does: string;
  readonly description: string;
  readonly arguments: string;
  /** What its arguments may be, in their order; the last also counts for all behind it where `isOpen`. */
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

/** @param name what its value is called in the help. */
function valuesOf({ argChoices }: Option | Argument, name: string): ValueWords {
  if (argChoices !== undefined) return { words: argChoices, kind: "words" };
  return { words: [], kind: name === "dir" ? "folder" : /^(file|path|file-path)$/.test(name) ? "file" : "other" };
}
