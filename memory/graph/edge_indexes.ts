/**
 * Adds many edges to the knowledge graph.
 *
 * Stage: memory. Edges come file by file, so in about the order of where they start; where they lead is in no order, and one sort costs less than as
 * many searches. Invariant: when edges are added their indexes are there, whether one was made anew or not; all within its user's transaction.
 */
import type { DatabaseSync } from "node:sqlite";

/** Whoever drops what finds edges by where they lead makes it again within the transaction. */
export function dropTargetIndex(org: DatabaseSync): void {
  org.exec("DROP INDEX kg_edges_to");
}

/** The index by which edges are found from their ends. */
export function makeTargetIndex(org: DatabaseSync): void {
  org.exec("CREATE INDEX kg_edges_to ON kg_edges (to_node, edge_type)");
}

/** @param edges how many are added, about: the index is made anew where that is most of what there will be. */
export function addEdges(org: DatabaseSync, edges: number, work: () => void): void {
  const { n } = org.prepare("SELECT count(*) AS n FROM kg_edges").get() as { n: number };
  if (edges < n) return work();
  dropTargetIndex(org);
  work();
  makeTargetIndex(org);
}
