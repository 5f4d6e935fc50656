/**
 * Who imports a file's module: that runs its code, though nothing there is a call.
 *
 * Stage: query. Invariant: files of the repository alone; of what is imported by the name of a package, nothing tells which file is meant.
 */
import { type Context, readRows } from "../context.ts";
import { IS_DECLARATIONS } from "../rows/declaration_files.ts";
import { listed } from "../rows/listed.ts";
import type { SymbolRow } from "../rows/symbol_row.ts";

const IMPORTERS = `SELECT e.from_symbol_id AS id, p.path AS path, e.source_line AS line FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'imports'
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id
  WHERE instr(e.properties, '"type_only":true') = 0 AND NOT ${IS_DECLARATIONS} ORDER BY p.path, e.source_line`;
/** Places that are named. */
const SHOWN = 3;

interface Importer {
  /** Row of `symbol`: the importing module. */
  readonly id: number;
  readonly path: string;
  readonly line: number;
}

/** Importers of modules, given by their rows of `symbol`; none of other symbols. Imports of types alone run nothing. */
export function readImporters(context: Context, ids: readonly number[]): Importer[] {
  return readRows<Importer>(context, IMPORTERS, JSON.stringify(ids), context.ref.id);
}

/** Who imports the module `row`, in one sentence; "" for other symbols and where nobody does. */
export function describeImporters(context: Context, row: SymbolRow): string {
  const importers = row.kind === "module" ? readImporters(context, [row.id]) : [];
  if (importers.length === 0) return "";
  const places = listed(importers.map(({ path, line }) => `${path}:${line}`), SHOWN);
  return `importing it runs it, which is no call: ${places} ${importers.length === 1 ? "imports" : "import"} it`;
}
