/** What runs or breaks without a call by its name: examples in doc comments that are tests, anonymous signatures. */
import assert from "node:assert/strict";
import { call, warningsOf } from "./support/call.ts";
import { withProject } from "./support/temp_project.ts";

Deno.test("Rust: callers and impact name the doc examples that are tests and call the symbol", () =>
  withProject({
    "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
    "src/lib.rs": `pub struct Shop;
impl Shop {
    /// Opens it.
    ///
    /// \`\`\`
    /// shop::Shop::open(1);
    /// \`\`\`
    pub fn open(n: u8) -> Shop { Shop }
    /// \`\`\`ignore
    /// shop::Shop.shut();
    /// \`\`\`
    pub fn shut(&self) {}
}
pub struct Other;
impl Other {
    pub fn open() {}
}
/// \`\`\`no_run
/// fn setup() {
///     let n = shop::count::<u8>(2);
/// }
/// \`\`\`
pub fn explained() {}
pub fn setup() {}
pub fn count<T>(n: T) {}
`,
  }, async (project) => {
    const about = async (name: string): Promise<readonly [unknown, string]> => {
      const reply = await call(project, "get_callers", { function_name: name });
      return [reply.structured["completeness"], warningsOf(reply).join("; ")];
    };
    const called = (name: string, place: string) => `examples in doc comments, which are tests, call ${name}: those of ${place}`;
    assert.deepEqual(await about("Shop::open"), ["complete", called("open", "src/lib.rs:8")]);
    assert.deepEqual(await about("count"), ["complete", called("count", "src/lib.rs:23")]);
    for (const name of ["Shop::shut", "Other::open", "explained", "setup"]) assert.deepEqual(await about(name), ["complete", ""], name);
    const impact = warningsOf(await call(project, "get_impact", { symbol_name: "Shop::open" }));
    assert.equal(impact.filter((one) => one.startsWith("examples in doc comments")).length, 1);
  }));

Deno.test("TypeScript: an anonymous signature has no callers of its own, and is not reported as having none", () =>
  withProject({
    "types.ts": "export interface Make {\n  new (x: number): Make;\n  (y: string): void;\n  [key: string]: unknown;\n  named(): void;\n}\n",
  }, async (project) => {
    for (const name of ["Make.[]", "types.ts:2", "types.ts:3"]) {
      const reply = await call(project, "get_callers", { function_name: name });
      const about = [reply.structured["completeness"], warningsOf(reply)[0]?.split(":")[0]];
      assert.deepEqual(about, ["possibly_incomplete", "it is a signature without a name"], name);
    }
    assert.equal((await call(project, "get_callers", { function_name: "Make.named" })).structured["completeness"], "complete");
  }));
