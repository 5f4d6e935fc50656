/**
 * `declare module "x" { … }`: what a file declares that a package has, or adds to another module.
 *
 * Stage: parse -> facts. Invariants: the name of such a module has quotes, so that no name of the code equals it. It is exported if it is
 * what `import … from "x"` denotes: if the file itself is not a module, and the block is the whole module.
 */
import { DefinitionFlag, ScopeKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf, stringText } from "../file_state.ts";

/** What is collected about the modules of a file until all of it is known. */
export interface AmbientModules {
  /** Definitions that are such modules, by the scopes of their blocks. */
  readonly byScope: Map<number, number>;
  /** Scopes of those that re-export what other modules have. */
  readonly open: Set<number>;
  /** Interfaces in such blocks, which add to those of the module. */
  readonly interfaces: number[];
}

/** None yet. */
export function noAmbientModules(): AmbientModules {
  return { byScope: new Map(), open: new Set(), interfaces: [] };
}

/** Names the module at `node`, which the string at `nameNode` names. Without a block (`declare module "x";`) nothing is known about it. */
export function nameAmbientModule(lowering: Lowering, node: number, nameNode: number, definition: number): void {
  lowering.nameDefinition(definition, nameNode, `"${stringText(lowering, nameNode)}"`);
  if (lowering.child(node, "body") === 0) return;
  stateOf(lowering).ambient.byScope.set(lowering.facts.get("definitions", definition, "body"), definition);
}

/** The module that `scope` is of is the value that `value` is as a whole (`export = value`). */
export function setAmbientWhole(lowering: Lowering, scope: number, value: number): void {
  const definition = stateOf(lowering).ambient.byScope.get(scope);
  if (definition !== undefined) lowering.facts.set("definitions", definition, "value", value);
}

/** After all facts are there: exports the modules that a file declares. */
export function exportAmbientModules(lowering: Lowering): void {
  const { facts } = lowering;
  const { byScope, open, interfaces } = stateOf(lowering).ambient;
  if (byScope.size === 0 || !isScript(lowering)) return;
  for (const [scope, definition] of byScope) {
    if (!open.has(scope)) lowering.addFlag(definition, DefinitionFlag.exported);
  }
  // They are not merged into another: they are what the module has.
  for (const definition of interfaces) {
    if (!open.has(facts.get("definitions", definition, "scope"))) facts.set("definitions", definition, "owner", 0);
  }
}

/** Whether the file itself imports and exports nothing: what it declares of other modules is then the whole of them. */
function isScript({ facts }: Lowering): boolean {
  if (facts.size("exports") > 1) return false;
  for (let row = 1; row < facts.size("imports"); row++) {
    if (facts.get("scopes", facts.get("imports", row, "scope"), "kind") === ScopeKind.module) return false;
  }
  return true;
}
