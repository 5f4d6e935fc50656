/**
 * When functions that are remembered were last changed, by git's blame: what was said before that is stale.
 *
 * Stage: memory. Invariant: a function's text is looked at once: as long as it is the same, so is the answer.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Repository, runGit } from "../../core/git.ts";
import { type Context, readRows } from "../../query/context.ts";
import { SYMBOL_COLUMNS, SYMBOL_FROM, type SymbolRow } from "../../query/symbol_row.ts";
import { inTransaction } from "../store/open_store.ts";
import { TreeText } from "../symbols/body_hash.ts";

const BY_STABLE_IDS = `SELECT ${SYMBOL_COLUMNS} ${SYMBOL_FROM} WHERE s.stable_id IN (SELECT value FROM json_each(?))`;
const REMEMBERED = "SELECT DISTINCT symbol_stable_id AS id FROM anchors WHERE scope = 'symbol'";
const LINKED = "SELECT DISTINCT symbol_stable_id AS id FROM call_graph_memory";
/** Files that are looked at in a run, the ones with most remembered functions first. */
const MOST_FILES = 300;

/** Fills `symbol_states` for the symbols that memory knows. Gives the number of files that were looked at. */
export async function readLastChanges(
  context: Pick<Context, "db" | "ref" | "roots">,
  repository: Repository,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
): Promise<number> {
  const root = context.roots[0] ?? "";
  const tree = new TreeText(root);
  const ids = new Set(
    [...org.prepare(REMEMBERED).all(), ...(sessions?.prepare(LINKED).all() ?? [])].map((row) => (row as { id: string }).id),
  );
  const known = org.prepare("SELECT 1 FROM symbol_states WHERE symbol_stable_id = ? AND body_hash = ?");
  const files = new Map<string, { symbol: SymbolRow; hash: string }[]>();
  for (const symbol of readRows<SymbolRow>(context, BY_STABLE_IDS, context.ref.id, JSON.stringify([...ids]))) {
    const hash = tree.hashOf(symbol);
    if (hash === "" || known.get(symbol.stableId, hash) !== undefined) continue;
    files.set(symbol.path, [...(files.get(symbol.path) ?? []), { symbol, hash }]);
  }
  const chosen = [...files].sort((a, b) => b[1].length - a[1].length).slice(0, MOST_FILES);
  const write = org.prepare("INSERT OR REPLACE INTO symbol_states (symbol_stable_id, body_hash, changed_at) VALUES (?, ?, ?)");
  for (const [path, symbols] of chosen) {
    const times = await readBlame(repository, root, path);
    if (times.length === 0) continue;
    inTransaction(org, () => {
      for (const { symbol, hash } of symbols) {
        const newest = times.slice(symbol.lineStart - 1, symbol.lineEnd).reduce((a, b) => Math.max(a, b), 0);
        if (newest > 0) write.run(symbol.stableId, hash, new Date(newest).toISOString());
      }
    });
  }
  return chosen.length;
}

/** Time of each line's last change, ms; lines that are not committed have the file's own. */
async function readBlame(repository: Repository, root: string, path: string): Promise<number[]> {
  const answer = await runGit(repository, ["blame", "--porcelain", "--no-progress", "--", path]);
  if (answer.status !== 0) return [];
  const times: number[] = [];
  const commits = new Map<string, number>();
  let [commit, line] = ["", 0];
  for (const text of new TextDecoder().decode(answer.bytes).split("\n")) {
    const head = /^([0-9a-f]{40}) \d+ (\d+)/.exec(text);
    if (head !== null) [commit, line] = [head[1]!, Number(head[2])];
    else if (text.startsWith("committer-time ")) commits.set(commit, Number(text.slice(15)) * 1000);
    else if (text.startsWith("\t")) times[line - 1] = /^0{40}$/.test(commit) ? touchedAt(root, path) : commits.get(commit) ?? 0;
  }
  return times;
}

function touchedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
