/** Chains of thousands of branches: what is recorded of them grows linearly with their length. */
import assert from "node:assert/strict";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { plugin as python } from "../languages/python/plugin.ts";

Deno.test("a chain of elif and isinstance records a constant number of bindings for each branch, however long it is", async () => {
  const loaded = await loadGrammar(python, "python");
  const bindingsOf = (length: number): number => {
    const branches = Array.from({ length }, (_, i) => `    elif isinstance(x, A${i}):\n        x.go${i}()\n`);
    const text = `def f(x):\n    if isinstance(x, A):\n        x.go()\n${branches.join("")}    else:\n        x.end()\n`;
    return parseText(loaded, text).facts.bindings.length;
  };
  const [one, two, four] = [bindingsOf(200), bindingsOf(400), bindingsOf(800)];
  assert.equal(four - two, 2 * (two - one));
});
