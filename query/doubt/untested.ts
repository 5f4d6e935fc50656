/**
 * Functions and methods that no test reaches.
 *
 * Stage: query. Starting at every test (test functions, and other code in test files), all calls are followed, as are uses as a value and
 * the implementations that a call may run, and the top-level code of each file of which something is reached. Symbols with a `tests` edge
 * count as reached. Invariant: what may be reached is never called untested. The confidence is lower where unresolved calls in tests have
 * the name, or where a route, a use as a value, an uncalled method or the start of a program leads to it, which tests may run.
 */
import { DefinitionFlag } from "../../core/facts.ts";
import { FUNCTION_KINDS, SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, prepare, quoted, readList, readRows } from "../context.ts";
import { conditionsOf, readInOrder, type SearchFilter } from "../names/search_matches.ts";
import { count } from "../render/style.ts";
import { countCallsTo } from "../rows/count_calls.ts";
import type { Finding } from "../rows/findings.ts";
import { keep } from "../rows/kept.ts";
import { readPackedFiles } from "../rows/packed_code.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";
import { readUseGraph, turnRound, type UseGraph, UseRank } from "../rows/use_graph.ts";
import { NOT_JUDGED } from "./unused.ts";

/** Returned as one text, since rows cost more than finding them. */
const CANDIDATES = `SELECT json_group_array(json_array(s.id, sv.complexity, sv.line_start)) AS list
  FROM json_each(:ids) wanted CROSS JOIN symbol s ON s.id = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = :ref AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  WHERE s.kind IN (${quoted(FUNCTION_KINDS)}) AND (sv.flags & ${NOT_JUDGED}) = 0 AND `;
const LOOSE = `SELECT e.from_symbol_id AS "from" FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0 AND e.external = 0 AND e.edge_type = 'calls'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE n.text = ?`;

const SERVE = `SELECT json_group_array(DISTINCT e.from_symbol_id) AS list FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? WHERE e.edge_type = 'exposes' AND e.to_symbol_id = 0`;

const METHODS =
  `SELECT json_group_array(s.id) AS list FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value WHERE s.kind = 'method'`;
/** Symbols that start a program or are otherwise run from outside. */
const ENTRIES = `SELECT json_group_array(sv.symbol_id) AS list FROM ref_file rf
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id
  WHERE rf.ref_id = ? AND (sv.flags & ${DefinitionFlag.entry}) <> 0`;

/** A symbol that no test reaches. */
interface Missed {
  readonly id: number;
  readonly node: number;
  /** 1: it is in packed or copied code. */
  readonly packed: number;
  readonly calls: number;
  readonly complexity: number;
  readonly line: number;
}

/**
 * Finds what no test reaches: often called and complex symbols first, packed code last. `tests` is the number of tests followed.
 * @param most the most findings returned; `total` counts all
 */
export function findUntested(
  context: Context,
  pattern: string,
  filter: SearchFilter,
  most: number,
): { findings: Finding[]; total: number; tests: number } {
  const graph = readUseGraph(context);
  const { tests, unreached, ways } = keep(context, "tested", () => {
    const tests = testsOf(graph);
    const reached = reachedFrom(graph, tests);
    const unreached = JSON.stringify(Array.from(graph.ids).filter((_, node) => reached[node] === 0 && (graph.marks[node]! & NEVER) === 0));
    return { tests, unreached, ways: readWays(context, graph, unreached) };
  });
  const { sql, values } = conditionsOf(pattern, filter);
  const packed = readPackedFiles(context).paths;
  const { list } = prepare(context, CANDIDATES + sql).get({ ...values, ids: unreached, ref: context.ref.id }) as { list: string };
  const missed = (JSON.parse(list) as [number, number, number][]).map(([id, complexity, line]): Missed => {
    const node = graph.nodeOf(id);
    return { id, node, packed: packed.has(graph.paths[graph.files[node]!]!) ? 1 : 0, calls: countCallsTo(graph, node), complexity, line };
  });
  missed.sort((a, b) =>
    a.packed - b.packed || b.calls - a.calls || b.complexity - a.complexity || graph.files[a.node]! - graph.files[b.node]! ||
    a.line - b.line
  );
  const judged = new Map(missed.slice(0, most).map((one) => [one.id, one]));
  const isTest = new Set(Array.from(tests, (node) => graph.ids[node]!));
  const findings = readInOrder(context, [...judged.keys()]).map((row) => {
    const missed = judged.get(row.id)!;
    return judge(context, row, missed, isTest, ways.filter(({ reached }) => reached[missed.node] === 1));
  });
  return { findings, total: missed.length, tests: tests.length };
}

/** Tests, and everything else in test files. */
function testsOf({ files, testFiles, marks }: UseGraph): number[] {
  const tests: number[] = [];
  for (let node = 0; node < marks.length; node++) {
    if ((marks[node]! & SymbolMark.test) !== 0 || testFiles[files[node]!] === 1) tests.push(node);
  }
  return tests;
}

const NEVER: number = SymbolMark.module | SymbolMark.value | SymbolMark.type;

/** The node of each file's top-level code; -1 if there is none. */
function modulesOf({ files, paths, marks }: UseGraph): Int32Array {
  const modules = new Int32Array(paths.length).fill(-1);
  for (let node = 0; node < marks.length; node++) if ((marks[node]! & SymbolMark.module) !== 0) modules[files[node]!] = node;
  return modules;
}

/** A way in which a test may reach something without a call: its weight, a description, and what is reached (1), by node. */
interface Way {
  readonly confidence: "low" | "medium";
  readonly said: string;
  readonly reached: Uint8Array;
}

/**
 * The ways by which tests may reach something without a call.
 * @param unreached rows of `symbol`, as a JSON array
 */
function readWays(context: Context, graph: UseGraph, unreached: string): Way[] {
  const serving = graph.nodesOf(readList<number>(context, SERVE, context.ref.id));
  const passed = Array.from(graph.ids, (_, node) => node).filter((node) => isPassed(graph, node));
  const uncalled = graph.nodesOf(readList<number>(context, METHODS, unreached)).filter((node) => !isUsed(graph, node));
  const entries = [...graph.nodesOf(readList<number>(context, ENTRIES, context.ref.id)), ...modulesOf(graph).filter((node) => node >= 0)];
  const way = (confidence: Way["confidence"], said: string, starts: readonly number[]): Way[] =>
    starts.length === 0 ? [] : [{ confidence, said, reached: reachedFrom(graph, starts) }];
  return [
    ...way("low", "a route leads to it, which tests may ask for", serving),
    ...way("low", "it is reached by being passed as a value", passed),
    ...way("low", "an uncalled method leads to it, which may be run unseen", uncalled),
    ...way("medium", "the start of a program leads to it, which tests may run", entries),
  ];
}

/** Whether a function is passed as a value anywhere. */
function isPassed({ users: { starts, ranks }, marks }: UseGraph, node: number): boolean {
  if ((marks[node]! & NEVER) !== 0) return false;
  for (let i = starts[node]!; i < starts[node + 1]!; i++) {
    if (ranks[i] === UseRank.reference || ranks[i] === UseRank.likelyReference) return true;
  }
  return false;
}

/** Whether anything but itself uses it, or whether it overrides something. */
function isUsed({ users: { starts, others }, redefined }: UseGraph, node: number): boolean {
  for (let i = starts[node]!; i < starts[node + 1]!; i++) if (others[i] !== node) return true;
  return redefined.starts[node] !== redefined.starts[node + 1];
}

/** What calls, uses as a value and loaded files lead to from `starts`: 1 if reached, by node. */
function reachedFrom(graph: UseGraph, starts: readonly number[]): Uint8Array {
  const ways = [turnRound(graph.users), turnRound(graph.maybe), turnRound(graph.redefined)];
  const modules = modulesOf(graph);
  const reached = new Uint8Array(graph.ids.length);
  const queue: number[] = [];
  const reach = (node: number): void => {
    if (reached[node] === 1) return;
    reached[node] = 1;
    queue.push(node);
  };
  for (const node of starts) reach(node);
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    for (const way of ways) for (let i = way.starts[node]!; i < way.starts[node + 1]!; i++) reach(way.others[i]!);
    // Running anything in a file has loaded the file and run its top-level code.
    const module = modules[graph.files[node]!]!;
    if (module >= 0) reach(module);
  }
  return reached;
}

function judge(context: Context, row: SymbolRow, { calls, packed }: Missed, tests: ReadonlySet<number>, ways: readonly Way[]): Finding {
  const loose = readRows<{ from: number }>(context, LOOSE, context.ref.id, row.name).filter(({ from }) => tests.has(from)).length;
  return {
    row,
    confidence: loose > 0 || packed === 1 || ways.some(({ confidence }) => confidence === "low")
      ? "low"
      : ways.length > 0 || row.kind !== "function"
      ? "medium"
      : "high",
    evidence: [
      "no test reaches it through calls",
      count(calls, "call"),
      `complexity ${row.complexity}`,
      ...(packed === 1 ? ["it is minified or built code"] : []),
      ...ways.slice(0, 1).map(({ said }) => said),
      ...(loose > 0 ? [`${count(loose, "unresolved call")} of this name in tests`] : []),
    ],
  };
}
