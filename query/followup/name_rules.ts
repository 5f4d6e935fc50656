/**
 * Rules that ask the same of another symbol: a near name, or one of several that bear the name.
 *
 * Stage: query.
 */
import type { Match } from "../names/find_symbol.ts";
import { escapeGlob } from "../rows/globs.ts";
import { placeOf } from "../rows/symbol_row.ts";
import { tableOf } from "../../core/base/tables.ts";
import {
  about,
  again,
  ask,
  type Asked,
  errorData,
  isOfOthers,
  pathOf,
  REF_KEYS,
  type Rule,
  searchFor,
  subjectKeys,
  subjectOf,
  type Suggestion,
  text,
} from "./asking.ts";
import { matchesOf, type Meant, meantNames } from "./meant_names.ts";
import { asObject } from "./previous.ts";

/** Where the question is a sentence, the tool that its verb asks for. */
function toolOfWords(subject: string): string | undefined {
  if (!/\s/.test(subject)) return undefined;
  if (/\b(who|what|where)\b.*\b(calls|uses|invokes)\b|\bcallers?\b|\bcalled (by|from)\b|\bused\b/i.test(subject)) return "get_callers";
  if (/\b(breaks?|impact|affect(s|ed)?|changes?|rename|remove)\b/i.test(subject)) return "get_impact";
  if (/\bwhat does\b.*\b(call|use)\b|\bcallees?\b|\bdepends? on\b/i.test(subject)) return "get_callees";
  return "search_nodes";
}

/** The names that were probably meant, each in the same question. */
export function otherNames(asked: Asked): Suggestion[] {
  return [...outsideNamed(asked), ...nearNamed(asked)];
}

/** What lies outside under the name that was asked for: who uses it. */
const outsideNamed: Rule = (asked) => {
  const outside = errorData(asked)?.["outside"];
  if (!Array.isArray(outside)) return [];
  return outside.flatMap((one) => {
    const name = `External:${asObject(one)?.["name"]}`;
    return ask(asked, "query_node_edges", { node_identifier: name, direction: "in" }, "it lies outside: who calls it");
  });
};

const nearNamed: Rule = (asked) => {
  const keys = subjectKeys(asked);
  if (asked.tool === "call_chain") return keys.flatMap((key) => otherEnds(asked, key));
  // Which names other refs have, a comparison has looked up itself.
  if (isOfOthers(asked)) {
    const near = errorData(asked)?.["did_you_mean"];
    return Array.isArray(near)
      ? near.flatMap((name) => again(asked, { [keys[0]!]: name, path: undefined }, "the nearest name in these refs"))
      : [];
  }
  // It was found, outside: what is called alike here is another thing.
  if (asObject(asked.results["outside"])?.["name"] !== undefined) return [];
  const subject = subjectOf(asked);
  const worded = toolOfWords(subject);
  const shown = worded === "search_nodes" ? firstShown(asked) : [];
  const others = meantNames(asked.context, subject, pathOf(asked));
  const list = [...shown, ...others.filter((one) => !shown.some(({ name }) => name === one.name))];
  const tool = asked.tool === "search_nodes" || !asked.tools.has(asked.tool) ? worded ?? "search_nodes" : asked.tool;
  const same = sameFor(asked, tool, list);
  const bare = subject.replace(/^\*+|\*+$/g, "");
  // A part of longer names: then all of them are worth seeing.
  const holding = list[0]?.part === true && bare !== "" ? searchFor(asked, `*${bare}*`, `names that hold "${bare}"`) : [];
  return [...holding, ...same];
};

/** The first of the names that a search for words shows: what its reader takes for the nearest. */
function firstShown({ results, context }: Asked): Meant[] {
  const near = results["near"];
  const first = Array.isArray(near) ? asObject(near[0]) : undefined;
  const row = first === undefined ? undefined : matchesOf(context, text(first["at"]) ?? "")[0]?.row;
  return row === undefined ? [] : [{ name: placeOf(row), short: row.name, why: `the nearest name: ${row.kind} ${row.qualifiedName}` }];
}

/** What tells where a candidate stands. */
const PLACE = ["path", "line", "column"];

/** The same question about each of the candidates that its error names, or of the symbols that its answer is about. */
export function candidates(asked: Asked): Suggestion[] {
  if (Array.isArray(asked.results["groups"])) {
    const reason = ({ row }: Match): string => `only ${row.kind} ${row.qualifiedName} at ${placeOf(row)}`;
    return matchesOf(asked.context, subjectOf(asked), pathOf(asked)).flatMap((one) => about(asked, placeOf(one.row), reason(one)));
  }
  const data = errorData(asked) ?? {};
  const key = subjectKeys(asked).find((one) => asked.params[one] === data["symbol_name"]);
  if (key === undefined || !Array.isArray(data["candidates"])) return [];
  const isOfTwoRefs = REF_KEYS.some((one) => asked.params[one] !== undefined);
  const found = data["candidates"].map((one) => asObject(one) ?? {});
  const calls = found.flatMap((one) => {
    const { path, line, column, name, kind } = one;
    const isAlone = found.every((other) => other === one || other["path"] !== path || other["name"] !== name);
    // What one macro made stands at one place.
    const isTogether = found.some((other) => other !== one && PLACE.every((part) => other[part] === one[part]));
    // In which of two refs a line holds, nothing says.
    const place = isTogether
      ? text(one["symbol_stable_id"]) ?? `${path}:${name}`
      : isOfTwoRefs && isAlone
      ? `${path}:${name}`
      : `${path}:${line}:${column}`;
    return again(asked, { [key]: place }, `${key}: ${kind} ${name}`).map((call) => ({ ...call, chosen: true as const }));
  });
  return asked.tool === "call_chain" ? calls.filter((call) => mayMeet(asked, key, call)) : calls;
}

/** Whether the end of a path that a call chooses is of the language of the other end: calls lead into no other. */
function mayMeet({ context, params }: Asked, key: string, call: Suggestion): boolean {
  const languagesOf = (written: unknown): string[] => matchesOf(context, text(written) ?? "").map(({ row }) => row.language);
  const others = languagesOf(params[key === "from_func" ? "to_func" : "from_func"]);
  return others.length === 0 || languagesOf(call.params[key]).some((language) => others.includes(language));
}

/** Tools that answer for each symbol of a name, up to so many. */
const FOR_EACH: Readonly<Record<string, number>> = tableOf({ get_callers: 5, get_callees: 5, search_nodes: 10 });

/** The question about each of the symbols that may have been meant; about all of one name at once where the tool can do that. */
function sameFor(asked: Asked, tool: string, list: readonly Meant[]): Suggestion[] {
  const all = [...new Set(list.map((meant) => meant.short))].flatMap((short): Meant[] => {
    const own = list.filter((meant) => meant.short === short);
    const bearers = own.length > 1 ? matchesOf(asked.context, short).length : 1;
    const several = bearers > 1 && bearers <= (FOR_EACH[tool] ?? 0);
    const sure = own.every((one) => one.sure === true) ? { sure: true } : {};
    return several ? [{ name: short, short, why: `all symbols of the name ${short}`, ...sure }, ...own] : own;
  });
  return all.flatMap((meant) =>
    (tool === "search_nodes" ? search(asked, meant) : about(asked, meant.name, meant.why, tool))
      .map((call) => meant.sure === true ? { ...call, sure: true as const } : call)
  );
}

/** A search that finds the one symbol: by its full name, which a place would not be. */
function search(asked: Asked, meant: Meant): Suggestion[] {
  const found = matchesOf(asked.context, meant.name);
  const name = found.length === 1 ? found[0]!.row.qualifiedName : meant.name;
  return searchFor(asked, escapeGlob(name), meant.why);
}

/** Places of the candidates that an error named for `written`, in its order. */
function candidatesOf(asked: Asked, written: string): string[] {
  const data = errorData(asked);
  const candidates = data?.["symbol_name"] === written ? data["candidates"] : undefined;
  if (!Array.isArray(candidates)) return [];
  return candidates.map(asObject).flatMap((one) => one?.["column"] === undefined ? [] : `${one["path"]}:${one["line"]}:${one["column"]}`);
}

function otherEnds(asked: Asked, key: string): Suggestion[] {
  const written = text(asked.params[key])!;
  if (matchesOf(asked.context, written).length === 1) return [];
  const named = candidatesOf(asked, written);
  if (named.length > 0) {
    const reason = `${key}: one of the symbols of this name`;
    return named.flatMap((name) => [...again(asked, { [key]: name }, reason), ...again(asked, { [key]: name, max_depth: 20 }, reason)]);
  }
  return meantNames(asked.context, written, undefined).flatMap((meant) =>
    again(asked, { [key]: meant.name }, `${key}: ${meant.why}`).map((call) => meant.sure === true ? { ...call, chosen: true } : call)
  );
}
