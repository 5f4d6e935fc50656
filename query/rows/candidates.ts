/**
 * What a call may reach besides its target, or instead of one: the candidates of its edge, and what redefines the target.
 *
 * Stage: query. Invariant: an edge holds the first `MOST_CANDIDATES` alone, so where it holds as many the rest is counted, or looked up.
 */
import { MOST_CANDIDATES } from "../../core/edges.ts";
import { type Context, readList, readRow } from "../context.ts";
import { remembered } from "./kept.ts";

const CANDIDATE = `SELECT p.path AS path, s.qualified_name AS name, sv.name_line AS line FROM symbol s
  JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  JOIN path p ON p.id = s.path_id WHERE s.id = ?`;

/** What redefines a symbol, however far. */
const REDEFINING = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION
    SELECT o.from_symbol_id FROM below CROSS JOIN edge o INDEXED BY edge_reverse ON o.to_symbol_id = below.id AND o.edge_type = 'overrides'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?)
  SELECT json_group_array(id) AS list FROM below WHERE id <> ?`;
/** Candidates that are named where nothing else is asked for. */
const SHOWN = 5;

/** What a call may also reach: rows of `symbol`. `target` is 0 where it leads to nothing that is known. */
export interface MayReach {
  readonly target: number;
  /** JSON, as the edge has it. */
  readonly candidates: string;
}

/** `path:line name` of the first candidates, and how many more there are. */
export function readCandidates(context: Context, { target, candidates }: MayReach, most = SHOWN): string[] {
  if (candidates === "") return [];
  const named = JSON.parse(candidates) as number[];
  const cut = named.length === MOST_CANDIDATES;
  const ids = cut && target !== 0 ? [...new Set([...named, ...readRedefining(context, target)])] : named;
  const shown: string[] = [];
  for (const id of ids) {
    const row = shown.length < most
      ? readRow<{ path: string; name: string; line: number }>(context, CANDIDATE, context.ref.id, id)
      : undefined;
    if (row !== undefined) shown.push(`${row.path}:${row.line} ${row.name}`);
  }
  if (ids.length > most || (cut && target === 0)) {
    shown.push(`and ${ids.length - shown.length} ${cut && target === 0 ? "or more" : "more"}`);
  }
  return shown;
}

/** What redefines a symbol, read once a question. */
export function readRedefining(context: Context, target: number): readonly number[] {
  return remembered(context, `redefining ${target}`, () => readList<number>(context, REDEFINING, target, context.ref.id, target));
}
