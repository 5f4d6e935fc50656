/** Who uses what, packed with a resolution, is read as it was written, whichever targets are asked for. */
import assert from "node:assert/strict";
import { HEIR, HELD, readUses, REDEFINED, typeOfKind, UseBit, UsePacker, type UsingEdge } from "../core/store/packed_uses.ts";

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

Deno.test("every user is told with the kind of its use and its sites, and every call with what it may also reach", () => {
  const others = [
    `${CALLER} -> ${SAVE}: 0 0 x1`,
    `${TYPE} -> ${STORE}: ${HEIR} 0 x1`,
    `${METHOD} -> ${LAST}: ${REDEFINED} 0 x1`,
    `${CALLER} -> ${LAST}: 0 0 x1`,
  ];
  assert.deepEqual(read(), { uses: [...OF_LOAD, ...others].sort(), maybe: MAYBE });
});

Deno.test("of targets that are asked for the uses are told, and all that calls may reach", () => {
  assert.deepEqual(read([LOAD]), { uses: OF_LOAD, maybe: MAYBE });
  assert.deepEqual(read([LOAD + 1, STORE, STORE + 1]).uses, [`${TYPE} -> ${STORE}: ${HEIR} 0 x1`]);
  assert.deepEqual(read([]), { uses: [], maybe: MAYBE });
});

Deno.test("of nothing nothing is packed", () => {
  const packer = new UsePacker();
  packer.add(edge("imports", CALLER, LOAD));
  assert.equal(packer.pack().length, 0);
  readUses(packer.pack(), undefined, () => assert.fail());
});
