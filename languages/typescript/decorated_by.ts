/**
 * What a decorator stands before.
 *
 * Stage: parse -> facts. Pure.
 */
import type { Lowering } from "../../core/lower.ts";

/** The node of the class or member that a decorator stands before, or 0 (a parameter's). */
export function decoratedBy(lowering: Lowering, node: number): number {
  const parent = lowering.parent(node);
  switch (lowering.kind(parent)) {
    case "export_statement":
      return lowering.child(parent, "declaration") || lowering.child(parent, "value");
    case "class_body": {
      let next = lowering.next(node);
      while (next !== 0 && /^(?:decorator|comment)$/.test(lowering.kind(next))) next = lowering.next(next);
      return next;
    }
    case "class_declaration":
    case "abstract_class_declaration":
    case "class":
    case "public_field_definition":
    case "field_definition":
      return parent;
  }
  return 0;
}
