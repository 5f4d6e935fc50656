/**
 * Completion scripts, made from the command table.
 *
 * Stage: CLI. Invariants: a script works within its shell and runs nothing of this program; words come from the commands, positions of
 * files from their arguments.
 */
import { addAt } from "../../core/base/lists.ts";
import type { Command as Program } from "commander";
import { type CommandWords, type OptionWords, readWords, type ValueWords } from "./command_words.ts";

/** Shells with completions. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script of a shell. */
export function makeCompletions(shell: Shell, program: Program): string {
  const { common, commands: own } = readWords(program);
  const commands = [...own, describeHelp(own.filter(isTop).map((command) => command.path))];
  return { bash: makeBash, zsh: makeZsh, fish: makeFish, powershell: makePowershell }[shell](common, commands);
}

/** `help`, which the library adds by itself. */
function describeHelp(words: readonly string[]): CommandWords {
  const does = "show the help of a command";
  return {
    path: "help",
    does,
    description: does,
    arguments: "[command]",
    positions: [{ words, kind: "words" }],
    isOpen: false,
    options: [],
    subcommands: [],
  };
}

function optionNames(options: readonly OptionWords[]): string[] {
  return options.flatMap((option) => option.names);
}
function isTop(command: CommandWords): boolean {
  return !command.path.includes(" ");
}
/** The possible values of each option and argument. Keys are `path:--option` and `path:position`; the path `*` stands for any. */
function valueTable(common: readonly OptionWords[], commands: readonly CommandWords[]): Map<string, ValueWords> {
  const table = new Map<string, ValueWords>();
  const addOptions = (path: string, options: readonly OptionWords[]): void => {
    for (const { names, value, takes } of options) if (value !== "") { for (const name of names) table.set(`${path}:${name}`, takes); }
  };
  addOptions("*", common);
  for (const { path, options, positions, isOpen } of commands) {
    addOptions(path, options);
    positions.forEach((takes, i) => table.set(`${path}:${isOpen && i === positions.length - 1 ? "*" : i}`, takes));
  }
  return table;
}

function isOption(key: string): boolean {
  return key.includes(":-");
}

function bashPattern(key: string): string {
  return key.split("*").map((part) => part === "" ? "" : `"${part}"`).join("*");
}

/** The branches of a bash `case`, one per kind of completion. */
function bashCases(table: ReadonlyMap<string, ValueWords>): string[] {
  const ways = new Map<string, string[]>();
  for (const [key, { kind, words }] of table) {
    const way = kind === "words"
      ? `_callgrove_words "${words.join(" ")}"`
      : kind === "folder"
      ? "_callgrove_paths -d"
      : "_callgrove_paths -f";
    if (kind !== "other" || !isOption(key)) addAt(ways, way, bashPattern(key));
  }
  return [...ways].map(([way, patterns]) => `    ${patterns.join("|")}) ${way} ;;`);
}

function makeBash(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const table = valueTable(common, commands);
  const ofOptions = new Map([...table].filter(([key]) => isOption(key)));
  const ofPlaces = new Map([...table].filter(([key]) => !isOption(key)));
  const options = commands.map((command) => `    "${command.path}") options="${optionNames(command.options).join(" ")}" ;;`);
  const below = commands.filter((command) => command.subcommands.length > 0)
    .map((command) => `    "${command.path}:0") _callgrove_words "${command.subcommands.join(" ")}" ;;`);
  return `# bash completion for callgrove: eval "$(callgrove completions bash)"
_callgrove_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_callgrove_paths() { local IFS=$'\\n'; COMPREPLY=($(compgen "$1" -- "$current")); }
_callgrove() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word option="" options="" position=0
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$word" = "=" ]; then continue; fi
    if [ -n "$option" ]; then option=""; continue; fi
    case "$path:$word" in
      ${[...ofOptions.keys()].map(bashPattern).join("|")}) option="$path:$word" ;;
      *:-*) ;;
      *) case " ${
    commands.map((command) => `|${command.path}|`).join(" ")
  } " in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; *) position=$((position + 1)) ;; esac ;;
    esac
  done
  if [ "$current" = "=" ]; then current=""; fi
  if [ -n "$option" ]; then
    case "$option" in
${bashCases(ofOptions).join("\n")}
    esac
    return
  fi
  case "$path" in
${options.join("\n")}
  esac
  case "$current" in -*) _callgrove_words "$options ${optionNames(common).join(" ")}"; return ;; esac
  case "$path:$position" in
    ":0") _callgrove_words "${commands.filter(isTop).map((command) => command.path).join(" ")}" ;;
${[...below, ...bashCases(ofPlaces)].join("\n")}
  esac
}
complete -o filenames -F _callgrove callgrove
`;
}

function quoteZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:").replaceAll("[", "\\[").replaceAll("]", "\\]");
}

/** @param other the completion for a value of unknown kind */
function zshAction({ kind, words }: ValueWords, other = " "): string {
  return kind === "words" ? `(${words.join(" ")})` : kind === "folder" ? "_files -/" : kind === "file" ? "_files" : other;
}

function makeZsh(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const options = (list: readonly OptionWords[]): string =>
    list.flatMap((option) =>
      option.names.map((name) => `'${name}[${quoteZsh(option.does)}]${option.value === "" ? "" : `:value:${zshAction(option.takes)}`}'`)
    )
      .join(" ");
  const places = ({ positions, isOpen }: CommandWords): string =>
    positions.map((takes, i) => `'${isOpen && i === positions.length - 1 ? "*" : i + 1}:value:${zshAction(takes, "_files")}'`).join(" ");
  const nameOf = (command: CommandWords): string => command.path.split(" ").at(-1)!;
  const describe = (list: readonly CommandWords[]): string =>
    list.map((command) => `'${nameOf(command)}:${quoteZsh(command.does)}'`).join(" ");
  /** Completes options, then a command of a level, then that command's arguments. */
  const level = (own: readonly OptionWords[], list: readonly CommandWords[], indent: string): string =>
    [
      `_arguments -C ${options(own)} '1:command:->command' '*::argument:->argument'`,
      "case $state in",
      `  command) local -a commands=(${describe(list)}); _describe -t commands command commands ;;`,
      "  argument) case $words[1] in",
      ...list.map((command) => `    ${nameOf(command)}) ${inside(command, `${indent}      `)} ;;`),
      "  esac ;;",
      "esac",
    ].join(`\n${indent}`);
  const inside = (command: CommandWords, indent: string): string => {
    const below = commands.filter((one) => one.path.startsWith(`${command.path} `));
    if (below.length > 0) return level([...command.options, ...common], below, indent);
    return `_arguments ${options([...command.options, ...common])} ${places(command)}`;
  };
  return `#compdef callgrove
# zsh completion for callgrove: callgrove completions zsh > "\${fpath[1]}/_callgrove"
_callgrove() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  ${level(common, commands.filter(isTop), "  ")}
}
if [ "$funcstack[1]" = "_callgrove" ]; then _callgrove "$@"; else compdef _callgrove callgrove; fi
`;
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function fishValue({ kind, words }: ValueWords): string {
  if (kind === "words") return ` -x -a ${quoteSingle(words.join(" "))}`;
  return kind === "folder" ? " -x -a '(__fish_complete_directories)'" : kind === "file" ? " -r" : " -x";
}

/** The fish functions that examine the line: its words without options and their values. */
function fishFunctions(valued: readonly string[]): string {
  return `function __callgrove_words
    set -l is_value 0
    for word in (commandline -opc)[2..]
        if test $is_value = 1
            set is_value 0
            continue
        end
        switch $word
            case ${valued.join(" ")}
                set is_value 1
            case '-*'
            case '*'
                echo $word
        end
    end
end
# Whether the line begins with these words; with a number in front, whether that many more follow; with one and +, that many or more.
function __callgrove_in
    set -l words (__callgrove_words)
    set -l more ''
    if string match -qr '^\\d' -- $argv[1]
        set more $argv[1]
        set -e argv[1]
    end
    set -l length (count $argv)
    if test $length -gt 0; and test "$words[1..$length]" != "$argv"
        return 1
    end
    set -l rest (math (count $words) - $length)
    switch $more
        case ''
            return 0
        case '*+'
            test $rest -ge (string trim -c + -- $more)
        case '*'
            test $rest -eq $more
    end
end`;
}

function makeFish(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const option = (condition: string, one: OptionWords): string => {
    const flags = one.names.map((name) => name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`).join(" ");
    return `complete -c callgrove ${condition}${flags}${one.value === "" ? "" : fishValue(one.takes)} -d ${quoteSingle(one.does)}`;
  };
  const where = (...words: readonly (string | number)[]): string => `-n ${quoteSingle(`__callgrove_in ${words.join(" ")}`)} `;
  const valued = [...common, ...commands.flatMap((command) => command.options)].filter((one) => one.value !== "");
  const lines = [
    "# fish completion for callgrove: callgrove completions fish > ~/.config/fish/completions/callgrove.fish",
    fishFunctions([...new Set(optionNames(valued))]),
  ];
  for (const one of common) lines.push(option("", one));
  for (const { path, does, positions, isOpen, options } of commands) {
    const [name, ...above] = path.split(" ").toReversed();
    lines.push(`complete -c callgrove ${where(0, ...above.toReversed())}-f -a ${name} -d ${quoteSingle(does)}`);
    for (const [i, { words }] of positions.entries()) {
      const place = isOpen && i === positions.length - 1 ? `${i}+` : i;
      if (words.length > 0) lines.push(`complete -c callgrove ${where(place, path)}-f -a ${quoteSingle(words.join(" "))}`);
    }
    for (const one of options) lines.push(option(where(path), one));
  }
  return `${lines.join("\n")}\n`;
}

function makePowershell(common: readonly OptionWords[], commands: readonly CommandWords[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const list = (words: readonly string[]): string => `@(${words.map(quote).join(", ")})`;
  const entry = ([key, words]: readonly [string, readonly string[]]): string => `    ${quote(key)} = ${list(words)}`;
  const options = commands.map((command) => entry([command.path, optionNames(command.options)]));
  const values = [...valueTable(common, commands)].map(([key, { words }]) => [key, words] as const);
  const below = commands.filter((command) => command.subcommands.length > 0).map((one) => [`${one.path}:0`, one.subcommands] as const);
  const top = [":0", commands.filter(isTop).map((command) => command.path)] as const;
  return `# PowerShell completion for callgrove: callgrove completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName callgrove -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${options.join("\n")}
  }
  $values = @{
${[top, ...below, ...values].map(entry).join("\n")}
  }
  $path = ''; $option = ''; $position = 0
  $before = $commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition }
  foreach ($element in $before) {
    $next = if ($path -eq '') { "$element" } else { "$path $element" }
    if ($option -ne '') { $option = '' }
    elseif ($values.ContainsKey("\${path}:$element") -and "$element" -like '-*') { $option = "\${path}:$element" }
    elseif ($values.ContainsKey("*:$element")) { $option = "*:$element" }
    elseif ("$element" -like '-*') { }
    elseif ($options.ContainsKey($next)) { $path = $next }
    else { $position++ }
  }
  $words = if ($option -ne '') { $values[$option] }
    elseif ($wordToComplete -like '-*') { @($options[$path]) + ${list(optionNames(common))} }
    elseif ($values.ContainsKey("\${path}:$position")) { $values["\${path}:$position"] }
    else { $values["\${path}:*"] }
  $words | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}
