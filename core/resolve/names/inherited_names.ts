/**
 * Names without a receiver that an enclosing type inherits.
 *
 * Stage: resolve. Invariant: inherited names do not apply in the list of supertypes itself.
 */
import { DefinitionFlag, listItems, ScopeKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { definitionId, instance, isKnown, type Meaning } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { Space } from "./names.ts";
import type { PlacedName } from "./reaching.ts";

/** Whether the name `expression` is a member that an enclosing type inherits. */
export function isInherited(world: World, view: FileView, expression: number): boolean {
  if (!world.rules.classScopeVisible) return false;
  const { a, b, c } = view.facts.expressions;
  return inheritedName(world, view, { name: a[expression]!, scope: b[expression]!, at: c[expression]! }, Space.value) !== undefined;
}

/**
 * A name without a receiver that an enclosing type inherits, innermost type first; only for languages where members are in scope
 * (`classScopeVisible`).
 * @param end the scope that binds the name itself, which hides members of types around it; 0 if there is none
 */
export function inheritedName(
  world: World,
  view: FileView,
  { name, scope, at }: PlacedName,
  space: number,
  end = 0,
): Meaning | undefined {
  if (space === Space.type) return undefined;
  const { scopes, definitions } = view.facts;
  for (let s = scope; s !== end && s !== 0; s = scopes.parent[s]!) {
    const definition = scopes.definition[s]!;
    if (scopes.kind[s] !== ScopeKind.class || definition === 0) continue;
    // Where a type has several parts, its other parts may have the name.
    if (definitions.supertypes[definition] === 0 && (definitions.flags[definition]! & DefinitionFlag.part) === 0) continue;
    // Inherited names do not apply in the list of supertypes itself.
    if (listItems(view.facts, definitions.supertypes[definition]!).some((type) => at <= lastOffset(view, type))) continue;
    const found = memberMeaning(world, instance(definitionId(view.index, definition)), view.text(name), space);
    if (isKnown(found)) return found;
  }
  return undefined;
}

/** The offset of the last name in a type expression. */
function lastOffset(view: FileView, expression: number): number {
  const { op, a, b, c } = view.facts.expressions;
  switch (op[expression]) {
    case Op.name:
      return c[expression]!;
    case Op.member:
    case Op.path:
      return lastOffset(view, a[expression]!);
    case Op.apply:
      return Math.max(lastOffset(view, a[expression]!), ...listItems(view.facts, b[expression]!).map((one) => lastOffset(view, one)));
    default:
      return -1;
  }
}
