/**
 * Imports and exports of ECMAScript and TypeScript modules, in all their forms.
 *
 * Stage: parse -> facts. Invariant: whatever another module can import by name is a row of `exports`.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, LinkFlag, MODULE_ROW, ScopeKind } from "../../../core/facts.ts";
import { Op } from "../../../core/facts/expressions.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { nameValue } from "../describe_definitions.ts";
import { declaringScope, firstNamed, keptLiteral, stateOf, stringText, unwrapped } from "../file_state.ts";
import { isBodyGiven } from "../text/nameless_signatures.ts";
import { setAmbientWhole } from "./ambient_modules.ts";
import { isTarget } from "./name_targets.ts";
import { outermostNamespace } from "./namespaces.ts";

/** Adds an import and binds `local` to it. */
function addImport(lowering: Lowering, node: number, module: string, name: string, local: string, flags: number): void {
  const row = lowering.addImport(node, { module, name, scope: declaringScope(lowering, node), flags });
  if (local !== "") lowering.bindImport(row, local, flags & LinkFlag.typeOnly ? BindingFlag.typeOnly : 0);
}

function specifierOf(lowering: Lowering, node: number): string | undefined {
  const source = lowering.child(node, "source");
  return source === 0 ? undefined : stringText(lowering, source);
}

/** `import …`. */
export function lowerImport(lowering: Lowering, node: number): void {
  const typeOnly = lowering.childOfKind(node, "type") !== 0 ? LinkFlag.typeOnly : 0;
  const required = lowering.childOfKind(node, "import_require_clause");
  if (required !== 0) {
    const name = lowering.text(firstNamed(lowering, required));
    addImport(lowering, node, specifierOf(lowering, required) ?? "", "", name, LinkFlag.namespace | LinkFlag.whole | typeOnly);
    return;
  }
  const module = specifierOf(lowering, node);
  if (module === undefined) return;
  const clause = lowering.childOfKind(node, "import_clause");
  if (clause === 0) {
    addImport(lowering, node, module, "", "", 0);
    return;
  }
  for (const part of lowering.children(clause)) {
    switch (lowering.kind(part)) {
      case "identifier":
        addImport(lowering, part, module, "default", lowering.text(part), typeOnly);
        break;
      case "namespace_import":
        addImport(lowering, part, module, "", lowering.text(firstNamed(lowering, part)), LinkFlag.namespace | typeOnly);
        break;
      case "named_imports":
        for (const specifier of lowering.children(part)) importSpecifier(lowering, specifier, module, typeOnly);
        break;
    }
  }
}

function importSpecifier(lowering: Lowering, node: number, module: string, typeOnly: number): void {
  if (lowering.kind(node) !== "import_specifier") return;
  const nameNode = lowering.child(node, "name");
  const name = exportedName(lowering, nameNode);
  const alias = lowering.child(node, "alias");
  addImport(lowering, node, module, name, alias === 0 ? name : lowering.text(alias), typeOnly | ownTypeOnly(lowering, node));
}

/** The flag of a name that is brought or shown as a type alone: `import { type Job }`. */
function ownTypeOnly(lowering: Lowering, specifier: number): number {
  return lowering.kind(lowering.firstChild(specifier)) === "type" ? LinkFlag.typeOnly : 0;
}

/** A name as others see it; it may be a string. */
function exportedName(lowering: Lowering, node: number): string {
  return lowering.kind(node) === "string" ? stringText(lowering, node) : lowering.text(node);
}

/** `import A = B.C`: another name for a member of a namespace. */
export function lowerImportAlias(lowering: Lowering, node: number): void {
  const [name, target] = lowering.codeIn(node);
  if (name === undefined || target === undefined) return;
  const value = lowering.lowerExpression(target);
  const definition = lowering.define(DefinitionKind.type_alias, node);
  lowering.nameDefinition(definition, name);
  lowering.facts.set("definitions", definition, "type", value);
  lowering.facts.set("definitions", definition, "value", value);
  lowering.bindDefinition(definition, lowering.scope(node), true);
  lowering.bind(BindingKind.variable, lowering.text(name), name, { value, flags: BindingFlag.alias });
}

/** One row of `exports`. */
interface Export {
  readonly name: string;
  readonly local?: string;
  readonly value?: number;
  readonly module?: string;
  readonly flags?: number;
}

function addExport(lowering: Lowering, node: number, row: Export): void {
  const { facts } = lowering;
  const scope = declaringScope(lowering, node);
  if (facts.get("scopes", scope, "kind") === ScopeKind.namespace) {
    const { ambient, shownNames, exported } = stateOf(lowering);
    if (row.module !== undefined || row.local === undefined) {
      ambient.open.add(scope);
    } else {
      shownNames.push({ scope, name: row.name, local: row.local, node });
      exported.add(row.local);
    }
    return;
  }
  facts.add("exports", {
    name: facts.string(row.name),
    local: facts.string(row.local ?? ""),
    value: row.value ?? 0,
    module: facts.string(row.module ?? ""),
    // What a comment declares does not show whether the file is a module.
    flags: (row.flags ?? 0) | (isFromComment(lowering, node) ? LinkFlag.conditional : 0),
    line: lowering.line(lowering.tree.start[node]!),
  });
  if (row.module === undefined && row.local !== undefined) stateOf(lowering).exported.add(row.local);
}

/** Whether the export at `node` was generated for a comment's declaration. */
function isFromComment(lowering: Lowering, node: number): boolean {
  while (lowering.kind(node).startsWith("export_")) node = lowering.parent(node);
  return lowering.kind(node) === "comment";
}

/** `export …`. */
export function lowerExport(lowering: Lowering, node: number): void {
  const module = specifierOf(lowering, node);
  const typeOnly = lowering.childOfKind(node, "type") !== 0 ? LinkFlag.typeOnly : 0;
  const declaration = lowering.child(node, "declaration");
  const value = lowering.child(node, "value");
  const isDefault = lowering.childOfKind(node, "default") !== 0;
  if (declaration !== 0) {
    exportDeclaration(lowering, node, declaration, isDefault);
    return;
  }
  if (value !== 0) {
    exportDefault(lowering, node, value, 0);
    return;
  }
  if (module !== undefined) addImport(lowering, node, module, "", "", LinkFlag.reexported | typeOnly);
  const from = module === undefined ? {} : { module };
  for (let child = lowering.firstChild(node); child !== 0; child = lowering.next(child)) {
    switch (lowering.kind(child)) {
      case "*":
        if (module !== undefined) addExport(lowering, node, { name: "", module, flags: LinkFlag.wildcard | typeOnly });
        return;
      case "namespace_export":
        addExport(lowering, node, {
          name: exportedName(lowering, firstNamed(lowering, child)),
          ...from,
          flags: LinkFlag.namespace | typeOnly,
        });
        return;
      case "export_clause":
        for (const specifier of lowering.children(child)) {
          if (lowering.kind(specifier) !== "export_specifier") continue;
          const local = exportedName(lowering, lowering.child(specifier, "name"));
          const alias = lowering.child(specifier, "alias");
          const name = alias === 0 ? local : exportedName(lowering, alias);
          addExport(lowering, specifier, { name, local, ...from, flags: typeOnly | ownTypeOnly(lowering, specifier) });
        }
        return;
      case "=":
        exportDefault(lowering, node, firstNamed(lowering, node), LinkFlag.whole);
        return;
    }
  }
}

/** `export default value` and `export = value`. */
function exportDefault(lowering: Lowering, node: number, valueNode: number, flags: number): void {
  const inner = unwrapped(lowering, valueNode);
  if (flags & LinkFlag.whole) setAmbientWhole(lowering, declaringScope(lowering, node), lowering.lowerExpression(inner));
  if (lowering.kind(inner) === "identifier") {
    addExport(lowering, node, { name: "default", local: lowering.text(inner), flags });
    lowering.addUse(inner);
    return;
  }
  const named = nameValue(lowering, valueNode, { name: "default", at: inner, range: valueNode, kind: DefinitionKind.function });
  const value = lowering.lowerExpression(valueNode);
  const definition = lowering.definitionAt(keptLiteral(lowering, inner));
  if (definition !== 0) lowering.addFlag(definition, DefinitionFlag.exported | (named !== 0 ? DefinitionFlag.default : 0));
  if (definition !== 0 && isBodyGiven(lowering, inner)) lowering.addFlag(definition, DefinitionFlag.bodiless);
  addExport(lowering, node, { name: "default", value, flags });
}

function exportDeclaration(lowering: Lowering, node: number, declaration: number, isDefault: boolean): void {
  const isModule = lowering.facts.get("scopes", declaringScope(lowering, node), "kind") === ScopeKind.module;
  const inner = lowering.kind(declaration) === "ambient_declaration" ? firstNamed(lowering, declaration) : declaration;
  const definition = lowering.kind(inner).endsWith("module") ? outermostNamespace(lowering, inner) : lowering.definitionAt(inner);
  if (definition !== 0) {
    lowering.addFlag(definition, DefinitionFlag.exported | (isDefault ? DefinitionFlag.default : 0));
    const local = lowering.nameOf(definition);
    if (isModule || isDefault) addExport(lowering, node, { name: isDefault ? "default" : local, local });
    return;
  }
  if (lowering.kind(inner) === "import_alias") {
    const local = lowering.text(firstNamed(lowering, inner));
    if (isModule) addExport(lowering, node, { name: local, local });
    return;
  }
  for (const declarator of lowering.children(inner)) {
    if (lowering.kind(declarator) !== "variable_declarator") continue;
    for (const name of namesIn(lowering, lowering.child(declarator, "name"))) {
      if (isModule) addExport(lowering, declarator, { name, local: name });
      else stateOf(lowering).exported.add(name);
    }
  }
}

/** All names that a declarator's target binds. */
function namesIn(lowering: Lowering, target: number): string[] {
  if (lowering.kind(target) === "identifier") return [lowering.text(target)];
  const names: string[] = [];
  const after = lowering.afterSubtree(target);
  for (let node = target + 1; node < after; node++) {
    const kind = lowering.kind(node);
    if (kind === "shorthand_property_identifier_pattern") names.push(lowering.text(node));
    else if (kind === "identifier" && isTarget(lowering, node)) names.push(lowering.text(node));
  }
  return names;
}

/** When all facts are there: what an export names is exported, and the public members of it. */
export function markExported(lowering: Lowering): void {
  const { facts } = lowering;
  const { exported } = stateOf(lowering);
  if (exported.size > 0) {
    const names = new Set([...exported].map((name) => facts.string(name)));
    for (let row = facts.size("bindings") - 1; row > 0; row--) {
      if (!names.has(facts.get("bindings", row, "name"))) continue;
      const definition = facts.get("bindings", row, "definition");
      if (definition === 0) {
        markAssigned(lowering, row);
        continue;
      }
      const kind = facts.get("scopes", facts.get("bindings", row, "scope"), "kind");
      if (kind === ScopeKind.module || kind === ScopeKind.namespace) lowering.addFlag(definition, DefinitionFlag.exported);
    }
  }
  markMembers(lowering);
}

/**
 * A function that is assigned to something exported, anywhere in the file (`export let open; class Door { static { open = () => {}; } }`).
 */
function markAssigned(lowering: Lowering, row: number): void {
  const { facts } = lowering;
  const value = facts.get("bindings", row, "kind") === BindingKind.assignment ? facts.get("bindings", row, "value") : 0;
  if (value !== 0 && facts.get("expressions", value, "op") === Op.definition) {
    lowering.addFlag(facts.get("expressions", value, "a"), DefinitionFlag.exported);
  }
}

const MEMBERS: ReadonlySet<number> = new Set([
  DefinitionKind.method,
  DefinitionKind.constructor,
  DefinitionKind.field,
  DefinitionKind.enum_member,
]);
const HOLDERS: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.interface,
  DefinitionKind.enum,
  DefinitionKind.object,
]);

/** The members of an accessible class, interface, enum or object can be named, except for private and protected ones. */
function markMembers(lowering: Lowering): void {
  const { facts } = lowering;
  const { hidden } = stateOf(lowering);
  const size = facts.size("definitions");
  for (let row = MODULE_ROW + 1; row < size; row++) {
    const kind = facts.get("definitions", row, "kind");
    if (!MEMBERS.has(kind) || hidden.has(row)) continue;
    const parent = facts.get("definitions", row, "parent");
    if (HOLDERS.has(facts.get("definitions", parent, "kind")) && lowering.hasFlag(parent, DefinitionFlag.exported)) {
      lowering.addFlag(row, DefinitionFlag.exported);
    }
  }
}
