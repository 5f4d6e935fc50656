/**
 * The other side of `workspace/index_thread.ts`: one run after the other.
 *
 * Stage: before a question. Invariants: nothing is thrown; what goes wrong is sent; nobody waits for the knowledge graph, and what there is
 * to say of it is said with the next run.
 */
import { toCallgroveError } from "./core/errors.ts";
import { indexAlone, settle, withWarnings } from "./engine.ts";
import type { IndexReport, IndexRequest } from "./workspace/index_thread.ts";

const thread = self as unknown as { onmessage: (event: MessageEvent<IndexRequest>) => void; postMessage(report: IndexReport): void };
let turn: Promise<void> = Promise.resolve();
let owed: readonly string[] = [];

thread.onmessage = ({ data }) => {
  turn = turn.then(() => run(data));
};

async function run({ id, options }: IndexRequest): Promise<void> {
  try {
    const summary = await indexAlone(options, (progress) => thread.postMessage({ id, progress }));
    thread.postMessage({ id, summary: withWarnings(summary, owed) });
    owed = [];
    owed = await settle(options);
  } catch (thrown) {
    const { code, message, hint, data } = toCallgroveError(thrown);
    thread.postMessage({ id, failure: { code, message, hint, data: JSON.parse(JSON.stringify(data)) as Record<string, unknown> } });
  }
}
