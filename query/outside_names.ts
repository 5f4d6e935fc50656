/**
 * What code of the repository calls and that lies outside it: by the full names under which edges hold it.
 *
 * Stage: query. Invariant: a name counts only where an edge of the ref says that it is external.
 */
import { type Context, readRows } from "./context.ts";
import { escapeGlob } from "./globs.ts";

const BY_NAMES = `SELECT n.text AS name, count(*) AS sites FROM name n
  CROSS JOIN edge e INDEXED BY edge_unresolved ON e.to_name_id = n.id AND e.to_symbol_id = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ?
  WHERE (n.text = ? OR n.text GLOB ? OR n.text GLOB ?) AND e.external = 1 AND e.edge_type = 'calls'
  GROUP BY n.id ORDER BY sites DESC, n.text LIMIT ?`;

/** Something outside, and how many places call it. */
export interface OutsideName {
  readonly name: string;
  readonly sites: number;
}

/** How many of them an error names. */
const SHOWN = 3;

/** The most used things outside whose name is `name` or ends with it. */
export function findOutside(context: Context, name: string): OutsideName[] {
  const end = escapeGlob(name);
  return readRows<OutsideName>(context, BY_NAMES, context.ref.id, name, `*[./]${end}`, `*::${end}`, SHOWN)
    .map((row) => ({ name: row.name, sites: row.sites }));
}

/** As an error's data: what is asked about instead. */
export function asOutside(names: readonly OutsideName[]): { readonly outside?: readonly OutsideName[] } {
  return names.length === 0 ? {} : { outside: names };
}
