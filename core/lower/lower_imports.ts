/**
 * Imports and package clauses by the shared rules, for languages that need no rules of their own for them.
 *
 * Stage: parse -> facts. The roles say everything: `@module` what is imported from (quotes are removed), `@name` the names imported from
 * it, `@alias` the local name, `@wildcard` that all names are imported. With a module alone, the module itself is bound under the last part
 * of its name.
 */
import { BindingFlag, BindingKind, LinkFlag } from "../facts.ts";
import type { Roles } from "../plugin.ts";
import type { Lowering } from "./lower.ts";

/** The text of a module's name, without white space, comments and quotes. */
export function moduleText(lowering: Lowering, node: number | undefined): string {
  if (node === undefined) return "";
  return lowering.text(node).replace(/\/\*[^]*?\*\/|\s+/g, "").replace(/^(["'`])(.*)\1$/, "$2");
}

/**
 * Lowers `@import`.
 * @param around the module that an enclosing `@import.from` names, for a pattern that captures none
 */
export function lowerImport(lowering: Lowering, node: number, roles: Roles, around: string): void {
  // A name alone is taken from the root, where there is one (`use Store;`).
  const root = roles["name"] === undefined ? "" : lowering.plugin.rules.pathSign ?? "";
  const module = moduleText(lowering, roles["module"]?.[0]) || around || root;
  if (module === "") return;
  const alias = roles["alias"]?.[0];
  if (roles["wildcard"] !== undefined) return addImport(lowering, node, module, "", "", LinkFlag.wildcard);
  const names = roles["name"] ?? [];
  for (const name of names) {
    const text = lowering.text(name);
    addImport(lowering, name, module, text, alias === undefined ? text : lowering.text(alias), 0);
  }
  if (names.length > 0) return;
  const local = alias === undefined
    ? /[\p{L}\p{N}_$]+$/u.exec(module.replace(/\.\w+$/, (ending) => module.includes("/") ? "" : ending))?.[0]
    : lowering.text(alias);
  addImport(lowering, node, module, "", local ?? "", LinkFlag.namespace);
}

/** Lowers `@package`: the module that the file declares itself part of. */
export function lowerPackage(lowering: Lowering, roles: Roles): void {
  const name = moduleText(lowering, roles["name"]?.[0]);
  if (name !== "") lowering.facts.set("definitions", lowering.module, "attributes", lowering.facts.string(`package:${name}`));
}

function addImport(lowering: Lowering, node: number, module: string, name: string, local: string, flags: number): void {
  const row = lowering.addImport(node, { module, name, scope: lowering.scope(node), flags });
  if (local === "") return;
  const binding = lowering.bind(BindingKind.import, local, node, { flags: BindingFlag.hoisted });
  lowering.facts.set("bindings", binding, "import_", row);
}
