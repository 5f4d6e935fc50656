/**
 * Narrowing: what a condition says of a name where it holds.
 *
 * Stage: parse -> facts. A tested name (or member path) is seen as its better type wherever it stands in the part that the condition
 * guards. Invariant: only tests that name a type narrow: `instanceof`, `typeof x === "string"`, calls of guards (`x is T`), and their
 * combinations.
 */
import { Op } from "../../core/facts.ts";
import type { Lowering } from "../../core/lower.ts";
import { firstNamed, stringText } from "./state.ts";

/** One thing that a condition says: `text` has the type `type` (an expression). */
interface Finding {
  readonly text: string;
  readonly isPath: boolean;
  /** A type expression, or 0. */
  readonly type: number;
  /** The call of a guard, or 0. */
  readonly guard: number;
}

const TYPEOF: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  bigint: "BigInt",
  symbol: "Symbol",
};

const DEEPEST_CONDITION = 20;

/** What follows from the condition at `node` being true (or false). */
function findings(lowering: Lowering, node: number, isTrue: boolean, depth = 0): Finding[] {
  if (node === 0 || depth > DEEPEST_CONDITION) return [];
  switch (lowering.kind(node)) {
    case "parenthesized_expression":
      return findings(lowering, firstNamed(lowering, node), isTrue, depth + 1);
    case "unary_expression":
      if (lowering.kind(lowering.child(node, "operator")) !== "!") return [];
      return findings(lowering, lowering.child(node, "argument"), !isTrue, depth + 1);
    case "binary_expression":
      return binaryFindings(lowering, node, isTrue, depth);
    case "call_expression":
      return isTrue ? guardFinding(lowering, node) : [];
    default:
      return [];
  }
}

function binaryFindings(lowering: Lowering, node: number, isTrue: boolean, depth: number): Finding[] {
  const left = lowering.child(node, "left");
  const right = lowering.child(node, "right");
  const operator = lowering.kind(lowering.child(node, "operator"));
  switch (operator) {
    case "&&":
    case "||":
      if (isTrue !== (operator === "&&")) return [];
      return [...findings(lowering, left, isTrue, depth + 1), ...findings(lowering, right, isTrue, depth + 1)];
    case "instanceof":
      return isTrue ? finding(lowering, left, () => lowering.facts.expression(Op.new, lowering.lowerExpression(right))) : [];
    case "===":
    case "==":
      return isTrue ? typeofFinding(lowering, left, right) : [];
    case "!==":
    case "!=":
      return isTrue ? [] : typeofFinding(lowering, left, right);
    default:
      return [];
  }
}

/** Names that functions which tell a type bear; all others are not asked. */
const GUARD = /^(is|has|assert|instanceOf|can|supports)/;

/** `isFoo(x)`, `Foo.is(x)`, `x.isFoo()`. */
function guardFinding(lowering: Lowering, node: number): Finding[] {
  const callee = lowering.child(node, "function");
  const isMember = lowering.kind(callee) === "member_expression";
  const name = isMember ? lowering.text(lowering.child(callee, "property")) : lowering.text(callee);
  if (!GUARD.test(name)) return [];
  const argument = firstNamed(lowering, lowering.child(node, "arguments"));
  const tested = argument !== 0 ? argument : isMember ? lowering.child(callee, "object") : 0;
  const kind = lowering.kind(tested);
  if (tested === 0 || (kind !== "identifier" && kind !== "member_expression")) return [];
  return [{ text: lowering.text(tested), isPath: kind === "member_expression", type: 0, guard: lowering.lowerExpression(node) }];
}

function typeofFinding(lowering: Lowering, left: number, right: number): Finding[] {
  if (lowering.kind(left) !== "unary_expression" || lowering.kind(right) !== "string") return [];
  if (lowering.kind(lowering.child(left, "operator")) !== "typeof") return [];
  const name = TYPEOF[stringText(lowering, right)];
  return name === undefined ? [] : finding(lowering, lowering.child(left, "argument"), () => lowering.builtin(name));
}

function finding(lowering: Lowering, node: number, type: () => number): Finding[] {
  const kind = lowering.kind(node);
  if (kind !== "identifier" && kind !== "member_expression") return [];
  return [{ text: lowering.text(node), isPath: kind === "member_expression", type: type(), guard: 0 }];
}

/** Lets the nodes from `from` up to `to` see what was found. */
function applyFindings(lowering: Lowering, found: readonly Finding[], from: number, to: number): void {
  if (found.length === 0 || from === 0) return;
  const { tree, facts } = lowering;
  for (const { text, isPath, type, guard } of found) {
    if (type === 0 && guard === 0) continue;
    const wanted = isPath ? "member_expression" : "identifier";
    for (let node = from; node < to; node++) {
      if (tree.end[node]! - tree.start[node]! !== text.length || lowering.kind(node) !== wanted || lowering.text(node) !== text) continue;
      lowering.setExpression(node, facts.expression(Op.guarded, lowering.lowerExpression(node), type, guard));
    }
  }
}

const EXITS = new Set(["return_statement", "throw_statement", "continue_statement", "break_statement"]);

function alwaysLeaves(lowering: Lowering, node: number): boolean {
  if (lowering.kind(node) !== "statement_block") return EXITS.has(lowering.kind(node));
  const statements = lowering.children(node).filter((child) => lowering.kind(child) !== "comment");
  return EXITS.has(lowering.kind(statements[statements.length - 1] ?? 0));
}

/** `if (test) … else …`, and what follows an `if` that always leaves. */
export function lowerIf(lowering: Lowering, node: number): void {
  const condition = lowering.child(node, "condition");
  const consequence = lowering.child(node, "consequence");
  if (condition === 0 || consequence === 0) return;
  applyFindings(lowering, findings(lowering, condition, true), consequence, lowering.afterSubtree(consequence));
  const otherwise = findings(lowering, condition, false);
  if (otherwise.length === 0) return;
  const alternative = lowering.child(node, "alternative");
  if (alternative !== 0) applyFindings(lowering, otherwise, alternative, lowering.afterSubtree(alternative));
  if (alwaysLeaves(lowering, consequence)) {
    applyFindings(lowering, otherwise, lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node)));
  }
}

/** `test ? a : b`. */
export function lowerTernary(lowering: Lowering, node: number): number {
  lowering.addBranch(node);
  const condition = lowering.child(node, "condition");
  const consequence = lowering.child(node, "consequence");
  const alternative = lowering.child(node, "alternative");
  applyFindings(lowering, findings(lowering, condition, true), consequence, lowering.afterSubtree(consequence));
  applyFindings(lowering, findings(lowering, condition, false), alternative, lowering.afterSubtree(alternative));
  return lowering.either([lowering.lowerExpression(consequence), lowering.lowerExpression(alternative)]);
}

/** `test && value` is its right side. */
export function lowerAnd(lowering: Lowering, node: number): number {
  const right = lowering.child(node, "right");
  applyFindings(lowering, findings(lowering, lowering.child(node, "left"), true), right, lowering.afterSubtree(right));
  return lowering.lowerExpression(right);
}
