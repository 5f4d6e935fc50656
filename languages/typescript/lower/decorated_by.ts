/**
 * What a decorator decorates, what the keys in its arguments belong to, and which members its template argument names.
 *
 * Stage: parse -> facts.
 */
import { DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stringText, unwrapped } from "../file_state.ts";
import { templates } from "../templates.ts";
import { propertyName } from "./property_names.ts";

/** The node of the class or member that a decorator decorates, or 0 (a parameter's). */
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

/** `@Component({ template: "…" })`: the members of the class at `decorated` that the template names are passed to it. */
export function passToTemplate(lowering: Lowering, decorated: number, options: number): void {
  if (lowering.kind(options) !== "object" || !/^(?:abstract_)?class/.test(lowering.kind(decorated))) return;
  const pair = lowering.children(options).find((part) => lowering.text(lowering.child(part, "key") || part) === "template") ?? 0;
  const text = unwrapped(lowering, lowering.child(pair, "value"));
  if (!TEXTS.has(lowering.kind(text))) return;
  const names = templates.readNames("inline.html", stringText(lowering, text));
  for (const member of lowering.children(lowering.child(decorated, "body"))) {
    const definition = lowering.definitionAt(member) || lowering.definitionAt(lowering.child(member, "value"));
    if (definition === 0 || !names.has(propertyName(lowering, lowering.child(member, "name")))) continue;
    lowering.addFlag(definition, DefinitionFlag.passedOut);
  }
}

/** The object literals below `node`, a method's decorator, describe that method: their keys are not members of the enclosing class. */
export function giveKeys(lowering: Lowering, node: number, method: number): void {
  const { facts } = lowering;
  if (facts.get("definitions", method, "kind") !== DefinitionKind.method) return;
  const around = facts.get("definitions", method, "parent");
  for (const part of lowering.children(node)) {
    const definition = lowering.definitionAt(part);
    if (definition === 0) giveKeys(lowering, part, method);
    else if (
      facts.get("definitions", definition, "kind") === DefinitionKind.object && facts.get("definitions", definition, "parent") === around
    ) {
      facts.set("definitions", definition, "parent", method);
    }
  }
}
