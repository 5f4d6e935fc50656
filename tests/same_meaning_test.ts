/** Meanings that share parts: each part is compared once, not once for each path that leads to it. */
import assert from "node:assert/strict";
import { instance, type Meaning, sameMeaning } from "../core/resolve/meaning.ts";

/** A type whose arguments are twice the type before it, `depth` times. */
function doubled(depth: number, innermost: number): Meaning {
  let meaning = instance(innermost);
  for (let i = 1; i <= depth; i++) meaning = instance(i, [meaning, meaning]);
  return meaning;
}

Deno.test("two types that contain the same part many times are compared quickly", () => {
  assert.equal(sameMeaning(doubled(200, 1000), doubled(200, 1000)), true);
  assert.equal(sameMeaning(doubled(200, 1000), doubled(200, 1001)), false);
});
