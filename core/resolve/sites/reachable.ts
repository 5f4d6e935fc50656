/**
 * Which functions of a name a call can mean by the number of its arguments, where that is fixed by the language.
 *
 * Stage: resolve. Invariant: what is ruled out cannot be called in that way, whatever stands before its name; who is looked at is relied on.
 */
import { hasReceiver, parametersOf } from "../state/parameters.ts";
import { Op } from "../../expressions.ts";
import { CallFlag, DefinitionKind, listItems } from "../../facts.ts";
import type { FileView } from "../state/file_view.ts";
import { type DefinitionId, fileOf, rowOf } from "../meaning.ts";
import type { World } from "../world.ts";

/** Of more functions of one name none is looked at: each stands in a file that would have to be read. */
const MOST = 300;

/** The functions among `all` that call `call`, whose callee is `receiver.name(…)` or `path::name(…)`, can mean. */
export function reachableBy(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  all: readonly DefinitionId[],
): readonly DefinitionId[] {
  const { calls, expressions } = view.facts;
  // How many a repetition in a macro's body gives nobody knows; `(value.field)(…)` calls what a field holds.
  const isOpen = (calls.flags[call]! & CallFlag.transcribed) !== 0 || view.text(calls.text[call]!).startsWith("(");
  if (world.rules.fixedArity !== true || isOpen || all.length > MOST) return all;
  const isPath = expressions.op[callee] === Op.path;
  const count = listItems(view.facts, calls.arguments[call]!).length;
  return all.filter((id) => {
    if (world.kindOf(id) === DefinitionKind.macro) return true;
    world.ask(fileOf(id));
    const { facts } = world.viewOf(id);
    // Written by a macro, with parameters that its calls tell.
    if (facts.strings[facts.definitions.signature[rowOf(id)]!]!.includes("$")) return true;
    const parameters = parametersOf(world, id).length;
    const isMethod = hasReceiver(world, id);
    return isPath ? parameters + (isMethod ? 1 : 0) === count : isMethod && parameters === count;
  });
}
