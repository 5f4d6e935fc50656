/**
 * Narrowing: what a condition implies about a name where it holds.
 *
 * Stage: parse -> facts. A tested name (or member path) has its narrower type wherever it occurs in the part that the condition guards, up
 * to the next assignment. Invariant: only tests that name a type narrow: `instanceof`, `typeof x === "string"`, calls of guards (`x is T`)
 * and of assertions (`asserts x`), members (`"a" in x`), their values (`x.kind === "a"`, also null and undefined) and their truthiness
 * (`x.done`), and their combinations.
 */
import { Op, PairMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, literalValue, stringText, writesTypes } from "../file_state.ts";
import { conditionNamed, memberNamed, type ReadMember } from "./aliased_conditions.ts";
import { applyFindings, FARTHEST, type Finding, functionAround, namesOf } from "./applied_findings.ts";
import { alwaysLeaves } from "./exits.ts";
import { isAssignedBetween, LOOPS } from "./name_targets.ts";
import { PRIMITIVES } from "./types.ts";

const DEEPEST_CONDITION = 20;

/** What follows if the condition at `node` is true (or false). */
export function findings(lowering: Lowering, node: number, isTrue: boolean, depth = 0): Finding[] {
  if (node === 0 || depth > DEEPEST_CONDITION) return [];
  switch (lowering.kind(node)) {
    case "parenthesized_expression":
    case "expression_statement":
      return findings(lowering, firstNamed(lowering, node), isTrue, depth + 1);
    case "unary_expression":
      if (lowering.kind(lowering.child(node, "operator")) !== "!") return [];
      return findings(lowering, lowering.child(node, "argument"), !isTrue, depth + 1);
    case "binary_expression":
      return binaryFindings(lowering, node, isTrue, depth);
    case "call_expression":
      return guardFinding(lowering, node, isTrue);
    case "identifier":
      return aliasedFindings(lowering, node, isTrue, depth);
    case "member_expression":
      return truthFinding(lowering, node, isTrue);
    default:
      return [];
  }
}

/** What a constant implies whose value is a test: about names that have not been assigned since. */
function aliasedFindings(lowering: Lowering, node: number, isTrue: boolean, depth: number): Finding[] {
  const test = conditionNamed(lowering, node);
  const member = test === 0 && writesTypes(lowering) ? memberNamed(lowering, node) : undefined;
  const from = member?.object ?? test;
  if (from === 0 || node - from > FARTHEST) return [];
  const found = member === undefined ? findings(lowering, test, isTrue, depth + 1) : truthOf(lowering, member, isTrue);
  // A nested function runs when more may have been assigned.
  const function_ = functionAround(lowering, from);
  const isInner = functionAround(lowering, node) !== function_;
  const [first, last] = isInner ? [function_, lowering.afterSubtree(function_)] : [from, node];
  return found.filter(({ text, kind }) => kind === "identifier" && !isAssignedBetween(lowering, text, first, last));
}

function binaryFindings(lowering: Lowering, node: number, isTrue: boolean, depth: number): Finding[] {
  const left = lowering.child(node, "left");
  const right = lowering.child(node, "right");
  const operator = lowering.kind(lowering.child(node, "operator"));
  switch (operator) {
    case "&&":
    case "||":
      // What the left side implies has to be known before the right one is read.
      lowering.lowerExpression(node);
      return combined(
        lowering,
        findings(lowering, left, isTrue, depth + 1),
        findings(lowering, right, isTrue, depth + 1),
        isTrue === (operator === "&&"),
        presenceIn(lowering, left, !isTrue),
      );
    case "instanceof":
      // As `typeof x === "function"`: what is called is known by the name x.
      if (lowering.text(right) === "Function") return [];
      return finding(lowering, left, isTrue, () => lowering.facts.expression(Op.new, lowering.lowerExpression(right)));
    case "===":
    case "==":
      return equalityFinding(lowering, left, right, isTrue, operator === "==");
    case "!==":
    case "!=":
      return equalityFinding(lowering, left, right, !isTrue, operator === "!=");
    case "in":
      return lowering.kind(left) === "string" ? memberFinding(lowering, right, stringText(lowering, left), isTrue) : [];
    default:
      return [];
  }
}

/**
 * What two conditions imply that both hold; if only one of them need hold, a union of the types of both. @param present the name of what is
 * absent if the first alone holds; "": it tests something else
 */
export function combined(
  lowering: Lowering,
  left: readonly Finding[],
  right: readonly Finding[],
  isBoth: boolean,
  present = "",
): Finding[] {
  if (isBoth) return [...left, ...right];
  // `!x || x.done`: either x is absent, or what the second implies.
  if (present !== "") return right.filter(({ text }) => text === present);
  return left.filter((one) => !one.isExcluded).flatMap((one) => {
    const other = right.find(({ text, isExcluded }) => text === one.text && !isExcluded);
    return other === undefined || one.type === 0 || other.type === 0 ? [] : [{ ...one, type: lowering.either([one.type, other.type]) }];
  });
}

/** The name that is truthy exactly if the condition at `node` is `isTrue` (`x`, `!x`); "" for any other condition. */
function presenceIn(lowering: Lowering, node: number, isTrue: boolean): string {
  switch (lowering.kind(node)) {
    case "parenthesized_expression":
      return presenceIn(lowering, firstNamed(lowering, node), isTrue);
    case "unary_expression":
      return lowering.kind(lowering.child(node, "operator")) === "!" ? presenceIn(lowering, lowering.child(node, "argument"), !isTrue) : "";
    case "identifier":
      return isTrue ? lowering.text(node) : "";
    default:
      return "";
  }
}

/** Names of functions that are type guards; all others are not considered. */
const GUARD = /^[$_]*(?:is|has|assert|instanceOf|can|supports)/;

/** Names of functions that return only if a condition holds. */
const ASSERTION = /^[$_]*(?:assert|check|ensure|expect|invariant|ok|must|require|verify)/i;

function calledName(lowering: Lowering, callee: number): string {
  return lowering.text(lowering.kind(callee) === "member_expression" ? lowering.child(callee, "property") : callee);
}

/** Maximum number of a guard's arguments that may be what it tests. */
const MOST_TESTED = 3;

/** `isFoo(x)`, `Foo.is(x)`, `x.isFoo()`. */
function guardFinding(lowering: Lowering, node: number, isTrue: boolean): Finding[] {
  const callee = lowering.child(node, "function");
  const isMember = lowering.kind(callee) === "member_expression";
  if (!GUARD.test(calledName(lowering, callee))) return [];
  const given = lowering.codeIn(lowering.child(node, "arguments"));
  return guardedFindings(lowering, node, given.length === 0 && isMember ? [lowering.child(callee, "object")] : given, isTrue);
}

/** What the call of a guard implies about its arguments: one of them has the type that it names. */
function guardedFindings(lowering: Lowering, call: number, tested: readonly number[], isTrue: boolean): Finding[] {
  return tested.slice(0, MOST_TESTED).flatMap((argument, i) =>
    finding(lowering, argument, isTrue, () => {
      const guard = lowering.lowerExpression(call);
      return lowering.facts.expression(Op.guarded, 0, i === 0 ? 0 : lowering.lowerExpression(argument), guard);
    })
  );
}

/** What follows if `left` equals `right`: about the value whose type is tested, or the one a member of which has that value. */
export function equalityFinding(lowering: Lowering, left: number, right: number, isTrue: boolean, isLoose = false): Finding[] {
  if (lowering.kind(left) === "unary_expression") return typeofFinding(lowering, left, right, isTrue);
  const nothing = NOTHING.exec(lowering.text(right))?.[0];
  if (nothing !== undefined) return absenceFinding(lowering, left, isLoose ? undefined : nothing, isTrue);
  const [tested, value] = isConstant(lowering, right) ? [left, right] : [right, left];
  const member = isConstant(lowering, value) ? memberRead(lowering, tested) : undefined;
  if (member === undefined) return [];
  const wanted = (): number => literalValue(lowering, value) || lowering.lowerExpression(value);
  const found = memberFinding(lowering, member.object, member.name, isTrue, wanted);
  return found.filter(({ text }) => tested < member.object || !isAssignedBetween(lowering, text, member.object, tested));
}

/** The member that is read at `node`, or that is the value of the name there; undefined for anything else. */
function memberRead(lowering: Lowering, node: number): ReadMember | undefined {
  const object = lowering.child(node, "object");
  switch (lowering.kind(node)) {
    case "identifier":
      return writesTypes(lowering) ? memberNamed(lowering, node) : undefined;
    case "member_expression":
      return { object, name: lowering.text(lowering.child(node, "property")) };
    case "subscript_expression": {
      const index = lowering.child(node, "index");
      return lowering.kind(index) === "string" ? { object, name: stringText(lowering, index) } : undefined;
    }
    default:
      return undefined;
  }
}

const NOTHING = /^(?:undefined|null)$/;

/** `x.fault === undefined`: which part of a union `x` is. @param kind null or undefined, the one tested for; undefined: any */
function absenceFinding(lowering: Lowering, node: number, kind: string | undefined, isTrue: boolean): Finding[] {
  const member = writesTypes(lowering) ? memberRead(lowering, node) : undefined;
  if (member === undefined || lowering.kind(member.object) === "this") return [];
  const { facts } = lowering;
  return finding(
    lowering,
    member.object,
    isTrue,
    () => facts.expression(Op.pair, facts.string(member.name), kind === undefined ? 0 : lowering.builtin(kind), PairMode.absent),
  );
}

/** A literal, or a member of what may be an enum. */
function isConstant(lowering: Lowering, node: number): boolean {
  return /^(?:string|number|true|false)$/.test(lowering.kind(node)) ||
    (lowering.kind(node) === "member_expression" && /(?:^|\.)[A-Z][\w$]*\.[\w$]+$/.test(lowering.text(node)));
}

/** The value at `object` has, or does not have, a member of that name, with that value if one is tested. */
function memberFinding(lowering: Lowering, object: number, name: string, isTrue: boolean, value?: () => number): Finding[] {
  return finding(lowering, object, isTrue, () => {
    const wanted = value?.();
    return wanted === 0 ? 0 : lowering.facts.expression(Op.pair, lowering.facts.string(name), wanted ?? 0);
  });
}

/** `if (x.done)`: which part of a union `x` is. In a file without types nothing is known to be a union. */
function truthFinding(lowering: Lowering, node: number, isTrue: boolean): Finding[] {
  const object = lowering.child(node, "object");
  if (lowering.kind(object) === "this" || !writesTypes(lowering)) return [];
  const own = truthOf(lowering, { object, name: lowering.text(lowering.child(node, "property")) }, isTrue);
  // `x.list?.length`: the list is there, too.
  const isAsked = isTrue && lowering.childOfKind(node, "optional_chain") !== 0 && lowering.kind(object) === "member_expression";
  return isAsked ? [...own, ...truthFinding(lowering, object, true)] : own;
}

function truthOf(lowering: Lowering, { object, name }: ReadMember, isTrue: boolean): Finding[] {
  return finding(lowering, object, isTrue, () => lowering.facts.expression(Op.pair, lowering.facts.string(name), 0, PairMode.truthy));
}

function typeofFinding(lowering: Lowering, left: number, right: number, isTrue: boolean): Finding[] {
  if (lowering.kind(right) !== "string") return [];
  if (lowering.kind(lowering.child(left, "operator")) !== "typeof") return [];
  if (stringText(lowering, right) === "undefined") return absenceFinding(lowering, lowering.child(left, "argument"), "undefined", isTrue);
  const name = PRIMITIVES[stringText(lowering, right)];
  return name === undefined ? [] : finding(lowering, lowering.child(left, "argument"), isTrue, () => lowering.builtin(name));
}

function finding(lowering: Lowering, node: number, isTrue: boolean, type: () => number): Finding[] {
  const kind = lowering.kind(node);
  const isElement = kind === "subscript_expression" && /^(?:identifier|number|string)$/.test(lowering.kind(lowering.child(node, "index")));
  if (kind !== "identifier" && kind !== "this" && kind !== "member_expression" && !isElement) return [];
  if (!isSteady(lowering, node)) return [];
  const text = lowering.text(node);
  const found: Finding = { text, kind, type: type(), isExcluded: !isTrue };
  // What is accessed by `?.` is there if the test holds, and mostly written without it afterwards.
  return kind === "member_expression" && text.includes("?.") ? [found, { ...found, text: text.replaceAll("?.", ".") }] : [found];
}

/** What may have another value each time. */
const UNSTEADY: ReadonlySet<string> = new Set([
  "call_expression",
  "new_expression",
  "await_expression",
  "yield_expression",
  "update_expression",
]);

/** Whether the path at `node` names the same wherever it is written again. */
function isSteady(lowering: Lowering, node: number): boolean {
  const end = lowering.afterSubtree(node);
  for (let at = node; at < end; at++) if (UNSTEADY.has(lowering.kind(at))) return false;
  return true;
}

/** `assert(test);` and `assertFoo(x);`: what follows in the block. */
export function lowerAssertion(lowering: Lowering, node: number): void {
  const call = firstNamed(lowering, node);
  const callee = lowering.child(call, "function");
  if (!ASSERTION.test(calledName(lowering, callee))) return;
  const tested = lowering.codeIn(lowering.child(call, "arguments"));
  const [from, to] = [lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node))];
  applyFindings(lowering, guardedFindings(lowering, call, tested, true), from, to);
  const said = findings(lowering, tested[0] ?? 0, true).filter((one) => !one.isExcluded);
  if (said.length > 0) applyFindings(lowering, said, from, to, lowering.lowerExpression(call));
}

/** `if (test) … else …`, and what follows an `if` that always leaves. */
export function lowerIf(lowering: Lowering, node: number): void {
  const condition = lowering.child(node, "condition");
  const consequence = lowering.child(node, "consequence");
  const found = findings(lowering, condition, true);
  applyFindings(lowering, found, consequence, lowering.afterSubtree(consequence));
  const otherwise = findings(lowering, condition, false);
  const alternative = lowering.child(node, "alternative");
  if (alternative !== 0) applyFindings(lowering, otherwise, alternative, lowering.afterSubtree(alternative));
  if (alwaysLeaves(lowering, consequence)) applyBehind(lowering, unchangedIn(lowering, otherwise, alternative), node);
  if (alternative !== 0 && alwaysLeaves(lowering, firstNamed(lowering, alternative))) {
    applyBehind(lowering, unchangedIn(lowering, found, consequence), node);
  }
}

/** Applies the findings to what follows the statement at `node` in its block. */
function applyBehind(lowering: Lowering, found: readonly Finding[], node: number): void {
  applyFindings(lowering, found, lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node)));
}

/** The findings that still hold after the node `part`. */
function unchangedIn(lowering: Lowering, found: readonly Finding[], part: number): readonly Finding[] {
  const end = part === 0 ? 0 : lowering.afterSubtree(part);
  return found.filter(({ text }) => !namesOf(text).some((name) => isAssignedBetween(lowering, name, part, end)));
}

/**
 * `while (test) …`, `for (…; test; …) …` and `do … while (test)`: what the test implies holds at the start of the body, and after a body
 * that assigns nothing again; after a loop that only its test ends it does not hold.
 */
export function lowerLoop(lowering: Lowering, node: number): void {
  const condition = lowering.child(node, "condition");
  const body = lowering.child(node, "body");
  if (lowering.kind(node) !== "do_statement") {
    const found = findings(lowering, condition, true);
    applyFindings(lowering, found, body, lowering.afterSubtree(body));
    const increment = lowering.child(node, "increment");
    if (increment !== 0) applyFindings(lowering, unchangedIn(lowering, found, body), increment, lowering.afterSubtree(increment));
  }
  const refuted = findings(lowering, condition, false);
  if (refuted.length > 0 && !isBrokenOff(lowering, node)) applyBehind(lowering, refuted, node);
}

/** Whether a `break` leaves the loop at `node`, or may. */
function isBrokenOff(lowering: Lowering, node: number): boolean {
  const end = lowering.afterSubtree(node);
  for (let at = node; at < end; at++) {
    if (lowering.kind(at) !== "break_statement") continue;
    let around = lowering.parent(at);
    while (around > node && !BREAKABLE.has(lowering.kind(around))) around = lowering.parent(around);
    if (around === node || lowering.child(at, "label") !== 0) return true;
  }
  return false;
}
const BREAKABLE: ReadonlySet<string> = new Set([...LOOPS, "switch_statement"]);

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

/** `test || value`: the right side is reached if the test does not hold. */
export function lowerOr(lowering: Lowering, node: number): number {
  const left = lowering.child(node, "left");
  const right = lowering.child(node, "right");
  applyFindings(lowering, findings(lowering, left, false), right, lowering.afterSubtree(right));
  return lowering.either([lowering.lowerExpression(left), lowering.lowerExpression(right)]);
}

/** `x instanceof C`, which is a use of C. */
export function lowerInstanceTest(lowering: Lowering, node: number): number {
  lowering.addUse(lowering.child(node, "right"));
  return lowering.literal("Boolean");
}
