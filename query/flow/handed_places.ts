/**
 * Where a function or method is handed over to code of the repository under its own name.
 *
 * Stage: query. Invariant: what code outside is handed, and a line that gives it another name by which its calls are followed, is none.
 */
import { type Context, readRows } from "../context.ts";
import type { Match } from "../names/find_symbol.ts";
import { remembered } from "../rows/kept.ts";
import { readSourceLine } from "../rows/source_texts.ts";
import { variableGiven } from "./package_variables.ts";
import { type FlowPlace, followHanded, type HandedCalls } from "./handed_calls.ts";

/** Places that are looked at. */
const MOST_PLACES = 20;
/** Where it is handed over by its own name, and to no code outside: with its module it is handed over under that one's. */
const HANDED = `SELECT p.path AS path, e.source_line AS line, e.source_column AS "column", f.kind AS kind
  FROM json_each(?) wanted
  CROSS JOIN edge e INDEXED BY edge_reverse ON e.to_symbol_id = wanted.value AND e.edge_type = 'references'
    AND e.rule NOT IN ('decorated', 'attribute', 'holder', 'declared') AND instr(e.properties, '"given_to"') = 0
  CROSS JOIN ref_file rf ON rf.resolution_id = e.resolution_id AND rf.ref_id = ? JOIN path p ON p.id = rf.path_id JOIN name t ON t.id = e.text_id
  JOIN symbol f ON f.id = e.from_symbol_id
  WHERE t.text = ? OR t.text GLOB ? ORDER BY p.path, e.source_line, e.source_column LIMIT ${MOST_PLACES}`;
/** A line that gives it another name, by which its calls are followed. */
const RENAMED = /^\s*(?:export\s+)?(?:(?:const|var)\s+)?([\w$]+)\s*(?::[^=]*)?=\s*[\w$.]+;?\s*$/;

/** A place where something is handed over, and the kind of the symbol that does so. */
export interface HandedPlace extends FlowPlace {
  readonly kind: string;
}

/** See the head of this file; what became of it there, found once a question. */
export function readHandedCalls(context: Context, { row, ids }: Match): HandedCalls<HandedPlace> {
  if (row.kind !== "function" && row.kind !== "method") return { calls: [], fields: [], variables: [], first: undefined, lost: [] };
  return remembered(context, `handed calls of ${row.id}`, () => {
    const places = readRows<HandedPlace>(context, HANDED, JSON.stringify(ids), context.ref.id, row.name, `*.${row.name}`);
    // There a variable is of a type that does not say which function it holds: where else that goes is told by the variable's places.
    const isOfAny = context.rulesOf(row.language).fieldsTakeFunctions === true;
    const named = places.map((place) => ({ place, name: isOfAny ? variableGiven(context, place) : nameGiven(context, place) }));
    const handed = named.filter(({ name }) => name === "").map(({ place }) => place);
    const found = followHanded(context, handed, isOfAny ? named.filter(({ name }) => name !== "") : []);
    // Of what lies behind the last one that is looked at nothing is known.
    return places.length === MOST_PLACES ? { ...found, lost: [...found.lost, ...handed.slice(-1)] } : found;
  });
}

/** The other name that the line of a place gives what is named there; "" where it gives none. */
function nameGiven(context: Context, { path, line }: FlowPlace): string {
  return RENAMED.exec(readSourceLine(context, path, line) ?? "")?.[1] ?? "";
}
