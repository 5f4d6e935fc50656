/**
 * Modules that nothing imports, in packages that depend on a loader package: what that package loads by a computed name may be any of them
 * (an application's routes, loaded by its framework).
 *
 * Stage: query. Built once per index state.
 */
import { type Context, readRow, readRows } from "../context.ts";
import { keep } from "../rows/kept.ts";
import { packageOf } from "../rows/package_of.ts";

const USERS = `SELECT a.name AS name FROM name n JOIN artifact_edge e INDEXED BY artifact_edge_reverse
  ON e.to_name_id = n.id AND e.edge_type = 'depends_on'
  JOIN artifact a ON a.id = e.artifact_id JOIN ref_artifact ra ON ra.artifact_id = a.id AND ra.ref_id = ?
  WHERE n.text = ? AND a.name <> ''`;
const IMPORTED = `SELECT 1 FROM path p CROSS JOIN symbol s INDEXED BY symbol_by_path ON s.path_id = p.id
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = s.id AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? AND rf.path_id <> p.id
  WHERE p.path = ? LIMIT 1`;

/** Whether the module at `path` may be loaded by the package `loader`, because its own package depends on it and nothing imports it. */
export function mayBeMounted(context: Context, path: string, loader: string): boolean {
  const own = packageOf(context, path);
  if (own === "" || loader === "" || own === loader) return false;
  const users = keep(
    context,
    `packages that use ${loader}`,
    () => new Set(readRows<{ name: string }>(context, USERS, context.ref.id, loader).map(({ name }) => name)),
  );
  return users.has(own) && readRow(context, IMPORTED, context.ref.id, path) === undefined;
}
