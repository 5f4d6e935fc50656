/** A graph of several steps shows some nodes of each step, however many the first has. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const near = (count: number): string =>
  Array.from({ length: count }, (_, i) => `def near_${i}():\n    load()\n\n\ndef far_${i}():\n    near_${i}()\n\n\n`).join("");

async function steps(count: number, params: Record<string, unknown>): Promise<{ steps: Record<string, number>; hidden: number }> {
  let found: { depth: number; symbol: { name: string }; via?: string }[] = [];
  let hidden = 0;
  await withProject({ "a.py": `def load(): pass\n\n\n${near(count)}` }, async (project) => {
    const { structured } = await call(project, "get_call_graph", { symbol_name: "load", direction: "callers", ...params });
    found = structured["callers"] as typeof found;
    hidden = structured["hidden_callers"] as number ?? 0;
  });
  const shown = new Set(found.filter(({ depth }) => depth === 1).map(({ symbol }) => `a.${symbol.name}`));
  for (const { depth, via } of found) if (depth === 2) assert.ok(shown.has(via!), `${via} is shown`);
  return {
    steps: Object.fromEntries(Map.groupBy(found, ({ depth }) => depth).entries().map(([depth, own]) => [depth, own.length])),
    hidden,
  };
}

Deno.test("each step of a graph has a share of the edges, and what one leaves goes to the others", async () => {
  assert.deepEqual(await steps(60, { depth: 2, limit: 20 }), { steps: { 1: 10, 2: 10 }, hidden: 100 });
  assert.deepEqual(await steps(60, { depth: 1, limit: 20 }), { steps: { 1: 20 }, hidden: 40 });
  assert.deepEqual(await steps(60, { depth: 3, limit: 30 }), { steps: { 1: 20, 2: 10 }, hidden: 90 });
  assert.deepEqual(await steps(6, { depth: 2, limit: 20 }), { steps: { 1: 6, 2: 6 }, hidden: 0 });
});
