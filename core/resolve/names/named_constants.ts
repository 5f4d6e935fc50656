/**
 * The constants that names of modules and of imports stand for, if a call runs their values.
 *
 * Stage: resolve. Invariant: a constant of the repository, or none.
 */
import { BindingKind, DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { bindingMeaning } from "./bindings.ts";
import { moduleMember } from "./module_members.ts";
import { nameMeaning, Space } from "./names.ts";

/** The constant or variable of a module with that name, for calls of its value: empty if it is not a constant of the repository. */
export function constantOf(world: World, module: Meaning, name: string): DefinitionId[] {
  return constantMeant(world, moduleMember(world, module, name, Space.holder));
}

/** The same for a name as it is bound in a file: by an import, or by the constant itself. */
export function constantBound(world: World, view: FileView, row: number): DefinitionId[] {
  const { bindings } = view.facts;
  const isNamed = bindings.kind[row] === BindingKind.import || bindings.definition[row] !== 0;
  return isNamed ? constantMeant(world, bindingMeaning(world, view, row, Space.holder)) : [];
}

/** The same for a name that no scope of its file binds, but a wildcard import provides. */
export function constantBrought(world: World, view: FileView, name: number): DefinitionId[] {
  return constantMeant(world, nameMeaning(world, view, name, Space.holder));
}

/** The constant of the repository that a name, or a member of a module or namespace, denotes at a row of expressions; 0: none. */
export function constantNamed(world: World, view: FileView, expression: number): DefinitionId {
  const constant = heldUnder(world, view, expression);
  return constant !== 0 && world.kindOf(constant) === DefinitionKind.constant ? constant : 0;
}

/** The same, including variables. */
export function heldUnder(world: World, view: FileView, expression: number): DefinitionId {
  const { op, a, b } = view.facts.expressions;
  const isName = op[expression] === Op.name;
  if (!isName && op[expression] !== Op.member) return 0;
  const found = isName
    ? nameMeaning(world, view, expression, Space.holder)
    : memberMeaning(world, evaluateValue(world, view, a[expression]!), view.text(b[expression]!), Space.holder);
  return constantMeant(world, found)[0] ?? 0;
}

function constantMeant(world: World, found: Meaning | undefined): DefinitionId[] {
  if (found?.tag !== Tag.definition || world.inLibrary(found.definition)) return [];
  const kind = world.kindOf(found.definition);
  return kind === DefinitionKind.constant || kind === DefinitionKind.variable ? [found.definition] : [];
}
