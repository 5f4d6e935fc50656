/**
 * Importers of a file's module: importing it runs its code without a call.
 *
 * Stage: query. Invariant: only imports resolved to files of the repository; an import by a package's name does not say which file is
 * meant.
 */
import { type Context, readRows } from "../context.ts";
import { IS_DECLARATIONS } from "../rows/declaration_files.ts";
import { listed } from "../rows/listed.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const IMPORTERS = `SELECT e.from_symbol_id AS id, p.path AS path, e.source_line AS line FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE instr(e.properties, '"type_only":true') = 0 AND NOT ${IS_DECLARATIONS} ORDER BY p.path, e.source_line`;
/** The most places an answer names. */
const SHOWN = 3;

interface Importer {
  /** Row of `symbol` of the importing module. */
  readonly id: number;
  readonly path: string;
  readonly line: number;
}

/**
 * Importers of modules, given by their rows of `symbol`; empty for other symbols. Type-only imports are left out, because they run nothing.
 */
export function readImporters(context: Context, ids: readonly number[]): Importer[] {
  return readRows<Importer>(context, IMPORTERS, JSON.stringify(ids), context.ref.id);
}

/** Says who imports the module `row`; "" for other symbols, and if nothing does. */
export function describeImporters(context: Context, row: SymbolRow): string {
  const importers = row.kind === "module" ? readImporters(context, [row.id]) : [];
  if (importers.length === 0) return "";
  const places = listed(importers.map(({ path, line }) => `${path}:${line}`), SHOWN);
  return `importing it runs it, which is not a call: ${places} ${importers.length === 1 ? "imports" : "import"} it`;
}
