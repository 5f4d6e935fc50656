/**
 * What is done later with a variable whose `let` leaves its type open: `let x;`, `let mut x = None;`, `let mut v = Vec::new();`.
 *
 * Stage: parse -> facts. Which of the places that bear the name mean this variable is told by the resolver. Invariant: only the rest of
 * the block is looked at, and no more than `MOST_STEPS` places of it are kept.
 */
import { Op, PairMode } from "../../core/expressions.ts";
import type { Lowering } from "../../core/lower.ts";
import { stateOf } from "./file_state.ts";
import { expectedAt } from "./lower_expected.ts";
import { lowerValue } from "./lower_values.ts";

const MOST_STEPS = 6;
const MOST_NODES = 20_000;
const DEEPEST_PATTERN = 4;

/** A `let` that leaves the type of the variable `name` open. */
export interface OpenLet {
  readonly node: number;
  readonly name: string;
  readonly binding: number;
}

/** Notes the binding that a `let` made of the name at `nameNode`, if its type is open there. */
export function noteOpenLet(lowering: Lowering, node: number, nameNode: number, binding: number): void {
  if (binding === 0 || !isOpen(lowering, node)) return;
  stateOf(lowering).openLets.push({ node, name: lowering.text(nameNode), binding });
}

/** The name that is all of a pattern, or 0. */
export function nameOf(lowering: Lowering, pattern: number): number {
  const inner = lowering.kind(pattern) === "mut_pattern" ? lowering.childOfKind(pattern, "identifier") : pattern;
  return lowering.kind(inner) === "identifier" ? inner : 0;
}

function isOpen(lowering: Lowering, node: number): boolean {
  const type = lowering.child(node, "type");
  if (type !== 0 && !/\b_\b/.test(lowering.text(type))) return false;
  const value = lowering.child(node, "value");
  if (value === 0) return true;
  if (lowering.childOfKind(node, "mutable_specifier") === 0 && lowering.kind(lowering.child(node, "pattern")) !== "mut_pattern") {
    return false;
  }
  switch (lowering.kind(value)) {
    case "identifier":
      return lowering.text(value) === "None";
    case "macro_invocation":
      return /^vec!\s*[[({]\s*[\])}]$/.test(lowering.text(value));
    case "call_expression":
      return lowering.kind(lowering.child(value, "function")) === "scoped_identifier" &&
        lowering.children(lowering.child(value, "arguments")).length <= 1;
    default:
      return false;
  }
}

/** Part of the plugin's `finish`: the values of such variables. */
export function finishOpenLets(lowering: Lowering): void {
  const { facts } = lowering;
  for (const open of stateOf(lowering).openLets) {
    const steps = stepsOf(lowering, open);
    if (steps.length === 0) continue;
    const value = facts.get("bindings", open.binding, "value");
    facts.set("bindings", open.binding, "value", facts.expression(Op.settled, value, facts.list(steps), open.binding));
  }
}

function stepsOf(lowering: Lowering, { node, name }: OpenLet): number[] {
  const until = Math.min(lowering.afterSubtree(lowering.parent(node)), node + MOST_NODES);
  const steps: number[] = [];
  for (let at = lowering.afterSubtree(node); at < until && steps.length < MOST_STEPS; at++) {
    if (!lowering.reads(at, "identifier", name)) continue;
    const step = stepAt(lowering, at);
    if (step !== 0) steps.push(step);
  }
  return steps;
}

/** What is done with the variable at `node`: a method is called, it is assigned, or handed over to where a type is asked for. */
function stepAt(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const parent = lowering.parent(node);
  const assigned = assignedTo(lowering, node, 0);
  if (assigned !== undefined) {
    return assigned === 0 ? 0 : facts.expression(Op.pair, lowering.lowerExpression(node), assigned, PairMode.expression);
  }
  if (lowering.kind(parent) === "field_expression") {
    const call = lowering.parent(parent);
    const isCalled = lowering.kind(call) === "call_expression" && lowering.child(call, "function") === parent;
    return isCalled && lowering.children(lowering.child(call, "arguments")).length > 0 ? lowering.lowerExpression(call) : 0;
  }
  const whole = lowering.kind(parent) === "reference_expression" ? parent : node;
  const type = expectedAt(lowering, whole, 0);
  return type === 0 ? 0 : facts.expression(Op.cast, type, lowering.lowerExpression(node));
}

/** The part of an assignment's value that comes to stand at `node`, 0 where nothing tells it; undefined where nothing is assigned there. */
function assignedTo(lowering: Lowering, node: number, depth: number): number | undefined {
  const parent = lowering.parent(node);
  if (depth > DEEPEST_PATTERN) return undefined;
  if (lowering.kind(parent) === "assignment_expression") {
    return lowering.child(parent, "left") === node ? lowerValue(lowering, lowering.child(parent, "right")) : undefined;
  }
  if (lowering.kind(parent) !== "tuple_expression") return undefined;
  const whole = assignedTo(lowering, parent, depth + 1);
  return whole === undefined ? undefined : lowering.item(whole, lowering.children(parent).indexOf(node));
}
