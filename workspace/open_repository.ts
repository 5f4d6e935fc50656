/**
 * The repository of a question: located, its index brought up to date, opened.
 *
 * Stage: before a question. Invariants: one index run at a time per place, shared by all questions that wait for it; if an index exists, a
 * failed or slow run never prevents an answer, which then says that it is stale; a path from an agent never leads out of the folders that
 * the server was started for.
 */
import { realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { headCommit, isCheckedOut, resolveRef } from "../core/base/git.ts";
import { LIVE, refMeant } from "../core/base/ref_names.ts";
import { unknownRef } from "../core/base/unknown_ref.ts";
import { CallgroveError, toCallgroveError } from "../core/errors.ts";
import type { IndexOptions, IndexProgress, IndexSummary } from "../core/pipeline.ts";
import { whyNothing } from "../core/run/summary.ts";
import type { LanguageTable } from "../core/scan/languages_of.ts";
import { findWriter } from "../core/store/lease.ts";
import { locateProject, type ProjectPlace, refuseUnasked } from "../core/store/location.ts";
import { incompatible, indexIdentity, isMadeAnew, openForReading, reasonOf } from "../core/store/open.ts";
import { INDEX_FILE } from "../core/store/place_names.ts";
import type { Prepared, Repository } from "../query/ask.ts";
import type { Context, Ref, Workspace } from "../query/context.ts";
import { type IndexState, stateAfter, UNKNOWN_STATE } from "../query/metadata.ts";
import { isOfThisProgram, mannerOf } from "./find_changes.ts";
import { findIndexed, findRef, notIndexed } from "./find_ref.ts";
import { followLost } from "./follow_lost.ts";
import { lookAt } from "./look_at.ts";
import { Lookout } from "./lookout.ts";
import { isFaulty } from "./read_health.ts";
import { readHistory } from "./read_history.ts";
import { makeRefReader, ReadCache } from "./read_refs.ts";
import { readText } from "./read_text.ts";
import { noteUsage } from "./usage.ts";

const SOME_FILE = `SELECT 1 FROM ref_file WHERE ref_id = ? LIMIT 1`;

/** Who asks, from where, and how long they wait. */
export interface RepositoryOptions {
  /** The caller's folder. */
  readonly directory: string;
  /** `--db`. */
  readonly database?: string | undefined;
  /** The ref of questions that name none; undefined for the working tree. */
  readonly ref?: string | undefined;
  readonly audience: Workspace["audience"];
  /** Whether a question may name a repository other than that of `directory`. */
  readonly anyRepository: boolean;
  /** How long a question waits, ms: for the first index, and for an update. */
  readonly patience: { readonly first: number; readonly update: number };
  readonly index: (options: IndexOptions, onProgress: (progress: IndexProgress) => void) => Promise<IndexSummary>;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  readonly languages: () => Promise<LanguageTable>;
}

interface Running {
  readonly done: Promise<IndexSummary>;
  progress: IndexProgress;
}

/** Opens the repositories of one caller. */
export function openRepository(options: RepositoryOptions): OpenRepository {
  return new OpenRepository(options);
}

/** The most changed files that are indexed while a question waits that hardly depends on them. */
const QUICK = 50;

/** What was located for one question. */
interface Located {
  readonly project: ProjectPlace;
  /** Remarks on the place and the languages. */
  readonly notes: readonly string[];
  readonly workspace: Workspace;
}

/** The repositories of one caller: open handles, and index runs under way. */
export class OpenRepository implements Repository {
  readonly #options: RepositoryOptions;
  readonly #running = new Map<string, Running>();
  readonly #cache = new ReadCache();
  readonly #lookout = new Lookout();
  readonly #handles = new Map<string, { identity: string; db: DatabaseSync }>();

  /** The database folder of the last question; "" before the first. */
  #folder = "";

  constructor(options: RepositoryOptions) {
    this.#options = options;
  }

  async prepare(repo: string | undefined, ref: string | undefined, needsIndex: boolean, ofRefs?: readonly string[]): Promise<Prepared> {
    const located = await this.#locate(repo);
    const name = refMeant(located.project, ref ?? this.#options.ref);
    if (!needsIndex) return unready(located, name);
    return name === LIVE
      ? await this.#prepareLive(located, ofRefs)
      : await this.#prepareRef(located, name, ref === undefined || ref === LIVE);
  }

  /**
   * Prepares the working tree.
   * @param ofRefs see `prepare`
   */
  async #prepareLive(located: Located, ofRefs?: readonly string[]): Promise<Prepared> {
    const found = openUsable(() => this.#open(located.project), located.project);
    if (found.db === undefined || found.row === undefined) return await this.#makeFirst(located, LIVE);
    const isElsewhere = ofRefs !== undefined && await areElsewhere(located.project, ofRefs);
    return await this.#bringUpToDate(located, found.db, found.row, isElsewhere);
  }

  async glance(repo?: string): Promise<IndexState> {
    try {
      const located = await this.#locate(repo).catch(() => this.#locate(undefined));
      const { project } = located;
      const name = refMeant(project, this.#options.ref);
      const run = this.#running.get(runKey(project, name === LIVE ? {} : { ref: name }));
      const { db } = openUsable(() => this.#open(project), project);
      const row = db === undefined ? undefined : findRef(db, project, name);
      if (db === undefined || row === undefined) return unready(located, name, run).state;
      if (name !== LIVE) return ready(located, db, row).state;
      const { pending, paths, commit } = await this.#lookout.look(project, await this.#options.languages(), db, row.id);
      const isRunning = pending > 0 && (run !== undefined || findWriter(project.folder) !== undefined);
      return ready(
        located,
        db,
        pending === 0 ? { ...row, commit } : row,
        pending === 0 ? {} : { freshness: isRunning ? "syncing" : "stale", pending, pendingFiles: paths },
      ).state;
    } catch (thrown) {
      return stateAfter(toCallgroveError(thrown), UNKNOWN_STATE);
    }
  }

  async mend(repo: string | undefined): Promise<boolean> {
    const { project } = await this.#locate(repo);
    if (!isFaulty(() => this.#open(project))) return false;
    this.#drop(project);
    const run = this.#start(project, { damaged: true });
    if ((await within(this.#options.patience.first, run.done)) !== undefined) return true;
    throw incompatible(join(project.folder, INDEX_FILE), "damaged");
  }

  /** Whether there is an index, in whatever state. */
  async isIndexed(): Promise<boolean> {
    return indexIdentity((await this.#locate(undefined)).project.folder) !== "";
  }

  noteAnswer(tool: string, bytes: number): void {
    if (this.#folder !== "") noteUsage(this.#folder, tool, bytes);
  }

  close(): void {
    for (const { db } of this.#handles.values()) db.close();
    this.#handles.clear();
  }

  /**
   * Prepares a ref of git at its current commit; one that has moved since it was indexed is brought up to date.
   * @param makes whether to index it if it was not indexed. A ref that is checked out is always indexed, as most of it is known
   */
  async #prepareRef(located: Located, name: string, makes: boolean): Promise<Prepared> {
    const { project } = located;
    const commit = project.repository === undefined ? undefined : await resolveRef(project.repository, name);
    if (commit === undefined) throw await unknownRef(name, project, "answer about");
    const { db } = openUsable(() => this.#open(project), project);
    const table = await this.#options.languages();
    const isCurrent = (surroundings: string): boolean => isOfThisProgram(surroundings, table);
    const row = db === undefined ? undefined : findIndexed(db, project, name, commit, isCurrent);
    if (db !== undefined && row !== undefined) return ready(located, db, { ...row, name });
    const former = db === undefined ? undefined : findRef(db, project, name);
    if (db === undefined || former === undefined) {
      if (makes) return await this.#makeFirst(located, name);
      const ofTree = await this.#prepareCheckedOut(located, name, commit);
      if (ofTree !== undefined) return ofTree;
      if (await isCheckedOut(project.repository!, name)) return await this.#makeFirst(located, name);
      throw notIndexed(name);
    }
    const summary = await within(
      this.#options.patience.update,
      this.#start(project, { ref: name, ...mannerOf(db, former.id, table) }).done,
    );
    const newer = this.#open(project);
    const found = findIndexed(newer, project, name, commit, isCurrent);
    if (summary !== undefined && found !== undefined) return ready(located, newer, { ...found, name }, { warnings: summary.warnings });
    const warning = `ref "${name}" was indexed at ${former.commit.slice(0, 12)} and is at ${commit.slice(0, 12)} now`;
    return ready(located, db, former, { freshness: "syncing", warnings: [warning] });
  }

  /** Prepares a ref that is checked out without edits from the working tree's index; undefined if its commit or files differ. */
  async #prepareCheckedOut(located: Located, name: string, commit: string): Promise<Prepared | undefined> {
    const { project, workspace } = located;
    if (refMeant(project, undefined) !== LIVE || await headCommit(project.repository!) !== commit) return undefined;
    const prepared = await this.#prepareLive(located);
    const { context } = prepared;
    const state = { ...prepared.state, ref: name };
    if (context === undefined) return { ...prepared, state };
    const isSame = state.pending === 0 && (await workspace.readRefs(context.db, false).findTree(name)).asLive;
    return isSame ? { ...prepared, context: { ...context, ref: { ...context.ref, name } }, state } : undefined;
  }

  async #makeFirst(located: Located, name: string): Promise<Prepared> {
    refuseUnasked(located.project);
    const run = this.#start(located.project, name === LIVE ? {} : { ref: name });
    const summary = await within(this.#options.patience.first, run.done);
    if (summary === undefined) return unready(located, name, run);
    const db = this.#open(located.project);
    const row = findRef(db, located.project, name);
    return row === undefined ? unready(located, name) : ready(located, db, row, { warnings: summary.warnings });
  }

  /**
   * Brings the index up to date.
   * @param isElsewhere whether the question is about other refs, so that it does not wait for a large change
   */
  async #bringUpToDate(located: Located, db: DatabaseSync, row: Ref, isElsewhere: boolean): Promise<Prepared> {
    const { project } = located;
    const table = await this.#options.languages();
    const { pending, paths: pendingFiles, commit, touched, settle } = await this.#lookout.look(project, table, db, row.id);
    if (pending === 0) return ready(located, db, { ...row, commit });
    const patience = isElsewhere && pending > QUICK ? 0 : this.#options.patience.update;
    // A process for a single question makes no index that it does not need.
    if (patience === 0 && this.#options.patience.update === Infinity) {
      return ready(located, db, row, { freshness: "stale", pending, pendingFiles });
    }
    try {
      const former = this.#running.get(runKey(project, {}));
      const run = former ?? this.#start(project, { touched, ...mannerOf(db, row.id, table) });
      const summary = await within(patience, run.done);
      if (summary === undefined) return ready(located, db, row, { freshness: "syncing", pending, pendingFiles });
      const newer = this.#open(project);
      const newerRow = findRef(newer, project, undefined) ?? row;
      // A run that was under way may have read a file before it was changed.
      if (run === former) return await this.#bringUpToDate(located, newer, newerRow, isElsewhere);
      settle(newer, newerRow.id);
      return ready(located, newer, newerRow, { warnings: summary.warnings });
    } catch (thrown) {
      // The old index still answers, and says how old it is.
      if (!(thrown instanceof CallgroveError)) throw thrown;
      const syncing = findWriter(project.folder) !== undefined;
      return ready(located, db, row, { freshness: syncing ? "syncing" : "stale", pending, pendingFiles, warnings: [thrown.message] });
    }
  }

  #open(project: ProjectPlace): DatabaseSync {
    const identity = indexIdentity(project.folder);
    const known = this.#handles.get(project.folder);
    if (known?.identity === identity && identity !== "") return known.db;
    this.#drop(project);
    const db = openForReading(project.folder);
    this.#handles.set(project.folder, { identity, db });
    return db;
  }

  #drop({ folder }: ProjectPlace): void {
    const known = this.#handles.get(folder);
    if (known !== undefined) retire(known.db);
    this.#handles.delete(folder);
  }

  #start(project: ProjectPlace, more: Partial<IndexOptions>): Running {
    const key = runKey(project, more);
    const known = this.#running.get(key);
    if (known !== undefined) return known;
    const run: Running = {
      progress: { stage: "scan", done: 0, total: 0 },
      done: this.#options.index({ directory: project.root, database: project.folder, ...more }, (progress) => {
        run.progress = progress;
        this.#options.onProgress?.(progress);
      }).finally(() => this.#running.delete(key)),
    };
    run.done.catch(() => {});
    this.#running.set(key, run);
    return run;
  }

  async #locate(repo: string | undefined): Promise<Located> {
    const { directory: own, database, anyRepository, audience, languages } = this.#options;
    const directory = repo === undefined ? own : resolve(own, repo);
    const project = await locateProject(directory, database);
    if (repo !== undefined && !anyRepository) await checkInside(this.#options, project.root, repo);
    this.#folder = project.folder;
    const table = await languages();
    const workspace: Workspace = {
      roots: rootsOf(project.root, directory),
      within: relative(project.root, realpathSync(directory)).replaceAll(sep, "/"),
      databases: project.folder,
      extensions: table.plugins.flatMap((plugin) => Object.keys(plugin.extensions)),
      languageNamed: (word) => table.meantBy(word)?.name,
      textForms: (language) => table.byName.get(language)?.textForms,
      rulesOf: (language) => table.byName.get(language)?.rules ?? {},
      audience,
      lookAt,
      readText: (path, hash) => readText(project, path, hash),
      index: (more) => this.#start(project, this.#options.ref === undefined ? more : { ref: this.#options.ref, ...more }).done,
      readRefs: (db, behind) =>
        makeRefReader(project, table, { db, liveRef: findRef(db, project, undefined)?.id ?? 0, behind }, this.#cache),
      followLost: (context, near) => followLost(context, project, table, near),
      readHistory: (context) => readHistory(context, project, table),
      open: (named): Context => {
        const db = this.#open(project);
        const name = refMeant(project, named ?? this.#options.ref);
        const ref = findRef(db, project, name);
        if (ref !== undefined) return { ...workspace, db, ref };
        if (name !== LIVE) throw notIndexed(name);
        throw new CallgroveError("index_not_ready", "Cannot answer: the working tree is not indexed yet", { hint: "callgrove index" });
      },
    };
    return { project, workspace, notes: [...(project.note === "" ? [] : [project.note]), ...table.notes] };
  }
}

/** Whether none of the refs is the working tree or the commit that is checked out. */
async function areElsewhere({ repository }: ProjectPlace, refs: readonly string[]): Promise<boolean> {
  if (repository === undefined || refs.includes(LIVE)) return false;
  const [own, ...commits] = await Promise.all(["HEAD", ...refs].map((ref) => resolveRef(repository, ref)));
  return !commits.includes(own);
}

/** Identifies runs that do the same. */
function runKey(project: ProjectPlace, more: Partial<IndexOptions>): string {
  return `${project.folder}\0${project.root}\0${more.ref ?? LIVE}\0${more.force === true || more.damaged === true}`;
}

function ready({ project, workspace, notes }: Located, db: DatabaseSync, ref: Ref, more: Partial<IndexState> = {}): Prepared {
  const empty = db.prepare(SOME_FILE).get(ref.id) === undefined ? [whyNothing(project, workspace.extensions)] : [];
  const state: IndexState = {
    indexing: "ready",
    freshness: "fresh",
    schema: "compatible",
    ref: ref.name,
    commit: ref.commit,
    pending: 0,
    ...more,
    warnings: [...new Set([...notes, ...(more.warnings ?? []), ...empty])],
  };
  return { workspace, context: { ...workspace, db, ref, ...(state.pending === 0 ? {} : { pending: state.pending }) }, state };
}

/**
 * The result without a usable index.
 * @param run the run that makes the index, if one is under way
 */
function unready({ workspace }: Located, ref: string, run?: Running): Prepared {
  const state = run === undefined
    ? { ...UNKNOWN_STATE, ref }
    : { ...UNKNOWN_STATE, ref, indexing: "indexing" as const, freshness: "syncing" as const };
  return { workspace, context: undefined, state, ...(run === undefined ? {} : { progress: run.progress }) };
}

/** Closes a handle of a former index once questions under way are done with it. */
function retire(db: DatabaseSync): void {
  Deno.unrefTimer(setTimeout(() => db.close(), 30_000));
}

/** The index and the working tree's row in it, if usable; an old or damaged index counts as none, since the next run rebuilds it. */
function openUsable(open: () => DatabaseSync, project: ProjectPlace): { db?: DatabaseSync; row?: Ref } {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    const row = findRef(db, project, undefined);
    return row === undefined ? { db } : { db, row };
  } catch (thrown) {
    if (isMadeAnew(reasonOf(db, thrown))) return {};
    throw thrown;
  }
}

/** The value of a promise if it arrives in time, else undefined; the promise continues. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  if (ms === Infinity) return await promise;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((done) => timer = setTimeout(() => done(undefined), ms));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws CallgroveError workspace_not_allowed if `root` is outside the caller's repository */
async function checkInside(options: RepositoryOptions, root: string, repo: string): Promise<void> {
  const own = (await locateProject(options.directory, options.database)).root;
  if (root === own || root.startsWith(own.endsWith(sep) ? own : own + sep)) return;
  throw new CallgroveError(
    "workspace_not_allowed",
    `Cannot look at repository "${repo}": it lies outside the folder this server was started for`,
    {
      hint: `Start a server for it: callgrove mcp --repo "${repo}"`,
      data: { repo, allowed: own, remediation: `callgrove mcp --repo "${repo}"` },
    },
  );
}

/** The root, and the path by which the caller reached it if that differs (through a link). */
function rootsOf(root: string, directory: string): string[] {
  const asked = resolve(directory);
  const real = realpathSync(asked);
  const inside = real.slice(root.length);
  if (!real.startsWith(root) || !asked.endsWith(inside)) return [root];
  const alias = inside === "" ? asked : asked.slice(0, -inside.length);
  return alias === root ? [root] : [root, alias];
}
