/** Views of files: those that nobody has asked for lately are given up where there are very many. */
import assert from "node:assert/strict";
import type { Facts } from "../core/facts.ts";
import { outlineOf } from "../core/facts/outline.ts";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { makeResolver } from "../core/resolve/make_resolver.ts";
import type { SourceFile } from "../core/resolve/world.ts";
import { plugin } from "../languages/python/plugin.ts";

const FILES = [
  { path: "asked.py", text: "def load():\n    return 1\n" },
  ...Array.from({ length: 6 }, (_, i) => ({ path: `user${i}.py`, text: "from asked import load\n\n\ndef go():\n    return load()\n" })),
];

/** How often the facts of each file are decoded while all files are resolved twice. */
async function countReads(mostRows: number): Promise<number[]> {
  const loaded = await loadGrammar(plugin, "python");
  const factsOf = (text: string): Facts => parseText(loaded, text).facts;
  const reads = FILES.map(() => 0);
  const sources = FILES.map(({ path, text }, i): SourceFile => {
    const facts = factsOf(text);
    return {
      path,
      outline: outlineOf(facts, plugin.rules),
      get facts() {
        reads[i]!++;
        return facts;
      },
    };
  });
  const resolver = makeResolver(plugin, sources, factsOf(plugin.library.source), new Map(), new Map(), mostRows);
  for (let round = 0; round < 2; round++) for (const i of FILES.keys()) resolver.resolveFile(i);
  return reads;
}

Deno.test("of files that take little memory all views stay", async () => {
  assert.deepEqual(await countReads(2_000_000), [1, 1, 1, 1, 1, 1, 1]);
});

Deno.test("where views take too much memory, those that others ask for stay, and the others are made anew", async () => {
  assert.deepEqual(await countReads(0), [1, 2, 2, 2, 2, 2, 2]);
});
