/**
 * Tests that bear a name: `const isLine = shape.kind === "line"; if (isLine) …`.
 *
 * Stage: parse -> facts. Invariant: only constants without a declared type, of the same function, stand for their tests.
 */
import type { Lowering } from "../../core/lower.ts";
import { stateOf } from "./file_state.ts";

const TESTS: ReadonlySet<string> = new Set(["binary_expression", "call_expression", "parenthesized_expression", "unary_expression"]);
const BLOCKS: ReadonlySet<string> = new Set(["statement_block", "program", "switch_case", "switch_default"]);
const FUNCTION = /function|method_definition|class/;

/** The test that the name at `node` stands for, or 0. */
export function conditionNamed(lowering: Lowering, node: number): number {
  const name = lowering.text(node);
  for (let at = lowering.parent(node); at >= 0; at = lowering.parent(at)) {
    const kind = lowering.kind(at);
    if (BLOCKS.has(kind)) {
      const value = conditionsOf(lowering, at).get(name);
      if (value !== undefined) return value < node ? value : 0;
    }
    if (at === 0 || FUNCTION.test(kind)) return 0;
  }
  return 0;
}

function conditionsOf(lowering: Lowering, block: number): ReadonlyMap<string, number> {
  const { conditions } = stateOf(lowering);
  let known = conditions.get(block);
  if (known === undefined) conditions.set(block, known = readConditions(lowering, block));
  return known;
}

function readConditions(lowering: Lowering, block: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const statement of lowering.children(block)) {
    if (lowering.kind(statement) !== "lexical_declaration") continue;
    const isConstant = lowering.kind(lowering.firstChild(statement)) === "const";
    for (const declarator of lowering.children(statement)) {
      const name = lowering.child(declarator, "name");
      if (lowering.kind(name) !== "identifier") continue;
      const value = lowering.child(declarator, "value");
      const isTest = isConstant && lowering.child(declarator, "type") === 0 && TESTS.has(lowering.kind(value));
      found.set(lowering.text(name), isTest ? value : 0);
    }
  }
  return found;
}

/** Whether something is assigned to the name `name` between two nodes. */
export function isAssignedBetween(lowering: Lowering, name: string, from: number, to: number): boolean {
  for (let node = from; node < to; node++) {
    if (lowering.kind(node) === "assignment_expression" && lowering.text(lowering.child(node, "left")) === name) return true;
  }
  return false;
}
