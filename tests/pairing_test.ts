/** The parts of a comparison that need no index: line diffs, sketches of texts, which symbols correspond. */
import assert from "node:assert/strict";
import { fingerprintOf, similarityOf } from "../core/compare/fingerprint.ts";
import { pairSymbols } from "../core/compare/pair_symbols.ts";
import { compareTexts } from "../core/compare/text_change.ts";
import { scopeOf } from "../core/facts/symbols.ts";
import { LONG } from "./support/long_body.ts";

Deno.test("line diffs: counts of a shortest diff, line endings of any system, unlike texts", () => {
  assert.deepEqual(compareTexts("a\nb\nc", "a\nc\nd", 10, 20), {
    added: 1,
    removed: 1,
    hunks: [{ baseLine: 10, headLine: 20, lines: [" a", "-b", " c", "+d"] }],
  });
  const [old, young] = [0, 1].map((side) => Array.from({ length: 3000 }, (_, i) => `line ${side} ${i}`).join("\n")) as [string, string];
  const unlike = compareTexts(old, young, 1, 1);
  assert.deepEqual([unlike.added, unlike.removed], [3000, 3000]);
});

Deno.test("sketches: white space and the symbol's own name do not count, other texts do", () => {
  const text = "def f(a):\n    for x in a:\n        g(x, 1)\n    return f(a[1:])\n";
  assert.deepEqual(fingerprintOf(text, "f"), fingerprintOf(text.replaceAll("f(", "other(").replaceAll("    ", "\t"), "other"));
  assert.equal(similarityOf(fingerprintOf(text, "f"), fingerprintOf("class A:\n    x: int = 3\n    y: str = 'z'\n", "A")), 0);
  const long = Array.from({ length: 200 }, (_, i) => `call_${i}(a, ${i})`);
  const half = [...long.slice(0, 100), ...Array.from({ length: 100 }, (_, i) => `other_${i}(b, ${i})`)];
  const likeness = similarityOf(fingerprintOf(long.join("\n"), "f"), fingerprintOf(half.join("\n"), "f"));
  assert.ok(likeness > 0.15 && likeness < 0.55, `a third of the union is common: ${likeness}`);
});

Deno.test("pairs: no symbol twice, the most similar partner first, short texts only in their place", () => {
  const make = (path: string, name: string, text: string): Parameters<typeof pairSymbols>[0][number] => ({
    stableId: `${path}:${name}`,
    language: "python",
    path,
    kind: "function",
    name,
    scopedName: name,
    signature: "",
    heading: "",
    fingerprint: fingerprintOf(text, name),
  });
  const base = [make("a.py", "read", LONG), make("a.py", "tiny", "return 1")];
  const head = [make("b.py", "copy", LONG), make("b.py", "read", LONG), make("c.py", "small", "return 1")];
  const pairing = pairSymbols(base, head);
  assert.deepEqual(pairing.pairs.map((pair) => [pair.base.stableId, pair.head.stableId, pair.how]), [["a.py:read", "b.py:read", "moved"]]);
  assert.deepEqual(pairing.added.map((one) => one.stableId), ["b.py:copy", "c.py:small"]);
  assert.deepEqual(pairing.deleted.map((one) => one.stableId), ["a.py:tiny"]);
  // Of two that are nearly as alike the one that keeps the words of the name.
  const longer = LONG.replace("return items", "return tuple(items)");
  const renamed = pairSymbols([make("a.py", "suggest_variable", LONG)], [
    make("a.py", "suggest_module", LONG.replace("return items", "return tuple")),
    make("a.py", "suggestVariableOrModule", longer),
  ]);
  assert.deepEqual(renamed.pairs.map((pair) => pair.head.name), ["suggestVariableOrModule"]);
  // Much of a short text is what any function of such parameters has.
  const line = (name: string, value: string): string => `pub fn ${name}(a: u32) -> u32 { a ${value} }`;
  const pairsOf = (value: string): string[] =>
    pairSymbols([make("a.rs", "old", line("old", "+ 1"))], [make("a.rs", "young", line("young", value))]).pairs.map(({ how }) => how);
  assert.deepEqual([pairsOf("* 2"), pairsOf("+ 1")], [[], ["renamed"]]);
});

Deno.test("scopes: what precedes a symbol's own name, which may itself contain a dot", () => {
  const scopes = [["Row.[Symbol.iterator]", "[Symbol.iterator]"], ["Job::go", "go"], ["a.Job.go", "go"], ["load", "load"], [
    "",
    "<module>",
  ]];
  assert.deepEqual(scopes.map(([scopedName, name]) => scopeOf({ scopedName: scopedName!, name: name! })), ["Row", "Job", "a.Job", "", ""]);
});
