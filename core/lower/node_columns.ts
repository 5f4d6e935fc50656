/**
 * What lowering notes about each node of one file's tree.
 *
 * Stage: parse -> facts. Columns of one entry a node, the memory of which stays for the next file: a thread lowers one file to its end
 * before it takes up another. Invariant: they come cleared.
 */

/** See the head of this file; valid until the next `takeNodeColumns`. */
export interface NodeColumns {
  /** Scope in which a node's names are looked up. */
  readonly scope: Int32Array;
  /** The definition that a node is, or 0. */
  readonly definition: Int32Array;
  /** The scope that a node opens, or 0. */
  readonly opened: Int32Array;
  /** The expression of a node that was lowered, -1 for the others. */
  readonly lowered: Int32Array;
}

/** Columns above this length are not kept. */
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
