/**
 * The fixture driver itself: what it accepts, and that it overlooks nothing.
 */
import assert from "node:assert/strict";
import { compareFixture, readFixture } from "../plugins/fixture.ts";
import type { NamedEdge } from "../plugins/memory_project.ts";

function edge(line: number, column: number, more: Partial<NamedEdge> = {}): NamedEdge {
  return {
    path: "a.py",
    line,
    column,
    type: "calls",
    from: "a.main",
    target: "a.load",
    targetPath: "a.py",
    toName: "",
    external: false,
    confidence: "static",
    rule: "scope",
    text: "load",
    candidates: [],
    properties: "",
    ...more,
  };
}

const failures = (text: string, edges: readonly NamedEdge[]): string[] => compareFixture(readFixture("a.py", text), edges);

Deno.test("an announced edge passes, by the column of its first caret or of its comment", () => {
  assert.deepEqual(failures("    load()\n#   ^^^^ calls: a.load by scope as static from a.main (why)\n", [edge(1, 5)]), []);
  assert.deepEqual(failures("load()\n# <- calls: a.load\n", [edge(1, 1)]), []);
  assert.deepEqual(failures("\tload()\n//  ^^^^ calls: a.load\n", [edge(1, 2)]), []);
});

Deno.test("an edge that is not announced fails", () => {
  const text = "    load()\n#   ^^^^ calls: a.load\n";
  assert.match(failures(text, []).join(), /no edge at this place/);
  assert.match(failures(text, [edge(1, 5), edge(1, 9)]).join(), /not announced; paste\n# {7}\^{4} calls: a\.load by scope/);
  assert.match(failures(text, [edge(1, 5, { target: "a.other" })]).join(), /paste\n# {3}\^{4} calls: a\.other by scope/);
  assert.match(failures("    load()\n", []).join(), /proves nothing/);
  assert.match(failures("    load()\n#   ^^^^ no-call\n", [edge(1, 5)]).join(), /no-call/);
});

Deno.test("candidates, unknown, outside and known misses", () => {
  const candidates = edge(1, 5, { target: "", candidates: ["b.load", "a.load"], rule: "ambiguous" });
  assert.deepEqual(failures("    load()\n#   ^^^^ calls: ? | a.load | b.load by ambiguous\n", [candidates]), []);
  assert.deepEqual(failures("    load()\n#   ^^^^ calls: ?\n", [edge(1, 5, { target: "" })]), []);
  assert.deepEqual(
    failures("    load()\n#   ^^^^ calls: ext:os.load\n", [edge(1, 5, { target: "", toName: "os.load", external: true })]),
    [],
  );
  const miss = "    load()\n#   ^^^^ misses: a.load (needs more)\n";
  assert.deepEqual(failures(miss, [edge(1, 5, { target: "" })]), []);
  assert.match(failures(miss, [edge(1, 5)]).join(), /is right now; paste/);
  assert.match(failures("    load()\n#   ^^^^ misses: a.load\n", [edge(1, 5, { target: "" })]).join(), /needs a reason/);
});

Deno.test("headers separate virtual files, and lines count from each", () => {
  const fixture = readFixture("x.py", "# --- path: a.py ---\ndef load(): ...\n# --- path: b/c.py ---\nload()\n# <- calls: a.load\n");
  assert.deepEqual(fixture.files.map((file) => file.path), ["a.py", "b/c.py"]);
  assert.deepEqual(fixture.expectations.map(({ path, line, fixtureLine }) => [path, line, fixtureLine]), [["b/c.py", 1, 5]]);
  assert.equal(fixture.files[1]!.text, "load()\n\n\n");
});

Deno.test("comments of other languages announce too, and the suggested text is such a comment", () => {
  for (const [mark, end] of [["--", ""], [";", ""], ["%", ""], ["(*", " *)"]] as const) {
    const line = `${mark}${" ".repeat(4 - mark.length)}^^^^ calls: a.load by scope${end}\n`;
    assert.deepEqual(failures(`    load()\n${line}`, [edge(1, 5)]), [], mark);
    assert.ok(failures(`${mark} A program.${end}\n    load()\n`, [edge(2, 5)]).join("\n").includes(`paste\n${line.trimEnd()}`), mark);
    const fixture = readFixture("x", `${mark} --- path: b.x ---${end}\n${mark} --- edges: imports ---${end}\nload()\n`);
    assert.deepEqual([fixture.files.map(({ path }) => path), fixture.closed.has("imports")], [["b.x"], true], mark);
  }
});
