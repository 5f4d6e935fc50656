/**
 * Names of types that nothing declares as types: of a parameter or another value, or in the comments of files that declare no types.
 *
 * Stage: resolve. Invariant: what nothing declares is likely at most, and never outside for certain where the repository has that name.
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
 * What the name `expression` means as a type where it seems to be `type`, which may lie outside because nothing declares it: a value of that name that
 * lies outside tells no more; of any other, likely something outside; where there is none, in a file without types of its own, whose comments name
 * types by their names alone, the one type of the repository that bears it.
 * @param value what the name means as a value
 */
export function undeclaredType(world: World, view: FileView, expression: number, type: Meaning, value: Meaning): Meaning {
  const text = view.text(view.facts.expressions.a[expression]!);
  const isUndeclared = type.tag === Tag.external && !type.weak && type.name === text && view.index !== world.library;
  const { globals, declaredMembers } = world.rules;
  if (!isUndeclared) return type;
  if (findNameOf(world, view, expression) !== undefined) return value.tag === Tag.external && !value.weak ? type : weaken(type);
  if (globals?.has(text) === true) return type;
  return declaredMembers?.test(view.path) === false ? typeOfName(world, view, text) ?? weaken(type) : type;
}

/**
 * The one type of the repository that bears a name: at the top of a file, or else within a function of the file of that `view` (a bundle's modules);
 * unknown where there are several, or others within functions; undefined where there is none.
 */
function typeOfName(world: World, view: FileView, name: string): Meaning | undefined {
  const makers = world.callables(name).filter((id) => world.kindOf(id) === DefinitionKind.function);
  const types = world.names.find("nameable", name).filter((id) => isInSpace(world.kindOf(id), Space.type));
  const named = types.length > 0 ? types : makers;
  const atTop = named.filter((id) => isAtTop(world.viewOf(id).facts, rowOf(id)));
  const found = atTop.length > 0 ? atTop : named.filter((id) => fileOf(id) === view.index);
  if (found.length !== 1) return named.length === 0 ? undefined : UNKNOWN;
  world.ask(fileOf(found[0]!));
  return types.length > 0 ? weaken(definitionValue(world, found[0]!, Space.type)) : instance(found[0]!, [], true);
}

/**
 * Whether an `owner` expression names a parameter or a variable of which no type is known: what is put into it is no member of a type outside that
 * other files have as well (`CLI` in `CLI.prototype.go = …`).
 */
export function isPutIntoValue(world: World, view: FileView, owner: number): boolean {
  const row = world.rules.separateTypes === true ? onlyBinding(world, view, owner) : 0;
  return row !== 0 && view.facts.bindings.kind[row] !== BindingKind.import && evaluateValue(world, view, owner).tag === Tag.unknown;
}

/** Whether an `owner` expression names a parameter of a function with a name: those who call that hand over what is most likely the repository's. */
export function isHandedByName(world: World, view: FileView, owner: number): boolean {
  const { bindings, definitions, scopes } = view.facts;
  return isHandedIn(world, view, owner) && definitions.name[scopes.definition[bindings.scope[onlyBinding(world, view, owner)]!]!] !== 0;
}

/** Whether an `owner` expression names a parameter without a type: what is put into it may be a member of anything, as the file alone tells. */
export function isHandedIn(world: World, view: FileView, owner: number): boolean {
  const { kind, type } = view.facts.bindings;
  const row = world.rules.separateTypes === true ? onlyBinding(world, view, owner) : 0;
  return row !== 0 && kind[row] === BindingKind.parameter && type[row] === 0;
}

/** Whether an `owner` expression begins with a name of the file's, or of a function in no other: what it holds may come from other files. */
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
