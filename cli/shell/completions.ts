/**
 * Completion scripts, made from the command table.
 *
 * Stage: CLI. Invariants: a script is data for its shell alone and runs nothing of this program; words come from the commands, places
 * for files from their arguments.
 */
import type { Command as Program } from "commander";
import { type CommandWords, type OptionWords, readWords } from "./command_words.ts";

export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script of a shell. */
export function makeCompletions(shell: Shell, program: Program): string {
  const { common, commands } = readWords(program);
  return { bash: makeBash, zsh: makeZsh, fish: makeFish, powershell: makePowershell }[shell](common, commands);
}

function optionNames(options: readonly OptionWords[]): string[] {
  return options.flatMap((option) => option.names);
}
function isTop(command: CommandWords): boolean {
  return !command.path.includes(" ");
}
/** Words that may follow: subcommands and options. */
function wordsOf(command: CommandWords): string {
  return [...command.subcommands, ...optionNames(command.options)].join(" ");
}

function makeBash(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const cases = commands.map((command) => `    "${command.path}") words="${wordsOf(command)}" ;;`);
  const withValue = common.filter((option) => option.value !== "").flatMap((option) => option.names).join("|");
  return `# bash completion for callgrove: eval "$(callgrove completions bash)"
_callgrove() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words skip=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$word" in
      ${withValue}) skip=1 ;;
      -*) ;;
      *) case " ${
    commands.map((command) => `|${command.path}|`).join(" ")
  } " in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; esac ;;
    esac
  done
  case "$path" in
    "") words="${commands.filter(isTop).map((command) => command.path).join(" ")} help" ;;
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words ${optionNames(common).join(" ")}" -- "$current"))
  case "$path:$current" in :*|*:-*) ;; *) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _callgrove callgrove
`;
}

function quoteZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:").replaceAll("[", "\\[").replaceAll("]", "\\]");
}

function makeZsh(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const options = (list: readonly OptionWords[]): string =>
    list.flatMap((option) => option.names.map((name) => `'${name}[${quoteZsh(option.does)}]${option.value === "" ? "" : ":value:_files"}'`))
      .join(" ");
  const describe = (list: readonly CommandWords[]): string =>
    list.map((command) => `'${command.path.split(" ").at(-1)}:${quoteZsh(command.does)}'`).join(" ");
  const cases = commands.filter(isTop).map((command) => {
    const below = commands.filter((one) => one.path.startsWith(`${command.path} `));
    const sub = below.length === 0 ? "" : `local -a subcommands=(${describe(below)}); _describe -t subcommands subcommand subcommands; `;
    return `    ${command.path}) ${sub}_arguments ${options([...command.options, ...common])} '*:file:_files' ;;`;
  });
  return `#compdef callgrove
# zsh completion for callgrove: callgrove completions zsh > "\${fpath[1]}/_callgrove"
_callgrove() {
  local -a commands=(${describe(commands.filter(isTop))})
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    _arguments ${options(common)}
    return
  fi
  local name=\${words[2]}
  shift words; (( CURRENT-- ))
  case $name in
${cases.join("\n")}
    *) _files ;;
  esac
}
if [ "$funcstack[1]" = "_callgrove" ]; then _callgrove "$@"; else compdef _callgrove callgrove; fi
`;
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function makeFish(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const option = (condition: string, one: OptionWords): string => {
    const flags = one.names.map((name) => name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`).join(" ");
    return `complete -c callgrove ${condition}${flags}${one.value === "" ? "" : " -r"} -d ${quoteSingle(one.does)}`;
  };
  const lines = ["# fish completion for callgrove: callgrove completions fish > ~/.config/fish/completions/callgrove.fish"];
  for (const one of common) lines.push(option("", one));
  for (const command of commands) {
    const parts = command.path.split(" ");
    const above = parts.slice(0, -1).at(-1);
    const condition = above === undefined ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${above}`;
    lines.push(`complete -c callgrove -n ${quoteSingle(condition)} -a ${parts.at(-1)} -d ${quoteSingle(command.does)}`);
    for (const one of command.options) lines.push(option(`-n ${quoteSingle(`__fish_seen_subcommand_from ${parts.at(-1)}`)} `, one));
  }
  return `${lines.join("\n")}\n`;
}

function makePowershell(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const entries = commands.map((command) =>
    `    ${quote(command.path)} = @(${wordsOf(command).split(" ").filter((word) => word !== "").map(quote).join(", ")})`
  );
  return `# PowerShell completion for callgrove: callgrove completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName callgrove -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
    '' = @(${commands.filter(isTop).map((command) => quote(command.path)).join(", ")})
${entries.join("\n")}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = if ($path -eq '') { "$element" } else { "$path $element" }
    if ($table.ContainsKey($next)) { $path = $next }
  }
  $table[$path] + @(${optionNames(common).map(quote).join(", ")}) | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}
