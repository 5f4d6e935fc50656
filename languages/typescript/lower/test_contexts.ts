/**
 * `this` of the functions that a file gives to its test framework (`beforeEach(function () { this.store = … })`): all of them run on one context.
 *
 * Stage: parse -> facts. Read off the tree, so it may be asked in both passes.
 */
import type { Lowering } from "../../../core/lower/lower.ts";
import { rootOfPath, stateOf } from "../file_state.ts";
import { declaredIn, isFunctionLike, isShadowed, namingAround } from "./block_names.ts";

/** What test frameworks call the functions that take those of a test, by names that all files see. */
const TAKERS =
  /^(?:describe|context|suite|it|specify|test|[xf](?:describe|context|it)|before|after|(?:before|after)(?:Each|All)|setup|teardown|suite(?:Setup|Teardown))$/;

/** The scope that stands for the context, where `this` at `node` is that of such a function, whose scope is `self`; 0 for all others. */
export function contextScope(lowering: Lowering, node: number, self: number): number {
  if (!isGivenToTests(lowering, ownFunction(lowering, node))) return 0;
  const state = stateOf(lowering);
  return state.testContext ||= self;
}

/** The nearest function around `node` that has a `this`, or 0. */
function ownFunction(lowering: Lowering, node: number): number {
  let around = namingAround(lowering, node);
  while (around > 0 && (!isFunctionLike(lowering.kind(around)) || lowering.kind(around) === "arrow_function")) {
    around = namingAround(lowering, around);
  }
  return Math.max(around, 0);
}

function isGivenToTests(lowering: Lowering, node: number): boolean {
  if (!/^(?:function_expression|generator_function)$/.test(lowering.kind(node))) return false;
  const list = lowering.parent(node);
  const call = lowering.kind(list) === "arguments" ? lowering.parent(list) : 0;
  const callee = lowering.kind(call) === "call_expression" ? lowering.child(call, "function") : 0;
  if (callee === 0) return false;
  const root = lowering.kind(callee) === "member_expression" ? rootOfPath(lowering, callee) : callee;
  const name = lowering.kind(root) === "identifier" ? lowering.text(root) : "";
  return TAKERS.test(name) && !isShadowed(lowering, node, name) && !declaredIn(lowering, 0).has(name);
}
