/**
 * When functions last changed, and in which commit, by git blame: entries older than that are stale.
 *
 * Stage: memory. Invariants: a function's text is examined once: the result is valid as long as the text is unchanged, or, for uncommitted
 * text, as long as the commit is; once per index state all are examined; files with remembered functions come first, the others as time
 * permits.
 */
import type { DatabaseSync } from "node:sqlite";
import { headCommit, type Repository } from "../../core/base/git.ts";
import { ahead } from "../../core/base/ahead.ts";
import { addAt } from "../../core/base/lists.ts";
import { type Context, readRows } from "../../query/context.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { TreeText } from "../symbols/body_hash.ts";
import { REMEMBERED_KINDS } from "../symbols/resolve_mention.ts";
import { stateOf } from "./lost_symbols.ts";
import { CommitOrder, readBlame, readCut } from "./read_blame.ts";

const SYMBOLS =
  `SELECT s.stable_id AS stableId, s.name AS name, s.kind AS kind, p.path AS path, sv.line_start AS lineStart, sv.line_end AS lineEnd
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const OF_FILES = `${SYMBOLS} AND p.path IN (SELECT value FROM json_each(?))`;
const REMEMBERED = "SELECT DISTINCT symbol_stable_id AS id FROM anchors WHERE scope = 'symbol'";
const LINKED = "SELECT DISTINCT symbol_stable_id AS id FROM call_graph_memory";
/** What was uncommitted at another commit may be committed now. */
const KNOWN = "SELECT symbol_stable_id || body_hash AS key FROM symbol_states WHERE commit_id <> '' OR ?";
const WRITE =
  `INSERT OR REPLACE INTO symbol_states (symbol_stable_id, body_hash, changed_at, commit_id, author, subject) VALUES (?, ?, ?, ?, ?, ?)`;
/** Key of the commit and index state at which everything was examined. */
const SEEN = "states_seen";
/** Time limit for files without remembered functions, ms. */
const PATIENCE = 10_000;
const MOST_FILES = 2000;
/** Files that git is asked about while another's answer is processed. */
const ASKED_AHEAD = 2;

interface SymbolPlace {
  readonly stableId: string;
  readonly name: string;
  readonly kind: string;
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** What could not be found out. */
interface UnreadChanges {
  /** Number of files for which time ran out. */
  readonly left: number;
  /** Files whose history git cannot tell. */
  readonly unknown: readonly string[];
  /** Names of symbols that last changed before a shallow clone's history begins. */
  readonly before: ReadonlySet<string>;
}

/**
 * Fills `symbol_states`.
 * @param limits.only restricts to these files
 * @param limits.patience ms; by default files with remembered functions have no limit
 */
export async function readLastChanges(
  context: Pick<Context, "db" | "ref" | "roots">,
  repository: Repository,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
  { only, patience = Infinity }: { readonly only?: ReadonlySet<string>; readonly patience?: number } = {},
): Promise<UnreadChanges> {
  const start = performance.now();
  const head = await headCommit(repository);
  const state = `${head} ${stateOf(context)}`;
  const seen = readMeta(org, SEEN);
  // In a shallow clone what was examined may still be unknown, and who asks is told why.
  if (seen === state && (only === undefined || readCut(repository).size === 0)) return { left: 0, unknown: [], before: new Set() };
  const tree = new TreeText(context.roots[0] ?? "");
  const ids = new Set(
    [...org.prepare(REMEMBERED).all(), ...(sessions?.prepare(LINKED).all() ?? [])].map((row) => (row as { id: string }).id),
  );
  const isSameCommit = Number(seen.startsWith(`${head} `));
  const known = new Set((org.prepare(KNOWN).all(isSameCommit) as { key: string }[]).map((row) => row.key));
  const files = new Map<string, { symbol: SymbolPlace; hash: string }[]>();
  const symbols = only === undefined
    ? readRows<SymbolPlace>(context, SYMBOLS, context.ref.id)
    : readRows<SymbolPlace>(context, OF_FILES, context.ref.id, JSON.stringify([...only]));
  for (const symbol of symbols) {
    if (!REMEMBERED_KINDS.has(symbol.kind)) continue;
    const hash = tree.hashOf(symbol);
    if (hash === "" || known.has(symbol.stableId + hash)) continue;
    addAt(files, symbol.path, { symbol, hash });
  }
  const isRemembered = (list: readonly { symbol: SymbolPlace }[]): boolean => list.some(({ symbol }) => ids.has(symbol.stableId));
  const ordered = [...files].map(([path, list]) => ({ path, list, first: isRemembered(list) })).sort((a, b) =>
    Number(b.first) - Number(a.first)
  );
  const write = org.prepare(WRITE);
  const order = new CommitOrder(repository);
  let looked = 0;
  const unknown: string[] = [];
  const before = new Set<string>();
  const blames = ahead(ordered.slice(0, MOST_FILES), ASKED_AHEAD, ({ path }) => readBlame(repository, path, order));
  for await (const [{ path, list, first }, committed] of blames) {
    if (performance.now() - start > (first ? patience : Math.min(patience, PATIENCE))) break;
    looked++;
    if (committed === undefined) {
      unknown.push(path);
      continue;
    }
    inTransaction(org, () => {
      for (const { symbol, hash } of list) {
        const { time, commit, author, subject } = committed.changeOf(tree.linesOf(path)!, symbol) ??
          { time: tree.writtenAt(path), commit: "", author: "", subject: "" };
        if (time === 0 && commit === "") before.add(symbol.name);
        if (time !== 0) write.run(symbol.stableId, hash, new Date(time).toISOString(), commit, author, subject);
      }
    });
  }
  if (only === undefined && looked === ordered.length && unknown.length === 0) writeMeta(org, SEEN, state);
  return { left: ordered.length - looked, unknown, before };
}

/** Discards what is known, so that everything is examined again. */
export function forgetLastChanges(org: DatabaseSync): void {
  org.exec("DELETE FROM symbol_states WHERE commit_id <> ''");
  writeMeta(org, SEEN, "");
}
