/** The answers to a batch go back together, whichever comes first, and do not wait for what the client gave up. */
import assert from "node:assert/strict";
import { Batches } from "../mcp/batches.ts";

Deno.test("a batch is answered when its last request is, or is given up", () => {
  const written: (readonly object[])[] = [];
  const batches = new Batches((answers) => written.push(answers));
  batches.begin([1, "a", 2], [{ id: null }]);
  batches.begin([3], []);
  assert.equal(batches.settle(9, { id: 9 }), false, "one that came alone");
  assert.ok(batches.settle("a", { id: "a" }));
  assert.ok(batches.settle(3, { id: 3 }));
  assert.deepEqual(written.splice(0), [[{ id: 3 }]]);
  assert.ok(batches.settle(2));
  assert.deepEqual(written, []);
  assert.ok(batches.settle(1, { id: 1 }));
  assert.deepEqual(written.splice(0), [[{ id: null }, { id: "a" }, { id: 1 }]]);
  assert.equal(batches.settle(1, { id: 1 }), false, "twice");
  batches.begin([], []);
  batches.begin([4], []);
  batches.settle(4);
  assert.deepEqual(written, [], "nothing to say");
});
