/**
 * The text of `call_graph_stats`.
 *
 * Stage: render. Invariant: shares are of all call sites and add up to 100 %.
 */
import type { StatsValue } from "../stats.ts";
import { alignRows, count, sharesOf, type Style } from "./style.ts";

/** Counts first, then shares, languages, refs and skipped files. */
export function renderStats(value: StatsValue, style: Style): string {
  const share = sharesOf(Object.values(value.sites));
  const variables = value.rules["variable"] ?? 0;
  const ofVariables = variables === 0 ? "" : `; ${variables} (${share(variables)}) call through a variable`;
  const lines = [
    `${count(value.functions, "function")}, ${count(value.symbols, "symbol")}, ${count(value.edges, "call edge")}, ` +
    `${count(value.references, "reference")}, ${count(value.files, "file")}, ${count(value.lines, "line")}`,
    `call sites: ${Object.entries(value.sites).map(([key, n]) => `${key} ${n} (${share(n)})`).join(", ")}${ofVariables}`,
    `call edges: static ${value.confidence.static}, heuristic ${value.confidence.heuristic}`,
    ...listCounts("rules", value.rules),
    ...listCounts("kinds", value.kinds),
    "",
    ...listLanguages(value.languages),
    ...value.refs.map((ref) =>
      `ref ${ref.name}${ref.commit === "" ? "" : ` at ${ref.commit.slice(0, 12)}`}: ${count(ref.files, "file")}, indexed ${ref.indexed_at}${
        ref.gone === true ? "; gone: git no longer has this name" : ""
      }`
    ),
  ];
  if (value.packed !== undefined) {
    const { files, symbols, sites, paths } = value.packed;
    const shares = sharesOf(Object.values(sites));
    lines.push(
      "",
      `of that in minified, built or copied code: ${count(files, "file")}, ${count(symbols, "symbol")}; ` +
        `call sites: ${Object.entries(sites).map(([key, n]) => `${key} ${n} (${shares(n)})`).join(", ")}`,
      ...paths.map((path) => `  ${style.path(path)}`),
      ...(files > paths.length ? [`  and ${files - paths.length} more`] : []),
    );
  }
  if (value.totalDamaged > 0) {
    lines.push(
      "",
      `${count(value.totalDamaged, "file")} with syntax errors:`,
      ...value.damaged.map((path) => `  ${style.path(path)}`),
    );
  }
  if (value.totalSkipped > 0) {
    lines.push(
      "",
      `${count(value.totalSkipped, "file")} left out:`,
      ...value.skipped.map((file) =>
        `  ${style.path(file.path)}  ${file.reason}${
          file.files === undefined ? "" : ` (${count(file.files, "file")}${file.language === undefined ? "" : ` of ${file.language}`})`
        }`
      ),
    );
  }
  if (value.totalRemarks > 0) {
    lines.push("", `${count(value.totalRemarks, "file")} with a remark:`, ...value.remarks.map((remark) => `  ${remark}`));
  }
  return lines.join("\n");
}

function listCounts(title: string, counts: Readonly<Record<string, number>>): string[] {
  const entries = Object.entries(counts);
  return entries.length === 0 ? [] : [`${title}: ${entries.map(([name, n]) => `${name} ${n}`).join(", ")}`];
}

/** A table followed by an empty line; empty if no language has a file. */
function listLanguages(languages: StatsValue["languages"]): string[] {
  const rows = Object.entries(languages).map(([name, one]) => [
    name,
    ...[one.files, one.lines, one.functions, one.symbols, one.edges].map(String),
  ]);
  return rows.length === 0 ? [] : [...alignRows([["language", "files", "lines", "functions", "symbols", "call edges"], ...rows]), ""];
}
