/**
 * Functions that are called where they are written: `(function ($) { $.Shape = … })(NS)`.
 *
 * Stage: parse -> facts. Invariant: such a function runs once, with these arguments.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { isModule, isNameOrMember, selfScope } from "../file_state.ts";
import { isShadowed } from "./block_names.ts";

/** A call whose callee is a function itself, also by `call`. */
interface CallInPlace {
  readonly call: number;
  readonly isByCall: boolean;
}

/** The call of the function at `node` where it is written; undefined if there is none. */
function callInPlace(lowering: Lowering, node: number): CallInPlace | undefined {
  let callee = node;
  while (lowering.kind(lowering.parent(callee)) === "parenthesized_expression") callee = lowering.parent(callee);
  let call = lowering.parent(callee);
  const isByCall = lowering.kind(call) === "member_expression" && lowering.text(lowering.child(call, "property")) === "call";
  if (isByCall) [callee, call] = [call, lowering.parent(call)];
  return lowering.kind(call) === "call_expression" && lowering.child(call, "function") === callee ? { call, isByCall } : undefined;
}

/** The argument of the parameter at `node`, in the list of a function that is called where it is written; 0 if there is none. */
export function argumentInPlace(lowering: Lowering, list: number, node: number): number {
  const found = callInPlace(lowering, lowering.parent(list));
  if (found === undefined) return 0;
  const place = lowering.codeIn(list).indexOf(node) + (found.isByCall ? 1 : 0);
  const given = lowering.codeIn(lowering.child(found.call, "arguments")).slice(0, place + 1);
  return given.length <= place || given.some((one) => lowering.kind(one) === "spread_element") ? 0 : given[place]!;
}

const FUNCTION = /^(?:arrow_function|function_\w+|generator_function\w*|method_definition)$/;

/** The nearest function around `node`, or 0. */
function functionAround(lowering: Lowering, node: number): number {
  let around = lowering.parent(node);
  while (around > 0 && !FUNCTION.test(lowering.kind(around))) around = lowering.parent(around);
  return Math.max(around, 0);
}

/** Whether the code at `node` runs when the file does, once: all functions around it are called where they are written. */
export function runsOnce(lowering: Lowering, node: number): boolean {
  let around = functionAround(lowering, node);
  while (around !== 0 && callInPlace(lowering, around) !== undefined) around = functionAround(lowering, around);
  return around === 0;
}

/**
 * What the name at `node` is an alias of, if it is a parameter of the nearest function, called where it is written with a name, a path or
 * the global object; else itself.
 */
export function nameOutside(lowering: Lowering, node: number): number {
  const around = functionAround(lowering, node);
  const list = around === 0 ? 0 : lowering.child(around, "parameters");
  const name = lowering.text(node);
  const parameter = lowering.children(list).find((one) => lowering.text(lowering.child(one, "pattern")) === name);
  if (parameter === undefined || !runsOnce(lowering, around)) return node;
  const argument = argumentInPlace(lowering, list, parameter);
  return isNameOrMember(lowering, argument) || isGlobalObject(lowering, argument) ? argument : node;
}

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["window", "self", "globalThis", "global"]);

/** Whether the node is the object that has all global names: `window`, `this` of a script, `typeof self !== "undefined" ? self : this`. */
export function isGlobalObject(lowering: Lowering, node: number): boolean {
  switch (lowering.kind(node)) {
    case "identifier":
      return GLOBAL_OBJECTS.has(lowering.text(node)) && !isShadowed(lowering, node, lowering.text(node));
    case "this":
      return selfScope(lowering, node) === lowering.moduleScope && !isModule(lowering);
    case "ternary_expression":
      return isGlobalObject(lowering, lowering.child(node, "consequence")) && isGlobalObject(lowering, lowering.child(node, "alternative"));
    default:
      return false;
  }
}
