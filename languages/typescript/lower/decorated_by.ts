/**
 * What a decorator stands before, and which of its members the template names that the decorator is given.
 *
 * Stage: parse -> facts.
 */
import { DefinitionFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stringText, unwrapped } from "../file_state.ts";
import { templates } from "../templates.ts";
import { propertyName } from "./property_names.ts";

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

const TEXTS = new Set(["string", "template_string"]);

/** `@Component({ template: "…" })`: the members of the class at `decorated` that the template names are handed to it. */
export function handToTemplate(lowering: Lowering, decorated: number, options: number): void {
  if (lowering.kind(options) !== "object" || !/^(?:abstract_)?class/.test(lowering.kind(decorated))) return;
  const pair = lowering.children(options).find((part) => lowering.text(lowering.child(part, "key") || part) === "template") ?? 0;
  const text = unwrapped(lowering, lowering.child(pair, "value"));
  if (!TEXTS.has(lowering.kind(text))) return;
  const names = templates.readNames("inline.html", stringText(lowering, text));
  for (const member of lowering.children(lowering.child(decorated, "body"))) {
    const definition = lowering.definitionAt(member) || lowering.definitionAt(lowering.child(member, "value"));
    if (definition === 0 || !names.has(propertyName(lowering, lowering.child(member, "name")))) continue;
    lowering.addFlag(definition, DefinitionFlag.handedOut);
  }
}
