/** What counts as right, as wrong and as not judged: `deno test -A bench/accuracy/score_test.ts`. */
import assert from "node:assert/strict";
import { type ExportedEdge, formatScore, type KnownSite, scoreEdges } from "./score.ts";

function makeSite(line: number, parts: Partial<KnownSite>): KnownSite {
  return { file: "a.py", line, column: 1, name: "f", kind: "function", targets: [], external: false, ...parts };
}

function makeEdge(line: number, target: number | null, parts: Partial<ExportedEdge> = {}): ExportedEdge {
  return {
    call_file: "a.py",
    call_line: line,
    call_column: 1,
    callee_name: "f",
    callee_file: target === null ? null : "b.py",
    callee_line: target,
    confidence: "static",
    rule: "scope",
    resolved: target !== null,
    external: false,
    candidates: [],
    ...parts,
  };
}

const place = (line: number) => ({ file: "b.py", line, name: "f" });
const covered = new Set(["a.py"]);

Deno.test("an edge is right at any of the truth's targets, and wrong anywhere else", () => {
  const truth = [makeSite(1, { targets: [place(10), place(20)] }), makeSite(2, { targets: [place(10)] })];
  const { total, wrong } = scoreEdges(truth, [makeEdge(1, 20), makeEdge(2, 11)], covered);
  assert.deepEqual([total.static, total.staticRight, total.hit, total.inside], [2, 1, 1, 2]);
  assert.equal(wrong[0]?.site.line, 2);
});

Deno.test("an edge at an external site or at a value is wrong, unless the truth accepts the place", () => {
  const truth = [
    makeSite(1, { external: true }),
    makeSite(2, { kind: "value" }),
    makeSite(3, { kind: "value", accepts: [place(10)] }),
    makeSite(4, { kind: "value", binding: place(10) }),
  ];
  const edges = [1, 2, 3, 4].map((line) => makeEdge(line, 10));
  const { total } = scoreEdges(truth, edges, covered);
  assert.deepEqual([total.static, total.staticRight, total.boundInside, total.external], [4, 2, 1, 1]);
});

Deno.test("unknown sites, files that are not covered and places without a site are left out", () => {
  const truth = [makeSite(1, { kind: "unknown" })];
  const edges = [makeEdge(1, 10), makeEdge(7, 10), makeEdge(1, 10, { call_file: "z.py" })];
  const score = scoreEdges(truth, edges, covered);
  assert.deepEqual([score.total.all, score.unknownSites, score.unmatched], [0, 1, { "static scope": 1 }]);
});

Deno.test("a target that is only a candidate counts neither as right nor as a hit, but is told apart", () => {
  const truth = [makeSite(1, { targets: [place(10)] }), makeSite(2, { targets: [place(10)] })];
  const edges = [
    makeEdge(1, 20, { confidence: "heuristic", candidates: [place(10)] }),
    makeEdge(2, null, { candidates: [place(10)] }),
  ];
  const { total } = scoreEdges(truth, edges, covered);
  assert.deepEqual([total.allRight, total.allCandidate, total.hit, total.candidateHit], [0, 1, 0, 2]);
});

Deno.test("a kind may bear the name of an object's own property", () => {
  const { kinds } = scoreEdges([makeSite(1, { kind: "constructor", external: true })], [], covered);
  assert.equal(kinds["constructor"]?.sites, 1);
});

Deno.test("the report names rule, callee and place of a fault", () => {
  const score = scoreEdges([makeSite(1, { targets: [place(10)] })], [makeEdge(1, 11)], covered);
  const text = formatScore(score, 5);
  assert.match(text, /1 × `f` by static scope\n {2}- a\.py:1:1 -> b\.py:11 instead of b\.py:10/);
});
