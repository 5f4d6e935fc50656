/**
 * The text of `get_callees`.
 *
 * Stage: render. Invariant: every fact of the structured value is in the text.
 */
import { append } from "../../core/base/lists.ts";
import type { SiteEntry } from "../answer/sites.ts";
import type { CalleesOf, CalleesValue, LooseCallee } from "../callees.ts";
import { renderEach } from "./each_symbol.ts";
import { renderHidden, renderPositions, renderRest } from "./sites.ts";
import { alignRows, count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** One block per symbol, counts first. */
export function renderCallees(value: CalleesValue, style: Style): string {
  return renderEach(value, (group) => renderGroup(group, style), style);
}

function renderGroup(group: CalleesOf, style: Style): string[] {
  const lines = [renderHeading(group.symbol, group.place, style)];
  lines.push(
    `${count(group.totalCallees, "callee")} in the repository, ${group.totalExternal} external, ${group.totalUnresolved} unresolved, ` +
      `${count(group.totalSites, "call")}`,
  );
  append(lines, renderTargets(group.callees, "called", style));
  append(lines, renderRest(group));
  if (group.totalAccesses > 0) {
    const more = group.totalAccesses > group.accesses.length ? `, the first ${group.accesses.length}` : "";
    lines.push(`properties that run where they are read or set: ${group.totalAccesses}${more}`);
    append(lines, renderTargets(group.accesses, "used", style));
  }
  append(lines, renderLoose("may reach (dispatch)", group.dispatch, group.dispatch.length));
  if (group.totalExternal > 0) {
    const more = group.totalExternal > group.external.length ? `, the first ${group.external.length}` : "";
    lines.push(
      `external: ${group.totalExternal}${more}`,
      `  ${group.external.map((one) => `${one.name} ${positionsOnly(one)}`).join("; ")}`,
    );
  }
  append(lines, renderLoose("unresolved", group.unresolved, group.totalUnresolved));
  return lines;
}

/**
 * Targets, each with the places of use.
 * @param how the word before the places
 */
function renderTargets(entries: readonly SiteEntry[], how: string, style: Style): string[] {
  if (style.places === "full") {
    const rows = entries.map((
      entry,
    ) => [`${entry.path}:${entry.line}`, entry.name, `${how} at ${renderPositions(entry.sites)}${renderHidden(entry)}`]);
    return alignRows(rows).map((line, i) => style.path(rows[i]![0]!) + line.slice(rows[i]![0]!.length));
  }
  const lines: string[] = [];
  let path = "";
  for (const entry of entries) {
    if (entry.path !== path) lines.push(path = entry.path);
    lines.push(`  ${entry.name} :${entry.line} ${how} at ${renderPositions(entry.sites)}${renderHidden(entry)}`);
  }
  return lines;
}

function positionsOnly(callee: LooseCallee): string {
  const more = callee.totalSites - callee.sites.length;
  return callee.sites.map((site) => `${site.line}:${site.column}`).join(", ") + (more === 0 ? "" : ` and ${count(more, "more place")}`);
}

function renderLoose(title: string, list: readonly LooseCallee[], total: number): string[] {
  if (total === 0) return [];
  const lines = [`${title}: ${total}${total > list.length ? `, the first ${list.length}` : ""}`];
  for (const one of list) {
    lines.push(`  ${one.name} at ${positionsOnly(one)} (${one.sites[0]!.rule})`);
    append(lines, one.candidates.map((candidate) => `    ${candidate}`));
  }
  return lines;
}
