/**
 * The walk for `get_call_graph`.
 *
 * Stage: query. Invariants: breadth first, each edge once, a cycle ends where it began; callees that are no symbols come after those that
 * are. Each level gets a share of the edges, and if it shows only some, the next level continues from these. Edges that are not shown are
 * counted by the index and not read.
 */
import { append } from "../../core/base/lists.ts";
import type { Confidence } from "../../core/edges.ts";
import { type Context, readRow, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { calledIds, callersByFile, type FileOfCallers, type Link, linksFrom } from "../rows/links.ts";
import { Standing } from "../rows/standing.ts";
import { placeOf, readHeads, type SymbolHead, type SymbolObject, toSymbolObject } from "../rows/symbol_row.ts";

/** An edge of the graph. `symbol` is the far end: the caller in `callers`, the callee in `callees`. */
export interface GraphEdge {
  /** Row of `symbol` of the far end, 0 if it is no symbol. */
  readonly row: number;
  readonly symbol: SymbolObject | { readonly name: string; readonly external?: true; readonly unresolved?: true };
  readonly place: string;
  readonly callSite: { readonly file: string; readonly line: number; readonly column: number };
  readonly sites: number;
  /** Lines of all its call sites. */
  readonly lines: readonly number[];
  /** Row of the call's target (0 if unknown), and a JSON array of its candidates, "" if it has none. */
  readonly target: number;
  readonly candidates: string;
  readonly confidence: Confidence;
  readonly rule: string;
  readonly depth: number;
  /** Symbol id of the near end, "" if that is the symbol asked for. */
  readonly via: string;
  readonly viaName: string;
}

/** The result of a walk from a symbol. */
export interface Walk {
  /** Edges to symbols by distance, then unresolved, then external ones; at most as many as wanted. */
  readonly edges: readonly GraphEdge[];
  /** The number of all edges. */
  readonly total: number;
}

/** A walk stops at this many edges; more could not be shown. */
const MOST_EDGES = 5_000;

/** Steps from the symbols of a list: each neighbor once for each of them. */
const PAIRS = {
  callers: `SELECT DISTINCT e.to_symbol_id AS near, e.from_symbol_id AS far, 0 AS loose
    FROM json_each(?) f CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = f.value AND e.edge_type = 'calls'
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`,
  callees: `SELECT DISTINCT e.from_symbol_id AS near, e.to_symbol_id AS far,
      CASE WHEN e.to_symbol_id = 0 THEN 2 * e.to_name_id + e.external ELSE 0 END AS loose
    FROM json_each(?) f CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = f.value AND e.edge_type = 'calls'
    CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?`,
};
const FAR = {
  callers: `SELECT far AS id, count(*) AS links FROM (${PAIRS.callers}) GROUP BY far`,
  callees: `SELECT far AS id, count(*) AS links FROM (${PAIRS.callees}) GROUP BY far`,
};
const COUNT = {
  callers: `SELECT count(*) AS links, 0 AS loose FROM (${PAIRS.callers})`,
  callees: `SELECT count(*) AS links, coalesce(sum(far = 0), 0) AS loose FROM (${PAIRS.callees})`,
};

/** One step from one symbol. */
interface Step {
  readonly near: number;
  readonly link: Link;
}
/** A level that was read, and where it leads on. Code comes before tests, and certain steps before likely ones in each. */
interface Level {
  readonly steps: readonly Step[];
  readonly loose: readonly Step[];
  readonly far: readonly number[];
  /** Reading stopped when enough was found. */
  readonly cut: boolean;
}

/**
 * Walks up to `depth` steps.
 * @param most the most edges returned; all are counted
 */
export function walkGraph(context: Context, match: Match, depth: number, direction: "callers" | "callees", most: number): Walk {
  const start = direction === "callers" ? calledIds(context, match) : match.ids;
  const visited = new Set(start);
  const shown: (Step & { depth: number })[] = [];
  // Edges beyond their level's share, shown if other levels leave room.
  const further: (Step & { depth: number })[] = [];
  const loose: (Step & { depth: number })[] = [];
  let [found, foundLoose] = [0, 0];
  let frontier: readonly number[] = start;
  // After a level that shows only some of its edges, the symbols that those lead to.
  let near: readonly number[] | undefined;
  for (let step = 1; step <= depth && frontier.length > 0 && found < MOST_EDGES; step++) {
    const share = Math.ceil((most - shown.length) / (depth - step + 1));
    const level = shown.length < most ? readLevel(context, near ?? frontier, direction, most - shown.length) : undefined;
    const steps = (level?.steps ?? []).map((one) => ({ ...one, depth: step }));
    const own = steps.slice(0, share);
    append(shown, own);
    append(further, steps.slice(share));
    append(loose, (level?.loose ?? []).map((one) => ({ ...one, depth: step })));
    const wasCut = near !== undefined;
    if (wasCut || level?.cut !== false || steps.length > own.length) {
      near = [...new Set(own.map(({ link }) => link.id))].filter((id) => !visited.has(id));
    }
    let far = level?.far ?? [];
    if (level !== undefined && !level.cut && !wasCut) {
      found += level.steps.length;
      foundLoose += level.loose.length;
    } else {
      const counted = countLevel(context, frontier, direction, step === depth);
      found += counted.links;
      foundLoose += counted.loose;
      far = counted.far;
    }
    frontier = [...new Set(far)].filter((id) => !visited.has(id));
    for (const id of frontier) visited.add(id);
  }
  append(shown, further.slice(0, most - shown.length));
  shown.sort((a, b) => a.depth - b.depth);
  loose.sort((a, b) => a.depth - b.depth || (a.link.external ? 1 : 0) - (b.link.external ? 1 : 0));
  const steps = [...shown, ...loose.slice(0, most - shown.length)];
  const heads = readHeads(context, steps.flatMap(({ link, near, depth }) => depth === 1 ? [link.id] : [link.id, near]));
  const edges = steps.map(({ link, near, depth }) =>
    toEdge(context, link, heads.get(link.id), depth === 1 ? undefined : heads.get(near), depth)
  );
  return { edges, total: found + foundLoose };
}

/** Reads a whole level, or until enough edges are found that no further one could be shown. */
function readLevel(context: Context, frontier: readonly number[], direction: "callers" | "callees", wanted: number): Level {
  const steps: Step[] = [];
  let [certain, likely]: [Step[], Step[]] = [[], []];
  const loose: Step[] = [];
  const far: number[] = [];
  let last: Standing = Standing.ships;
  for (const { standing, near, links } of direction === "callers" ? callersByFile(context, frontier) : calleesOf(context, frontier)) {
    if (standing !== last) {
      append(steps, [...certain, ...likely]);
      [certain, likely, last] = [[], [], standing];
    }
    for (const link of links) {
      (link.id === 0 ? loose : link.confidence === "static" ? certain : likely).push({ near, link });
      if (link.id !== 0) far.push(link.id);
    }
    if (steps.length + certain.length >= wanted) return { steps: [...steps, ...certain], loose: [], far, cut: true };
  }
  return { steps: [...steps, ...certain, ...likely], loose, far, cut: false };
}

/** The callees of each symbol, in source order. */
function* calleesOf(context: Context, ids: readonly number[]): Generator<FileOfCallers> {
  for (const near of ids) yield { standing: Standing.ships, near, links: linksFrom(context, near) };
}

/**
 * Counts a level without reading its edges.
 * @param last whether no level follows, so that the far ends are not needed
 */
function countLevel(
  context: Context,
  frontier: readonly number[],
  direction: "callers" | "callees",
  last: boolean,
): { links: number; loose: number; far: readonly number[] } {
  const ids = JSON.stringify(frontier);
  if (last) {
    const { links, loose } = readRow<{ links: number; loose: number }>(context, COUNT[direction], ids, context.ref.id)!;
    return { links: links - loose, loose, far: [] };
  }
  const rows = readRows<{ id: number; links: number }>(context, FAR[direction], ids, context.ref.id);
  const far = rows.filter((row) => row.id !== 0);
  return {
    links: far.reduce((sum, row) => sum + row.links, 0),
    loose: rows.find((row) => row.id === 0)?.links ?? 0,
    far: far.map((row) => row.id),
  };
}

function toEdge(context: Context, link: Link, row: SymbolHead | undefined, via: SymbolHead | undefined, depth: number): GraphEdge {
  return {
    row: link.id,
    symbol: row === undefined
      ? { name: link.name, ...(link.external ? { external: true as const } : { unresolved: true as const }) }
      : toSymbolObject(context, row),
    place: row === undefined ? "" : placeOf(row),
    callSite: { file: link.path, line: link.line, column: link.column },
    sites: link.sites,
    lines: link.lines,
    target: link.target,
    candidates: link.candidates,
    confidence: link.confidence,
    rule: link.rule,
    depth,
    via: via === undefined ? "" : toSymbolObject(context, via).symbol_id,
    viaName: via?.qualifiedName ?? "",
  };
}
