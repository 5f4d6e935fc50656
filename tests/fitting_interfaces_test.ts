/** Types that fit an interface without saying so: calls of it may run their methods, and lists of callers say that. */
import assert from "node:assert/strict";
import { call } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

const FILES = {
  "app.ts": `export interface Hook { apply(x: number): void; title(): string; ready?(): boolean }
export interface Idle { rest(): void }
export class Declared implements Hook { apply(x: number) {} title() { return ""; } }
export class Fits { apply(x: number) {} title() { return ""; } rest() {} static apply() {} }
export class Half { apply(x: number) {} }
class Above { title() { return ""; } }
export class Below extends Above { apply(x: number) {} }
const given = { apply(x: number) {}, title() { return ""; } };
export function use(hook: Hook) {
  hook.apply(1);
  return hook.title();
}
use(new Fits());
use(new Below());
use(given);
`,
};

Deno.test("a method of a type that fits an interface which is called may be run there; of one that lacks a member it may not", () =>
  withProject(FILES, async (project) => {
    const doubts: Record<string, string> = {};
    for (const name of ["Declared.apply", "Fits.title", "Fits.rest", "Half.apply", "Below.apply", "given.apply"]) {
      const { structured } = await call(project, "get_callers", { function_name: name });
      const warnings = (structured["metadata"] as { warnings?: string[] }).warnings ?? [];
      doubts[name] = `${structured["completeness"]} ${warnings.find((one) => one.includes("fits")) ?? ""}`.trim();
    }
    const said = (place: number, name: string): string =>
      `possibly_incomplete its type fits Hook (called at app.ts:${place}) without saying so: where a value of it is given for one, calls of ${name} there run it`;
    assert.deepEqual(doubts, {
      "Declared.apply": "complete",
      "Fits.title": said(11, "title"),
      "Fits.rest": "complete",
      "Half.apply": "complete",
      "Below.apply": said(10, "apply"),
      "given.apply": said(10, "apply"),
    });
  }));
