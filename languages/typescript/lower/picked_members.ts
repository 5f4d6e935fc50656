/**
 * Types that combine all members of several, some reduced: `Omit<A, "m"> & Pick<B, "m">`.
 *
 * Stage: parse -> facts. Invariant: a part whose keys are not literals is not reduced.
 */
import { BindingFlag, BindingKind, DefinitionKind } from "../../../core/facts.ts";
import { KeyedMode, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed, stateOf, stringText } from "../file_state.ts";
import { flatten, lowerTypeAt } from "./types.ts";

const PART = /^(?:Omit|Pick)</;

/** The types at `nodes`, those first of which something has a member that several of them have. */
export function lowerAll(lowering: Lowering, nodes: readonly number[], depth: number): readonly number[] {
  const areSeveral = nodes.filter((node) => PART.test(lowering.text(node))).length > 1;
  const types = nodes.map((node) => areSeveral && lowerPicked(lowering, node, depth) || lowerTypeAt(lowering, node, depth));
  return reducedLast(lowering, types);
}

/** The known ones of these types, `Omit<T, K>` and `Pick<T, K>` after all others: the members they lack are those of the others. */
function reducedLast(lowering: Lowering, types: readonly number[]): number[] {
  const known = types.filter((type) => type !== 0);
  return [...known.filter((type) => !isReduced(lowering, type)), ...known.filter((type) => isReduced(lowering, type))];
}

/** Whether a type is `Omit<T, K>` or `Pick<T, K>`. */
function isReduced(lowering: Lowering, type: number): boolean {
  const { facts } = lowering;
  if (facts.get("expressions", type, "op") !== Op.apply) return false;
  const base = facts.get("expressions", type, "a");
  return facts.get("expressions", base, "op") === Op.name && /^(?:Omit|Pick)$/.test(facts.text(facts.get("expressions", base, "a")));
}

/** `Pick<T, "a" | "b">` as an object type that has these members of T, each as T has it; 0 for anything else. */
function lowerPicked(lowering: Lowering, node: number, depth: number): number {
  const { facts } = lowering;
  if (lowering.kind(node) !== "generic_type" || lowering.text(lowering.child(node, "name")) !== "Pick") return 0;
  const [source, written] = lowering.codeIn(lowering.child(node, "type_arguments"));
  const keys = flatten(lowering, written ?? 0).map((part) => lowering.kind(part) === "literal_type" ? firstNamed(lowering, part) : 0);
  const type = keys.length === 0 || keys.some((key) => lowering.kind(key) !== "string") ? 0 : lowerTypeAt(lowering, source!, depth + 1);
  if (type === 0) return 0;
  const object = lowering.define(DefinitionKind.object, node);
  const scope = facts.get("definitions", object, "body");
  for (const key of keys) {
    const name = stringText(lowering, key);
    const member = facts.expression(Op.keyed, type, lowering.constant("String", name, Op.key), KeyedMode.member);
    lowering.bind(BindingKind.field, name, key, { type: member, flags: BindingFlag.hoisted, scope });
  }
  stateOf(lowering).objectTypes.set(object, node);
  return facts.expression(Op.definition, object);
}
