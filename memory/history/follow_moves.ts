/**
 * Follows functions that were renamed or moved: entries tied to the old handle then belong to the new one.
 *
 * Stage: memory. Invariants: a counterpart is searched only among symbols that did not exist when the old one was last seen; a symbol
 * without one is kept and marked as lost; a symbol that was not searched in time is neither.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Repository } from "../../core/base/git.ts";
import { addAt, append } from "../../core/base/lists.ts";
import { pairSymbols } from "../../core/compare/pair_symbols.ts";
import type { SourceSymbol } from "../../core/compare/source_symbols.ts";
import type { LanguageTable } from "../../core/scan/languages_of.ts";
import { type Context, readHashes } from "../../query/context.ts";
import { rememberedSymbols } from "../symbols/remembered_symbols.ts";
import { type FileVersions, sameLines } from "./file_versions.ts";
import { hasNothingNew, type Move, type Near, readLost, writeMoves } from "./lost_symbols.ts";
import { readObjects } from "./read_fixes.ts";

/** Limits: versions of a file in which a lost symbol is searched, and changed files in which its counterpart is. */
const MOST_VERSIONS = 8;
const MOST_FILES = 150;
/** The most files with differing ids whose texts are compared: if git converts line ends on disk, all files differ. */
const MOST_DIFFERING = 1500;
/** The most files of lost symbols examined, each with a git call. */
const MOST_PATHS = 200;
/** The most commits that the working tree is compared with, each of which means parsing everything that changed since. */
const MOST_COMMITS = 20;
/** The similarity of texts from which a counterpart is certain. */
const CERTAIN = 0.8;

/** How many symbols known to memory are no longer at their handles. */
export interface Followed {
  readonly moved: number;
  readonly lost: number;
  /** Those that were not searched yet. */
  readonly left: number;
  /** Those that should have been searched now, and were not in time. */
  readonly late: number;
}

/**
 * Follows moved functions.
 * @param options.patience ms, after which the rest is left for the next time; some progress is made each time
 * @param options.among all open ones if there is anything new, or only the promising ones, of these only those near to a question's subject
 */
export async function followMoves(
  context: Pick<Context, "db" | "ref">,
  finder: MoveFinder,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
  { patience, among }: { readonly patience: number; readonly among: "open" | "promising" | Near },
): Promise<Followed> {
  const known = readLost(context, org, sessions);
  const { lost } = known;
  const moves = new Map(known.moves);
  const isSettled = !known.outdated && moves.size === lost.size && hasNothingNew(context, org, known);
  const wanted = new Map(
    (isSettled ? [] : typeof among === "string" ? known[among] : known.promisingFor(among)).map((id) => [id, lost.get(id)!]),
  );
  const { found, left } = wanted.size === 0 ? NOTHING : await finder.find(wanted, performance.now() + patience);
  const foundAt = new Date().toISOString();
  for (const [id, path] of wanted) {
    const move = found.get(id);
    if (move !== undefined) moves.set(id, { id, ...move, foundAt });
    else if (!left.has(id)) moves.set(id, { id, to: "", certain: 0, evidence: `lost: no longer in ${path}`, foundAt });
  }
  writeMoves(context, org, known, [...moves.values()], isSettled || wanted.size === known.open.length);
  const moved = [...moves.values()].filter(({ to }) => to !== "").length;
  return { moved, lost: moves.size - moved, left: lost.size - moves.size, late: left.size };
}

type FoundMove = Pick<Move, "to" | "certain" | "evidence">;
const NOTHING = { found: new Map<string, FoundMove>(), left: new Set<string>() };

/** Searches in git and in the working tree. */
export class MoveFinder {
  readonly #context: Pick<Context, "db" | "ref">;
  readonly #repository: Repository | undefined;
  readonly #table: LanguageTable;
  readonly #versions: FileVersions;

  constructor(
    context: Pick<Context, "db" | "ref">,
    repository: Repository | undefined,
    table: LanguageTable,
    versions: FileVersions,
  ) {
    this.#context = context;
    this.#repository = repository;
    this.#table = table;
    this.#versions = versions;
  }

  /** Where lost handles went, given with their last known paths; and the handles that were not searched in time. */
  async find(
    lost: ReadonlyMap<string, string>,
    until: number,
  ): Promise<{ readonly found: ReadonlyMap<string, FoundMove>; readonly left: ReadonlySet<string> }> {
    const left = new Set(lost.keys());
    const bases = new Map<string, SourceSymbol[]>();
    for (const [i, path] of [...new Set(lost.values())].slice(0, MOST_PATHS).entries()) {
      if (i > 0 && performance.now() > until) break;
      const ids = [...lost].filter(([, at]) => at === path).map(([id]) => id);
      for (const id of ids) left.delete(id);
      for (const { commit, symbol } of await this.#lastSeen(path, new Set(ids))) {
        addAt(bases, commit, symbol);
      }
    }
    const found = new Map<string, FoundMove>();
    for (const [i, [commit, base]] of [...bases].entries()) {
      const around = new Set(base.map((symbol) => symbol.path));
      const fresh = i < MOST_COMMITS ? await this.#newSince(commit, around, i === 0 ? Infinity : until) : undefined;
      if (fresh === undefined) { for (const { stableId } of base) left.add(stableId); }
      for (const { base: old, head, similarity, evidence } of pairSymbols(base, fresh ?? []).pairs) {
        found.set(old.stableId, { to: head.stableId, certain: similarity >= CERTAIN ? 1 : 0, evidence });
      }
    }
    return { found, left };
  }

  /** The newest committed versions of a file that contain the symbols. */
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

  /** Symbols in the working tree that the commit did not have, files in `around` first; undefined if time ran out. */
  async #newSince(commit: string, around: ReadonlySet<string>, until: number): Promise<SourceSymbol[] | undefined> {
    if (performance.now() > until) return undefined;
    const ids = await this.#versions.idsOf(commit);
    const differing = [...readHashes(this.#context, this.#context.ref.id)].filter(([path, hash]) => ids.get(path) !== hash);
    const paths = [...new Set([...around, ...differing.map(([path]) => path)])]
      .filter((path) => this.#table.languageOf(path) !== undefined).slice(0, MOST_DIFFERING);
    const before = await readObjects(this.#repository!, paths.map((path) => `${commit}:${path}`));
    const found: SourceSymbol[] = [];
    let compared = 0;
    for (const path of paths) {
      if (performance.now() > until) return undefined;
      const now = this.#versions.now(path);
      const old = before.get(`${commit}:${path}`);
      if (now === undefined || sameLines(now, old)) continue;
      if (++compared > MOST_FILES) break;
      const known = new Set(old === undefined ? [] : (await this.#read(path, old)).map((symbol) => symbol.stableId));
      append(found, (await this.#read(path, now)).filter((symbol) => !known.has(symbol.stableId)));
    }
    return found;
  }

  async #read(path: string, text: string): Promise<readonly SourceSymbol[]> {
    const language = this.#table.languageOf(path);
    return language === undefined ? [] : await rememberedSymbols(language, path, text);
  }
}
