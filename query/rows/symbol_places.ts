/**
 * Places of symbols: what must be known of thousands before a few are chosen and described.
 *
 * Stage: query. From the graph if it exists, else from rows, with the same result. Invariant: only symbols of the ref.
 */
import { MODULE_NAME } from "../../core/facts/symbols.ts";
import { CONTRACT_KINDS, SymbolMark } from "../../core/store/symbol_directory.ts";
import { type Context, quoted, readList } from "../context.ts";
import { findUseGraph } from "./use_graph.ts";

/** The place of a symbol. */
export interface SymbolPlace {
  /** Row of `symbol`. */
  readonly id: number;
  readonly path: string;
  /** Line of its name. */
  readonly line: number;
  /** A file's top-level code. */
  readonly isModule: boolean;
  /** An interface, a protocol, a trait. */
  readonly isContract: boolean;
}

const CONTRACTS = `s.kind IN (${quoted(CONTRACT_KINDS)})`;
const PLACES = `SELECT json_group_array(json_array(s.id, p.path, sv.name_line, s.name = '${MODULE_NAME}', ${CONTRACTS})) AS list
  FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id JOIN path p ON p.id = s.path_id`;
const CONTRACTS_AMONG =
  `SELECT json_group_array(s.id) AS list FROM symbol s WHERE s.id IN (SELECT value FROM json_each(?)) AND ${CONTRACTS}`;

/** The places of symbols, by their rows. */
export function readPlaces(context: Context, ids: ReadonlySet<number>): Map<number, SymbolPlace> {
  const graph = findUseGraph(context);
  if (graph === undefined) {
    const rows = readList<[number, string, number, number, number]>(context, PLACES, JSON.stringify([...ids]), context.ref.id);
    return new Map(
      rows.map((
        [id, path, line, isModule, isContract],
      ) => [id, { id, path, line, isModule: isModule === 1, isContract: isContract === 1 }]),
    );
  }
  const found = [...ids].map((id) => [id, graph.nodeOf(id)] as const).filter(([, node]) => node >= 0);
  // Abstract classes have the mark too.
  const marked = found.filter(([, node]) => (graph.marks[node]! & SymbolMark.contract) !== 0).map(([id]) => id);
  const contracts = new Set(marked.length === 0 ? [] : readList<number>(context, CONTRACTS_AMONG, JSON.stringify(marked)));
  return new Map(found.map(([id, node]) => [id, {
    id,
    path: graph.paths[graph.files[node]!]!,
    line: graph.lines[node]!,
    isModule: (graph.marks[node]! & SymbolMark.module) !== 0,
    isContract: contracts.has(id),
  }]));
}
