/** A tool that predicts whether it would find something agrees with its answer. */
import assert from "node:assert/strict";
import { checkParams } from "../query/answer/check_params.ts";
import { countFound } from "../query/followup/previous.ts";
import { TOOLS } from "../query/mod.ts";
import { seedContext } from "./support/seed_index.ts";

const names = ["main", "load", "loop", "alone", "held", "outer"];
const context = seedContext([{
  path: "a.py",
  module: "a",
  symbols: names.map((name, i) => ({ name, lines: [10 * i + 1, 10 * i + 9] as [number, number] })),
  edges: [
    { from: "main", line: 2, column: 1, text: "load", to: "a.py:load" },
    { from: "loop", line: 22, column: 1, text: "loop", to: "a.py:loop" },
    { from: "main", line: 4, column: 1, text: "held", to: "a.py:held", type: "references" },
    { from: "outer", line: 52, column: 1, text: "print", toName: "print", external: true },
  ],
}]);

Deno.test("a prediction whether a question finds something agrees with its answer", () => {
  const told: string[] = [];
  for (const tool of TOOLS.filter((one) => one.finds !== undefined)) {
    for (const from of names) {
      for (const to of tool.name === "call_chain" ? names : [""]) {
        const key = ["function_name", "symbol_name"].find((one) => one in tool.input.shape);
        const params = checkParams(tool, key === undefined ? { from_func: from, to_func: to } : { [key]: from });
        const sooner = tool.finds!(context, params);
        const answer = tool.run(context, params, undefined) as { value: unknown };
        const isFound = tool.isEmpty?.(answer.value) !== true && countFound(tool.structure!(answer.value), true) > 0;
        if (sooner !== undefined) assert.equal(sooner, isFound, `${tool.name} ${from} ${to}`);
        if (sooner === true) told.push(`${tool.name} ${from}${to === "" ? "" : ` ${to}`}`);
      }
    }
  }
  assert.deepEqual(told.sort(), [
    "call_chain loop loop",
    "call_chain main held",
    "call_chain main load",
    "get_call_graph load",
    "get_call_graph loop",
    "get_call_graph main",
    "get_call_graph outer",
    "get_callees loop",
    "get_callees main",
    "get_callees outer",
    "get_callers held",
    "get_callers load",
    "get_impact held",
    "get_impact load",
  ]);
});
