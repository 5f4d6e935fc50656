/**
 * The text of lists for each symbol that a name means.
 *
 * Stage: render. Invariant: a block a symbol, and where to go on.
 */
import type { EachSymbol } from "../answer/each_symbol.ts";
import { goOnWith, type Style } from "./style.ts";

/** One block a symbol, what all have in common above and below. */
export function renderEach<G>({ groups, cursor }: EachSymbol<G>, render: (group: G) => readonly string[], style: Style): string {
  const blocks = groups.map((group) => render(group).join("\n"));
  if (groups.length > 1) blocks.unshift(`${groups.length} symbols bear this name; each is answered by itself.`);
  if (cursor !== "") blocks.push(`More with ${goOnWith(cursor, style)}`);
  return blocks.join("\n\n");
}
