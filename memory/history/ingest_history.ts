/**
 * Records fixes in the repository's history as errors in org.db, tied to the functions whose lines they touched.
 *
 * Stage: memory. Invariants: a commit is read once; rewritten history is read again; functions are determined by the file as it was at the
 * fix.
 */
import type { DatabaseSync } from "node:sqlite";
import { headCommit, type Repository, runGit } from "../../core/base/git.ts";
import { append } from "../../core/base/lists.ts";
import { errorSignature } from "../errors/read_stack_trace.ts";
import { describeLines, withLine } from "../links/line_span.ts";
import { maskSecrets } from "../privacy/mask_secrets.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { symbolAt, type SymbolReader, type TextSymbol } from "../symbols/symbols_of_text.ts";
import { forgetLastChanges } from "./last_changes.ts";
import { type ChangedFile, type FixCommit, MOST_COMMITS, readFixes, readObjects } from "./read_fixes.ts";

/** The most fixes read: the newest. */
const MOST_FIXES = 400;
const TEST_PATH = /(^|[\/._-])(tests?|specs?|__tests__)([\/._-]|$)/i;

/** What was read. */
export interface HistorySummary {
  readonly fixes: number;
  readonly functions: number;
  /** Fixes that were found but not read: older ones, and those that are lacking. */
  readonly left: number;
  /** Fixes found in this run whose texts a partial clone lacks. */
  readonly lacking: number;
  /** The number of commits examined, if history is longer; else 0. */
  readonly bound: number;
}

/** Whether to read all fixes, or only the newest. */
export type HistoryExtent = "newest" | "all";

/** Says of fixes that could not be read how they can. */
export function describeLacking({ lacking }: HistorySummary): string[] {
  if (lacking === 0) return [];
  return [
    `the texts of ${lacking} ${lacking === 1 ? "fix" : "fixes"} of git's history are not in this partial clone: ` +
    "git --no-pager log --shortstat fetches them, then callgrove memory ingest --all-fixes reads them",
  ];
}

/** Reads fixes since the last run. */
export async function ingestHistory(
  repository: Repository,
  org: DatabaseSync,
  reader: SymbolReader,
  extent: HistoryExtent = "newest",
): Promise<HistorySummary> {
  const head = await headCommit(repository);
  const before = readMeta(org, "history_head");
  const known = readMeta(org, "history_left");
  const [left, bound] = [Number(known), Number(readMeta(org, "history_bound"))];
  const anew = extent === "all" && (left > 0 || known === "");
  if (head === "" || (head === before && !anew)) return { fixes: 0, functions: 0, left, lacking: 0, bound };
  const isAncestor = !anew && before !== "" && (await runGit(repository, ["merge-base", "--is-ancestor", before, head])).status === 0;
  const most = extent === "all" ? Infinity : MOST_FIXES;
  const { fixes, found, lacking, isCut } = await readFixes(repository, isAncestor ? before : "", most, (path) => reader.reads(path));
  const touched = await touchedSymbols(repository, fixes, reader);
  const now = { left: (isAncestor ? left : 0) + Math.max(0, found - most) + lacking, bound: isCut ? MOST_COMMITS : isAncestor ? bound : 0 };
  let functions = 0;
  inTransaction(org, () => {
    if (!isAncestor) removeHistory(org);
    // Of two with equal times, the later one gets the higher number.
    for (const fix of fixes.toReversed()) functions += writeFix(org, fix, touched.get(fix.id) ?? []);
    writeMeta(org, "history_head", head);
    writeMeta(org, "history_left", String(now.left));
    writeMeta(org, "history_bound", String(now.bound));
  });
  return { fixes: fixes.length, functions, lacking, ...now };
}

/** A function that a fix touched. */
interface Touched {
  readonly symbol: TextSymbol;
  readonly path: string;
  readonly lines: readonly [number, number];
}

/** Commits whose files are in memory at a time. */
const BATCH = 40;

async function touchedSymbols(repository: Repository, fixes: readonly FixCommit[], reader: SymbolReader): Promise<Map<string, Touched[]>> {
  const touched = new Map<string, Touched[]>();
  for (let from = 0; from < fixes.length; from += BATCH) {
    const batch = fixes.slice(from, from + BATCH);
    const names = batch.flatMap((fix) => fix.files.flatMap((file) => [`${fix.id}:${file.path}`, `${fix.parent}:${file.oldPath}`]));
    const texts = await readObjects(repository, [...new Set(names)]);
    for (const fix of batch) {
      const found: Touched[] = [];
      for (const file of fix.files) {
        append(found, await touchedIn(file, texts.get(`${fix.id}:${file.path}`), texts.get(`${fix.parent}:${file.oldPath}`), reader));
      }
      touched.set(fix.id, found);
    }
  }
  return touched;
}

/** Functions that existed before the fix and contain changed lines; a function added by the fix had no error. */
async function touchedIn(
  file: ChangedFile,
  after: string | undefined,
  before: string | undefined,
  reader: SymbolReader,
): Promise<Touched[]> {
  if (after === undefined || before === undefined) return [];
  const [now, old] = [await reader.read(file.path, after), await reader.read(file.path, before)];
  const existed = new Set(old.symbols.map((symbol) => symbol.stableId));
  const found = new Map<string, { symbol: TextSymbol; path: string; lines: [number, number] }>();
  const touch = (symbol: TextSymbol | undefined, line: number): void => {
    if (symbol === undefined || !existed.has(symbol.stableId)) return;
    const known = found.get(symbol.stableId);
    if (known === undefined) found.set(symbol.stableId, { symbol, path: file.path, lines: [line, line] });
    else known.lines = withLine(known.lines, line);
  };
  for (const hunk of file.hunks) {
    for (let line = hunk.after[0]; line < hunk.after[0] + hunk.after[1]; line++) {
      if (now.lines[line - 1]?.trim() !== "") touch(symbolAt(now.symbols, line), line);
    }
    // Removed lines belong to the function that contained them.
    if (hunk.after[1] === 0) touch(symbolAt(old.symbols, hunk.before[0]), Math.max(1, hunk.after[0]));
  }
  return [...found.values()];
}

function removeHistory(org: DatabaseSync): void {
  org.exec("DELETE FROM anchors WHERE entry_type = 'error' AND entry_id IN (SELECT id FROM errors WHERE origin = 'commit')");
  org.exec("DELETE FROM errors WHERE origin = 'commit'");
  forgetLastChanges(org);
}

function writeFix(org: DatabaseSync, fix: FixCommit, touched: readonly Touched[]): number {
  const own = touched.filter((one) => !TEST_PATH.test(one.path));
  if (own.length === 0) return 0;
  const verified = fix.files.some((file) => TEST_PATH.test(file.path)) ? 1 : 0;
  const solution = maskSecrets(`${fix.body === "" ? "fixed" : fix.body.slice(0, 400)} (commit ${fix.id.slice(0, 10)})`);
  const added = org.prepare(
    `INSERT INTO errors (origin, signature, error_type, message, solution, verified, commit_id, issues, first_seen, last_seen,
    author, recorded_at) VALUES ('commit', ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const subject = maskSecrets(fix.subject);
  const id = Number(
    added.run(
      errorSignature("", subject, []),
      subject,
      solution,
      verified,
      fix.id,
      fix.issues,
      fix.at,
      fix.at,
      fix.author,
      new Date().toISOString(),
    )
      .lastInsertRowid,
  );
  const anchor = org.prepare(
    `INSERT INTO anchors (entry_type, entry_id, scope, symbol_stable_id, path, name, evidence, body_hash) VALUES ('error', ?, 'symbol', ?, ?, ?, ?, '')`,
  );
  for (const { symbol, path, lines } of own) {
    anchor.run(id, symbol.stableId, path, symbol.name, `the fix touched ${describeLines(lines)}`);
  }
  return own.length;
}
