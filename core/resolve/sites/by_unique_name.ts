/**
 * The target of a member call whose receiver is unknown: a single definition of that name in the repository may be meant, several are
 * candidates.
 *
 * Stage: resolve. Invariant: a name alone never decides among several candidates, and never if it is common outside.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates } from "../../edges.ts";
import { DefinitionFlag } from "../../facts.ts";
import { fileOf, FROM_OUTSIDE, Tag } from "../meaning.ts";
import { isSaidOtherwise } from "../members/library_members.ts";
import { notOfOthers } from "../members/fully_declared.ts";
import { isImportedWithin } from "../names/import_distance.ts";
import { notFromBelow } from "./behind_outside.ts";
import { bornOutside } from "./born_outside.ts";
import type { MemberCall } from "./called_member.ts";
import { functionsHeld, holdsFunction } from "./function_fields.ts";
import { givenToAll, methodsOfFunction } from "./given_to_all.ts";
import { isOnLostImport } from "./lost_imports.ts";
import { isOfAnother } from "./made_unseen.ts";
import { type Outcome, outcome } from "./outcome.ts";
import { mayTake, reachableBy } from "./reachable.ts";

/**
 * The outcome for the call of a member, by its name.
 * @param isGuessed whether something is known of the receiver that may be wrong
 */
export function byUniqueName({ world, view, call, callee, receiver, name }: MemberCall, isGuessed = false): Outcome {
  // A tuple and a function get their methods from traits.
  const ofFunction = methodsOfFunction(world, view, callee, receiver, name);
  if (receiver.tag === Tag.function && ofFunction === undefined) return outcome("unresolved", { name });
  const isGiven = receiver.tag === Tag.unknown ? receiver.name === FROM_OUTSIDE.name : isSaidOtherwise(world, receiver);
  const ofTraits = ofFunction ?? (receiver.tag === Tag.tuple ? world.repository.methodsOfTraits(name) : undefined);
  const known = receiver.tag === Tag.unknown && !isGuessed ? "nothing" : "outside";
  const every = world.repository.methods(name);
  const methods = notOfOthers(world, receiver, every);
  const named = ofTraits ?? givenToAll(world, view, callee, notFromBelow(world, receiver, methods), known);
  const held = receiver.tag === Tag.unknown ? functionsHeld(world, name) : NO_ROWS;
  if (named.length === 0 && held.length > 0) {
    return outcome(world.isCommonMethod(name) ? "ambiguous" : "variable", { name, candidates: held });
  }
  if (named.length === 0) return isGiven && methods.length === 0 ? bornOutside(world, name) : outcome("unresolved", { name });
  const all = reachableBy(world, view, call, callee, named);
  // No function of the repository accepts such a call. A path that names no method may name a function.
  if (all.length === 0) {
    const isInside = reachableBy(world, view, call, callee, world.repository.callables(name)).length > 0;
    return isInside ? outcome("unresolved", { name }) : outcome("external", { name, external: true, heuristic: true });
  }
  const candidates = firstCandidates([...all, ...held]);
  if (ofTraits !== undefined && all.length === 1) return outcome("dispatch", { targets: all, name, heuristic: true });
  const isOneOfSeveral = named.length > 1 || methods.length < every.length;
  if (isOneOfSeveral || world.isCommonMethod(name) || isOnLostImport(world, view, callee)) {
    return outcome("ambiguous", { name, candidates });
  }
  const within = world.rules.uniqueNameWithin;
  // Definitions in test files run only in tests; other code does not name them.
  const isOfTests = world.isTestFile(fileOf(all[0]!)) && !world.isTestFile(view.index);
  const isFar = isOfTests || (within !== undefined && (isGiven || !isImportedWithin(world, view.index, fileOf(all[0]!), within)));
  // A getter is read; the call is of its result.
  const isGetter = (world.flagsOf(all[0]!) & DefinitionFlag.property) !== 0;
  if (
    isFar || isGetter || holdsFunction(world, name) || !mayTake(world, view, call, all[0]!) ||
    isOfAnother(world, view, callee, receiver, all[0]!)
  ) {
    return outcome("ambiguous", { name, candidates });
  }
  // If nothing is known of the receiver, the trait's own method may be meant.
  return outcome("unique-name", { targets: all, name, candidates: known === "nothing" ? methods.filter((id) => id !== all[0]) : NO_ROWS });
}
