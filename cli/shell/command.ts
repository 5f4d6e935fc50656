/** `completions SHELL` and `man`: completion scripts and the man page. */
import { Argument, type Command as Program } from "commander";
import { addExamples } from "../help.ts";
import { oneOf } from "../choices.ts";
import { printAnswer } from "../terminal.ts";
import { makeCompletions, type Shell, SHELLS } from "./completions.ts";
import { makeManPage } from "./man_page.ts";

/** Adds both commands. */
export function addShell(program: Program, finish: (status: number) => void): void {
  const completions = program.command("completions").summary("print a completion script for a shell")
    .description("Prints a script that completes commands and options in a shell.")
    .addArgument(oneOf(new Argument("<shell>", "the shell"), SHELLS));
  addExamples(completions, [
    ['eval "$(callgrove completions bash)"', "bash, in ~/.bashrc"],
    ['callgrove completions zsh > "${fpath[1]}/_callgrove"', "zsh"],
    ["callgrove completions fish > ~/.config/fish/completions/callgrove.fish", "fish"],
    ["callgrove completions powershell | Out-String | Invoke-Expression", "PowerShell, in $PROFILE"],
  ]);
  completions.action((shell: Shell) => {
    printAnswer(makeCompletions(shell, program));
    finish(0);
  });
  const man = program.command("man").summary("print the manual page").description("Prints the manual page in roff.");
  addExamples(man, [["callgrove man | man -l -", "read it"], ["callgrove man > ~/.local/share/man/man1/callgrove.1", "install it"]]);
  man.action(() => {
    printAnswer(makeManPage(program));
    finish(0);
  });
}
