/**
 * The text of answers that list something for each symbol a name means.
 *
 * Stage: render. Invariant: one block per symbol, then how to continue.
 */
import type { EachSymbol } from "../answer/each_symbol.ts";
import { goOnWith, type Style } from "./style.ts";

/** One block per symbol, with what applies to all above and below. */
export function renderEach<G>({ groups, cursor }: EachSymbol<G>, render: (group: G) => readonly string[], style: Style): string {
  const blocks = groups.map((group) => render(group).join("\n"));
  if (groups.length > 1) blocks.unshift(`${groups.length} symbols have this name; each is answered separately.`);
  if (cursor !== "") blocks.push(`More with ${goOnWith(cursor, style)}`);
  return blocks.join("\n\n");
}
