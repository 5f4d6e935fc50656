/**
 * The text of the lists of `call_graph_stats`.
 *
 * Stage: render. Invariant: every place is accepted as an argument.
 */
import { append } from "../../core/base/lists.ts";
import type { CycleEntry, StatsLists } from "../nodes/stats_lists.ts";
import { alignRows, count, type Style } from "./style.ts";

/** Hotspots, then import cycles, each with their number. */
export function renderStatsLists(lists: StatsLists, style: Style): string {
  const lines: string[] = [];
  if (lists.hotspots !== undefined) {
    lines.push(lists.hotspots.length === 0 ? "no calls are known" : `${lists.hotspots.length} most called:`);
    const rows = lists.hotspots.map((one) => [
      one.at,
      one.type,
      one.name,
      `${count(one.callers, "caller")}, ${count(one.calls, "call")} in ${count(one.files, "file")}` +
      `${one.from_tests === undefined ? "" : `, ${one.from_tests} from tests`}, complexity ${one.complexity}` +
      `${style.places === "grouped" ? `  id ${one.id}` : ""}`,
    ]);
    append(lines, style.places === "full" ? alignRows(rows, "  ") : rows.map((row) => `  ${row.join("  ")}`));
  }
  if (lists.cycles !== undefined) {
    if (lines.length > 0) lines.push("");
    const shown = lists.cycles.length < lists.totalCycles ? `, ${lists.cycles.length} shown` : "";
    lines.push(lists.totalCycles === 0 ? "no import cycles" : `${count(lists.totalCycles, "import cycle")}${shown}`);
    for (const cycle of lists.cycles) append(lines, renderCycle(cycle, style));
  }
  return lines.join("\n");
}

function renderCycle({ circle, length = circle.length, files, others, types_only, not_shortest }: CycleEntry, style: Style): string[] {
  const group = files > length ? `, ${not_shortest === true ? "a short one" : "the shortest"} in a group of ${files}` : "";
  const lines = [`  ${count(length, "file")}${group}${types_only === true ? ", by imports of types" : ""}`];
  for (const [i, place] of circle.entries()) {
    const next = i + 1 < length ? circle[i + 1] : circle[0];
    lines.push(`    ${style.path(place)}${next === undefined ? "" : `  imports ${next.replace(/:\d+$/, "")}`}`);
  }
  if (length > circle.length) {
    lines.push(style.faint(`    … ${length - circle.length} more, the last imports ${circle[0]!.replace(/:\d+$/, "")}`));
  }
  if (others !== undefined) lines.push(style.faint(`    also in the group: ${others.join(", ")}`));
  return lines;
}
