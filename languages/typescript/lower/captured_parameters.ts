/**
 * Type parameters of surrounding definitions that a definition also has: its type differs with them.
 *
 * Stage: parse -> facts. Invariant: a definition's own parameters come before those that it captures.
 */
import { DefinitionKind, isCallable } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf } from "../file_state.ts";

/** Kinds whose type parameters are visible inside them. */
const GENERIC: ReadonlySet<number> = new Set([
  DefinitionKind.class,
  DefinitionKind.interface,
  DefinitionKind.function,
  DefinitionKind.method,
  DefinitionKind.constructor,
  DefinitionKind.lambda,
]);

/** Lets objects' types, and functions, classes and objects that are made anew by each call of a function, capture the type parameters around them. */
export function captureTypeParameters(lowering: Lowering): void {
  const { facts } = lowering;
  const { objectTypes, inferred } = stateOf(lowering);
  for (const [definition, node] of objectTypes) {
    for (let outer = lowering.parent(node); outer !== 0; outer = lowering.parent(outer)) {
      for (const binding of lowering.typeParametersOf(lowering.definitionAt(outer))) lowering.addTypeParameter(definition, binding);
      for (const binding of inferred.get(outer) ?? []) lowering.addTypeParameter(definition, binding);
    }
  }
  /** By definition: the parameters that are visible inside it. */
  const within: (readonly number[])[] = [];
  for (let row = 1; row < facts.size("definitions"); row++) {
    const kind = facts.get("definitions", row, "kind");
    const parent = facts.get("definitions", row, "parent");
    const around = within[parent] ?? [];
    const own = lowering.typeParametersOf(row);
    within[row] = !GENERIC.has(kind) || own.length === 0 ? around : [...own, ...around];
    if (around.length > 0 && !objectTypes.has(row) && isMadeAnew(lowering, kind, parent)) {
      for (const binding of around) lowering.addTypeParameter(row, binding);
    }
  }
}

function isMadeAnew(lowering: Lowering, kind: number, parent: number): boolean {
  if (kind === DefinitionKind.object) return true;
  if (kind !== DefinitionKind.function && kind !== DefinitionKind.lambda && kind !== DefinitionKind.class) return false;
  return isCallable(lowering.facts.get("definitions", parent, "kind"));
}
