/**
 * A large heap of a thread is collected before the engine would, and the program is started so that it can be.
 */
import assert from "node:assert/strict";
import { HeapWatch } from "../core/base/heap.ts";
import { ENGINE_FLAGS } from "../release/permissions.ts";

/**
 * The sizes in MB at which a heap that starts with `heap` is collected while it grows by 10 MB a look; a collection keeps half of it.
 * @param others what the program takes besides
 */
function collectedAt(others: number, heap: number, looks: number): readonly number[] {
  let used = heap;
  const sizes: number[] = [];
  const watch = new HeapWatch({
    usage: () => ({ rss: (others + used) * 1e6, heapUsed: used * 1e6 }),
    collect: () => {
      sizes.push(used);
      used /= 2;
    },
  });
  for (let look = 0; look < looks; look++) {
    used += 10;
    for (let step = 0; step < 2048; step++) watch.step();
  }
  return sizes;
}

Deno.test("the heap of a small program, and a small heap of a large one, are left to the engine", () => {
  assert.deepEqual(collectedAt(300, 0, 38), []);
  assert.deepEqual(collectedAt(900, 0, 20), []);
});

Deno.test("a large heap of a large program is collected, and again when it has grown by three fifths", () => {
  assert.deepEqual(collectedAt(300, 0, 39), [390]);
  // 605 MB are kept: the next collection comes above 968.
  assert.deepEqual(collectedAt(0, 1200, 38), [1210, 975]);
});

Deno.test("where the engine offers no collection nothing is asked", () => {
  const usage = (): never => assert.fail("asked");
  const watch = new HeapWatch({ usage, collect: undefined });
  for (let step = 0; step < 5000; step++) watch.step();
});

Deno.test("the program's engine offers the collection that the heap's watch asks for", async () => {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", ...ENGINE_FLAGS, `Deno.exit(typeof globalThis.gc === "function" ? 0 : 1)`],
  }).output();
  assert.equal(code, 0);
});
