/**
 * Files that import each other in a cycle.
 *
 * Stage: query. Invariants: every file on a cycle is in exactly one group (the strongly connected components of the run-time import graph,
 * and what type-only imports add to them). Of each group a shortest cycle is shown, with the place of each import; of a group so large that
 * finding one would take too long, a cycle that may not be the shortest, marked as such. Languages whose imports name packages have no
 * cycles of files.
 */
import { append, compareText } from "../../core/base/lists.ts";
import { type Context, readRows } from "../context.ts";
import { IS_DECLARATIONS } from "../rows/declaration_files.ts";
import { keep } from "../rows/kept.ts";

/** For two files, the first import that loads the other at run time, else the first one. */
const IMPORTS =
  `SELECT "from", "to", coalesce(min(CASE WHEN typeOnly THEN NULL ELSE line END), min(line)) AS line, path, min(typeOnly) AS typeOnly
  FROM (SELECT e.from_symbol_id AS "from", e.to_symbol_id AS "to", e.source_line AS line, p.path AS path,
      (instr(e.properties, '"type_only":true') > 0 OR ${IS_DECLARATIONS}) AS typeOnly
    FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id JOIN path p ON p.id = rf.path_id
    WHERE rf.ref_id = ? AND e.edge_type = 'imports' AND e.to_symbol_id <> 0 AND e.to_symbol_id <> e.from_symbol_id)
  GROUP BY "from", "to" ORDER BY path, 3`;

/** The most imports examined for the shortest cycle of one group. */
const MOST_STEPS = 400_000;

/** A group of files that reach each other by imports. */
export interface ImportCycle {
  /** All files of the group; in a type-only group, those that are in no run-time cycle. */
  readonly files: readonly string[];
  /** A cycle: each file with the line of its import of the next; the last leads back to the first. */
  readonly circle: readonly { readonly path: string; readonly line: number }[];
  /** Whether no cycle of the group is shorter. */
  readonly isShortest: boolean;
  /** Whether its files are in a cycle only by type-only imports, which do not run. */
  readonly typesOnly: boolean;
}

interface Import {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly path: string;
  readonly typeOnly: number;
}
type Next = ReadonlyMap<number, readonly Import[]>;

/** Groups: run-time cycles first, then by length. */
export function findImportCycles(context: Context): readonly ImportCycle[] {
  return keep(context, "import cycles", () => findCycles(readRows<Import>(context, IMPORTS, context.ref.id)));
}

function findCycles(imports: readonly Import[]): ImportCycle[] {
  const paths = new Map(imports.map((one) => [one.from, one.path]));
  const running = imports.filter((one) => one.typeOnly === 0);
  const atRunTime = groupsOf(running);
  const known = new Set(atRunTime.flat());
  const cycles = describeAll(atRunTime, atRunTime, running, paths, false);
  const withTypes = groupsOf(imports).filter((group) => group.some((file) => !known.has(file)));
  const rest = withTypes.map((group) => group.filter((file) => !known.has(file)));
  append(cycles, describeAll(withTypes, rest, imports, paths, true));
  return cycles.sort((a, b) =>
    Number(a.typesOnly) - Number(b.typesOnly) || a.circle.length - b.circle.length || a.files.length - b.files.length ||
    compareText(a.files[0]!, b.files[0]!)
  );
}

/** @param known for each group, the files to report */
function describeAll(
  groups: readonly (readonly number[])[],
  known: readonly (readonly number[])[],
  imports: readonly Import[],
  paths: ReadonlyMap<number, string>,
  typesOnly: boolean,
): ImportCycle[] {
  const groupOf = new Map(groups.flatMap((group, i) => group.map((file) => [file, i] as const)));
  const inside = Map.groupBy(
    imports.filter((one) => {
      const group = groupOf.get(one.from);
      return group !== undefined && group === groupOf.get(one.to);
    }),
    (one) => one.from,
  );
  return known.map((own) => {
    const byPath = [...own].sort((a, b) => compareText(paths.get(a)!, paths.get(b)!));
    const { circle, isShortest } = findShortest(byPath, inside);
    return {
      files: byPath.map((id) => paths.get(id)!),
      circle: circle.map((one) => ({ path: one.path, line: one.line })),
      isShortest,
      typesOnly,
    };
  });
}

/**
 * Strongly connected components with more than one member, by Tarjan's algorithm with an explicit stack, because import chains can be long.
 */
function groupsOf(imports: readonly Import[]): number[][] {
  const next = Map.groupBy(imports, (one) => one.from);
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const groups: number[][] = [];
  const enter = (node: number): { node: number; targets: readonly Import[]; at: number } => {
    order.set(node, order.size);
    low.set(node, order.get(node)!);
    open.push(node);
    isOpen.add(node);
    return { node, targets: next.get(node) ?? [], at: 0 };
  };
  for (const start of next.keys()) {
    const walk = order.has(start) ? [] : [enter(start)];
    while (walk.length > 0) {
      const frame = walk.at(-1)!;
      const target = frame.targets[frame.at++]?.to;
      if (target !== undefined) {
        if (!order.has(target)) walk.push(enter(target));
        else if (isOpen.has(target)) low.set(frame.node, Math.min(low.get(frame.node)!, order.get(target)!));
        continue;
      }
      walk.pop();
      const above = walk.at(-1);
      if (above !== undefined) low.set(above.node, Math.min(low.get(above.node)!, low.get(frame.node)!));
      if (low.get(frame.node) !== order.get(frame.node)) continue;
      const group = open.splice(open.lastIndexOf(frame.node));
      for (const member of group) isOpen.delete(member);
      if (group.length > 1) groups.push(group);
    }
  }
  return groups;
}

/** The shortest cycle through any of `starts`; the first of equals. */
function findShortest(starts: readonly number[], next: Next): { circle: readonly Import[]; isShortest: boolean } {
  let circle: readonly Import[] = [];
  const steps = { left: MOST_STEPS };
  for (const start of starts) {
    circle = circleThrough(start, next, circle.length === 0 ? Infinity : circle.length, steps) ?? circle;
    if (circle.length === 2) break;
    if (steps.left < 0) return { circle, isShortest: false };
  }
  return { circle, isShortest: true };
}

/**
 * A shortest cycle through `start` with fewer than `most` imports.
 * @param steps the imports that may still be examined; the first cycle is found whatever it takes
 */
function circleThrough(start: number, next: Next, most: number, steps: { left: number }): Import[] | undefined {
  const came = new Map<number, Import>();
  let frontier = [start];
  for (let length = 1; frontier.length > 0 && length < most; length++) {
    const further: number[] = [];
    for (const node of frontier) {
      for (const one of next.get(node) ?? []) {
        steps.left--;
        if (one.to === start) return traceBack(one, came, start);
        if (came.has(one.to)) continue;
        came.set(one.to, one);
        further.push(one.to);
      }
    }
    if (steps.left < 0 && most < Infinity) return undefined;
    frontier = further;
  }
  return undefined;
}

function traceBack(last: Import, came: ReadonlyMap<number, Import>, start: number): Import[] {
  const circle = [last];
  for (let one = last; one.from !== start;) circle.push(one = came.get(one.from)!);
  return circle.reverse();
}
