/**
 * From a question that led to little, and why, to questions that may lead further.
 *
 * Stage: query. Rules over the tools of this program; a question of another product's tool is taken for a search. Invariant: a rule only
 * proposes; whether the proposal would be answered is tried afterwards, so rules may be generous; best first.
 */
import { LIVE } from "../../core/ref_names.ts";
import { isHandle } from "../../core/symbol_ids.ts";
import { type Context, readRows } from "../context.ts";
import { escapeGlob, isGlob } from "../globs.ts";
import { otherNameOf } from "../missing_callers.ts";
import { nearestPaths } from "../paths.ts";
import { bareName } from "../plain_name.ts";
import type { Match } from "../find_symbol.ts";
import { placeOf, type SymbolRow } from "../symbol_row.ts";
import { matchesOf, type Meant, meantNames } from "./meant_names.ts";
import { type Analysis, asObject, type Cause, PATH_KEYS, type Previous, SUBJECT_KEYS } from "./previous.ts";
import { basesOf, holdersOf, implementationsOf, membersOf } from "./relatives.ts";

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

interface Asked extends Previous {
  readonly context: Context;
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly analysis: Analysis;
}
type Rule = (asked: Asked) => Suggestion[];

const REF_NAMES = `SELECT name FROM ref ORDER BY indexed_at DESC`;
/** Parameters that name the refs of a question besides its own. */
const REF_KEYS = ["base_ref", "head_ref"];
/** `path:line` or `path:line:column`. */
const PLACE = /^(.+?):\d+(?::\d+)?$/;
const UPWARDS = new Set(["get_callers", "get_impact"]);

/** Proposals for all causes, the worst cause first; each rule runs only when those before it did not suffice. */
export function* propose(asked: Asked): Generator<Suggestion> {
  const users = usersInstead(asked);
  if (users !== undefined) return yield* users;
  // Who names a route in place of a symbol means those that serve it, and nothing else.
  if (errorData(asked)?.["is_route"] === true) return yield* candidates(asked);
  for (const cause of asked.analysis.causes) for (const rule of RULES[cause]) yield* rule(asked);
  // Nothing but this question was meant: with one of the candidates, or once the ref is there.
  if (!isRefused(asked, "ambiguous_symbol") && !isRefused(asked, "ref_not_indexed")) yield* lastResort(asked);
}

/** That nothing of a name is unused, or untested, is an answer: what is left is who uses it. Undefined for other questions, and for no such name. */
function usersInstead(asked: Asked): Suggestion[] | undefined {
  const isJudged = asked.tool === "search_nodes" && (asked.params["unused"] === true || asked.params["untested"] === true);
  const subject = subjectOf(asked);
  if (!isJudged || asked.results["total"] !== 0) return undefined;
  if (isGlob(subject)) return [];
  const own = matchesOf(asked.context, subject, pathOf(asked));
  return own.length === 0 ? undefined : own.flatMap(({ row }) => ask(asked, "get_callers", { function_name: placeOf(row) }, "who uses it"));
}

const text = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined;
const subjectKeys = (asked: Asked): string[] => SUBJECT_KEYS.filter((key) => text(asked.params[key]) !== undefined);
const subjectOf = (asked: Asked): string => text(asked.params[subjectKeys(asked)[0] ?? ""]) ?? "";
const pathOf = (asked: Asked): string | undefined => PATH_KEYS.map((key) => text(asked.params[key])).find((one) => one !== undefined);

/** The same question with other parameters; what is undefined is left out. */
function again(asked: Asked, changed: Record<string, unknown>, reason: string): Suggestion[] {
  if (!asked.tools.has(asked.tool)) return [];
  const { cursor: _cursor, ...kept } = asked.params;
  const params = Object.fromEntries(Object.entries({ ...kept, ...changed }).filter(([, value]) => value !== undefined));
  return [{ tool: asked.tool, params, reason }];
}

function ask(asked: Asked, tool: string, params: Record<string, unknown>, reason: string): Suggestion[] {
  return asked.tools.has(tool) ? [{ tool, params, reason }] : [];
}

/** The symbols whose names a pattern means. */
function searchFor(asked: Asked, pattern: string, reason: string): Suggestion[] {
  return ask(asked, "search_nodes", { name_pattern: pattern, limit: 10 }, reason);
}

function namesWith(asked: Asked, word: string): Suggestion[] {
  return searchFor(asked, `*${word}*`, `names with "${word}"`);
}

/** What the answer says of its error; undefined where it is none. */
function errorData(asked: Asked): Record<string, unknown> | undefined {
  return asObject(asObject(asked.results["error"])?.["data"]);
}

/** The question about another symbol: the same tool where it takes one, else the one that fits the question best. */
function about(asked: Asked, name: string, reason: string, tool = asked.tool): Suggestion[] {
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
function isOfOthers({ params, context }: Asked): boolean {
  const refs = REF_KEYS.map((one) => params[one]).filter((one) => one !== undefined);
  return refs.length > 0 && !refs.includes(context.ref.name);
}

/** Where the question is a sentence, the tool that its verb asks for. */
function toolOfWords(subject: string): string | undefined {
  if (!/\s/.test(subject)) return undefined;
  if (/\b(who|what|where)\b.*\b(calls|uses|invokes)\b|\bcallers?\b|\bcalled (by|from)\b|\bused\b/i.test(subject)) return "get_callers";
  if (/\b(breaks?|impact|affect(s|ed)?|changes?|rename|remove)\b/i.test(subject)) return "get_impact";
  if (/\bwhat does\b.*\b(call|use)\b|\bcallees?\b|\bdepends? on\b/i.test(subject)) return "get_callees";
  return "search_nodes";
}

/** The names that were probably meant, each in the same question. */
const otherNames: Rule = (asked) => [...outsideNamed(asked), ...nearNamed(asked)];

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
    return Array.isArray(near) ? near.flatMap((name) => again(asked, { [keys[0]!]: name }, "the nearest name in these refs")) : [];
  }
  const subject = subjectOf(asked);
  const list = meantNames(asked.context, subject, pathOf(asked));
  const worded = toolOfWords(subject);
  const tool = asked.tool === "search_nodes" || !asked.tools.has(asked.tool) ? worded ?? "search_nodes" : asked.tool;
  const same = sameFor(asked, tool, list);
  const bare = subject.replace(/^\*+|\*+$/g, "");
  // A part of longer names: then all of them are worth seeing.
  const holding = list[0]?.part === true && bare !== "" ? searchFor(asked, `*${bare}*`, `names that hold "${bare}"`) : [];
  return [...holding, ...same];
};

function isRefused(asked: Asked, code: string): boolean {
  return asObject(asked.results["error"])?.["code"] === code;
}

/** The same question about each of the candidates that its error names, or of the symbols that its answer is about. */
const candidates: Rule = (asked) => {
  if (Array.isArray(asked.results["groups"])) {
    const reason = ({ row }: Match): string => `only ${row.kind} ${row.qualifiedName} at ${placeOf(row)}`;
    return matchesOf(asked.context, subjectOf(asked), pathOf(asked)).flatMap((one) => about(asked, placeOf(one.row), reason(one)));
  }
  const data = errorData(asked) ?? {};
  const key = subjectKeys(asked).find((one) => asked.params[one] === data["symbol_name"]);
  if (key === undefined || !Array.isArray(data["candidates"])) return [];
  const isOfTwoRefs = REF_KEYS.some((one) => asked.params[one] !== undefined);
  const calls = data["candidates"].flatMap((one) => {
    const { path, line, column, name, kind } = asObject(one) ?? {};
    // In which of two refs a line holds, nothing says.
    const place = isOfTwoRefs ? `${path}:${name}` : `${path}:${line}:${column}`;
    return again(asked, { [key]: place }, `${key}: ${kind} ${name}`).map((call) => ({ ...call, chosen: true as const }));
  });
  return asked.tool === "call_chain" ? calls.filter((call) => mayMeet(asked, key, call)) : calls;
};

/** Whether the end of a path that a call chooses is of the language of the other end: calls lead into no other. */
function mayMeet({ context, params }: Asked, key: string, call: Suggestion): boolean {
  const languagesOf = (written: unknown): string[] => matchesOf(context, text(written) ?? "").map(({ row }) => row.language);
  const others = languagesOf(params[key === "from_func" ? "to_func" : "from_func"]);
  return others.length === 0 || languagesOf(call.params[key]).some((language) => others.includes(language));
}

/** Tools that answer for each symbol of a name, up to so many. */
const FOR_EACH: Readonly<Record<string, number>> = { get_callers: 5, get_callees: 5, search_nodes: 10 };

/** The question about each of the symbols that may have been meant; about all of one name at once where the tool can do that. */
function sameFor(asked: Asked, tool: string, list: readonly Meant[]): Suggestion[] {
  const all = [...new Set(list.map((meant) => meant.short))].flatMap((short): Meant[] => {
    const own = list.filter((meant) => meant.short === short);
    const bearers = own.length > 1 ? matchesOf(asked.context, short).length : 1;
    const several = bearers > 1 && bearers <= (FOR_EACH[tool] ?? 0);
    return several && own.every((one) => one.sure !== true)
      ? [{ name: short, short, why: `all symbols of the name ${short}` }, ...own]
      : own;
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

/** The symbol is there, but its list is empty: where else what was looked for may be. */
const relatives: Rule = (asked) => {
  const matches = asked.tool === "call_chain" ? [] : matchesOf(asked.context, subjectOf(asked), pathOf(asked));
  return matches.slice(0, 2).flatMap(({ row }) => relativesOf(asked, row));
};

function relativesOf(asked: Asked, row: SymbolRow): Suggestion[] {
  const { context } = asked;
  const list = (rows: readonly SymbolRow[], reason: (one: SymbolRow) => string): Suggestion[] =>
    rows.flatMap((one) => about(asked, placeOf(one), reason(one)));
  const bases = list(basesOf(context, row), (one) => `calls go through ${one.qualifiedName}, which ${row.name} implements`);
  const own = list(implementationsOf(context, row), (one) => `${one.qualifiedName} implements it`);
  const members = list(membersOf(context, row), (one) => `a method of ${row.name}: ${one.qualifiedName}`);
  const holders = UPWARDS.has(asked.tool)
    ? list(holdersOf(context, row), (one) => `${one.qualifiedName} hands ${row.name} over as a value`)
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

/** What the question did not ask of the symbol: a question that names no direction has said of none that it leads nowhere. */
function otherDirection(asked: Asked, row: SymbolRow): Suggestion[] {
  const params = { function_name: placeOf(row) };
  if (asked.tool === "get_callees") return ask(asked, "get_callers", params, "no callee was found: who calls it");
  if (UPWARDS.has(asked.tool)) return ask(asked, "get_callees", params, "no caller was found: what it calls");
  return [
    ...ask(asked, "get_callers", params, "it is there: who calls it"),
    ...ask(asked, "get_callees", params, "it is there: what it calls"),
  ];
}

/** Other symbols of the same short name; in another language one has nothing to do with it. */
function namesakes(asked: Asked, row: SymbolRow): Suggestion[] {
  const others = matchesOf(asked.context, row.name).filter((match) => match.row.id !== row.id && match.row.language === row.language);
  return others.slice(0, 3)
    .flatMap((match) => about(asked, placeOf(match.row), `another symbol of this name: ${match.row.kind} ${match.row.qualifiedName}`));
}

/** A path between two that does not exist: longer, the other way, or through what lies between. */
const otherPaths: Rule = (asked) => {
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
    ...again(asked, { from_func: to, to_func: from }, "there may be a path the other way"),
    ...through.flatMap((base) => again(asked, { to_func: placeOf(base) }, `calls go through ${base.qualifiedName}`)),
    ...within.flatMap((own) => again(asked, { from_func: placeOf(own) }, `${own.qualifiedName} implements ${from}`)),
    ...(longer === undefined ? again(asked, { max_depth: 20 }, "a longer path may exist") : []),
    ...ask(asked, "get_impact", { symbol_name: to, max_depth: 5 }, "everything that reaches the end"),
    ...ask(asked, "get_call_graph", { symbol_name: from, direction: "callees", depth: 3 }, "everything that the beginning reaches"),
  ];
};

/** The path does not exist: the nearest ones; and the question without it. */
const otherFiles: Rule = (asked) => {
  const key = PATH_KEYS.find((one) => text(asked.params[one]) !== undefined);
  const subject = subjectOf(asked);
  const within = key === undefined ? /^(.+?):(?!:)(.+)$/.exec(subject) : null;
  if (within !== null) {
    const [, path, name] = within;
    const elsewhere = meantNames(asked.context, name!, path).map((meant) => about(asked, meant.name, meant.why));
    return [
      ...elsewhere.flat(),
      ...nearestPaths(asked.context, path!).flatMap((near) => about(asked, `${near}:${name}`, `the file may be ${near}`)),
    ];
  }
  if (key === undefined) return [];
  const near = nearestPaths(asked.context, text(asked.params[key])!);
  const renamed = near.flatMap((path) => again(asked, { [key]: path }, `the nearest path: ${path}`));
  if (subject === "") return renamed;
  return [...renamed, ...again(asked, { [key]: undefined }, "the name, wherever it is defined"), ...otherNames(asked)];
};

/** Filters of a search that may have kept the symbol out, and the name as a part of longer ones. */
const widerSearch: Rule = (asked) => {
  const subject = subjectOf(asked);
  const filters = ["node_type", "language", "file_path", "edge_type"].filter((key) => asked.params[key] !== undefined);
  const without = filters.length === 0
    ? []
    : again(asked, Object.fromEntries(filters.map((key) => [key, undefined])), `without ${filters.join(", ")}`);
  const words = asked.analysis.identifiers;
  if (/\s/.test(subject) || subject === "") {
    return [
      ...without,
      ...words.slice(0, 3).flatMap((word) => namesWith(asked, word)),
    ];
  }
  const bare = bareName(subject).replace(/[*?[\]]/g, "");
  return bare === "" || isHandle(bare) ? without : [...without, ...namesWith(asked, bare)];
};

const otherRefs: Rule = (asked) => {
  const wanted = text(asked.params["ref"]);
  if (wanted === undefined) return [];
  const names = readRows<{ name: string }>(asked.context, REF_NAMES).map((row) => row.name).filter((name) => name !== LIVE);
  const near = names.filter((name) => name.includes(wanted) || wanted.includes(name));
  return [
    ...near.flatMap((name) => again(asked, { ref: name }, `the indexed ref ${name}`)),
    ...again(asked, { ref: undefined }, `the working tree: "${wanted}" is not indexed`),
    ...names.slice(0, 2).flatMap((name) => again(asked, { ref: name }, `the indexed ref ${name}`)),
  ];
};

/** The parameters that were meant, where the error names them. */
const repaired: Rule = (asked) => {
  const data = errorData(asked);
  if (data?.["parameter"] === "cursor") return again(asked, {}, "from the first entry").map((one) => ({ ...one, sure: true }));
  const meant = asObject(data?.["did_you_mean"]) ?? {};
  const known = asked.tools.get(asked.tool)?.parameters;
  if (known === undefined) return [];
  const params = Object.entries(asked.params).flatMap(([key, value]) => {
    const name = known.has(key) ? key : text(meant[key]);
    return name === undefined ? [] : [[name, value] as const];
  });
  return [{ tool: asked.tool, params: Object.fromEntries(params), reason: "with the parameters that this tool knows" }];
};

const sources: Rule = (asked) => {
  const subject = subjectOf(asked);
  return ask(
    asked,
    "get_call_graph",
    { symbol_name: subject, include_source: true },
    "shows each call line, so that likely edges can be judged",
  );
};

/** The functions in which unresolved calls of the name stand. */
const looseSites: Rule = (asked) => {
  const first = asObject(asked.results["unresolved"])?.["first"] ?? asObject(asked.results["may_be_missing"])?.["first"];
  const places = Array.isArray(first) ? first.filter((one) => typeof one === "string") : [];
  return places.slice(0, 3).flatMap((place) =>
    ask(asked, "get_callees", { function_name: place.replace(/:\d+$/, "") }, `an unresolved call of this name stands at ${place}`)
  );
};

const goOn: Rule = (asked) => {
  const cursor = text(asked.results["cursor"]);
  if (cursor !== undefined) {
    return again(asked, {}, "the next entries").map((one) => ({ ...one, params: { ...one.params, cursor } }));
  }
  const limit = typeof asked.params["limit"] === "number" ? asked.params["limit"] : 20;
  const known = asked.tools.get(asked.tool)?.parameters;
  return known?.has("limit") === true ? again(asked, { limit: limit * 5 }, "more entries at once") : [];
};

const refresh: Rule = (asked) => [
  ...ask(asked, "index_directory", {}, "brings the index up to date"),
  ...again(asked, {}, "the same, once the index is up to date"),
];

/** The name as a search, and what stands around it. */
function lastResort(asked: Asked): Suggestion[] {
  const subject = subjectOf(asked);
  const symbol = matchesOf(asked.context, subject)[0];
  if (symbol === undefined && PLACE.test(subject)) return [];
  const name = symbol?.row.name ?? bareName(subject);
  const word = isHandle(subject) ? undefined : asked.analysis.identifiers[0];
  return [
    ...(symbol === undefined || asked.tool === "get_call_graph" ? [] : ask(
      asked,
      "get_call_graph",
      { symbol_name: placeOf(symbol.row), direction: "both", depth: 1, limit: 20 },
      "callers and callees at once",
    )),
    ...(subject === "" ? [] : searchFor(asked, name, "all symbols of this name")),
    ...(word === undefined ? [] : namesWith(asked, word)),
  ];
}

const RULES: Readonly<Record<Cause, readonly Rule[]>> = {
  wrong_parameters: [repaired],
  ref_unknown: [otherRefs],
  path_unknown: [otherFiles],
  nothing_found: [otherPaths, emptyOrMissing, widerSearch],
  ambiguous: [candidates, otherNames],
  not_ready: [refresh],
  only_heuristic: [sources, relatives],
  possibly_incomplete: [looseSites, sources],
  stale: [refresh],
  truncated: [goOn],
  low_score: [otherNames, widerSearch],
};

/** A symbol without what was asked of it, or no such symbol. */
function emptyOrMissing(asked: Asked): Suggestion[] {
  const [, path] = PLACE.exec(subjectOf(asked)) ?? [];
  if (path !== undefined && isRefused(asked, "symbol_not_found")) {
    return ask(asked, "query_file_symbols", { file_path: path }, `what ${path} defines`);
  }
  const pattern = subjectOf(asked);
  if (asked.tool !== "search_nodes" && /[*?]/.test(pattern) && isRefused(asked, "symbol_not_found")) {
    return [...searchFor(asked, pattern, `names that fit ${pattern}`), ...otherNames(asked)];
  }
  const there = asked.tool !== "search_nodes" && matchesOf(asked.context, subjectOf(asked), pathOf(asked)).length > 0;
  return there ? relatives(asked) : otherNames(asked);
}
