/**
 * When functions were last changed, and by which commit, by git's blame: what was said before that is stale.
 *
 * Stage: memory. Invariants: a function's text is looked at once: as long as it is the same, so is the answer; files with remembered functions come
 * first, the others as long as there is time.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { type Repository, runGit } from "../../core/git.ts";
import { type Context, readRows } from "../../query/context.ts";
import { inTransaction } from "../store/open_store.ts";
import { TreeText } from "../symbols/body_hash.ts";
import { REMEMBERED_KINDS } from "../symbols/resolve_mention.ts";

const SYMBOLS = `SELECT s.stable_id AS stableId, s.kind AS kind, p.path AS path, sv.line_start AS lineStart, sv.line_end AS lineEnd
  FROM ref_file rf JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id JOIN symbol s ON s.id = sv.symbol_id
  JOIN path p ON p.id = rf.path_id WHERE rf.ref_id = ?`;
const REMEMBERED = "SELECT DISTINCT symbol_stable_id AS id FROM anchors WHERE scope = 'symbol'";
const LINKED = "SELECT DISTINCT symbol_stable_id AS id FROM call_graph_memory";
const KNOWN = "SELECT symbol_stable_id || body_hash AS key FROM symbol_states";
const WRITE =
  `INSERT OR REPLACE INTO symbol_states (symbol_stable_id, body_hash, changed_at, commit_id, author, subject) VALUES (?, ?, ?, ?, ?, ?)`;
/** For files in which nothing is remembered, ms. */
const PATIENCE = 10_000;
const MOST_FILES = 2000;

interface SymbolPlace {
  readonly stableId: string;
  readonly kind: string;
  readonly path: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Fills `symbol_states`. Gives the number of files that were looked at. */
export async function readLastChanges(
  context: Pick<Context, "db" | "ref" | "roots">,
  repository: Repository,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
): Promise<number> {
  const start = performance.now();
  const root = context.roots[0] ?? "";
  const tree = new TreeText(root);
  const ids = new Set(
    [...org.prepare(REMEMBERED).all(), ...(sessions?.prepare(LINKED).all() ?? [])].map((row) => (row as { id: string }).id),
  );
  const known = new Set((org.prepare(KNOWN).all() as { key: string }[]).map((row) => row.key));
  const files = new Map<string, { symbol: SymbolPlace; hash: string }[]>();
  for (const symbol of readRows<SymbolPlace>(context, SYMBOLS, context.ref.id)) {
    if (!REMEMBERED_KINDS.has(symbol.kind)) continue;
    const hash = tree.hashOf(symbol);
    if (hash === "" || known.has(symbol.stableId + hash)) continue;
    const list = files.get(symbol.path);
    if (list === undefined) files.set(symbol.path, [{ symbol, hash }]);
    else list.push({ symbol, hash });
  }
  const isRemembered = (list: readonly { symbol: SymbolPlace }[]): boolean => list.some(({ symbol }) => ids.has(symbol.stableId));
  const ordered = [...files].map(([path, list]) => ({ path, list, first: isRemembered(list) })).sort((a, b) =>
    Number(b.first) - Number(a.first)
  );
  const write = org.prepare(WRITE);
  let looked = 0;
  for (const { path, list, first } of ordered.slice(0, MOST_FILES)) {
    if (!first && performance.now() - start > PATIENCE) break;
    looked++;
    const lines = await readBlame(repository, root, path);
    inTransaction(org, () => {
      for (const { symbol, hash } of list) {
        const newest = lines.slice(symbol.lineStart - 1, symbol.lineEnd).reduce<Change | undefined>(
          (a, b) => a === undefined || b.time > a.time ? b : a,
          undefined,
        );
        if (newest === undefined || newest.time === 0) continue;
        write.run(symbol.stableId, hash, new Date(newest.time).toISOString(), newest.commit, newest.author, newest.subject);
      }
    });
  }
  return looked;
}

/** The commit that a line came with. */
interface Change {
  /** Milliseconds. */
  time: number;
  /** "" where it is not committed. */
  commit: string;
  author: string;
  subject: string;
}

/** Last change of each line; lines that are not committed have the file's own time. */
async function readBlame(repository: Repository, root: string, path: string): Promise<Change[]> {
  const answer = await runGit(repository, ["blame", "--porcelain", "--no-progress", "--", path]);
  if (answer.status !== 0) return [];
  const lines: Change[] = [];
  const commits = new Map<string, Change>();
  let [change, line]: [Change, number] = [{ time: 0, commit: "", author: "", subject: "" }, 0];
  for (const text of new TextDecoder().decode(answer.bytes).split("\n")) {
    const head = /^([0-9a-f]{40}) \d+ (\d+)/.exec(text);
    if (head !== null) {
      const known = commits.get(head[1]!);
      change = known ?? { time: 0, commit: /^0{40}$/.test(head[1]!) ? "" : head[1]!, author: "", subject: "" };
      commits.set(head[1]!, change);
      line = Number(head[2]);
    } else if (text.startsWith("committer-time ")) {
      change.time = change.commit === "" ? touchedAt(root, path) : Number(text.slice(15)) * 1000;
    } else if (text.startsWith("author ")) change.author = change.commit === "" ? "" : text.slice(7);
    else if (text.startsWith("summary ")) change.subject = change.commit === "" ? "" : text.slice(8);
    else if (text.startsWith("\t")) lines[line - 1] = change;
  }
  return lines;
}

function touchedAt(root: string, path: string): number {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
