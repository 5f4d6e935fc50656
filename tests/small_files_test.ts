/** What a small file costs: decoded, its tables and lists without rows are those of every other file, and so are short columns. */
import assert from "node:assert/strict";
import { decodeOutline, encodeOutline, outlineOf } from "../core/facts/outline.ts";
import { decodeFacts } from "../core/facts/stored_facts.ts";
import { loadGrammar, parseText } from "../core/parse/parse_file.ts";
import { plugin } from "../languages/python/plugin.ts";

const loaded = await loadGrammar(plugin, "python");
const [one, other] = ["def load():\n    return 1\n", "SIZE = 2\n"].map((text) => parseText(loaded, text).facts);

Deno.test("tables without rows are shared by all files, those with rows are a file's own", () => {
  const [decoded, beside] = [decodeFacts(one!.bytes), decodeFacts(other!.bytes)];
  assert.equal(decoded.imports.length, 1);
  assert.deepEqual([...decoded.imports.module], [0]);
  assert.equal(decoded.imports, beside.imports);
  assert.notEqual(decoded.definitions, beside.definitions);
});

Deno.test("short columns of zeros, and those of one row, are shared by all files that have the same", () => {
  const [decoded, beside] = [decodeFacts(one!.bytes), decodeFacts(other!.bytes)];
  assert.equal(decoded.definitions.length, beside.definitions.length);
  assert.equal(decoded.definitions.owner, beside.definitions.owner);
  for (const facts of [one!, other!]) {
    // What is decoded from bytes at any offset is what was stored.
    const moved = new Uint8Array(facts.bytes.length + 8);
    moved.set(facts.bytes, 4);
    const again = decodeFacts(moved.subarray(4, 4 + facts.bytes.length));
    for (const table of ["scopes", "definitions", "bindings", "expressions", "uses"] as const) {
      assert.deepEqual(again[table], decodeFacts(facts.bytes)[table]);
    }
  }
});

Deno.test("lists of names without names are shared by all outlines, and a decoded outline is the one that was encoded", () => {
  const [decoded, beside] = [one!, other!].map((facts) => decodeOutline(encodeOutline(outlineOf(facts, plugin.rules))));
  assert.deepEqual([decoded!.callables.names, decoded!.callables.rows.length], [["load"], 1]);
  assert.deepEqual(decoded!.macros.names, []);
  assert.equal(decoded!.macros, beside!.macros);
  assert.notEqual(decoded!.callables, beside!.nameable);
});
