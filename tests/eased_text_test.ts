/** How TypeScript's plugin rewrites a text before it is parsed. */
import assert from "node:assert/strict";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { plugin as typescript } from "../languages/typescript/plugin.ts";
import { reading } from "../languages/typescript/reading.ts";

const ease = (text: string): string => reading.ease!(text);

Deno.test("signatures without semicolons are separated, with comments and long types between them", () => {
  const text = `export const map: {
  /** data last */
  <A, B>(f: (a: A) => B): (self: Option<A>) => Option<B>
  // data first
  <A, B>(self: Option<A>, f: (a: A) => B):
    | Option<B>
    | undefined
  (...all: Option<unknown>[]): { a: string }
} = dual(2, f)\n`;
  const eased = ease(text);
  assert.equal(eased.length, text.length);
  const changed = [...text].flatMap((c, i) => c === eased[i] ? [] : [text.slice(text.lastIndexOf("\n", i - 1) + 1, i).trim() + eased[i]]);
  assert.deepEqual(changed, ["<A, B>(f: (a: A) => B): (self: Option<A>) => Option<B>;", "| undefined;"]);
});

Deno.test("a bound of a type parameter marks a signature too", () => {
  const text = "interface Build {\n  <T extends 1>(): A<T>\n  <T extends 2>(): B<T>\n  <T>(): C<T>\n}\n";
  assert.equal(ease(text), text.replace("A<T>\n", "A<T>;"));
});

Deno.test("invalid escapes are blanked, as tagged templates may contain them", async () => {
  const text = "const a = String.raw`\\u${f()} \\xyz \\\\u \\u{zz} \\u0041`, b = '\\x41\\u{1F600}'\nfunction after() {}\n";
  assert.equal(ease(text), text.replace("`\\u$", "`  $").replace("\\xyz", "  yz").replace("\\u{zz}", "  {zz}"));
  const loaded = await loadGrammar(typescript, "typescript");
  assert.equal(parseText({ ...loaded, reading: { ...reading, repair: (source) => source } }, text).facts.problems.length, 1);
});

Deno.test("escaped backticks and dollars are blanked, also in template types; other escapes stay", async () => {
  const texts = [
    "type Missing<U extends string> = `no \\`Self\\`: use \\${${U}}`\nfunction after() {}\n",
    "const text = `a \\` b \\${c} \\\\${f()}`, pattern = /[\\`\\\\]\\$/g, path = '\\\\'\nfunction after() {}\n",
  ];
  const loaded = await loadGrammar(typescript, "typescript");
  for (const text of texts) {
    assert.equal(ease(text), text.replace(/(\\\\)|\\[`$]/g, (_, pair: string | undefined) => pair ?? "  "));
    const { facts } = parseText({ ...loaded, reading: { ...reading, repair: (source) => source } }, text);
    assert.equal(facts.problems.length, 1, text);
    assert.ok(facts.strings.includes("after"));
  }
});

Deno.test("what only looks like signatures is left unchanged", () => {
  const texts = [
    // A conditional expression whose branches are calls.
    "const o: { a: 1 } = x\n  ? f\n  (a) : g\n  (b)\n  ? h\n  (...c) : i\n  (...d) : j\n",
    // Methods whose parameters stand on lines of their own.
    "interface Odd {\n  first\n  (a: A): B\n  second\n  (b: B): C\n}\n",
    "class Odd {\n  x: {}\n  first\n  (a: A): B {\n    return a\n  }\n}\n",
    // A function behind a word.
    "const o: { a: 1 } = y\nexport default\n(a: A): B => a\n",
    "const a = 1,\n  out\n  b = 2\n",
    "interface Whole {\n  (a: A): B;\n  (b: B): C;\n}\n",
  ];
  for (const text of texts) assert.equal(ease(text), text);
});

Deno.test("a type parameter's variance is blanked before the grammar sees it", () => {
  assert.equal(ease("interface Store<in A, out B, in out C extends D, E> {}"), "interface Store<   A,     B,        C extends D, E> {}");
  assert.equal(ease("const f = <const in T,>() => 1; for (const a in b) {}"), "const f = <const    T,>() => 1; for (const a in b) {}");
});
