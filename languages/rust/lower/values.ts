/**
 * Lowers expressions whose value is inside them: blocks, branches, calls, struct literals.
 *
 * Stage: parse -> facts. Invariant: the branches of one expression have one type, so those without a value (a `return`, a panic) are
 * omitted.
 */
import { tableOf } from "../../../core/base/tables.ts";
import { DefinitionKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { stateOf } from "../file_state.ts";
import { isLeftOut, leadingAttributes } from "./attributes.ts";
import { lowerByPlace, notePlace } from "./expected.ts";
import { notePassed } from "./passed.ts";
import { lowerArguments, lowerReference, lowerUnion } from "./types.ts";

/** Maximum number of arms of a `match` that determine a value's type. */
const MOST_BRANCHES = 6;
/** Maximum nesting of blocks. */
const DEEPEST = 40;
/** Kinds of nodes whose value is that of their content. */
const HOLDERS: ReadonlySet<string> = new Set([
  "block",
  "if_expression",
  "match_expression",
  "loop_expression",
  "parenthesized_expression",
]);
/** Those of them that have no form of their own as an expression. */
const BRANCHES: ReadonlySet<string> = new Set(["block", "if_expression", "match_expression", "loop_expression"]);
const LOOPS: ReadonlySet<string> = new Set(["loop_expression", "while_expression", "for_expression"]);
/** Kinds of nodes that a `break` does not leave. */
const BODIES: ReadonlySet<string> = new Set(["closure_expression", "async_block", "function_item"]);

/** The value of an expression, blocks and branches included. */
export function lowerValue(lowering: Lowering, node: number): number {
  if (!HOLDERS.has(lowering.kind(node))) return lowering.lowerExpression(node);
  const ends = endsOf(lowering, node, MOST_BRANCHES).map((end) => lowering.lowerExpression(end));
  return lowerUnion(lowering, ends.filter((end) => end !== 0));
}

/** Records that the value of an expression is passed; for blocks and branches, their values. */
export function useValue(lowering: Lowering, node: number): void {
  if (!HOLDERS.has(lowering.kind(node))) lowering.addUse(node);
  else for (const end of endsOf(lowering, node, Infinity)) lowering.addUse(end);
}

/**
 * The possible values of an expression: the last expressions of its blocks and branches, or itself. At most `most` arms of a `match` are
 * included.
 */
export function endsOf(lowering: Lowering, node: number, most: number, depth = 0): number[] {
  if (node === 0 || depth > DEEPEST) return [];
  const inside = (part: number): number[] => endsOf(lowering, part, most, depth + 1);
  switch (lowering.kind(node)) {
    case "block":
      return [...inside(tailOf(lowering, node)), ...brokenWith(lowering, node, most).flatMap(inside)];
    case "loop_expression":
      return brokenWith(lowering, node, most).flatMap(inside);
    case "if_expression":
      return [...inside(lowering.child(node, "consequence")), ...inside(elseOf(lowering, node))];
    case "match_expression": {
      const arms = lowering.children(lowering.child(node, "body")).filter((arm) => lowering.kind(arm) === "match_arm");
      return arms.slice(0, most).flatMap((arm) => inside(lowering.child(arm, "value")));
    }
    case "parenthesized_expression":
      return inside(lowering.children(node)[0] ?? 0);
    default:
      return [node];
  }
}

/** The values of the `break`s out of a loop, or out of a labeled block. */
function brokenWith(lowering: Lowering, node: number, most: number): number[] {
  const isLoop = lowering.kind(node) === "loop_expression";
  const label = labelOf(lowering, lowering.firstChild(node));
  if (label === "" && !isLoop) return [];
  const found: number[] = [];
  // Within an inner loop a `break` without a label leaves that one.
  let innerUntil = isLoop ? 0 : Infinity;
  const until = lowering.afterSubtree(node);
  for (let at = node + 1; at < until && found.length < most; at++) {
    const kind = lowering.kind(at);
    if (BODIES.has(kind)) at = lowering.afterSubtree(at) - 1;
    else if (LOOPS.has(kind)) innerUntil = Math.max(innerUntil, lowering.afterSubtree(at));
    else if (kind === "break_expression") {
      const parts = lowering.children(at);
      const written = labelOf(lowering, parts[0] ?? 0);
      const value = parts[written === "" ? 0 : 1] ?? 0;
      if (value !== 0 && (written === "" ? at >= innerUntil : written === label)) found.push(value);
    }
  }
  return found;
}

function labelOf(lowering: Lowering, node: number): string {
  return lowering.kind(node) === "label" ? lowering.text(node) : "";
}

function elseOf(lowering: Lowering, node: number): number {
  return lowering.codeIn(lowering.child(node, "alternative"))[0] ?? 0;
}

/** The last expression of a block, as an ordinary build sees it, or 0. */
function tailOf(lowering: Lowering, block: number): number {
  let last = 0;
  for (let c = lowering.firstChild(block); c !== 0; c = lowering.next(c)) {
    if (!lowering.isNamed(c) || lowering.kind(c).endsWith("comment") || lowering.kind(c) === "attribute_item") continue;
    if (!isLeftOut(lowering, leadingAttributes(lowering, c))) last = c;
  }
  if (last === 0 || lowering.kind(last) !== "expression_statement") return last;
  return lowering.childOfKind(last, ";") === 0 ? lowering.firstChild(last) : 0;
}

/** The own rule `branches`: a block, an `if` or a `match` in parentheses. */
export function lowerBranches(lowering: Lowering, _node: number, roles: Roles): number {
  return lowerValue(lowering, roles.operand![0]!);
}

/** The own rule `member`: a member of the value of a block, an `if` or a `match`. */
export function lowerMember(lowering: Lowering, _node: number, roles: Roles): number {
  return lowering.memberExpression(lowerValue(lowering, roles.object![0]!), lowering.text(roles.property![0]!));
}

/** The own rule `tuple`: its elements may be blocks and branches. */
export function lowerTuple(lowering: Lowering, _node: number, roles: Roles): number {
  const elements = roles.element ?? [];
  for (const element of elements) useValue(lowering, element);
  return lowering.facts.expression(Op.tuple, lowering.facts.list(elements.map((element) => lowerValue(lowering, element))));
}

/** The own rule `block`: `unsafe { … }`, `const { … }`. */
export function lowerBlock(lowering: Lowering, node: number): number {
  return lowerValue(lowering, lowering.childOfKind(node, "block"));
}

/** The values that code within `node` returns from the body around it. */
function returnedWithin(lowering: Lowering, node: number): number[] {
  const found: number[] = [];
  const until = lowering.afterSubtree(node);
  for (let at = node + 1; at < until; at++) {
    const kind = lowering.kind(at);
    if (BODIES.has(kind)) at = lowering.afterSubtree(at) - 1;
    else if (kind === "return_expression" && lowering.children(at).length > 0) found.push(lowering.children(at)[0]!);
  }
  return found;
}

/** The own rule `async`: a future of the block's value, or of what it returns where it ends in a loop. */
export function lowerAsync(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const block = lowering.childOfKind(node, "block");
  const loop = tailOf(lowering, block);
  const returned = lowering.kind(loop) === "loop_expression" ? returnedWithin(lowering, loop) : [];
  const value = lowerValue(lowering, block) ||
    lowerUnion(lowering, returned.map((one) => lowerValue(lowering, one)).filter((one) => one !== 0));
  const output = value === 0 ? 0 : facts.expression(Op.typeOf, value);
  return facts.expression(Op.cast, facts.expression(Op.apply, lowering.builtin("Future"), facts.list([output])));
}

/** The own rule `call`. `Some`, `Ok` and `Err` build values, and are not calls. */
export function lowerCall(lowering: Lowering, node: number, roles: Roles): number {
  const callee = roles.callee![0]!;
  // `break 'label (value)`: the grammar takes the parentheses for a call.
  if (lowering.kind(callee) === "break_expression") {
    for (const value of lowering.argumentsOf(roles)) useValue(lowering, value);
    return 0;
  }
  const plain = lowering.kind(callee) === "generic_function" ? lowering.child(callee, "function") : callee;
  if (lowering.kind(plain) === "identifier") {
    const name = lowering.text(plain);
    if (name === "Self") lowering.setExpression(plain, lowering.facts.expression(Op.selfType, lowering.scope(callee)));
    if (name === "Some" || name === "Ok" || name === "Err") {
      return lowerWrapped(lowering, name, lowering.child(callee, "type_arguments"), lowering.argumentsOf(roles)[0] ?? 0);
    }
  }
  const byPlace = lowerByPlace(lowering, node, callee);
  if (byPlace !== 0) lowering.setExpression(callee, byPlace);
  const given = lowering.argumentsOf(roles);
  for (const argument of given) {
    if (!BRANCHES.has(lowering.kind(argument))) continue;
    lowering.setExpression(argument, lowerValue(lowering, argument));
    useValue(lowering, argument);
  }
  const call = lowering.addCall(node, callee, given, 0);
  if (byPlace === 0) notePlace(lowering, node, callee, call);
  if (lowering.kind(callee) === "parenthesized_expression") readField(lowering, call);
  else if (lowering.kind(plain) === "field_expression") notePassed(lowering, lowering.child(plain, "value"));
  return call;
}

/** The own rule `cast`: `f as usize` passes a function, too. */
export function lowerCast(lowering: Lowering, node: number): number {
  const value = lowering.child(node, "value");
  notePassed(lowering, value);
  return lowering.facts.expression(Op.cast, lowering.lowerType(lowering.child(node, "type")), lowerValue(lowering, value));
}

/** The own rule `compared`: `f == g`. */
export function lowerCompared(lowering: Lowering, node: number): number {
  for (const side of lowering.children(node)) notePassed(lowering, side);
  return lowering.literal("bool");
}

/** The own rule `break`: the value of a loop. */
export function lowerBreak(lowering: Lowering, node: number): void {
  for (const part of lowering.children(node)) if (lowering.kind(part) !== "label") useValue(lowering, part);
}

/** `(x.f)(…)` calls the value of the field, never a method of its name. */
function readField(lowering: Lowering, call: number): void {
  const { facts } = lowering;
  const callee = facts.get("expressions", call, "a");
  if (facts.get("expressions", callee, "op") !== Op.member) return;
  const value = facts.expression(Op.reference, callee);
  facts.set("expressions", call, "a", value);
  facts.set("calls", facts.get("expressions", call, "c"), "expression", value);
}

/** @param known explicit type arguments of the call (`Ok::<_, Failure>(job)`), or 0 */
function lowerWrapped(lowering: Lowering, name: string, known: number, argument: number): number {
  const { facts } = lowering;
  useValue(lowering, argument);
  const value = lowerValue(lowering, argument);
  const type = name === "Some" ? "Option" : "Result";
  // An error is the second argument.
  const made = lowering.literal(type, [name === "Err" ? facts.expression(Op.pair, 0, value) : value]);
  if (known === 0) return made;
  return facts.expression(Op.cast, facts.expression(Op.apply, lowering.builtin(type), facts.list(lowerArguments(lowering, known))), made);
}

/** The own rule `nothing`: `None::<Job>`. */
export function lowerNothing(lowering: Lowering, node: number): number {
  const known = lowerArguments(lowering, lowering.child(node, "type_arguments"));
  return lowering.facts.expression(Op.cast, lowering.facts.expression(Op.apply, lowering.builtin("Option"), lowering.facts.list(known)));
}

/** The own rule `try`: `x?`. */
export function lowerTry(lowering: Lowering, node: number, roles: Roles): number {
  lowering.addBranch(node);
  const value = lowerValue(lowering, roles.operand![0]!);
  return value === 0 ? 0 : lowering.facts.expression(Op.unwrap, value);
}

/** The own rule `logical`: `&&`, `||`. */
export function lowerLogical(lowering: Lowering, node: number): number {
  lowering.addBranch(node);
  return lowering.literal("bool");
}

/** The methods of operators. */
const OPERATORS: Readonly<Record<string, string>> = tableOf({
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "rem",
  "&": "bitand",
  "|": "bitor",
  "^": "bitxor",
  "<<": "shl",
  ">>": "shr",
});

/** The own rule `negated`: the value of `-a` is that of `a.neg()`; a negated literal keeps its type. */
export function lowerNegated(lowering: Lowering, node: number, roles: Roles): number {
  const { facts } = lowering;
  const value = lowerValue(lowering, roles.operand![0]!);
  if (value === 0 || facts.get("expressions", value, "op") === Op.literal) return value;
  const method = lowering.text(node).startsWith("-") ? "neg" : "not";
  return facts.expression(Op.operated, value, facts.expression(Op.call, facts.expression(Op.member, value, facts.string(method))));
}

/** The own rule `operated`: the value of `a * b` is that of `a.mul(b)`. */
export function lowerOperated(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const left = lowering.lowerExpression(lowering.child(node, "left"));
  const method = OPERATORS[lowering.text(lowering.child(node, "operator"))];
  if (left === 0 || method === undefined) return left;
  const right = lowering.lowerExpression(lowering.child(node, "right"));
  const member = facts.expression(Op.member, left, facts.string(method));
  return facts.expression(Op.operated, left, facts.expression(Op.call, member, facts.list([right])));
}

/** The own rule `reference`: `&x`, `&mut x`. */
export function lowerBorrow(lowering: Lowering, node: number, roles: Roles): number {
  return lowerReference(lowering, node, lowerValue(lowering, roles.operand![0]!));
}

/** The own rule `integer`: its suffix names its type. */
export function lowerInteger(lowering: Lowering, node: number): number {
  const text = lowering.text(node);
  // The digits of `0x1f32` are not a suffix.
  if ((text.endsWith("f32") || text.endsWith("f64")) && !text.startsWith("0x")) return lowerFloat(lowering, node);
  return lowering.literal(/[iu](?:8|16|32|64|128|size)$/.exec(text)?.[0] ?? "i32");
}

/** The own rule `float`: as `integer`. */
export function lowerFloat(lowering: Lowering, node: number): number {
  return lowering.literal(lowering.text(node).endsWith("f32") ? "f32" : "f64");
}

/** The own rule `character`: `b'a'` is a byte. */
export function lowerCharacter(lowering: Lowering, node: number): number {
  return lowering.literal(lowering.text(node).startsWith("b") ? "u8" : "char");
}

/** The own rule `string`: one of bytes refers to an array of these. */
export function lowerString(lowering: Lowering, node: number): number {
  if (/^br?[#"]/.test(lowering.text(node).slice(0, 3))) {
    return lowerReference(lowering, node, lowering.literal("array", [lowering.literal("u8")]));
  }
  return lowering.textLiteral("str", node) || lowering.literal("str");
}

/** The own rule `struct`: a struct literal is an instance of its type, and no call. */
export function lowerStruct(lowering: Lowering, node: number): number {
  const { facts } = lowering;
  const fields: number[] = [];
  for (const field of lowering.children(lowering.child(node, "body"))) {
    const kind = lowering.kind(field);
    if (kind === "field_initializer") {
      const value = lowering.child(field, "value");
      useValue(lowering, value);
      fields.push(facts.expression(Op.pair, facts.string(lowering.text(lowering.child(field, "field"))), lowerValue(lowering, value)));
    } else if (kind === "shorthand_field_initializer") {
      const name = lowering.childOfKind(field, "identifier");
      lowering.addUse(name);
      fields.push(facts.expression(Op.pair, facts.string(lowering.text(name)), lowering.lowerExpression(name)));
    }
  }
  const type = lowering.lowerType(lowering.child(node, "name"));
  return type === 0 ? 0 : facts.expression(Op.new, type, facts.list(fields));
}

/** Part of the plugin's `finish`: records the returned values of functions that return a router. */
export function finishRouters(lowering: Lowering): void {
  for (const [definition, node] of stateOf(lowering).routerMakers) {
    lowering.addReturn(definition, lowerValue(lowering, lowering.child(node, "body")));
  }
}

/** The own rule `return`: the result of a closure, or a router; any other function's is declared. */
export function lowerReturn(lowering: Lowering, node: number): void {
  const value = lowering.children(node)[0] ?? 0;
  if (value === 0) return;
  useValue(lowering, value);
  const definition = lowering.enclosingFunction(node);
  const isLambda = definition !== 0 && lowering.facts.get("definitions", definition, "kind") === DefinitionKind.lambda;
  if (isLambda || stateOf(lowering).routerMakers.has(definition)) {
    lowering.addReturn(definition, lowerValue(lowering, value));
  }
}

/** The own rule `assignment`: a function may be stored. */
export function lowerAssignment(lowering: Lowering, node: number): void {
  useValue(lowering, lowering.child(node, "right"));
}
