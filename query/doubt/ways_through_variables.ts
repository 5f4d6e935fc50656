/**
 * Paths through variables whose values hold functions (`var root = &Command{Run: func() { serve() }}`): code that has the variable may run
 * what these call.
 *
 * Stage: query. Invariant: whether any code does is unknown, so this creates no path; it only says that one may be missing.
 */
import { ScopeKind } from "../../core/facts.ts";
import { type Context, readRows } from "../context.ts";
import { readDefining } from "../rows/file_facts.ts";
import { listed, placeAt } from "../rows/listed.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";
import { readNamings } from "./namings.ts";

/** Those of the given symbols that are variables or constants. */
const VARIABLES = `SELECT s.id AS id FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value
  WHERE s.kind IN ('constant', 'variable') ORDER BY wanted.key LIMIT ?`;
/** The most variables examined, because the source is searched for each. */
const MOST_ASKED = 8;
/** The most variables an answer names. */
const SHOWN = 3;

/** Says which variables among `ids` hold functions and are named by code in `reached`; "" if none. */
export function describeWaysThroughVariables(context: Context, reached: readonly number[], ids: readonly number[]): string {
  const variables = readRows<{ id: number }>(context, VARIABLES, JSON.stringify(ids), MOST_ASKED);
  const isReached = new Set(reached);
  const found = variables.flatMap(({ id }) => {
    const row = readSymbol(context, id);
    if (row === undefined || !holdsFunction(context, row)) return [];
    const naming = readNamings(context, { row, ids: [id], twins: [] }).find((one) => one.id !== undefined && isReached.has(one.id));
    return naming === undefined ? [] : [`${row.qualifiedName} (named at ${placeAt(naming.path, naming.sites[0]!)} by ${naming.name})`];
  });
  return found.length === 0 ? "" : `${listed(found, SHOWN)}: its value holds functions, which code that has it may run`;
}

/** Whether a definition contains a function. */
function holdsFunction(context: Context, row: SymbolRow): boolean {
  const defining = readDefining(context, row);
  if (defining === undefined) return false;
  const { facts: { definitions, scopes }, definition } = defining;
  const [from, to] = [definitions.start[definition]!, definitions.end[definition]!];
  return scopes.kind.some((kind, scope) => kind === ScopeKind.function && from <= scopes.start[scope]! && scopes.end[scope]! <= to);
}
