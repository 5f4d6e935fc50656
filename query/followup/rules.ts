/**
 * From a question that found little, and the cause, to questions that may find more.
 *
 * Stage: query. Rules for the tools of this program; a question of any other tool is treated as a search. Invariant: rules only propose,
 * best first, and may be generous, because each proposal is tried afterwards.
 */
import { LIVE } from "../../core/base/ref_names.ts";
import { isHandle } from "../../core/facts/symbol_ids.ts";
import { readRows } from "../context.ts";
import { nearestPaths } from "../names/paths.ts";
import { isGlob } from "../rows/globs.ts";
import { bareName } from "../rows/plain_name.ts";
import { placeOf } from "../rows/symbol_row.ts";
import {
  about,
  again,
  ask,
  type Asked,
  errorData,
  isRefused,
  namesWith,
  pathOf,
  REF_KEYS,
  type Rule,
  searchFor,
  subjectOf,
  type Suggestion,
  text,
} from "./asking.ts";
import { matchesOf, meantNames } from "./meant_names.ts";
import { candidates, otherNames } from "./name_rules.ts";
import { asObject, type Cause, PATH_KEYS, WHERE } from "./previous.ts";
import { otherPaths, relatives } from "./relative_rules.ts";

const REF_NAMES = `SELECT name FROM ref ORDER BY indexed_at DESC`;
/** `path:line` or `path:line:column`. */
const PLACE = /^(.+?):\d+(?::\d+)?$/;

/** Proposals for all causes, the worst cause first. Lazy: a rule runs only if earlier proposals did not suffice. */
export function* propose(asked: Asked): Generator<Suggestion> {
  const users = usersInstead(asked);
  if (users !== undefined) return yield* users;
  // A route given in place of a symbol means the symbols that serve it, and nothing else.
  if (errorData(asked)?.["is_route"] === true) return yield* candidates(asked);
  for (const cause of asked.analysis.causes) for (const rule of RULES[cause]) yield* rule(asked);
  // The question was understood; it only lacks a choice among candidates, or an indexed ref.
  if (!isRefused(asked, "ambiguous_symbol") && !isRefused(asked, "ref_not_indexed")) yield* lastResort(asked);
}

/**
 * If a search for unused or untested symbols found none by the name, that is an answer: what is left to ask is who uses them. Undefined for
 * other questions, and if no symbol has the name.
 */
function usersInstead(asked: Asked): Suggestion[] | undefined {
  const isJudged = asked.tool === "search_nodes" && (asked.params["unused"] === true || asked.params["untested"] === true);
  const subject = subjectOf(asked);
  if (!isJudged || asked.results["total"] !== 0) return undefined;
  if (isGlob(subject)) return [];
  const own = matchesOf(asked.context, subject, pathOf(asked));
  return own.length === 0 ? undefined : own.flatMap(({ row }) => ask(asked, "get_callers", { function_name: placeOf(row) }, "who uses it"));
}

/** If the path does not exist: the nearest paths, and the question without a path. */
const otherFiles: Rule = (asked) => {
  const within = text(asked.params[WHERE]);
  if (within !== undefined && errorData(asked)?.["path"] === within) {
    const near = nearestPaths(asked.context, within).flatMap((path) => again(asked, { [WHERE]: path }, `the nearest path: ${path}`));
    return [...near, ...again(asked, { [WHERE]: undefined }, "callers anywhere")];
  }
  const key = PATH_KEYS.find((one) => text(asked.params[one]) !== undefined);
  const subject = subjectOf(asked);
  const inFile = key === undefined ? /^(.+?):(?!:)(.+)$/.exec(subject) : null;
  if (inFile !== null) {
    const [, path, name] = inFile;
    const elsewhere = meantNames(asked.context, name!, path).map((meant) => about(asked, meant.name, meant.why));
    return [
      ...elsewhere.flat(),
      ...nearestPaths(asked.context, path!).flatMap((near) => about(asked, `${near}:${name}`, `the file may be ${near}`)),
    ];
  }
  if (key === undefined) {
    return nearestPaths(asked.context, subject).flatMap((path) => about(asked, path, `the nearest path: ${path}`));
  }
  const near = nearestPaths(asked.context, text(asked.params[key])!);
  const renamed = near.flatMap((path) => again(asked, { [key]: path }, `the nearest path: ${path}`));
  if (subject === "") return renamed;
  const anywhere = again(asked, { [key]: undefined }, "the name, wherever it is defined");
  // Whether the name is in these files in the compared refs is unknown.
  const isCompared = REF_KEYS.some((one) => asked.params[one] !== undefined);
  return [...(isCompared ? [...anywhere, ...renamed] : [...renamed, ...anywhere]), ...otherNames(asked)];
};

/** The search without filters that may have excluded the symbol, and with the name as a part of longer ones. */
const widerSearch: Rule = (asked) => {
  const subject = subjectOf(asked);
  const filters = ["node_type", "language", "file_path", "edge_type"].filter((key) => asked.params[key] !== undefined);
  const without = filters.length === 0
    ? []
    : again(asked, Object.fromEntries(filters.map((key) => [key, undefined])), `without ${filters.join(", ")}`);
  // The name of a file is no name of a symbol.
  if (isOfFile(asked)) return without;
  const words = asked.analysis.identifiers;
  if (/\s/.test(subject) || subject === "") {
    return [
      ...without,
      ...words.slice(0, 3).flatMap((word) => namesWith(asked, word)),
    ];
  }
  // A place is no name; the symbol there has one.
  const named = PLACE.test(subject) ? matchesOf(asked.context, subject)[0]?.row.name ?? "" : bareName(subject);
  const bare = named.replace(/[*?[\]]/g, "");
  return bare === "" || isHandle(bare) ? without : [...without, ...namesWith(asked, bare)];
};

const otherRefs: Rule = (asked) => {
  const wanted = text(asked.params["ref"]);
  const ofGit = [...likeRefs(asked), ...knownRefs(asked)];
  if (wanted === undefined) return ofGit;
  const names = readRows<{ name: string }>(asked.context, REF_NAMES).map((row) => row.name).filter((name) => name !== LIVE);
  const near = names.filter((name) => name.includes(wanted) || wanted.includes(name));
  return [
    ...ofGit,
    ...near.flatMap((name) => again(asked, { ref: name }, `the indexed ref ${name}`)),
    ...again(asked, { ref: undefined }, `the working tree: "${wanted}" is not indexed`),
    ...names.slice(0, 2).flatMap((name) => again(asked, { ref: name }, `the indexed ref ${name}`)),
  ];
};

/** A ref that git knows can be indexed; for a comparison, what is needed can be read from git. */
function knownRefs(asked: Asked): Suggestion[] {
  const data = errorData(asked);
  const named = text(data?.["ref"]) ?? text(asked.params["ref"]);
  if (named === undefined || data?.["known_to_git"] !== true) return [];
  const loose = asked.params["strict_refs"] === true
    ? again(asked, { strict_refs: undefined }, `what is needed of ${named} is read from git`)
    : [];
  return [...ask(asked, "index_directory", { ref: named }, `reads ${named} into the index`), ...loose];
}

/** Refs of git with a similar name, if the error lists them. */
function likeRefs(asked: Asked): Suggestion[] {
  const data = errorData(asked);
  const key = ["ref", ...REF_KEYS].find((one) => text(asked.params[one]) === data?.["ref"]);
  const near = data?.["did_you_mean"];
  if (key === undefined || !Array.isArray(near)) return [];
  return near.map(text).flatMap((name) => name === undefined ? [] : again(asked, { [key]: name }, `the nearest ref: ${name}`));
}

/** The question with the parameters that were meant, if the error lists them. */
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

/** The functions that contain unresolved calls of the name. */
const looseSites: Rule = (asked) => {
  const first = asObject(asked.results["unresolved"])?.["first"] ?? asObject(asked.results["may_be_missing"])?.["first"];
  const places = Array.isArray(first) ? first.filter((one) => typeof one === "string") : [];
  return places.slice(0, 3).flatMap((place) =>
    ask(asked, "get_callees", { function_name: place.replace(/:\d+$/, "") }, `an unresolved call of this name stands at ${place}`)
  );
};

/** Of what is named rather than called: callers of the code that names it. The answer lists places by file and name, or the first few places. */
const namers: Rule = (asked) => {
  const { named_at, possible_reads, may_be_missing } = asked.results;
  const named = asObject(named_at) ?? asObject(possible_reads) ?? asObject(asObject(may_be_missing)?.["possible_reads"]);
  if (named === undefined) return [];
  const first = Array.isArray(named["first"])
    ? named["first"].map(text)
    : Object.entries(named).flatMap(([path, names]) =>
      Object.values(asObject(names) ?? {}).map((lines) => Array.isArray(lines) ? `${path}:${lines[0]}` : undefined)
    );
  const places = first.flatMap((place) => place === undefined ? [] : /^.+?:\d+/.exec(place)?.[0] ?? []);
  const used = places.slice(0, 2);
  return [
    ...used.flatMap((place) => ask(asked, "get_callers", { function_name: place }, `what uses it at ${place}, and who calls that`)),
    ...used.flatMap((place) =>
      ask(asked, "get_call_graph", { symbol_name: place, include_source: true }, `what uses it at ${place}, with its source`)
    ),
  ];
};

const goOn: Rule = (asked) => {
  const cursor = text(asked.results["cursor"]);
  if (cursor !== undefined) {
    return again(asked, {}, "the next entries").map((one) => ({ ...one, params: { ...one.params, cursor } }));
  }
  const limit = typeof asked.params["limit"] === "number" ? asked.params["limit"] : countShown(asked.results);
  const known = asked.tools.get(asked.tool)?.parameters;
  return known?.has("limit") === true ? again(asked, { limit: limit * 5 }, "more entries at once") : [];
};

/** The number of entries shown by a list without a cursor: a graph's longer direction, a search, or an impact; at least 20. */
function countShown(results: Asked["results"]): number {
  const lists = ["callers", "callees", "nodes"].map((key) => results[key]).filter(Array.isArray);
  const files = Object.values(asObject(results["dependents"]) ?? {}).flatMap((byFile) => Object.values(asObject(byFile) ?? {}));
  const dependents = files.reduce<number>((sum, names) => sum + Object.keys(asObject(names) ?? {}).length, 0);
  return Math.max(20, dependents, ...lists.map((list) => list.length));
}

const refresh: Rule = (asked) => [
  ...ask(asked, "index_directory", {}, "brings the index up to date"),
  ...again(asked, {}, "the same, once the index is up to date"),
];

/** The shortest word worth searching for as a part of names. */
const SHORTEST_WORD = 3;

/** Whether the question is about a file, which the index may lack. */
function isOfFile(asked: Asked): boolean {
  return isRefused(asked, "file_not_found") || matchesOf(asked.context, subjectOf(asked))[0]?.row.kind === "module";
}

/** Always possible: the call graph of the symbol, and searches for its name. */
function lastResort(asked: Asked): Suggestion[] {
  const subject = subjectOf(asked);
  const symbol = matchesOf(asked.context, subject)[0];
  if (symbol === undefined && isRefused(asked, "file_not_found")) {
    const stem = /([^/\\]+?)(?:\.\w+)?(?::.*)?$/.exec(subject)?.[1] ?? "";
    return stem.length < SHORTEST_WORD ? [] : namesWith(asked, stem);
  }
  // All modules share one name.
  if (symbol?.row.kind === "module") return ask(asked, "query_file_symbols", { file_path: symbol.row.path }, "what the file defines");
  if (symbol === undefined && PLACE.test(subject)) return [];
  const name = symbol?.row.name ?? bareName(subject);
  const word = isHandle(subject) ? undefined : asked.analysis.identifiers.findLast((one) => subject.includes(one));
  return [
    ...(symbol === undefined || asked.tool === "get_call_graph" ? [] : ask(
      asked,
      "get_call_graph",
      { symbol_name: placeOf(symbol.row), direction: "both", depth: 1, limit: 20 },
      "callers and callees at once",
    )),
    ...(subject === "" ? [] : searchFor(asked, name, "all symbols of this name")),
    ...(word === undefined || word.length < SHORTEST_WORD ? [] : namesWith(asked, word)),
  ];
}

const RULES: Readonly<Record<Cause, readonly Rule[]>> = {
  wrong_parameters: [repaired],
  ref_unknown: [otherRefs],
  path_unknown: [otherFiles],
  nothing_found: [namers, otherPaths, emptyOrMissing, widerSearch],
  ambiguous: [candidates, otherNames],
  not_ready: [refresh],
  only_heuristic: [sources, relatives],
  possibly_incomplete: [looseSites, namers, sources],
  stale: [refresh],
  truncated: [goOn],
  low_score: [otherNames, widerSearch],
};

/** Related symbols if the symbol exists, else other names. */
function emptyOrMissing(asked: Asked): Suggestion[] {
  const folder = text(errorData(asked)?.["folder"]);
  if (folder !== undefined) return ask(asked, "search_nodes", { name_pattern: "*", file_path: folder }, `symbols in ${folder}`);
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
