/**
 * Narrowing: what a condition says of a name where it holds.
 *
 * Stage: parse -> facts. A tested name (or member path) is seen as its better type wherever it stands in the part that the condition
 * guards, up to where it is assigned anew. Invariant: only tests that name a type narrow: `instanceof`, `typeof x === "string"`, calls of
 * guards (`x is T`) and of assertions (`asserts x`), members (`"a" in x`), their values (`x.kind === "a"`) and their truth (`x.done`), and their combinations.
 */
import { CastMode, Op, PairMode } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, literalValue, NAMES, stringText, writesTypes } from "../file_state.ts";
import { conditionNamed, memberNamed, type ReadMember } from "./aliased_conditions.ts";
import { assignmentOf, endOfNamesake, isAssignedBetween, lastAssigned, LOOPS } from "./name_targets.ts";
import { PRIMITIVES } from "./types.ts";

/** One thing that a condition says: `text` has the type `type` (an expression), or has it not. */
export interface Finding {
  readonly text: string;
  /** That of its node: a name, or a path that begins with one. */
  readonly kind: string;
  readonly type: number;
  readonly isExcluded: boolean;
}

const DEEPEST_CONDITION = 20;
/** So many nodes are looked through for what a condition says of a name. */
const FARTHEST = 20_000;

/** What follows from the condition at `node` being true (or false). */
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

/** What a constant says that stands for a test: of names that are not assigned anew since then. */
function aliasedFindings(lowering: Lowering, node: number, isTrue: boolean, depth: number): Finding[] {
  const test = conditionNamed(lowering, node);
  const member = test === 0 && writesTypes(lowering) ? memberNamed(lowering, node) : undefined;
  const from = member?.object ?? test;
  if (from === 0 || node - from > FARTHEST) return [];
  const found = member === undefined ? findings(lowering, test, isTrue, depth + 1) : truthOf(lowering, member, isTrue);
  return found.filter(({ text, kind }) => kind === "identifier" && !isAssignedBetween(lowering, text, from, node));
}

function binaryFindings(lowering: Lowering, node: number, isTrue: boolean, depth: number): Finding[] {
  const left = lowering.child(node, "left");
  const right = lowering.child(node, "right");
  const operator = lowering.kind(lowering.child(node, "operator"));
  switch (operator) {
    case "&&":
    case "||":
      // What the left side says of the right one has to be known before the right one is read.
      lowering.lowerExpression(node);
      return combined(
        lowering,
        findings(lowering, left, isTrue, depth + 1),
        findings(lowering, right, isTrue, depth + 1),
        isTrue === (operator === "&&"),
        presenceIn(lowering, left, !isTrue),
      );
    case "instanceof":
      // As `typeof x === "function"`: what is called is what x is known as.
      if (lowering.text(right) === "Function") return [];
      return finding(lowering, left, isTrue, () => lowering.facts.expression(Op.new, lowering.lowerExpression(right)));
    case "===":
    case "==":
      return equalityFinding(lowering, left, right, isTrue);
    case "!==":
    case "!=":
      return equalityFinding(lowering, left, right, !isTrue);
    case "in":
      return lowering.kind(left) === "string" ? memberFinding(lowering, right, stringText(lowering, left), isTrue) : [];
    default:
      return [];
  }
}

/** What two conditions say that both hold; where only one of them need hold, what is one of two types by both. */
export function combined(
  lowering: Lowering,
  left: readonly Finding[],
  right: readonly Finding[],
  isBoth: boolean,
  present = "",
): Finding[] {
  if (isBoth) return [...left, ...right];
  // `!x || x.done`: of what is not there nothing is left.
  if (present !== "") return right.filter(({ text }) => text === present);
  return left.filter((one) => !one.isExcluded).flatMap((one) => {
    const other = right.find(({ text, isExcluded }) => text === one.text && !isExcluded);
    return other === undefined || one.type === 0 || other.type === 0 ? [] : [{ ...one, type: lowering.either([one.type, other.type]) }];
  });
}

/** What has to be there for the condition at `node` to be true, or false, where it asks for nothing else; "" of any other. */
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

/** Names that functions which tell a type bear; all others are not asked. */
const GUARD = /^[$_]*(?:is|has|assert|instanceOf|can|supports)/;

/** Names that functions bear which leave where a condition does not hold. */
const ASSERTION = /^[$_]*(?:assert|check|ensure|expect|invariant|ok|must|require|verify)/i;

function calledName(lowering: Lowering, callee: number): string {
  return lowering.text(lowering.kind(callee) === "member_expression" ? lowering.child(callee, "property") : callee);
}

/** So many arguments of a guard may be what it tests. */
const MOST_TESTED = 3;

/** `isFoo(x)`, `Foo.is(x)`, `x.isFoo()`. */
function guardFinding(lowering: Lowering, node: number, isTrue: boolean): Finding[] {
  const callee = lowering.child(node, "function");
  const isMember = lowering.kind(callee) === "member_expression";
  if (!GUARD.test(calledName(lowering, callee))) return [];
  const given = lowering.codeIn(lowering.child(node, "arguments"));
  return guardedFindings(lowering, node, given.length === 0 && isMember ? [lowering.child(callee, "object")] : given, isTrue);
}

/** What the call of a guard says of its arguments: one of them is of the type that it names. */
function guardedFindings(lowering: Lowering, call: number, tested: readonly number[], isTrue: boolean): Finding[] {
  return tested.slice(0, MOST_TESTED).flatMap((argument, i) =>
    finding(lowering, argument, isTrue, () => {
      const guard = lowering.lowerExpression(call);
      return lowering.facts.expression(Op.guarded, 0, i === 0 ? 0 : lowering.lowerExpression(argument), guard);
    })
  );
}

/** What is said where `left` equals `right`: of the value whose type is asked for, of the one a member of which has that value. */
export function equalityFinding(lowering: Lowering, left: number, right: number, isTrue: boolean): Finding[] {
  if (lowering.kind(left) === "unary_expression") return typeofFinding(lowering, left, right, isTrue);
  const [tested, value] = isConstant(lowering, right) ? [left, right] : [right, left];
  const member = isConstant(lowering, value) ? memberRead(lowering, tested) : undefined;
  if (member === undefined) return [];
  const wanted = (): number => literalValue(lowering, value) || lowering.lowerExpression(value);
  const found = memberFinding(lowering, member.object, member.name, isTrue, wanted);
  return found.filter(({ text }) => tested < member.object || !isAssignedBetween(lowering, text, member.object, tested));
}

/** The member that is read at `node`, or that the name there stands for. */
function memberRead(lowering: Lowering, node: number): ReadMember | undefined {
  if (lowering.kind(node) === "identifier" && writesTypes(lowering)) return memberNamed(lowering, node);
  if (lowering.kind(node) !== "member_expression") return undefined;
  return { object: lowering.child(node, "object"), name: lowering.text(lowering.child(node, "property")) };
}

/** A literal, or a member of what may be an enum. */
function isConstant(lowering: Lowering, node: number): boolean {
  return /^(?:string|number|true|false)$/.test(lowering.kind(node)) ||
    (lowering.kind(node) === "member_expression" && /(?:^|\.)[A-Z][\w$]*\.[\w$]+$/.test(lowering.text(node)));
}

/** The value at `object` has, or has not, a member of that name, with that value if one is asked for. */
function memberFinding(lowering: Lowering, object: number, name: string, isTrue: boolean, value?: () => number): Finding[] {
  return finding(lowering, object, isTrue, () => {
    const wanted = value?.();
    return wanted === 0 ? 0 : lowering.facts.expression(Op.pair, lowering.facts.string(name), wanted ?? 0);
  });
}

/** `if (x.done)`: which part of a union `x` is. Where a file declares no types, nothing is known to be one. */
function truthFinding(lowering: Lowering, node: number, isTrue: boolean): Finding[] {
  const object = lowering.child(node, "object");
  if (lowering.kind(object) === "this" || !writesTypes(lowering)) return [];
  return truthOf(lowering, { object, name: lowering.text(lowering.child(node, "property")) }, isTrue);
}

function truthOf(lowering: Lowering, { object, name }: ReadMember, isTrue: boolean): Finding[] {
  return finding(lowering, object, isTrue, () => lowering.facts.expression(Op.pair, lowering.facts.string(name), 0, PairMode.truthy));
}

function typeofFinding(lowering: Lowering, left: number, right: number, isTrue: boolean): Finding[] {
  if (lowering.kind(right) !== "string") return [];
  if (lowering.kind(lowering.child(left, "operator")) !== "typeof") return [];
  const name = PRIMITIVES[stringText(lowering, right)];
  return name === undefined ? [] : finding(lowering, lowering.child(left, "argument"), isTrue, () => lowering.builtin(name));
}

function finding(lowering: Lowering, node: number, isTrue: boolean, type: () => number): Finding[] {
  const kind = lowering.kind(node);
  const isElement = kind === "subscript_expression" && /^(?:identifier|number|string)$/.test(lowering.kind(lowering.child(node, "index")));
  if (kind !== "identifier" && kind !== "this" && kind !== "member_expression" && !isElement) return [];
  const text = lowering.text(node);
  const found: Finding = { text, kind, type: type(), isExcluded: !isTrue };
  // What is asked for by `?.` is there where the test holds, and mostly written without it.
  return kind === "member_expression" && text.includes("?.") ? [found, { ...found, text: text.replaceAll("?.", ".") }] : [found];
}

/** What may be called, or made an instance of, from before the test on. */
const DECLARED: ReadonlySet<string> = new Set(["function_declaration", "generator_function_declaration", "class_declaration"]);
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...DECLARED,
  "arrow_function",
  "function_expression",
  "generator_function",
  "method_definition",
  "class",
]);

/** Behind the function around a node, or the whole file. */
function endOfFunction(lowering: Lowering, node: number): number {
  let around = lowering.parent(node);
  while (around > 0 && !FUNCTIONS.has(lowering.kind(around))) around = lowering.parent(around);
  return lowering.afterSubtree(around);
}

/** Nodes that see an assignment: those from `from` up to `to`, and all from `last` on. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly last: number;
}

const NO_GAP: Gap = { from: 0, to: 0, last: 0 };

/** What sees an assignment at `node`, from `behind` on. One in a branch of an `if` leaves the other branch as it is. */
function gapBehind(lowering: Lowering, node: number, behind: number): Gap {
  for (let [inner, outer] = [node, lowering.parent(node)]; outer > 0; [inner, outer] = [outer, lowering.parent(outer)]) {
    if (lowering.kind(outer) !== "if_statement") continue;
    const alternative = lowering.child(outer, "alternative");
    if (inner !== lowering.child(outer, "consequence") || alternative === 0) break;
    return { from: behind, to: alternative, last: lowering.afterSubtree(outer) };
  }
  return { ...NO_GAP, last: behind };
}

/** Lets the nodes from `from` up to `to` see what was found. @param assertion the call without which it is not so, or 0. */
export function applyFindings(lowering: Lowering, found: readonly Finding[], from: number, to: number, assertion = 0): void {
  if (found.length === 0 || from === 0) return;
  const { tree, facts } = lowering;
  for (const { text, kind, type, isExcluded } of found) {
    if (type === 0) continue;
    const root = /^[\w$]*/.exec(text)![0];
    const names = namesOf(text);
    let last = Math.min(to, from + FARTHEST);
    let gap = NO_GAP;
    let lastChange: number | undefined;
    for (let node = from; node < last; node++) {
      if (node >= gap.from && node < gap.to) {
        node = gap.to - 1;
        continue;
      }
      const own = lowering.kind(node);
      if (FUNCTIONS.has(own)) {
        // What runs later may find something else there.
        lastChange ??= kind === "identifier" || kind === "this"
          ? lastAssigned(lowering, text, from, endOfFunction(lowering, from))
          : Infinity;
        if (lastChange > node || DECLARED.has(own) || (root === "this" && own !== "arrow_function")) {
          node = lowering.afterSubtree(node) - 1;
          continue;
        }
      }
      const length = tree.end[node]! - tree.start[node]!;
      const isRoot = length === root.length && NAMES.has(own) && lowering.text(node) === root;
      const end = isRoot ? endOfNamesake(lowering, node) : 0;
      if (end > node) {
        node = end - 1;
        continue;
      }
      const isWhole = length === text.length && lowering.text(node) === text;
      const assignment = isOneOf(lowering, node, length, names) ? assignmentOf(lowering, node) : 0;
      const isLoop = assignment === 0 && LOOPS.has(own) &&
        names.some((name) => isAssignedBetween(lowering, name, node, lowering.afterSubtree(node)));
      if (assignment !== 0 || isLoop) {
        const at = isLoop ? node : assignment;
        gap = gapBehind(lowering, at, isLoop || lowering.kind(at) === "for_in_statement" ? node + 1 : lowering.afterSubtree(at));
        last = Math.min(last, gap.last);
        continue;
      }
      if (!isWhole || own !== kind) continue;
      // A function that has members is still called by its name.
      if (isCallee(lowering, node)) continue;
      const value = lowering.lowerExpression(node);
      const seen = isExcluded
        ? facts.expression(Op.cast, type, value, CastMode.excluded)
        : facts.expression(Op.guarded, value, type, assertion);
      lowering.setExpression(node, seen);
    }
  }
}

function isCallee(lowering: Lowering, node: number): boolean {
  const parent = lowering.parent(node);
  return lowering.kind(parent) === "call_expression" && lowering.child(parent, "function") === node && lowering.kind(node) === "identifier";
}

/** Whether the node, which is `length` long, reads as one of the names: asked of every node that a test guards. */
function isOneOf(lowering: Lowering, node: number, length: number, names: readonly string[]): boolean {
  for (const name of names) if (length === name.length && lowering.text(node) === name) return true;
  return false;
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

const EXITS = new Set(["return_statement", "throw_statement", "continue_statement", "break_statement"]);

/** Whether what follows the statement at `node` is not reached through it. */
export function alwaysLeaves(lowering: Lowering, node: number): boolean {
  if (lowering.kind(node) !== "statement_block") return EXITS.has(lowering.kind(node));
  const statements = lowering.codeIn(node);
  return EXITS.has(lowering.kind(statements[statements.length - 1] ?? 0));
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

/** Lets what follows the statement at `node` in its block see what was found. */
function applyBehind(lowering: Lowering, found: readonly Finding[], node: number): void {
  applyFindings(lowering, found, lowering.afterSubtree(node), lowering.afterSubtree(lowering.parent(node)));
}

/** What still holds behind the node `part`. */
function unchangedIn(lowering: Lowering, found: readonly Finding[], part: number): readonly Finding[] {
  const end = part === 0 ? 0 : lowering.afterSubtree(part);
  return found.filter(({ text }) => !namesOf(text).some((name) => isAssignedBetween(lowering, name, part, end)));
}

/** What a path begins with, and the path itself: where one of these is another value, so is what it names. */
function namesOf(path: string): string[] {
  const names = [path];
  for (let i = path.length - 1; i > 0; i--) {
    if (path[i] === "." || path[i] === "[") names.push(path.slice(0, path[i - 1] === "?" ? i - 1 : i));
  }
  return names.filter((name) => name !== "this");
}

/**
 * `while (test) …`, `for (…; test; …) …` and `do … while (test)`: what the test says holds wherever the body begins, and behind a body that assigns
 * nothing anew; behind a loop that ends by its test alone it does not hold.
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

/** `test || value`: the right side is reached where the test does not hold. */
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
