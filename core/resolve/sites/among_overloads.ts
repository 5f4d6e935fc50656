/**
 * Which of several functions of one name a call site reaches, depending on its arguments.
 *
 * Stage: resolve; only for languages with overloads (`ResolutionRules.overloads`). Invariant: the functions found are narrowed down or all
 * listed, never replaced by others.
 */
import { NO_ROWS } from "../../base/lists.ts";
import { firstCandidates, MOST_CANDIDATES, MOST_TARGETS } from "../../edges.ts";
import { isCallable, listItems } from "../../facts.ts";
import { givenBy } from "../calls/given_arguments.ts";
import { declaredTogether } from "../calls/declared_together.ts";
import { overloadsFor } from "../calls/overloads.ts";
import { Taken, takes } from "../calls/takes.ts";
import type { DefinitionId } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { implementationsOf, isDispatched } from "../types/implementations.ts";
import type { World } from "../world.ts";
import { type Outcome, outcome } from "./outcome.ts";

/** Narrows what was `found` for the call at a row of `calls` by its arguments. */
export function amongOverloads(world: World, view: FileView, call: number, found: Outcome): Outcome {
  if (found.targets.length + found.candidates.length === 0) return found;
  const given = givenBy(world, view, listItems(view.facts, view.facts.calls.arguments[call]!));
  const meant = (ids: readonly DefinitionId[]): DefinitionId[] => [...new Set(ids.flatMap((id) => overloadsFor(world, id, () => given)))];
  const targets = meant(found.targets);
  const dispatched = targets.filter((id) => isDispatched(world, id));
  const others = dispatched.length === 0 && found.rule === "dispatch" ? NO_ROWS : found.candidates;
  const below = dispatched.flatMap((id) => implementationsOf(world, id));
  const candidates = meant([...others, ...below]).filter((id) => !targets.includes(id));
  if (targets.length > MOST_TARGETS) {
    return outcome("ambiguous", { name: found.name, candidates: firstCandidates([...targets, ...candidates]) });
  }
  const alone = dispatched.length > 0 ? "dispatch" : found.rule === "dispatch" ? "type" : found.rule;
  const isOneOf = targets.length > 1;
  // If no function here accepts the arguments, an external one of the same name may be meant, from a base or an import.
  const isTaken = targets.length !== 1 || !isCallable(world.kindOf(targets[0]!)) || takes(world, targets[0]!, given) !== Taken.not;
  return {
    ...found,
    rule: isOneOf ? "union" : alone,
    heuristic: found.heuristic || isOneOf || !isTaken,
    targets,
    candidates: candidates.slice(0, MOST_CANDIDATES),
  };
}

/** A function passed as a value, where several share the name of what was `found`: any of them. */
export function anyOverload(world: World, found: Outcome): Outcome {
  if (found.targets.length === 0) return found;
  const isFunction = (id: DefinitionId): boolean => isCallable(world.kindOf(id)) && world.nameOf(id) !== "";
  const targets = [...new Set(found.targets.flatMap((id) => isFunction(id) ? declaredTogether(world, id) : [id]))];
  return targets.length === found.targets.length ? found : { ...found, rule: "union", heuristic: true, targets };
}
