/** Flat trees as plain values, to be compared. */
import type { FlatTree } from "../../core/tree/flat_tree.ts";

/** A tree's columns by their names. */
export function columnsOf(tree: FlatTree): Record<string, number[]> {
  const columns: Record<string, number[]> = {};
  for (const name of ["kind", "field", "start", "end", "parent", "next"] as const) {
    columns[name] = Array.from(tree[name].subarray(0, tree.count));
  }
  return columns;
}
