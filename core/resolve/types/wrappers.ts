/**
 * Types named as an argument of a wrapper (`Partial<T>`) that are represented by that argument.
 *
 * Stage: resolve. Invariant: only the name counts, not how it is imported; the language's rules list the wrappers.
 */
import { Op } from "../../facts/expressions.ts";
import { lastNameOf } from "../../facts/written_names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";

/** The index of the argument that represents a type whose arguments are applied to `base`; undefined if that is not a wrapper. */
export function wrappedArgument({ rules: { wrappers } }: World, view: FileView, base: number): number | undefined {
  const { op, a } = view.facts.expressions;
  const name = view.text(op[base] === Op.builtin ? a[base]! : lastNameOf(view.facts, base));
  return Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
}
