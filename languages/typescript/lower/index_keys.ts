/**
 * Types of texts: which key the index of a type names (`T[K & string]`), the keys of a type (`keyof T`), patterns (`` `fail:${string}` ``).
 *
 * Stage: parse -> facts.
 */
import { COMPUTED_PART, Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { firstNamed } from "../file_state.ts";
import { flatten, lowerTypeAt } from "./types.ts";

/** Kinds of keys, which add nothing to the keys of a type. */
const KINDS = /^\(?\s*(?:string|number|symbol)(?:\s*\|\s*(?:string|number|symbol))*\s*\)?$/;

/**
 * The type of a string type: for the keys of a type (`keyof T`), if a test asks for them or an alias names them, with that type; for a
 * pattern (`` `fail:${string}` ``) with that pattern.
 */
export function textType(lowering: Lowering, node: number, depth: number): number {
  const text = lowering.builtin("String");
  if (lowering.kind(node) === "template_literal_type") {
    const pattern = lowering.text(node).slice(1, -1).replace(/\$\{[^{}`]*\}/g, COMPUTED_PART);
    return /[\\{}`]/.test(pattern) ? text : lowering.facts.expression(Op.cast, text, lowering.constant("String", pattern));
  }
  const isAsked = lowering.kind(node) === "index_type_query" && isAskedFor(lowering, node);
  const type = isAsked ? lowerTypeAt(lowering, firstNamed(lowering, node), depth + 1) : 0;
  return type === 0 ? text : lowering.facts.expression(Op.apply, text, lowering.facts.list([type]));
}

/** Whether the type at `node` is what a condition tests for, or the whole of an alias. */
function isAskedFor(lowering: Lowering, node: number): boolean {
  let whole = node;
  while (/^(?:parenthesized|intersection)_type$/.test(lowering.kind(lowering.parent(whole)))) whole = lowering.parent(whole);
  const around = lowering.parent(whole);
  return lowering.kind(around) === "conditional_type"
    ? lowering.child(around, "right") === whole
    : lowering.kind(around) === "type_alias_declaration" && lowering.child(around, "value") === whole;
}

/** Parts of an intersection without those that only give the kinds of a type's keys (`keyof T & string`). */
export function withoutKinds(lowering: Lowering, parts: readonly number[]): readonly number[] {
  const hasKeys = parts.some((part) => lowering.kind(part) === "index_type_query");
  return hasKeys ? parts.filter((part) => !KINDS.test(lowering.text(part))) : parts;
}

/** The key that an index names, without what only says whose key it is (`T[K & string]`, `T[Extract<K, keyof T>]`). */
export function keyAmong(lowering: Lowering, index: number): number {
  switch (lowering.kind(index)) {
    case "parenthesized_type":
      return keyAmong(lowering, firstNamed(lowering, index));
    case "intersection_type": {
      const parts = flatten(lowering, index).filter((part) => lowering.kind(part) !== "predefined_type");
      return parts.find((part) => lowering.kind(part) === "type_identifier") ?? parts[0] ?? index;
    }
    case "generic_type": {
      const [first] = lowering.codeIn(lowering.child(index, "type_arguments"));
      const isKey = lowering.text(lowering.child(index, "name")) === "Extract" && lowering.kind(first ?? 0) === "type_identifier";
      return isKey ? first! : index;
    }
    default:
      return index;
  }
}
