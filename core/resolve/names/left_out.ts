/**
 * External imports that another build replaces by something of the repository.
 *
 * Stage: resolve. Invariant: the ordinary build's import is the target; that of another build only adds alternatives for its values.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { BindingFlag, DefinitionFlag, isCallable, LinkFlag } from "../../facts.ts";
import { type DefinitionId, definitionMeaning, instance, type Meaning, Tag } from "../meaning.ts";
import { runBy } from "../members/constructors.ts";
import { memberMeaning } from "../members/members.ts";
import { isOwnClass, isOwnDefinition, isOwnObject, ownDefinitions } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { bindingMeaning } from "./bindings.ts";
import { importMeaning } from "./import_meanings.ts";
import { onlyBinding, Space } from "./names.ts";

const NONE: readonly Meaning[] = [];

/**
 * A conditional external import, with the repository type that another build imports in its place (`#[cfg(not(feature = "mock"))] use
 * crate::clock::Instant;`): values that come from it may be of that type.
 */
export function orLeftOut(world: World, view: FileView, row: number, meaning: Meaning, space: number): Meaning {
  const { bindings, imports } = view.facts;
  const mayDiffer = world.rules.assignmentsBind || (imports.flags[bindings.import_[row]!]! & LinkFlag.built) !== 0;
  if (meaning.tag !== Tag.external || !mayDiffer) return meaning;
  const types: Meaning[] = [];
  for (const instead of importedInstead(world, view, row, space)) {
    if (isOwnDefinition(world, instead) && !isCallable(world.kindOf(instead.definition))) types.push(instance(instead.definition));
    else if (isOwnObject(world, instead)) types.push(instead);
  }
  return types.length === 0 ? meaning : { ...meaning, items: [...meaning.items, ...types] };
}

/** What imports that an ordinary build leaves out bind to the name of the binding `row`, in its scope. */
function importedInstead(world: World, view: FileView, row: number, space: number): Meaning[] {
  const { bindings, imports } = view.facts;
  const mayRun = (other: number): boolean =>
    !world.rules.assignmentsBind || (imports.flags[bindings.import_[other]!]! & LinkFlag.conditional) !== 0;
  const others = leftOutBeside(view, row).filter((other) => bindings.import_[other] !== 0 && mayRun(other));
  return others.map((other) => importMeaning(world, view, bindings.import_[other]!, space));
}

/** The bindings of the name of `row` in its scope that an ordinary build leaves out. */
function leftOutBeside(view: FileView, row: number): readonly number[] {
  const { name } = view.facts.bindings;
  return view.names.leftOut.filter((other) =>
    other !== row && name[other] === name[row] && view.names.owner(other) === view.names.owner(row)
  );
}

/**
 * Functions and classes that a call of the name bound by `row` runs in a branch that type checkers, or this platform, leave out (`if
 * TYPE_CHECKING: field = property`, `else: from app.fields import field`).
 */
export function calledInstead(world: World, view: FileView, row: number): readonly DefinitionId[] {
  if (!world.rules.assignmentsBind || view.names.leftOut.length === 0) return NO_ROWS;
  return ownDefinitions(world, importedInstead(world, view, row, Space.value)).map((id) => runBy(world, id));
}

/** Types of the repository that the name `expression` denotes at run time, in place of what type checkers see. */
export function typesInstead(world: World, view: FileView, expression: number): readonly Meaning[] {
  const row = world.rules.assignmentsBind && view.names.leftOut.length > 0 ? onlyBinding(world, view, expression) : 0;
  if (row === 0) return NONE;
  const { bindings: { flags, definition }, definitions } = view.facts;
  const isElsewhere = (other: number): boolean =>
    (flags[other]! & BindingFlag.elsewhere) !== 0 || (definitions.flags[definition[other]!]! & DefinitionFlag.elsewhere) !== 0;
  const given = leftOutBeside(view, row).filter(isElsewhere).map((other) => bindingMeaning(world, view, other, Space.value));
  return [...given, ...importedInstead(world, view, row, Space.value)].filter((one) => isOwnClass(world, one))
    .map((one) => instance(one.definition, one.items));
}

/** Functions called `name` of types that another build uses in place of the external `type` (`Instant::now()`). */
export function functionsLeftOut(world: World, type: Meaning, name: string): readonly DefinitionId[] {
  if (type.tag !== Tag.external) return NO_ROWS;
  const own = type.items.filter((item) => isOwnObject(world, item));
  return ownDefinitions(world, own.map(({ definition }) => memberMeaning(world, definitionMeaning(definition), name, Space.value)));
}
