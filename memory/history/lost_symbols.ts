/**
 * Symbols that memory knows and the index no longer has under their handles, and what is known of where they went.
 *
 * Stage: memory. Invariants: a symbol that reappears is itself again; a certain move is valid as long as its target exists; of the others,
 * a question searches again for those near which something appeared or vanished, and an ingest for all if there is anything new; no text is
 * read here.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type Context, readRow, readRows } from "../../query/context.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";

const KNOWN_IDS = `SELECT a.symbol_stable_id AS id, a.path AS path, a.name AS name, min(coalesce(e.origin, '') = 'commit') AS ofFixes
  FROM anchors a LEFT JOIN errors e ON a.entry_type = 'error' AND e.id = a.entry_id WHERE a.scope = 'symbol' GROUP BY 1, 2, 3`;
/** The path of the newest link, found by the index alone. */
const LINKED_IDS = `SELECT symbol_stable_id AS id, path, name, 0 AS ofFixes FROM call_graph_memory
  WHERE rowid IN (SELECT max(rowid) FROM call_graph_memory GROUP BY symbol_stable_id)`;
const PRESENT = `SELECT s.stable_id AS id FROM symbol s JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id = ?
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id WHERE s.stable_id IN (SELECT value FROM json_each(?))`;
/** Symbols in some files. */
const IN_FILES = `SELECT s.stable_id AS id, p.path AS key FROM json_each(?) wanted CROSS JOIN path p ON p.path = wanted.value
  CROSS JOIN ref_file rf ON rf.path_id = p.id AND rf.ref_id = ?
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id CROSS JOIN symbol s ON s.id = sv.symbol_id`;
/** Symbols with some names. */
const OF_NAMES = `SELECT s.stable_id AS id, s.name AS key FROM json_each(?) wanted
  CROSS JOIN symbol s INDEXED BY symbol_by_name ON s.name = wanted.value CROSS JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id = ?
  CROSS JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id`;
const NEWEST = "SELECT coalesce(max(id), 0) AS id FROM symbol";
const MOVES = `SELECT old_id AS id, new_id AS "to", certain, evidence, found_at AS foundAt FROM moves`;
const WRITE = "INSERT INTO moves (old_id, new_id, certain, evidence, found_at) VALUES (?, ?, ?, ?, ?)";
const FORMER = `SELECT DISTINCT a.name AS name FROM anchors a JOIN moves m ON m.old_id = a.symbol_stable_id
  WHERE a.scope = 'symbol' AND a.path = ? AND m.new_id = '' ORDER BY a.name`;

/** A row of `moves`. */
export interface Move {
  readonly id: string;
  /** "" if it was searched without result. */
  readonly to: string;
  readonly certain: number;
  readonly evidence: string;
  readonly foundAt: string;
}

/** Lost symbols. */
export interface LostSymbols {
  /** Last known path by handle; those never searched first. */
  readonly lost: ReadonlyMap<string, string>;
  /** What is known of them, as far as still valid. */
  readonly moves: ReadonlyMap<string, Move>;
  /** Handles in `lost` whose move is not certain. */
  readonly open: readonly string[];
  /** Those of them that were not searched yet, or near which (in their file, under their name) something appeared or vanished since. */
  readonly promising: readonly string[];
  /** Those of them that may have become a symbol that is asked about; see `Near`. */
  promisingFor(near: Near): readonly string[];
  /** For each lost symbol, a summary of the symbols around it. */
  readonly around: ReadonlyMap<string, string>;
  /** Whether some knowledge is no longer valid. */
  readonly outdated: boolean;
}

/**
 * What a question asks about. Only fixes of git's history keep to it, since there are many of functions that are long gone: such a function
 * counts if its file or its name is the same.
 */
export interface Near {
  readonly paths: ReadonlySet<string>;
  /** Last parts of names. */
  readonly names: ReadonlySet<string>;
}

interface Known {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  /** Whether only fixes of git's history are known of it. */
  readonly ofFixes: 0 | 1;
}

/** Reads lost symbols from the databases. */
export function readLost(context: Pick<Context, "db" | "ref">, org: DatabaseSync, sessions: DatabaseSync | undefined): LostSymbols {
  const known = [...org.prepare(KNOWN_IDS).all(), ...(sessions?.prepare(LINKED_IDS).all() ?? [])] as unknown as Known[];
  const rows = org.prepare(MOVES).all() as unknown as Move[];
  const ids = JSON.stringify([...known.map(({ id }) => id), ...rows.map(({ to }) => to)]);
  const present = new Set(readRows<{ id: string }>(context, PRESENT, context.ref.id, ids).map(({ id }) => id));
  const gone = known.filter(({ id }) => !present.has(id));
  const paths = new Map(gone.map(({ id, path }) => [id, path]));
  const holding = rows.filter(({ id, to }) => paths.has(id) && (to === "" || present.has(to)));
  const moves = new Map(holding.map((move) => [move.id, move]));
  const lost = new Map([...paths].sort(([a], [b]) => Number(moves.has(a)) - Number(moves.has(b))));
  const open = [...lost.keys()].filter((id) => moves.get(id)?.certain !== 1);
  const around = open.length === 0 ? undefined : describeAround(context, gone);
  const before = readAround(org);
  const promising = open.filter((id) => !moves.has(id) || around?.get(id) !== before[id]);
  const promisingFor = ({ paths, names }: Near): string[] => {
    const meant = new Set(
      gone.filter((one) => one.ofFixes === 0 || paths.has(one.path) || names.has(lastOf(one.name))).map(({ id }) => id),
    );
    return promising.filter((id) => meant.has(id));
  };
  return { lost, moves, open, promising, promisingFor, around: around ?? new Map(), outdated: holding.length < rows.length };
}

/** The last part of a name. */
function lastOf(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1);
}

/** For each lost symbol, a hash of the symbols in its file or with its name: a counterpart most likely appears among these. */
function describeAround(context: Pick<Context, "db" | "ref">, gone: readonly Known[]): ReadonlyMap<string, string> {
  const idsBy = (sql: string, keys: readonly string[]): Map<string, readonly { readonly id: string }[]> =>
    Map.groupBy(readRows<{ id: string; key: string }>(context, sql, JSON.stringify([...new Set(keys)]), context.ref.id), ({ key }) => key);
  const inFiles = idsBy(IN_FILES, gone.map(({ path }) => path));
  const ofNames = idsBy(OF_NAMES, gone.map(({ name }) => lastOf(name)));
  return new Map(gone.map(({ id, path, name }) => {
    const near = [...inFiles.get(path) ?? [], ...ofNames.get(lastOf(name)) ?? []].map((row) => row.id);
    return [id, crypto.hash("sha256", [...new Set(near)].sort().join("\n"), "hex").slice(0, 16)];
  }));
}

/** The same at the time of the last search. */
function readAround(org: DatabaseSync): Readonly<Record<string, string>> {
  const written = readMeta(org, "moves_around");
  return written === "" ? {} : JSON.parse(written) as Record<string, string>;
}

/**
 * Writes what is known now, and if it is complete, for which index state.
 * @param isThorough whether all open ones were searched, not only the promising ones
 */
export function writeMoves(
  context: Pick<Context, "db" | "ref">,
  org: DatabaseSync,
  { lost, around }: LostSymbols,
  moves: readonly Move[],
  isThorough: boolean,
): void {
  const known = new Set(moves.map(({ id }) => id));
  const before = describe(org.prepare(MOVES).all() as unknown as Move[]);
  inTransaction(org, () => {
    org.exec("DELETE FROM moves");
    const write = org.prepare(WRITE);
    for (const { id, to, certain, evidence, foundAt } of moves) write.run(id, to, certain, evidence, foundAt);
    writeMeta(org, "moves_at", isThorough ? stampOf(context, lost, moves) : "");
    writeMeta(org, "moves_around", JSON.stringify(Object.fromEntries([...around].filter(([id]) => known.has(id)))));
    writeMeta(org, "moves_seen", moves.length < lost.size ? "" : stateOf(context));
    // Sessions are tied to functions in the knowledge graph too: the next ingest fills it again.
    if (describe(moves) !== before) writeMeta(org, "sessions_filled", "");
  });
}

/** Whether everything was searched in this very index state. */
export function wasSeen(context: Pick<Context, "ref">, org: DatabaseSync): boolean {
  return readMeta(org, "moves_seen") === stateOf(context);
}

/** Whether the open ones were searched since the last commit and the last new symbol, without which nothing can be found. */
export function hasNothingNew(context: Pick<Context, "db" | "ref">, org: DatabaseSync, { lost, moves }: LostSymbols): boolean {
  return readMeta(org, "moves_at") === stampOf(context, lost, [...moves.values()]);
}

/** Former names in a file that have memories and whose functions were searched without result. */
export function lostNamesIn(org: DatabaseSync, path: string): readonly string[] {
  return (org.prepare(FORMER).all(path) as { name: string }[]).map(({ name }) => name);
}

/** Identifies an index state of a ref. */
export function stateOf({ ref }: Pick<Context, "ref">): string {
  return `${ref.id} ${ref.indexedAt}`;
}

function stampOf(context: Pick<Context, "db" | "ref">, lost: LostSymbols["lost"], moves: readonly Move[]): string {
  const newest = readRow<{ id: number }>(context, NEWEST)!.id;
  const known = [...[...lost.keys()].sort(), ...moves.map(({ id, to }) => `${id} ${to}`).sort()];
  return crypto.hash("sha256", [context.ref.commit, newest, ...known].join("\n"), "hex");
}

/** All renames and moves known, for comparison. */
function describe(moves: readonly Move[]): string {
  return moves.filter(({ to }) => to !== "").map(({ id, to }) => `${id} ${to}`).sort().join("\n");
}
