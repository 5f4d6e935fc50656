/** The levels of detail for symbols in an answer, and everything about one symbol within a budget. */
import assert from "node:assert/strict";
import type { Reply } from "../query/ask.ts";
import { call, callOn } from "./support/call.ts";
import { openInProcess, openShop } from "./support/shop.ts";
import { withProject } from "./support/temp_project.ts";

type Params = Record<string, unknown>;

async function withShop(use: (call: (name: string, params: Params) => Promise<Reply>) => Promise<void>): Promise<void> {
  using shop = openShop("python");
  const repository = openInProcess(shop.folder, "agent");
  try {
    await use((name, params) => callOn(repository, name, params));
  } finally {
    repository.close();
  }
}

/** A question of each kind that lists symbols. */
const LISTS: readonly (readonly [string, Params])[] = [
  ["get_callers", { function_name: "count" }],
  ["get_callees", { function_name: "main" }],
  ["get_call_graph", { symbol_name: "main" }],
  ["get_impact", { symbol_name: "count" }],
  ["search_nodes", { name_pattern: "*" }],
  ["query_file_symbols", { file_path: "shop/store.py" }],
];
/** Tools whose lists give each symbol's handle and place by themselves. */
const GIVES_HANDLES = new Set(["get_call_graph", "search_nodes", "query_file_symbols"]);
/** The handles of an answer, each where it comes first. */
const handles = (reply: Reply): string[] => [...new Set(JSON.stringify(reply.structured).match(/"[0-9a-f]{16}"/g))];
const size = (value: unknown): number => JSON.stringify(value).length;

Deno.test("detail_level: the same symbols in the same order, with more about each", () =>
  withShop(async (call) => {
    for (const [name, params] of LISTS) {
      const [plain, location, signature, context, compact] = await Promise.all([
        call(name, params),
        call(name, { ...params, detail_level: "location" }),
        call(name, { ...params, detail_level: "signature" }),
        call(name, { ...params, detail_level: "context" }),
        call(name, { ...params, detail_level: "context", compact: true }),
      ]);
      const details = (reply: Reply): Record<string, Record<string, Params>> =>
        reply.structured["details"] as Record<string, Record<string, Params>>;
      const keys = (reply: Reply): string[] => Object.entries(details(reply)).flatMap(([path, names]) => [path, ...Object.keys(names)]);
      assert.ok(!("details" in plain!.structured), name);
      const { details: _details, ...rest } = location!.structured;
      assert.deepEqual(rest, plain!.structured, `${name}: the answer itself does not change`);
      assert.deepEqual(keys(signature!), keys(location!), name);
      if (GIVES_HANDLES.has(name)) assert.ok(!("details" in compact!.structured), `${name}: what the list says already is not said again`);
      else assert.deepEqual(details(compact!), details(location!), `${name}: compact gives handle and place`);
      assert.deepEqual(handles(compact!), handles(context!), `${name}: compact keeps order and handles`);
      assert.doesNotMatch(JSON.stringify(compact!.structured), /"(body_preview|snippet|parent|related_symbols)":/, name);
      assert.ok(size(compact!.structured) < 0.55 * size(context!.structured), `${name}: ${size(compact!.structured)} bytes`);
      assert.ok(size(details(location!)) < size(details(signature!)), name);
      assert.ok(size(details(signature!)) < size(details(context!)), name);
      for (const reply of [location!, context!]) {
        for (const [path, names] of Object.entries(details(reply))) {
          for (const [symbol, detail] of Object.entries(names)) {
            for (const fact of [path, symbol, detail["id"], detail["signature"] ?? ""]) {
              assert.ok(reply.text.includes(String(fact)), `${name}: ${fact} is in the text`);
            }
          }
        }
      }
    }
    const { structured } = await call("get_callers", { function_name: "count", detail_level: "context" });
    const main = (structured["details"] as Record<string, Record<string, Params>>)["shop/run.py"]!["main"]!;
    assert.match(String(main["body_preview"]), /^def main\(/);
    assert.ok((main["related_symbols"] as { calls: string[] }).calls.some((one) => one.endsWith(" keep")), "what it calls");
    const callees = await call("get_callees", { function_name: "main", detail_level: "context" });
    const count = (callees.structured["details"] as Record<string, Record<string, Params>>)["shop/store.py"]!["count"]!;
    const called = Object.values(count["snippet"] as Record<string, string>);
    assert.match(called[0]!, /count\(/, "the line that calls it");
    assert.ok(callees.text.includes(called[0]!));
    assert.equal(main["kind"], "function");
    assert.equal(main["parent"], "<module>");
    assert.equal(main["visibility"], "public");
    const wrong = await call("get_callers", { function_name: "count", detail_level: "all" });
    assert.equal(wrong.error?.code, "invalid_input");
  }));

Deno.test("include_source: source, call lines and reach in one call, within the budget", () =>
  withShop(async (call) => {
    const { structured, text } = await call("get_call_graph", { symbol_name: "count", include_source: true });
    const source = structured["source"] as { line_start: number; text: string };
    assert.match(source.text, /^def count\(/);
    const callers = structured["callers"] as { call_lines: Record<string, string>; symbol: { name: string } }[];
    const caller = callers.find((edge) => edge.symbol.name === "main")!;
    assert.match(Object.values(caller.call_lines)[0]!, /count\(/);
    const reach = structured["reach"] as { definitions: number; by_distance: Record<string, number> };
    const impact = (await call("get_impact", { symbol_name: "count" })).structured["counts"] as { definitions: number };
    assert.equal(reach.definitions, impact.definitions);
    const tested = await call("get_call_graph", { symbol_name: "shop.store.load", include_source: true });
    assert.deepEqual((tested.structured["reach"] as Params)["nearest_tests"], [
      "tests/test_store.py:4 test_load",
      "tests/test_store.py:8 test_save",
    ]);
    for (const fact of [source.text.split("\n")[0]!, ...Object.values(caller.call_lines), "a change reaches"]) {
      assert.ok(text.includes(fact), fact);
    }
    for (const tokens of [500, 800, 1500]) {
      for (const symbol of ["main", "FileStore"]) {
        const small = await call("get_call_graph", { symbol_name: symbol, include_source: true, depth: 3, budget_tokens: tokens });
        assert.ok(size(small.structured) < tokens * 3.3, `${symbol}, ${tokens} tokens: ${size(small.structured)} bytes`);
      }
    }
    const small = await call("get_call_graph", { symbol_name: "FileStore", include_source: true, depth: 3, budget_tokens: 500 });
    assert.ok((small.structured["source"] as { lines_left_out: number }).lines_left_out > 0, "what is left out is said in numbers");
    const main = await call("get_call_graph", { symbol_name: "main", include_source: true, depth: 3, budget_tokens: 500 });
    assert.ok((main.structured["hidden_callees"] as number) > 0);
    assert.match(small.text + main.text, /more left out[^]*more not shown/);
    const { result_completeness, suggested_action } = small.structured["metadata"] as Params;
    assert.equal(result_completeness, "truncated");
    assert.match(String(suggested_action), /lines of its source not shown: raise budget_tokens \(8000 at most\), or /);
    const whole = await call("get_call_graph", { symbol_name: "FileStore", include_source: true, depth: 3, budget_tokens: 8000 });
    assert.equal((whole.structured["metadata"] as Params)["suggested_action"], undefined, "what was told is enough");
    const clamped = await call("get_call_graph", { symbol_name: "main", include_source: true, budget_tokens: 1 });
    assert.match(String((clamped.structured["metadata"] as { warnings: string[] }).warnings), /budget_tokens 1 was set to 500/);
  }));

Deno.test("of several calls by one caller the first lines are shown, the others counted", () =>
  withProject({ "a.py": `def load(): pass\ndef run():\n${"    load()\n".repeat(5)}` }, async (project) => {
    const { structured, text } = await call(project, "get_call_graph", { symbol_name: "load", include_source: true });
    const [caller] = structured["callers"] as { call_lines: Params; more_call_lines: number }[];
    assert.deepEqual([caller!.call_lines, caller!.more_call_lines], [{ 3: "load()", 4: "load()", 5: "load()" }, 2]);
    assert.match(text, /and 2 more lines/);
  }));

Deno.test("details mention no neighbors if there are none", () =>
  withProject({ "a.py": "def alone(): pass\n" }, async (project) => {
    const { structured } = await call(project, "search_nodes", { name_pattern: "alone", detail_level: "context" });
    const { alone } = (structured["details"] as Record<string, Record<string, Params>>)["a.py"]!;
    assert.ok(!("related_symbols" in alone!), JSON.stringify(alone));
  }));

Deno.test("a symbol without members is shown with its siblings, nearest first", () =>
  withProject(
    { "a.py": "class Box:\n    def open(self): pass\n    def fill(self): pass\n    def close(self): pass\ndef spare(): pass\n" },
    async (project) => {
      const { structured } = await call(project, "search_nodes", { name_pattern: "*", detail_level: "context" });
      const details = (structured["details"] as Record<string, Record<string, Params>>)["a.py"]!;
      assert.deepEqual((details["Box.fill"]!["related_symbols"] as Params)["beside"], ["open", "close"]);
      assert.deepEqual(details["Box"]!["related_symbols"], { members: ["open", "fill", "close"] });
    },
  ));

Deno.test("the line of a call is shown if the preview of the body does not contain it, also before the preview", () =>
  withProject({ "a.py": "def main():\n    helper()\n\n\ndef helper(): pass\n" }, async (project) => {
    const { structured } = await call(project, "get_callees", { function_name: "main", detail_level: "context" });
    const { helper } = (structured["details"] as Record<string, Record<string, Params>>)["a.py"]!;
    assert.deepEqual(helper!["snippet"], { "2": "helper()" });
  }));

Deno.test("a name as long as an answer is cut where the answer would be too long, and the symbol keeps its handle", () => {
  const name = "x".repeat(30_000);
  return withProject({ "a.py": `def ${name}():\n    return 1\n\n\ndef call():\n    ${name}()\n` }, async (project) => {
    for (const tool of ["get_callers", "get_callees"]) {
      const { structured, text } = await call(project, tool, {
        function_name: tool === "get_callers" ? "a.py:1" : "call",
        detail_level: "context",
      });
      assert.ok(JSON.stringify(structured).length < 10_000 && text.length < 65_536);
      assert.match(JSON.stringify(structured), /"x{500}…/);
      assert.match(JSON.stringify(structured["details"]), /"id":"[0-9a-f]{16}"/);
    }
  });
});
