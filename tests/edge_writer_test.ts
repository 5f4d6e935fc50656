/** How resolved edges are written to the index: definitions become symbols, sites are counted, nothing is written twice. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { definitionId } from "../core/resolve/meaning.ts";
import { EDGE_NUMBERS, type EdgeRow, inOrder } from "../core/resolve/sites/edge_rows.ts";
import { type EdgeContext, EdgeWriter } from "../core/store/edge_writer.ts";
import { IndexWriter } from "../core/store/index_writer.ts";
import { readSchema } from "../core/store/open.ts";
import { packEdges } from "../core/threads/packed_edges.ts";

const [MODULE, MAIN, LOAD, SAVE, LAMBDA, OTHER_LAMBDA] = [1, 2, 3, 4, 5, 6].map((row) => definitionId(0, row));
/** Symbols by rows of `definitions`; what has no name is none. */
const SYMBOLS: Readonly<Record<number, string>> = { 10: "module", 11: "main", 12: "load", 13: "save" };
const CONTEXT: Omit<EdgeContext, "nameId"> = {
  symbolsOf: () => Int32Array.from([0, 10, 11, 12, 13, 0]),
  fileVersionId: () => 1,
  packageOf: () => "",
  pathId: () => 1,
};

/** The edges of a file as they are written, with names for symbols, and how its call sites are counted. */
function written(edges: readonly (Partial<EdgeRow> & Pick<EdgeRow, "target">)[]): { rows: unknown[]; sites: number[] } {
  const db = new DatabaseSync(":memory:");
  db.exec(readSchema().tables);
  const writer = new IndexWriter(db, true);
  const rows = edges.map((edge): EdgeRow => ({
    ...{ type: EDGE_NUMBERS.calls, from: MAIN!, name: "", heuristic: false, rule: "scope", external: false, line: 1, column: 1 },
    ...{ text: "load", candidates: [], properties: "" },
    ...edge,
  }));
  const packed = packEdges(
    [0],
    () => ({ edges: inOrder(rows, { inLibrary: () => false, dotted: (name) => name }), asked: { files: [], names: [] } }),
  );
  const names = new Map(["load", "save", "lost", "?"].map((name) => [writer.nameId(name), name]));
  const { rows: made, counts } = new EdgeWriter(writer, db).addResolution(1, packed, 0, {
    ...CONTEXT,
    nameId: (text) => writer.nameId(packed.texts[text]!),
  });
  const { siteResolved, siteExternal, siteAmbiguous, siteUnresolved } = counts;
  return {
    rows: made.map(([line, , type, from, to, name, , , external, , candidates]) =>
      [line, type, SYMBOLS[from], SYMBOLS[to], names.get(name), external, candidates].filter((part) =>
        part !== 0 && part !== "" && part !== undefined
      )
    ),
    sites: [siteResolved, siteExternal, siteAmbiguous, siteUnresolved],
  };
}

Deno.test("a site with several targets is one site, and only calls count as call sites", () => {
  const { rows, sites } = written([
    { target: LOAD! },
    { target: SAVE! },
    { type: EDGE_NUMBERS.references, target: LOAD! },
    { line: 2, target: -1, name: "lost", rule: "external", external: true },
    { line: 3, target: -1, name: "lost", rule: "ambiguous" },
    { line: 3, column: 2, target: LOAD! },
    { line: 3, column: 9, target: LOAD! },
  ]);
  assert.deepEqual(rows, [
    [1, "calls", "main", "load"],
    [1, "calls", "main", "save"],
    [1, "references", "main", "load"],
    [2, "calls", "main", "lost", 1],
    [3, "calls", "main", "lost"],
    [3, "calls", "main", "load"],
    [3, "calls", "main", "load"],
  ]);
  assert.deepEqual(sites, [3, 1, 1, 0]);
});

Deno.test("edges from anonymous code start at the module, once for each site", () => {
  const { rows, sites } = written([
    { from: MODULE!, target: LOAD! },
    { from: LAMBDA!, target: SAVE! },
    { from: OTHER_LAMBDA!, target: LOAD! },
    { line: 2, from: LAMBDA!, target: LOAD! },
  ]);
  assert.deepEqual(rows, [[1, "calls", "module", "load"], [1, "calls", "module", "save"], [2, "calls", "module", "load"]]);
  assert.deepEqual(sites, [2, 0, 0, 0]);
});

Deno.test("edges at one position are distinguished by their start, and by their name if there is no target", () => {
  const { rows } = written([
    { type: EDGE_NUMBERS.implements, from: MAIN!, target: SAVE! },
    { type: EDGE_NUMBERS.implements, from: LOAD!, target: SAVE! },
    { type: EDGE_NUMBERS.extends, target: -1, name: "lost", external: true },
    { type: EDGE_NUMBERS.extends, target: -1, name: "?", external: true },
  ]);
  assert.deepEqual(rows, [
    [1, "implements", "main", "save"],
    [1, "implements", "load", "save"],
    [1, "extends", "main", "?", 1],
    [1, "extends", "main", "lost", 1],
  ]);
});

Deno.test("a target that is not a symbol is given by the best available name", () => {
  const { rows, sites } = written([
    { line: 1, target: LAMBDA!, name: "save", external: true },
    { line: 2, target: LAMBDA! },
    { line: 3, target: -1, text: "", rule: "unresolved" },
    { line: 4, target: LOAD!, external: true },
  ]);
  assert.deepEqual(rows, [
    [1, "calls", "main", "save", 1],
    [2, "calls", "main", "load"],
    [3, "calls", "main", "?"],
    [4, "calls", "main", "load"],
  ]);
  assert.deepEqual(sites, [1, 1, 0, 2]);
});

Deno.test("candidates are symbols, each listed once, without the target", () => {
  const { rows } = written([
    { line: 1, target: LOAD!, candidates: [LOAD!, SAVE!, LAMBDA!, SAVE!, MAIN!] },
    { line: 2, target: -1, name: "lost", candidates: [LAMBDA!] },
    { line: 3, target: -1, name: "lost", candidates: [SAVE!, LOAD!] },
  ]);
  assert.deepEqual(rows, [
    [1, "calls", "main", "load", "[13,11]"],
    [2, "calls", "main", "lost"],
    [3, "calls", "main", "lost", "[13,12]"],
  ]);
});
