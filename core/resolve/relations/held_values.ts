/**
 * The expression that a name or a module's member permanently holds: in this file, its package, or a repository module.
 *
 * Stage: resolve. Invariants: with several assignments no value is known; every file whose function bodies are read is recorded.
 */
import { BindingFlag, BindingKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { fileOf, Tag } from "../meaning.ts";
import { declaredAt } from "../members/first_declaring.ts";
import { importedModule } from "../names/import_targets.ts";
import { findNameOf, onlyBinding } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { memberTable } from "../types/inheritance.ts";
import { typesBelow } from "../types/subtypes.ts";
import type { World } from "../world.ts";

/** A row of `expressions`, the row of the variable in `definitions` (0 if it is none), and their file. */
export interface HeldValue {
  readonly view: FileView;
  readonly expression: number;
  readonly definition: number;
}

/** The value of the name or member `expression`; undefined if it is not a single expression. */
export function heldValue(world: World, view: FileView, expression: number): HeldValue | undefined {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] === Op.name) return heldByName(world, view, expression);
  if (op[expression] !== Op.member && op[expression] !== Op.path) return undefined;
  const module = evaluateValue(world, view, a[expression]!);
  return module.tag === Tag.module ? heldInModule(world, module.files, view.text(b[expression]!)) : undefined;
}

function heldByName(world: World, view: FileView, expression: number): HeldValue | undefined {
  const { expressions, imports, bindings } = view.facts;
  const found = findNameOf(world, view, expression);
  if (found === undefined) {
    if (!world.rules.packageScope) return undefined;
    const name = view.text(expressions.a[expression]!);
    return heldInModule(world, world.repository.inPackage(view.index, name).map(fileOf), name);
  }
  if (found.rows.length !== 1) return undefined;
  const row = found.rows[0]!;
  if (bindings.kind[row] !== BindingKind.import) return heldBy(view, row);
  const import_ = bindings.import_[row]!;
  const module = importedModule(world, view, import_);
  return module.tag === Tag.module ? heldInModule(world, module.files, view.text(imports.name[import_]!)) : undefined;
}

function heldInModule(world: World, files: readonly number[], name: string): HeldValue | undefined {
  const places = files.flatMap((file) => {
    const view = world.view(file);
    world.askInside(view.index);
    return view.inModule(name).map((row) => heldBy(view, row));
  });
  return places.length === 1 ? places[0] : undefined;
}

function heldBy(view: FileView, row: number): HeldValue {
  return { view, expression: valueOfBinding(view, row), definition: view.facts.bindings.definition[row]! };
}

/** Whether an expression is the enclosing object: `self`, a receiver. */
export function isObjectAround(world: World, view: FileView, expression: number): boolean {
  const { expressions: { op }, bindings: { flags } } = view.facts;
  return op[expression] === Op.self || (flags[onlyBinding(world, view, expression)]! & BindingFlag.receiver) !== 0;
}

/** The value of a field of the enclosing object that its type assigns in one place, if no subtype assigns another. */
export function heldInField(world: World, view: FileView, expression: number): HeldValue | undefined {
  const { op, a, b } = view.facts.expressions;
  if (op[expression] !== Op.member || !isObjectAround(world, view, a[expression]!)) return undefined;
  const declared = declaredAt(world, view, expression);
  if (declared?.rows.length !== 1) return undefined;
  const name = view.text(b[expression]!);
  for (const type of typesBelow(world, declared.owner)) if (memberTable(world, type).has(name)) return undefined;
  world.askInside(declared.view.index);
  return heldBy(declared.view, declared.rows[0]!);
}

/** The expression that a binding's name holds, or 0. */
export function valueOfBinding(view: FileView, row: number): number {
  const { bindings, definitions } = view.facts;
  const definition = bindings.definition[row]!;
  return definition === 0 ? bindings.value[row]! : definitions.value[definition]!;
}
