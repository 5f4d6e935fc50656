/**
 * Threads for large jobs, the calling thread for small ones, with the same interface.
 *
 * Stage: parse and resolve. Invariants: a job goes to any thread that is free; a broken thread is replaced and its job is retried once,
 * then it fails; a job with a time limit ends with it; nothing of the pool outlives `close`.
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

/** The workers that parse and resolve. */
export interface Crew {
  /** How many jobs run at a time. */
  readonly size: number;
  /** How many threads resolve. */
  readonly lanes: number;
  parse(items: readonly ParseItem[]): Promise<ParsedBatch>;
  parseLibrary(language: string): Promise<Uint8Array>;
  /** Announces `renew`: the threads that it will start load now. */
  renewSoon(): void;
  /** Releases the memory that parsing took, and the threads that do not resolve. What was prepared is lost. */
  renew(): void;
  /** Builds the tables of a language in every thread that will resolve it. Returns the names of modules and packages. */
  prepare(input: ResolverInput): Promise<PreparedNames>;
  /**
   * @param lane from 0 to `lanes` - 1. Jobs of one lane run one after the other in one thread, which reuses what it has evaluated. Waiting
   * jobs are queued in the thread, so that it never waits for the caller.
   */
  resolve(lane: number, indices: readonly number[], strictSyntax: boolean): Promise<PackedEdges>;
  /** Releases the tables of a language. */
  forget(): Promise<void>;
  close(): void;
}

/** A crew that works in the calling thread. */
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

/** How long a job may take, in ms; undefined: no limit. */
export type TimeLimit = (job: Job) => number | undefined;

/** After so many jobs have run into their limit, such jobs are no longer tried. */
const MOST_TIMEOUTS = 3;
const MOST_TRIES = 2;
/** How many jobs are sent to a thread: the running one and one in its queue, so that it need not wait for the calling thread in between. */
const MOST_SENT = 2;
/** How many batches of trees may wait before parsing threads lower too. */
const MOST_TREES = 4;
/** A buffer of trees that is larger than this, in bytes, is not reused. */
const LARGEST_ROOM = 1 << 24;

/** Bytes of texts above which a job takes so much memory that no second such job should run: a tree takes up to a hundred bytes for each. */
const LARGE_TEXT = 1 << 20;

/** Whether a job makes or holds trees of much memory. */
function isLarge(job: Job): boolean {
  if (job.kind === "lower") return areLarge(job.trees);
  return (job.kind === "parse" || job.kind === "trees") && job.items.reduce((sum, { bytes }) => sum + bytes.length, 0) > LARGE_TEXT;
}

/** Worker threads. `entry` is the module that calls `serveJobs`. */
export class ThreadCrew implements Crew {
  #threads: Thread[] = [];
  /** The threads that `renew` will start using. */
  #next: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  /** Buffers of trees that have been lowered. */
  readonly #rooms: SharedArrayBuffer[] = [];
  /** Jobs that every thread must have done before others: a replacement for a broken thread does them first. */
  #lessons: Job[] = [];

  #timeouts = 0;
  /** One fewer than the threads, but at least one: the calling thread writes the results, which takes about as much of a core as they leave. */
  readonly lanes: number;

  /** The time limit of jobs that are sent from now on. */
  limitOf: TimeLimit = () => undefined;

  constructor(readonly entry: URL, readonly size: number) {
    this.lanes = Math.max(1, size - 1);
    this.#threads = this.#startThreads(size, "parse");
  }

  #makeThread(half: Half): Thread {
    return new Thread(
      this.entry,
      half,
      () => this.#takeAll(),
      (spent) => this.#exchange(spent, spent.sent),
      (broken, why) => this.#replace(broken, `The parser broke: ${why}`),
      (late, limit) => {
        this.#timeouts++;
        late.sent[0]!.tries = MOST_TRIES;
        this.#replace(late, `it did not finish within ${limit / 1000} s`);
      },
    );
  }

  /** Starts a job. One with a time limit fails at once if too many have run into theirs. */
  #start(thread: Thread, waiting: Waiting): void {
    const limit = this.limitOf(waiting.job);
    if (limit === undefined || this.#timeouts < MOST_TIMEOUTS) return thread.send(waiting, limit);
    waiting.failed(new CallgroveError("internal_error", `not tried: ${MOST_TIMEOUTS} others did not finish`));
    this.#takeNext(thread);
  }

  #startThreads(count: number, half: Half): Thread[] {
    return Array.from({ length: count }, () => this.#makeThread(half));
  }

  /** Replaces a broken thread: the new one repeats the preparatory jobs and takes over the pending ones. */
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
    this.#takeAll();
  }

  /** Whether a thread accepts another job. One with a time limit must be its only one. */
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
   * The next job of a thread. Every other thread lowers, and parses only if it has nothing else to do; the others lower if trees pile up.
   * So a thread mostly runs one half of the code, and the engine compiles it once.
   */
  #choose(thread: Thread): Waiting | undefined {
    const isFull = this.#threads.some((one) => one.sent.some(({ job }) => isLarge(job)));
    const waiting = isFull ? this.#waiting.filter(({ job }) => !isLarge(job)) : this.#waiting;
    const trees = waiting.filter(({ job }) => job.kind === "lower" || job.kind === "library");
    const text = waiting.find(({ job }) => job.kind === "parse" || job.kind === "trees");
    const pileUp = trees.length > MOST_TREES || trees.some(({ job }) => isLarge(job));
    const next = this.#lowers(thread) ? trees[0] ?? text : pileUp ? trees[0] : text;
    if (next === undefined || !this.#threads.includes(thread) || !this.#takes(thread, next)) return undefined;
    return this.#lowers(thread) && next === text && thread.sent.length > 0 ? undefined : next;
  }

  #lowers(thread: Thread): boolean {
    return this.#threads.length === 1 || this.#threads.indexOf(thread) % 2 === 1;
  }

  /** Lets a parsing thread do the first half of a job; the second half waits for one that lowers. */
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
    this.#takeAll();
  }

  #takeAll(): void {
    for (const thread of this.#threads.toSorted((a, b) => a.sent.length - b.sent.length)) this.#takeNext(thread);
  }

  #run(job: Job, lane?: number): Promise<unknown> {
    return new Promise((done, failed) => {
      const waiting = { job, done, failed, lane, tries: 0 };
      if (lane !== undefined) this.#threads[lane]!.send(waiting);
      else this.#enqueue(waiting);
    });
  }

  /** Runs a job on each of the first `count` threads when it is free. */
  async #runOnAll(count: number, job: Job): Promise<unknown> {
    const [first] = await Promise.all(this.#threads.slice(0, count).map((_, lane) => this.#run(job, lane)));
    return first;
  }
  /** The same for a job that prepares a thread for later ones. */
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
  /** Lets the threads load what texts of the first known extension will need. Failures are reported with the first text. */
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
