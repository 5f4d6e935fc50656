/**
 * Whether an expression in the place of a type names that type itself, or only something made of it.
 *
 * Stage: resolve. Invariant: `Omit<Store, "save">` is read as `Store` where members are looked for, but whoever has its members is no
 * `Store`: only a type that is named as a whole is evidence for `implements` and `extends`.
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

/** See the head of this file; aliases are followed. */
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
