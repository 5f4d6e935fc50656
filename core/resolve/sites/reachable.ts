/**
 * Which functions of a name a call can mean by the number of its arguments, where that is fixed by the language.
 *
 * Stage: resolve. Invariant: what is ruled out cannot be called in that way, whatever stands before its name; who is looked at is relied on.
 */
import { CallFlag, DefinitionKind, isCallable, listItems, MODULE_ROW } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { givenBy } from "../calls/given_arguments.ts";
import { Taken, takes } from "../calls/takes.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, rowOf, Tag } from "../meaning.ts";
import { findNameOf, onlyBinding } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { hasReceiver, parametersOf } from "../state/parameters.ts";
import { ownerOfImpl } from "../types/fitting.ts";
import type { World } from "../world.ts";
import { bestName } from "./best_name.ts";

/** Of more functions of one name none is looked at: each stands in a file that would have to be read. */
const MOST = 300;

/** The functions among `all` that call `call`, whose callee is `receiver.name(…)` or `path::name(…)`, can mean. */
export function reachableBy(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  all: readonly DefinitionId[],
): readonly DefinitionId[] {
  const { expressions } = view.facts;
  const isPath = expressions.op[callee] === Op.path;
  const named = isPath ? ofHolder(world, view, expressions.a[callee]!, all) : all;
  return takingAsMany(world, view, call, isPath, named);
}

/** The functions among `all` that take as many arguments as a call gives. */
function takingAsMany(world: World, view: FileView, call: number, isPath: boolean, all: readonly DefinitionId[]): readonly DefinitionId[] {
  const { calls } = view.facts;
  // How many a repetition in a macro's body gives nobody knows; `(value.field)(…)` calls what a field holds.
  const isOpen = (calls.flags[call]! & CallFlag.transcribed) !== 0 || view.text(calls.text[call]!).startsWith("(");
  const { arity, placeholderSign } = world.rules;
  if (arity !== "fixed" || isOpen || all.length > MOST) return all;
  const count = listItems(view.facts, calls.arguments[call]!).length;
  return all.filter((id) => {
    if (world.kindOf(id) === DefinitionKind.macro) return true;
    world.ask(fileOf(id));
    const { facts } = world.viewOf(id);
    // Written by a macro, with parameters that its calls tell.
    const signature = facts.strings[facts.definitions.signature[rowOf(id)]!]!;
    if (placeholderSign !== undefined && signature.includes(placeholderSign)) return true;
    const parameters = parametersOf(world, id).length;
    const isMethod = hasReceiver(world, id);
    return isPath ? parameters + (isMethod ? 1 : 0) === count : isMethod && parameters === count;
  });
}

/**
 * Whether a method may take what a call gives, whatever it is called on: by number and names, with the receiver among the arguments or without. Of one
 * that is decorated, or bound more than once, that is not told.
 */
export function mayTake(world: World, view: FileView, call: number, method: DefinitionId): boolean {
  const { calls } = view.facts;
  const args = listItems(view.facts, calls.arguments[call]!);
  if (world.rules.arity !== "checked" || (calls.flags[call]! & CallFlag.implicit) !== 0) return true;
  world.ask(fileOf(method));
  const of = world.viewOf(method);
  if (of.facts.definitions.decorators[rowOf(method)] !== 0 || of.namesakes(rowOf(method)).length > 1) return true;
  const { positional, named, isOpen: isAnyNumber, isOpenByName } = givenBy(world, view, args);
  return [positional, positional - 1].some((places) =>
    places >= 0 && takes(world, method, { positional: places, named, isOpen: isAnyNumber, isOpenByName }) !== Taken.not
  );
}

/**
 * The functions among `all` that a path may lead to whose holder is a type's name which nothing declares, most likely made by a macro (`MockFile::new`):
 * those of types and traits of that name, what traits may give it, and what is given to all types.
 */
function ofHolder(world: World, view: FileView, holder: number, all: readonly DefinitionId[]): readonly DefinitionId[] {
  if (!world.rules.itemPaths) return all;
  const names = undeclaredNames(world, view, holder);
  if (names === undefined) return all;
  return all.filter((id) => {
    const parent = world.parentOf(id);
    if (parent === 0 || world.kindOf(parent) !== DefinitionKind.impl) return world.kindOf(parent) === DefinitionKind.trait;
    world.ask(fileOf(parent));
    const owner = ownerOfImpl(world, parent);
    if (owner.tag === Tag.parameter) return true;
    const { facts } = world.viewOf(parent);
    const { owner: type, type: trait } = facts.definitions;
    const [own, given] = [type[rowOf(parent)]!, trait[rowOf(parent)]!].map((one) => bestName(facts, one));
    // Of what nothing declares either a macro may make a longer name (`mock! { File … }` a `MockFile`).
    const isMade = (name: string): boolean => !world.isOwnObject(owner) && own !== "" && name.includes(own!);
    return names.some((name) => name === own || name === given || name === world.nameOf(owner.definition) || isMade(name));
  });
}

/** The names that a type, the holder of a path, bears which nothing declares: as written, and as an import calls it. Undefined for other holders. */
function undeclaredNames(world: World, view: FileView, holder: number): readonly string[] | undefined {
  const { expressions, bindings, imports } = view.facts;
  const at = withoutArguments(view.facts, holder);
  if (evaluateValue(world, view, at).tag !== Tag.unknown || evaluateType(world, view, at).tag !== Tag.unknown) return undefined;
  const name = bestName(view.facts, at);
  if (!TYPE.test(name)) return undefined;
  if (expressions.op[at] === Op.path) return leadsFromName(view, at) ? [name] : undefined;
  if (expressions.op[at] !== Op.name) return undefined;
  const row = onlyBinding(world, view, at);
  if (row === 0) return findNameOf(world, view, at) === undefined ? [name] : undefined;
  const import_ = bindings.import_[row]!;
  return import_ === 0 ? undefined : [name, view.text(imports.name[import_]!)];
}

/** Whether a path begins with a name of a module or a crate: what `Self` or a type parameter has may be any type. */
function leadsFromName(view: FileView, path: number): boolean {
  const { expressions } = view.facts;
  let at = path;
  while (expressions.op[at] === Op.path) at = expressions.a[at]!;
  return expressions.op[at] === Op.name && !TYPE.test(view.text(expressions.a[at]!));
}
const TYPE = /^[A-Z]/;

/** Whether a call is of a common name, as far as methods of the library of that name are known to take as many arguments. */
export function isCommonCall(world: World, view: FileView, call: number, name: string): boolean {
  if (!world.isCommonMethod(name)) return false;
  const arities = (world.kept.libraryArities ??= findArities(world)).get(name);
  return arities === undefined || arities.has(listItems(view.facts, view.facts.calls.arguments[call]!).length);
}

function findArities(world: World): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  const { kind } = world.view(world.library).facts.definitions;
  for (let row = MODULE_ROW + 1; row < kind.length; row++) {
    if (!isCallable(kind[row]!)) continue;
    const id = definitionId(world.library, row);
    const name = world.nameOf(id);
    const arities = found.get(name) ?? new Set<number>();
    found.set(name, arities.add(parametersOf(world, id).length));
  }
  return found;
}
