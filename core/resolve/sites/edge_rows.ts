/**
 * The edges of one file as rows.
 *
 * Stage: resolve.
 */
import { EDGE_TYPES, type EdgeType, type Rule } from "../../edges.ts";
import type { DefinitionId } from "../meaning.ts";
import type { World } from "../world.ts";

/** One edge. A call site with several targets has several. */
export interface EdgeRow {
  /** Index in `EDGE_TYPES`. */
  type: number;
  /** In this file, except for types that satisfy a structural interface of this file or have members in it. */
  from: DefinitionId;
  /** -1 if there is none. */
  target: DefinitionId;
  /** Best name of the target if it is external or unknown; otherwise "". */
  name: string;
  heuristic: boolean;
  rule: Rule;
  external: boolean;
  line: number;
  column: number;
  /** The callee as written. */
  text: string;
  /** What the site may reach as well. */
  candidates: readonly DefinitionId[];
  /** Further properties as JSON, or "". */
  properties: string;
}

/** Edge types by number. */
export const EDGE_NUMBERS = Object.fromEntries(EDGE_TYPES.map((type, i) => [type, i])) as Readonly<Record<EdgeType, number>>;

/** Rows by line, column, type, from, target and name, without duplicates, and without targets in the library, which has no symbols. */
export function inOrder(rows: EdgeRow[], world: Pick<World, "inLibrary" | "dotted">): readonly EdgeRow[] {
  // An external item has one name, regardless of the path by which it is imported (`use std::task; task::ready()`, `use
  // std::task::ready;`).
  for (const row of rows) if (row.external) row.name = world.dotted(row.name);
  rows.sort(compare);
  let kept = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (row.target >= 0 && world.inLibrary(row.target)) continue;
    if (kept === 0 || compare(row, rows[kept - 1]!) !== 0) rows[kept++] = row;
  }
  rows.length = kept;
  return rows;
}

function compare(a: EdgeRow, b: EdgeRow): number {
  return a.line - b.line || a.column - b.column || a.type - b.type || a.from - b.from || a.target - b.target ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}
