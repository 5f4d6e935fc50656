/**
 * Files that an ordinary build does without: their module, or one around it, is declared under a build condition.
 *
 * Stage: query. Invariant: a file that several declare is in where one of them takes it.
 */
import { type Context, readRows } from "../context.ts";

/** Who declares a file's module, and on what terms. */
const DECLARED = `SELECT f.path_id AS path, e.properties <> '' AS leftOut FROM symbol s CROSS JOIN edge e INDEXED BY edge_reverse
  ON e.to_symbol_id = s.id AND e.edge_type = 'contains' CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  JOIN symbol f ON f.id = e.from_symbol_id WHERE s.path_id = ? AND s.kind = 'module' AND f.kind = 'module'`;

/** Looks at each file once. */
export class LeftOut {
  readonly #known = new Map<number, boolean>();

  constructor(readonly context: Context) {}

  /** Whether an ordinary build does without a file. @param path row of `path` */
  has(path: number): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    // Modules that declare each other end here.
    this.#known.set(path, false);
    const declared = readRows<{ path: number; leftOut: number }>(this.context, DECLARED, this.context.ref.id, path);
    const isOut = declared.length > 0 && declared.every((one) => one.leftOut === 1 || this.has(one.path));
    this.#known.set(path, isOut);
    return isOut;
  }
}
