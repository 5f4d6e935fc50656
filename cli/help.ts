/**
 * Help pages: examples first, as wide as the terminal.
 *
 * Stage: CLI. Invariants: every example can be pasted; a description that does not fit beside its term goes below it.
 */
import type { Argument, Command as Program, Help, HelpConfiguration, Option } from "commander";
import { readVariable } from "../core/base/process_environment.ts";

const STANDARD_WIDTH = 80;
/** The least number of columns for a description beside its term. */
const LEAST_ROOM = 30;
const INDENT = 2;

/** The layout of help pages, for each command. */
export function helpLayout(): HelpConfiguration {
  return {
    showGlobalOptions: true,
    helpWidth: widthOfHelp(),
    minWidthToWrap: 1,
    formatItem: layOut,
    commandDescription: (command) => command.description() || asSentence(command.summary()),
    optionDescription: describe,
    argumentDescription: describe,
  };
}

/** Puts examples at the top of a command's help. */
export function addExamples(command: Program, examples: readonly (readonly [line: string, does: string])[]): void {
  command.addHelpText("before", ({ command }) => {
    const helper = Object.assign(command.createHelp(), command.configureHelp());
    const width = examples.reduce((most, [line]) => Math.max(most, line.length), 0);
    const room = (helper.helpWidth ?? STANDARD_WIDTH) - INDENT;
    return `Examples:\n${examples.map(([line, does]) => layOut(foldCommand(line, room), width, does, helper)).join("\n")}\n`;
  });
}

/** Breaks a command into lines of at most `room` columns, with continuation marks: before an option or a redirection. */
function foldCommand(line: string, room: number): string {
  if (line.length <= room || Deno.build.os === "windows") return line;
  const lines: string[] = [];
  for (const part of line.split(/ (?=--\w|> )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + " \\".length < room) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(last === undefined ? part : `${" ".repeat(INDENT)}${part}`);
  }
  return lines.join(` \\\n${" ".repeat(INDENT)}`);
}

/** The arguments of a command in the notation of its help: `<symbol> [path]`. */
export function argumentsOf({ registeredArguments }: Program): string {
  return registeredArguments.map((one) => one.required ? `<${one.name()}>` : `[${one.name()}]`).join(" ");
}

/** The description of an option or argument, with its choices and default unless it mentions them. */
export function describe({ description, argChoices, defaultValue }: Option | Argument): string {
  const more = [
    ...(argChoices === undefined || argChoices.every((one) => description.includes(one)) ? [] : [`one of ${argChoices.join(", ")}`]),
    ...(typeof defaultValue === "string" ? [`default ${defaultValue}`] : []),
  ].join("; ");
  return more === "" ? description : description === "" ? more : `${description} (${more})`;
}

/** The summary of a command as a sentence, for its own page. */
function asSentence(summary: string): string {
  return summary === "" ? "" : `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;
}

function widthOfHelp(): number {
  const known = Number(readVariable("COLUMNS"));
  if (Number.isInteger(known) && known > 0) return known;
  return Deno.stdout.isTerminal() ? Deno.consoleSize().columns : STANDARD_WIDTH;
}

/** A term and its description, beside it if there is room. */
function layOut(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? STANDARD_WIDTH;
  const [lead, start] = [" ".repeat(INDENT), INDENT + termWidth + INDENT];
  if (description === "") return lead + term;
  const isBeside = width - start >= LEAST_ROOM;
  const margin = " ".repeat(isBeside ? start : 3 * INDENT);
  const wrapped = helper.boxWrap(description, width - margin.length).replaceAll("\n", `\n${margin}`);
  return isBeside ? lead + term.padEnd(termWidth + INDENT) + wrapped : `${lead}${term}\n${margin}${wrapped}`;
}
