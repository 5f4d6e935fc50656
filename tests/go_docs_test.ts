/** Go: the doc comment of a definition, as Go's own tools show it. */
import assert from "node:assert/strict";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { plugin as go } from "../languages/go/plugin.ts";

/** What a text says of the definition `name`. */
async function docOf(name: string, text: string): Promise<string> {
  const { definitions, strings } = parseText(await loadGrammar(go, "go"), `package p\n\n${text}`).facts;
  return strings[definitions.doc[definitions.name.indexOf(strings.indexOf(name))]!]!;
}

Deno.test("Go: directives are not part of a comment", async () => {
  const text =
    "// F is called.\n//\n//goland:noinspection GoUnused\n//go:noinline\n//extern f\n//nolint:all\n// NOTE:it stays\nfunc F() {}\n";
  assert.equal(await docOf("F", text), "F is called.\n\nNOTE:it stays");
});

Deno.test("Go: the beginning of a long comment is kept, in either form", async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `line ${i} of what is said`);
  for (const text of [lines.map((line) => `// ${line}`).join("\n"), `/*\n${lines.join("\n")}\n*/`]) {
    assert.match(await docOf("F", `${text}\nfunc F() {}\n`), /^line 0 of[^]* is said …$/);
  }
});

Deno.test("Go: adjacent comments of both forms are one; a star is a marker if it stands alone", async () => {
  const text = "/* gone */\n\n// See https://example.org\n/*\n\tF does\n\t * this\n\t**that**\n*/\n// and more.\nfunc F() {}\n";
  assert.equal(await docOf("F", text), "See https://example.org\n\nF does\nthis\n**that**\n\nand more.");
  assert.equal(await docOf("G", "var x = 1 /* of x */\nfunc G() {}\n"), "");
});
