/**
 * Declarations of type variables: in brackets after a name, and by `TypeVar` and the like.
 *
 * Stage: parse -> facts. Invariant: the declaration of a variable is kept with it; definitions that use it are generic over it.
 */
import { BindingKind, DefinitionKind } from "../../../core/facts.ts";
import type { Lowering } from "../../../core/lower/lower.ts";
import { stateOf, type TypeVariable } from "../file_state.ts";
import { addTypeVariable, lowerType } from "./types.ts";

/** `[T: Bound]` after the name of a function, class or type alias. */
export function lowerTypeParameters(lowering: Lowering, node: number): void {
  let owner = lowering.definitionAt(lowering.parent(node));
  if (owner === 0 && lowering.kind(lowering.parent(node)) === "generic_type") {
    const alias = lowering.definitionAt(lowering.parent(lowering.parent(lowering.parent(node))));
    if (alias !== 0 && lowering.facts.get("definitions", alias, "kind") === DefinitionKind.type_alias) owner = alias;
  }
  if (owner === 0) return;
  for (const type of lowering.codeIn(node)) {
    let name = lowering.codeIn(type)[0] ?? 0;
    let bound = 0;
    if (name !== 0 && lowering.kind(name) === "constrained_type") {
      const [left = 0, right = 0] = lowering.codeIn(name);
      name = left === 0 ? 0 : lowering.codeIn(left)[0] ?? 0;
      bound = lowerType(lowering, right);
    } else if (name !== 0 && lowering.kind(name) === "splat_type") name = lowering.codeIn(name)[0] ?? 0;
    if (name !== 0) addTypeVariable(lowering, owner, lowering.text(name), name, { bound, otherwise: 0, listed: true });
  }
}

/** `type Pair[A, B] = …`: the brackets after the name are not a type expression, so they need no lowering. */
export function finishAliases(lowering: Lowering): void {
  for (const node of stateOf(lowering).aliases) {
    const named = lowering.codeIn(lowering.child(node, "left"))[0] ?? 0;
    const parameters = named === 0 ? 0 : lowering.childOfKind(named, "type_parameter");
    if (parameters !== 0) lowerTypeParameters(lowering, parameters);
  }
}

const TYPE_VARIABLE_MAKERS: ReadonlySet<string> = new Set(["TypeVar", "ParamSpec", "TypeVarTuple"]);

/** Records that `name` is a type variable if `node`, the value assigned to it, declares one. @returns the declaration */
export function noteTypeVariable(lowering: Lowering, name: string, node: number): TypeVariable | undefined {
  if (lowering.kind(node) !== "call") return undefined;
  const callee = lowering.child(node, "function");
  const maker = lowering.kind(callee) === "attribute" ? lowering.child(callee, "attribute") : callee;
  if (!TYPE_VARIABLE_MAKERS.has(lowering.text(maker))) return undefined;
  let [bound, otherwise] = [0, 0];
  const kinds: number[] = [];
  for (const argument of lowering.codeIn(lowering.child(node, "arguments"))) {
    if (lowering.kind(argument) !== "keyword_argument") {
      kinds.push(argument);
      continue;
    }
    const given = lowering.child(argument, "value");
    if (lowering.text(lowering.child(argument, "name")) === "bound") bound = lowering.lowerType(given);
    else if (lowering.text(lowering.child(argument, "name")) === "default") otherwise = lowering.lowerType(given);
  }
  // The arguments after its name are its constraints.
  if (bound === 0 && kinds.length > 1) bound = lowering.either(kinds.slice(1).map((kind) => lowering.lowerType(kind)));
  const variable = { bound, otherwise };
  stateOf(lowering).typeVariables.set(name, variable);
  return variable;
}

/** Makes the variable `definition` represent the type variable that it holds, so that other modules can import it by name. */
export function standForType(lowering: Lowering, definition: number, name: string, node: number, variable: TypeVariable): void {
  // It has no scope: the name leads to the definition.
  const parts = { type: variable.bound, value: variable.otherwise, scope: 0 };
  lowering.addTypeParameter(definition, lowering.bind(BindingKind.typeParameter, name, node, parts));
}
