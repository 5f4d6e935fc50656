/**
 * What breaks if a symbol changes: the question `get_impact`, the command `impact`.
 *
 * Stage: query. Invariants: everything that reaches the symbol through calls or by holding it as a value, at its least distance, with the
 * weakest evidence of the path to it; what may be missing is given in numbers.
 */
import * as z from "zod";
import { bytesOf, bytesOfJson } from "../core/base/text_size.ts";
import { budgetOf, clamp, limitFor, notesOfCut } from "./answer/page.ts";
import { keyAmong } from "./answer/sites.ts";
import { readUserSites } from "./answer/user_sites.ts";
import type { Context } from "./context.ts";
import { type LooseCallers, readLooseCallers } from "./doubt/loose_callers.ts";
import { type MissingCallers, READ_WITHOUT_A_CALL, readMissing } from "./doubt/missing_callers.ts";
import { describeNotNamed, type NamedPlaces, readNamedPlaces } from "./doubt/named_places.ts";
import { readPossible } from "./doubt/possible_callers.ts";
import { describeUnseen } from "./doubt/unseen_runs.ts";
import { findOneSymbol, type Match } from "./names/find_symbol.ts";
import { renderImpact } from "./render/impact.ts";
import { count } from "./render/style.ts";
import { changedIds } from "./rows/links.ts";
import { isType } from "./rows/node_types.ts";
import { placeOf, readSymbol, type SymbolObject, toSymbolObject } from "./rows/symbol_row.ts";
import { atMost, defineTool, limitOf, NAME_FORMS, onlyInFile, symbolName } from "./tool.ts";
import { isUsed } from "./walk/any_edge.ts";
import { countDependents, type Dependent, type NamedDependent, nameDependent, type Reach, readDependents } from "./walk/dependents.ts";
import { filesTestingRoutes } from "./walk/route_tests.ts";
import { callersOfRoute, readServed, type RouteCaller, type ServedRoute } from "./walk/served_routes.ts";
import { countTests, FURTHER_TEST_FILES_SHOWN, TEST_FILES_SHOWN, type TestFile } from "./rows/test_files.ts";
import { furtherTestFiles, testFilesToRun } from "./walk/test_files_to_run.ts";
import { readTitledTests, type TitledTest } from "./walk/tests_by_title.ts";

/** A served route with its first callers. */
interface CalledRoute extends ServedRoute {
  readonly callers: readonly RouteCaller[];
  readonly callersInAll: number;
}

/** What depends on a symbol, directly and indirectly. */
export interface ImpactValue extends NamedPlaces {
  readonly symbol: SymbolObject;
  readonly place: string;
  readonly reach: Reach;
  /** The number of callers, counted as in lists of callers. */
  readonly callers: number;
  readonly depth: number;
  readonly shown: readonly NamedDependent[];
  /** The nearest tests that reach the symbol, whether or not they are also in `shown`; without whole files where `testFiles` has these. */
  readonly tests: readonly NamedDependent[];
  /** Files with tests that reach the symbol, nearest first, each with the number of tests; and the number of such files. */
  readonly testFiles: readonly TestFile[];
  readonly testFilesInAll: number;
  /** Files with tests that reach it from further away than `depth`, up to `FURTHEST_TESTS`; in the same order. */
  readonly furtherTests: readonly TestFile[];
  /** Files of other tests, which call its routes. */
  readonly routeTests: readonly TestFile[];
  /** Titles of tests that are calls, nearest first. */
  readonly titles: readonly TitledTest[];
  readonly moreTitles: boolean;
  /** HTTP routes that the symbol or a dependent serves, nearest first. */
  readonly routes: readonly CalledRoute[];
  readonly routesInAll: number;
  /** The number of dependents that are not shown, by file. */
  readonly rest: Readonly<Record<string, number>>;
  readonly restFiles: number;
  /** Whether the direct callers are known to be complete. */
  readonly complete: boolean;
  readonly unresolvedSites: number;
  readonly firstUnresolved: readonly string[];
  /** Unresolved calls that may lead to a dependent, except one at the greatest distance. */
  readonly through: LooseCallers;
  /** The number of dependents at the greatest distance that have callers further away. */
  readonly beyondDepth: number;
  readonly stopped: boolean;
}

const STANDARD_DEPTH = 3;
const MOST_DEPTH = 10;
const STANDARD_LIMIT = 100;
const MOST_LIMIT = 2000;
const REST_FILES = 20;
const TESTS_SHOWN = 20;
const TITLES_SHOWN = 20;
const ROUTES_SHOWN = 30;
/** The most callers shown per route. */
const ROUTE_CALLERS = 8;

/** The question: what breaks if a symbol changes. */
export const getImpact = defineTool({
  name: "get_impact",
  title: "What breaks if it changes",
  description: "What breaks if I change or remove this? What depends on a symbol: calls, calls of calls, uses as a " +
    "value, what implements, redefines or names it. Counts first (definitions, files, tests, entry points), then by distance and file, with the tests " +
    'that reach it and the HTTP routes that it serves. `dependents` is {distance: {file: {name: line}}}; names under `weak` ("all": all of that file) rest on likely edges, ' +
    "others on certain calls.",
  parameters: {
    symbol_name: symbolName.describe(`What would change: ${NAME_FORMS}.`),
    path: onlyInFile,
    max_depth: z.number().int().optional().describe(`How many calls away, 1 to ${MOST_DEPTH} (default ${STANDARD_DEPTH}).`),
    limit: limitOf(STANDARD_LIMIT),
  },
  output: {
    symbol: z.looseObject({}),
    counts: z.looseObject({}).describe("definitions, files, tests, entry_points, routes, certain."),
    dependents: z.looseObject({}).describe("Distance -> file -> name -> line."),
  },
  command: {
    name: "impact",
    summary: "what breaks if a symbol changes",
    arguments: ["symbol_name"],
    options: { path: "--file <path>", max_depth: "--max-depth <n>", limit: "--limit <n>" },
    optionHelp: { limit: atMost(MOST_LIMIT) },
    examples: [["callgrove impact load", "who depends on it, up to three calls away"], [
      "callgrove impact Job.go --max-depth 6",
      "further",
    ]],
  },
  run(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    const depth = clamp("max_depth", params.max_depth, STANDARD_DEPTH, 1, MOST_DEPTH);
    const limit = limitFor(context, params.limit, STANDARD_LIMIT, MOST_LIMIT);
    const start = changedIds(context, match);
    const { naming, ...places } = readNamedPlaces(context, match);
    const { found, stopped } = readDependents(context, start, depth.value, naming);
    const direct = readMissing(context, match);
    const possible = found.length > 0 ? 0 : readPossible(context, match).length;
    const between = found.filter((one) => one.distance < depth.value).map((one) => one.id);
    const unseen = describeUnseen(context, between);
    const through = readLooseCallers(context, start, between);
    const routes = readServed(context, start, found);
    const beyondDepth = found.filter((one) => one.distance === depth.value && !one.entry).length;
    const { testFiles, ...near } = readTests(context, found, routes, match.row.path);
    const furtherTests = beyondDepth === 0 || stopped ? [] : furtherTestFiles(context, start, depth.value, naming, match.row.path);
    const titles = readTitledTests(context, start, found, TITLES_SHOWN + 1);
    const { shown, rest } = fitBeside(context, found, limit.value, budgetOf(context, params.limit), [
      namesByFile(near.tests, new Map()),
      structureTestFiles(testFiles.slice(0, TEST_FILES_SHOWN)),
      { ...structureFurther(furtherTests), ...structureRouteTests(near.routeTests) },
      structureTitles(titles.slice(0, TITLES_SHOWN)),
    ]);
    const notNamed = describeNotNamed(context, match, naming);
    return {
      value: {
        symbol: toSymbolObject(context, match.row),
        place: placeOf(match.row),
        reach: countDependents(found),
        callers: readUserSites(context, match).calls.length,
        depth: depth.value,
        shown,
        ...near,
        testFiles: testFiles.slice(0, TEST_FILES_SHOWN),
        testFilesInAll: testFiles.length,
        furtherTests,
        titles: titles.slice(0, TITLES_SHOWN),
        moreTitles: titles.length > TITLES_SHOWN,
        routes: routes.slice(0, ROUTES_SHOWN).map((one) => withCallers(context, one)),
        routesInAll: routes.length,
        rest: Object.fromEntries(Object.entries(rest).slice(0, REST_FILES)),
        restFiles: Object.keys(rest).length,
        complete: direct.completeness === "complete" && possible === 0 && notNamed === "",
        unresolvedSites: direct.unresolved.length,
        firstUnresolved: direct.unresolved.slice(0, 5).map((site) => `${site.path}:${site.line}:${site.column}`),
        through,
        ...places,
        beyondDepth,
        stopped,
      },
      notes: {
        warnings: [
          ...depth.warnings,
          ...limit.warnings,
          ...(stopped ? ["the walk was stopped: there are more dependents"] : []),
          ...doubtsOfUse(match, direct, notNamed),
          ...(possible === 0
            ? []
            : [`${count(possible, "caller")} possible, through an interface, a base or a variable: see callgrove callers`]),
          ...(unseen === "" ? [] : [`it is reached through ${unseen}: what depends on that is not all counted`]),
        ],
        ...(found.length > shown.length
          ? notesOfCut(context, { bySize: shown.length < limit.value, given: params.limit, limit: limit.value, most: MOST_LIMIT }, [
            waysOn(found, shown),
          ])
          : {}),
        callers: unseen === "" && through.total === 0 && notNamed === "" ? direct.completeness : "possibly_incomplete",
      },
    };
  },
  finds(context, params) {
    const match = findOneSymbol(context, params.symbol_name, params.path);
    return isUsed(context, match) || readNamedPlaces(context, match).naming.size > 0 || undefined;
  },
  structure: structureImpact,
  render: renderImpact,
  listed: (value: ImpactValue) => value.shown.map((one) => ({ key: one.id })),
});

/**
 * What else may use the symbol itself. Calls of a type are those of its members, which have doubts of their own.
 * @param notNamed see `describeNotNamed`
 */
function doubtsOfUse({ row }: Match, { unseen, beside }: MissingCallers, notNamed: string): string[] {
  const own = isType(row) ? [] : [...unseen.filter((one) => one !== READ_WITHOUT_A_CALL), ...beside];
  return notNamed === "" ? own : [notNamed, ...own];
}

/** How to see dependents that are not shown. Nearer ones come first, so a smaller depth would not show them. */
function waysOn(found: readonly Dependent[], shown: readonly NamedDependent[]): string {
  return found[shown.length]!.distance === 1
    ? "ask get_callers, which has a cursor, for the direct ones"
    : "ask get_impact of a dependent that is shown: it goes on from there";
}

/** The dependents that fit beside the tests and, if not all fit, beside the files of the others. */
function fitBeside(
  context: Context,
  all: readonly Dependent[],
  limit: number,
  bytes: number,
  beside: readonly unknown[],
): { shown: NamedDependent[]; rest: Record<string, number> } {
  const left = bytes - bytesOfJson(beside);
  const fitting = fit(context, all, limit, left);
  const files = Object.entries(fitting.rest).slice(0, REST_FILES);
  return files.length === 0 ? fitting : fit(context, all, limit, left - bytesOfJson(files));
}

/** The dependents that fit, in order; the others counted by file. */
function fit(
  context: Context,
  all: readonly Dependent[],
  limit: number,
  bytes: number,
): { shown: NamedDependent[]; rest: Record<string, number> } {
  const shown: NamedDependent[] = [];
  const rest: Record<string, number> = {};
  let used = 0;
  const again: string[] = [];
  for (const one of all) {
    const previous = shown.at(-1);
    // Names are read only of those that may be shown.
    const named = shown.length < limit && used <= bytes ? nameDependent(context, one) : undefined;
    const name = named === undefined ? 0 : bytesOf(named.name);
    const path = bytesOf(one.path) + 6;
    used += name + 10 + (previous?.path === one.path ? 0 : path);
    // Uncertain dependents and entry points are listed a second time.
    for (const [i, isNamed] of [one.evidence !== "static", one.entry && !one.test].entries()) {
      if (!isNamed) continue;
      used += name + 4 + (again[i] === one.path ? 0 : path);
      again[i] = one.path;
    }
    if (named !== undefined && (used <= bytes || shown.length === 0)) shown.push(named);
    else rest[one.path] = (rest[one.path] ?? 0) + 1;
  }
  return { shown, rest };
}

function withCallers(context: Context, served: ServedRoute): CalledRoute {
  const callers = callersOfRoute(context, served.route);
  return { ...served, callers: callers.slice(0, ROUTE_CALLERS), callersInAll: callers.length };
}

/**
 * The nearest tests, the files of all tests if there are more, and those of other tests that call the routes. Where files are listed, a
 * file's own statements are no further test.
 * @param path path of the changed file
 */
function readTests(
  context: Context,
  found: readonly Dependent[],
  routes: readonly ServedRoute[],
  path: string,
): Pick<ImpactValue, "tests" | "testFiles" | "routeTests"> {
  const all = found.filter((one) => one.test);
  const isLong = all.length > TESTS_SHOWN;
  const apart = isLong ? all.filter(({ id }) => readSymbol(context, id)?.kind !== "module") : all;
  const tests = apart.slice(0, TESTS_SHOWN).map((one) => nameDependent(context, one));
  const routeTests = filesTestingRoutes(context, routes, new Set(found.map(({ id }) => id)), [path]);
  return { tests, testFiles: isLong ? testFilesToRun(found, [path]) : [], routeTests };
}

function structureImpact(value: ImpactValue): Record<string, unknown> {
  const { reach } = value;
  const dependents: Record<string, Record<string, Record<string, number>>> = {};
  const weak: Record<string, NamedDependent[]> = {};
  for (const one of value.shown) {
    const names = (dependents[one.distance] ??= {})[one.path] ??= {};
    const name = keyAmong(names, one.name, one.line);
    names[name] = one.line;
    if (one.evidence !== "static") (weak[one.evidence] ??= []).push({ ...one, name });
  }
  const shown = Map.groupBy(value.shown, (one) => one.path);
  const entries = value.shown.filter((one) => one.entry && !one.test);
  return {
    symbol: value.symbol,
    counts: {
      definitions: reach.symbols,
      files: reach.files,
      tests: reach.tests,
      entry_points: reach.entryPoints,
      ...(value.routesInAll === 0 ? {} : { routes: value.routesInAll }),
      certain: reach.byEvidence["static"] ?? 0,
      ...(value.callers === (reach.byDistance[1] ?? 0) ? {} : { callers: value.callers }),
    },
    by_evidence: reach.byEvidence,
    by_distance: reach.byDistance,
    dependents,
    ...(Object.keys(weak).length === 0
      ? {}
      : { weak: Object.fromEntries(Object.entries(weak).map(([evidence, list]) => [evidence, namesByFile(list, shown)])) }),
    ...(value.tests.length === 0 ? {} : { tests: namesByFile(value.tests, shown) }),
    ...(value.testFilesInAll === 0 ? {} : { test_files: structureTestFiles(value.testFiles), total_test_files: value.testFilesInAll }),
    ...structureFurther(value.furtherTests),
    ...structureRouteTests(value.routeTests),
    ...(value.titles.length === 0
      ? {}
      : { test_names: structureTitles(value.titles), ...(value.moreTitles ? { more_test_names: true } : {}) }),
    ...(entries.length === 0 ? {} : { entry_points: namesByFile(entries, shown) }),
    ...(value.routes.length === 0 ? {} : { routes: Object.fromEntries(value.routes.map(({ route, by }) => [route, by])) }),
    ...structureRouteCallers(value),
    ...(value.restFiles === 0 ? {} : { rest: value.rest, rest_files: value.restFiles }),
    ...(value.named === 0 ? {} : { named_at: { count: value.named, symbols: value.namedIn, first: value.firstNamed } }),
    ...(value.imported === 0 ? {} : { imported_at: { count: value.imported, first: value.firstImported } }),
    max_depth: value.depth,
    may_be_missing: {
      unresolved_sites: value.unresolvedSites,
      ...(value.firstUnresolved.length === 0 ? {} : { first: value.firstUnresolved }),
      ...(value.through.total === 0
        ? {}
        : { through_dependents: { count: value.through.total, first: value.through.first.map(({ at, name }) => `${at} ${name}`.trim()) } }),
      ...(value.reads === 0
        ? {}
        : { possible_reads: { count: value.reads, members_of_this_name: value.bearers, first: value.firstReads } }),
      beyond_depth: value.beyondDepth,
    },
  };
}

/** The number of tests by file, nearest first. */
function structureTestFiles(files: readonly TestFile[]): Record<string, number> {
  return Object.fromEntries(files.map(({ path, tests }) => [path, tests]));
}

/** As in a comparison. */
function structureFurther(files: readonly TestFile[]): Record<string, unknown> {
  if (files.length === 0) return {};
  return {
    further_tests: structureTestFiles(files.slice(0, FURTHER_TEST_FILES_SHOWN)),
    total_further_tests: countTests(files),
    total_further_test_files: files.length,
  };
}

function structureRouteTests(files: readonly TestFile[]): Record<string, unknown> {
  if (files.length === 0) return {};
  return { route_tests: structureTestFiles(files.slice(0, TEST_FILES_SHOWN)), total_route_tests: countTests(files) };
}

/** Titles of tests by file, nearest first. */
function structureTitles(titles: readonly TitledTest[]): Record<string, string[]> {
  const files = Map.groupBy(titles, ({ path }) => path);
  return Object.fromEntries(files.entries().map(([path, own]) => [path, own.map(({ title }) => title)]));
}

/** Callers of routes: route, file, caller, line; only routes that have some. */
function structureRouteCallers(
  { routes }: ImpactValue,
): { readonly route_callers?: Record<string, Record<string, Record<string, number>>> } {
  const called = routes.filter(({ callers }) => callers.length > 0);
  if (called.length === 0) return {};
  const callers = called.map(({ route, callers }) => {
    const byFile: Record<string, Record<string, number>> = {};
    for (const { name, path, line } of callers) {
      const names = byFile[path] ??= {};
      names[keyAmong(names, name, line)] = line;
    }
    return [route, byFile] as const;
  });
  return { route_callers: Object.fromEntries(callers) };
}

/** Up to this many names of a file are written out, even if they are all of it. */
const FEW_NAMES = 2;

/** Names by file; "all" if these are all shown dependents in the file. */
function namesByFile(
  list: readonly NamedDependent[],
  shown: ReadonlyMap<string, readonly NamedDependent[]>,
): Record<string, string[] | "all"> {
  const files = Object.entries(Object.groupBy(list, (one) => one.path));
  return Object.fromEntries(files.map(([path, own = []]) => {
    const isAll = own.length > FEW_NAMES && own.length === shown.get(path)?.length;
    return [path, isAll ? "all" as const : own.map((one) => one.name)];
  }));
}
