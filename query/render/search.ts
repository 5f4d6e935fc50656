/**
 * The text of `search_nodes`.
 *
 * Stage: render. Invariant: every place can be pasted back as an argument.
 */
import type { FoundNode, SearchValue } from "../search.ts";
import { alignRows, count, type Style } from "./style.ts";

/** Matches, or near misses said to be such. */
export function renderSearch(value: SearchValue, style: Style): string {
  if (value.total === 0) {
    const near = value.near.length === 0 ? [] : ["nearest names:", ...renderNodes(value.near, style)];
    return [`Nothing matches "${value.pattern}"`, ...near].join("\n");
  }
  const shown = value.nodes.length < value.total ? `, ${value.nodes.length} shown` : "";
  return [`${count(value.total, "match", "matches")} of "${value.pattern}"${shown}`, ...renderNodes(value.nodes, style)].join("\n");
}

function renderNodes(nodes: readonly FoundNode[], style: Style): string[] {
  if (style.places === "grouped") {
    return nodes.map((node) => `${node.type} ${node.name} ${node.place}${node.signature === "" ? "" : `  ${node.signature}`}`);
  }
  return alignRows(nodes.map((node) => [node.place, node.type, node.name]), "  ");
}
