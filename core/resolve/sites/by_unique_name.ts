/**
 * What a call of a member may reach whose receiver says nothing: one definition of that name in the repository may be meant, several are candidates.
 *
 * Stage: resolve. Invariant: never a name alone with several candidates, and never one that is common outside.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { fileOf, FROM_OUTSIDE, type Meaning, Tag } from "../meaning.ts";
import { isSaidOtherwise } from "../members/library_members.ts";
import { notOfOthers } from "../members/told_in_full.ts";
import { isImportedWithin } from "../names/import_distance.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { notFromBelow } from "./behind_outside.ts";
import { bornOutside } from "./born_outside.ts";
import { functionsHeld, holdsFunction } from "./function_fields.ts";
import { givenToAll, methodsOfFunction } from "./given_to_all.ts";
import { isOnLostImport } from "./lost_imports.ts";
import { isOfAnother } from "./made_unseen.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { mayTake, reachableBy } from "./reachable.ts";

/**
 * @param call row of `calls`
 * @param callee row of `expressions`
 * @param isGuessed whether the receiver says something that may be wrong
 */
export function byUniqueName(
  world: World,
  view: FileView,
  call: number,
  callee: number,
  receiver: Meaning,
  name: string,
  isGuessed = false,
): Outcome {
  // A tuple and a function have their methods from traits.
  const ofFunction = methodsOfFunction(world, view, callee, receiver, name);
  if (receiver.tag === Tag.function && ofFunction === undefined) return outcome("unresolved", { name });
  const isGiven = receiver.tag === Tag.unknown ? receiver.name === FROM_OUTSIDE.name : isSaidOtherwise(world, receiver);
  const ofTraits = ofFunction ?? (receiver.tag === Tag.tuple ? world.methodsOfTraits(name) : undefined);
  const told = receiver.tag === Tag.unknown && !isGuessed ? "nothing" : "abroad";
  const every = world.methods(name);
  const methods = notOfOthers(world, receiver, every);
  const named = ofTraits ?? givenToAll(world, view, callee, notFromBelow(world, receiver, methods), told);
  const held = receiver.tag === Tag.unknown ? functionsHeld(world, name) : NO_ROWS;
  if (named.length === 0 && held.length > 0) {
    return outcome(world.isCommonMethod(name) ? "ambiguous" : "variable", { name, candidates: held });
  }
  if (named.length === 0) return isGiven && methods.length === 0 ? bornOutside(world, name) : outcome("unresolved", { name });
  const all = reachableBy(world, view, call, callee, named);
  // Nothing of the repository takes such a call. A path that leads to no method may lead to a function.
  if (all.length === 0) {
    const isInside = reachableBy(world, view, call, callee, world.callables(name)).length > 0;
    return isInside ? outcome("unresolved", { name }) : outcome("external", { name, external: true, heuristic: true });
  }
  const candidates = firstCandidates([...all, ...held]);
  if (ofTraits !== undefined && all.length === 1) return outcome("dispatch", { targets: all, name, heuristic: true });
  const isOneOfSeveral = named.length > 1 || methods.length < every.length;
  if (isOneOfSeveral || world.isCommonMethod(name) || isOnLostImport(world, view, callee)) {
    return outcome("ambiguous", { name, candidates });
  }
  const within = world.rules.uniqueNameWithin;
  // What tests stand in for runs beside it, and no code that is none names it.
  const isOfTests = world.isTestFile(fileOf(all[0]!)) && !world.isTestFile(view.index);
  const isFar = isOfTests || (within !== undefined && (isGiven || !isImportedWithin(world, view.index, fileOf(all[0]!), within)));
  // A getter is read; what is called is what it gives.
  const isGetter = (world.flagsOf(all[0]!) & DefinitionFlag.property) !== 0;
  if (
    isFar || isGetter || holdsFunction(world, name) || !mayTake(world, view, call, all[0]!) ||
    isOfAnother(world, view, callee, receiver, all[0]!)
  ) {
    return outcome("ambiguous", { name, candidates });
  }
  // Of what nothing is known the trait's own may be meant.
  return outcome("unique-name", { targets: all, name, candidates: told === "nothing" ? methods.filter((id) => id !== all[0]) : NO_ROWS });
}
