/**
 * What the store keeps in encodings of its own beside rows (uses, directories, counts, dependencies of edges) is read as it was written.
 */
import assert from "node:assert/strict";
import { encodeAsked, makeAskedTest } from "../core/store/stored_asked.ts";
import { addCounts, addNumbers, type CountedEdge, countEdge, type EdgeCounts, encodeCounts, noCounts } from "../core/store/edge_counts.ts";
import { HEIR, HELD, readUses, REDEFINED, typeOfKind, UseBit, UsePacker, type UsingEdge } from "../core/store/packed_uses.ts";
import { packDirectory, readDirectory, SymbolMark } from "../core/store/symbol_directory.ts";

const [CALLER, OTHER, TEST, TYPE, METHOD] = [1, 2, 3, 4, 5];
const [LOAD, SAVE, STORE, LAST] = [10, 20, 30, 400];

function edge(type: string, from: number, to: number, more: Partial<UsingEdge> = {}): UsingEdge {
  return { type, from, to, confidence: "static", rule: "scope", candidates: "", ...more };
}

const EDGES: readonly UsingEdge[] = [
  edge("calls", CALLER, SAVE),
  edge("calls", CALLER, LOAD),
  edge("calls", CALLER, LOAD),
  edge("calls", OTHER, LOAD, { confidence: "heuristic", rule: "constructor" }),
  edge("references", OTHER, LOAD, { candidates: "[20]" }),
  edge("tests", TEST, LOAD, { rule: "path" }),
  edge("extends", TYPE, STORE),
  edge("overrides", METHOD, LAST),
  edge("imports", CALLER, LAST),
  edge("calls", CALLER, LAST, { rule: "variable", candidates: "[10,30]" }),
  edge("calls", OTHER, 0, { rule: "variable", candidates: "[10]" }),
  edge("calls", OTHER, 0, { rule: "ambiguous", candidates: "[20]" }),
];

function read(wanted?: readonly number[]): { readonly uses: readonly string[]; readonly maybe: readonly string[] } {
  const packer = new UsePacker();
  for (const one of EDGES) packer.add(one);
  const [uses, maybe]: [string[], string[]] = [[], []];
  readUses(
    packer.pack(),
    wanted,
    (from, kind, sites, to) => uses.push(`${from} -> ${to}: ${typeOfKind(kind)} ${kind & 7} x${sites}`),
    (from, to, candidates) => maybe.push(`${from} -> ${to} or ${candidates}`),
  );
  return { uses: uses.sort(), maybe: maybe.sort() };
}

const OF_LOAD = [
  `${CALLER} -> ${LOAD}: 0 0 x2`,
  `${OTHER} -> ${LOAD}: 0 ${UseBit.heuristic + UseBit.constructor} x1`,
  `${OTHER} -> ${LOAD}: 1 0 x1`,
  `${TEST} -> ${LOAD}: 2 ${UseBit.named} x1`,
];
const MAYBE = [`${CALLER} -> ${LAST} or 10,30`, `${OTHER} -> ${HELD} or 10`, `${OTHER} -> 0 or 20`].sort();

Deno.test("every user is read with the kind of its use and its sites, and every call with its possible targets", () => {
  const others = [
    `${CALLER} -> ${SAVE}: 0 0 x1`,
    `${TYPE} -> ${STORE}: ${HEIR} 0 x1`,
    `${METHOD} -> ${LAST}: ${REDEFINED} 0 x1`,
    `${CALLER} -> ${LAST}: 0 0 x1`,
  ];
  assert.deepEqual(read(), { uses: [...OF_LOAD, ...others].sort(), maybe: MAYBE });
});

Deno.test("for requested targets their uses are read, and all possible targets of calls", () => {
  assert.deepEqual(read([LOAD]), { uses: OF_LOAD, maybe: MAYBE });
  assert.deepEqual(read([LOAD + 1, STORE, STORE + 1]).uses, [`${TYPE} -> ${STORE}: ${HEIR} 0 x1`]);
  assert.deepEqual(read([]), { uses: [], maybe: MAYBE });
});

Deno.test("no uses are packed into no bytes", () => {
  const packer = new UsePacker();
  packer.add(edge("imports", CALLER, LOAD));
  assert.equal(packer.pack().length, 0);
  readUses(packer.pack(), undefined, () => assert.fail());
});

Deno.test("a directory lists its symbols ordered by id", () => {
  const entries = [
    { id: 900, line: 12, marks: SymbolMark.contract | SymbolMark.test },
    { id: 3, line: 1, marks: SymbolMark.module },
    { id: 4, line: 70_000, marks: 0 },
  ];
  const read: typeof entries = [];
  readDirectory(packDirectory(entries), (id, line, marks) => read.push({ id, line, marks }));
  assert.deepEqual(read, [entries[1], entries[2], entries[0]]);
});

Deno.test("counts of a file: each site once, edges by their confidence, calls by rule; other edges are not counted", () => {
  const call: CountedEdge = { type: "calls", confidence: "static", rule: "type", resolved: true, external: false, sameSite: false };
  const open = { ...call, confidence: "heuristic", resolved: false } as const;
  const counts = noCounts();
  for (
    const edge of [
      call,
      { ...call, confidence: "heuristic", rule: "union" },
      { ...call, confidence: "heuristic", rule: "union", sameSite: true },
      { ...open, rule: "external", external: true },
      { ...open, rule: "ambiguous" },
      { ...open, rule: "variable" },
      { ...call, type: "references" },
      { ...open, type: "references" },
      { ...call, type: "imports" },
    ] as const
  ) countEdge(counts, edge);
  const rules = { type: 1, union: 2, external: 1, ambiguous: 1, variable: 1 };
  const numbers = {
    callsStatic: 1,
    callsHeuristic: 2,
    referencesStatic: 1,
    referencesHeuristic: 0,
    siteResolved: 2,
    siteExternal: 1,
    siteAmbiguous: 1,
    siteUnresolved: 1,
  };
  assert.deepEqual({ ...counts, rules: { ...counts.rules } }, { ...numbers, rules });
  const [all, some] = [noCounts(), noCounts()];
  for (const stored of [encodeCounts(counts), "", encodeCounts(counts)]) {
    addCounts(all, stored);
    addNumbers(some, stored);
  }
  const twice = Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, 2 * n]));
  const plain = (of: EdgeCounts): Record<string, unknown> => ({ ...of, rules: { ...of.rules } });
  assert.deepEqual(plain(all), { ...twice, rules: { type: 2, union: 4, external: 2, ambiguous: 2, variable: 2 } });
  assert.deepEqual(plain(some), { ...twice, rules: { variable: 2 } });
});

Deno.test("a file that consulted another or looked up a name is found by it and by nothing similar", () => {
  const stored = encodeAsked({ files: [7, 12], names: ["load", 'a"b', "x.y*"] }, { files: [112], names: ["load"] });
  const asks = (files: readonly number[], names: readonly string[]): boolean => makeAskedTest(new Set(files), new Set(names))(stored);
  for (const file of [7, 12, 112]) assert.ok(asks([file], []), String(file));
  for (const name of ["load", 'a"b', "x.y*"]) assert.ok(asks([], [name]), name);
  for (const file of [1, 2, 11, 121]) assert.ok(!asks([file], []), String(file));
  for (const name of ["loa", "x.yy", "files", "7"]) assert.ok(!asks([], [name]), name);
  const many = Array.from({ length: 90 }, (_, i) => `n${i}`);
  assert.deepEqual([asks([], many), asks([], [...many, "load"]), asks([], [])], [false, true, false]);
  for (const names of [["load"], many]) assert.ok(!makeAskedTest(new Set([7]), new Set(names))(""), "of nothing it is true for nobody");
});
