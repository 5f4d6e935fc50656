/** Messages that the protocol's library would reject in its own words: each is normalized, or its mistake is named. */
import assert from "node:assert/strict";
import { givenTo, shapeCall } from "../mcp/misshapen_calls.ts";
import { unknownName } from "../mcp/unknown_name.ts";
import { findWrong } from "../mcp/wrong_requests.ts";

type Params = Readonly<Record<string, unknown>>;
const shaped = (params: unknown): { name: unknown; args: unknown; rest: Params } => {
  const { name, arguments: args, ...rest } = (shapeCall({ method: "tools/call", params }) as { params: Params }).params;
  return { name, args: givenTo(args as Params), rest };
};

Deno.test("a valid call, other messages and one whose parameters are no object pass unchanged", () => {
  const messages = [
    { method: "tools/call", params: { name: "get_callers", arguments: { function_name: "load" } } },
    { method: "tools/call", params: { name: "call_graph_stats" } },
    { method: "tools/list", params: { name: 5 } },
    { method: "tools/call", params: [1] },
  ];
  for (const message of messages) assert.equal(shapeCall(message), message);
});

Deno.test("a name that is not a text, and arguments that are no object, reach the tool's own check unchanged", () => {
  assert.deepEqual(shaped({ name: 5, arguments: { a: 1 }, _meta: 2 }), { name: "5", args: { a: 1 }, rest: { _meta: 2 } });
  assert.deepEqual(shaped({ arguments: {} }), { name: "", args: {}, rest: {} });
  assert.deepEqual(shaped(undefined), { name: "", args: {}, rest: {} });
  assert.deepEqual(shaped({ name: "x", arguments: null }), { name: "x", args: {}, rest: {} });
  for (const args of ["load", ["load"], 7]) assert.deepEqual(shaped({ name: "x", arguments: args }).args, args);
  assert.equal(givenTo(undefined), undefined);
});

Deno.test("missing prompts, addresses and completions are reported before the library sees them; all others pass", () => {
  const why = (method: string, params: unknown): string => findWrong({ method, params })?.message ?? "";
  const completion = (ref: Params): Params => ({ ref, argument: { name: "symbol", value: "lo" } });
  const right: readonly (readonly [string, unknown])[] = [
    ["resources/read", { uri: "callgrove://symbol/load" }],
    ["resources/read", { uri: "callgrove://file/app/io.py" }],
    ["resources/read", { uri: "skill://callgrove/SKILL.md" }],
    ["completion/complete", completion({ type: "ref/prompt", name: "impact_review" })],
    ["tools/call", {}],
  ];
  for (const [method, params] of right) assert.equal(why(method, params), "", method);
  assert.equal(why("resources/read", {}), "Cannot read a resource: uri is missing");
  assert.equal(why("resources/read", undefined), "Cannot read a resource: uri is missing");
  assert.match(why("resources/read", { uri: 5 }), /a uri is a string/);
  for (const uri of ["callgrove://symbol/", "callgrove://other/x", "not an address"]) {
    assert.match(why("resources/read", { uri }), /there is none/);
  }
  assert.match(why("prompts/get", { name: "impact_reviw" }), /Unknown prompt "impact_reviw"/);
  assert.match(why("prompts/get", { name: 5 }), /Unknown prompt "5"/);
  assert.match(why("prompts/get", undefined), /Unknown prompt ""/);
  assert.match(why("completion/complete", completion({ type: "ref/prompt", name: "nothing" })), /Unknown prompt "nothing"/);
  assert.match(why("completion/complete", completion({ type: "ref/resource", uri: "x://y" })), /Cannot complete for the resource/);
  assert.match(why("completion/complete", completion({ type: "ref/resource" })), /uri is missing/);
  assert.notEqual(why("completion/complete", { ref: { type: "ref/other" } }), "");
});

Deno.test("for a missing tool the nearest name is suggested, if one is near, and all are listed", () => {
  const { message, hint, data } = unknownName("tool", "get_caller", ["get_callers", "index_file"]);
  assert.equal(message, 'Unknown tool "get_caller"');
  assert.equal(hint, "Did you mean get_callers? Tools: get_callers, index_file");
  assert.deepEqual(data, { tool: "get_caller", known: ["get_callers", "index_file"], did_you_mean: ["get_callers"] });
  assert.equal(unknownName("prompt", "zzzzzzzz", ["introduction"]).hint, "Prompts: introduction");
});
