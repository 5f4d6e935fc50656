/**
 * Follows functions that were renamed or moved: what is tied to the old handle belongs to the new one.
 *
 * Stage: memory. Invariants: a partner is looked for only among symbols that were not there yet when the old one was last seen; what is not
 * recognised is kept and marked as lost; what was not looked for in time is neither.
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
import { hasNothingNew, type Move, readLost, writeMoves } from "./lost_symbols.ts";
import { readObjects } from "./read_fixes.ts";

/** Versions of a file in which a lost symbol is looked for, and changed files in which its partner is. */
const MOST_VERSIONS = 8;
const MOST_FILES = 150;
/** Files whose ids differ from a commit's and whose texts are compared: where git has lines end otherwise on disk, these are all. */
const MOST_DIFFERING = 1500;
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
  /** Those that were not looked for in time. */
  readonly left: number;
}

/**
 * See the head of this file.
 * @param options.patience ms, after which the rest is left for the next time; something is found out each time
 * @param options.among the promising ones alone, or all that are open where there is anything new
 */
export async function followMoves(
  context: Pick<Context, "db" | "ref">,
  finder: MoveFinder,
  org: DatabaseSync,
  sessions: DatabaseSync | undefined,
  { patience, among }: { readonly patience: number; readonly among: "open" | "promising" },
): Promise<Followed> {
  const known = readLost(context, org, sessions);
  const { lost } = known;
  const moves = new Map(known.moves);
  const isSettled = !known.outdated && moves.size === lost.size && hasNothingNew(context, org, known);
  const wanted = new Map((isSettled ? [] : known[among]).map((id) => [id, lost.get(id)!]));
  const { found, left } = wanted.size === 0 ? NOTHING : await finder.find(wanted, performance.now() + patience);
  const foundAt = new Date().toISOString();
  for (const [id, path] of wanted) {
    const move = found.get(id);
    if (move !== undefined) moves.set(id, { id, ...move, foundAt });
    else if (!left.has(id)) moves.set(id, { id, to: "", certain: 0, evidence: `lost: no longer in ${path}`, foundAt });
  }
  writeMoves(context, org, known, [...moves.values()], isSettled || wanted.size === known.open.length);
  const moved = [...moves.values()].filter(({ to }) => to !== "").length;
  return { moved, lost: moves.size - moved, left: lost.size - moves.size };
}

type FoundMove = Pick<Move, "to" | "certain" | "evidence">;
const NOTHING = { found: new Map<string, FoundMove>(), left: new Set<string>() };

/** Looks in git and in the working tree. */
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

  /** Lost handles with their last known paths -> where they went; and the handles that were not looked for in time. */
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

  /** Symbols that the working tree has and the commit had not, files near `around` first; undefined where time does not suffice for all. */
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
