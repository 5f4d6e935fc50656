/** The tree read from the parser's memory equals the tree that the parser's cursor returns. */
import assert from "node:assert/strict";
import { loadGrammar, parseWhole } from "../core/parse/parse_file.ts";
import { flatten, makeFlatTree } from "../core/tree/flat_tree.ts";
import { countNodes } from "../core/tree/tree_memory.ts";
import { languages } from "../languages/mod.ts";
import { columnsOf } from "./support/tree_columns.ts";

/** Texts that parse, texts that do not, and what is rare: no text, wide characters, deep nesting, long lists. */
const TEXTS: Readonly<Record<string, string>> = {
  empty: "",
  blank: " \n\t\n",
  go: 'package p\n\nimport (\n\t"fmt"\n)\n\n// Doc.\nfunc (s *S[T]) Run(a, b int) (x error) { defer f(); return fmt.Errorf(`é𝒳 %d`, a) }\n',
  python: "@d\nasync def f(a: list[int] = [1], *b, **c) -> None:\n    x, *y = [z async for z in a if z]\n    return f'{x!r:>{y}} é𝒳'\n",
  typescript: "export default class A<T> extends B implements C { @d() private x?: T = (a) => `é${a ?? 1}𝒳`; get y() { return this.x } }\n",
  rust: "#[cfg(x)] impl<'a, T: B> C<'a> for D<T> where T: E { fn f(&self) -> Result<(), F> { m!(a.b(), \"é𝒳\"); self.0?.g::<T>() } }\n",
  broken: "func class def ( { [ fn é𝒳 => ; } ) x = \n\nfunc good() { bad( }\nclass { def f(:\n",
  deep: `${"(".repeat(2000)}1${")".repeat(2000)}`,
  long: `x = [${"a.b(1), ".repeat(5000)}]\n`,
};

for (const plugin of languages) {
  for (const grammar of new Set(Object.values(plugin.extensions))) {
    Deno.test(`${grammar}: the tree in memory is the cursor's tree`, async () => {
      const loaded = await loadGrammar(plugin, grammar);
      for (const [name, text] of Object.entries(TEXTS)) {
        const tree = loaded.parser.parse(text);
        assert.ok(tree, name);
        const [read, asked] = [makeFlatTree(), makeFlatTree()];
        flatten(tree, text, read, { ...loaded.trees, agrees: true }, "utf16");
        flatten(tree, text, asked, { ...loaded.trees, agrees: false }, "utf16");
        assert.equal(countNodes(loaded.trees.runtime, (tree as unknown as Record<number, number>)[0]!), read.count, name);
        tree.delete();
        assert.deepEqual(columnsOf(read), columnsOf(asked), name);
      }
    });

    Deno.test(`${grammar}: the tree of a text as UTF-8 is that of the same as UTF-16`, async () => {
      const loaded = await loadGrammar(plugin, grammar);
      const sources = { ...loaded.trees, agrees: true };
      const wide = "\u{feff}é\u{1d54f} = 'ü\u{1f600}' # 漢字\n";
      for (const [name, text] of Object.entries({ ...TEXTS, wide, lone: "x = '\ud800'\n", odd: "x\n", even: "xy\n", open: "x" })) {
        // Of an odd and of an even number of bytes, with and without a line break at the end, longer than the parser's buffer.
        for (const one of [text, ` ${text}`, `${text}#`, ` ${text}#`, text.length < 200 ? text.repeat(100) : text]) {
          const [bytes, units] = [makeFlatTree(), makeFlatTree()];
          const asBytes = parseWhole({ ...loaded, trees: sources }, one);
          flatten(asBytes.value!, one, bytes, sources, asBytes.offsets);
          const asUnits = parseWhole({ ...loaded, trees: { ...sources, agrees: false } }, one);
          flatten(asUnits.value!, one, units, sources, asUnits.offsets);
          const { hasError } = asUnits.value!.rootNode;
          asBytes.value!.delete();
          asUnits.value!.delete();
          // How dear a text is that the parser passes over depends on its bytes, and so what it makes of errors.
          if (!hasError) assert.deepEqual(columnsOf(bytes), columnsOf(units), name);
          assert.equal(asUnits.offsets, "utf16");
          if (one.endsWith("\n")) assert.notEqual(asBytes.offsets, "utf16", name);
        }
      }
    });
  }
}
