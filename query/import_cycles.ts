/**
 * Files that import each other in a circle.
 *
 * Stage: query. Invariants: every file that lies on some circle is in exactly one group (the groups are the strongly connected parts of the
 * graph of imports); of each group a shortest circle is shown with the place of every import in it; imports of types alone make no circle
 * at run time and are said apart. Languages whose imports name packages have no circles of files.
 */
import { type Context, readRows } from "./context.ts";
import { keep } from "./kept.ts";

const IMPORTS = `SELECT e.from_symbol_id AS "from", e.to_symbol_id AS "to", min(e.source_line) AS line, p.path AS path,
    min(e.properties LIKE '%"type_only":true%') AS typeOnly
  FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id JOIN path p ON p.id = rf.path_id
  WHERE rf.ref_id = ? AND e.edge_type = 'imports' AND e.to_symbol_id <> 0 AND e.to_symbol_id <> e.from_symbol_id
  GROUP BY e.from_symbol_id, e.to_symbol_id ORDER BY p.path, line`;

/** One group of files that reach each other by imports. */
export interface ImportCycle {
  /** All files of the group. */
  readonly files: readonly string[];
  /** A shortest circle: each file with the line of its import of the next; the last leads back to the first. */
  readonly circle: readonly { readonly path: string; readonly line: number }[];
  /** Whether the group falls apart without imports of types alone. */
  readonly typesOnly: boolean;
}

interface Import {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly path: string;
  readonly typeOnly: number;
}

/** Groups, circles at run time first, small circles first. */
export function findImportCycles(context: Context): readonly ImportCycle[] {
  return keep(context, "import cycles", () => findCycles(context));
}

function findCycles(context: Context): ImportCycle[] {
  const imports = readRows<Import>(context, IMPORTS, context.ref.id);
  const paths = new Map(imports.map((one) => [one.from, one.path]));
  const running = imports.filter((one) => one.typeOnly === 0);
  const atRunTime = groupsOf(running).map((group) => describe(group, running, paths, false));
  const known = new Set(atRunTime.flatMap((cycle) => cycle.files));
  const withTypes = groupsOf(imports).map((group) => describe(group, imports, paths, true)).filter((cycle) =>
    cycle.files.some((path) => !known.has(path)) && !cycle.files.some((path) => known.has(path))
  );
  const inOrder = (a: ImportCycle, b: ImportCycle): number =>
    a.circle.length - b.circle.length || a.files.length - b.files.length || (a.files[0]! < b.files[0]! ? -1 : 1);
  return [...atRunTime.sort(inOrder), ...withTypes.sort(inOrder)];
}

/** Strongly connected parts with more than one member (Tarjan's search, with a stack of its own: chains of imports are long). */
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

function describe(
  group: readonly number[],
  imports: readonly Import[],
  paths: ReadonlyMap<number, string>,
  typesOnly: boolean,
): ImportCycle {
  const members = new Set(group);
  const inside = Map.groupBy(imports.filter((one) => members.has(one.from) && members.has(one.to)), (one) => one.from);
  const byPath = [...group].sort((a, b) => paths.get(a)! < paths.get(b)! ? -1 : 1);
  let best: readonly Import[] = [];
  for (const start of byPath) {
    const circle = shortestCircle(start, inside, best.length === 0 ? Infinity : best.length);
    if (circle !== undefined) best = circle;
    if (best.length === 2) break;
  }
  return { files: byPath.map((id) => paths.get(id)!), circle: best.map((one) => ({ path: one.path, line: one.line })), typesOnly };
}

/** A circle through `start` that is shorter than `most`. */
function shortestCircle(start: number, next: ReadonlyMap<number, readonly Import[]>, most: number): Import[] | undefined {
  const came = new Map<number, Import>();
  let frontier = [start];
  for (let length = 1; frontier.length > 0 && length < most; length++) {
    const further: number[] = [];
    for (const one of frontier.flatMap((node) => next.get(node) ?? [])) {
      if (one.to === start) {
        const circle = [one];
        while (circle[0]!.from !== start) circle.unshift(came.get(circle[0]!.from)!);
        return circle;
      }
      if (came.has(one.to)) continue;
      came.set(one.to, one);
      further.push(one.to);
    }
    frontier = further;
  }
  return undefined;
}
