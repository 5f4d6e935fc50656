/**
 * Fields of a projected pinned value, which are behind pointers of their own.
 *
 * Stage: resolve. Invariant: members of the field's type take precedence over the pointer's.
 */
import { Op } from "../../facts/expressions.ts";
import { calleeMeaning } from "../evaluate.ts";
import { instance, isKnown, type Meaning, Tag } from "../meaning.ts";
import { onlyValue, Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { memberMeaning } from "./members.ts";

/**
 * The call whose fields lead to `expression` (`self.project().inner`, `this.inner` of `let this = self.project()`); 0: it is not such a
 * field.
 */
export function callBehindField(world: World, view: FileView, expression: number): number {
  const { expressions } = view.facts;
  const valueOf = (at: number): number => expressions.op[at] === Op.name ? onlyValue(world, view, at) : at;
  let at = valueOf(expression);
  if (expressions.op[at] !== Op.member) return 0;
  while (expressions.op[at] === Op.member) at = expressions.a[at]!;
  at = valueOf(at);
  return expressions.op[at] === Op.call ? at : 0;
}

/** Whether an expression is a field of the projection of a pinned value: a pointer to it, or a reference. */
export function isProjectedField(world: World, view: FileView, expression: number): boolean {
  const { projection } = world.rules;
  const call = projection === undefined ? 0 : callBehindField(world, view, expression);
  if (call === 0) return false;
  const { tag, definition } = calleeMeaning(world, view, view.facts.expressions.a[call]!);
  return tag === Tag.definition && world.parentOf(definition) === world.library.definition(projection!.trait);
}

/** A member of the pointer to a field of a projected value (`this.inner.as_mut()`), if `object`, of the field's type, does not have it. */
export function memberOfPinned(world: World, view: FileView, expression: number, object: Meaning, name: string): Meaning | undefined {
  if (!isProjectedField(world, view, expression)) return undefined;
  const found = memberMeaning(world, instance(world.library.definition(world.rules.projection!.pointer), [object]), name, Space.call);
  return isKnown(found) ? found : undefined;
}
