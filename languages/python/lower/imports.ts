/**
 * Imports and `__all__`.
 *
 * Stage: parse -> facts. Invariant: one row of `imports` and one binding for every imported name; a star import binds nothing itself.
 */
import { BindingFlag, BindingKind, DefinitionFlag, DefinitionKind, isBranch, LinkFlag } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import type { Roles } from "../../../core/plugin.ts";
import { stateOf } from "../file_state.ts";
import { plainText } from "./named_members.ts";
import { isInactive, mayRun } from "./static_conditions.ts";
import { typingName } from "./types.ts";

/** Modules by whose names types are read. */
const TYPING_MODULES: ReadonlySet<string> = new Set(["typing", "typing_extensions", "collections", "collections.abc", "contextlib"]);
/** Modules from which projects re-export these names. */
const TYPING_PROXY = /(?:^|[._])(?:typing|compat)$/;
/** Names that are by convention type variables, if they are imported: `T`, `_KT`, `T_co`, `ModelT`, `DataFrameT_co`. */
const TYPE_VARIABLE = /^(?:_{1,2}[A-Z]{1,3}|[TSKVRPU]|KT|VT|RT|_?[A-Z]\w*[a-z]T)(?:_co|_contra)?$/;
/** A name that is by convention a type variable in a module of types (`_typing`), not a class with a short name. */
const LETTERS = /^_?[A-Z]{1,2}\d?$/;
const MODULE_OF_TYPES = /(?:^|[._])typ(?:es?|ing)$/;

/** Names of `typing` whose arguments have a special syntax: the others have the same meaning through a star import. */
const READ_AS_FORMS: readonly string[] = ["Tuple", "Type"];

/** `import a`, `import a.b`, `import a.b as c`. */
export function lowerImport(lowering: Lowering, node: number): void {
  const inherited = branchFlag(lowering, node);
  for (const part of lowering.childrenOf(node, "name")) {
    const alias = lowering.child(part, "alias");
    const module = dottedText(lowering, alias === 0 ? part : lowering.child(part, "name"));
    const isPartly = alias === 0 && module.includes(".");
    const flags = inherited | LinkFlag.namespace | (isPartly ? LinkFlag.firstSegment : 0);
    const local = alias === 0 ? module.split(".", 1)[0]! : lowering.text(alias);
    if (TYPING_MODULES.has(module) && !isPartly) stateOf(lowering).typingModules.add(local);
    addImport(lowering, part, { module, name: "", local, flags });
  }
}

/** `from a import b, c as d`, `from . import e`, `from a import *`, `from __future__ import …`. */
export function lowerImportFrom(lowering: Lowering, node: number): void {
  const module = dottedText(lowering, lowering.child(node, "module_name"));
  const inherited = branchFlag(lowering, node);
  const star = lowering.childOfKind(node, "wildcard_import");
  if (star !== 0) {
    const inBlock = isBranch(lowering.facts.get("scopes", lowering.scope(node), "kind"));
    const flags = inherited | LinkFlag.wildcard | (inBlock ? LinkFlag.conditional : 0);
    addImport(lowering, star, { module, name: "", local: "", flags });
    if (TYPING_MODULES.has(module)) { for (const name of READ_AS_FORMS) stateOf(lowering).typingNames.set(name, typingName(name)); }
    return;
  }
  const isTyping = TYPING_MODULES.has(module);
  const isProxy = TYPING_PROXY.test(module);
  for (const part of lowering.childrenOf(node, "name")) {
    const alias = lowering.child(part, "alias");
    const name = dottedText(lowering, alias === 0 ? part : lowering.child(part, "name"));
    const local = alias === 0 ? name : lowering.text(alias);
    const flags = inherited | (alias !== 0 && local === name ? LinkFlag.reexported : 0);
    addImport(lowering, part, { module, name, local, flags });
    if (isTyping || (isProxy && typingName(name) !== "")) stateOf(lowering).typingNames.set(local, typingName(name) || name);
    else if (TYPE_VARIABLE.test(local) || (LETTERS.test(local) && MODULE_OF_TYPES.test(module))) noteImportedTypeVariable(lowering, local);
  }
}

function addImport(
  lowering: Lowering,
  node: number,
  { module, name, local, flags }: { module: string; name: string; local: string; flags: number },
): void {
  // A star import in a block binds names in the enclosing scope.
  const scope = local === "" ? lowering.owningScope(node) : lowering.scope(node);
  const row = lowering.addImport(node, { module, name, scope, flags });
  if (local === "") return;
  const binding = lowering.bind(BindingKind.import, local, node, { flags: flags & LinkFlag.typeOnly ? BindingFlag.typeOnly : 0 });
  lowering.facts.set("bindings", binding, "import_", row);
}

/** `pytest_plugins = ["a.b"]`: the fixtures of these modules are visible here. */
export function importPlugins(lowering: Lowering, node: number): void {
  if (lowering.kind(node) === "string") {
    const module = /^["']([\w.]+)["']$/.exec(lowering.text(node))?.[1];
    if (module !== undefined) addImport(lowering, node, { module, name: "", local: "", flags: LinkFlag.plugin });
  } else if (lowering.kind(node) === "list" || lowering.kind(node) === "tuple") {
    for (const part of lowering.codeIn(node)) importPlugins(lowering, part);
  }
}

/** A dotted or relative name without blanks and comments. */
function dottedText(lowering: Lowering, node: number): string {
  return node === 0 ? "" : lowering.text(node).replace(/\s+/g, "");
}

function noteImportedTypeVariable(lowering: Lowering, local: string): void {
  const { typeVariables } = stateOf(lowering);
  if (!typeVariables.has(local)) typeVariables.set(local, { bound: 0, otherwise: 0, imported: true });
}

/** The flag of imports under `if TYPE_CHECKING:`, or in a branch that is never taken. */
function branchFlag(lowering: Lowering, node: number): number {
  if (!isBranch(lowering.facts.get("scopes", lowering.scope(node), "kind"))) return 0;
  if (isInactive(lowering, node)) return LinkFlag.inactive | (mayRun(lowering, node) ? LinkFlag.conditional : 0);
  const block = lowering.parent(node);
  const statement = lowering.parent(block);
  if (statement <= 0 || lowering.child(statement, "consequence") !== block) return 0;
  const condition = lowering.child(statement, "condition");
  return condition !== 0 && /^(?:\w+\.)?TYPE_CHECKING$/.test(lowering.text(condition)) ? LinkFlag.typeOnly : 0;
}

const VARIABLES: ReadonlySet<number> = new Set([DefinitionKind.variable, DefinitionKind.constant]);

/**
 * Marks definitions in an excluded branch whose name the file imports, or assigns to a variable, or that are in a class, which may inherit
 * another one.
 */
export function markStandIns(lowering: Lowering): void {
  const { facts } = lowering;
  let others: ReadonlySet<string> | undefined;
  for (let definition = 2; definition < facts.size("definitions"); definition++) {
    if ((facts.get("definitions", definition, "flags") & DefinitionFlag.inactive) === 0) continue;
    others ??= importedOrAssigned(lowering);
    const isMember = facts.get("definitions", definition, "kind") === DefinitionKind.method;
    if (isMember || others.has(lowering.nameOf(definition))) lowering.addFlag(definition, DefinitionFlag.standIn);
  }
}

/** Names that the file imports, or assigns to a variable in a branch that runs. */
function importedOrAssigned(lowering: Lowering): Set<string> {
  const { facts } = lowering;
  const names = new Set<string>();
  for (let row = 1; row < facts.size("bindings"); row++) {
    const definition = facts.get("bindings", row, "definition");
    const isVariable = definition !== 0 && VARIABLES.has(facts.get("definitions", definition, "kind")) &&
      (facts.get("definitions", definition, "flags") & DefinitionFlag.inactive) === 0;
    if (isVariable || facts.get("bindings", row, "import_") !== 0) names.add(facts.text(facts.get("bindings", row, "name")));
  }
  return names;
}

/** Reads the names that the value at `node` puts into `__all__`. */
export function readExportList(lowering: Lowering, node: number): void {
  const state = stateOf(lowering);
  state.exportList ??= new Map();
  if (!addNames(lowering, node, state.exportList, 0)) state.exportListKnown = false;
}

/** `__all__ += […]`, `__all__.extend(…)`, `__all__.append("name")`, `__all__.remove(…)`. */
export function lowerExportList(lowering: Lowering, node: number, roles: Roles): void {
  const value = roles.value?.[0];
  if (value !== undefined) {
    readExportList(lowering, value);
    return;
  }
  const call = lowering.firstChild(node);
  const method = lowering.text(lowering.child(lowering.child(call, "function"), "attribute"));
  const [argument = 0] = lowering.codeIn(lowering.child(call, "arguments"));
  const state = stateOf(lowering);
  const removed = method === "remove" ? plainText(lowering, argument) : undefined;
  if (method === "append" || method === "extend") readExportList(lowering, argument);
  else if (removed !== undefined) state.exportList?.delete(removed);
  else state.exportListKnown = false;
}

/** Adds the names in a list, a tuple, a string or a concatenation of these; false for anything else. */
function addNames(lowering: Lowering, node: number, names: Map<string, number>, depth: number): boolean {
  if (node === 0 || depth > 100) return false;
  switch (lowering.kind(node)) {
    case "string": {
      const name = plainText(lowering, node);
      if (name !== undefined && !names.has(name)) names.set(name, lowering.line(lowering.tree.start[node]!));
      return name !== undefined;
    }
    case "list":
    case "tuple":
    case "parenthesized_expression":
      return lowering.codeIn(node).every((part) => addNames(lowering, part, names, depth + 1));
    case "binary_operator":
      return addNames(lowering, lowering.child(node, "left"), names, depth + 1) &&
        addNames(lowering, lowering.child(node, "right"), names, depth + 1);
    default:
      return false;
  }
}

/** Records `__all__` as exports, if all of it is known, and marks the definitions that it names. */
export function finishExports(lowering: Lowering): void {
  const { exportList, exportListKnown } = stateOf(lowering);
  if (exportList === undefined || !exportListKnown) return;
  const { facts } = lowering;
  for (const [name, line] of exportList) {
    facts.add("exports", { name: facts.string(name), local: facts.string(name), line, flags: LinkFlag.listed });
  }
  for (let definition = 2; definition < facts.size("definitions"); definition++) {
    if (facts.get("definitions", definition, "parent") !== lowering.module) continue;
    const isListed = exportList.has(lowering.nameOf(definition));
    const flags = facts.get("definitions", definition, "flags") & ~DefinitionFlag.exported;
    facts.set("definitions", definition, "flags", flags | (isListed ? DefinitionFlag.exported : 0));
  }
}
