/**
 * Lists that `call_graph_stats` returns on request: hotspots and import cycles, in their JSON form.
 *
 * Stage: query. Invariant: a list that is cut also gives the total.
 */
import { bytesOfJson } from "../../core/base/text_size.ts";
import { compareText } from "../../core/base/lists.ts";
import { readUserSites } from "../answer/user_sites.ts";
import type { Context } from "../context.ts";
import { twinsOf } from "../names/find_symbol.ts";
import { nodeTypeOf } from "../rows/node_types.ts";
import { placeOf } from "../rows/symbol_row.ts";
import { findHotspots, type Hotspot } from "../walk/hotspots.ts";
import { findImportCycles, type ImportCycle } from "../walk/import_cycles.ts";

/** A frequently called definition, in the fields of the answer. */
export interface HotspotEntry {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly at: string;
  readonly callers: number;
  readonly calls: number;
  readonly files: number;
  readonly from_tests?: number;
  readonly complexity: number;
}
/** Files that import each other in a cycle. */
export interface CycleEntry {
  /** `path:line` of the first imports of a shortest cycle; the last import of the cycle leads back to the first file. */
  readonly circle: readonly string[];
  /** The number of imports in the cycle, if not all are listed. */
  readonly length?: number;
  /** There may be a shorter one. */
  readonly not_shortest?: true;
  /** The number of files that are on some cycle of the group. */
  readonly files: number;
  /** The first few of the group's other files. */
  readonly others?: readonly string[];
  readonly types_only?: true;
}
/** The lists that were asked for besides the counts. */
export interface StatsLists {
  readonly hotspots?: readonly HotspotEntry[];
  readonly cycles?: readonly CycleEntry[];
  readonly totalCycles: number;
  readonly cut: boolean;
  /** Whether the size limit, rather than the number of entries, cut one of them. */
  readonly bySize: boolean;
}

const OTHERS_NAMED = 8;
/** The most imports listed per cycle. */
const STEPS_NAMED = 12;

/**
 * @param limit the most entries per list
 * @param bytes the most JSON that all lists may take together
 */
export function readStatsLists(
  context: Context,
  wanted: { readonly hotspots: boolean; readonly cycles: boolean },
  limit: number,
  bytes: number,
): StatsLists {
  let left = bytes;
  const fitting = <T>(items: readonly T[]): T[] =>
    items.slice(0, limit).filter((item, i) => (left -= bytesOfJson(item) + 1) >= 0 || i === 0);
  const hotspots = wanted.hotspots ? readHotspots(context, limit).map(toHotspot) : undefined;
  const shownHotspots = hotspots === undefined ? undefined : fitting(hotspots);
  const cycles = wanted.cycles ? findImportCycles(context).map(toCycle) : undefined;
  const shownCycles = cycles === undefined ? undefined : fitting(cycles);
  const lacks = (most: number): boolean =>
    (shownHotspots?.length ?? 0) < Math.min(most, hotspots?.length ?? 0) ||
    (shownCycles?.length ?? 0) < Math.min(most, cycles?.length ?? 0);
  return {
    ...(shownHotspots === undefined ? {} : { hotspots: shownHotspots }),
    ...(shownCycles === undefined ? {} : { cycles: shownCycles }),
    totalCycles: cycles?.length ?? 0,
    cut: lacks(Infinity),
    bySize: lacks(limit),
  };
}

/** The most called symbols together with their twins. Counted like lists of callers: namesakes in one file are one caller. */
function readHotspots(context: Context, most: number): Hotspot[] {
  const found = new Map<number, Hotspot>();
  for (const { row, fromTests } of findHotspots(context, most)) {
    const { main, group } = twinsOf(context, row);
    if (found.has(main.id)) continue;
    const { calls } = readUserSites(context, {
      row: main,
      ids: group.map(({ id }) => id),
      twins: group.filter(({ id }) => id !== main.id),
    });
    found.set(main.id, { row: main, callers: calls.length, calls: calls.sites, files: calls.files.length, fromTests });
  }
  // Handles break ties, so that the order is fixed.
  return [...found.values()].sort((a, b) => b.callers - a.callers || b.calls - a.calls || compareText(a.row.stableId, b.row.stableId))
    .slice(0, most);
}

function toHotspot({ row, callers, calls, files, fromTests }: Hotspot): HotspotEntry {
  return {
    id: row.stableId,
    type: nodeTypeOf(row),
    name: row.qualifiedName,
    at: placeOf(row),
    callers,
    calls,
    files,
    ...(fromTests === 0 ? {} : { from_tests: fromTests }),
    complexity: row.complexity,
  };
}

function toCycle({ files, circle, isShortest, typesOnly }: ImportCycle): CycleEntry {
  const on = new Set(circle.map((step) => step.path));
  const others = files.filter((path) => !on.has(path));
  return {
    circle: circle.slice(0, STEPS_NAMED).map((step) => `${step.path}:${step.line}`),
    ...(circle.length > STEPS_NAMED ? { length: circle.length } : {}),
    ...(isShortest ? {} : { not_shortest: true as const }),
    files: files.length,
    ...(others.length === 0 ? {} : { others: others.slice(0, OTHERS_NAMED) }),
    ...(typesOnly ? { types_only: true as const } : {}),
  };
}
