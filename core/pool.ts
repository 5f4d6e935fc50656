/**
 * Threads for large jobs, the calling thread for small ones: one interface for both.
 *
 * Stage: parse and resolve. Invariants: work goes to whichever thread is free; a thread that breaks is replaced and its job tried once
 * more, then given up as one that failed; a job with a time limit ends with it; nothing of the pool outlives `close`.
 */
import { CallgroveError } from "./errors.ts";
import type { LanguagePlugin } from "./plugin.ts";
import { type PackedEdges } from "./packed_edges.ts";
import { type ParseBatch, type ParsedBatch, type PreparedNames, type ResolverInput, Work } from "./work.ts";
import type { Job, JobAnswer } from "./worker.ts";

/** The texts that an index knows. */
export interface KnownTexts {
  knowsBlob(hash: string, language: string, extractor: string): boolean;
  /** All of them, as keys of `blobKey`. */
  readBlobKeys(): readonly string[];
}

/** Who does the heavy work. */
export interface Crew {
  /** How many jobs run at a time. */
  readonly size: number;
  /** Has the texts that an index knows passed over: they are not parsed. */
  passOver(index: KnownTexts): Promise<void>;
  parse(batch: ParseBatch): Promise<ParsedBatch>;
  parseLibrary(language: string): Promise<Uint8Array>;
  /** Gives back the memory that parsing took; what was prepared is lost. */
  renew(): void;
  /** Builds the maps of a language wherever it will be resolved; gives the files' names. */
  prepare(input: ResolverInput): Promise<PreparedNames>;
  /** @param lane from 0 to `size` - 1: jobs of one lane run in one thread, which remembers what it has evaluated. */
  resolve(lane: number, indices: readonly number[], strictSyntax: boolean): Promise<PackedEdges>;
  /** Lets the maps of a language go. */
  forget(): Promise<void>;
  close(): void;
}

/** The calling thread. */
export function makeLocalCrew(plugins: readonly LanguagePlugin[]): Crew {
  const work = new Work(plugins);
  const soon = <T>(value: T): Promise<T> => Promise.resolve(value);
  return {
    size: 1,
    passOver: (index) => soon(work.passOver((...text) => index.knowsBlob(...text))),
    parse: (batch) => work.parse(batch),
    parseLibrary: (language) => work.parseLibrary(language),
    renew: () => {},
    prepare: (input) => soon(work.prepare(input)),
    resolve: (_lane, indices, strictSyntax) => soon(work.resolve(indices, strictSyntax)),
    forget: () => soon(work.forget()),
    close: () => {},
  };
}

interface Waiting {
  readonly job: Job;
  readonly done: (value: unknown) => void;
  readonly failed: (reason: Error) => void;
  /** The thread that must do it; undefined: any. */
  readonly lane: number | undefined;
  tries: number;
}

/** How long a job may take, ms; undefined: as long as it likes. */
export type TimeLimit = (job: Job) => number | undefined;

/** So many jobs may run into their limit before such jobs are not tried any more. */
const MOST_TIMEOUTS = 3;
const MOST_TRIES = 2;

class Thread {
  readonly #worker: Worker;
  #timer: ReturnType<typeof setTimeout> | undefined;
  current: Waiting | undefined;

  constructor(
    entry: URL,
    readonly onFree: (thread: Thread) => void,
    readonly onBroken: (thread: Thread, why: string) => void,
    readonly onLate: (thread: Thread, limit: number) => void,
  ) {
    this.#worker = new Worker(entry, { type: "module" });
    this.#worker.onmessage = (event: MessageEvent<JobAnswer>): void => {
      clearTimeout(this.#timer);
      const answer = event.data;
      if ("failure" in answer && answer.broken) return this.onBroken(this, answer.failure);
      const waiting = this.current;
      this.current = undefined;
      if ("failure" in answer) {
        waiting?.failed(new CallgroveError("internal_error", `Cannot do the job "${waiting.job.kind}": ${answer.failure}`));
      } else waiting?.done(answer.value);
      this.onFree(this);
    };
    this.#worker.onerror = (event): void => {
      event.preventDefault();
      this.onBroken(this, event.message);
    };
  }

  start(waiting: Waiting, limit: number | undefined): void {
    this.current = waiting;
    this.#worker.postMessage(waiting.job);
    if (limit !== undefined) this.#timer = setTimeout(() => this.onLate(this, limit), limit);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#worker.terminate();
  }
}

/** Worker threads. `entry` is the module that calls `serveJobs`. */
export class ThreadCrew implements Crew {
  readonly #threads: Thread[] = [];
  #free: Thread[] = [];
  readonly #waiting: Waiting[] = [];
  /** Jobs that every thread must have done before it takes others: a new thread in a broken one's place does them first. */
  #lessons: Job[] = [];

  #timeouts = 0;

  /** How long jobs may take that are sent from now on. */
  limitOf: TimeLimit = () => undefined;

  constructor(readonly entry: URL, readonly size: number) {
    this.#startAll();
  }

  #makeThread(): Thread {
    return new Thread(
      this.entry,
      (free) => this.#takeNext(free),
      (broken, why) => this.#replace(broken, `The parser broke: ${why}`),
      (late, limit) => {
        this.#timeouts++;
        late.current!.tries = MOST_TRIES;
        this.#replace(late, `it did not end within ${limit / 1000} s`);
      },
    );
  }

  /** Starts a job; one of a kind that has run into its limit too often fails at once. */
  #start(thread: Thread, waiting: Waiting): void {
    const limit = this.limitOf(waiting.job);
    if (limit === undefined || this.#timeouts < MOST_TIMEOUTS) return thread.start(waiting, limit);
    waiting.failed(new CallgroveError("internal_error", `not tried: ${MOST_TIMEOUTS} others did not end`));
    this.#takeNext(thread);
  }

  #startAll(): void {
    for (let i = 0; i < this.size; i++) this.#threads.push(this.#makeThread());
    this.#free = [...this.#threads];
  }

  #replace(broken: Thread, why: string): void {
    broken.stop();
    const waiting = broken.current;
    if (waiting !== undefined) {
      if (++waiting.tries < MOST_TRIES) this.#waiting.unshift(waiting);
      else waiting.failed(new CallgroveError("internal_error", why));
    }
    const thread = this.#makeThread();
    this.#threads[this.#threads.indexOf(broken)] = thread;
    this.#teach(thread).then(() => this.#takeNext(thread), () => {});
  }

  #teach(thread: Thread): Promise<unknown> {
    return this.#lessons.reduce<Promise<unknown>>((before, job) => before.then(() => this.#runOn(thread, job)), Promise.resolve());
  }

  #takeNext(thread: Thread): void {
    if (thread.current !== undefined || !this.#threads.includes(thread)) return;
    const lane = this.#threads.indexOf(thread);
    const next = this.#waiting.findIndex((waiting) => waiting.lane === undefined || waiting.lane === lane);
    if (next >= 0) this.#start(thread, this.#waiting.splice(next, 1)[0]!);
    else if (!this.#free.includes(thread)) this.#free.push(thread);
  }

  #runOn(thread: Thread, job: Job): Promise<unknown> {
    return new Promise((done, failed) => this.#start(thread, { job, done, failed, lane: undefined, tries: 1 }));
  }

  #run(job: Job, lane?: number): Promise<unknown> {
    return new Promise((done, failed) => {
      const waiting = { job, done, failed, lane, tries: 0 };
      const free = lane === undefined ? 0 : this.#free.indexOf(this.#threads[lane]!);
      const thread = this.#free.splice(free, free < 0 ? 0 : 1)[0];
      if (thread === undefined) this.#waiting.push(waiting);
      else this.#start(thread, waiting);
    });
  }

  /** Has every thread do a job, each when it is done with what it has. */
  async #runOnAll(job: Job): Promise<unknown> {
    const [first] = await Promise.all(this.#threads.map((_, lane) => this.#run(job, lane)));
    return first;
  }
  /** The same for a job without which a thread can't do those that follow. */
  #teachAll(job: Job): Promise<unknown> {
    this.#lessons.push(job);
    return this.#runOnAll(job);
  }

  renew(): void {
    this.close();
    this.#lessons = [];
    this.#startAll();
  }
  async passOver(index: KnownTexts): Promise<void> {
    await this.#teachAll({ kind: "known", keys: index.readBlobKeys() });
  }
  parse(batch: ParseBatch): Promise<ParsedBatch> {
    return this.#run({ kind: "parse", batch }) as Promise<ParsedBatch>;
  }
  parseLibrary(language: string): Promise<Uint8Array> {
    return this.#run({ kind: "library", language }) as Promise<Uint8Array>;
  }
  prepare(input: ResolverInput): Promise<PreparedNames> {
    return this.#teachAll({ kind: "prepare", input }) as Promise<PreparedNames>;
  }
  resolve(lane: number, indices: readonly number[], strictSyntax: boolean): Promise<PackedEdges> {
    return this.#run({ kind: "resolve", indices, strictSyntax }, lane) as Promise<PackedEdges>;
  }
  async forget(): Promise<void> {
    this.#lessons = this.#lessons.filter((job) => job.kind === "known");
    await this.#runOnAll({ kind: "forget" });
  }
  close(): void {
    for (const thread of this.#threads) thread.stop();
    this.#threads.length = 0;
  }
}
