/**
 * Functions that are called where they are written: `(function ($) { $.Shape = … })(NS)`.
 *
 * Stage: parse -> facts. Invariant: such a function runs once, with these arguments.
 */
import type { Lowering } from "../../core/lower.ts";

/** The argument of the parameter at `node`, in the list of a function that is the callee itself, also by `call`; 0 where there is none. */
export function argumentInPlace(lowering: Lowering, list: number, node: number): number {
  const called = lowering.parent(list);
  let callee = called;
  while (lowering.kind(lowering.parent(callee)) === "parenthesized_expression") callee = lowering.parent(callee);
  let call = lowering.parent(callee);
  const isByCall = lowering.kind(call) === "member_expression" && lowering.text(lowering.child(call, "property")) === "call";
  if (isByCall) [callee, call] = [call, lowering.parent(call)];
  if (lowering.kind(call) !== "call_expression" || lowering.child(call, "function") !== callee) return 0;
  const isNode = (one: number): boolean => lowering.kind(one) !== "comment";
  const place = lowering.children(list).filter(isNode).indexOf(node) + (isByCall ? 1 : 0);
  const given = lowering.children(lowering.child(call, "arguments")).filter(isNode).slice(0, place + 1);
  return given.length <= place || given.some((one) => lowering.kind(one) === "spread_element") ? 0 : given[place]!;
}

const FUNCTION = /^(?:arrow_function|function_\w+|generator_function\w*|method_definition)$/;
const NAMED = /^(?:identifier|member_expression)$/;

/** What the name at `node` is another name for, where it is a parameter of the nearest function, called in place outside all others with a name or a path; else itself. */
export function nameOutside(lowering: Lowering, node: number): number {
  let around = lowering.parent(node);
  while (around > 0 && !FUNCTION.test(lowering.kind(around))) around = lowering.parent(around);
  const list = around > 0 ? lowering.child(around, "parameters") : 0;
  const name = lowering.text(node);
  const parameter = lowering.children(list).find((one) => lowering.text(lowering.child(one, "pattern")) === name);
  if (parameter === undefined) return node;
  const argument = argumentInPlace(lowering, list, parameter);
  return NAMED.test(lowering.kind(argument)) && lowering.enclosingFunction(argument) === 0 ? argument : node;
}
