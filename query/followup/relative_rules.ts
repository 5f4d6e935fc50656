/**
 * Rules that ask about related symbols: what a symbol implements, what passes it as a value, what lies on the way to it.
 *
 * Stage: query.
 */
import { otherNameOf } from "../doubt/missing_callers.ts";
import { placeOf, type SymbolRow } from "../rows/symbol_row.ts";
import { about, again, ask, type Asked, pathOf, subjectOf, type Suggestion, text } from "./asking.ts";
import { matchesOf } from "./meant_names.ts";
import { basesOf, holdersOf, implementationsOf, membersOf } from "./relatives.ts";

const UPWARDS = new Set(["get_callers", "get_impact"]);

/** If the symbol exists but its list is empty: related symbols that may have what was looked for. */
export function relatives(asked: Asked): Suggestion[] {
  const matches = asked.tool === "call_chain" ? [] : matchesOf(asked.context, subjectOf(asked), pathOf(asked));
  return matches.slice(0, 2).flatMap(({ row }) => relativesOf(asked, row));
}

function relativesOf(asked: Asked, row: SymbolRow): Suggestion[] {
  const { context } = asked;
  const list = (rows: readonly SymbolRow[], reason: (one: SymbolRow) => string): Suggestion[] =>
    rows.flatMap((one) => about(asked, placeOf(one), reason(one)));
  const bases = list(basesOf(context, row), (one) => `calls go through ${one.qualifiedName}, which ${row.name} implements`);
  const own = list(implementationsOf(context, row), (one) => `${one.qualifiedName} implements it`);
  const members = list(membersOf(context, row), (one) => `a method of ${row.name}: ${one.qualifiedName}`);
  const holders = UPWARDS.has(asked.tool)
    ? list(holdersOf(context, row), (one) => `${one.qualifiedName} passes ${row.name} as a value`)
    : [];
  const other = otherDirection(asked, row);
  const graph = asked.tool === "get_call_graph" && asked.params["direction"] !== undefined
    ? again(asked, { direction: undefined }, "there are edges in the other direction")
    : [];
  const parents = asked.tool === "get_callees" ? [...own, ...bases] : [...bases, ...own];
  const alias = otherNameOf(row);
  const meant = alias === undefined
    ? []
    : list(matchesOf(context, alias).slice(0, 2).map((match) => match.row), (one) => `${row.name} is another name of ${one.qualifiedName}`);
  return [...meant, ...graph, ...parents, ...members, ...other, ...holders, ...namesakes(asked, row)];
}

/** The directions that the question did not cover: a question that names no direction has shown neither to be empty. */
function otherDirection(asked: Asked, row: SymbolRow): Suggestion[] {
  const params = { function_name: placeOf(row) };
  if (asked.tool === "get_callees") return ask(asked, "get_callers", params, "no callee was found: who calls it");
  if (UPWARDS.has(asked.tool)) return ask(asked, "get_callees", params, "no caller was found: what it calls");
  return [
    ...ask(asked, "get_callers", params, "it is there: who calls it"),
    ...ask(asked, "get_callees", params, "it is there: what it calls"),
  ];
}

/** Other symbols with the same short name and the same language. */
function namesakes(asked: Asked, row: SymbolRow): Suggestion[] {
  // All modules share one name.
  if (row.kind === "module") return [];
  const others = matchesOf(asked.context, row.name).filter((match) => match.row.id !== row.id && match.row.language === row.language);
  return others.slice(0, 3)
    .flatMap((match) => about(asked, placeOf(match.row), `another symbol of this name: ${match.row.kind} ${match.row.qualifiedName}`));
}

/** If a path was not found: longer paths, the opposite direction, or paths by way of related symbols. */
export function otherPaths(asked: Asked): Suggestion[] {
  const [from, to] = [text(asked.params["from_func"]), text(asked.params["to_func"])];
  if (asked.tool !== "call_chain" || from === undefined || to === undefined) return [];
  const { context } = asked;
  const target = matchesOf(context, to)[0];
  const start = matchesOf(context, from)[0];
  const through = target === undefined ? [] : basesOf(context, target.row);
  const within = start === undefined ? [] : implementationsOf(context, start.row);
  const longer = asked.results["longer"];
  return [
    ...(typeof longer === "number" ? again(asked, { max_depth: longer }, `there is a path of ${longer} calls`) : []),
    ...(asked.results["same_symbol"] === true ? [] : again(asked, { from_func: to, to_func: from }, "there may be a path the other way")),
    ...through.flatMap((base) => again(asked, { to_func: placeOf(base) }, `calls go through ${base.qualifiedName}`)),
    ...within.flatMap((own) => again(asked, { from_func: placeOf(own) }, `${own.qualifiedName} implements ${from}`)),
    ...(longer === undefined ? again(asked, { max_depth: 20 }, "a longer path may exist") : []),
    ...ask(asked, "get_impact", { symbol_name: to, max_depth: 5 }, "everything that reaches the end"),
    ...ask(asked, "get_call_graph", { symbol_name: from, direction: "callees", depth: 3 }, "everything that the start reaches"),
  ];
}
