/**
 * A thread for the indexes of a new file: it loads nothing else, so it starts at once and takes little memory.
 *
 * Stage: write. Invariant: one file, one answer, and the thread is gone. While the indexes are made others may read the rows; the file
 * itself is changed when they say that they are done.
 */
import { describeThrown } from "../errors.ts";
import { type IndexesUnderWay, makeIndexes } from "./open.ts";

/** What the thread is told: to make the indexes of a file, then that nobody reads it any more. */
type Order = { readonly file: string } | "write";

/** The part of a worker's global scope that is used. */
interface Port {
  onmessage: ((event: MessageEvent<Order>) => void) | null;
  postMessage(failure: string): void;
}

/** Serves one file in this worker thread. */
export function serveIndexes(): void {
  const port = globalThis as unknown as Port;
  let made: IndexesUnderWay | undefined;
  let failure = "";
  port.onmessage = ({ data: order }): void => {
    try {
      if (order !== "write") made = makeIndexes(order.file);
      else made?.write();
    } catch (thrown) {
      failure = describeThrown(thrown);
    }
    if (order === "write") port.postMessage(failure);
  };
}

/** The thread that makes indexes, as the others see it. */
export class IndexMaker {
  readonly #thread: Worker;
  readonly #answer: Promise<string>;

  /** Starts the thread. @param entry the module that calls `serveIndexes` */
  constructor(entry: URL) {
    this.#thread = new Worker(entry, { type: "module" });
    this.#answer = new Promise((done) => {
      this.#thread.onmessage = (event: MessageEvent<string>): void => done(event.data);
      this.#thread.onerror = (event): void => {
        event.preventDefault();
        done(event.message);
      };
    });
  }

  /** Begins with a file, which others may read until `write`. */
  begin(file: string): void {
    this.#thread.postMessage({ file } satisfies Order);
  }

  /** Writes the indexes. @throws Error with SQLite's words */
  async write(): Promise<void> {
    this.#thread.postMessage("write" satisfies Order);
    const failure = await this.#answer;
    if (failure !== "") throw new Error(failure);
  }

  close(): void {
    this.#thread.terminate();
  }
}
