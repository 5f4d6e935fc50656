/**
 * Reads transcripts in the calling thread, or in a thread that reads ahead while the calling one links and writes.
 *
 * Stage: memory. Invariants: tasks are read in the order given, the batches of each in order; the thread is never more than a few batches
 * ahead, however large a file is; both give the same results.
 */
import { type Batch, readBatches, type ReadTask } from "./read_messages.ts";

/** Reads transcripts one after the other. */
export interface MessageSource {
  /** Announces what will be read next; its batches must be taken before those of the next task. Reading may begin at once. */
  read(task: ReadTask): AsyncIterable<Batch> | Iterable<Batch>;
  end(): void;
}

/** Reads in the calling thread. */
export const readHere: MessageSource = { read: readBatches, end: () => {} };

/** A message to the thread: a task, or that a batch was taken. */
type ReaderRequest = { readonly id: number; readonly task: ReadTask } | { readonly taken: true };
/** A message from the thread: a batch, the end of a task, or why it failed. */
type ReaderReport = { readonly id: number } & ({ readonly batch: Batch } | { readonly done: true } | { readonly failure: string });

/** The most batches that wait to be taken. */
const MOST_AHEAD = 6;

/** Reads in a thread. `entry` is the module that calls `serveReader`. */
export function readAhead(entry: URL): MessageSource {
  const worker = new Worker(entry, { type: "module" });
  const reports = new Map<number, ReaderReport[]>();
  let wake: () => void = () => {};
  let broken: string | undefined;
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<ReaderReport>): void => {
    reports.get(data.id)?.push(data);
    wake();
  };
  worker.onerror = (event): void => {
    event.preventDefault();
    broken = event.message;
    wake();
  };
  async function* take(id: number): AsyncGenerator<Batch> {
    const ready = reports.get(id)!;
    try {
      for (;;) {
        const report = ready.shift();
        if (report === undefined) {
          if (broken !== undefined) throw new Error(`the reading thread failed: ${broken}`);
          await new Promise<void>((resolve) => wake = resolve);
        } else if ("failure" in report) throw new Error(report.failure);
        else if ("done" in report) return;
        else {
          worker.postMessage({ taken: true } satisfies ReaderRequest);
          yield report.batch;
        }
      }
    } finally {
      reports.delete(id);
    }
  }
  return {
    read(task) {
      const id = ++last;
      reports.set(id, []);
      worker.postMessage({ id, task } satisfies ReaderRequest);
      return take(id);
    },
    end: () => worker.terminate(),
  };
}

/** The thread's side, called by its entry module. Never throws; failures are sent. */
export function serveReader(): void {
  const thread = self as unknown as { onmessage: (event: MessageEvent<ReaderRequest>) => void; postMessage(report: ReaderReport): void };
  let turn: Promise<void> = Promise.resolve();
  let ahead = 0;
  let wake: () => void = () => {};
  const run = async (id: number, task: ReadTask): Promise<void> => {
    try {
      for (const batch of readBatches(task)) {
        thread.postMessage({ id, batch });
        ahead++;
        while (ahead >= MOST_AHEAD) await new Promise<void>((resolve) => wake = resolve);
      }
      thread.postMessage({ id, done: true });
    } catch (thrown) {
      thread.postMessage({ id, failure: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
  thread.onmessage = ({ data }) => {
    if ("taken" in data) {
      ahead--;
      wake();
    } else turn = turn.then(() => run(data.id, data.task));
  };
}
