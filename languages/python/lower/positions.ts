/**
 * Fields that are also accessible by position: those of named tuples, and those that positional class patterns (`case Point(x, y)`) match.
 *
 * Stage: parse -> facts. Invariant: positions are known only if the class's own body declares all of them: in `__match_args__`, or as
 * fields of a data class or named tuple without other bases.
 */
import { BindingKind, ScopeKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";
import { rules } from "../resolution_rules.ts";
import { writtenName } from "./made_classes.ts";

/** The name under which a class has the field that its pattern matches at `position`. */
export function matchedField(position: number): string {
  return rules.fieldsByPlace!.join(String(position));
}

/** A field that no argument by place is for. */
const NOT_BY_PLACE = /\b(?:init *= *False|kw_only *= *True)\b/;

/**
 * The annotated name `target` in the class body `scope`: the next field of a named tuple or data class, if it is one. `value` is its
 * default.
 */
export function addPosition(lowering: Lowering, target: number, annotation: number, scope: number, type: number, value: number): void {
  const { tupleFields, matchedFields } = stateOf(lowering);
  const position = matchedFields.get(scope);
  if (position === undefined) return;
  const written = lowering.text(annotation);
  if (/^(?:\w+\.)*ClassVar\b/.test(written)) return;
  if (/^(?:\w+\.)*KW_ONLY$/.test(written)) {
    matchedFields.delete(scope);
    return;
  }
  if (value !== 0 && lowering.kind(value) === "call" && NOT_BY_PLACE.test(lowering.text(value))) return;
  matchedFields.set(scope, position + 1);
  lowering.bind(BindingKind.field, matchedField(position), target, { scope, type });
  if (tupleFields.has(scope)) lowering.bind(BindingKind.field, String(position), target, { scope, type });
}

/** `__match_args__ = ("x", "y")` in a class body. */
export function readMatchArguments(lowering: Lowering, scope: number, value: number): void {
  const { facts } = lowering;
  if (facts.get("scopes", scope, "kind") !== ScopeKind.class || lowering.kind(value) !== "tuple") return;
  stateOf(lowering).matchedFields.delete(scope);
  const self = facts.expression(Op.self, scope);
  for (const [position, node] of lowering.codeIn(value).entries()) {
    const name = writtenName(lowering, node);
    if (name === undefined) continue;
    lowering.bind(BindingKind.field, matchedField(position), node, { scope, value: lowering.memberExpression(self, name) });
  }
}
