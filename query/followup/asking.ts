/**
 * The question that found little, as rules see it, and the calls they can build from it.
 *
 * Stage: query. Plain values; reads nothing of the index.
 */
import type { Context } from "../context.ts";
import { type Analysis, asObject, PATH_KEYS, type Previous, SUBJECT_KEYS } from "./previous.ts";

/** A call that can be made as it is. */
export interface Suggestion {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** It is one of several symbols that may have been meant: if none of them has an answer, the first is suggested anyway. */
  readonly chosen?: true;
  /** Nothing else can be meant: suggested without trying whether it finds anything. */
  readonly sure?: true;
}

/** What the rules need to know of a tool. */
export interface KnownTool {
  readonly name: string;
  /** Names of its parameters. */
  readonly parameters: ReadonlySet<string>;
}

/** A question, its answer, and where the next question can be asked. */
export interface Asked extends Previous {
  readonly context: Context;
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly analysis: Analysis;
}
/** Proposes what to ask instead, best first. */
export type Rule = (asked: Asked) => Suggestion[];

/** Parameters that name the refs of a comparison. */
export const REF_KEYS = ["base_ref", "head_ref"];

/** A non-empty text; undefined for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
/** The parameters by which the question names its symbols. */
export function subjectKeys(asked: Asked): string[] {
  return SUBJECT_KEYS.filter((key) => text(asked.params[key]) !== undefined);
}
/** The symbol that the question names, as written: of several the one that was not found, else the first; "" if it names none. */
export function subjectOf(asked: Asked): string {
  const keys = subjectKeys(asked);
  const missing = errorData(asked)?.["symbol_name"];
  return text(asked.params[keys.find((key) => asked.params[key] === missing) ?? keys[0] ?? ""]) ?? "";
}
/** The path that the question is restricted to. */
export function pathOf(asked: Asked): string | undefined {
  return PATH_KEYS.map((key) => text(asked.params[key])).find((one) => one !== undefined);
}

/** The same question with some parameters changed; undefined removes one. */
export function again(asked: Asked, changed: Record<string, unknown>, reason: string): Suggestion[] {
  if (!asked.tools.has(asked.tool)) return [];
  const { cursor: _cursor, ...kept } = asked.params;
  const params = Object.fromEntries(Object.entries({ ...kept, ...changed }).filter(([, value]) => value !== undefined));
  return [{ tool: asked.tool, params, reason }];
}

/** A call of a tool, if that tool exists. */
export function ask(asked: Asked, tool: string, params: Record<string, unknown>, reason: string): Suggestion[] {
  return asked.tools.has(tool) ? [{ tool, params, reason }] : [];
}

/** A search for symbols whose names match a pattern. */
export function searchFor(asked: Asked, pattern: string, reason: string): Suggestion[] {
  return ask(asked, "search_nodes", { name_pattern: pattern, limit: 10 }, reason);
}

/** A search for symbols whose names contain a word. */
export function namesWith(asked: Asked, word: string): Suggestion[] {
  return searchFor(asked, `*${word}*`, `names with "${word}"`);
}

/** The data of an error answer; undefined if the answer is no error. */
export function errorData(asked: Asked): Record<string, unknown> | undefined {
  return asObject(asObject(asked.results["error"])?.["data"]);
}

/** The question about another symbol: by the same tool if it takes one, else by the call graph. */
export function about(asked: Asked, name: string, reason: string, tool = asked.tool): Suggestion[] {
  const known = asked.tools.get(tool);
  const key = known === undefined ? undefined : SUBJECT_KEYS.find((one) => known.parameters.has(one));
  if (known === undefined || key === undefined) return ask(asked, "get_call_graph", { symbol_name: name, limit: 20 }, reason);
  if (tool !== asked.tool) return [{ tool, params: { [key]: name }, reason }];
  // The name exists in the ref that is asked; whether the compared refs have it is unknown.
  if (isOfOthers(asked)) return [];
  const filters = ["file_path", "path", "node_type", "language", "edge_type"];
  return again(asked, { [key]: name, ...Object.fromEntries(filters.map((one) => [one, undefined])) }, reason);
}

/** Whether the question compares two refs, neither of which is the ref being asked. */
export function isOfOthers({ params, context }: Asked): boolean {
  const refs = REF_KEYS.map((one) => params[one]).filter((one) => one !== undefined);
  return refs.length > 0 && !refs.includes(context.ref.name);
}

/** Whether the answer was an error with this code. */
export function isRefused(asked: Asked, code: string): boolean {
  return asObject(asked.results["error"])?.["code"] === code;
}
