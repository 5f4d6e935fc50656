/**
 * The text of the lists of `call_graph_stats`.
 *
 * Stage: render. Invariant: every place can be pasted back as an argument.
 */
import { append } from "../../core/lists.ts";
import type { StatsLists } from "../stats_lists.ts";
import { alignRows, count, type Style } from "./style.ts";

/** Hotspots, then import cycles, each with its count. */
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
    for (const cycle of lists.cycles) {
      const group = cycle.files > cycle.circle.length ? `, the shortest in a group of ${cycle.files}` : "";
      lines.push(`  ${count(cycle.circle.length, "file")}${group}${cycle.types_only === true ? ", by imports of types" : ""}`);
      cycle.circle.forEach((place, i) => {
        const next = cycle.circle[(i + 1) % cycle.circle.length]!;
        lines.push(`    ${style.path(place)}  imports ${next.replace(/:\d+$/, "")}`);
      });
      if (cycle.others !== undefined) lines.push(style.faint(`    also in the group: ${cycle.others.join(", ")}`));
    }
  }
  return lines.join("\n");
}
