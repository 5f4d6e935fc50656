/**
 * Tests that bear a name: `const isLine = shape.kind === "line"; if (isLine) …`.
 *
 * Stage: parse -> facts. Invariant: only constants without a declared type, of the same function, stand for their tests.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { declaredIn, hasInHead } from "./block_names.ts";

const TESTS: ReadonlySet<string> = new Set(["binary_expression", "call_expression", "parenthesized_expression", "unary_expression"]);
const BLOCKS: ReadonlySet<string> = new Set(["statement_block", "program", "switch_case", "switch_default"]);
const FUNCTION = /function|method_definition|class/;

/** The test that the name at `node` stands for, or 0. */
export function conditionNamed(lowering: Lowering, node: number): number {
  const name = lowering.text(node);
  for (let at = lowering.parent(node); at >= 0; at = lowering.parent(at)) {
    const kind = lowering.kind(at);
    if (BLOCKS.has(kind)) {
      const declarator = declaredIn(lowering, at).get(name);
      if (declarator !== undefined) return declarator < node ? testOf(lowering, declarator) : 0;
    }
    if (at === 0 || FUNCTION.test(kind) || hasInHead(lowering, at, name)) return 0;
  }
  return 0;
}

/** The test that a declarator gives a name to, or 0. */
function testOf(lowering: Lowering, declarator: number): number {
  const value = lowering.child(declarator, "value");
  const isConstant = lowering.kind(lowering.firstChild(lowering.parent(declarator))) === "const" &&
    lowering.kind(lowering.child(declarator, "name")) === "identifier" && lowering.child(declarator, "type") === 0;
  return isConstant && TESTS.has(lowering.kind(value)) ? value : 0;
}
