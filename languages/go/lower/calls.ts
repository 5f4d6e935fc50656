/**
 * Go's calls, conversions and composite literals; and which values are functions passed as values.
 *
 * Stage: facts. What the grammar parses as a conversion may be a call of a generic function (`F[T](x)`), and what it parses as a call may
 * be a conversion (`T(x)`): both become calls, and the resolver determines whether a type or a function is meant.
 */
import { CastMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { PATH_CALLS, ROUTER_TEXT } from "../routes.ts";
import { elementOf, functionsListed, noteAppended, noteCopied, noteUse } from "./passed_functions.ts";
import { lowerReflectedMethod } from "./reflected_methods.ts";
import { isLocal, lowerTypeArguments } from "./types.ts";

/** Kinds of nodes that are values and no types. */
const VALUES = /_(?:literal|expression)$|^(?:true|false|nil|iota)$/;

/** `f(x)`, `p.F(x)`, `x.M()`, `F[T](x, y)`, `make(T)`. */
export function lowerCall(lowering: Lowering, node: number): number {
  const callee = lowering.child(node, "function");
  const argumentNodes = lowering.codeIn(lowering.child(node, "arguments"));
  const pointed = pointerConversion(lowering, callee);
  if (pointed !== 0) {
    noteUse(lowering, argumentNodes[0] ?? 0);
    return lowering.facts.expression(
      Op.cast,
      lowering.facts.expression(Op.reference, lowering.lowerExpression(pointed)),
      lowering.lowerExpression(argumentNodes[0] ?? 0),
    );
  }
  let expression = lowering.lowerExpression(callee);
  const typeArguments = lowering.child(node, "type_arguments");
  if (typeArguments !== 0) expression = instantiated(lowering, expression, lowerTypeArguments(lowering, typeArguments));
  const call = addCall(lowering, node, callee, expression, argumentNodes);
  if (argumentNodes.length === 1) lowerReflectedMethod(lowering, callee, argumentNodes[0]!, call);
  return lowering.kind(callee) === "identifier" ? builtinResult(lowering, lowering.text(callee), argumentNodes, call) : call;
}

/** `r.Group("v1")`, `r.GET("version", show)`: a path, however little it looks like one. */
function keepPath(lowering: Lowering, callee: number, argument: number): void {
  if (lowering.kind(argument) !== "interpreted_string_literal" || lowering.kind(callee) !== "selector_expression") return;
  if (!PATH_CALLS.has(lowering.text(lowering.child(callee, "field")))) return;
  const text = lowering.textLiteral("string", argument, true);
  if (text !== 0) lowering.setExpression(argument, text);
}

function addCall(lowering: Lowering, node: number, callee: number, expression: number, argumentNodes: readonly number[]): number {
  keepPath(lowering, callee, argumentNodes[0] ?? 0);
  const isAppend = lowering.reads(callee, "identifier", "append") && !isLocal(lowering, callee);
  const args = argumentNodes.map((argument, i) => {
    // A value appended to a list becomes one of its elements.
    if (isAppend && i > 0) noteUse(lowering, argument, elementOf(lowering, argumentNodes[0]!));
    else noteUse(lowering, argument, expression, i + 1);
    return lowering.lowerExpression(argument);
  });
  return lowering.addCallOf(expression, node, nameOfCallee(lowering, callee), lowering.calleeText(callee), args, 0);
}

/** The node that determines a call's position: the last name of the callee. */
function nameOfCallee(lowering: Lowering, node: number): number {
  for (let depth = 0; depth < 100; depth++) {
    let inner = 0;
    switch (lowering.kind(node)) {
      case "selector_expression":
        return lowering.child(node, "field") || node;
      case "qualified_type":
        return lowering.child(node, "name") || node;
      case "index_expression":
        inner = lowering.child(node, "operand");
        break;
      case "generic_type":
        inner = lowering.child(node, "type");
        break;
      case "parenthesized_expression":
      case "parenthesized_type":
        inner = lowering.codeIn(node)[0] ?? 0;
        break;
    }
    if (inner === 0) return node;
    node = inner;
  }
  return node;
}

/** `T` of `(*T)(x)`, a conversion; 0 for anything else. */
function pointerConversion(lowering: Lowering, callee: number): number {
  if (lowering.kind(callee) !== "parenthesized_expression") return 0;
  const inner = lowering.codeIn(callee)[0] ?? 0;
  if (lowering.kind(inner) !== "unary_expression" || lowering.childOfKind(inner, "*") === 0) return 0;
  const operand = lowering.child(inner, "operand");
  const kind = lowering.kind(operand);
  return (kind === "identifier" && !isLocal(lowering, operand)) || kind === "selector_expression" || kind === "index_expression"
    ? operand
    : 0;
}

/** The result of built-in functions that depends on an argument. */
function builtinResult(lowering: Lowering, name: string, argumentNodes: readonly number[], call: number): number {
  const first = argumentNodes[0] ?? 0;
  if (first === 0) return call;
  const { facts } = lowering;
  const given = (type: number): number => facts.expression(Op.cast, type, call, CastMode.library);
  switch (name) {
    case "new":
      return given(facts.expression(Op.reference, newType(lowering, first)));
    case "make":
      return given(lowering.lowerType(first));
    case "append":
      noteAppended(lowering, argumentNodes);
      return given(facts.expression(Op.typeOf, lowering.lowerExpression(first)));
    case "copy":
      noteCopied(lowering, argumentNodes);
      return call;
    case "min":
    case "max":
      return given(facts.expression(Op.typeOf, lowering.lowerExpression(first)));
    default:
      return call;
  }
}

/** The type of the argument of `new`: the type itself, or since Go 1.26 that of a value. */
function newType(lowering: Lowering, given: number): number {
  const { facts } = lowering;
  const kind = lowering.kind(given);
  if (VALUES.test(kind)) return facts.expression(Op.typeOf, lowering.lowerExpression(given));
  // The grammar takes a variable's name for a type's, and its element for a type with arguments.
  if (kind === "type_identifier" && isLocal(lowering, given)) {
    return facts.expression(Op.typeOf, lowering.nameExpression(lowering.text(given), given));
  }
  if (kind === "generic_type" && isLocal(lowering, firstName(lowering, given))) {
    return facts.expression(Op.typeOf, genericValue(lowering, given));
  }
  return lowering.lowerType(given);
}

/** The name with which a type's path begins. */
function firstName(lowering: Lowering, type: number): number {
  const inner = lowering.child(type, "type") || lowering.child(type, "package");
  return inner === 0 ? type : firstName(lowering, inner);
}

/** `[]byte(x)`, `func()(x)`: a conversion. `F[T](x)`, `p.F[T](x)`: a call, of a function or of a type. */
export function lowerConversion(lowering: Lowering, node: number): number {
  const type = lowering.child(node, "type");
  const operand = lowering.child(node, "operand");
  const called = behindStars(lowering, type);
  if (lowering.kind(called) !== "generic_type") {
    noteUse(lowering, operand);
    return lowering.facts.expression(Op.cast, lowering.lowerType(type), lowering.lowerExpression(operand));
  }
  let value = addCall(lowering, node, called, genericValue(lowering, called), operand === 0 ? [] : [operand]);
  if (!isGoneOnFrom(lowering, node)) {
    for (let star = type; star !== called; star = lowering.codeIn(star)[0]!) value = lowering.facts.expression(Op.deref, value);
  }
  return value;
}

/** `F[T]` in `*F[T](x)`, which the grammar takes for a pointer type: that of a conversion would be in parentheses. */
function behindStars(lowering: Lowering, type: number): number {
  while (lowering.kind(type) === "pointer_type") type = lowering.codeIn(type)[0] ?? 0;
  return type;
}

const FOLLOWED: ReadonlySet<string> = new Set([
  "selector_expression",
  "index_expression",
  "slice_expression",
  "type_assertion_expression",
]);

/** Whether a member, a part or a call of `F[T](x)` follows, which the stars before it are for. */
function isGoneOnFrom(lowering: Lowering, node: number): boolean {
  const outer = lowering.parent(node);
  return lowering.child(outer, FOLLOWED.has(lowering.kind(outer)) ? "operand" : "function") === node;
}

/** `F[A, B]` as a value; `m[x.i][x.j]`, which the grammar takes for the like. */
export function lowerInstantiation(lowering: Lowering, node: number): number {
  const [begin = 0, ...rest] = lowering.codeIn(node);
  let first = begin;
  while (lowering.kind(first) === "parenthesized_type") first = lowering.codeIn(first)[0] ?? 0;
  const base = lowering.kind(first) === "generic_type" ? genericValue(lowering, first) : lowering.lowerExpression(first);
  return instantiated(lowering, base, rest.map((part) => lowering.lowerType(part)));
}

function genericValue(lowering: Lowering, type: number): number {
  const args = lowerTypeArguments(lowering, lowering.child(type, "type_arguments"));
  return instantiated(lowering, lowering.lowerExpression(lowering.child(type, "type")), args);
}

/** Operations that may be written as a type or as an index: `i`, `x.i`, `*p`. */
const OPEN: ReadonlySet<number> = new Set([Op.name, Op.member, Op.reference]);

/** `F[T]`; or `m[i]`, if the brackets may contain either: the resolver decides. */
function instantiated({ facts }: Lowering, base: number, args: readonly number[]): number {
  const isOpen = args.length === 1 && OPEN.has(facts.get("expressions", args[0]!, "op"));
  return facts.expression(isOpen ? Op.index : Op.apply, base, facts.list(args));
}

/** `T{…}`: an instance; not a call. The values of its fields are in a separate expression. */
export function lowerComposite(lowering: Lowering, node: number): number {
  const type = lowering.lowerType(lowering.child(node, "type"));
  if (mayHoldRouters(lowering)) {
    const listed = elementsOf(lowering, node);
    if (listed.length > 0) return lowering.facts.expression(Op.new, type, lowering.facts.list(listed), 0);
    const elements = lowering.codeIn(lowering.child(node, "body")).filter((one) => lowering.kind(one) === "keyed_element");
    const fields = elements.flatMap((element) => {
      const [key = 0, value = 0] = lowering.codeIn(element).map((part) => lowering.codeIn(part)[0] ?? 0);
      return fieldGiven(lowering, key, value);
    });
    keepFields(lowering, type, fields);
  }
  const functions = functionsListed(lowering, node);
  return lowering.facts.expression(Op.new, type, functions.length === 0 ? 0 : lowering.facts.list(functions), 0);
}

/** The texts of a list of texts (`[]string{"GET", http.MethodPut}`), which may be a route's methods; none of anything else. */
function elementsOf(lowering: Lowering, node: number): number[] {
  if (lowering.text(lowering.child(node, "type")) !== "[]string") return [];
  return lowering.codeIn(lowering.child(node, "body")).flatMap((element) => {
    const value = lowering.codeIn(element)[0] ?? 0;
    return lowering.kind(element) === "literal_element" && value !== 0 ? [lowering.lowerExpression(value)] : [];
  });
}

/** `s.router = chi.NewRouter()`, kept as if `s` were written anew with that field. */
export function keepAssignedField(lowering: Lowering, target: number, value: number): void {
  if (lowering.kind(target) !== "selector_expression" || !mayHoldRouters(lowering)) return;
  const field = fieldGiven(lowering, lowering.child(target, "field"), value);
  if (field.length === 0) return;
  const object = lowering.lowerExpression(lowering.child(target, "operand"));
  keepFields(lowering, lowering.facts.expression(Op.typeOf, object), field);
}

function mayHoldRouters(lowering: Lowering): boolean {
  return stateOf(lowering).mayMakeRouters ??= ROUTER_TEXT.test(lowering.tree.source);
}

/** A field's name with the call or the name that is its value; none for anything else. */
function fieldGiven(lowering: Lowering, key: number, value: number): number[] {
  const kind = lowering.kind(value);
  if (value === 0 || key === 0 || (kind !== "call_expression" && kind !== "identifier")) return [];
  const { facts } = lowering;
  return [facts.expression(Op.pair, facts.string(lowering.text(key)), lowering.lowerExpression(value))];
}

function keepFields(lowering: Lowering, type: number, fields: readonly number[]): void {
  if (type !== 0 && fields.length > 0) lowering.facts.expression(Op.new, type, lowering.facts.list(fields));
}
