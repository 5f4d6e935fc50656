/**
 * A large heap of a thread is collected before the engine would, and the program is started so that it can be.
 */
import assert from "node:assert/strict";
import { HeapWatch } from "../core/base/heap.ts";
import { ENGINE_FLAGS } from "../release/permissions.ts";

/** The sizes at which a heap that starts with so many megabytes is collected while it grows by 10 MB a look; a collection keeps half of it. */
function collectedAt(start: number, looks: number): readonly number[] {
  let used = start * 1e6;
  const sizes: number[] = [];
  const watch = new HeapWatch({
    used: () => used,
    collect: () => {
      sizes.push(used / 1e6);
      used /= 2;
    },
  });
  for (let look = 0; look < looks; look++) {
    used += 10e6;
    for (let step = 0; step < 2048; step++) watch.step();
  }
  return sizes;
}

Deno.test("a small heap is left to the engine, a large one is collected when it has grown by two fifths", () => {
  assert.deepEqual(collectedAt(0, 35), []);
  assert.deepEqual(collectedAt(0, 36), [360]);
  // 605 MB are kept: the next collection comes above 847.
  assert.deepEqual(collectedAt(1200, 26), [1210, 855]);
});

Deno.test("where the engine offers no collection none is tried", () => {
  const watch = new HeapWatch({ used: () => 1e9, collect: undefined });
  for (let step = 0; step < 5000; step++) watch.step();
});

Deno.test("the program's engine offers the collection that the heap's watch asks for", async () => {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", ...ENGINE_FLAGS, `Deno.exit(typeof globalThis.gc === "function" ? 0 : 1)`],
  }).output();
  assert.equal(code, 0);
});
