/**
 * What lowering records about each node of one file's tree.
 *
 * Stage: parse -> facts. Columns with one entry for each node, whose memory is reused for the next file: a thread finishes one file before
 * it starts another. Invariant: they are cleared when taken.
 */

/** Columns by node. Valid until the next `takeNodeColumns`. */
export interface NodeColumns {
  /** The scope in which a node's names are looked up. */
  readonly scope: Int32Array;
  /** The definition at a node, or 0. */
  readonly definition: Int32Array;
  /** The scope that a node opens, or 0. */
  readonly opened: Int32Array;
  /** The expression of a node that was lowered, -1 for the others. */
  readonly lowered: Int32Array;
}

/** Longer columns are not reused. */
const KEPT_NODES = 1 << 21;
let kept = makeColumns(1 << 14);

function makeColumns(count: number): NodeColumns {
  const column = (): Int32Array => new Int32Array(count);
  return { scope: column(), definition: column(), opened: column(), lowered: column() };
}

/** Cleared columns for `count` nodes; they may be longer. */
export function takeNodeColumns(count: number): NodeColumns {
  if (count > kept.scope.length || kept.scope.length > KEPT_NODES) {
    kept = makeColumns(count > KEPT_NODES ? count : 1 << Math.max(14, Math.ceil(Math.log2(count + 1))));
  }
  kept.scope.fill(0, 0, count);
  kept.definition.fill(0, 0, count);
  kept.opened.fill(0, 0, count);
  kept.lowered.fill(-1, 0, count);
  return kept;
}
