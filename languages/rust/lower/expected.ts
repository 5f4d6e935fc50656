/**
 * The expected type of an expression: a `let` with a type, a field, a result, an assignment, a parameter.
 *
 * Stage: parse -> facts. It determines the implementing type in `Default::default()` and `From::from(x)`. Invariant: 0 if nothing is
 * expected; at most `DEEPEST` enclosing expressions are considered.
 */
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { LIKE_ELEMENTS } from "../macros/attribute_values.ts";
import { noteLaterPlace } from "./later_places.ts";

const DEEPEST = 12;
/** Maximum number of arguments that are distinguished. */
const MOST_ARGUMENTS = 32;
/** Functions of the library's traits whose result is the type that the trait is implemented for. */
const GIVE_SELF: ReadonlyMap<string, string> = new Map([["default", "Default"], ["from", "From"]]);

/**
 * Methods that by convention return the expected type: a type may have several, from traits with different arguments (`Into<One>`,
 * `Into<Other>`).
 */
const CONVERTS = /^(?:(?:try_)?into(?:_(?!iter)\w+)?|as_ref|as_mut|borrow)$/;

/** Operators that compare. */
const COMPARES = /^(?:[=!]=|[<>]=?)$/;

/** Functions that create a pointer to their argument. */
export const MAKES_POINTER = /^(?:\w+::)*(?:Box|Rc|Arc)::new$/;

/** Expressions that take the value out of a result or a future. */
const STEPS: ReadonlyMap<string, number> = new Map([["try_expression", Op.unwrap], ["await_expression", Op.await]]);
/** Methods that take the value out of a result, or leave it there. */
const KEEPS_VALUE = /^(?:unwrap|expect|map_err)$/;

/** The callee `Trait::function` or `<_>::function` with the expected type as implementing type (`<T as Trait>::function`), or 0. */
export function lowerByPlace(lowering: Lowering, call: number, callee: number): number {
  if (lowering.kind(callee) !== "scoped_identifier") return 0;
  const name = lowering.text(lowering.child(callee, "name"));
  const trait = GIVE_SELF.get(name);
  const path = lowering.child(callee, "path");
  if (trait === undefined || path === 0) return 0;
  const last = lowering.kind(path) === "scoped_identifier" ? lowering.child(path, "name") : path;
  const isOpen = lowering.text(path) === "<_>";
  if (!isOpen && lowering.text(last) !== trait) return 0;
  const type = expectedAt(lowering, call, 0);
  if (type === 0) return 0;
  const { facts } = lowering;
  const named = isOpen ? lowering.nameExpression(trait, path, 0) : lowering.lowerType(path);
  return facts.expression(Op.path, facts.expression(Op.cast, named, type, CastMode.trait), facts.string(name));
}

/** The call of a method by a dot on `node` (`node.method()`), or 0. */
export function methodCallOn(lowering: Lowering, node: number): number {
  const member = lowering.parent(node);
  const call = lowering.kind(member) === "field_expression" ? lowering.parent(member) : 0;
  return call !== 0 && lowering.kind(call) === "call_expression" && lowering.child(call, "function") === member ? call : 0;
}

/**
 * Records the expected type of a call `Trait::function(…)` or `value.into()`, through what unwraps its result: it may determine the
 * implementing type.
 */
export function notePlace(lowering: Lowering, node: number, callee: number, call: number): void {
  if (!isKnownByPlace(lowering, callee, call)) return;
  const { facts } = lowering;
  let value = call;
  let at = node;
  for (;;) {
    const parent = lowering.parent(at);
    const step = STEPS.get(lowering.kind(parent));
    if (step !== undefined) {
      value = facts.expression(step, value);
      at = parent;
      continue;
    }
    const outer = methodCallOn(lowering, at);
    if (outer === 0) break;
    const method = lowering.text(lowering.child(parent, "field"));
    if (!KEEPS_VALUE.test(method)) return;
    if (method !== "map_err") value = facts.expression(Op.unwrap, value);
    at = outer;
  }
  const type = expectedAt(lowering, at, 0);
  if (type !== 0) facts.expression(Op.cast, type, value, CastMode.placed);
  else if (givesAnything(lowering, callee)) noteLaterPlace(lowering, at, value);
}

/** Whether a call gives whatever its place asks for: a function of such a trait, or a method that converts. */
function givesAnything(lowering: Lowering, callee: number): boolean {
  if (lowering.kind(callee) === "field_expression") return true;
  const path = lowering.child(callee, "path");
  const trait = GIVE_SELF.get(lowering.text(lowering.child(callee, "name")));
  return trait !== undefined && lowering.text(lowering.lastName(path)) === trait;
}

function isKnownByPlace(lowering: Lowering, callee: number, call: number): boolean {
  if (lowering.kind(callee) === "field_expression") {
    const { facts } = lowering;
    return CONVERTS.test(facts.text(facts.get("expressions", facts.get("expressions", call, "a"), "b")));
  }
  const path = lowering.kind(callee) === "scoped_identifier" ? lowering.child(callee, "path") : 0;
  return path !== 0 && /^\p{Lu}/u.test(lowering.text(lowering.lastName(path)));
}

/** The type expression expected of `node`, or 0. */
export function expectedAt(lowering: Lowering, node: number, depth: number): number {
  const parent = lowering.parent(node);
  if (parent <= 0 || depth > DEEPEST) return 0;
  const outer = (from = parent): number => expectedAt(lowering, from, depth + 1);
  switch (lowering.kind(parent)) {
    case "let_declaration":
      if (lowering.child(parent, "value") !== node) return 0;
      return lowering.lowerType(lowering.child(parent, "type") || takenApart(lowering, lowering.child(parent, "pattern")));
    case "const_item":
    case "static_item":
      return lowering.child(parent, "value") === node ? lowering.lowerType(lowering.child(parent, "type")) : 0;
    case "field_initializer":
      return memberOf(lowering, literalAround(lowering, parent), lowering.text(lowering.child(parent, "field")));
    case "shorthand_field_initializer":
      return memberOf(lowering, literalAround(lowering, parent), lowering.text(node));
    case "base_field_initializer":
      return literalAround(lowering, parent);
    case "assignment_expression":
      return ofLeft(lowering, parent, node);
    case "binary_expression":
      return compares(lowering, lowering.child(parent, "operator")) ? ofLeft(lowering, parent, node) : 0;
    case "return_expression":
      return resultAround(lowering, parent);
    case "arguments":
      return parameterAt(lowering, node, parent, outer);
    case "block":
      return isTail(lowering, node) ? ofBlock(lowering, parent, outer) : 0;
    case "expression_statement":
      return lowering.childOfKind(parent, ";") === 0 ? outer() : 0;
    case "match_arm":
      return lowering.child(parent, "value") === node ? outer(lowering.parent(lowering.parent(parent))) : 0;
    case "else_clause":
      return outer();
    case "if_expression":
      return lowering.child(parent, "condition") === node ? 0 : outer();
    case "array_expression":
      return lowering.child(parent, "length") === node ? 0 : elementOf(lowering, outer());
    case "token_tree":
      return isList(lowering, parent) ? outer(lowering.parent(parent)) : 0;
    case "tuple_expression":
      return memberOf(lowering, outer(), String(positionAmong(lowering, parent, node)));
    case "parenthesized_expression":
    case "reference_expression":
    case "unsafe_block":
      return outer();
    default:
      return 0;
  }
}

/** The struct that a pattern destructures (`let Meters(n) = …`), or 0: a qualified name is by convention a variant. */
function takenApart(lowering: Lowering, pattern: number): number {
  const kind = lowering.kind(pattern);
  const type = kind === "tuple_struct_pattern" || kind === "struct_pattern" ? lowering.child(pattern, "type") : 0;
  const before = type === 0 ? 0 : lowering.child(type, "path");
  const isVariant = before !== 0 && /^\p{Lu}/u.test(lowering.text(lowering.lastName(before)));
  return isVariant || /^(?:Some|Ok|Err)$/.test(lowering.text(type)) ? 0 : type;
}

/** Whether an operator compares its operands. The operands of a comparing macro (`assert_eq!`) have none. */
function compares(lowering: Lowering, operator: number): boolean {
  return operator === 0 || COMPARES.test(lowering.kind(operator));
}

/**
 * The type of the left side of an assignment or comparison; in a comparison, an operand without a type of its own has the only type that
 * can be compared.
 */
function ofLeft(lowering: Lowering, pair: number, node: number): number {
  return lowering.child(pair, "right") === node ? typeOf(lowering, lowering.lowerExpression(lowering.child(pair, "left"))) : 0;
}

function elementOf(lowering: Lowering, list: number): number {
  return list === 0 ? 0 : lowering.facts.expression(Op.iterate, list);
}

function typeOf(lowering: Lowering, value: number): number {
  return value === 0 ? 0 : lowering.facts.expression(Op.typeOf, value);
}

/** A value of a type. */
function valueOf(lowering: Lowering, type: number): number {
  return lowering.facts.expression(Op.cast, type, lowering.facts.expression(Op.new, type));
}

/** The type of the struct literal whose field `field` is. */
function literalAround(lowering: Lowering, field: number): number {
  const literal = lowering.parent(lowering.parent(field));
  return lowering.kind(literal) === "struct_expression" ? lowering.lowerType(lowering.child(literal, "name")) : 0;
}

/**
 * The type of a field of a struct or of one of an enum's variants. @param whole the expected type of the literal, which may determine its
 * type arguments, or 0
 */
function memberOf(lowering: Lowering, type: number, field: string, whole = 0): number {
  if (type === 0) return 0;
  const { facts } = lowering;
  const made = whole === 0 ? facts.expression(Op.new, type) : valueOf(lowering, whole);
  return typeOf(lowering, facts.expression(Op.member, facts.expression(Op.cast, type, made), facts.string(field)));
}

/** Whether only comments follow. */
function isTail(lowering: Lowering, node: number): boolean {
  for (let next = lowering.next(node); next !== 0; next = lowering.next(next)) {
    if (lowering.isNamed(next) && !lowering.kind(next).endsWith("comment")) return false;
  }
  return true;
}

function ofBlock(lowering: Lowering, block: number, outer: () => number): number {
  const holder = lowering.parent(block);
  switch (lowering.kind(holder)) {
    case "function_item":
    case "closure_expression":
      return lowering.lowerType(lowering.child(holder, "return_type"));
    case "async_block":
      return 0;
    default:
      return outer();
  }
}

/** The written result of the function or closure around. */
function resultAround(lowering: Lowering, node: number): number {
  for (let around = lowering.parent(node); around > 0; around = lowering.parent(around)) {
    const kind = lowering.kind(around);
    if (kind === "async_block") return 0;
    if (kind === "function_item" || kind === "closure_expression") return lowering.lowerType(lowering.child(around, "return_type"));
  }
  return 0;
}

/** The expected type of the argument `node` of a call: in `Some(…)`, `Ok(…)` and `Err(…)` a part of what is expected of the call. */
function parameterAt(lowering: Lowering, node: number, args: number, outer: (from: number) => number): number {
  const call = lowering.parent(args);
  const callee = lowering.child(call, "function");
  const { facts } = lowering;
  const variant = lowering.kind(callee) === "identifier" ? lowering.text(callee) : "";
  if (/^(?:Some|Ok|Err)$/.test(variant)) {
    const whole = outer(call);
    if (whole === 0 || variant !== "Err") return whole === 0 ? 0 : facts.expression(Op.unwrap, whole);
    const failed = facts.expression(Op.path, lowering.builtin("Result"), facts.string(variant));
    const seen = facts.expression(Op.cast, failed, valueOf(lowering, whole));
    return typeOf(lowering, facts.expression(Op.member, seen, facts.string("0")));
  }
  if (MAKES_POINTER.test(lowering.text(callee))) {
    const pointer = outer(call);
    return pointer === 0 ? 0 : typeOf(lowering, facts.expression(Op.deref, valueOf(lowering, pointer)));
  }
  const position = positionAmong(lowering, args, node);
  if (position < 0) return 0;
  const name = lowering.lastName(callee);
  // By convention a name with an initial capital is a struct or a variant, and its arguments are its fields.
  if (/^\p{Lu}/u.test(lowering.text(name))) return memberOf(lowering, lowering.lowerType(callee), String(position), outer(call));
  return facts.expression(Op.asked, lowering.lowerExpression(callee), position);
}

/** Whether a macro's arguments are the elements of a list that it creates. */
function isList(lowering: Lowering, args: number): boolean {
  return lowering.text(lowering.child(lowering.parent(args), "macro")) === LIKE_ELEMENTS;
}

/** The position of `node` among the arguments, from 0; -1 after the first `MOST_ARGUMENTS`. */
function positionAmong(lowering: Lowering, args: number, node: number): number {
  let position = 0;
  for (let child = lowering.firstChild(args); child !== 0 && position < MOST_ARGUMENTS; child = lowering.next(child)) {
    if (child === node) return position;
    if (lowering.isNamed(child) && !lowering.kind(child).endsWith("comment")) position++;
  }
  return -1;
}
