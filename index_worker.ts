/**
 * The other side of `workspace/index_thread.ts`: one run after the other.
 *
 * Stage: before a question. Invariant: nothing is thrown; what goes wrong is sent.
 */
import { toCallgroveError } from "./core/errors.ts";
import { indexDirectory } from "./engine.ts";
import type { IndexReport, IndexWish } from "./workspace/index_thread.ts";

const thread = self as unknown as { onmessage: (event: MessageEvent<IndexWish>) => void; postMessage(report: IndexReport): void };
let turn: Promise<void> = Promise.resolve();

thread.onmessage = ({ data }) => {
  turn = turn.then(() => run(data));
};

async function run({ id, options }: IndexWish): Promise<void> {
  try {
    thread.postMessage({ id, summary: await indexDirectory(options, (progress) => thread.postMessage({ id, progress })) });
  } catch (thrown) {
    const { code, message, hint, data } = toCallgroveError(thrown);
    thread.postMessage({ id, failure: { code, message, hint, data: JSON.parse(JSON.stringify(data)) as Record<string, unknown> } });
  }
}
