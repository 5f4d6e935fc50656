/**
 * A thread of the pool that breaks at the jobs it is told to: it answers what it was taught, and the files of the job.
 *
 * A job for file 13 breaks every thread, one for file 7 the first thread that has it.
 */
import type { Job, JobAnswer } from "../../core/worker.ts";

const port = globalThis as unknown as { onmessage: (event: MessageEvent<Job>) => void; postMessage(answer: JobAnswer): void };
const taught: string[] = [];
const isFirst = new URL(import.meta.url).searchParams.get("once")!;

port.onmessage = ({ data: job }): void => {
  if (job.kind === "prepare") taught.push(job.input.language);
  const files = job.kind === "resolve" ? job.indices : [];
  const breaks = files.includes(13) || (files.includes(7) && takeOnce());
  port.postMessage(breaks ? { failure: "broken by a test", broken: true } : { value: { taught: [...taught], files } });
};

/** Whether this is the first thread that asks. */
function takeOnce(): boolean {
  try {
    Deno.writeTextFileSync(isFirst, "", { createNew: true });
    return true;
  } catch {
    return false;
  }
}
