/** Work that is started before its turn comes. */
import assert from "node:assert/strict";
import { ahead } from "../core/base/ahead.ts";

Deno.test("ahead: results come in order, so many are started meanwhile, and none after the consumer stops", async () => {
  const begun: string[] = [];
  const start = async (item: string): Promise<string> => {
    begun.push(item);
    await Promise.resolve();
    if (item === "bad") throw new Error("bad");
    return item.toUpperCase();
  };
  const seen: string[] = [];
  for await (const [item, result] of ahead(["a", "b", "c", "bad", "e"], 2, start)) {
    seen.push(`${item}${result} ${begun.join("")}`);
    if (item === "b") break;
  }
  assert.deepEqual(seen, ["aA abc", "bB abcbad"]);
  await assert.rejects(async () => {
    for await (const [item] of ahead(["a", "bad"], 0, start)) seen.push(item);
  }, /bad/);
  assert.deepEqual(seen.slice(2), ["a"]);
});
