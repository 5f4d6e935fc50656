/**
 * The whole pipeline from a folder to `index.db`: scan -> parse -> symbols -> resolve -> write.
 *
 * Invariants: a file whose text and surroundings are known is neither parsed nor resolved again; an incrementally updated index exports the
 * same bytes as a fresh one; it is published in one transaction, so that a reader sees the old or the new one.
 */
import { type ArtifactUpdate, updateArtifacts } from "./artifacts/update_artifacts.ts";
import { headCommit } from "./base/git.ts";
import { LIVE, refMeant } from "./base/ref_names.ts";
import { CallgroveError, isDatabaseError } from "./errors.ts";
import { hashSurroundings, namesOf } from "./extractor.ts";
import type { LanguagePlugin } from "./plugin.ts";
import { knownOf, type LastRun, type LastRuns, scanTouched } from "./run/last_run.ts";
import { findFilesToReadAgain, foreseeMacros } from "./run/macro_stage.ts";
import { type Foresee, parseFiles, storeHeld } from "./run/parse_stage.ts";
import { Clock, type IndexProgress, Progress } from "./run/progress.ts";
import { type LanguagePart, resolveLanguage } from "./run/resolve_stage.ts";
import { RunCrew } from "./run/run_crew.ts";
import { differs, hasSameObject, isUntouched, leaveOutAgain, skipStanding, standingOf } from "./run/standing.ts";
import { type IndexSummary, summarize } from "./run/summary.ts";
import type { TextMemory } from "./run/text_memory.ts";
import { TextReader } from "./run/text_reader.ts";
import { type TrackedFile, trackFile } from "./run/tracked_file.ts";
import { type KeptSkip, plainSkip } from "./scan/decode_source.ts";
import type { LanguageTable } from "./scan/languages_of.ts";
import { byPath, isRacy, type Manifest, type Scan, scanWorkingTree } from "./scan/scan.ts";
import { type RefScan, scanRef } from "./scan/scan_ref.ts";
import { readKnownArtifacts, writeRefArtifacts } from "./store/artifact_store.ts";
import { EdgeWriter } from "./store/edge_writer.ts";
import type { Follower } from "./store/follower.ts";
import { IndexWriter } from "./store/index_writer.ts";
import { type Lease, takeLease } from "./store/lease.ts";
import { cannotWrite, locateProject, prepareFolder, type ProjectPlace, refuseWholeDisk } from "./store/location.ts";
import { hasIndex, isDamage, openForWriting, type WritableIndex } from "./store/open.ts";
import { type KnownRef, readNeighbour, readRef, removeUnnamed, writeRef } from "./store/ref_store.ts";
import { addSearchNames } from "./store/search_names.ts";
import type { ThreadCrew } from "./threads/pool.ts";
import { type EarlyThreads, startEarly } from "./threads/run_threads.ts";

export type { IndexProgress, IndexStage } from "./run/progress.ts";
export type { IndexSummary } from "./run/summary.ts";
export type { Skip, SkipReason } from "./scan/decode_source.ts";

/** What to bring up to date. */
export interface IndexOptions {
  /** Any folder of the project. The repository around it is indexed, or outside git the folder itself. */
  readonly directory: string;
  /** The folder of the databases. Default: `CALLGROVE_DB`, then the location given in the contract. */
  readonly database?: string | undefined;
  /** A branch, tag or commit to read from git. Default: the working tree ("live"). */
  readonly ref?: string | undefined;
  /** Do everything from scratch: use no cached facts and no earlier resolution, of this or any other ref. */
  readonly force?: boolean | undefined;
  /** The existing index was found to be damaged: it is rebuilt without being read. */
  readonly damaged?: boolean | undefined;
  /**
   * The only files of the working tree that may have changed since this process's last run over it; if absent, changes are looked for. What
   * that run saw of the rest is reused if the index still holds what it wrote.
   */
  readonly touched?: readonly string[] | undefined;
  /** Files with a syntax error keep their symbols but yield no call sites. */
  readonly strictSyntax?: boolean | undefined;
  /** The number of threads, regardless of the amount of work; 0: everything in the calling thread. Default: as many as pay off. */
  readonly workers?: number | undefined;
  /** How long to wait for another `index` of the same database, in ms, before `index_in_progress`. Default: 60,000. */
  readonly waitMs?: number | undefined;
}

/** What the composition root provides to the pipeline. */
export interface PipelineHost {
  /** The languages. Loaded when this is called, not before. */
  readonly languages: () => Promise<LanguageTable>;
  /** The module that calls `serveJobs`. */
  readonly workerEntry: URL;
  /** What is kept from one run to the next. */
  readonly texts: TextMemory;
  readonly lastRuns: LastRuns;
  /** Threads that were already started for this run. */
  readonly early?: EarlyThreads | undefined;
  /** Observes what is written into a new index of a working tree. Never fails. */
  readonly follow?: (place: ProjectPlace) => Promise<Follower>;
}

const WAIT_MS = 60_000;
/** After this much source, releasing the parser's memory, which never shrinks, is worth the time to start threads again. */
const RENEW_BYTES = 6 * 1024 * 1024;
/** The fraction of the files after which the next threads load: the second half is the smaller files, a tenth of the text. */
const MOST_PARSED = 0.5;
/**
 * The fraction of the files after which edges are sorted for look-ups: this thread has time while the rest is being resolved, at the end
 * others would wait.
 */
const MOST_RESOLVED = 0.9;

/**
 * Creates or updates the index of a working tree or a ref.
 * @throws CallgroveError project_not_found, index_in_progress, index_incompatible, ref_not_indexed, internal_error. After any of them, and
 * when the process is killed, the previous index remains as it was.
 */
export async function indexProject(
  host: PipelineHost,
  asked: IndexOptions,
  onProgress: (progress: IndexProgress) => void = () => {},
): Promise<IndexSummary> {
  const clock = new Clock();
  const place = await locateProject(asked.directory, asked.database);
  refuseWholeDisk(place);
  const ref = refMeant(place, asked.ref);
  const options: IndexOptions = { ...asked, ref: ref === LIVE ? undefined : ref };
  const early = takeEarly(host, options, place);
  const run = (table: LanguageTable, damaged: boolean): Promise<IndexSummary> => {
    const progress = new Progress(onProgress);
    return runOnce({ host, options: { ...options, damaged }, place, table, clock, progress, early: damaged ? undefined : early });
  };
  let lease: Lease | undefined;
  try {
    const table = await host.languages();
    prepareFolder(place);
    lease = await takeLease(place.folder, options.waitMs ?? WAIT_MS);
    return await run(table, options.damaged === true);
  } catch (thrown) {
    if (lease === undefined || !isDamage(thrown)) throw thrown instanceof CallgroveError ? thrown : asWriteError(place, thrown);
    return await run(await host.languages(), true);
  } finally {
    early?.close();
    lease?.release();
  }
}

/** The threads that were already started, if this is the first run they were started for. */
function takeEarly(
  { early, workerEntry }: PipelineHost,
  { ref, workers }: IndexOptions,
  { root, folder }: ProjectPlace,
): ThreadCrew | undefined {
  const isFirst = ref === undefined && workers === undefined && !hasIndex(folder);
  if (isFirst && early?.root === root) return early.crew;
  early?.crew.close();
  return isFirst ? startEarly(workerEntry, root)?.crew : undefined;
}

function asWriteError(place: ProjectPlace, thrown: unknown): unknown {
  return isDatabaseError(thrown) ? cannotWrite(place.folder, thrown) : thrown;
}

/** What is to be done, where, and with what. */
interface RunRequest {
  readonly host: PipelineHost;
  readonly options: IndexOptions;
  readonly place: ProjectPlace;
  readonly table: LanguageTable;
  readonly clock: Clock;
  readonly progress: Progress;
  /** Threads that were already started. */
  readonly early: ThreadCrew | undefined;
}

async function runOnce(request: RunRequest): Promise<IndexSummary> {
  const { host, options, place, table, clock, progress } = request;
  progress.send("scan", 0, 0);
  const scanStart = Date.now();
  const last = takeLastRun(host, options, place);
  const touched = options.touched === undefined || last === undefined ? undefined : scanTouched(place, table, last.scan, options.touched);
  const scanAll = async (): Promise<RefScan> =>
    options.ref === undefined ? asRef(place, await scanWorkingTree(place, table)) : await scanRef(place, table, options.ref);
  const found = touched === undefined ? await scanAll() : asRef(place, touched);
  clock.lap("scan");
  const index = openForWriting(place.folder, options.damaged ? "damaged" : options.force === true ? "dropped" : "kept");
  let run: Run | undefined;
  try {
    const own = index.fresh ? undefined : readRef(index.db, place.repo, options.ref ?? LIVE, last?.ref);
    clock.lap("open");
    // Another process has written the index since.
    const scan = touched !== undefined && own !== last?.ref ? await scanAll() : found;
    run = new Run(request, { scan, scanStart, index, own, isLater: last !== undefined });
    return await run.finish();
  } finally {
    run?.close();
    index.abandon();
  }
}

/** What was kept of the last run over the working tree. From now on that run is no longer the last one, whatever becomes of this one. */
function takeLastRun(host: PipelineHost, options: IndexOptions, place: ProjectPlace): LastRun | undefined {
  if (options.ref !== undefined) return undefined;
  const last = host.lastRuns.get(place);
  host.lastRuns.set(place, undefined);
  return options.damaged ? undefined : last;
}

/** The working tree in the form of a ref: with the commit it is based on, and nothing to read from git. */
function asRef(place: ProjectPlace, scan: Scan): RefScan {
  const commit = place.repository === undefined ? Promise.resolve("") : headCommit(place.repository);
  // Anyone who awaits it gets the error.
  commit.catch(() => {});
  return { ...scan, commit, readObjects: () => Promise.resolve(new Map()) };
}

/** The starting point of a run: the tree, the index, and what the index already holds. */
interface RunFindings {
  readonly scan: RefScan;
  /** When the scan began, in ms. */
  readonly scanStart: number;
  readonly index: WritableIndex;
  /** The ref as stored in the index. */
  readonly own: KnownRef | undefined;
  /** Whether this process has indexed this working tree before. */
  readonly isLater: boolean;
}

/** One run over one ref. */
class Run {
  readonly #crew: RunCrew;
  #hasEdgeIndexes = false;

  constructor(readonly request: RunRequest, readonly found: RunFindings) {
    const { host: { workerEntry }, options: { workers }, table, early } = request;
    this.#crew = new RunCrew(table, { workerEntry, workers, isLater: found.isLater, early });
  }

  close(): void {
    this.#crew.close();
  }

  async finish(): Promise<IndexSummary> {
    const { host, options, place, table, clock, progress } = this.request;
    const { index, scan, scanStart, own } = this.found;
    const name = options.ref ?? LIVE;
    const known = own ?? (index.fresh ? undefined : readNeighbour(index.db, scan.manifestHash));
    const writer = new IndexWriter(index.db, index.fresh);
    const surroundings = hashSurroundings(table.plugins, options.strictSyntax === true);
    const { files, skipped, parsed } = await this.#parse(writer, known, own?.surroundings === surroundings ? own.skipped : "[]");
    const sameRest = known !== undefined && known.surroundings === surroundings && known.manifests === scan.manifestHash;
    const follower = index.fresh && name === LIVE ? await host.follow?.(place) : undefined;
    const knownArtifacts = own === undefined ? [] : readKnownArtifacts(index.db, own.id);
    const context = { root: place.root, writer, readObjects: scan.readObjects, isRacy: (time: number) => isRacy(time, scanStart) };
    const readArtifacts = async (): Promise<ArtifactUpdate> => {
      const start = performance.now();
      const update = await updateArtifacts(context, scan.artifacts, knownArtifacts);
      clock.add("artifacts", start);
      return update;
    };
    const { resolved, artifacts, changed } = await this.#resolve(writer, follower, files, known, sameRest, readArtifacts);
    const removed = own === undefined ? 0 : own.files.length - files.filter((file) => file.known !== undefined).length;
    const refFiles = files.map((file) => standingOf(file, scanStart));
    const commit = await scan.commit;
    const indexedAt = new Date().toISOString();
    const state = { repo: place.repo, root: place.root, name, commit, indexedAt, manifests: scan.manifestHash, surroundings, skipped };
    let ref = own;
    if (own === undefined || parsed + resolved + removed > 0 || changed || differs(own, state, refFiles)) {
      progress.send("write", 0, files.length);
      writer.flush();
      if (!index.fresh) addSearchNames(index.db, writer.firstNewSymbol);
      const id = writeRef(index.db, state, own, refFiles);
      writeRefArtifacts(index.db, id, knownArtifacts, artifacts);
      if (own !== undefined) removeUnnamed(index.db, own.files, refFiles);
      clock.lap("write");
      // Threads are ended first: they hold more memory than what is built now.
      this.#crew.close();
      await index.publish(async (made) => await follower?.finish({ made, ref: name, indexedAt }));
      clock.lap("publish");
      ref = { ...state, id, skipped: JSON.stringify(skipped), files: files.map((file, i) => knownOf(file, refFiles[i]!)) };
    }
    if (ref !== undefined && name === LIVE) host.lastRuns.set(place, { scan, ref });
    const counts = { parsed, resolved, removed };
    return summarize({
      place,
      name,
      commit,
      files,
      skipped: skipped.map(plainSkip),
      counts,
      plugins: table.plugins,
      warnings: [...(place.note === "" ? [] : [place.note]), ...table.notes, ...index.warnings],
      timings: clock.finish(),
    });
  }

  /**
   * Finds the files whose text differs from the index and parses them.
   * @param leftOut what the previous run left out, as JSON
   */
  async #parse(
    writer: IndexWriter,
    known: KnownRef | undefined,
    leftOut: string,
  ): Promise<{ files: TrackedFile[]; skipped: KeptSkip[]; parsed: number }> {
    const { place, clock, progress } = this.request;
    const { index, scan, scanStart, own } = this.found;
    const before = new Map((known?.files ?? []).map((file) => [file.path, file]));
    const files: TrackedFile[] = [];
    const doubtful: TrackedFile[] = [];
    const { texts, still } = leaveOutAgain(scan.files, leftOut, scanStart);
    for (const scanned of texts) {
      const file = trackFile(scanned, before.get(scanned.path));
      const untouched = file.object !== "" ? hasSameObject(file) : own !== undefined && isUntouched(file, scanStart);
      if (untouched) file.extractor = file.known!.extractor;
      (untouched ? files : doubtful).push(file);
    }
    const isKnown = (file: TrackedFile): boolean =>
      file.object !== "" && writer.readBlob(file.object, file.language.plugin.name, ...namesOf(file.extractor)) !== undefined;
    const bytes = doubtful.reduce((sum, file) => sum + (isKnown(file) ? 0 : file.size), 0);
    this.#crew.start(bytes, scan.files);
    const renews = bytes >= RENEW_BYTES;
    if (doubtful.length > 0) progress.send("parse", 0, doubtful.length);
    const onFiles = (done: number): void => {
      progress.send("parse", done, doubtful.length);
      if (renews && done >= doubtful.length * MOST_PARSED) this.#crew.any.renewSoon();
    };
    const foresee: Foresee = (read, waiting) => foreseeMacros(read, waiting, (plugin) => this.#manifestsOf(plugin));
    const context = {
      root: place.root,
      objectFormat: place.repository?.objectFormat ?? "sha1",
      crew: this.#crew.any,
      writer,
      onFiles,
      readObjects: scan.readObjects,
      isAgain: false,
      // Later runs read few files.
      foresee: index.fresh ? foresee : undefined,
    };
    // The threads have their grammars now. Those that start after `renew` would have to load them for the libraries alone. In later runs
    // the index has the libraries.
    const languages = new Set(index.fresh ? doubtful.map((file) => file.language.plugin) : []);
    const libraries = [...languages].map((plugin) => this.#crew.library(writer, plugin));
    const first = await parseFiles(context, doubtful);
    const wanted = this.#findMacros(writer, [...files, ...first.read], known);
    const isAgain = new Set(wanted);
    const reading = parseFiles({ ...context, onFiles: () => {}, isAgain: true, foresee: undefined }, wanted);
    storeHeld(writer, first.held.filter(({ file }) => !isAgain.has(file)));
    const second = await reading;
    await Promise.all(libraries);
    if (renews) this.#crew.any.renew();
    clock.lap("parse");
    const read = [...[...files, ...first.read].filter((file) => !isAgain.has(file)), ...second.read].sort(byPath);
    const skipped = [...scan.skipped, ...still, ...first.skipped, ...second.skipped].map((skip) => skipStanding(skip, scanStart)).sort(
      byPath,
    );
    return { files: read, skipped, parsed: read.filter((file) => file.changed).length };
  }

  /** The files that call macros of other files and must be read again with them: all candidates if anything of the language changed. */
  #findMacros(writer: IndexWriter, files: readonly TrackedFile[], known: KnownRef | undefined): TrackedFile[] {
    const sameManifests = known?.manifests === this.found.scan.manifestHash;
    return this.request.table.plugins.flatMap((plugin) => {
      const own = files.filter((file) => file.language.plugin === plugin);
      const had = known?.files.filter((file) => file.language === plugin.name).length ?? 0;
      const isSame = sameManifests && had === own.length && !own.some((file) => file.changed || file.known === undefined);
      return isSame ? [] : findFilesToReadAgain(writer, plugin, own.sort(byPath), this.#manifestsOf(plugin));
    });
  }

  #manifestsOf(plugin: LanguagePlugin): Manifest[] {
    return this.found.scan.manifests.filter((manifest) => this.request.table.manifestReaders(manifest.path).includes(plugin));
  }

  /** Resolves every language in which something changed, and reads artifacts during the last one, when this thread has time. */
  async #resolve(
    writer: IndexWriter,
    follower: Follower | undefined,
    files: readonly TrackedFile[],
    known: KnownRef | undefined,
    sameRest: boolean,
    readArtifacts: () => Promise<ArtifactUpdate>,
  ): Promise<{ readonly resolved: number } & ArtifactUpdate> {
    const { host, options, table, clock, progress } = this.request;
    const { index } = this.found;
    const edges = new EdgeWriter(writer, index.db);
    const parts = this.#findParts(files, known, sameRest);
    const total = parts.reduce((sum, part) => sum + part.files.length, 0);
    let resolved = 0;
    let update: ArtifactUpdate | undefined;
    for (const part of parts) {
      const crew = this.#crew.any;
      const library = await this.#crew.library(writer, table.byName.get(part.name)!);
      clock.lap("library");
      const before = resolved;
      const isLast = part === parts.at(-1);
      resolved += await resolveLanguage({
        crew,
        writer,
        texts: new TextReader(writer, host.texts),
        edges,
        follower,
        strictSyntax: options.strictSyntax === true,
        onFiles: (done) => {
          progress.send("resolve", before + done, total);
          if (isLast && before + done >= total * MOST_RESOLVED) this.#indexEdges(edges);
        },
        onSymbols: async () => {
          if (!isLast) return;
          if (index.fresh) this.#indexSymbols(writer);
          update = await readArtifacts();
        },
        addTime: (stage, start) => clock.add(stage, start),
      }, { ...part, library });
      clock.skip();
    }
    edges.flush();
    return { resolved, ...(update ?? await readArtifacts()) };
  }

  /** Called while others are still resolving and this thread has time. */
  #indexSymbols(writer: IndexWriter): void {
    const start = performance.now();
    writer.flush();
    this.found.index.indexSymbols();
    this.found.index.settle();
    this.request.clock.add("publish", start);
  }

  /** Called while the last files are still being resolved; what they add is less than what is sorted here. */
  #indexEdges(edges: EdgeWriter): void {
    if (!this.found.index.fresh || this.#hasEdgeIndexes) return;
    this.#hasEdgeIndexes = true;
    const start = performance.now();
    edges.flush();
    this.found.index.indexEdges();
    this.found.index.settle();
    this.request.clock.add("publish", start);
  }

  #findParts(files: readonly TrackedFile[], known: KnownRef | undefined, sameRest: boolean): Omit<LanguagePart, "library">[] {
    const parts: Omit<LanguagePart, "library">[] = [];
    for (const plugin of this.request.table.plugins) {
      const own = files.filter((file) => file.language.plugin === plugin);
      const stayed = new Set(own.filter((file) => file.known?.language === plugin.name).map((file) => file.path));
      const gone = (known?.files ?? []).filter((file) => file.language === plugin.name && !stayed.has(file.path));
      const isSame = sameRest && gone.length === 0 && stayed.size === own.length && !own.some((file) => file.changed);
      if (own.length === 0 || isSame) continue;
      const rest = { manifests: this.#manifestsOf(plugin), links: this.found.scan.links, everything: !sameRest };
      parts.push({ name: plugin.name, separator: plugin.rules.separator, plugin, files: own, gone, ...rest });
    }
    // The largest comes last: the work that follows its symbols is done during most of the resolving.
    return parts.sort((a, b) => a.files.length - b.files.length);
  }
}
