/**
 * Answers to requests that came in one line: they go back in one, once all are there.
 *
 * Stage: MCP. Invariant: a request that its client gives up gets no answer, and no batch waits for it.
 */
import type { RequestId } from "@modelcontextprotocol/server";

interface Batch {
  readonly waiting: RequestId[];
  readonly answers: object[];
}

/** The batches of a connection that are not answered yet. */
export class Batches {
  readonly #open = new Set<Batch>();
  readonly #write: (answers: readonly object[]) => void;

  /** @param write told of the answers to a batch, if it asks for any */
  constructor(write: (answers: readonly object[]) => void) {
    this.#write = write;
  }

  /** @param ids of its requests @param answers to what stands in it and is no message */
  begin(ids: readonly RequestId[], answers: readonly object[]): void {
    const batch = { waiting: [...ids], answers: [...answers] };
    this.#open.add(batch);
    this.#finish(batch);
  }

  /** Takes the answer to a request of a batch; says whether it was one. @param answer none where the client does not want it any more */
  settle(id: RequestId, answer?: object): boolean {
    for (const batch of this.#open) {
      const at = batch.waiting.indexOf(id);
      if (at < 0) continue;
      batch.waiting.splice(at, 1);
      if (answer !== undefined) batch.answers.push(answer);
      this.#finish(batch);
      return true;
    }
    return false;
  }

  #finish(batch: Batch): void {
    if (batch.waiting.length > 0) return;
    this.#open.delete(batch);
    if (batch.answers.length > 0) this.#write(batch.answers);
  }
}
