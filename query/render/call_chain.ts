/**
 * The text of `call_chain`.
 *
 * Stage: render. Invariant: one line per step, with the place of the call that leads on.
 */
import type { ChainValue } from "../call_chain.ts";
import type { LooseEnd, LooseEnds } from "../doubt/loose_ends.ts";
import { PASSED_AS_VALUE } from "../rows/links.ts";
import type { SymbolObject } from "../rows/symbol_row.ts";
import { count, type Style } from "./style.ts";

/** One block per path, shortest first; else why there is none. */
export function renderCallChain(value: ChainValue, style: Style): string {
  const [from, to] = [nameOf(value.from), nameOf(value.to)];
  if (value.paths.length === 0) {
    const other = value.reverse ? `; there is one the other way, from ${to} to ${from}` : "";
    const longer = value.longer === 0
      ? ""
      : `; there is one of ${value.longer}: ask with ${style.places === "full" ? "--max-depth" : "max_depth"} ${value.longer}`;
    const ends = value.isSame ? `${from} is both ends: no path leads from it back to it` : `No path from ${from} to ${to}`;
    const heading = `${ends} within ${count(value.maxDepth, "call")}${longer}${other}`;
    return [heading, ...renderEnds(value.looseEnds, style)].join("\n");
  }
  const blocks = value.paths.map((path, i) => {
    const lines = [`path ${i + 1}: ${count(path.length - 1, "call")}`];
    for (const step of path) {
      const doubt = step.call?.confidence === "heuristic" ? style.faint(`  heuristic: ${step.call.rule}`) : "";
      const call = step.call === undefined
        ? ""
        : `  ${step.call.isAccess ? "accesses" : step.call.rule === PASSED_AS_VALUE ? "passes the next" : "calls the next"} at ${
          style.path(`${step.call.file}:${step.call.line}:${step.call.column}`)
        }${doubt}`;
      lines.push(`  ${style.strong(step.name)}  ${step.kind} ${step.place}${call}`);
    }
    return lines.join("\n");
  });
  return [`${count(value.paths.length, "path")} from ${from} to ${to}`, ...blocks].join("\n\n");
}

/** The full name of a symbol; for the top-level code of a file, which shares its name with all others, the file. */
function nameOf({ kind, path, qualified_name }: SymbolObject): string {
  return kind === "module" ? `the code at the top of ${path}` : qualified_name;
}

const WHY: Readonly<Record<LooseEnd["why"], (name: string, also: string) => string>> = {
  unresolved: (name, also) => `${name} is called there${also}, but which one is unknown`,
  variable: (name, also) => `${name} holds what is called there${also}`,
  "passed as a value": (name, also) => `${name} is passed as a value there${also}: what receives it may call it`,
  "did not parse": () => "did not parse",
};

function renderEnds({ shown, total }: LooseEnds, style: Style): string[] {
  if (total === 0) return [];
  const more = total > shown.reduce((sum, one) => sum + 1 + (one.more ?? 0), 0) ? ", the nearest" : "";
  const lines = shown.map(({ at, name, why, more }) =>
    `  ${style.path(at)}  ${WHY[why](name, more === undefined ? "" : ` and at ${count(more, "more place")}`)}`
  );
  return [`a path may go on from ${count(total, "place")} that cannot be followed${more}:`, ...lines];
}
