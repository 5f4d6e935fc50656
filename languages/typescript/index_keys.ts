/**
 * Which key the index of a type names (`T[K & string]`).
 *
 * Stage: parse -> facts.
 */
import type { Lowering } from "../../core/lower.ts";
import { firstNamed } from "./file_state.ts";
import { flatten } from "./lower_types.ts";

/** The key that an index names, beside what only says of which type it is (`T[K & string]`, `T[Extract<K, keyof T>]`). */
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
