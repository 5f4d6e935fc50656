/**
 * What is known of variables, constants and fields by their names if their types say too little: the object literals that they are
 * initialized with, and functions stored in their members (`value.go = () => {}`).
 *
 * Stage: resolve. Invariant: they may have other values, so what is found is only likely, or a candidate.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateObject, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { firstDeclaring } from "../members/first_declaring.ts";
import { constantBound } from "../names/named_constants.ts";
import { findBehindTests, onlyBinding } from "../names/names.ts";
import { isOfKind, isOwnDefinition, isOwnFunction, isOwnObject } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/**
 * The object literal that the variable or field at `expression` is initialized with (`table: Record<string, F> = {…}`); undefined if there
 * is none.
 */
export function writtenTable(world: World, view: FileView, expression: number): Meaning | undefined {
  const holder = holderNamed(world, view, expression);
  if (holder === 0) return undefined;
  const there = world.viewOf(holder);
  const value = there.facts.definitions.value[rowOf(holder)]!;
  const given = value === 0 ? undefined : evaluateValue(world, there, value);
  if (given === undefined || !isOfKind(world, given, DefinitionKind.object)) return undefined;
  world.ask(there.index);
  return given;
}

/** The variable, constant or field of the repository that an expression names; 0: none. */
function holderNamed(world: World, view: FileView, expression: number): DefinitionId {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] === Op.name) {
    const rows = findBehindTests(world, view, expression)?.rows ?? [];
    return rows.length === 1 ? constantBound(world, view, rows[0]!)[0] ?? 0 : 0;
  }
  return op[expression] === Op.member ? fieldNamed(world, evaluateObject(world, view, a[expression]!), view.text(b[expression]!)) : 0;
}

/** The field that a class, or an object, of the repository declares under a name; 0: none. */
function fieldNamed(world: World, object: Meaning, name: string): DefinitionId {
  if (!isOwnDefinition(world, object) && !isOwnObject(world, object) && object.tag !== Tag.self) return 0;
  const declaring = firstDeclaring(world, object.definition, name);
  if (declaring === undefined || world.inLibrary(declaring.owner)) return 0;
  const field = declaring.view.facts.bindings.definition[declaring.rows[0]!]!;
  return declaring.view.facts.definitions.kind[field] === DefinitionKind.field ? definitionId(declaring.view.index, field) : 0;
}

/**
 * The functions `name` that the file of the variable at `expression` stores in its value, of which nothing is known.
 * @param name index in the file's `strings`
 */
export function putInto(world: World, view: FileView, expression: number, name: number): readonly DefinitionId[] {
  if (!world.rules.separateTypes) return NO_ROWS;
  const ofSelf = putBesideSelf(world, view, expression, name);
  if (ofSelf.length > 0 || view.facts.expressions.op[expression] !== Op.name) return ofSelf;
  const beside = putBeside(world, view, expression, name);
  if (beside.length > 0) return beside;
  const put = world.names.find("owned", view.text(view.facts.expressions.a[expression]!)).filter((id) =>
    world.nameOf(id) === view.text(name) && isCallable(world.kindOf(id))
  );
  const holder = put.length === 0 ? 0 : holderNamed(world, view, expression);
  if (holder === 0) return NO_ROWS;
  const there = world.viewOf(holder);
  world.ask(there.index);
  return put.filter((id) => fileOf(id) === there.index && holderNamed(world, there, there.facts.definitions.owner[rowOf(id)]!) === holder);
}

/** The scope whose `this` the expression is, directly or through a name; 0: none. */
function selfBehind(world: World, view: FileView, expression: number): number {
  const { op, a } = view.facts.expressions;
  const row = onlyBinding(world, view, expression);
  const value = row === 0 ? expression : view.facts.bindings.value[row]!;
  return op[value] === Op.self || op[value] === Op.selfType ? a[value]! : 0;
}

/**
 * The functions `name` stored in the same parameter or variable as the function whose `this` the expression is (`res.send = function () {
 * this.get() }` beside `res.get = …`), if its type is unknown.
 */
export function putBesideSelf(world: World, view: FileView, expression: number, name: number): readonly DefinitionId[] {
  const { definitions, scopes } = view.facts;
  const scope = world.rules.separateTypes === true ? selfBehind(world, view, expression) : 0;
  const owner = scope === 0 ? 0 : definitions.owner[scopes.definition[scope]!]!;
  return owner === 0 ? NO_ROWS : putBeside(world, view, owner, name);
}

/** The functions `name` stored in the parameter or variable that the expression names, in the same file. */
function putBeside(world: World, view: FileView, named: number, name: number): readonly DefinitionId[] {
  const { definitions } = view.facts;
  const row = onlyBinding(world, view, named);
  if (row === 0) return NO_ROWS;
  // Of this file alone: thousands elsewhere may have a name such as `get`.
  const beside = view.attached(name)
    .filter((at) => onlyBinding(world, view, definitions.owner[at]!) === row)
    .map((at) => definitionId(view.index, at));
  const found = beside.filter((id) => isCallable(world.kindOf(id)));
  if (found.length > 0) return found;
  // `res.set = res.header = function () {}`
  return beside.flatMap((id) => {
    const value = definitions.value[rowOf(id)]!;
    const given = value === 0 ? undefined : evaluateValue(world, view, value);
    return given !== undefined && isOwnFunction(world, given) ? [given.definition] : [];
  });
}
