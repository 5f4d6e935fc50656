/**
 * Whether an expression in type position names that type itself, or only something derived from it.
 *
 * Stage: resolve. Invariant: `Omit<Store, "save">` is read as `Store` for member look-up, but a type with its members is not a `Store`:
 * only a type that is named as a whole is evidence for `implements` and `extends`.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { withoutArguments } from "../../facts/written_names.ts";
import { typeQualifier } from "../evaluate_types.ts";
import { rowOf, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { wrappedArgument } from "../types/wrappers.ts";
import type { World } from "../world.ts";

const DEEPEST_ALIAS = 10;

/** Whether an expression names a type as a whole; aliases are followed. */
export function namesType(world: World, view: FileView, expression: number, depth = 0): boolean {
  const named = withoutArguments(view.facts, expression);
  if (named !== expression && wrappedArgument(world, view, named) !== undefined) return false;
  const op = view.facts.expressions.op[named];
  if ((op !== Op.name && op !== Op.member && op !== Op.path) || depth > DEEPEST_ALIAS) return true;
  const target = typeQualifier(world, view, named);
  if (target.tag !== Tag.definition || world.kindOf(target.definition) !== DefinitionKind.type_alias) return true;
  const there = world.viewOf(target.definition);
  world.ask(there.index);
  const type = there.facts.definitions.type[rowOf(target.definition)]!;
  return type === 0 || namesType(world, there, type, depth + 1);
}
