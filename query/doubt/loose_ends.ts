/**
 * Where a path between two symbols may continue that cannot be followed: unresolved calls, calls of what a variable holds, functions passed
 * as values, unparsed code.
 *
 * Stage: query. Both sides are walked as if each such place led everywhere it may (`loose_graph.ts`); an end counts if it is reachable from
 * one side and what it may lead to reaches the other. Invariant: if there is none, no path was missed.
 */
import { type Context, readRow } from "../context.ts";
import { readUseGraph, type UseGraph } from "../rows/use_graph.ts";
import { type Arcs, type EndReason, type LooseGraph, PASSED_END, readLooseGraph, reasonOf } from "./loose_graph.ts";

const PASSED_AT = `SELECT s.name AS name, e.source_line AS line, e.source_column AS "column" FROM edge e INDEXED BY edge_reverse
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN symbol s ON s.id = e.to_symbol_id
  WHERE e.to_symbol_id = ? AND e.from_symbol_id = ? AND e.edge_type = 'references' ORDER BY e.source_line, e.source_column LIMIT 1`;

/** The most ends an answer names. */
const ENDS_SHOWN = 12;
/** How many of the nearest are looked at for that: many may be of one function and name. */
const ENDS_READ = 100;

/** A place from which a path may continue. */
export interface LooseEnd {
  /** `path:line:column`, or `path:line`. */
  readonly at: string;
  /** What is called or passed; "" for unparsed code. */
  readonly name: string;
  readonly why: EndReason;
  /** How many more such calls there are in the same function, or how many more places pass the function, if any. */
  readonly more?: number;
}
/** The loose ends between two symbols. */
export interface LooseEnds {
  /** The first few: those on the shortest paths. */
  readonly shown: readonly LooseEnd[];
  readonly total: number;
}

/** An arc that is an end, and the length of the shortest path through it. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly length: number;
}

/** Ends between what is reachable from `from` and what reaches `to`, both rows of `symbol`. */
export function findLooseEnds(context: Context, from: readonly number[], to: readonly number[]): LooseEnds {
  const graph = readUseGraph(context);
  const loose = readLooseGraph(context);
  const reached = distances(loose.out, graph.nodesOf(from));
  const left = distances(loose.into, graph.nodesOf(to));
  const testFiles = from.every((id) => graph.testFiles[graph.files[graph.nodeOf(id)]!] === 1) ? undefined : graph.testFiles;
  const isLate = (node: number): boolean => testFiles !== undefined && testFiles[graph.files[node]!] === 1;
  const { nearest, total } = shortest(loose, reached, left, isLate);
  nearest.sort((a, b) => a.length - b.length || reached[a.from]! - reached[b.from]! || a.from - b.from || placeOrder(loose, a, b));
  const alike = Map.groupBy(
    nearest,
    ({ from, to, end }) => end === PASSED_END ? `${to}` : `${from} ${loose.ends.reason[end]} ${loose.ends.name[end]}`,
  );
  const shown = [...alike.values()].slice(0, ENDS_SHOWN).map(([first, ...more]) => ({
    ...toLooseEnd(context, graph, loose, first!),
    ...(more.length === 0 ? {} : { more: more.length }),
  }));
  return { shown, total };
}

/**
 * The ends on the shortest paths, each once, and the number of all ends. Returns at least `ENDS_READ` if there are that many, plus those
 * as near as the last.
 */
function shortest(
  { out, ends: { line } }: LooseGraph,
  reached: Int32Array,
  left: Int32Array,
  isLate: (node: number) => boolean,
): { nearest: Found[]; total: number } {
  // Of an end with several arcs (candidates of a call, functions of a file) the shortest counts; each arc of a passed function is an end of
  // its own.
  const best = new Int32Array(line.length).fill(UNREACHED);
  const byLength: number[] = [];
  const note = (length: number): void => void (byLength[length] = (byLength[length] ?? 0) + 1);
  eachEnd(out, reached, left, isLate, ({ end, length }) => {
    if (end === PASSED_END) note(length);
    else if (length < best[end]!) best[end] = length;
  });
  for (const length of best) if (length !== UNREACHED) note(length);
  let [total, longest] = [0, -1];
  for (const [length, count = 0] of byLength.entries()) {
    if (total < ENDS_READ) longest = length;
    total += count;
  }
  const nearest: Found[] = [];
  eachEnd(out, reached, left, isLate, (one) => {
    if (one.length > longest || (one.end !== PASSED_END && one.length > best[one.end]!)) return;
    if (one.end !== PASSED_END) best[one.end] = -1;
    nearest.push(one);
  });
  return { nearest, total };
}

/** Added to the length of a path through a place in tests where the path is not between tests, so that all other paths come first. */
const LATE = 1_000;
const UNREACHED = 2 ** 31 - 1;

/** Calls `visit` for every arc that is an end on a path between the two sides. */
function eachEnd(
  { starts, others, ends }: Arcs,
  reached: Int32Array,
  left: Int32Array,
  isLate: (node: number) => boolean,
  visit: (one: Found) => void,
): void {
  for (let from = 0; from < reached.length; from++) {
    if (reached[from]! < 0) continue;
    for (let i = starts[from]!; i < starts[from + 1]!; i++) {
      const [to, end] = [others[i]!, ends[i]!];
      if (end !== 0 && left[to]! >= 0) visit({ from, to, end, length: reached[from]! + left[to]! + (isLate(from) ? LATE : 0) });
    }
  }
}

/** The number of arcs from the nearest node of `start` to each node; -1 where it is unreachable. */
function distances({ starts, others }: Arcs, start: readonly number[]): Int32Array {
  const far = new Int32Array(starts.length - 1).fill(-1);
  for (const node of start) far[node] = 0;
  const queue = [...new Set(start)];
  for (let at = 0; at < queue.length; at++) {
    const node = queue[at]!;
    for (let i = starts[node]!; i < starts[node + 1]!; i++) {
      const other = others[i]!;
      if (far[other] !== -1) continue;
      far[other] = far[node]! + 1;
      queue.push(other);
    }
  }
  return far;
}

function placeOrder({ ends }: LooseGraph, a: Found, b: Found): number {
  return ends.line[a.end]! - ends.line[b.end]! || ends.column[a.end]! - ends.column[b.end]! || a.to - b.to;
}

/** Converts an arc that is an end to the form that answers show. */
export function toLooseEnd(
  context: Context,
  graph: UseGraph,
  loose: LooseGraph,
  { from, to, end }: Pick<Found, "from" | "to" | "end">,
): LooseEnd {
  const path = graph.paths[graph.files[from]!]!;
  const why = reasonOf(loose, end);
  const site = why === "passed as a value"
    ? readRow<{ name: string; line: number; column: number }>(context, PASSED_AT, context.ref.id, graph.ids[to]!, graph.ids[from]!)!
    : { name: loose.ends.name[end]!, line: loose.ends.line[end]!, column: loose.ends.column[end]! };
  return { at: `${path}:${site.line}${site.column === 0 ? "" : `:${site.column}`}`, name: site.name, why };
}
