/**
 * Adds many edges to the knowledge graph.
 *
 * Stage: memory. Invariant: when `work` is done the indexes of edges are there, whether they were made anew or not; all within its user's transaction.
 */
import type { DatabaseSync } from "node:sqlite";

const INDEXES = [
  ["kg_edges_from", "CREATE INDEX kg_edges_from ON kg_edges (from_node, edge_type)"],
  ["kg_edges_to", "CREATE INDEX kg_edges_to ON kg_edges (to_node, edge_type)"],
] as const;

/** Who drops them makes them again within one transaction. */
export function dropEdgeIndexes(org: DatabaseSync): void {
  for (const [name] of INDEXES) org.exec(`DROP INDEX ${name}`);
}

export function makeEdgeIndexes(org: DatabaseSync): void {
  for (const [, statement] of INDEXES) org.exec(statement);
}

/** @param edges how many are added, about. Where that is most of what there will be, one sort costs less than as many searches. */
export function addEdges(org: DatabaseSync, edges: number, work: () => void): void {
  const { n } = org.prepare("SELECT count(*) AS n FROM kg_edges").get() as { n: number };
  if (edges < n) return work();
  dropEdgeIndexes(org);
  work();
  makeEdgeIndexes(org);
}
