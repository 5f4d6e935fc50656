/**
 * Symbols by a pattern of their name: the question `search_nodes`, the command `search`.
 *
 * Stage: query. Invariants: a glob works as in a shell and is case sensitive; apart from an id or a place nothing else matches; similar
 * names are returned separately, with the kind of similarity.
 */
import * as z from "zod";
import { bytesOf, bytesOfJson } from "../core/base/text_size.ts";
import { append } from "../core/base/lists.ts";
import { CallgroveError } from "../core/errors.ts";
import { DefinitionFlag } from "../core/facts.ts";
import { isHandle } from "../core/facts/symbol_ids.ts";
import { FUNCTION_KINDS } from "../core/store/symbol_directory.ts";
import { cursorBehind, cursorField, cutPage, notesOfCut, pageOf } from "./answer/page.ts";
import { type Context, readRows } from "./context.ts";
import { findUntested } from "./doubt/untested.ts";
import { findUnused, listPublicUnused } from "./doubt/unused.ts";
import type { Notes } from "./metadata.ts";
import { findAnySymbols, findElsewhere, twinsOf } from "./names/find_symbol.ts";
import { type Likeness, nearestWord } from "./names/name_likeness.ts";
import { type Home, nearSymbols } from "./names/nearest_names.ts";
import { findFiles, findFilesLike, nearestPaths, pathIdsOf } from "./names/paths.ts";
import { EXPLAIN_LEVELS, type ExplainLevel, explainRanks, type Rank } from "./names/ranking.ts";
import { findMatches, type SearchFilter } from "./names/search_matches.ts";
import { findRoutes, type FoundRoute, meansRoutes, OWN_ROUTES } from "./names/search_routes.ts";
import { renderSearch } from "./render/search.ts";
import type { Finding } from "./rows/findings.ts";
import { checkGlob, globsOf, inEitherCase, isGlob, withoutWildcards } from "./rows/globs.ts";
import { readPackedFiles } from "./rows/packed_code.ts";
import { NODE_TYPES, nodeTypeOf, parseNodeType, ROUTE } from "./rows/node_types.ts";
import { isTest, placeOf, type SymbolRow } from "./rows/symbol_row.ts";
import { atMost, cursorParameter, defineTool, limitOf } from "./tool.ts";

const LANGUAGES = `SELECT DISTINCT b.language AS name FROM ref_file rf JOIN file_version fv ON fv.id = rf.file_version_id
  JOIN blob b ON b.id = fv.blob_id WHERE rf.ref_id = ?`;

/** A symbol that matches. */
export interface FoundNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly place: string;
  readonly signature: string;
  /** For a near miss: in which way it is similar. */
  readonly why?: Likeness | "renamed";
  /** For an overload: the place of the declaration with the body. */
  readonly overload_of?: string;
  /** If judged unused or untested: how sure that is, and the evidence. */
  readonly confidence?: Finding["confidence"];
  readonly evidence?: readonly string[];
  /** For a match, on request: why it has its rank. */
  readonly rank?: Rank;
}

/** The symbols, or other nodes, that match a pattern. */
export interface SearchValue {
  readonly pattern: string;
  /** "unused", "untested", both, or "" if all matches were asked for. */
  readonly judged: string;
  readonly total: number;
  /** The number of unused exported functions and methods, which are not judged, as external code may call them. */
  readonly publicUnused: number;
  /** The first of their names. */
  readonly firstPublic: readonly string[];
  readonly nodes: readonly FoundNode[];
  /** Symbols with similar names, nearest first. */
  readonly near: readonly FoundNode[];
  /** The number of matches on earlier pages. */
  readonly before: number;
  /** The cursor of the next page; "" at the end. */
  readonly cursor: string;
}

/** Symbol kinds if only routes are asked for. */
const ROUTES_ALONE: readonly string[] = [];
const UNRANKED = "ranking_explain_level is for matches by name: routes are ordered by path, judgements by evidence";
const STANDARD_LIMIT = 50;
const MOST_LIMIT = 1000;
const PUBLIC_SHOWN = 10;
/** The most matches beside which near misses are shown, and the most near misses if nothing matches. */
const NEAR_BESIDE = 5;
const NEAR_ALONE = 10;

/** The question: where something is defined. */
export const searchNodes = defineTool({
  name: "search_nodes",
  title: "Find symbols by name",
  description: "Where is it defined? Symbols by name or glob (load*, Job.*, get[A-Z]*; case sensitive): code before tests, public " +
    "before private, much called first. `near`: names that begin with it, hold its words (user name: getUserName) or are spelt alike. " +
    "`at` and `id` go into the other tools.",
  parameters: {
    name_pattern: z.string().min(1).max(500).describe("Name, id or glob with * ? [abc]."),
    node_type: z.string().max(50).optional().describe(
      "Only function, method, class, interface, field, test_function, route, …",
    ),
    language: z.string().max(50).optional().describe("Only this language."),
    file_path: z.string().min(1).max(4000).optional().describe("Only this file or folder."),
    unused: z.boolean().optional().describe("Only what nothing uses."),
    untested: z.boolean().optional().describe("Only what no test reaches."),
    ranking_explain_level: z.enum(EXPLAIN_LEVELS).optional().describe("Why in this order."),
    limit: limitOf(STANDARD_LIMIT),
    cursor: cursorParameter,
  },
  output: { total: z.int(), nodes: z.array(z.looseObject({})) },
  command: {
    name: "search",
    summary: "find symbols by a pattern of their name",
    arguments: ["name_pattern"],
    defaults: { name_pattern: "*" },
    options: {
      node_type: "--type <type>",
      language: "--language <language>",
      file_path: "--file <path>",
      unused: "--unused",
      untested: "--untested",
      ranking_explain_level: "--explain-ranking <level>",
      limit: "--limit <n>",
      cursor: "--cursor <cursor>",
    },
    optionHelp: {
      language: "Only this language, by name or ending: python, py, golang (callgrove languages lists them).",
      ranking_explain_level: "Why the matches stand in this order: off (default), basic or full.",
      limit: atMost(MOST_LIMIT),
    },
    examples: [
      ["callgrove search 'load*'", "by glob"],
      ["callgrove search '*Handler' --type class", "one type only"],
      ["callgrove search 'user name'", "by words: getUserName, user_name"],
      ["callgrove search 'Job.*' --file app/", "members of Job, in one folder"],
      ["callgrove search --type route '/users*'", "HTTP routes, and who serves or calls them"],
      ["callgrove search --unused", "functions that nothing uses, each with the evidence"],
      ["callgrove search --untested --file app/", "functions that no test reaches, much called first"],
    ],
  },
  run(context, params) {
    const { pattern, file_path } = readPattern(context, params);
    const page = pageOf(context, "search_nodes", params, STANDARD_LIMIT, MOST_LIMIT);
    const most = page.offset + page.limit;
    const { filter, warnings } = readFilter(context, { ...params, file_path });
    const judged = (["unused", "untested"] as const).filter((judgement) => params[judgement] === true);
    const { total, found, unserved = false } = judged.length > 0
      ? findJudged(context, pattern, filter, judged, most, warnings)
      : findAll(context, pattern, filter, most, warnings, params.ranking_explain_level);
    const bare = (node: FoundNode): FoundNode => params.compact === true ? { ...node, signature: "" } : node;
    const sizeOf = (node: FoundNode): number => bytesOfJson(node) + 1;
    const cut = cutPage(found.map(bare), page, sizeOf);
    const nodes = cut.shown;
    const cursor = cursorBehind(context, page, { ...cut, after: total - cut.before - nodes.length });
    const near = judged.length === 0 && page.offset === 0 && total <= NEAR_BESIDE && found[0]?.type !== ROUTE
      ? findNear(context, pattern, filter, total, page.limit).map(bare)
      : [];
    if (unserved) warnings.push(OWN_ROUTES);
    const globs = total === 0 ? globsOf(pattern) : [];
    if (globs.length > 0) warnings.push(`a pattern is a glob, not a regular expression: ${globs.join(", and then ")}`);
    const ranks = nodes.flatMap(({ rank }, place) => rank === undefined ? [] : { result_index: place, ...rank });
    if ((params.ranking_explain_level ?? "off") !== "off" && total > 0 && ranks.length === 0) warnings.push(UNRANKED);
    const publicUnused = judged.includes("unused") ? listPublicUnused(context, pattern, filter) : [];
    const bytes = page.bytes - nodes.reduce((sum, node) => sum + sizeOf(node), 0);
    const firstPublic = cutPublic(publicUnused, params.limit === undefined ? PUBLIC_SHOWN : page.limit - nodes.length, bytes);
    const ended = { bySize: cut.bySize, given: params.limit, limit: page.limit, most: MOST_LIMIT };
    return {
      value: {
        pattern: params.name_pattern.trim(),
        judged: judged.join(" and "),
        total,
        publicUnused: publicUnused.length,
        firstPublic,
        nodes,
        near,
        before: cut.before,
        cursor,
      },
      notes: {
        warnings: [...page.warnings, ...warnings],
        ...(cursor !== ""
          ? notesOfCut(context, ended, [`ask again with cursor "${cursor}"`, "give a narrower pattern, node_type or file_path"])
          : firstPublic.length < publicUnused.length
          ? notesOfPublic(publicUnused.length - firstPublic.length, params.limit)
          : {}),
        lowConfidence: total === 0 && judged.length === 0,
        ...(ranks.length === 0 ? {} : { rankingReasons: ranks }),
      },
    };
  },
  structure: (value: SearchValue) => ({
    total: value.total,
    nodes: value.nodes.map(structureNode),
    ...(value.publicUnused === 0 ? {} : { public_not_judged: value.publicUnused, first_public: value.firstPublic }),
    ...(value.near.length === 0 ? {} : { near: value.near.map(structureNode) }),
    ...cursorField(value.cursor),
  }),
  render: renderSearch,
  listed: (value: SearchValue) => value.nodes.filter((node) => node.type !== ROUTE).map((node) => ({ key: node.id })),
  givesHandles: true,
  isEmpty: (value: SearchValue) => value.total === 0,
});

/** The first exported names: up to `most`, at least a few, as far as the answer's size allows. */
function cutPublic(names: readonly string[], most: number, bytes: number): string[] {
  const shown = names.slice(0, Math.max(PUBLIC_SHOWN, most));
  let left = bytes;
  const fitting = shown.findIndex((name, i) => (left -= bytesOf(name) + 3) < 0 && i >= PUBLIC_SHOWN);
  return fitting < 0 ? shown : shown.slice(0, fitting);
}

/** How to see the remaining unused exported names. */
function notesOfPublic(left: number, limit = 0): Notes {
  const raised = limit < MOST_LIMIT ? `a limit (${MOST_LIMIT} at most) or ` : "";
  return { suggestedAction: `${left} more public ones that nothing here uses: give ${raised}a narrower pattern or file_path` };
}

/** Splits a pattern that matches no name, but begins with a file or folder as in other questions (`io.py:load*`, `app/io.py`, `app/*`). */
function readPattern(
  context: Context,
  params: { name_pattern: string; file_path?: string | undefined },
): { pattern: string; file_path: string | undefined } {
  const pattern = checkGlob(params.name_pattern);
  const { file_path } = params;
  const at = /(?<!:):(?!:)|\/(?=\**$)/.exec(pattern)?.index ?? pattern.length;
  const [place, name] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const isPlace = file_path === undefined && /[:/]/.test(pattern) && !/:\d+$/.test(pattern) && !isGlob(place) && !meansRoutes(pattern) &&
    findMatches(context, pattern, {}, 0).total === 0 && findFiles(context, place).length > 0;
  return isPlace ? { pattern: name === "" ? "*" : name, file_path: place } : { pattern, file_path };
}

/** The files that a path means, as everywhere; else those that a glob matches. */
function filesMeant(context: Context, written: string): readonly string[] {
  const files = findFiles(context, written);
  return files.length === 0 && isGlob(written) ? findFilesLike(context, written) : files;
}

/** The filter that the parameters express, and warnings about them. */
function readFilter(
  context: Context,
  params: {
    node_type?: string | undefined;
    language?: string | undefined;
    file_path?: string | undefined;
    unused?: boolean | undefined;
    untested?: boolean | undefined;
  },
): { filter: SearchFilter; warnings: string[] } {
  const warnings: string[] = [];
  const type = params.node_type === undefined ? undefined : parseNodeType(params.node_type);
  if (params.node_type !== undefined && type === undefined) {
    const near = nearestWord(params.node_type.toLowerCase(), NODE_TYPES.map((one) => one.toLowerCase()));
    throw new CallgroveError("invalid_input", `Cannot search for nodes of type "${params.node_type}": there is no such type`, {
      hint: `${near === undefined ? "" : `Did you mean ${near}? `}Types: ${NODE_TYPES.join(", ")}`,
      data: { parameter: "node_type", known: NODE_TYPES, ...(near === undefined ? {} : { did_you_mean: [near] }) },
    });
  }
  const isSearched = type === undefined || type.kinds.length > 0 || type.type === ROUTE;
  const isJudged = params.unused === true || params.untested === true;
  if (isJudged && type !== undefined && !type.kinds.some((kind) => FUNCTION_KINDS.has(kind))) {
    warnings.push("only functions and methods are judged: of types and values the index does not hold every place that names one");
  } else if (!isSearched) {
    warnings.push(`symbols and routes are searched; of type ${type.type} ask for one by its name: callgrove edges NAME`);
  }
  const language = params.language === undefined ? undefined : context.languageNamed(params.language) ?? params.language.toLowerCase();
  if (language !== undefined) {
    const known = readRows<{ name: string }>(context, LANGUAGES, context.ref.id).map((row) => row.name);
    if (!known.includes(language)) warnings.push(`no file of language "${params.language}" is indexed; there are: ${known.join(", ")}`);
  }
  const files = params.file_path === undefined ? undefined : filesMeant(context, params.file_path);
  if (files?.length === 0) {
    const near = nearestPaths(context, params.file_path!);
    warnings.push(`no indexed file matches "${params.file_path}"${near.length === 0 ? "" : `; nearest: ${near.join(", ")}`}`);
  }
  const paths = files === undefined ? undefined : pathIdsOf(context, files);
  // Thousands of findings in code that is kept elsewhere would hide the others.
  const apart = isJudged && files === undefined ? [...readPackedFiles(context).ids] : [];
  if (apart.length > 0) warnings.push("minified, built and copied code is not judged here: give its file_path");
  return {
    filter: {
      ...(type === undefined ? {} : { kinds: type.type === ROUTE ? ROUTES_ALONE : type.kinds, tests: type.tests }),
      ...(language === undefined ? {} : { language }),
      ...(paths === undefined ? {} : { paths }),
      ...(apart.length === 0 ? {} : { apart }),
    },
    warnings,
  };
}

/**
 * Symbols, or routes if these are asked for or nothing else can be meant. `unserved`: routes were found, none of which the repository is
 * known to serve.
 */
function findAll(
  context: Context,
  pattern: string,
  filter: SearchFilter,
  most: number,
  warnings: string[],
  explained: ExplainLevel = "off",
): { total: number; found: FoundNode[]; unserved?: boolean } {
  const matches = findMatches(context, pattern, filter, most);
  const { total, rows } = matches.total > 0 ? matches : findByIdOrPlace(context, pattern, filter);
  const isOpen = filter.kinds === undefined ? total === 0 && meansRoutes(pattern) : filter.kinds === ROUTES_ALONE;
  if (!isOpen) {
    if (total > 0) append(warnings, describeOtherCase(context, pattern, filter, total));
    const ranks = explained === "off" ? [] : explainRanks(context, rows, explained);
    return {
      total,
      found: rows.map((row, place) => ({
        ...toNode(row),
        ...overloadOf(context, row),
        ...(ranks.length === 0 ? {} : { rank: ranks[place]! }),
      })),
    };
  }
  const routes = findRoutes(context, pattern, filter);
  return { total: routes.length, found: routes.map(toRouteNode), unserved: !routes.some((route) => route.isServed) };
}

/** The symbol with an id or at a place given instead of a name, since other answers show both. */
function findByIdOrPlace(context: Context, written: string, filter: SearchFilter): { total: number; rows: readonly SymbolRow[] } {
  const isId = isHandle(written);
  const found = isId || /:\d+$/.test(written) ? findAnySymbols(context, written).map(({ row }) => row) : [];
  const rows = found.filter((row) => (isId || row.kind !== "module") && fitsIn(filter, row));
  return { total: rows.length, rows };
}

function fitsIn(filter: SearchFilter, row: Home): boolean {
  return (filter.kinds?.includes(row.kind) ?? true) && (filter.language ?? row.language) === row.language &&
    (filter.paths?.includes(row.pathId) ?? true) && (filter.tests !== true || isTest(row));
}

/** Says how many more names contain the word with its first letter in the other case. */
function describeOtherCase(context: Context, pattern: string, filter: SearchFilter, total: number): string[] {
  const either = inEitherCase(pattern);
  const more = either === "" ? 0 : findMatches(context, either, filter, 0).total - total;
  return more === 0 ? [] : [`${more} more with the other case of its first letter: ${either}`];
}

function toRouteNode({ name, place, said }: FoundRoute): FoundNode {
  return { id: `${ROUTE}:${name}`, type: ROUTE, name, place, signature: said };
}

/** Matches that are unused, untested or both. */
function findJudged(
  context: Context,
  pattern: string,
  filter: SearchFilter,
  judged: readonly ("unused" | "untested")[],
  most: number,
  warnings: string[],
): { total: number; found: FoundNode[]; unserved?: boolean } {
  const unused = judged.includes("unused") ? findUnused(context, pattern, filter) : undefined;
  if (!judged.includes("untested")) return { total: unused!.length, found: unused!.map(toFinding) };
  const { findings, total, tests } = findUntested(context, pattern, filter, unused === undefined ? most : Infinity);
  if (tests === 0) warnings.push("no test is indexed: everything counts as untested");
  if (unused === undefined) return { total, found: findings.map(toFinding) };
  const others = new Map(findings.map((finding) => [finding.row.id, finding]));
  const both = unused.flatMap((finding) => {
    const other = others.get(finding.row.id);
    return other === undefined ? [] : { ...finding, evidence: [...finding.evidence, ...other.evidence] };
  });
  return { total: both.length, found: both.map(toFinding) };
}

function toFinding({ row, confidence, evidence }: Finding): FoundNode {
  return { ...toNode(row), confidence, evidence };
}

/** A pattern of several words. */
const SEVERAL_WORDS = /\S\s+\S/;

/** Names similar to the pattern: beside matches of a plain name only those that continue it, else all kinds. */
function findNear(context: Context, pattern: string, filter: SearchFilter, total: number, most: number): FoundNode[] {
  const isOpen = isGlob(pattern);
  const bare = withoutWildcards(pattern);
  if (bare === "" || (total > 0 && isOpen)) return [];
  const fits = (row: Home): boolean => fitsIn(filter, row);
  const found = total > 0
    ? nearSymbols(context, bare, NEAR_BESIDE, { fits, continuing: true })
    : nearSymbols(context, bare, Math.min(NEAR_ALONE, most), { fits });
  const renamed = total > 0 || isOpen ? [] : findElsewhere(context, pattern).filter(fits);
  // Who gives several words means what has them, if there is any.
  const isByWords = SEVERAL_WORDS.test(pattern) && found.some(({ why }) => why !== "spelling");
  const meant = isByWords ? found.filter(({ why }) => why !== "spelling") : found;
  const others = meant.filter((one) => !renamed.some((row) => row.id === one.row.id));
  return [
    ...renamed.map((row): FoundNode => ({ ...toNode(row), why: "renamed" })),
    ...others.map((one): FoundNode => ({ ...toNode(one.row), why: one.why })),
  ].slice(0, Math.min(NEAR_ALONE, most));
}

/** For an overload, the place of the declaration that calls lead to. */
function overloadOf(context: Context, row: SymbolRow): Pick<FoundNode, "overload_of"> {
  if ((row.flags & DefinitionFlag.bodiless) === 0) return {};
  const { main } = twinsOf(context, row);
  return main.id === row.id ? {} : { overload_of: placeOf(main) };
}

function toNode(row: SymbolRow): FoundNode {
  return { id: row.stableId, type: nodeTypeOf(row), name: row.qualifiedName, place: placeOf(row), signature: row.signature.slice(0, 200) };
}

function structureNode({ place, signature, rank: _, ...node }: FoundNode): Record<string, unknown> {
  return { ...node, at: place, ...(signature === "" || node.evidence !== undefined ? {} : { signature }) };
}
