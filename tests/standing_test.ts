/** How files and refs compare with what an index has: what is read again depends on each of these signs, and on nothing else. */
import assert from "node:assert/strict";
import { differs, hasSameObject, isUntouched, standingOf } from "../core/run/standing.ts";
import { type TrackedFile, trackFile } from "../core/run/tracked_file.ts";
import type { KnownFile, KnownRef } from "../core/store/ref_store.ts";
import { plugin } from "../languages/python/plugin.ts";

const NOW = 1_700_000_100_000;
/** Long ago, and not at a full second: whoever edits it later leaves another time. */
const TIME = NOW - 50_001;
const language = { plugin, grammar: "python" };
const { extractor } = trackFile({ path: "a.py", language, size: 0, time: 0 }, undefined);
const KNOWN: KnownFile = {
  ...{ path: "a.py", pathId: 1, fileVersionId: 2, blobId: 3, resolutionId: 4, size: 10, time: TIME, hash: "abc", language: "python" },
  ...{ extractor, lines: 1, problems: "", note: "", symbols: 1, counts: "" },
};

/** A file of 10 bytes that the index has, with differences on either side. */
function file(known: Partial<KnownFile> | undefined, scanned: { size?: number; time?: number; object?: string } = {}): TrackedFile {
  return trackFile(
    { path: "a.py", language, size: 10, time: TIME, ...scanned },
    known === undefined ? undefined : { ...KNOWN, ...known },
  );
}

Deno.test("a file on the disk is not read again if size, time, extractor and language equal those of the index", () => {
  const isRead = (one: TrackedFile): boolean => !isUntouched(one, NOW);
  assert.equal(isRead(file({})), false);
  assert.equal(isRead(file({ extractor: `${extractor}+given` })), false, "read with macros of other files");
  const others: Record<string, TrackedFile> = {
    "new": file(undefined),
    "size": file({ size: 11 }),
    "time": file({ time: TIME - 5 }),
    "extractor": file({ extractor: "older" }),
    "language": file({ language: "ruby" }),
    "touched just now": file({ time: NOW - 1 }, { time: NOW - 1 }),
    "touched within a second that a coarse clock names": file({ time: NOW - 1000 }, { time: NOW - 1000 }),
  };
  assert.deepEqual(Object.keys(others).filter((name) => !isRead(others[name]!)), []);
});

Deno.test("a file of a commit has the index's text if git's id, extractor and language are equal, whatever its size and time", () => {
  const same = (known: Partial<KnownFile> | undefined): boolean => hasSameObject(file(known, { object: "abc" }));
  assert.equal(same({ size: 1, time: 1 }), true);
  const others = { new: undefined, text: { hash: "abd" }, extractor: { extractor: "older" }, language: { language: "ruby" } };
  assert.deepEqual(Object.entries(others).filter(([, known]) => same(known)), []);
});

Deno.test("size and time are stored only for files on the disk, the time only if it can be trusted", () => {
  const kept = (scanned: { time?: number; object?: string }): number[] => {
    const { size, time } = standingOf(file({}, scanned), NOW);
    return [size, time];
  };
  assert.deepEqual(kept({}), [10, TIME]);
  assert.deepEqual(kept({ time: NOW - 1 }), [10, 0]);
  assert.deepEqual(kept({ object: "abc" }), [0, 0]);
  const { size: _size, time: _time, ...ids } = standingOf(file({}), NOW);
  assert.deepEqual(ids, { pathId: 1, fileVersionId: 2, resolutionId: 4 });
});

Deno.test("a ref differs if its commit, what was left out, or a file's size or time does", () => {
  const skip = { path: "b.py", reason: "too large", detail: "" } as const;
  const own: KnownRef = {
    ...{ id: 1, name: "live", commit: "c1", indexedAt: "", manifests: "", surroundings: "", skipped: JSON.stringify([skip]) },
    files: [KNOWN],
  };
  const state = { commit: "c1", skipped: [skip] };
  const row = standingOf(file({}), NOW);
  assert.equal(differs(own, state, [row]), false);
  assert.equal(differs(own, { ...state, commit: "c2" }, [row]), true);
  assert.equal(differs(own, { ...state, skipped: [] }, [row]), true);
  assert.equal(differs(own, state, [{ ...row, size: 11 }]), true);
  assert.equal(differs(own, state, [{ ...row, time: 0 }]), true);
  assert.equal(differs(own, state, [{ ...row, pathId: 9 }]), true);
});
