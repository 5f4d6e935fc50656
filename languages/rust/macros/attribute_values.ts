/**
 * Values in attributes of tests and their parameters: `#[case(Block::new().title("a"), 1)]`, `#[values(one(), two())]`.
 *
 * Stage: parse. The grammar parses them as loose tokens, like those of a macro. Invariant: only attributes known to have expressions as
 * arguments.
 */
import { type FlatTree, nodeText } from "../../../core/tree/flat_tree.ts";
import { takesValues } from "../lower/known_attributes.ts";
import type { Kinds } from "./kinds.ts";
import { tokensAmong } from "./parts.ts";

/** The macro whose arguments are laid out as such values are: elements of an array. */
export const LIKE_ELEMENTS = "vec";

/** The node that contains the values of the attribute at `node`; 0: it has none. */
export function holderOfValues(tree: FlatTree, kinds: Kinds, node: number): number {
  const path = node + 1;
  if (!takesValues(nodeText(tree, path).replace(/\s+/g, ""))) return 0;
  return tokensAmong(tree, kinds, path);
}
