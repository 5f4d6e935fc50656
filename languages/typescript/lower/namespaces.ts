/**
 * `namespace A.B {}`: namespaces that are opened by one path.
 *
 * Stage: parse -> facts. Invariant: each part of the path is a namespace in that before it, as if all had braces of their own.
 */
import { DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { rootOfPath } from "../file_state.ts";

/** Puts the namespace at `node`, named by a path, into those that the path names before it. */
export function nestNamespace(lowering: Lowering, node: number, path: number, definition: number): false {
  const { facts } = lowering;
  const scope = openAround(lowering, node, lowering.child(path, "object"));
  lowering.nameDefinition(definition, lowering.child(path, "property"));
  lowering.placeDefinition(definition, scope);
  facts.set("scopes", facts.get("definitions", definition, "body"), "parent", scope);
  bindNested(lowering, definition, scope);
  return false;
}

/** Defines the namespaces that `path` names around the one at `node`, and gives the scope of the last. */
function openAround(lowering: Lowering, node: number, path: number): number {
  const { facts, tree } = lowering;
  const isNested = lowering.kind(path) !== "identifier";
  const name = isNested ? lowering.child(path, "property") : path;
  const scope = isNested ? openAround(lowering, node, lowering.child(path, "object")) : lowering.scope(node);
  lowering.setScope(name, scope);
  const definition = lowering.define(DefinitionKind.namespace, name);
  lowering.nameDefinition(definition, name);
  lowering.rangeDefinition(definition, node);
  lowering.setSignature(definition, `namespace ${lowering.text(path)}`);
  if (isNested) bindNested(lowering, definition, scope);
  else lowering.bindDefinition(definition, scope, true);
  const body = facts.get("definitions", definition, "body");
  facts.set("scopes", body, "start", tree.start[node]!);
  facts.set("scopes", body, "end", tree.end[node]!);
  return body;
}

/** What a path names behind its first part is exported from there. */
function bindNested(lowering: Lowering, definition: number, scope: number): void {
  lowering.addFlag(definition, DefinitionFlag.exported);
  lowering.bindDefinition(definition, scope, true);
}

/** The namespace at `node`, or the first of those that its path names. */
export function outermostNamespace(lowering: Lowering, node: number): number {
  const path = lowering.child(node, "name");
  if (lowering.kind(path) !== "nested_identifier") return lowering.definitionAt(node);
  return lowering.definitionAt(rootOfPath(lowering, lowering.child(path, "object")));
}
