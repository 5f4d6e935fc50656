/**
 * How one function reaches another: the question `call_chain`, the command `path`.
 *
 * Stage: query. Invariants: shortest paths first, no symbol twice in a path; a search that had to stop early says so.
 */
import * as z from "zod";
import type { Context } from "./context.ts";
import { findPaths, type Paths, type PathStep } from "./find_paths.ts";
import { ambiguous, findSymbols, type Match } from "./find_symbol.ts";
import { calledIds } from "./links.ts";
import { ENDS_SHOWN, findLooseEnds, type LooseEnd } from "./loose_ends.ts";
import { describeUnseen } from "./missing_callers.ts";
import { clamp } from "./page.ts";
import { renderCallChain } from "./render/call_chain.ts";
import { placeOf, readSymbol, type SymbolObject, toSymbolObject } from "./symbol_row.ts";
import { defineTool, NAME_FORMS, symbolName } from "./tool.ts";

/** A symbol on a path and the place from which it calls the next one (none for the last). */
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
  };
}
export interface ChainValue {
  readonly from: SymbolObject;
  readonly to: SymbolObject;
  readonly paths: readonly (readonly ChainStep[])[];
  readonly maxDepth: number;
  /** Whether there is a path the other way round, looked at only when there is none this way. */
  readonly reverse: boolean;
  /** Calls of the shortest path, where it has more than were asked for; 0: there is none. */
  readonly longer: number;
  /** Where there is no path: from where one may go on, near ones first. */
  readonly looseEnds: readonly LooseEnd[];
}

/** Candidates of an ambiguous end that are tried. */
const MOST_TRIED = 20;
const STANDARD_DEPTH = 5;
const MOST_DEPTH = 20;
const STANDARD_PATHS = 3;
const MOST_PATHS = 20;
const POSSIBLE_WARNING = "a step of each path is a call that may end in one of several (heuristic; rule dispatch or variable)";
export const callChain = defineTool({
  name: "call_chain",
  title: "Path between two functions",
  description: "How does one function reach another through calls? Gives the shortest call paths from from_func to to_func, each step " +
    "with its definition and the line of the call. Use it to see why something runs.",
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
    const { from, to } = findEnds(context, params.from_func, params.to_func);
    const depth = clamp("max_depth", params.max_depth, STANDARD_DEPTH, 1, MOST_DEPTH);
    const most = clamp("max_paths", params.max_paths, STANDARD_PATHS, 1, MOST_PATHS);
    const wish = { from: from.ids, to: calledIds(context, to), depth: depth.value, most: most.value, possible: false };
    const sure = findPaths(context, wish);
    const found = sure.paths.length > 0 ? sure : findPaths(context, { ...wish, possible: true });
    const missed = found.paths.length > 0 ? undefined : lookFurther(context, from, to, found);
    const back = { ...wish, from: to.ids, to: calledIds(context, from), most: 1 };
    const reverse = found.paths.length === 0 && findPaths(context, back).paths.length > 0;
    const warnings = [...depth.warnings, ...most.warnings, ...missed?.warnings ?? []];
    if (found !== sure && found.paths.length > 0) warnings.push(POSSIBLE_WARNING);
    if (found.stopped) warnings.push("the search was stopped: there may be more paths");
    return {
      value: {
        from: toSymbolObject(context, from.row),
        to: toSymbolObject(context, to.row),
        paths: found.paths.map((path) => path.map((step) => toStep(context, step))),
        maxDepth: depth.value,
        reverse,
        longer: missed?.longer ?? 0,
        looseEnds: missed?.ends ?? [],
      },
      notes: {
        warnings,
        ...(found.stopped ? { completeness: "partial" as const } : {}),
        ...(missed === undefined ? {} : { callers: missed.isComplete ? "complete" as const : "possibly_incomplete" as const }),
      },
    };
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
        ...(step.call?.confidence === "heuristic" ? { heuristic: step.call.rule } : {}),
      }))
    ),
    max_depth: value.maxDepth,
    ...(value.reverse ? { reverse: true } : {}),
    ...(value.longer === 0 ? {} : { longer: value.longer }),
    ...(value.looseEnds.length === 0 ? {} : { loose_ends: value.looseEnds.slice(0, ENDS_SHOWN), total_loose_ends: value.looseEnds.length }),
  }),
  render: renderCallChain,
  isEmpty: (value: ChainValue) => value.paths.length === 0,
});

/** What is known where no path was found. */
interface Missed {
  readonly longer: number;
  readonly ends: readonly LooseEnd[];
  readonly warnings: readonly string[];
  /** Nothing speaks for a path that was missed. */
  readonly isComplete: boolean;
}

/** Whether there is a longer path, and where one may go on that cannot be followed. */
function lookFurther(context: Context, from: Match, to: Match, { nearGoal, stopped }: Paths): Missed {
  const goals = calledIds(context, to);
  const wish = { from: from.ids, to: goals, depth: MOST_DEPTH, most: 1, possible: true };
  const longer = stopped ? 0 : (findPaths(context, wish).paths[0]?.length ?? 1) - 1;
  const loose = findLooseEnds(context, from.ids, goals);
  const unseen = describeUnseen(context, nearGoal);
  return {
    longer,
    ends: loose.ends,
    warnings: [
      ...(unseen === "" ? [] : [`a path may lead through ${unseen}`]),
      ...(loose.stopped ? [`more is reachable from ${from.row.name} than was followed`] : []),
    ],
    isComplete: longer === 0 && loose.ends.length === 0 && !loose.stopped && !stopped && unseen === "",
  };
}

/** @throws CallgroveError ambiguous_symbol besides those of `findSymbols`: of the candidates those first that a path joins with the other end. */
function findEnds(context: Context, from: string, to: string): { from: Match; to: Match } {
  const starts = findSymbols(context, from);
  const ends = findSymbols(context, to);
  const [start, end] = [starts[0]!, ends[0]!];
  if (starts.length === 1 && ends.length === 1) return { from: start, to: end };
  const [written, many] = starts.length > 1 ? [from, starts] : [to, ends];
  const isJoined = (match: Match): boolean => {
    const [one, other] = many === starts ? [match, end] : [start, match];
    const wish = { from: one.ids, to: calledIds(context, other), depth: MOST_DEPTH, most: 1, possible: true };
    return findPaths(context, wish).paths.length > 0;
  };
  const isTried = many.length <= MOST_TRIED && (starts.length === 1 || ends.length === 1);
  const joined = new Set(isTried ? many.filter(isJoined) : []);
  throw ambiguous(context, written, [...joined, ...many.filter((match) => !joined.has(match))]);
}

function toStep(context: Context, step: PathStep): ChainStep {
  const row = readSymbol(context, step.id);
  const { link } = step;
  return {
    name: row?.qualifiedName ?? "?",
    kind: row?.kind ?? "",
    place: row === undefined ? "" : placeOf(row),
    ...(link === undefined
      ? {}
      : { call: { file: link.path, line: link.line, column: link.column, confidence: link.confidence, rule: link.rule } }),
  };
}
