/**
 * Rules for lists that apply only to unusual indexes: entries larger than a page, twenty candidates, handles of another index, the better
 * of two sites.
 */
import assert from "node:assert/strict";
import { groupSites } from "../query/answer/sites.ts";
import { Standing } from "../query/rows/standing.ts";
import type { Reply } from "../query/ask.ts";
import type { Context } from "../query/context.ts";
import { findOneSymbol } from "../query/names/find_symbol.ts";
import { symbolMentioned } from "../query/names/mentions.ts";
import { linksTo } from "../query/rows/links.ts";
import { readSymbol } from "../query/rows/symbol_row.ts";
import { readUseGraph } from "../query/rows/use_graph.ts";
import { dispatchOf } from "../query/walk/dispatch.ts";
import { callSeeded } from "./support/call.ts";
import { seedContext, type SeedEdge, type SeedSymbol, TEST_FLAG } from "./support/seed_index.ts";

async function callers(context: Context, name: string): Promise<Reply> {
  return await callSeeded(context, "get_callers", { function_name: name });
}

/** A project of one file. */
function oneFile(symbols: readonly SeedSymbol[], edges: readonly SeedEdge[] = []): Context {
  return seedContext([{ path: "a.py", module: "a", symbols, edges }]);
}

Deno.test("a page has at least one entry, however large that is", async () => {
  const sites = Array.from({ length: 3000 }, (_, i): SeedEdge => ({ from: "busy", line: 10 + i, text: "load", to: "a.py:load" }));
  const context = oneFile([{ name: "load", lines: [1, 2] }, { name: "busy", lines: [5, 4000] }], sites);
  const { structured } = await callers(context, "load");
  assert.deepEqual(Object.keys((structured["callers"] as Record<string, object>)["a.py"]!), ["busy"]);
  assert.equal(structured["cursor"], undefined);
});

Deno.test("in every list test files come last, whatever their names", async () => {
  const may = (from: string, line: number): SeedEdge => ({
    from,
    line,
    text: "x.go",
    to: "m.py:Base.go",
    rule: "dispatch",
    confidence: "heuristic",
    candidates: ["m.py:Job.go"],
  });
  const context = seedContext([
    {
      path: "a/test_go.py",
      module: "a.test_go",
      symbols: [{ name: "test_go", lines: [1, 4], flags: TEST_FLAG }],
      edges: [may("test_go", 2)],
    },
    {
      path: "m.py",
      module: "m",
      symbols: [
        { name: "Base", kind: "class", lines: [1, 4] },
        { name: "Base.go", kind: "method", lines: [2, 3] },
        { name: "Job", kind: "class", lines: [6, 9] },
        { name: "Job.go", kind: "method", lines: [7, 8] },
      ],
    },
    { path: "z.py", module: "z", symbols: [{ name: "run", lines: [1, 4] }], edges: [may("run", 2)] },
  ]);
  const { structured } = await callers(context, "Job.go");
  assert.deepEqual(Object.keys(structured["possible"] as object), ["z.py", "a/test_go.py"]);
});

Deno.test("an unresolved call with twenty candidates may have more, one with fewer does not", async () => {
  for (const [count, completeness] of [[20, "possibly_incomplete"], [19, "complete"]] as const) {
    const others = Array.from({ length: count }, (_, i): SeedSymbol[] => [
      { name: `T${i}`, kind: "class", lines: [100 + 10 * i, 109 + 10 * i] },
      { name: `T${i}.go`, kind: "method", lines: [102 + 10 * i, 103 + 10 * i] },
    ]).flat();
    const context = oneFile(
      [
        { name: "Job", kind: "class", lines: [1, 9] },
        { name: "Job.go", kind: "method", lines: [2, 3] },
        { name: "run", lines: [11, 12] },
        ...others,
      ],
      [{
        from: "run",
        line: 12,
        text: "x.go",
        toName: "go",
        rule: "ambiguous",
        candidates: Array.from({ length: count }, (_, i) => `a.py:T${i}.go`),
      }],
    );
    assert.equal((await callers(context, "Job.go")).structured["completeness"], completeness, `${count} candidates`);
  }
});

Deno.test("a handle from another state of the index finds nothing rather than the symbol that now has its row", async () => {
  const before = await callers(oneFile([{ name: "load", lines: [1, 2] }]), "load");
  const { symbol_id } = before.structured["symbol"] as { symbol_id: string };
  const { error } = await callers(oneFile([{ name: "save", lines: [1, 2] }]), symbol_id);
  assert.equal(error?.code, "symbol_not_found");
});

Deno.test("of several sites a certain one represents the link, wherever it is", () => {
  const context = oneFile([{ name: "load", lines: [1, 2] }, { name: "run", lines: [4, 9] }], [
    { from: "run", line: 5, text: "x.load", to: "a.py:load", rule: "unique-name", confidence: "heuristic" },
    { from: "run", line: 7, text: "load", to: "a.py:load" },
  ]);
  const [link] = linksTo(context, findOneSymbol(context, "load").row.id);
  assert.deepEqual([link!.line, link!.confidence, link!.sites], [7, "static", 2]);
});

Deno.test("of several equally certain sites the first represents the link", () => {
  const likely = { rule: "unique-name", confidence: "heuristic" } as const;
  const context = oneFile([{ name: "load", lines: [1, 2] }, { name: "save", lines: [3, 4] }, { name: "run", lines: [5, 9] }], [
    { from: "run", line: 6, text: "load", to: "a.py:load" },
    { from: "run", line: 7, text: "load", to: "a.py:load" },
    { from: "run", line: 8, text: "x.load", to: "a.py:load", ...likely },
    { from: "run", line: 8, column: 9, text: "x.save", to: "a.py:save", ...likely },
    { from: "run", line: 9, text: "x.save", to: "a.py:save", ...likely },
  ]);
  const links = ["load", "save"].map((name) => linksTo(context, findOneSymbol(context, name).row.id)[0]!);
  assert.deepEqual(links.map(({ line, sites, lines }) => [line, sites, lines]), [[6, 3, [6, 7, 8]], [8, 2, [8, 9]]]);
});

Deno.test("a location that leads to a symbol in two ways is one site, two locations on a line are two", () => {
  const row = { path: "a.py", name: "run", definitionLine: 4, test: false, line: 5, confidence: "static", rule: "scope" } as const;
  const [entry] = groupSites([{ ...row, column: 9 }, { ...row, column: 2 }, { ...row, column: 9, rule: "import" }], () => Standing.ships);
  assert.deepEqual(entry!.sites.map(({ column, rule }) => [column, rule]), [[2, "scope"], [9, "scope"]]);
});

Deno.test("a plain word in a document means a function or a type, a method only if written as one", () => {
  const context = oneFile([
    { name: "Job", kind: "class", lines: [1, 9] },
    { name: "Job.go", kind: "method", lines: [2, 3] },
    { name: "load", lines: [11, 12] },
  ]);
  const meant = ["load", "Job", "go", "go()", "Job.go"].map((written) => symbolMentioned(context, written)?.qualifiedName);
  assert.deepEqual(meant, ["a.load", "a.Job", undefined, "a.Job.go", "a.Job.go"]);
});

Deno.test("holding a base's method may run its override, and so may a sibling that names it", () => {
  const classes = ["Base", "One", "Two", "Three"].flatMap((name, i): SeedSymbol[] => [
    { name, kind: "class", lines: [1 + 10 * i, 9 + 10 * i] },
    { name: `${name}.go`, kind: "method", lines: [2 + 10 * i, 8 + 10 * i] },
  ]);
  const overrides = (from: string, line: number): SeedEdge => ({ from, line, text: "go", to: "a.py:Base.go", type: "overrides" });
  const toBase = (line: number, more: Partial<SeedEdge>): SeedEdge => ({
    from: "One.go",
    line,
    text: "x.go",
    to: "a.py:Base.go",
    rule: "dispatch",
    ...more,
  });
  const callersOf = (edge: SeedEdge): readonly string[] => {
    const context = oneFile([...classes, { name: "run", lines: [41, 49] }], [
      overrides("One.go", 12),
      overrides("Two.go", 22),
      overrides("Three.go", 32),
      edge,
    ]);
    const graph = readUseGraph(context);
    const dispatch = dispatchOf(context, graph);
    const node = graph.nodeOf(findOneSymbol(context, "Two.go").row.id);
    const found = dispatch.callersOf(node);
    assert.equal(dispatch.hasCallers(node), found.length > 0);
    return [...new Set(found)].map((one) => readSymbol(context, graph.ids[one]!)!.qualifiedName);
  };
  const held: SeedEdge = { from: "run", line: 42, text: "f", toName: "f", rule: "variable", candidates: ["a.py:Base.go"] };
  assert.deepEqual(callersOf(held), ["a.run"]);
  assert.deepEqual(callersOf(toBase(13, {})), [], "it calls its own base's");
  for (const named of ["a.py:Two.go", "a.py:Three.go"]) {
    assert.deepEqual(
      callersOf(toBase(13, { candidates: [named] })),
      ["a.One.go"],
      "of what a call may run, the edge names the first alone",
    );
  }
});
