/**
 * Entry of the thread that runs a drop-in's fixtures, so that code that does not end can be ended.
 *
 * Invariant: it composes and does nothing itself; what goes wrong is sent.
 */
import { describeThrown } from "./core/errors.ts";
import { readDropIn } from "./plugins/manifest.ts";
import { runFixtures } from "./plugins/run_fixtures.ts";

const thread = self as unknown as { onmessage: (event: MessageEvent<string>) => void; postMessage(value: unknown): void };

thread.onmessage = async ({ data: folder }) => {
  try {
    thread.postMessage({ results: await runFixtures(readDropIn(folder)) });
  } catch (thrown) {
    thread.postMessage({ failure: describeThrown(thrown) });
  }
};
