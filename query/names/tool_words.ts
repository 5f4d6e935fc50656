/**
 * What a sentence tells to type, as calls of tools, for who has no command line; and what it tells to call, as commands, for who has one.
 *
 * Stage: query. Errors and warnings are made where nobody knows who asked, in the words of a terminal. Pure. Invariant: what no tool does
 * (reading sessions, starting a server) stays as it is written.
 */
import { tableOf } from "../../core/base/tables.ts";
import { RUN_AGAIN } from "../../core/errors.ts";
import type { Tool } from "../tool.ts";

/** A command with all that stands behind it up to the end of its clause. */
const COMMAND = /callgrove ([a-z]+)((?:(?<=[^.,:;]) (?:"[^"]*"|'[^']*'|[^\s"'();,]+))*)/g;
const READ_HISTORY = /callgrove memory ingest(?! -)/g;
const WORD = /"[^"]*"|'[^']*'|[^\s"']+/g;

const MAKE_ANEW = 'Ask again; if it stays, make the index anew: index_directory {"force":true}';

interface Written {
  readonly tool: string;
  readonly arguments: readonly string[];
  /** Parameters by the option that gives them. */
  readonly options: Readonly<Record<string, string>>;
}

/** Commands that are no question's. */
const OTHERS: Readonly<Record<string, Written>> = tableOf({
  index: { tool: "index_directory", arguments: ["dir_path"], options: { "--force": "force" } },
});

/** `Make it: callgrove index --ref main` as `Make it: index_directory {"ref":"main"}`. */
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
 * A remark on a tool's answer that speaks of parameters, in the words of its command: `give edge_type` as `give --type`. What is also a word of
 * the language is a parameter behind a few verbs alone. The remark may name no symbol.
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

/** The call, and behind it the words that are none of its parameters. */
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
  // Words that are left over are the sentence's own, and so were those before them.
  if (at < list.length) return `${tool}${words}`;
  const isOpen = names.length > given && tool !== "index_directory";
  return isOpen ? `${tool}${full}` : `${tool} ${JSON.stringify(params)}${full}`;
}

function bare(word: string): string {
  return word.replace(/^(["'])(.*)\1$/, "$2").replace(/[.:]$/, "");
}
