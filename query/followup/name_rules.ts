/**
 * Rules that ask the same about another symbol: one with a similar name, or one of several with the name.
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

/** The tool that suits a question written as a sentence; undefined for a name. */
function toolOfWords(subject: string): string | undefined {
  if (!/\s/.test(subject)) return undefined;
  if (/\b(who|what|where)\b.*\b(calls|uses|invokes)\b|\bcallers?\b|\bcalled (by|from)\b|\bused\b/i.test(subject)) return "get_callers";
  if (/\b(breaks?|impact|affect(s|ed)?|changes?|rename|remove)\b/i.test(subject)) return "get_impact";
  if (/\bwhat does\b.*\b(call|use)\b|\bcallees?\b|\bdepends? on\b/i.test(subject)) return "get_callees";
  return "search_nodes";
}

/** The same question for each of the names that were probably meant. */
export function otherNames(asked: Asked): Suggestion[] {
  return [...outsideNamed(asked), ...nearNamed(asked)];
}

/** Asks who uses the external symbols with the name. */
const outsideNamed: Rule = (asked) => {
  const outside = errorData(asked)?.["outside"];
  if (!Array.isArray(outside)) return [];
  return outside.flatMap((one) => {
    const name = `External:${asObject(one)?.["name"]}`;
    return ask(asked, "query_node_edges", { node_identifier: name, direction: "in" }, "it is outside the repository: who calls it");
  });
};

const nearNamed: Rule = (asked) => {
  const keys = subjectKeys(asked);
  if (asked.tool === "call_chain") return keys.flatMap((key) => otherEnds(asked, key));
  // A comparison has looked up itself which names its refs have.
  if (isOfOthers(asked)) {
    const near = errorData(asked)?.["did_you_mean"];
    return Array.isArray(near)
      ? near.flatMap((name) => again(asked, { [keys[0]!]: name, path: undefined }, "the nearest name in these refs"))
      : [];
  }
  // The symbol was found, outside the repository; a similar name here is something else.
  if (asObject(asked.results["outside"])?.["name"] !== undefined) return [];
  const subject = subjectOf(asked);
  const worded = toolOfWords(subject);
  const shown = worded === "search_nodes" ? firstShown(asked) : [];
  const others = meantNames(asked.context, subject, pathOf(asked));
  const list = [...shown, ...others.filter((one) => !shown.some(({ name }) => name === one.name))];
  const tool = asked.tool === "search_nodes" || !asked.tools.has(asked.tool) ? worded ?? "search_nodes" : asked.tool;
  const same = sameFor(asked, tool, list);
  const bare = subject.replace(/^\*+|\*+$/g, "");
  // If it is a part of longer names, show all of them.
  const holding = list[0]?.part === true && bare !== "" ? searchFor(asked, `*${bare}*`, `names that contain "${bare}"`) : [];
  return [...holding, ...same];
};

/** The first name listed by a search for words, which its reader will take for the nearest. */
function firstShown({ results, context }: Asked): Meant[] {
  const near = results["near"];
  const first = Array.isArray(near) ? asObject(near[0]) : undefined;
  const row = first === undefined ? undefined : matchesOf(context, text(first["at"]) ?? "")[0]?.row;
  return row === undefined ? [] : [{ name: placeOf(row), short: row.name, why: `the nearest name: ${row.kind} ${row.qualifiedName}` }];
}

/** The fields of a candidate that give its place. */
const PLACE = ["path", "line", "column"];

/** The same question about each of the candidates of an ambiguity error, or each of the symbols that the answer covers. */
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
    // Symbols made by one macro share one place.
    const isTogether = found.some((other) => other !== one && PLACE.every((part) => other[part] === one[part]));
    // In two refs a symbol may be on different lines.
    const place = isTogether
      ? text(one["symbol_stable_id"]) ?? `${path}:${name}`
      : isOfTwoRefs && isAlone
      ? `${path}:${name}`
      : `${path}:${line}:${column}`;
    return again(asked, { [key]: place }, `${key}: ${kind} ${name}`).map((call) => ({ ...call, chosen: true as const }));
  });
  return asked.tool === "call_chain" ? calls.filter((call) => mayMeet(asked, key, call)) : calls;
}

/** Whether the chosen end of a path has the same language as the other end: no calls lead into another language. */
function mayMeet({ context, params }: Asked, key: string, call: Suggestion): boolean {
  const languagesOf = (written: unknown): string[] => matchesOf(context, text(written) ?? "").map(({ row }) => row.language);
  const others = languagesOf(params[key === "from_func" ? "to_func" : "from_func"]);
  return others.length === 0 || languagesOf(call.params[key]).some((language) => others.includes(language));
}

/** Tools that answer for every symbol with a name, and up to how many. */
const FOR_EACH: Readonly<Record<string, number>> = tableOf({ get_callers: 5, get_callees: 5, search_nodes: 10 });

/** The question about each symbol that may have been meant, or about all with one name at once if the tool can do that. */
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

/** A search that finds only this symbol: by its full name, since a search takes no places. */
function search(asked: Asked, meant: Meant): Suggestion[] {
  const found = matchesOf(asked.context, meant.name);
  const name = found.length === 1 ? found[0]!.row.qualifiedName : meant.name;
  return searchFor(asked, escapeGlob(name), meant.why);
}

/** Places of the candidates that an error listed for `written`, in its order. */
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
  // If no path leads to any of them, that is an answer about the nearest.
  return meantNames(asked.context, written, undefined).flatMap((meant, i) =>
    again(asked, { [key]: meant.name }, `${key}: ${meant.why}`).map((call) =>
      i === 0 || meant.sure === true ? { ...call, chosen: true } : call
    )
  );
}
