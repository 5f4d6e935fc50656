/**
 * The text of `explain`.
 *
 * Stage: render. Invariant: each edge with its rule; each rule that occurs is explained once, at the end.
 */
import type { ExplainedEdge, ExplainValue } from "../explain.ts";
import { count, type Style } from "./style.ts";

/** The most edges shown with the same place and target: edges of all implementors may start there, each in its own file. */
const MOST_ALIKE = 8;

/** Definitions, edges, then what the rules mean. */
export function renderExplain(value: ExplainValue, style: Style): string {
  const last = value.end_line === undefined || value.end_line === value.line ? "" : `-${value.end_line}`;
  const lines = [
    style.strong(value.line === 0 ? value.path : `${value.path}:${value.line}${last}`),
    `${count(value.symbols.length, "definition")}`,
  ];
  for (const symbol of value.symbols) {
    const words = [symbol.exported ? "exported" : "", ...symbol.flags.map(inWords)].filter((word) => word !== "").join(", ");
    lines.push(`  ${style.path(`${value.path}:${symbol.line}`)}  ${symbol.kind} ${symbol.name}${words === "" ? "" : `  (${words})`}`);
    if (symbol.signature !== "") lines.push(`      ${style.faint(symbol.signature)}`);
  }
  lines.push(count(value.edges.length, "edge"));
  const rules = new Map<string, string>();
  const alike = Map.groupBy(value.edges, placeAndTarget);
  const shown = new Map<string, number>();
  for (const edge of value.edges) {
    const key = placeAndTarget(edge);
    const [nth, all] = [(shown.get(key) ?? 0) + 1, alike.get(key)!.length];
    shown.set(key, nth);
    if (nth === MOST_ALIKE + 1) lines.push(`      and ${all - MOST_ALIKE} more ${edge.type} ${edge.target} (--json has them)`);
    if (nth > MOST_ALIKE) continue;
    rules.set(edge.rule, edge.why);
    const arrow = edge.outcome === "resolved" ? "->" : edge.outcome === "external" ? "-> external" : "-> unresolved";
    lines.push(
      `  ${style.path(`${value.path}:${edge.line}:${edge.column}`)}  ${edge.type} ${edge.text} ${arrow} ${edge.target}  ` +
        style.faint(`[${edge.rule}, ${edge.confidence}] in ${edge.caller}`),
    );
    for (const candidate of edge.candidates) lines.push(`      may reach ${candidate}`);
  }
  if (rules.size > 0) lines.push("rules", ...[...rules].map(([rule, why]) => `  ${rule}: ${why}`));
  return lines.join("\n");
}

/** `byReference`: `by reference`. */
function inWords(flag: string): string {
  return flag.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function placeAndTarget({ line, column, type, target, outcome }: ExplainedEdge): string {
  return `${line}:${column} ${type} ${outcome} ${target}`;
}
