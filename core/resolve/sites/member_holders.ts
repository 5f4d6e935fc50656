/**
 * Functions and classes whose member is called, read or passed that they do not declare themselves: it comes from a decorator, a base, or
 * the language (`job.delay()`, `Model.objects.all()`, `View.as_view()`). Such a site counts as a use of them.
 *
 * Stage: resolve. Invariant: only what is named directly, not through a variable, is a holder; a member that the holder declares represents
 * itself.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { DefinitionKind, isCallable } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { isPassed } from "./passed_parts.ts";
import type { Outcome } from "./outcome.ts";
import { resolveUse } from "./value_uses.ts";

/** The owner of the member `expression`, or of the member that it is a member of. @param reached the targets of the expression */
export function holderOf(world: World, view: FileView, expression: number, reached: readonly DefinitionId[]): HolderUse | undefined {
  const { op, a } = view.facts.expressions;
  let isNearest = true;
  for (let member = expression; op[member] === Op.member; member = a[member]!) {
    const object = a[member]!;
    if (op[object] !== Op.name && op[object] !== Op.member) return undefined;
    const meaning = evaluateValue(world, view, object);
    // What reads a constant of an enum names the constant.
    const isEnum = meaning.tag === Tag.definition && world.kindOf(meaning.definition) === DefinitionKind.enum;
    if (meaning.tag === Tag.definition && !isEnum && !meaning.held && isPassed(world, meaning)) {
      // In the body of its class a method is named to be redefined (`@size.setter`).
      if (op[object] === Op.name && isMethod(world, meaning.definition)) return undefined;
      if (isNearest && reached.some((target) => world.parentOf(target) === meaning.definition)) return undefined;
      const found = resolveUse(world, view, object);
      return found === undefined ? undefined : { object, found: { ...found, rule: "holder" } };
    }
    isNearest = false;
  }
  return undefined;
}

/** The function whose member is passed as a value (`load.__wrapped__`): no call and no other use names it there. */
export function functionRead(world: World, view: FileView, value: number): HolderUse | undefined {
  if (view.facts.expressions.op[value] !== Op.member) return undefined;
  const holder = holderOf(world, view, value, NO_ROWS);
  return holder?.found.targets.every((target) => isCallable(world.kindOf(target))) === true ? holder : undefined;
}

function isMethod(world: World, id: DefinitionId): boolean {
  return world.kindOf(id) === DefinitionKind.method;
}

/** A holder, and the expression that names it. */
export interface HolderUse {
  readonly object: number;
  readonly found: Outcome;
}
