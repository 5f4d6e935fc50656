/**
 * The man page, made from the command table.
 *
 * Stage: CLI. Invariant: says nothing that the commands do not say.
 */
import type { Command as Program } from "commander";
import { VERSION } from "../../version.ts";
import { type OptionWords, readWords } from "./command_words.ts";

/** roff for `man -l`. */
export function makeManPage(program: Program): string {
  const { common, commands } = readWords(program);
  const blocks = commands.map((command) =>
    [
      `.TP\n.B ${escape(`callgrove ${command.path} ${command.arguments}`.trim())}`,
      escape(command.description || command.does),
      ...command.options.map((option) => `.RS\n.TP\n${optionLine(option)}\n${escape(option.does)}\n.RE`),
    ].join("\n")
  );
  return `.TH CALLGROVE 1 "" "callgrove ${VERSION}" "User Commands"
.SH NAME
callgrove \\- who calls what: a call graph of a repository, from resolved code
.SH SYNOPSIS
.B callgrove
[options] command [arguments]
.SH DESCRIPTION
${escape(program.description())}
The first question in a repository builds its index. Answers go to standard output, everything else to standard error.
.SH COMMANDS
${blocks.join("\n")}
.SH OPTIONS
${common.map((option) => `.TP\n${optionLine(option)}\n${escape(option.does)}`).join("\n")}
.SH EXIT STATUS
0: answered. 1: nothing found, an unknown symbol or a failed check. 2: wrong usage. 3: not possible.
.SH ENVIRONMENT
.TP
.B CALLGROVE_DB
Folder of the databases, as \\-\\-db.
.TP
.B CALLGROVE_PLUGINS
Folders of drop\\-in languages, separated as in PATH, as \\-\\-plugin.
.TP
.B NO_COLOR
No colours.
.SH FILES
.TP
.I .git/callgrove/
The index, inside the repository's git folder.
.TP
.I ~/.config/callgrove/languages/
Drop\\-in languages, a folder each.
`;
}

function optionLine(option: OptionWords): string {
  return `.B ${escape([option.names.join(", "), option.value].join(" ").trim())}`;
}

/** Escapes what roff reads as a request (a leading dot) or a dash (a hyphen). */
function escape(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^([.'])/gm, "\\&$1");
}
