/**
 * Functions that a variable may hold because it was given a member that holds one, or that is unknown: `step = getattr(x, "step", None)`,
 * `const { step } = x`.
 *
 * Stage: resolve. Invariant: all methods of a name only where nobody knows what the member is.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { argumentsOf } from "../../facts/given_values.ts";
import { firstCandidates, MOST_CANDIDATES } from "../../edges.ts";
import { calleeMeaning, evaluateHolder, evaluateValue } from "../evaluate.ts";
import { type DefinitionId, type Meaning, sameMeaning, Tag } from "../meaning.ts";
import { firstDeclaringOf } from "../members/first_declaring.ts";
import { heldByProperty } from "../members/function_properties.ts";
import { constantBound } from "../names/named_constants.ts";
import { isOwnDefinition } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/**
 * What a variable with a single binding, a row of `bindings`, may hold: a constant that it stands for, or the possible values of its
 * initializer.
 */
export function heldByVariable(world: World, view: FileView, row: number, value: number): readonly DefinitionId[] {
  const bound = constantBound(world, view, row);
  return bound.length > 0 || value === 0 ? bound : methodsRead(world, view, value);
}

/** The same for a field of a repository object: the values assigned to it (`self.more = source.more`). */
export function heldByField(world: World, receiver: Meaning, name: string): readonly DefinitionId[] {
  const declared = firstDeclaringOf(world, receiver, name);
  if (declared === undefined) return NO_ROWS;
  const { value } = declared.view.facts.bindings;
  const found = new Set(declared.rows.flatMap((row) => methodsRead(world, declared.view, value[row]!)));
  return firstCandidates(found);
}

/**
 * All methods of the name under which the value at a row of `expressions` is read; of a property that is declared to hold a function, what a call of
 * it may run. None where it is no such member.
 */
function methodsRead(world: World, view: FileView, value: number): readonly DefinitionId[] {
  const { op, a, b } = view.facts.expressions;
  if (op[value] === Op.either) {
    for (const one of listItems(view.facts, a[value]!)) if (op[one] === Op.member) return methodsRead(world, view, one);
  }
  if (op[value] === Op.call) return memberSelected(world, view, value);
  if (op[value] !== Op.member) return [];
  if (evaluateValue(world, view, value).tag !== Tag.unknown) {
    return heldByProperty(world, evaluateHolder(world, view, value), view.text(b[value]!));
  }
  return world.repository.methods(view.text(b[value]!)).slice(0, MOST_CANDIDATES);
}

/** What a call outside gives of a function that reads a member, and no more (`useStore((state) => state.clear)`), is what that member holds. */
function memberSelected(world: World, view: FileView, call: number): readonly DefinitionId[] {
  const { definitions, expressions: { op, a } } = view.facts;
  if (!world.rules.separateTypes || isOwnDefinition(world, calleeMeaning(world, view, a[call]!))) return [];
  for (const argument of argumentsOf(view.facts, call)) {
    if (op[argument] !== Op.definition || !isCallable(definitions.kind[a[argument]!]!)) continue;
    const returned = listItems(view.facts, definitions.returns[a[argument]!]!);
    const isSelected = returned.length === 1 && op[returned[0]!] === Op.member &&
      sameMeaning(evaluateValue(world, view, call), evaluateValue(world, view, returned[0]!));
    if (isSelected) return methodsRead(world, view, returned[0]!);
  }
  return [];
}
