/** The smallest budget of a graph is used, and not exceeded. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("a graph of the least budget shows several edges within it", () =>
  withProject({
    "app/loading.py": `def load_rows():\n    pass\n\n\n${
      Array.from({ length: 40 }, (_, i) => `def uses_of_it_${i}():\n    load_rows()\n\n\n`).join("")
    }`,
  }, async (project) => {
    const { structured, text } = await call(project, "get_call_graph", { symbol_name: "load_rows", budget_tokens: 500 });
    assert.ok((structured["callers"] as unknown[]).length >= 2, String((structured["callers"] as unknown[]).length));
    assert.ok(JSON.stringify(structured).length <= 500 * 4, `${JSON.stringify(structured).length} bytes`);
    assert.ok(text.length <= 500 * 4);
  }));
