/**
 * The text of `call_chain`.
 *
 * Stage: render. Invariant: one line a step, with the place of the call that leads on.
 */
import type { ChainValue } from "../call_chain.ts";
import { count, type Style } from "./style.ts";

/** A block a path, shortest first. */
export function renderCallChain(value: ChainValue, style: Style): string {
  const [from, to] = [value.from.qualified_name, value.to.qualified_name];
  if (value.paths.length === 0) {
    const other = value.reverse ? `; there is one the other way, from ${to} to ${from}` : "";
    return `No path from ${from} to ${to} within ${count(value.maxDepth, "call")}${other}`;
  }
  const blocks = value.paths.map((path, i) => {
    const lines = [`path ${i + 1}: ${count(path.length - 1, "call")}`];
    for (const step of path) {
      const doubt = step.call?.confidence === "heuristic" ? style.faint(`  heuristic: ${step.call.rule}`) : "";
      const call = step.call === undefined
        ? ""
        : `  calls on at ${style.path(`${step.call.file}:${step.call.line}:${step.call.column}`)}${doubt}`;
      lines.push(`  ${style.strong(step.name)}  ${step.kind} ${step.place}${call}`);
    }
    return lines.join("\n");
  });
  return [`${count(value.paths.length, "path")} from ${from} to ${to}`, ...blocks].join("\n\n");
}
