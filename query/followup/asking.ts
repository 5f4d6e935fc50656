/**
 * The question that led to little, as rules see it, and the calls that they can make of it.
 *
 * Stage: query. Plain values; reads nothing of the index.
 */
import type { Context } from "../context.ts";
import { type Analysis, asObject, PATH_KEYS, type Previous, SUBJECT_KEYS } from "./previous.ts";

/** A call that can be made as it stands. */
export interface Suggestion {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** One of several symbols that were asked for: where none of them is answered, the first is asked for all the same. */
  readonly chosen?: true;
  /** Nothing else can be meant: worth asking even where it has nothing of what was asked for. */
  readonly sure?: true;
}

/** What the rules need to know of the tools. */
export interface KnownTool {
  readonly name: string;
  /** Names of its parameters. */
  readonly parameters: ReadonlySet<string>;
}

/** A question, what came of it, and where it can be asked again. */
export interface Asked extends Previous {
  readonly context: Context;
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly analysis: Analysis;
}
/** What may be asked instead, best first. */
export type Rule = (asked: Asked) => Suggestion[];

/** Parameters that name the refs of a question besides its own. */
export const REF_KEYS = ["base_ref", "head_ref"];

/** A parameter that is written; undefined for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
/** The parameters by which the question names its symbols. */
export function subjectKeys(asked: Asked): string[] {
  return SUBJECT_KEYS.filter((key) => text(asked.params[key]) !== undefined);
}
/** The first symbol that the question names, as it is written; empty where it names none. */
export function subjectOf(asked: Asked): string {
  return text(asked.params[subjectKeys(asked)[0] ?? ""]) ?? "";
}
/** The path that the question is restricted to. */
export function pathOf(asked: Asked): string | undefined {
  return PATH_KEYS.map((key) => text(asked.params[key])).find((one) => one !== undefined);
}

/** The same question with other parameters; what is undefined is left out. */
export function again(asked: Asked, changed: Record<string, unknown>, reason: string): Suggestion[] {
  if (!asked.tools.has(asked.tool)) return [];
  const { cursor: _cursor, ...kept } = asked.params;
  const params = Object.fromEntries(Object.entries({ ...kept, ...changed }).filter(([, value]) => value !== undefined));
  return [{ tool: asked.tool, params, reason }];
}

/** A call of a tool, where there is such a tool. */
export function ask(asked: Asked, tool: string, params: Record<string, unknown>, reason: string): Suggestion[] {
  return asked.tools.has(tool) ? [{ tool, params, reason }] : [];
}

/** The symbols whose names a pattern means. */
export function searchFor(asked: Asked, pattern: string, reason: string): Suggestion[] {
  return ask(asked, "search_nodes", { name_pattern: pattern, limit: 10 }, reason);
}

/** The symbols whose names hold a word. */
export function namesWith(asked: Asked, word: string): Suggestion[] {
  return searchFor(asked, `*${word}*`, `names with "${word}"`);
}

/** What the answer says of its error; undefined where it is none. */
export function errorData(asked: Asked): Record<string, unknown> | undefined {
  return asObject(asObject(asked.results["error"])?.["data"]);
}

/** The question about another symbol: the same tool where it takes one, else the one that fits the question best. */
export function about(asked: Asked, name: string, reason: string, tool = asked.tool): Suggestion[] {
  const known = asked.tools.get(tool);
  const key = known === undefined ? undefined : SUBJECT_KEYS.find((one) => known.parameters.has(one));
  if (known === undefined || key === undefined) return ask(asked, "get_call_graph", { symbol_name: name, limit: 20 }, reason);
  if (tool !== asked.tool) return [{ tool, params: { [key]: name }, reason }];
  // Names are those of the ref that is asked: whether others have them is not known.
  if (isOfOthers(asked)) return [];
  const filters = ["file_path", "path", "node_type", "language", "edge_type"];
  return again(asked, { [key]: name, ...Object.fromEntries(filters.map((one) => [one, undefined])) }, reason);
}

/** Whether it compares two refs, none of them the one that is asked. */
export function isOfOthers({ params, context }: Asked): boolean {
  const refs = REF_KEYS.map((one) => params[one]).filter((one) => one !== undefined);
  return refs.length > 0 && !refs.includes(context.ref.name);
}

/** Whether the answer was an error of this code. */
export function isRefused(asked: Asked, code: string): boolean {
  return asObject(asked.results["error"])?.["code"] === code;
}
