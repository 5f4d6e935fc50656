/**
 * Types that are written with the name of a wrapper (`Partial<T>`) and are taken for one of their arguments.
 *
 * Stage: resolve. Invariant: the name alone counts, whatever it is reached by; the language's rules list those that do.
 */
import { Op } from "../../facts/expressions.ts";
import { lastNameOf } from "../../facts/written_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The position of the argument that a type is taken for whose arguments are given to `base`; undefined where that is no wrapper. */
export function wrappedArgument({ rules: { wrappers } }: World, view: FileView, base: number): number | undefined {
  const { op, a } = view.facts.expressions;
  const name = view.text(op[base] === Op.builtin ? a[base]! : lastNameOf(view.facts, base));
  return Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
}
