/**
 * What a call may run besides, or instead of, its target: the candidates of its edge, and overrides of the target.
 *
 * Stage: query. Invariant: an edge holds only the first `MOST_CANDIDATES`, so if it has that many, the rest is looked up or reported as
 * unknown.
 */
import { mayBeCut } from "../../core/edges.ts";
import { type Context, readList, readRows } from "../context.ts";
import { remembered } from "./kept.ts";
import { readStanding } from "./standing.ts";

const CANDIDATES =
  `SELECT p.path AS path, s.qualified_name AS name, sv.name_line AS line, EXISTS (SELECT 1 FROM edge e INDEXED BY edge_reverse
    CROSS JOIN ref_file r ON r.resolution_id = e.resolution_id AND r.ref_id = rf.ref_id
    WHERE e.to_symbol_id = s.id AND e.edge_type = 'overrides') AS isBase
  FROM json_each(?) wanted CROSS JOIN symbol s ON s.id = wanted.value
  CROSS JOIN ref_file rf ON rf.ref_id = ? AND rf.path_id = s.path_id
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id
  CROSS JOIN path p ON p.id = s.path_id ORDER BY wanted.key`;

/** The overrides of a symbol, direct and indirect. */
const REDEFINING = `WITH RECURSIVE below (id) AS (
    SELECT ? UNION
    SELECT o.from_symbol_id FROM below CROSS JOIN edge o INDEXED BY edge_reverse ON o.to_symbol_id = below.id AND o.edge_type = 'overrides'
    CROSS JOIN ref_file r ON r.resolution_id = o.resolution_id AND r.ref_id = ?)
  SELECT json_group_array(id) AS list FROM below WHERE id <> ?`;
/** The most candidates listed by default. */
const SHOWN = 5;

/** What a call may run: rows of `symbol`. `target` is 0 if unknown. */
export interface MayReach {
  readonly target: number;
  /** A JSON array, as in the edge. */
  readonly candidates: string;
}

/** `path:line name` of the first candidates, and the number of others: code before tests, and overridden methods first in each. */
export function readCandidates(context: Context, { target, candidates }: MayReach, most = SHOWN): string[] {
  if (candidates === "") return [];
  const named = JSON.parse(candidates) as number[];
  const cut = mayBeCut(named.length);
  const ids = cut && target !== 0 ? [...new Set([...named, ...readRedefining(context, target)])] : named;
  const rows = readRows<{ path: string; name: string; line: number; isBase: 0 | 1 }>(
    context,
    CANDIDATES,
    JSON.stringify(ids),
    context.ref.id,
  );
  const standingOf = readStanding(context);
  const rank = ({ path, isBase }: { path: string; isBase: 0 | 1 }): number => 2 * standingOf(path) - isBase;
  const shown = rows.sort((a, b) => rank(a) - rank(b)).slice(0, most).map(({ path, line, name }) => `${path}:${line} ${name}`);
  if (ids.length > most || (cut && target === 0)) {
    shown.push(`and ${ids.length - shown.length} ${cut && target === 0 ? "or more" : "more"}`);
  }
  return shown;
}

/** The overrides of a symbol, read once per question. */
export function readRedefining(context: Context, target: number): readonly number[] {
  return remembered(context, `redefining ${target}`, () => readList<number>(context, REDEFINING, target, context.ref.id, target));
}
