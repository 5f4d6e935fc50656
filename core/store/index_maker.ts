/**
 * A thread for the indexes of a new file: it loads nothing else, so it starts at once and takes little memory.
 *
 * Stage: write. Invariant: one file, one answer, and the thread is gone.
 */
import { describeThrown } from "../errors.ts";
import { makeIndexes } from "./open.ts";

/** The part of a worker's global scope that is used. */
interface Port {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(failure: string): void;
}

/** Serves one file in this worker thread. */
export function serveIndexes(): void {
  const port = globalThis as unknown as Port;
  port.onmessage = ({ data: file }): void => {
    try {
      makeIndexes(file);
      port.postMessage("");
    } catch (thrown) {
      port.postMessage(describeThrown(thrown));
    }
  };
}

/**
 * Makes the indexes of `file` in a thread of its own.
 * @param entry the module that calls `serveIndexes`
 * @throws Error with SQLite's words
 */
export async function makeIndexesApart(entry: URL, file: string): Promise<void> {
  const thread = new Worker(entry, { type: "module" });
  try {
    const failure = await new Promise<string>((done) => {
      thread.onmessage = (event: MessageEvent<string>): void => done(event.data);
      thread.onerror = (event): void => {
        event.preventDefault();
        done(event.message);
      };
      thread.postMessage(file);
    });
    if (failure !== "") throw new Error(failure);
  } finally {
    thread.terminate();
  }
}
