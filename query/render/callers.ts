/**
 * The text of `get_callers`.
 *
 * Stage: render. Invariant: every fact of the structured value is in the text.
 */
import type { CallersOf, CallersValue } from "../callers.ts";
import { renderSites } from "./sites.ts";
import { count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** One block a symbol, counts first. */
export function renderCallers({ groups, cursor }: CallersValue, style: Style): string {
  const blocks = groups.map((group) => renderGroup(group, style).join("\n"));
  if (groups.length > 1) blocks.unshift(`${groups.length} symbols bear this name; each is answered by itself.`);
  if (cursor !== "") blocks.push(`More with cursor ${cursor}`);
  return blocks.join("\n\n");
}

function renderGroup(group: CallersOf, style: Style): string[] {
  const lines = [renderHeading(group.symbol, group.place, style)];
  if (group.twins.length > 0) lines.push(`also at ${group.twins.join(", ")} (overload or build condition)`);
  const complete = group.completeness === "complete";
  lines.push(
    group.totalCallers === 0
      ? `no callers${complete ? " (complete)" : " found (possibly incomplete)"}`
      : `${count(group.totalCallers, "caller")}, ${count(group.totalSites, "call")} in ${count(group.totalFiles, "file")} ` +
        `(${complete ? "complete" : "possibly incomplete"})`,
  );
  lines.push(...renderSites(group.callers, style));
  const rest = Object.entries(group.rest);
  if (rest.length > 0) {
    lines.push(
      `not shown: ${rest.slice(0, 40).map(([path, n]) => `${path} (${n})`).join(", ")}${
        rest.length > 40 ? ` and ${rest.length - 40} more files` : ""
      }`,
    );
  }
  const side = (title: string, entries: CallersOf["callers"], total: number): void => {
    if (total === 0) return;
    lines.push(`${title}: ${total}${total > entries.length ? `, the first ${entries.length}:` : ""}`, ...renderSites(entries, style));
  };
  side("possible, through an interface, a base, a variable or a build condition", group.possible, group.totalPossible);
  side("handed over as a value (references)", group.references, group.totalReferences);
  if (group.totalUnresolved > 0) {
    const first = group.unresolved.map((site) => `${site.path}:${site.line}:${site.column} ${site.text}`);
    lines.push(`unresolved calls of this name that may belong here: ${group.totalUnresolved}`, ...first.map((line) => `  ${line}`));
  }
  return lines;
}
