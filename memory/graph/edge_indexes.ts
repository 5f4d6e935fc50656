/**
 * Adds many edges to the knowledge graph.
 *
 * Stage: memory. Edges arrive file by file, so roughly ordered by source; their targets are unordered, and one sort is cheaper than as many
 * look-ups. Invariant: after adding, the edge indexes exist; everything happens within the caller's transaction.
 */
import type { DatabaseSync } from "node:sqlite";

/** Drops the index on targets; the caller has to recreate it within the transaction. */
export function dropTargetIndex(org: DatabaseSync): void {
  org.exec("DROP INDEX kg_edges_to");
}

/** Creates the index by which edges are found by their targets. */
export function makeTargetIndex(org: DatabaseSync): void {
  org.exec("CREATE INDEX kg_edges_to ON kg_edges (to_node, edge_type)");
}

/**
 * Adds edges, recreating the index on targets if they are the majority.
 * @param edges approximately how many are added
 */
export function addEdges(org: DatabaseSync, edges: number, work: () => void): void {
  const { n } = org.prepare("SELECT count(*) AS n FROM kg_edges").get() as { n: number };
  if (edges < n) return work();
  dropTargetIndex(org);
  work();
  makeTargetIndex(org);
}
