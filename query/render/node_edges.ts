/**
 * The text of `query_node_edges`.
 *
 * Stage: render. Invariant: every edge of the structured value is in the text, with its id for models; counts come last.
 */
import { append } from "../../core/base/lists.ts";
import type { EdgeEntry, NodeEdgesValue, NodeHead } from "../node_edges.ts";
import { count, goOnWith, type Style } from "./style.ts";

/** Title, outgoing, incoming, counts. */
export function renderNodeEdges(value: NodeEdgesValue, style: Style): string {
  const lines = [
    `Edges for: ${style.strong(value.node.qualified_name ?? value.node.name)} (${describe(value.node)})${idOf(value.node.id, style)}`,
  ];
  for (const way of value.directions) {
    const [title, entries, arrow] = way === "out"
      ? ["Outgoing", value.outgoing, "->"] as const
      : ["Incoming", value.incoming, "<-"] as const;
    lines.push("", `  ${title}:`);
    append(lines, entries.length === 0 ? ["    (none)"] : entries.map((entry) => renderEntry(entry, arrow, style)));
  }
  const { external, unresolved } = value.loose;
  if (external + unresolved > 0) {
    lines.push("", `  Calls of what is not a node here: ${external} external, ${unresolved} unresolved (see callees)`);
  }
  const shown = value.outgoing.length + value.incoming.length;
  const cut = shown < value.totalOutgoing + value.totalIncoming
    ? `; ${value.outgoing.length} and ${value.incoming.length} of them shown${
      value.cursor === "" ? "" : `, more with ${goOnWith(value.cursor, style)}`
    }`
    : "";
  const totals = { out: `${value.totalOutgoing} outgoing`, in: `${value.totalIncoming} incoming` };
  // Only the directions that were asked for are counted.
  lines.push("", `${value.directions.map((way) => totals[way]).join(", ")}${cut}`);
  return lines.join("\n");
}

function describe(node: NodeHead): string {
  const place = node.file_path === undefined || node.file_path === node.name ? "" : `, ${node.file_path}:${node.line}`;
  return `${node.type}${place}${node.package === undefined ? "" : `, package: ${node.package}`}`;
}

function idOf(id: string, style: Style): string {
  return style.places === "grouped" ? `  id ${id}` : "";
}

function renderEntry(entry: EdgeEntry, arrow: string, style: Style): string {
  const place = entry.file_path === undefined || entry.file_path === entry.node_name
    ? ""
    : `, ${style.path(`${entry.file_path}:${entry.line}`)}`;
  const name = entry.parent === undefined ? entry.node_name : `${entry.parent}.${entry.node_name}`;
  const node = entry.node_type === undefined ? name : `${name} (${entry.node_type}${place})`;
  const remarks = [
    ...(entry.at === undefined || entry.at === `${entry.file_path}:${entry.line}` ? [] : [`at ${entry.at}`]),
    ...Object.entries(entry.properties ?? {}).map(([key, value]) => renderProperty(key, value)),
  ];
  const id = entry.node_type === undefined ? "" : idOf(entry.node_id, style);
  return `    ${entry.edge_type.padEnd(14)} ${arrow} ${node}${id}${remarks.length === 0 ? "" : style.faint(`  [${remarks.join(", ")}]`)}`;
}

function renderProperty(key: string, value: unknown): string {
  if (key === "call_count") return count(Number(value), "call");
  if (key === "rule" || key === "confidence") return String(value);
  return `${key}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
}
