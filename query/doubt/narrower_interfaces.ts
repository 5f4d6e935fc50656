/**
 * Methods of other interfaces whose calls may run a given interface's method: a value of the interface can be passed where another one is
 * expected that requires no more.
 *
 * Stage: query. Invariant: some method implements both, and every member of the other interface is also a member of the first, by name.
 */
import { type Context, readRows } from "../context.ts";
import { ABOVE_TYPE, GIVEN_TYPE } from "../rows/kin.ts";
import { readOwner } from "../rows/own_members.ts";
import { readSymbol, type SymbolRow } from "../rows/symbol_row.ts";

/** The other interfaces' methods that are implemented by methods implementing the given ones. */
const FULFILLED_BESIDE = `SELECT DISTINCT b.to_symbol_id AS id FROM json_each(?) own
  CROSS JOIN edge o INDEXED BY edge_reverse ON o.to_symbol_id = own.value AND o.edge_type = 'overrides' AND o.rule = 'structural'
  CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?
  CROSS JOIN edge b INDEXED BY edge_forward ON b.from_symbol_id = o.from_symbol_id AND b.edge_type = 'overrides' AND b.rule = 'structural'
  CROSS JOIN ref_file f ON f.resolution_id = b.resolution_id AND f.ref_id = r.ref_id
  WHERE b.to_symbol_id NOT IN (SELECT value FROM json_each(?) UNION SELECT 0) ORDER BY 1`;
/** Names of the members of an interface, and of the external types it embeds. */
const ASKED_FOR = `${GIVEN_TYPE}, ${ABOVE_TYPE}
  SELECT m.name AS name FROM above CROSS JOIN symbol t ON t.id = above.id
    CROSS JOIN ref_file rf ON rf.ref_id = (SELECT ref FROM given) AND rf.path_id = t.path_id
    CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.parent_id = t.id
    JOIN symbol m ON m.id = sv.symbol_id
  UNION SELECT n.text || ' outside' FROM above CROSS JOIN edge e INDEXED BY edge_forward ON e.from_symbol_id = above.id AND e.edge_type = 'extends'
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = (SELECT ref FROM given)
    JOIN name n ON n.id = e.to_name_id WHERE e.to_symbol_id = 0`;

/**
 * Rows of the methods of such interfaces that the given method satisfies as well.
 * @param ids rows of `symbol`: the method and its twins
 */
export function readNarrower(context: Context, row: SymbolRow, ids: readonly number[]): number[] {
  const owner = row.kind === "method" ? readSymbol(context, readOwner(context, row)) : undefined;
  if (owner?.kind !== "interface") return [];
  const own = JSON.stringify(ids);
  const beside = readRows<{ id: number }>(context, FULFILLED_BESIDE, own, context.ref.id, own);
  if (beside.length === 0) return [];
  const asked = readAsked(context, owner.id);
  return beside.map(({ id }) => id).filter((id) => {
    const method = readSymbol(context, id);
    const other = method === undefined ? 0 : readOwner(context, method);
    return other !== 0 && readAsked(context, other).isSubsetOf(asked);
  });
}

function readAsked(context: Context, type: number): ReadonlySet<string> {
  return new Set(readRows<{ name: string }>(context, ASKED_FOR, type, context.ref.id).map(({ name }) => name));
}
