/**
 * Imports that lead nowhere (of a module that moved or is gone) and import a symbol's name: what is done with it there appears in no list.
 *
 * Stage: query. Invariant: where several symbols have the name, any may be meant, so nothing is reported.
 */
import { addAt } from "../../core/base/lists.ts";
import { COMPUTED_PART } from "../../core/facts/expressions.ts";
import { type Context, readRows } from "../context.ts";
import { readFileNames } from "../names/name_reader.ts";
import { countBearers } from "../rows/bearers.ts";
import { keep } from "../rows/kept.ts";
import { listed } from "../rows/listed.ts";
import { readOwner } from "../rows/own_members.ts";
import { isAtTop, readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

const LOST = `SELECT DISTINCT p.path AS path, e.source_line AS line, t.text AS specifier, f.language AS language
  FROM ref_file rf CROSS JOIN edge e ON e.resolution_id = rf.resolution_id AND e.edge_type = 'imports' AND e.to_symbol_id = 0
    AND e.external = 0 AND e.rule = 'unresolved'
  JOIN name n ON n.id = e.to_name_id JOIN symbol f ON f.id = e.from_symbol_id JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  WHERE rf.ref_id = ? AND instr(n.text, '${COMPUTED_PART}') = 0 ORDER BY p.path, e.source_line`;
/** The most files that are read. */
const MOST_FILES = 200;
/** The most imports an answer names. */
const SHOWN = 3;

/** Says which unresolved imports import the symbol's name; "" if none does. */
export function describeLostImports(context: Context, asked: SymbolRow): string {
  const row = asked.kind === "constructor" ? readSymbol(context, readOwner(context, asked)) : asked;
  if (row === undefined || !isAtTop(context, row)) return "";
  const lost = keep(context, "lost imports", () => readLost(context)).get(`${row.language} ${row.name}`)?.filter(({ path }) =>
    path !== row.path
  );
  if (lost === undefined || lost.length === 0) return "";
  if (countBearers(context, row.name, row.language) > 1) return "";
  const places = listed(lost.map(({ path, line, specifier }) => `${path}:${line} (${specifier})`), SHOWN);
  return `its name is imported from a place that does not exist at ${places}: uses there are not in the list`;
}

interface Lost {
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
}

/** By language and name. */
function readLost(context: Context): ReadonlyMap<string, readonly Lost[]> {
  const found = new Map<string, Lost[]>();
  const files = Map.groupBy(readRows<Lost & { language: string }>(context, LOST, context.ref.id), ({ path }) => path);
  for (const [path, imports] of [...files].slice(0, MOST_FILES)) {
    const names = readFileNames(context, path);
    if (names === undefined) continue;
    for (const { line, specifier, language } of imports) {
      for (const name of names.namesTaken(line, specifier)) addAt(found, `${language} ${name}`, { path, line, specifier });
    }
  }
  return found;
}
