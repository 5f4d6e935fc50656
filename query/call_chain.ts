/**
 * How one function reaches another: the question `call_chain`, the command `path`.
 * Stage: query. Invariants: shortest paths first; no symbol occurs twice in a path; a search that stopped early says so.
 */
import * as z from "zod";
import { DefinitionFlag } from "../core/facts.ts";
import { clamp } from "./answer/page.ts";
import { type Context, readRows } from "./context.ts";
import { describeWaysThroughVariables } from "./doubt/ways_through_variables.ts";
import { findLooseEnds, type LooseEnds } from "./doubt/loose_ends.ts";
import { describeRunsOutside, reachedFrom } from "./doubt/runs_outside.ts";
import { describeUnseen } from "./doubt/unseen_runs.ts";
import { ambiguous, findSymbols, type Match } from "./names/find_symbol.ts";
import { renderCallChain } from "./render/call_chain.ts";
import { calledIds } from "./rows/links.ts";
import { listed } from "./rows/listed.ts";
import { placeOf, readSymbol, type SymbolObject, toSymbolObject } from "./rows/symbol_row.ts";
import { defineTool, NAME_FORMS, symbolName } from "./tool.ts";
import { findPaths, PathQuery, type Paths, type PathStep } from "./walk/find_paths.ts";

/** Functions that are passed as values, each with its first place. */
const PASSED_AS_VALUE = `SELECT s.qualified_name AS name, min(p.path) AS path, e.source_line AS line FROM json_each(?) wanted
  CROSS JOIN symbol s ON s.id = wanted.value AND s.kind IN ('function', 'method')
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = s.id AND e.edge_type = 'references'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  CROSS JOIN symbol_version fv ON fv.symbol_id = e.from_symbol_id AND fv.file_version_id = rf.file_version_id AND (fv.flags & ?) = 0
  JOIN path p ON p.id = rf.path_id GROUP BY s.id ORDER BY wanted.key`;
const PASSED_SHOWN = 3;
/** Whether a method declared outside is called that some method of the index overrides. */
const CONTRACT_CALLED = `SELECT 1 FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = wanted.value AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE e.external = 1 AND EXISTS (SELECT 1 FROM edge o INDEXED BY edge_unresolved
    WHERE o.to_name_id = e.to_name_id AND o.to_symbol_id = 0 AND o.edge_type = 'overrides') LIMIT 1`;

/** A symbol on a path and the place from which it calls the next one (none for the last symbol). */
export interface ChainStep {
  readonly name: string;
  readonly kind: string;
  readonly place: string;
  readonly call?: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly confidence: string;
    readonly rule: string;
    /** Whether this step is not a call but reads or sets a property, which runs it. */
    readonly isAccess: boolean;
  };
}

/** The paths found, and what was asked. */
export interface ChainValue {
  readonly from: SymbolObject;
  readonly to: SymbolObject;
  readonly paths: readonly (readonly ChainStep[])[];
  readonly maxDepth: number;
  /** Whether there is a path in the other direction; looked for only if there is none in this one. */
  readonly reverse: boolean;
  /** Whether both ends are the same symbol. */
  readonly isSame: boolean;
  /** Length of the shortest path if that exceeds the depth asked for; 0: there is none. */
  readonly longer: number;
  /** If there is no path: the places where one may continue, those on the shortest ways first. */
  readonly looseEnds: LooseEnds;
}

/** Most pairs of ends that are tried if names mean several symbols. */
const MOST_TRIED = 40;
/** Kinds of steps that a path may take, the most certain first. */
const WAYS = [
  ["by calls that are certain", { possible: false }],
  ["by calls that are possible", { possible: true }],
  ["by a function that is passed as a value", { possible: true, asPassed: true }],
] as const;
const STANDARD_DEPTH = 5;
const MOST_DEPTH = 20;
const STANDARD_PATHS = 3;
const MOST_PATHS = 20;
const POSSIBLE_WARNING = "each path has a call with several possible targets (heuristic; rule dispatch or variable)";
const PASSED_WARNING =
  "no path consists of calls alone: a step of each path passes a function as a value (heuristic: passed as a value), which the code that receives it may call";

/** The question: how one function reaches another. */
export const callChain = defineTool({
  name: "call_chain",
  title: "Path between two functions",
  description: "How does one function reach another? The shortest call paths from from_func to to_func, each step " +
    "with its definition and the line of the call.",
  parameters: {
    from_func: symbolName.describe(`Where it begins: ${NAME_FORMS}.`),
    to_func: symbolName.describe("Where it ends, in the same forms."),
    max_depth: z.number().int().optional().describe(`Calls in a path at most, 1 to ${MOST_DEPTH} (default ${STANDARD_DEPTH}).`),
    max_paths: z.number().int().optional().describe(`Paths at most, 1 to ${MOST_PATHS} (default ${STANDARD_PATHS}).`),
  },
  output: {
    from: z.looseObject({}),
    to: z.looseObject({}),
    paths: z.array(z.array(z.looseObject({}))).describe("Paths, shortest first; steps {name, kind, at, call}."),
  },
  command: {
    name: "path",
    summary: "how one function reaches another",
    arguments: ["from_func", "to_func"],
    options: { max_depth: "--max-depth <n>", max_paths: "--max-paths <n>" },
    examples: [["callgrove path main load", "shortest call paths from main to load"]],
  },
  run(context, params) {
    const { from, to, warnings: chosen, depth, query: one } = readQuery(context, params);
    const most = clamp("max_paths", params.max_paths, STANDARD_PATHS, 1, MOST_PATHS);
    const query = { ...one, most: most.value };
    const sure = findPaths(context, query);
    const called = sure.paths.length > 0 ? sure : findPaths(context, { ...query, possible: true });
    const found = called.paths.length > 0 ? called : findPassed(context, query) ?? called;
    const missed = found.paths.length > 0 ? undefined : lookFurther(context, from, to, query.to, found);
    const back = { ...query, from: to.ids, to: calledIds(context, from), most: 1 };
    const reverse = found.paths.length === 0 && findPaths(context, back).paths.length > 0;
    const isSame = from.row.id === to.row.id;
    const warnings = [...chosen, ...depth.warnings, ...most.warnings, ...missed?.warnings ?? []];
    if (found !== called) warnings.push(PASSED_WARNING);
    else if (found !== sure && found.paths.length > 0) warnings.push(POSSIBLE_WARNING);
    if (found.stopped) warnings.push("the search was stopped: there may be more paths");
    return {
      value: {
        from: toSymbolObject(context, from.row),
        to: toSymbolObject(context, to.row),
        paths: found.paths.map((path) => path.map((step) => toStep(context, step))),
        maxDepth: depth.value,
        reverse: reverse && !isSame,
        isSame,
        longer: missed?.longer ?? 0,
        looseEnds: missed?.ends ?? { shown: [], total: 0 },
      },
      notes: {
        warnings,
        ...(found.stopped ? { completeness: "partial" as const } : {}),
        ...(missed === undefined ? {} : { callers: missed.isComplete ? "complete" as const : "possibly_incomplete" as const }),
      },
    };
  },
  finds(context, params) {
    const { query } = readQuery(context, params);
    return findPaths(context, query).paths.length > 0 || findPaths(context, { ...query, possible: true }).paths.length > 0 ||
      findPassed(context, query) !== undefined;
  },
  structure: (value: ChainValue) => ({
    from: value.from,
    to: value.to,
    paths: value.paths.map((path) =>
      path.map((step) => ({
        name: step.name,
        kind: step.kind,
        at: step.place,
        ...(step.call === undefined ? {} : { call: `${step.call.file}:${step.call.line}` }),
        ...(step.call?.isAccess === true ? { accesses: true } : {}),
        ...(step.call?.confidence === "heuristic" ? { heuristic: step.call.rule } : {}),
      }))
    ),
    max_depth: value.maxDepth,
    ...(value.reverse ? { reverse: true } : {}),
    ...(value.isSame ? { same_symbol: true } : {}),
    ...(value.longer === 0 ? {} : { longer: value.longer }),
    ...(value.looseEnds.total === 0 ? {} : { loose_ends: value.looseEnds.shown, total_loose_ends: value.looseEnds.total }),
  }),
  render: renderCallChain,
  isEmpty: (value: ChainValue) => value.paths.length === 0,
});

/** Paths with at least one step that hands a function over; undefined if there are none. */
function findPassed(context: Context, query: PathQuery): Paths | undefined {
  const found = findPaths(context, { ...query, possible: true, asPassed: true });
  return found.paths.length > 0 ? found : undefined;
}

/** The two ends that the parameters name, and the request for one certain path between them. */
function readQuery(
  context: Context,
  params: { from_func: string; to_func: string; max_depth?: number | undefined },
): Ends & { readonly depth: ReturnType<typeof clamp>; readonly query: PathQuery } {
  const ends = findEnds(context, params.from_func, params.to_func);
  const depth = clamp("max_depth", params.max_depth, STANDARD_DEPTH, 1, MOST_DEPTH);
  const query = { from: ends.from.ids, to: calledIds(context, ends.to), depth: depth.value, most: 1, possible: false };
  return { ...ends, depth, query };
}

/** What is known if no path was found. */
interface Missed {
  readonly longer: number;
  readonly ends: LooseEnds;
  readonly warnings: readonly string[];
  /** Whether nothing suggests that a path was missed. */
  readonly isComplete: boolean;
}

/** Whether there is a longer path; if not, where unresolved steps may lead to one. @param goals symbols that count as the end */
function lookFurther(context: Context, from: Match, to: Match, goals: readonly number[], { nearGoal, stopped }: Paths): Missed {
  const query = { from: from.ids, to: goals, depth: MOST_DEPTH, most: 1, possible: true };
  const longer = stopped ? 0 : (findPaths(context, query).paths[0]?.length ?? 1) - 1;
  // A path that is merely too long is what to ask for; where others may go on helps nobody then.
  if (longer > 0) return { longer, ends: { shown: [], total: 0 }, warnings: [], isComplete: false };
  const ends = findLooseEnds(context, from.ids, goals);
  const unseen = describeUnseen(context, nearGoal);
  const reached = reachedFrom(context, from.ids);
  const passed = runsContracts(context, reached) ? passedAsValues(context, nearGoal) : "";
  const outside = passed === "" ? describeRunsOutside(context, reached, nearGoal) : "";
  const held = describeWaysThroughVariables(context, reached, nearGoal);
  const through = [passed, outside, held, unseen].filter((way) => way !== "");
  const isOutsideRepository = from.row.language !== to.row.language;
  return {
    longer,
    ends,
    warnings: [
      ...(isOutsideRepository
        ? [
          `calls from ${from.row.language} into ${to.row.language} are unknown except through HTTP routes that both name (node_type route)`,
        ]
        : []),
      ...through.map((way) => `a path may lead through ${way}`),
    ],
    isComplete: ends.total === 0 && !stopped && through.length === 0 && !isOutsideRepository,
  };
}

/**
 * Whether anything reachable calls a method declared outside that code of the repository overrides: such a call may run whatever was passed
 * over as an implementation.
 */
function runsContracts(context: Context, reached: readonly number[]): boolean {
  return readRows(context, CONTRACT_CALLED, JSON.stringify(reached), context.ref.id).length > 0;
}

/**
 * Functions on the way to the goal that production code passes as values: their receivers may call them without a visible call site.
 */
function passedAsValues(context: Context, ids: readonly number[]): string {
  const values = [JSON.stringify(ids), context.ref.id, DefinitionFlag.test];
  const found = readRows<{ name: string; path: string; line: number }>(context, PASSED_AS_VALUE, ...values);
  if (found.length === 0) return "";
  const places = found.map(({ name, path, line }) => `${name} at ${path}:${line}`);
  return `${listed(places, PASSED_SHOWN)}: passed as a value there, it may be called by the code that receives it`;
}

/** The two ends of a path. */
interface Ends {
  readonly from: Match;
  readonly to: Match;
  /** Which of several symbols of a name was chosen, and why. */
  readonly warnings: readonly string[];
}

/**
 * The symbols that the two names mean; of several, those connected by a path, if exactly one pair is.
 * @throws CallgroveError ambiguous_symbol besides those of `findSymbols`, with connected candidates first.
 */
function findEnds(context: Context, from: string, to: string): Ends {
  const [starts, ends] = [findSymbols(context, from), findSymbols(context, to)];
  const pairs = starts.flatMap((start) => ends.map((end): Ends => ({ from: start, to: end, warnings: [] })));
  if (pairs.length === 1) return pairs[0]!;
  const { joined, how } = pairs.length > MOST_TRIED ? NONE_JOINED : findJoined(context, pairs);
  const [only] = joined;
  if (only !== undefined && joined.length === 1) {
    const chosen = [describeChoice(from, starts, only.from, `leads there ${how}`), describeChoice(to, ends, only.to, `is reached ${how}`)];
    return { ...only, warnings: chosen.filter((one) => one !== "") };
  }
  const isStart = starts.length > 1;
  const first = new Set(joined.map((pair) => isStart ? pair.from : pair.to));
  throw ambiguous(context, isStart ? from : to, [...first, ...(isStart ? starts : ends).filter((match) => !first.has(match))]);
}

interface Joined {
  readonly joined: readonly Ends[];
  /** The kind of steps that connects them. */
  readonly how: string;
}
const NONE_JOINED: Joined = { joined: [], how: "" };

/** The pairs of ends that a path connects: by certain calls, else by possible ones, else by functions passed as a value. */
function findJoined(context: Context, pairs: readonly Ends[]): Joined {
  for (const [how, step] of WAYS) {
    const joined = pairs.filter(({ from, to }) =>
      findPaths(context, { ...step, from: from.ids, to: calledIds(context, to), depth: MOST_DEPTH, most: 1 }).paths.length > 0
    );
    if (joined.length > 0) return { joined, how };
  }
  return NONE_JOINED;
}

/** Which of several symbols of a name was chosen, in one sentence; "" if there is only one. */
function describeChoice(written: string, matches: readonly Match[], { row }: Match, why: string): string {
  if (matches.length === 1) return "";
  return `${matches.length} symbols are called "${written}"; of these only ${row.qualifiedName} (${placeOf(row)}) ${why}`;
}

function toStep(context: Context, step: PathStep): ChainStep {
  const row = readSymbol(context, step.id);
  const { link } = step;
  return {
    name: row?.qualifiedName ?? "?",
    kind: row?.kind ?? "",
    place: row === undefined ? "" : placeOf(row),
    ...(link === undefined ? {} : {
      call: {
        file: link.path,
        line: link.line,
        column: link.column,
        confidence: link.confidence,
        rule: link.rule,
        isAccess: link.isAccess,
      },
    }),
  };
}
