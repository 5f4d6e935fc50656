/**
 * The text of `get_impact`.
 *
 * Stage: render. Invariant: counts first, then dependents by distance; what may be missing stands at the end.
 */
import type { Dependent, ImpactValue } from "../impact.ts";
import { alignRows, count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** See the head of this file. */
export function renderImpact(value: ImpactValue, style: Style): string {
  const lines = [renderHeading(value.symbol, value.place, style)];
  lines.push(
    value.total === 0
      ? "nothing in the repository depends on it"
      : `${count(value.total, "dependent")} in ${count(value.files, "file")} within ${
        count(value.depth, "call")
      }: ${value.certain} certain, ` +
        `${value.total - value.certain} likely; ${count(value.tests, "test")}, ${count(value.entryPoints, "entry point")}`,
  );
  for (const [distance, n] of Object.entries(value.byDistance)) {
    const shown = value.shown.filter((one) => String(one.distance) === distance);
    lines.push(`distance ${distance}: ${n}${shown.length < n ? `, ${shown.length} shown` : ""}`, ...renderDependents(shown, style));
  }
  const rest = Object.entries(value.rest);
  if (rest.length > 0) {
    const more = value.restFiles > rest.length ? ` and ${value.restFiles - rest.length} more files` : "";
    lines.push(`not shown: ${rest.map(([path, n]) => `${path} (${n})`).join(", ")}${more}`);
  }
  if (value.unresolvedSites + value.possibleSites > 0) {
    const first = value.firstUnresolved.length > 0 ? `: ${value.firstUnresolved.join(", ")}` : "";
    lines.push(
      `may be missing: ${count(value.unresolvedSites, "unresolved call")} of this name${first}; ` +
        `${count(value.possibleSites, "caller")} through an interface or base, not followed`,
    );
  }
  return lines.join("\n");
}

function renderDependents(list: readonly Dependent[], style: Style): string[] {
  const note = (one: Dependent): string =>
    [one.certain ? "" : "heuristic", one.test ? "test" : "", one.entry && !one.test ? "entry point" : ""].filter((word) => word !== "")
      .join(", ");
  if (style.places === "full") return alignRows(list.map((one) => [`${one.path}:${one.line}`, one.name, note(one)]), "  ");
  const lines: string[] = [];
  let path = "";
  for (const one of list) {
    if (one.path !== path) lines.push(`  ${path = one.path}`);
    const words = note(one);
    lines.push(`    ${one.name} :${one.line}${words === "" ? "" : ` (${words})`}`);
  }
  return lines;
}
