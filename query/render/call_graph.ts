/**
 * The text of `get_call_graph`: two trees, callers and callees.
 *
 * Stage: render. Invariant: an edge stands under the one that led to it; every place can be pasted back.
 */
import type { GraphEdge, GraphValue } from "../call_graph.ts";
import { count, type Style } from "./style.ts";
import { renderHeading } from "./symbol.ts";

/** Counts first, then a line an edge. */
export function renderCallGraph(value: GraphValue, style: Style): string {
  const lines = [renderHeading(value.symbol, value.place, style)];
  const tree = (title: string, arrow: string, edges: readonly GraphEdge[], hidden: number): void => {
    if (edges.length === 0 && hidden === 0) return;
    lines.push(`${title}: ${count(edges.length, "edge")}${hidden > 0 ? `, ${hidden} more not shown` : ""}`);
    const children = new Map<string, GraphEdge[]>();
    for (const edge of edges) {
      const key = `${edge.depth} ${edge.via}`;
      children.set(key, [...(children.get(key) ?? []), edge]);
    }
    const printed = new Set<GraphEdge>();
    const print = (key: string): void => {
      for (const edge of children.get(key) ?? []) {
        if (printed.has(edge)) continue;
        printed.add(edge);
        lines.push(renderEdge(edge, arrow, style));
        if ("symbol_id" in edge.symbol) print(`${edge.depth + 1} ${edge.symbol.symbol_id}`);
      }
    };
    print("1 ");
    // Edges whose near end fell to the limit stand at the end, with its name.
    for (const edge of edges) if (!printed.has(edge)) lines.push(`${renderEdge(edge, arrow, style)}  via ${edge.viaName}`);
  };
  tree("callers", "<-", value.callers, value.hiddenCallers);
  tree("callees", "->", value.callees, value.hiddenCallees);
  if (lines.length === 1) lines.push("no edges");
  if (value.depthApplied > 1) lines.push(`depth ${value.depthApplied}`);
  return lines.join("\n");
}

function renderEdge(edge: GraphEdge, arrow: string, style: Style): string {
  const indent = "  ".repeat(edge.depth);
  const name = "symbol_id" in edge.symbol ? edge.symbol.qualified_name : edge.symbol.name;
  const what = "symbol_id" in edge.symbol ? `${edge.symbol.kind} ${edge.place}` : edge.symbol.external ? "external" : "unresolved";
  // For models the file is left out: it is the one of the symbol that calls.
  const file = style.places === "full" ? `${edge.callSite.file}:` : "";
  const site = `${file}${edge.callSite.line}:${edge.callSite.column}`;
  const more = edge.sites > 1 ? ` and ${edge.sites - 1} more` : "";
  const doubt = edge.confidence === "heuristic" ? style.faint(`  heuristic: ${edge.rule}`) : "";
  return `${indent}${arrow} ${style.strong(name)}  ${what}  called at ${style.path(site)}${more}${doubt}`;
}
