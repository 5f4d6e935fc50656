/**
 * Whether a file registers tests: `ModuleDeclarations.tests`.
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../../core/lower/lower.ts";

/** A statement that makes tests (`describe("store", …)`, `Deno.test({ name: … })`, `it.each…`). */
const TESTS =
  /^[ \t]*(?:describe|it|test|suite|context|specify|Deno\.test|QUnit\.(?:test|module))(?:\.(?:only|skip|todo|concurrent|sequential|serial|parallel|describe|fails|failing))*(?:\(\s*["'`{]|\.each\b)/m;

/** Notes it in the module's attributes. */
export function markTests({ facts, module, tree }: Lowering): void {
  if (TESTS.test(tree.source)) facts.set("definitions", module, "attributes", facts.string("tests"));
}
