/** Threads that break, and what becomes of their jobs. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { Lanes } from "../core/threads/lanes.ts";
import { ThreadCrew } from "../core/threads/pool.ts";
import type { ResolverInput } from "../core/threads/resolve_work.ts";

const INPUT: ResolverInput = {
  language: "go",
  files: [],
  library: { buffer: new ArrayBuffer(0), start: 0, length: 0 },
  manifests: [],
  links: [],
};

/** Which thread did what with a text. */
interface Halves {
  readonly parsed: string;
  readonly lowered: string;
  /** When parsing began and ended, in ms. */
  readonly span: readonly [number, number];
}

async function withCrew(work: (crew: ThreadCrew, resolve: (lane: number, files: readonly number[]) => Promise<unknown>) => Promise<void>) {
  const folder = await Deno.makeTempDir();
  const entry = new URL("./support/fragile_worker.ts", import.meta.url);
  entry.searchParams.set("once", join(folder, "once"));
  const crew = new ThreadCrew(entry, 3);
  try {
    await work(crew, (lane, files) => crew.resolve(lane, files, false));
  } finally {
    crew.close();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a broken thread is replaced: the new one repeats what it had learned and takes over its jobs, a job that breaks every thread fails", () =>
  withCrew(async (crew, resolve) => {
    assert.equal(crew.lanes, 2);
    await crew.prepare(INPUT);
    const jobs = [[1], [7], [2], [13], [3]].map((files) => resolve(0, files));
    const results = await Promise.allSettled([...jobs, resolve(1, [4])]);
    const shown = results.map((result) => result.status === "fulfilled" ? result.value : (result.reason as Error).message);
    const done = (...files: number[]): unknown => ({ taught: ["go"], files });
    assert.deepEqual(shown, [done(1), done(7), done(2), "The parser broke: broken by a test", done(3), done(4)]);
  }));

Deno.test("a thread that is spent is replaced: the next one learns what it knew and does what it had left", () =>
  withCrew(async (crew, resolve) => {
    await crew.prepare(INPUT);
    const results = await Promise.all([[1], [5], [2], [15], [3]].map((files) => resolve(0, files)));
    assert.deepEqual(results, [1, 5, 2, 15, 3].map((file) => ({ taught: ["go"], files: [file] })));
    const parse = async (path: string): Promise<Halves> =>
      await crew.parse([{ path, language: "go", grammar: "go", bytes: new Uint8Array(), given: [] }]) as unknown as Halves;
    const first = await parse("5");
    const second = await parse("5");
    assert.notEqual(first.parsed, second.parsed);
    assert.notEqual(first.lowered, second.lowered);
  }));

Deno.test("of several long texts one is parsed at a time; short ones are parsed meanwhile", () =>
  withCrew(async (crew) => {
    const parse = async (path: string, length: number): Promise<Halves> =>
      await crew.parse([{ path, language: "go", grammar: "go", bytes: new Uint8Array(length), given: [] }]) as unknown as Halves;
    const spans = await Promise.all([parse("a", 2 << 20), parse("b", 2 << 20), parse("c", 100)].map(async (half) => (await half).span));
    const overlap = (one: number, other: number): boolean => spans[one]![0] < spans[other]![1] && spans[other]![0] < spans[one]![1];
    assert.deepEqual([overlap(0, 1), overlap(0, 2) || overlap(1, 2)], [false, true]);
  }));

Deno.test("threads that were started ahead replace those that parsed", () =>
  withCrew(async (crew, resolve) => {
    await crew.prepare(INPUT);
    crew.renewSoon();
    crew.renew();
    assert.deepEqual(await resolve(1, [1]), { taught: [], files: [1] });
  }));

Deno.test("a text is parsed in one thread and lowered in another; a half that breaks a thread is retried, or the text fails", () =>
  withCrew(async (crew) => {
    const parse = async (path: string): Promise<unknown> => {
      const { parsed, lowered } = await crew.parse([{
        path,
        language: "go",
        grammar: "go",
        bytes: new Uint8Array(),
        given: [],
      }]) as unknown as Halves;
      return parsed === lowered ? "one thread" : "two threads";
    };
    assert.equal(await parse("a"), "two threads");
    assert.equal(await parse("7"), "two threads");
    await assert.rejects(parse("13"), /The parser broke: broken by a test/);
    assert.equal(await parse("b"), "two threads");
  }));

Deno.test("lanes: every file once, neighbors together, and the error of a failed job is reported", async () => {
  for (const count of [1, 2, 3]) {
    const files = Array.from({ length: 100 }, (_, i) => i);
    const lanes = new Lanes(files, count, (lane, batch) => Promise.resolve({ lane, first: batch[0]! }));
    lanes.begin();
    const taken: number[] = [];
    await lanes.finish((batch, { first }) => {
      assert.equal(batch[0], first);
      assert.deepEqual(batch, batch.map((_, i) => first + i));
      taken.push(...batch);
    });
    assert.deepEqual(taken.sort((a, b) => a - b), files);
  }
  const failing = new Lanes([1, 2], 1, () => Promise.reject(new Error("no")));
  failing.begin();
  await assert.rejects(failing.finish(() => {}), /no/);
});
