/** A tree that is read piece by piece equals the tree of the whole text. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { type LoadedGrammar, loadGrammar, readWhole } from "../core/parse/parse_file.ts";
import { readPieces } from "../core/parse/read_pieces.ts";
import { makeFlatTree } from "../core/tree/flat_tree.ts";
import { languages } from "../languages/mod.ts";
import { columnsOf } from "./support/tree_columns.ts";

/** What goes on behind a line break at the top of a file. */
const GOING_ON: Readonly<Record<string, string>> = {
  python: `if a:\n    pass\n# x\nelse:\n    pass\n@d\n# y\nclass A:\n    def f(self):\n        return '''\ndef g():\n'''\nx = (1,\n2)\n`,
  typescript: "if (a) b()\n// x\nelse {\n  c()\n}\na\n  .b(`\nfunction f() {}\n`)\nconst y = 1\n+ 2\ntry {\n}\nfinally {\n}\n",
  go: "var (\n\ta = 1\n)\n\n// F.\nfunc F() {\n\tif a {\n\t} else {\n\t}\n}\n\nconst s = `\nfunc g() {\n`\n",
  rust: '#[a]\n// x\nfn f() {\n    if a {\n    }\n    else {\n    }\n}\nconst S: &str = "\nfn g() {\n";\nm! {\n a\n}\n',
};

/** Compares both trees; gives how many pieces were read. */
function compare(loaded: LoadedGrammar, text: string, size: number, what: string): number {
  const [whole, joined] = [makeFlatTree(), makeFlatTree()];
  let pieces = 0;
  const expected = readWhole(loaded, text, text, whole);
  const hasErrors = readPieces(text, joined, loaded.grammar, (part, piece) => {
    pieces++;
    return readWhole(loaded, part, part, piece);
  }, size);
  assert.equal(hasErrors, expected, what);
  assert.equal(joined.end[0], whole.end[0], what);
  // What the parser makes of an error rests on all that it has read.
  if (!expected) assert.deepEqual(columnsOf(joined), columnsOf(whole), what);
  return pieces;
}

for (const plugin of languages) {
  const folder = new URL(`../languages/${plugin.name}/fixtures/`, import.meta.url);
  const endings = Object.keys(plugin.extensions);

  Deno.test(`${plugin.name}: a tree of pieces is the whole text's`, async () => {
    const read: string[] = [];
    for (const ending of endings) {
      const loaded = await loadGrammar(plugin, plugin.extensions[ending]!);
      for (const name of readdirSync(folder).filter((one) => one.endsWith(ending))) {
        const text = readFileSync(new URL(name, folder), "utf8");
        if (compare(loaded, text, text.length >> 3, name) > 2) read.push(name);
      }
    }
    assert.ok(read.length > 2, read.join(" "));
  });

  Deno.test(`${plugin.name}: a piece may end anywhere`, async () => {
    const loaded = await loadGrammar(plugin, plugin.extensions[endings[0]!]!);
    const text = GOING_ON[plugin.name]!.repeat(4);
    for (let size = 1; size < text.length; size += 3) compare(loaded, text, size, `pieces of ${size}`);
    // From what does not parse on all is read at once.
    const broken = `${text}) ( {{\n${text}`;
    for (let size = 1; size < broken.length; size += 7) compare(loaded, broken, size, `broken, pieces of ${size}`);
  });
}
