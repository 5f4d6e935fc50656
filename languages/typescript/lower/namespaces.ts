/**
 * `namespace A.B {}`: namespaces that are opened by one path, and what namespaces show that is declared around them.
 *
 * Stage: parse -> facts. Invariant: each part of the path is a namespace in that before it, as if all had braces of their own.
 */
import { addAt } from "../../../core/base/lists.ts";
import { BindingFlag, DefinitionFlag, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { rootOfPath, stateOf } from "../file_state.ts";

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

/** Defines the namespaces that `path` names around the one at `node`, and returns the scope of the last. */
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

/** What a path names after its first part is exported from there. */
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

/** `export { local as name }` in a namespace. */
export interface ShownName {
  /** Scope of the namespace. */
  readonly scope: number;
  readonly name: string;
  readonly local: string;
  readonly node: number;
}

/** After all facts are there: binds in each namespace what it shows of what it, or a scope around it, declares. */
export function bindShownNames(lowering: Lowering): void {
  const { facts } = lowering;
  const { shownNames } = stateOf(lowering);
  if (shownNames.length === 0) return;
  const bound = bindingsByName(lowering, new Set(shownNames.map(({ local }) => facts.string(local))));
  for (const shown of shownNames) {
    const named = bound.get(facts.string(shown.local)) ?? [];
    let scope = shown.scope;
    let rows: readonly number[] = [];
    for (; scope !== 0; scope = facts.get("scopes", scope, "parent")) {
      rows = named.filter((row) => facts.get("bindings", row, "scope") === scope);
      if (rows.length > 0) break;
    }
    if (scope !== shown.scope || shown.local !== shown.name) { for (const row of rows) bindAgain(lowering, row, shown); }
  }
}

/** The rows of `bindings` that bear one of these names, in the order of the file. */
function bindingsByName({ facts }: Lowering, names: ReadonlySet<number>): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (let row = 1; row < facts.size("bindings"); row++) {
    const name = facts.get("bindings", row, "name");
    if (names.has(name)) addAt(found, name, row);
  }
  return found;
}

/** Binds what a row of `bindings` binds in the namespace, under the name by which it is shown. */
function bindAgain({ facts, tree }: Lowering, row: number, { scope, name, node }: ShownName): void {
  facts.add("bindings", {
    kind: facts.get("bindings", row, "kind"),
    name: facts.string(name),
    scope,
    block: scope,
    at: tree.start[node]!,
    definition: facts.get("bindings", row, "definition"),
    import_: facts.get("bindings", row, "import_"),
    value: facts.get("bindings", row, "value"),
    type: facts.get("bindings", row, "type"),
    flags: BindingFlag.hoisted,
  });
}
