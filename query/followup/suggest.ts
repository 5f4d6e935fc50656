/**
 * What to ask next if an answer is not enough: a function of the question, its answer and the index.
 *
 * Stage: query. Invariants: at most five suggestions, best first, none twice. Each is tried, and dropped if it would find nothing, unless
 * it merely chooses among several symbols and nothing else does better.
 */
import { compareText } from "../../core/base/lists.ts";
import { shellWord } from "../../core/base/shell_word.ts";
import { CallgroveError } from "../../core/errors.ts";
import { checkParams } from "../answer/check_params.ts";
import type { Context } from "../context.ts";
import { type Tool, toolNamed } from "../tool.ts";
import type { KnownTool, Suggestion } from "./asking.ts";
import { type Analysis, countFound, type Previous } from "./previous.ts";
import { propose } from "./rules.ts";

const MOST = 5;
/** The most proposals that are tried. */
const MOST_TRIED = 16;

/**
 * Suggests what to ask next; empty if confidence is sufficient.
 * @param most the most suggestions returned; trying ends when they are found
 */
export function suggest(
  context: Context,
  tools: readonly Tool[],
  previous: Previous,
  analysis: Analysis,
  most: number = MOST,
): Suggestion[] {
  if (analysis.confidence === "sufficient") return [];
  const known = new Map(
    tools.map((tool): [string, KnownTool] => [tool.name, { name: tool.name, parameters: new Set(Object.keys(tool.input.shape)) }]),
  );
  // Repeating the question makes sense only if the index will have changed.
  const willChange = analysis.causes.some((cause) => cause === "stale" || cause === "not_ready");
  const seen = new Set(willChange ? [] : [keyOf(previous)]);
  // Nor does another limit help, unless the limit cut the answer.
  const isCut = analysis.causes.includes("truncated");
  const isAsked = (one: Suggestion): boolean => !willChange && !isCut && keyOf(withoutLimit(one)) === keyOf(withoutLimit(previous));
  const kept: Suggestion[] = [];
  let first: Suggestion | undefined;
  let tried = 0;
  for (const proposal of propose({ ...previous, context, tools: known, analysis })) {
    const { chosen, sure, ...one } = carryOver(proposal, previous);
    if (seen.has(keyOf(one)) || isAsked(one)) continue;
    seen.add(keyOf(one));
    if (++tried > MOST_TRIED) break;
    if (chosen === true) first ??= one;
    if (sure === true || wouldAnswer(context, toolNamed(tools, one.tool), one.params)) kept.push(one);
    if (kept.length === most) break;
  }
  return kept.length === 0 && first !== undefined ? [first] : kept;
}

/**
 * What to ask if nothing is known to do better: names that contain a word of the question, or what is indexed at all if these were asked
 * for or if there is no word.
 */
export function suggestAnyway(previous: Previous, { identifiers: [word] }: Analysis): Suggestion {
  const [tool, params, gives] = word === undefined || previous.tool === "search_nodes"
    ? ["call_graph_stats", {}, "this lists what is indexed"] as const
    : ["search_nodes", { name_pattern: `*${word}*`, limit: 10 }, `this lists names that contain "${word}"`] as const;
  return carryOver({ tool, params, reason: `nothing in the index is known to answer better; ${gives}` }, previous);
}

/** Keeps the ref and the repository of the question. */
function carryOver(one: Suggestion, previous: Previous): Suggestion {
  if (one.tool === previous.tool) return one;
  const everywhere = Object.fromEntries(
    ["ref", "repo"].flatMap((key) => previous.params[key] === undefined ? [] : [[key, previous.params[key]]]),
  );
  return { ...one, params: { ...one.params, ...everywhere } };
}

function withoutLimit({ tool, params }: Pick<Suggestion, "tool" | "params">): Pick<Suggestion, "tool" | "params"> {
  const { limit: _limit, ...rest } = params;
  return { tool, params: rest };
}

function keyOf({ tool, params }: { readonly tool: string; readonly params: Readonly<Record<string, unknown>> }): string {
  return `${tool} ${JSON.stringify(Object.entries(params).sort(([a], [b]) => compareText(a, b)))}`;
}

/** Whether a call finds anything. True for what cannot be tried here: another ref, waiting for git, a tool that indexes. */
function wouldAnswer(context: Context, tool: Tool, params: Readonly<Record<string, unknown>>): boolean {
  if (!tool.annotations.readOnlyHint) return !tool.needsIndex;
  if (tool.gather !== undefined || (params["ref"] !== undefined && params["ref"] !== context.ref.name)) return true;
  try {
    const checked = checkParams(tool, params);
    const known = tool.finds?.(context, checked);
    if (known !== undefined) return known;
    const answer = tool.run(context, checked, undefined);
    if (answer instanceof Promise) return true;
    if (tool.isEmpty?.(answer.value) === true) return false;
    const results = tool.structure === undefined ? answer.value as Record<string, unknown> : tool.structure(answer.value);
    return countFound(results, true) > 0;
  } catch (thrown) {
    if (thrown instanceof CallgroveError) return false;
    throw thrown;
  }
}

/** A suggestion as written in a sentence: `get_callers {"function_name":"load"}`. */
export function writeCall({ tool, params }: Pick<Suggestion, "tool" | "params">): string {
  return `${tool} ${JSON.stringify(params)}`;
}

/** The same as a command: `callgrove callers load`; undefined if the tool has none. */
export function writeCommand(tools: readonly Tool[], { tool, params }: Pick<Suggestion, "tool" | "params">): string | undefined {
  const command = tools.find((one) => one.name === tool)?.command;
  if (command === undefined) return undefined;
  const words = command.arguments.flatMap((name) => params[name] === undefined ? [] : shellWord(String(params[name])));
  const options = Object.entries(command.options).flatMap(([name, flags]) => {
    const value = params[name];
    if (value === undefined || value === false) return [];
    return value === true ? flags.split(" ")[0]! : `${flags.split(" ")[0]} ${shellWord(String(value))}`;
  });
  // Keeps a name that begins with a dash from being read as an option.
  const given = words.some((word) => /^'?-/.test(word)) ? [...options, "--", ...words] : [...words, ...options];
  return ["callgrove", command.name, ...given].join(" ");
}
