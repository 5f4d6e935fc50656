/**
 * Threads for large jobs, the calling thread for small ones: one interface for both.
 *
 * Stage: parse and resolve. Invariants: work goes to whichever thread is free; a thread that breaks is replaced and its job tried once
 * more, then given up as one that failed; one that a giant text made large is replaced; a job with a time limit ends with it; nothing of the
 * pool outlives `close`.
 */
import { CallgroveError } from "../errors.ts";
import { areLarge, type PackedTrees } from "../parse/packed_trees.ts";
import type { ParsedBatch } from "../parse/parsed_file.ts";
import type { LanguagePlugin } from "../plugin.ts";
import type { PackedEdges } from "./packed_edges.ts";
import type { ParseItem } from "./parse_work.ts";
import type { PreparedNames, ResolverInput } from "./resolve_work.ts";
import { Thread, type Waiting } from "./thread.ts";
import { type Half, Work } from "./work.ts";
import type { Job } from "./worker.ts";

/** Who does the heavy work. */
export interface Crew {
  /** How many jobs run at a time. */
  readonly size: number;
  /** How many threads resolve. */
  readonly lanes: number;
  parse(items: readonly ParseItem[]): Promise<ParsedBatch>;
  parseLibrary(language: string): Promise<Uint8Array>;
  /** `renew` is near: the threads that come then load themselves now. */
  renewSoon(): void;
  /** Gives back the memory that parsing took, and the threads that do not resolve; what was prepared is lost. */
  renew(): void;
  /** Builds the maps of a language wherever it will be resolved; gives the files' names. */
  prepare(input: ResolverInput): Promise<PreparedNames>;
  /**
   * @param lane from 0 to `lanes` - 1: jobs of one lane run in one thread, which remembers what it has evaluated, one after the other; those
   * that wait lie in the thread, so that it never waits for the caller.
   */
  resolve(lane: number, indices: readonly number[], strictSyntax: boolean): Promise<PackedEdges>;
  /** Lets the maps of a language go. */
  forget(): Promise<void>;
  close(): void;
}

/** The calling thread. */
export function makeLocalCrew(plugins: readonly LanguagePlugin[]): Crew {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]));
  const work = new Work({ load: (language) => Promise.resolve(byName.get(language)!), nameOf: () => undefined });
  const soon = <T>(value: T): Promise<T> => Promise.resolve(value);
  return {
    size: 1,
    lanes: 1,
    parse: (items) => work.parse(items),
    parseLibrary: (language) => work.parseLibrary(language),
    renewSoon: () => {},
    renew: () => {},
    prepare: (input) => work.prepare(input),
    resolve: (_lane, indices, strictSyntax) => soon(work.resolve(indices, strictSyntax)),
    forget: () => soon(work.forget()),
    close: () => {},
  };
}

/** How long a job may take, ms; undefined: as long as it likes. */
export type TimeLimit = (job: Job) => number | undefined;

/** So many jobs may run into their limit before such jobs are not tried any more. */
const MOST_TIMEOUTS = 3;
const MOST_TRIES = 2;
/** Jobs that a thread is sent: one that it does and one that lies in it, so that it need not wait for the calling thread in between. */
const MOST_SENT = 2;
/** Batches of trees that wait before threads that parse lower too. */
const MOST_TREES = 4;
/** A buffer of trees above this many bytes is not kept for the next. */
const LARGEST_ROOM = 1 << 24;

/** Whether a job holds trees of so much memory that no others should be made beside them. */
function isLarge(job: Job): boolean {
  return job.kind === "lower" && areLarge(job.trees);
}

/** Worker threads. `entry` is the module that calls `serveJobs`. */
export class ThreadCrew implements Crew {
  #threads: Thread[] = [];
  /** Those that come with `renew`. */
  #next: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  /** Buffers of trees that have been lowered. */
  readonly #rooms: SharedArrayBuffer[] = [];
  /** Jobs that every thread must have done before it takes others: a new thread in a broken one's place does them first. */
  #lessons: Job[] = [];

  #timeouts = 0;
  /** The calling thread writes what the others find out, which takes about as much of a core as they leave of it. */
  readonly lanes: number;

  /** How long jobs may take that are sent from now on. */
  limitOf: TimeLimit = () => undefined;

  constructor(readonly entry: URL, readonly size: number) {
    this.lanes = Math.max(1, size - 1);
    this.#threads = this.#startThreads(size, "parse");
  }

  #makeThread(half: Half): Thread {
    return new Thread(
      this.entry,
      half,
      (free) => this.#takeNext(free),
      (spent) => this.#exchange(spent, spent.sent),
      (broken, why) => this.#replace(broken, `The parser broke: ${why}`),
      (late, limit) => {
        this.#timeouts++;
        late.sent[0]!.tries = MOST_TRIES;
        this.#replace(late, `it did not end within ${limit / 1000} s`);
      },
    );
  }

  /** Starts a job; one of a kind that has run into its limit too often fails at once. */
  #start(thread: Thread, waiting: Waiting): void {
    const limit = this.limitOf(waiting.job);
    if (limit === undefined || this.#timeouts < MOST_TIMEOUTS) return thread.send(waiting, limit);
    waiting.failed(new CallgroveError("internal_error", `not tried: ${MOST_TIMEOUTS} others did not end`));
    this.#takeNext(thread);
  }

  #startThreads(count: number, half: Half): Thread[] {
    return Array.from({ length: count }, () => this.#makeThread(half));
  }

  /** Puts another thread in a broken one's place, which tries once more what broke that one. */
  #replace(broken: Thread, why: string): void {
    this.#next = this.#next.filter((thread) => thread !== broken);
    const [culprit, ...others] = broken.sent;
    const again = culprit !== undefined && ++culprit.tries < MOST_TRIES;
    this.#exchange(broken, again ? broken.sent : others);
    if (!again) culprit?.failed(new CallgroveError("internal_error", why));
  }

  /** Puts another thread in the place of one, which learns what that one knew and does what is `left` of what it was sent. */
  #exchange(old: Thread, left: readonly Waiting[]): void {
    old.stop();
    const lane = this.#threads.indexOf(old);
    if (lane < 0) return;
    const thread = this.#threads[lane] = this.#makeThread(old.half);
    for (const job of this.#lessons) thread.send({ job, done: () => {}, failed: () => {}, lane, tries: 0 });
    for (const waiting of left) {
      if (waiting.lane === undefined) this.#waiting.unshift(waiting);
      else thread.send(waiting);
    }
    this.#takeNext(thread);
  }

  /** Whether a thread takes another job: one with a limit must be its only one, and behind one that makes the thread large nothing lies. */
  #takes(thread: Thread, { job }: Waiting): boolean {
    return thread.sent.length < (this.limitOf(job) === undefined && !isLarge(job) ? MOST_SENT : 1);
  }

  #takeNext(thread: Thread): void {
    const next = this.#choose(thread);
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#start(thread, this.#halve(thread, next));
    this.#takeNext(thread);
  }

  /**
   * What a thread does next. Every other one lowers, and parses only when it has nothing else to do; the others lower when trees pile up.
   * So a thread runs mostly one half of the code, and an engine compiles it once.
   */
  #choose(thread: Thread): Waiting | undefined {
    const trees = this.#waiting.filter(({ job }) => job.kind === "lower" || job.kind === "library");
    const text = this.#waiting.find(({ job }) => job.kind === "parse" || job.kind === "trees");
    const pileUp = trees.length > MOST_TREES || trees.some(({ job }) => isLarge(job));
    const next = this.#lowers(thread) ? trees[0] ?? text : pileUp ? trees[0] : text;
    if (next === undefined || !this.#threads.includes(thread) || !this.#takes(thread, next)) return undefined;
    return this.#lowers(thread) && next === text && thread.sent.length > 0 ? undefined : next;
  }

  #lowers(thread: Thread): boolean {
    return this.#threads.length === 1 || this.#threads.indexOf(thread) % 2 === 1;
  }

  /** Has a thread that parses do the first half of a job; the second waits for one that lowers. */
  #halve(thread: Thread, waiting: Waiting): Waiting {
    const { job } = waiting;
    if (job.kind !== "parse" || this.#lowers(thread) || this.limitOf(job) !== undefined) return waiting;
    const lower = (trees: PackedTrees): void => {
      const done = (batch: unknown): void => {
        if (trees.columns.byteLength <= LARGEST_ROOM) this.#rooms.push(trees.columns);
        waiting.done(batch);
      };
      this.#enqueue({ ...waiting, job: { kind: "lower", trees }, done });
    };
    return { ...waiting, job: { kind: "trees", items: job.items, room: this.#rooms.pop() }, done: (trees) => lower(trees as PackedTrees) };
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    for (const thread of this.#threads.toSorted((a, b) => a.sent.length - b.sent.length)) this.#takeNext(thread);
  }

  #run(job: Job, lane?: number): Promise<unknown> {
    return new Promise((done, failed) => {
      const waiting = { job, done, failed, lane, tries: 0 };
      if (lane !== undefined) this.#threads[lane]!.send(waiting);
      else this.#enqueue(waiting);
    });
  }

  /** Has the first `count` threads do a job, each when it is done with what it has. */
  async #runOnAll(count: number, job: Job): Promise<unknown> {
    const [first] = await Promise.all(this.#threads.slice(0, count).map((_, lane) => this.#run(job, lane)));
    return first;
  }
  /** The same for a job without which a thread can't do those that follow. */
  #teachAll(count: number, job: Job): Promise<unknown> {
    this.#lessons.push(job);
    return this.#runOnAll(count, job);
  }

  renewSoon(): void {
    if (this.#next.length === 0) this.#next = this.#startThreads(this.lanes, "resolve");
  }
  renew(): void {
    const next = this.#next;
    this.#next = [];
    this.close();
    this.#lessons = [];
    this.#threads = [...next, ...this.#startThreads(this.lanes - next.length, "resolve")];
  }
  /** Has the threads load what texts of the first ending that anybody knows will need; what comes of it is told with the first text. */
  expect(endings: readonly string[]): void {
    for (const [lane, thread] of this.#threads.entries()) {
      this.#run({ kind: "expect", endings, lowers: this.#lowers(thread) }, lane).catch(() => {});
    }
  }
  parse(items: readonly ParseItem[]): Promise<ParsedBatch> {
    return this.#run({ kind: "parse", items }) as Promise<ParsedBatch>;
  }
  parseLibrary(language: string): Promise<Uint8Array> {
    return this.#run({ kind: "library", language }) as Promise<Uint8Array>;
  }
  prepare(input: ResolverInput): Promise<PreparedNames> {
    return this.#teachAll(this.lanes, { kind: "prepare", input }) as Promise<PreparedNames>;
  }
  resolve(lane: number, indices: readonly number[], strictSyntax: boolean): Promise<PackedEdges> {
    return this.#run({ kind: "resolve", indices, strictSyntax }, lane) as Promise<PackedEdges>;
  }
  async forget(): Promise<void> {
    this.#lessons = [];
    await this.#runOnAll(this.lanes, { kind: "forget" });
  }
  close(): void {
    for (const thread of [...this.#threads, ...this.#next]) thread.stop();
    this.#threads = this.#next = [];
  }
}
