/**
 * Files that an ordinary build leaves out, because their module, or one around it, is declared under a build condition.
 *
 * Stage: query. Invariant: a file that several modules declare is included if one of them includes it.
 */
import { type Context, readRows } from "../context.ts";

/** The modules that declare a file's module, and whether under a condition. */
const DECLARED = `SELECT f.path_id AS path, e.properties <> '' AS leftOut FROM symbol s CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = s.id AND e.edge_type = 'contains' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id WHERE s.path_id = ? AND s.kind = 'module' AND f.kind = 'module'`;

/** Looks up each file once. */
export class LeftOut {
  readonly #known = new Map<number, boolean>();

  constructor(readonly context: Context) {}

  /**
   * Whether an ordinary build leaves out a file.
   * @param path row of `path`
   */
  has(path: number): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    // Set before recursing, so that modules declaring each other end here.
    this.#known.set(path, false);
    const declared = readRows<{ path: number; leftOut: number }>(this.context, DECLARED, this.context.ref.id, path);
    const isOut = declared.length > 0 && declared.every((one) => one.leftOut === 1 || this.has(one.path));
    this.#known.set(path, isOut);
    return isOut;
  }
}
