/** The tree read off the parser's memory is the tree that the parser's cursor tells. */
import assert from "node:assert/strict";
import { flatten, type FlatTree, makeFlatTree } from "../core/flat_tree.ts";
import { loadGrammar } from "../core/parse_file.ts";
import { languages } from "../languages/mod.ts";

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

function columnsOf(tree: FlatTree): Record<string, number[]> {
  const columns: Record<string, number[]> = {};
  for (const name of ["kind", "field", "start", "end", "parent", "next"] as const) {
    columns[name] = Array.from(tree[name].subarray(0, tree.count));
  }
  return columns;
}

for (const plugin of languages) {
  for (const grammar of new Set(Object.values(plugin.extensions))) {
    Deno.test(`${grammar}: the tree in memory is the cursor's tree`, async () => {
      const loaded = await loadGrammar(plugin, grammar);
      for (const [name, text] of Object.entries(TEXTS)) {
        const tree = loaded.parser.parse(text);
        assert.ok(tree, name);
        const [read, asked] = [makeFlatTree(), makeFlatTree()];
        flatten(tree, text, read, { ...loaded.trees, agrees: true });
        flatten(tree, text, asked, { ...loaded.trees, agrees: false });
        tree.delete();
        assert.deepEqual(columnsOf(read), columnsOf(asked), name);
      }
    });
  }
}
