/**
 * The text of `get_call_graph`: two trees, callers and callees.
 *
 * Stage: render. Invariant: an edge is below the one that led to it; every place is accepted as an argument.
 */
import { addAt, append } from "../../core/base/lists.ts";
import type { GraphValue } from "../call_graph.ts";
import type { EdgeSource, GraphSource } from "../walk/graph_source.ts";
import type { GraphEdge } from "../walk/graph_walk.ts";
import { count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** Counts first, then one line per edge. */
export function renderCallGraph(value: GraphValue, style: Style): string {
  const lines = [renderHeading(value.symbol, value.place, style)];
  if (value.source !== undefined) append(lines, renderSource(value.source));
  const tree = (title: string, arrow: string, edges: readonly GraphEdge[], hidden: number, sources: readonly EdgeSource[] = []): void => {
    if (edges.length === 0 && hidden === 0) return;
    lines.push(`${title}: ${count(edges.length, "edge")}${hidden > 0 ? `, ${hidden} more not shown` : ""}`);
    const children = new Map<string, GraphEdge[]>();
    for (const edge of edges) {
      const key = `${edge.depth} ${edge.via}`;
      addAt(children, key, edge);
    }
    const printed = new Set<GraphEdge>();
    const sourceOf = new Map(sources.map((source, i) => [edges[i]!, source]));
    const print = (key: string): void => {
      for (const edge of children.get(key) ?? []) {
        if (printed.has(edge)) continue;
        printed.add(edge);
        lines.push(renderEdge(edge, arrow, style), ...renderCallLines(edge, sourceOf.get(edge)));
        if ("symbol_id" in edge.symbol) print(`${edge.depth + 1} ${edge.symbol.symbol_id}`);
      }
    };
    print("1 ");
    // Edges whose parent was cut by the limit come last, with its name.
    for (const edge of edges) {
      if (!printed.has(edge)) {
        lines.push(`${renderEdge(edge, arrow, style)}  via ${edge.viaName}`, ...renderCallLines(edge, sourceOf.get(edge)));
      }
    }
  };
  tree("callers", "<-", value.callers, value.hiddenCallers, value.source?.callers);
  tree("callees", "->", value.callees, value.hiddenCallees, value.source?.callees);
  if (lines.length === 1) lines.push("no edges");
  if (value.depthApplied > 1) lines.push(`depth ${value.depthApplied}`);
  return lines.join("\n");
}

function renderSource({ bodies, source, reach, tests, testsLeftOut }: GraphSource): string[] {
  const counts = `a change reaches ${count(reach.symbols, "definition")} in ${count(reach.files, "file")} within 3 calls: ` +
    `${count(reach.tests, "test")}, ${count(reach.entryPoints, "entry point")}`;
  const words = (record: Readonly<Record<string, number>>): string => Object.entries(record).map(([key, n]) => `${key} ${n}`).join(", ");
  const distances = Object.entries(reach.byDistance).map(([calls, n]) => `${n} at ${calls}`).join(", ");
  return [
    ...(source === undefined
      ? bodies ? ["its source has changed since it was indexed"] : []
      : [`lines ${source.lineStart}-${source.lineEnd}${source.leftOut > 0 ? `, ${source.leftOut} more left out` : ""}`, source.text]),
    reach.symbols === 0 ? "nothing else in the repository calls it, passes it as a value or builds on it" : counts,
    ...(reach.symbols === 0 ? [] : [`  by distance: ${distances}; by evidence: ${words(reach.byEvidence)}`]),
    ...tests.map((test) => `  test ${test}`),
    ...(testsLeftOut > 0 ? [`  and ${count(testsLeftOut, "more test")}`] : []),
  ];
}

function renderCallLines(edge: GraphEdge, source: EdgeSource | undefined): string[] {
  if (source === undefined) return [];
  const indent = "  ".repeat(edge.depth + 1);
  return [
    ...Object.entries(source.callLines).filter(([, text]) => text !== "").map(([line, text]) => `${indent}${line}: ${text}`),
    ...(source.moreLines > 0 ? [`${indent}and ${count(source.moreLines, "more line")}`] : []),
    ...source.mayReach.map((candidate) => `${indent}may reach ${candidate}`),
  ];
}

function renderEdge(edge: GraphEdge, arrow: string, style: Style): string {
  const indent = "  ".repeat(edge.depth);
  const name = "symbol_id" in edge.symbol ? edge.symbol.qualified_name : edge.symbol.name;
  const what = "symbol_id" in edge.symbol ? `${edge.symbol.kind} ${edge.place}` : edge.symbol.external ? "external" : "unresolved";
  // For models the file is left out, as it is that of the calling symbol.
  const file = style.places === "full" ? `${edge.callSite.file}:` : "";
  const site = `${file}${edge.callSite.line}:${edge.callSite.column}`;
  const more = edge.sites > 1 ? ` and ${edge.sites - 1} more` : "";
  const sure = style.places === "full" ? "" : `  ${edge.rule}`;
  const doubt = edge.confidence === "heuristic" ? style.faint(`  heuristic: ${edge.rule}`) : sure;
  return `${indent}${arrow} ${style.strong(name)}  ${what}  called at ${style.path(site)}${more}${doubt}`;
}
