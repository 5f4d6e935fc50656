/**
 * Type names that nothing declares as a type: a parameter or another value, or names in comments of files without declared types.
 *
 * Stage: resolve. Invariant: such a type is likely at most, and never certainly external if the repository has the name.
 */
import { BindingKind, DefinitionKind, isCallable, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { fileOf, instance, type Meaning, rowOf, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { isAtTop } from "../shape/script_scope.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { definitionValue } from "./bindings.ts";
import { findNameOf, onlyBinding, Space } from "./names.ts";
import { isInSpace } from "./reaching.ts";

/**
 * The meaning of the name `expression` as a type if it seems to be `type`, which may be external because nothing declares it: for an
 * external value of that name, that; for any other value, probably something external; without a value, in a file whose types are in
 * comments, the only type of the repository with that name.
 * @param value what the name means as a value
 */
export function undeclaredType(world: World, view: FileView, expression: number, type: Meaning, value: Meaning): Meaning {
  const text = view.text(view.facts.expressions.a[expression]!);
  const isUndeclared = type.tag === Tag.external && !type.weak && type.name === text && view.index !== world.library.file;
  const { globals, declaredMembers } = world.rules;
  if (!isUndeclared) return type;
  if (findNameOf(world, view, expression) !== undefined) return value.tag === Tag.external && !value.weak ? type : weaken(type);
  if (globals?.has(text) === true) return type;
  return declaredMembers?.test(view.path) === false ? typeOfName(world, view, text) ?? weaken(type) : type;
}

/**
 * The only type of the repository with a name: at the top level of a file, or within a function of the file of `view` (a bundle's modules);
 * unknown if there are several, or others within functions; undefined if there is none.
 */
function typeOfName(world: World, view: FileView, name: string): Meaning | undefined {
  const makers = world.repository.callables(name).filter((id) => world.kindOf(id) === DefinitionKind.function);
  const types = world.names.find("nameable", name).filter((id) => isInSpace(world.kindOf(id), Space.type));
  const named = types.length > 0 ? types : makers;
  const atTop = named.filter((id) => isAtTop(world.viewOf(id).facts, rowOf(id)));
  const found = atTop.length > 0 ? atTop : named.filter((id) => fileOf(id) === view.index);
  if (found.length !== 1) return named.length === 0 ? undefined : UNKNOWN;
  world.ask(fileOf(found[0]!));
  return types.length > 0 ? weaken(definitionValue(world, found[0]!, Space.type)) : instance(found[0]!, [], true);
}

/**
 * Whether an `owner` expression names a parameter or a variable of unknown type: a member added to it is not one of an external type that
 * other files extend as well (`CLI` in `CLI.prototype.go = …`).
 */
export function isPutIntoValue(world: World, view: FileView, owner: number): boolean {
  const row = world.rules.separateTypes === true ? onlyBinding(world, view, owner) : 0;
  return row !== 0 && view.facts.bindings.kind[row] !== BindingKind.import && evaluateValue(world, view, owner).tag === Tag.unknown;
}

/** Whether an `owner` expression names a parameter of a named function: its callers probably pass something of the repository. */
export function isPassedByName(world: World, view: FileView, owner: number): boolean {
  const { bindings, definitions, scopes } = view.facts;
  return isPassedIn(world, view, owner) && definitions.name[scopes.definition[bindings.scope[onlyBinding(world, view, owner)]!]!] !== 0;
}

/**
 * Whether an `owner` expression names a parameter without a type: a member added to it may belong to anything, as far as the file shows.
 */
export function isPassedIn(world: World, view: FileView, owner: number): boolean {
  const { kind, type } = view.facts.bindings;
  const row = world.rules.separateTypes === true ? onlyBinding(world, view, owner) : 0;
  return row !== 0 && kind[row] === BindingKind.parameter && type[row] === 0;
}

/**
 * Whether an `owner` expression starts with a name of the module, or of a function in it that is not nested: its value may come from other
 * files.
 */
export function isFromAfar(world: World, view: FileView, owner: number): boolean {
  const { bindings, definitions, scopes, expressions: { op, a } } = view.facts;
  let first = owner;
  while (op[first] === Op.member) first = a[first]!;
  const row = onlyBinding(world, view, first);
  if (row === 0) return false;
  let around = scopes.definition[bindings.scope[row]!]!;
  if (around !== MODULE_ROW) around = definitions.parent[around]!;
  while (around !== 0 && !isCallable(definitions.kind[around]!)) around = definitions.parent[around]!;
  return around === 0;
}
