/**
 * Later uses of a variable whose `let` leaves its type open: `let x;`, `let mut x = None;`, `let mut v = Vec::new();`, `let mut n = 0.0;`;
 * also of the two ends of a channel, which share one type: `let (tx, rx) = channel();`.
 *
 * Stage: parse -> facts. Which uses of the name mean this variable is decided by the resolver. Invariant: only the rest of the block is
 * examined, and at most `MOST_STEPS` uses are kept.
 */
import { Op, PairMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { expectedAt, methodCallOn } from "./expected.ts";
import { bindLaterPlace } from "./later_places.ts";
import { lowerValue } from "./values.ts";

const MOST_STEPS = 6;
/** Maximum number of calls after `entry`, which determine the value type of a map. */
const MOST_CALLS = 2;
const MOST_NODES = 20_000;
const DEEPEST_PATTERN = 4;

/** Functions that by custom make the two ends of a channel. */
const MAKES_CHANNEL = /(?:channel|bounded)$/;

/** A `let` that leaves the type of its variables open: one, or the parts of a tuple. */
export interface OpenLet {
  readonly node: number;
  readonly names: readonly string[];
  /** Of the first of them; the others follow. */
  readonly binding: number;
  /** Whether it is a number whose type later uses may determine (`let mut sum = 0.0;`). */
  readonly isNumber: boolean;
}

/** Number literals without a type suffix. */
const PLAIN_NUMBER = /^-?\s*(?:0[box])?[\d_.]+(?:[eE][+-]?[\d_]+)?$/;
/** Operators whose operands have the same type, if one is such a number. */
const OF_ONE_TYPE = /^(?:[-+*/%&|^]|[=!]=|[<>]=?)$/;

/** Notes the binding that a `let` made of the name at `nameNode`, if its type is open there. */
export function noteOpenLet(lowering: Lowering, node: number, nameNode: number, binding: number): void {
  if (binding === 0) return;
  bindLaterPlace(lowering, node, binding);
  const isNumber = isPlainNumber(lowering, lowering.child(node, "value")) && lowering.child(node, "type") === 0;
  if (isNumber || isOpen(lowering, node)) stateOf(lowering).openLets.push({ node, names: [lowering.text(nameNode)], binding, isNumber });
}

/** Records the binding that a `let` creates for an untyped number: `let (mut x, y) = (0.0, 1.0);`. */
export function noteOpenNumber(lowering: Lowering, node: number, nameNode: number, binding: number): void {
  if (binding !== 0) stateOf(lowering).openLets.push({ node, names: [lowering.text(nameNode)], binding, isNumber: true });
}

/** Whether an expression is a number without a type suffix. */
export function isPlainNumber(lowering: Lowering, value: number): boolean {
  const kind = lowering.kind(value);
  return (kind === "integer_literal" || kind === "float_literal" || kind === "unary_expression") && PLAIN_NUMBER.test(lowering.text(value));
}

/** Whether a `let` destructures into names the result of the function that `value` calls, a channel of unknown type. */
export function isOpenChannel(lowering: Lowering, node: number, value: number): boolean {
  if (lowering.kind(value) !== "call_expression" || lowering.child(node, "type") !== 0) return false;
  const pattern = lowering.child(node, "pattern");
  if (lowering.kind(pattern) !== "tuple_pattern" || !MAKES_CHANNEL.test(lowering.text(lowering.child(value, "function")))) return false;
  const parts = lowering.children(pattern);
  return parts.length === 2 && parts.every((part) => nameOf(lowering, part) !== 0);
}

/** Notes the bindings that such a `let` made. */
export function noteOpenChannel(lowering: Lowering, node: number, bindings: readonly number[]): void {
  const { facts } = lowering;
  const [binding, other] = bindings as [number, number];
  if (binding === 0 || other !== binding + 1) return;
  const names = bindings.map((row) => facts.text(facts.get("bindings", row, "name")));
  stateOf(lowering).openLets.push({ node, names, binding, isNumber: false });
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
  for (const { node, names, binding, isNumber } of stateOf(lowering).openLets) {
    const steps: number[] = [];
    for (const name of names) addSteps(lowering, node, name, isNumber ? numberStepAt : stepAt, steps);
    if (steps.length === 0) continue;
    const first = facts.get("bindings", binding, "value");
    const value = names.length === 1 ? first : facts.get("expressions", first, "a");
    const settled = facts.expression(Op.settled, value, facts.list(steps), binding);
    for (const i of names.keys()) {
      facts.set("bindings", binding + i, "value", names.length === 1 ? settled : lowering.item(settled, i));
    }
  }
}

function addSteps(
  lowering: Lowering,
  node: number,
  name: string,
  stepAt: (lowering: Lowering, node: number) => number,
  steps: number[],
): void {
  const until = Math.min(lowering.afterSubtree(lowering.parent(node)), node + MOST_NODES);
  const most = steps.length + MOST_STEPS;
  const next = (from: number): number => lowering.nextReading("identifier", name, from, until);
  for (let at = next(lowering.afterSubtree(node)); at < until && steps.length < most; at = next(at + 1)) {
    const step = stepAt(lowering, at);
    if (step !== 0) steps.push(step);
  }
}

/** The use of the variable at `node`: a method call, an assignment, or an argument with an expected type. */
function stepAt(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const parent = lowering.parent(node);
  const assigned = assignedTo(lowering, node, 0);
  if (assigned !== undefined) {
    return assigned === 0 ? 0 : facts.expression(Op.pair, lowering.lowerExpression(node), assigned, PairMode.expression);
  }
  if (lowering.kind(parent) === "field_expression") {
    const call = methodCallOn(lowering, node);
    if (call === 0 || lowering.children(lowering.child(call, "arguments")).length === 0) return 0;
    const isEntry = lowering.text(lowering.child(parent, "field")) === "entry";
    return lowering.lowerExpression(isEntry ? lastCall(lowering, call) : call);
  }
  const whole = lowering.kind(parent) === "reference_expression" ? parent : node;
  const type = expectedAt(lowering, whole, 0);
  return type === 0 ? 0 : facts.expression(Op.cast, type, lowering.lowerExpression(node));
}

/** The use of the number at `node`: an operand beside another, an assignment, or an argument with an expected type. */
function numberStepAt(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const other = besideNumber(lowering, node);
  if (other === undefined) {
    const type = expectedAt(lowering, node, 0);
    return type === 0 ? 0 : facts.expression(Op.cast, type, lowering.lowerExpression(node));
  }
  // A value computed from the variable itself does not determine its type.
  const isOfItself = new RegExp(String.raw`\b${lowering.text(node)}\b`).test(lowering.text(other));
  if (isOfItself || isPlainNumber(lowering, other)) return 0;
  return facts.expression(Op.pair, lowering.lowerExpression(node), lowerValue(lowering, other), PairMode.expression);
}

/** The expression with the same type as the number at `node`, because it is assigned to it or is the other operand; otherwise undefined. */
function besideNumber(lowering: Lowering, node: number): number | undefined {
  const parent = lowering.parent(node);
  const left = lowering.child(parent, "left");
  const right = lowering.child(parent, "right");
  switch (lowering.kind(parent)) {
    case "assignment_expression":
    case "compound_assignment_expr":
      return left === node ? right : undefined;
    case "binary_expression":
      if (!OF_ONE_TYPE.test(lowering.text(lowering.child(parent, "operator")))) return undefined;
      return left === node ? right : left;
    default:
      return undefined;
  }
}

/** The last of the calls by a dot that follow one on another (`map.entry(k).or_default().push(v)`). */
function lastCall(lowering: Lowering, call: number): number {
  for (let i = 0; i < MOST_CALLS; i++) {
    const next = methodCallOn(lowering, call);
    if (next === 0) break;
    call = next;
  }
  return call;
}

/** The part of an assigned value that is assigned to `node`, 0 if not known; undefined if nothing is assigned there. */
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
