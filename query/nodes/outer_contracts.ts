/**
 * Interfaces and base types outside the repository, by the names under which the index knows them: `net/http.Handler`, `Display`.
 *
 * Stage: query. Invariant: only what something here implements, extends or embeds has such a name.
 */
import { type Context, readRows } from "../context.ts";

const NAMED = `SELECT DISTINCT n.id AS nameId, n.text AS name, f.language AS language FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
    AND e.edge_type IN ('implements', 'extends') AND e.external = 1
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN symbol f ON f.id = e.from_symbol_id
  WHERE n.text GLOB ? OR n.text GLOB '*[./:]' || ? ORDER BY length(n.text), n.text, f.language`;

/** One of them. */
export interface OuterContract {
  readonly nameId: number;
  readonly name: string;
  readonly language: string;
}

/**
 * Those that a pattern means: by the whole name or its last parts. Where a language's own library is known by bare names (`Display`), a
 * longer name ends in one (`std::fmt::Display`).
 */
export function findOuterContracts(context: Context, pattern: string): readonly OuterContract[] {
  const found = readNamed(context, pattern);
  if (found.length > 0) return found;
  const last = /^[^*?[\]]*[./:]([^./:]+)$/.exec(pattern)?.[1];
  return last === undefined ? [] : readNamed(context, last).filter(({ name }) => !/[./:]/.test(name));
}

function readNamed(context: Context, glob: string): readonly OuterContract[] {
  return readRows<OuterContract>(context, NAMED, context.ref.id, glob, glob);
}
