/**
 * Rewrites commands in a sentence as calls of tools, for readers without a command line, and parameters as options, for readers with one.
 *
 * Stage: query. Errors and warnings are worded for a terminal, as their code does not know who asked. Pure. Invariant: what no tool does
 * (reading sessions, starting a server) stays as written.
 */
import { tableOf } from "../../core/base/tables.ts";
import { RUN_AGAIN } from "../../core/errors.ts";
import type { Tool } from "../tool.ts";

/** A command with everything after it up to the end of its clause. */
const COMMAND = /callgrove ([a-z]+)((?:(?<=[^.,:;]) (?:"[^"]*"|'[^']*'|[^\s"'();,]+))*)/g;
const READ_HISTORY = /callgrove memory ingest(?! -)/g;
const WORD = /"[^"]*"|'[^']*'|[^\s"']+/g;

const MAKE_ANEW = 'Ask again; if it stays, rebuild the index: index_directory {"force":true}';

interface Written {
  readonly tool: string;
  readonly arguments: readonly string[];
  /** Parameters by the option that sets them. */
  readonly options: Readonly<Record<string, string>>;
}

/** Commands that belong to no question. */
const OTHERS: Readonly<Record<string, Written>> = tableOf({
  index: { tool: "index_directory", arguments: ["dir_path"], options: { "--force": "force" } },
});

/** `Build it: callgrove index --ref main` becomes `Build it: index_directory {"ref":"main"}`. */
export function inToolWords(tools: readonly Tool[], sentence: string): string {
  const read = sentence.replaceAll(READ_HISTORY, 'index_directory {"history":true}');
  const calls = read.replaceAll(COMMAND, (whole, name: string, words: string) => {
    const written = OTHERS[name] ?? writtenAs(tools, name);
    return written === undefined ? whole : writeCall(written, words);
  });
  return calls.replaceAll(/(\b\w+) \(\1\)/g, "$1").replaceAll(RUN_AGAIN, MAKE_ANEW).replaceAll(
    / \(--repo DIR, parameter repo\)/g,
    " (parameter repo)",
  ).replaceAll(
    /(?<!callgrove [^:;(]*)(?<=^|[\s(])--(ref|repo|limit|force|symbols)\b/g,
    "$1",
  );
}

/**
 * Rewrites a remark about a tool's parameters in the words of its command: `give edge_type` becomes `give --type`. A name that is also an
 * English word counts as a parameter only after certain verbs. The remark must not name a symbol.
 */
export function inCommandWords(tools: readonly Tool[], asked: Tool, sentence: string): string {
  const flags = new Map(Object.entries(asked.command?.options ?? {}).map(([parameter, written]) => [parameter, written.split(" ")[0]!]));
  const commands = tools.flatMap(({ name, command }): [string, string][] => command === undefined ? [] : [[name, command.name]]);
  const names = new Map([...commands.map(([name, command]): [string, string] => [name, `callgrove ${command}`]), ...flags]);
  return sentence.replaceAll(/\bcursor "([^"]+)"/g, "--cursor $1")
    .replaceAll(/(?<=\b(?:give|raise|or) )[a-z]+\b|[a-z]+(?:_[a-z]+)+/g, (word) => names.get(word) ?? word);
}

function writtenAs(tools: readonly Tool[], name: string): Written | undefined {
  const tool = tools.find((one) => one.command?.name === name);
  if (tool === undefined) return undefined;
  const options = Object.entries(tool.command!.options).map(([parameter, flags]) => [flags.split(" ")[0]!, parameter]);
  return { tool: tool.name, arguments: tool.command!.arguments, options: Object.fromEntries(options) };
}

/** The call, followed by the words that are not its parameters. */
function writeCall({ tool, arguments: names, options }: Written, words: string): string {
  const params: Record<string, unknown> = {};
  const list = words.match(WORD) ?? [];
  const full = /[.:]$/.exec(words)?.[0] ?? "";
  let at = 0;
  let given = 0;
  for (; at < list.length; at++) {
    const word = list[at]!;
    const option = word === "--ref" || word === "--repo" ? word.slice(2) : options[word];
    if (option === "force") params[option] = true;
    else if (option !== undefined && at + 1 < list.length) params[option] = bare(list[++at]!);
    else if (option === undefined && given < names.length) params[names[given++]!] = bare(word);
    else break;
  }
  // If words are left over, all of them belong to the sentence.
  if (at < list.length) return `${tool}${words}`;
  const isOpen = names.length > given && tool !== "index_directory";
  return isOpen ? `${tool}${full}` : `${tool} ${JSON.stringify(params)}${full}`;
}

function bare(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, "$2").replace(/[.:]$/, "");
}
