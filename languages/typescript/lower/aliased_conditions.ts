/**
 * Named tests and members: `const isLine = shape.kind === "line"; if (isLine) …`, `const { kind } = shape; if (kind === "line") …`.
 *
 * Stage: parse -> facts. Invariant: only constants without a declared type are replaced by their value, also in nested functions.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { declaredIn, hasInHead, isFunctionLike, namingAround } from "./block_names.ts";

const TESTS: ReadonlySet<string> = new Set([
  "binary_expression",
  "call_expression",
  "member_expression",
  "parenthesized_expression",
  "unary_expression",
]);
const BLOCKS: ReadonlySet<string> = new Set(["statement_block", "program", "switch_case", "switch_default"]);

/** The test that is the value of the name at `node`, or 0. */
export function conditionNamed(lowering: Lowering, node: number): number {
  const declarator = constantNamed(lowering, node);
  const value = lowering.child(declarator, "value");
  return lowering.kind(lowering.child(declarator, "name")) === "identifier" && TESTS.has(lowering.kind(value)) ? value : 0;
}

/** A member that is read: its name, and the object that has it (a node). */
export interface ReadMember {
  readonly object: number;
  readonly name: string;
}

/** The member that is the value of the name at `node` (`const { kind } = shape`); undefined if it is none. */
export function memberNamed(lowering: Lowering, node: number): ReadMember | undefined {
  const declarator = constantNamed(lowering, node);
  const object = lowering.child(declarator, "value");
  const pattern = lowering.child(declarator, "name");
  if (declarator === 0 || lowering.kind(object) !== "identifier" || lowering.kind(pattern) !== "object_pattern") return undefined;
  const name = lowering.text(node);
  for (const part of lowering.children(pattern)) {
    if (lowering.kind(part) === "shorthand_property_identifier_pattern" && lowering.text(part) === name) return { object, name };
    const isPair = lowering.kind(part) === "pair_pattern" && lowering.kind(lowering.child(part, "key")) === "property_identifier";
    if (isPair && lowering.text(lowering.child(part, "value")) === name) {
      return { object, name: lowering.text(lowering.child(part, "key")) };
    }
  }
  return undefined;
}

/** The declarator of the constant at `node`, which has no declared type; 0 of any other name. */
function constantNamed(lowering: Lowering, node: number): number {
  const name = lowering.text(node);
  for (let at = namingAround(lowering, node); at >= 0; at = namingAround(lowering, at)) {
    const kind = lowering.kind(at);
    if (BLOCKS.has(kind)) {
      const declarator = declaredIn(lowering, at).get(name);
      if (declarator !== undefined) return declarator < node && isConstant(lowering, declarator) ? declarator : 0;
    }
    if (at === 0 || hasInHead(lowering, at, name) || isFunctionNamed(lowering, at, name)) return 0;
  }
  return 0;
}

/** Whether `node` is a function of that name itself. */
function isFunctionNamed(lowering: Lowering, node: number, name: string): boolean {
  return isFunctionLike(lowering.kind(node)) && lowering.text(lowering.child(node, "name")) === name;
}

function isConstant(lowering: Lowering, declarator: number): boolean {
  return lowering.kind(lowering.firstChild(lowering.parent(declarator))) === "const" && lowering.child(declarator, "type") === 0;
}
