/**
 * Follows functions that were renamed or moved: what is tied to the old handle belongs to the new one.
 *
 * Stage: memory. Invariants: a partner is looked for only among symbols that were not there yet when the old one was last seen; what is not
 * recognised is kept and marked as lost; a symbol that comes back is itself again.
 */
import * as crypto from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type Repository, runGit, splitPaths } from "../../core/git.ts";
import { FileSymbols, type SourceSymbol } from "../../core/compare/source_symbols.ts";
import { pairSymbols } from "../../core/compare/pair_symbols.ts";
import { loadGrammar, parseText } from "../../core/parse_file.ts";
import type { LanguageTable } from "../../core/scan/languages_of.ts";
import { type Context, readRows } from "../../query/context.ts";
import { inTransaction, readMeta, writeMeta } from "../store/open_store.ts";
import { REMEMBERED_KINDS } from "../symbols/resolve_mention.ts";
import type { FileVersions } from "./file_versions.ts";
import { readObjects } from "./read_fixes.ts";

const KNOWN_IDS = `SELECT DISTINCT symbol_stable_id AS id, path FROM anchors WHERE scope = 'symbol'`;
/** The path of the newest link; which it is, is told by an index alone. */
const LINKED_IDS = `SELECT symbol_stable_id AS id, path FROM call_graph_memory
  WHERE rowid IN (SELECT max(rowid) FROM call_graph_memory GROUP BY symbol_stable_id)`;
const PRESENT = `SELECT s.stable_id AS id FROM symbol s JOIN ref_file rf ON rf.path_id = s.path_id AND rf.ref_id = ?
  JOIN symbol_version sv ON sv.file_version_id = rf.file_version_id AND sv.symbol_id = s.id WHERE s.stable_id IN (SELECT value FROM json_each(?))`;

/** Versions of a file in which a lost symbol is looked for, and changed files in which its partner is. */
const MOST_VERSIONS = 8;
const MOST_FILES = 150;
/** Files of lost symbols that are looked at; git is asked about each. */
const MOST_PATHS = 200;
/** Commits that the working tree is compared with: each costs a parse of all that changed since. */
const MOST_COMMITS = 20;
/** From this likeness of the texts on a partner is certain. */
const CERTAIN = 0.8;

/** How many symbols that memory knows are no longer where they were. */
export interface Followed {
  readonly moved: number;
  readonly lost: number;
}

/** See the head of this file. */
export async function followMoves(
  context: Pick<Context, "db" | "ref">,
  repository: Repository | undefined,
  table: LanguageTable,
  versions: FileVersions,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
): Promise<Followed> {
  const known = [...org.prepare(KNOWN_IDS).all(), ...(sessions?.prepare(LINKED_IDS).all() ?? [])] as { id: string; path: string }[];
  const paths = new Map(known.map((row) => [row.id, row.path]));
  const present = new Set(
    readRows<{ id: string }>(context, PRESENT, context.ref.id, JSON.stringify([...paths.keys()])).map((row) => row.id),
  );
  const lost = new Map([...paths].filter(([id]) => !present.has(id)));
  const stamp = crypto.hash("sha256", [context.ref.indexedAt, ...[...lost.keys()].sort()].join("\n"), "hex");
  if (readMeta(org, "moves_at") === stamp) return countMoves(org);
  const finder = new MoveFinder(repository, table, versions);
  const found = lost.size === 0 ? new Map<string, Move>() : await finder.find(lost);
  inTransaction(org, () => {
    org.exec("DELETE FROM moves");
    const write = org.prepare("INSERT INTO moves (old_id, new_id, certain, evidence, found_at) VALUES (?, ?, ?, ?, ?)");
    for (const [id, path] of lost) {
      const move = found.get(id);
      const evidence = move?.evidence ?? `lost: no longer in ${path}`;
      write.run(id, move?.to ?? "", move?.certain === true ? 1 : 0, evidence, new Date().toISOString());
    }
    writeMeta(org, "moves_at", stamp);
  });
  return countMoves(org);
}

function countMoves(org: DatabaseSync): Followed {
  const row = org.prepare("SELECT coalesce(sum(new_id <> ''), 0) AS moved, coalesce(sum(new_id = ''), 0) AS lost FROM moves").get();
  return { ...row as unknown as Followed };
}

interface Move {
  readonly to: string;
  readonly certain: boolean;
  readonly evidence: string;
}

class MoveFinder {
  readonly #repository: Repository | undefined;
  readonly #table: LanguageTable;
  readonly #versions: FileVersions;

  constructor(repository: Repository | undefined, table: LanguageTable, versions: FileVersions) {
    this.#repository = repository;
    this.#table = table;
    this.#versions = versions;
  }

  /** Lost handles with their last known paths -> where they went. */
  async find(lost: ReadonlyMap<string, string>): Promise<Map<string, Move>> {
    const bases = new Map<string, SourceSymbol[]>();
    for (const path of [...new Set(lost.values())].slice(0, MOST_PATHS)) {
      const ids = new Set([...lost].filter(([, at]) => at === path).map(([id]) => id));
      for (const { commit, symbol } of await this.#lastSeen(path, ids)) bases.set(commit, [...(bases.get(commit) ?? []), symbol]);
    }
    const found = new Map<string, Move>();
    for (const [commit, base] of [...bases].slice(0, MOST_COMMITS)) {
      const pairing = pairSymbols(base, await this.#newSince(commit, new Set(base.map((symbol) => symbol.path))));
      for (const { base: old, head, similarity, evidence } of pairing.pairs) {
        found.set(old.stableId, { to: head.stableId, certain: similarity >= CERTAIN, evidence });
      }
    }
    return found;
  }

  /** The newest committed versions of a file that hold the symbols. */
  async #lastSeen(path: string, ids: Set<string>): Promise<{ commit: string; symbol: SourceSymbol }[]> {
    const repository = this.#repository;
    if (repository === undefined) return [];
    const commits = (await this.#versions.commitsOf(path)).slice(0, MOST_VERSIONS);
    const names = commits.flatMap((commit) => [`${commit}:${path}`, `${commit}^:${path}`]);
    const texts = await readObjects(repository, names);
    const found: { commit: string; symbol: SourceSymbol }[] = [];
    for (const name of names) {
      const text = texts.get(name);
      if (text === undefined || ids.size === 0) continue;
      for (const symbol of await this.#read(path, text)) {
        if (ids.delete(symbol.stableId)) found.push({ commit: name.slice(0, name.indexOf(":")), symbol });
      }
    }
    return found;
  }

  /** Symbols that the working tree has and the commit had not; files near `around` first. */
  async #newSince(commit: string, around: ReadonlySet<string>): Promise<SourceSymbol[]> {
    const repository = this.#repository!;
    const tracked = await runGit(repository, ["diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", commit, "--"]);
    const fresh = await runGit(repository, ["ls-files", "-z", "--others", "--exclude-standard"]);
    const paths = [...splitPaths(tracked.bytes), ...splitPaths(fresh.bytes)].filter((path) => this.#table.languageOf(path) !== undefined);
    paths.sort((a, b) => Number(around.has(b)) - Number(around.has(a)));
    const chosen = paths.slice(0, MOST_FILES);
    const before = await readObjects(repository, chosen.map((path) => `${commit}:${path}`));
    const found: SourceSymbol[] = [];
    for (const path of chosen) {
      const now = this.#versions.now(path);
      if (now === undefined) continue;
      const old = before.get(`${commit}:${path}`);
      const known = new Set(old === undefined ? [] : (await this.#read(path, old)).map((symbol) => symbol.stableId));
      found.push(...(await this.#read(path, now)).filter((symbol) => !known.has(symbol.stableId)));
    }
    return found;
  }

  async #read(path: string, text: string): Promise<readonly SourceSymbol[]> {
    const language = this.#table.languageOf(path);
    if (language === undefined) return [];
    const { plugin, grammar } = language;
    const { facts } = parseText(await loadGrammar(plugin, grammar), text);
    const source = { path, language: plugin.name, separator: plugin.rules.separator, hash: "", text, facts };
    return new FileSymbols(source).symbols.filter((symbol) => REMEMBERED_KINDS.has(symbol.kind));
  }
}
