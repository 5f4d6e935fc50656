/** Who uses a file's module: importing it runs its code. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "side.ts": `export function inSide() {}\ninSide();\n`,
  "page.ts": `export function show() {}\n`,
  "types.ts": `export interface Shape {}\n`,
  "app.ts": `import "./side";
import type { Shape } from "./types";
export const page = () => import("./page");
export function area(shape: Shape) { return shape; }
`,
  "alone.ts": `export const one = 1;\n`,
};

Deno.test("an importer of a module counts if the question is who runs it, and so do its dependents", () =>
  withProject(FILES, async (project) => {
    const cases = [["side.ts", "app.ts:1"], ["page.ts", "app.ts:3"], ["types.ts", ""], ["alone.ts", ""]] as const;
    for (const [path, place] of cases) {
      const name = `${path}:<module>`;
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = warningsOf({ structured });
      assert.deepEqual(warnings, place === "" ? [] : [`importing it runs it, which is not a call: ${place} imports it`], name);
      assert.equal(structured["completeness"], place === "" ? "complete" : "possibly_incomplete", name);
      const impact = await call(project, "get_impact", { symbol_name: name });
      assert.deepEqual(impact.structured["dependents"], place === "" ? {} : { "1": { "app.ts": { "<module>": 1 } } }, name);
    }
  }));
