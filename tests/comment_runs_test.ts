/** The parts of Rust's comments that the parser may skip, and that everything else keeps its position. */
import assert from "node:assert/strict";
import { type LoadedGrammar, loadGrammar, parseText, parseWhole } from "../core/parse/parse_file.ts";
import { flatten, isComment, makeFlatTree } from "../core/tree/flat_tree.ts";
import { plugin } from "../languages/rust/plugin.ts";
import { findCommentRuns } from "../languages/rust/text/comment_runs.ts";

/** A text as the parser gets it. */
function readOf(text: string): string {
  const runs = findCommentRuns(text);
  let read = "";
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    read += text.slice(at, runs[i]);
    at = runs[i + 1]!;
  }
  return read + text.slice(at);
}

const LEFT_OUT: Readonly<Record<string, readonly [text: string, read: string]>> = {
  "documentation of several lines is one short comment": ["/// One\n///\n/// three é𝒳.\nfn f() {}\n", "//\nfn f() {}\n"],
  "one of another kind begins anew": ["//! Top.\n// plain\n//// plain too\n/// Doc.\nfn f() {}\n", "//\n//\n//\nfn f() {}\n"],
  "an empty line and code end a run": ["// a\n\n// b\nx();\n  // c\n  // d\n", "//\n\n//\nx();\n  //\n"],
  "a line with a quotation mark stays": ['// a\n// "b"\n// c\n', '//\n// "b"\n//\n'],
  "a line with an escape or the mark of a comment stays": [
    "// a \\\n// b */ x();\n// c /* d\n// e * f\n",
    "// a \\\n// b */ x();\n// c /* d\n//\n",
  ],
  "what stands behind code stays": ["x(); // a\n// b\n", "x(); // a\n//\n"],
  "a text may end in a comment": ["// a\n// b", "//"],
  "line breaks of two characters": ["/// a\r\n/// b\r\nfn f() {}\r\n", "//\nfn f() {}\r\n"],
};

for (const [name, [text, read]] of Object.entries(LEFT_OUT)) {
  Deno.test(`left out: ${name}`, () => assert.equal(readOf(text), read));
}

/** Code in which what looks like a comment is none, or stands where a token ends. */
const TEXTS: Readonly<Record<string, string>> = {
  "in texts of several lines":
    'const A: &str = "x\n// y\n/// z\n  // w é𝒳"; fn f() { g("\n// \\"); h(); }\nconst B: &str = r#"\n// a\n"#; fn k() {}\n',
  "in comments between marks": "/*\n// a\n/* b\n// c\n*/\n// d\n*/ fn f() {}\n/** x\n// y */ fn g() {}\n",
  "in the arguments of macros":
    "m! {\n  // a\n  /// b\n  /// c\n  fn f() { x(); }\n}\nfn g() { h!(\n// é\n// 𝒳\n a.b(), // c\n c::d()); }\n",
  "between parts of an expression":
    "fn f() -> u8 {\n  a\n    // one\n    // two\n    .b()\n    /// no doc\n    .c(1, // x\n       // y\n       // z\n       2)\n}\n",
  "before and behind items":
    "//! Top.\n//! é𝒳\n\n//  a\n/// Of S.\n/// More.\n// not of it\n#[derive(A)]\n/// And this.\nstruct S {\n  /// Of x.\n  x: u8,\n  // last\n}\n// end\n",
};

/** Nodes but for comments and what is in them. */
function codeOf(loaded: LoadedGrammar, text: string): string[] {
  const { value, offsets } = parseWhole(loaded, text);
  const tree = makeFlatTree();
  flatten(value!, text, tree, loaded.trees, offsets);
  value!.delete();
  const inComment = new Set<number>();
  const nodes: string[] = [];
  for (let node = 0; node < tree.count; node++) {
    const kind = loaded.grammar.kinds[tree.kind[node]!]!;
    if (isComment(kind) || inComment.has(tree.parent[node]!)) inComment.add(node);
    else nodes.push(`${kind} ${tree.start[node]} ${tree.end[node]} ${loaded.grammar.fields[tree.field[node]!] ?? ""}`);
  }
  return nodes;
}

for (const [name, text] of Object.entries(TEXTS)) {
  Deno.test(`comments ${name}: the rest of the tree and the facts are those of the whole text`, async () => {
    const loaded = await loadGrammar(plugin, "rust");
    const { unread, ...reading } = loaded.reading;
    assert.notDeepEqual(unread?.(text), [], "something is left out");
    const whole = { ...loaded, reading };
    assert.deepEqual(codeOf(loaded, text), codeOf(whole, text));
    assert.deepEqual(parseText(loaded, text), parseText(whole, text));
  });
}
