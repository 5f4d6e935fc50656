/**
 * Values that pytest's `parametrize` passes to the parameters of tests, and `params` to those of fixtures.
 *
 * Stage: parse -> facts. Invariant: only parameters named by literals in the decorator, and not through fixtures (`indirect`).
 */
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { lastPart } from "../describe_definitions.ts";
import { rules } from "../resolution_rules.ts";
import { plainText } from "./named_members.ts";

const NONE: ReadonlyMap<string, number> = new Map();
const NAMES = /^["']([\w\s,]+)["']$/;

/** The parameters of the function at `node` that decorators of it or its class provide, each with the expression of one of the values. */
export function parametrizedValues(lowering: Lowering, node: number): ReadonlyMap<string, number> {
  let given: Map<string, number> | undefined;
  for (let at = node; at > 0; at = lowering.parent(at)) {
    const kind = lowering.kind(at);
    if (at !== node && kind === "function_definition") break;
    if (kind !== "decorated_definition") continue;
    for (const decorator of lowering.codeIn(at)) {
      const call = lowering.kind(decorator) === "decorator" ? lowering.codeIn(decorator)[0] ?? 0 : 0;
      if (lowering.kind(call) !== "call") continue;
      const last = lastPart(lowering.text(lowering.child(call, "function")));
      const parts = lowering.codeIn(lowering.child(call, "arguments"));
      if (last === "parametrize") addValues(lowering, parts, given ??= new Map());
      else if (last === rules.injection!.decorator) addRequest(lowering, parts, given ??= new Map());
    }
  }
  return given ?? NONE;
}

function addValues(lowering: Lowering, parts: readonly number[], given: Map<string, number>): void {
  const [argument = 0, values = 0] = parts;
  const isIndirect = parts.some((part) => lowering.text(lowering.child(part, "name")) === "indirect");
  const names = isIndirect || values === 0 || lowering.kind(values) === "keyword_argument" ? [] : namesIn(lowering, argument);
  const all = names.length === 0 ? 0 : lowering.lowerExpression(values);
  if (all === 0) return;
  const each = lowering.facts.expression(Op.iterate, all);
  const isOne = names.length === 1 && lowering.kind(argument) === "string";
  for (const [position, name] of names.entries()) {
    // The nearest decorator takes precedence.
    if (!given.has(name)) given.set(name, isOne ? each : lowering.item(each, position));
  }
}

/** The `request` of a fixture with parameters (`params=[…]`). */
function addRequest(lowering: Lowering, parts: readonly number[], given: Map<string, number>): void {
  const { facts } = lowering;
  const params = parts.find((part) => lowering.text(lowering.child(part, "name")) === "params") ?? 0;
  const all = params === 0 ? 0 : lowering.lowerExpression(lowering.child(params, "value"));
  if (all === 0) return;
  const each = facts.list([facts.expression(Op.iterate, all)]);
  given.set("request", facts.expression(Op.call, lowering.builtin("pytest_request_with"), each));
}

/** The names at `node`: between commas in one text, or several texts. */
function namesIn(lowering: Lowering, node: number): readonly string[] {
  const kind = lowering.kind(node);
  if (kind === "string") {
    const names = (NAMES.exec(lowering.text(node))?.[1] ?? "").split(",").map((name) => name.trim());
    return names.filter((name) => name !== "");
  }
  return kind === "tuple" || kind === "list" ? lowering.codeIn(node).map((one) => plainText(lowering, one) ?? "") : [];
}
