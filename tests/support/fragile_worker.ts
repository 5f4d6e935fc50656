/**
 * A thread of the pool that breaks at the jobs it is told to: it answers what it was taught, and the files of the job; for a text which
 * thread parsed it and which lowered it.
 *
 * A job for file 13 breaks every thread, one for file 7 the first thread that has it, and behind one for file 5 a thread is spent; texts are named by their paths, and by "lower " and
 * their paths when they are lowered.
 */
import type { PackedTrees } from "../../core/parse/packed_trees.ts";
import type { Skip } from "../../core/scan/decode_source.ts";
import type { ParseItem } from "../../core/threads/parse_work.ts";
import type { Job, JobAnswer } from "../../core/threads/worker.ts";

const port = globalThis as unknown as { onmessage: (event: MessageEvent<Job>) => void; postMessage(answer: JobAnswer): void };
const taught: string[] = [];
const thread = crypto.randomUUID();
let isSpent = false;
const isFirst = new URL(import.meta.url).searchParams.get("once")!;

port.onmessage = ({ data: job }): void => {
  if (job.kind === "prepare") taught.push(job.input.language);
  const files = filesOf(job);
  const breaks = files.some((file) => file.endsWith("13") || (file.endsWith("7") && takeOnce()));
  if (isSpent) return;
  isSpent = files.some((file) => file.endsWith("5"));
  port.postMessage(breaks ? { failure: "broken by a test", broken: true } : { value: answer(job), isSpent });
};

function filesOf(job: Job): string[] {
  if (job.kind === "resolve") return job.indices.map(String);
  if (job.kind === "parse" || job.kind === "trees") return job.items.map(({ path }) => path);
  return job.kind === "lower" ? job.trees.trees.map((tree) => "path" in tree ? `lower ${tree.path}` : "") : [];
}

function answer(job: Job): unknown {
  switch (job.kind) {
    case "parse":
      return { parsed: thread, lowered: thread, span: timeTaken(job.items) };
    case "trees": {
      const span = timeTaken(job.items);
      const trees = job.items.map(({ path }): Skip => ({ path, reason: "binary", detail: JSON.stringify({ parsed: thread, span }) }));
      return { trees, columns: new SharedArrayBuffer(0) } satisfies PackedTrees;
    }
    case "lower":
      return { ...JSON.parse((job.trees.trees[0] as Skip).detail), lowered: thread };
    default:
      return { taught: [...taught], files: job.kind === "resolve" ? job.indices : [] };
  }
}

/** Begin and end of parsing, which takes a tenth of a second for a text that is not empty. */
function timeTaken(items: readonly ParseItem[]): [number, number] {
  const now = (): number => performance.timeOrigin + performance.now();
  const begin = now();
  while (items.some(({ bytes }) => bytes.length > 0) && now() < begin + 100);
  return [begin, now()];
}

/** Whether this is the first thread that asks. */
function takeOnce(): boolean {
  try {
    Deno.writeTextFileSync(isFirst, "", { createNew: true });
    return true;
  } catch {
    return false;
  }
}
