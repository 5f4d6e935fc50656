/**
 * Calls and values in the bodies of macros, which mean something where the macro is used.
 *
 * Stage: resolve. What is named from the crate's root is meant everywhere. Another plain name most likely means what it means here, and may
 * mean a namesake. Of what rests on a name alone, such as a method of a macro's variable, the namesakes are candidates, and nothing is bound.
 */
import { MOST_CANDIDATES } from "../edges.ts";
import { Op } from "../facts.ts";
import type { FileView } from "./file_view.ts";
import { lastName } from "./last_name.ts";
import type { DefinitionId } from "./meaning.ts";
import { type Outcome, outcome } from "./outcome.ts";
import type { World } from "./world.ts";

/** What a call in a macro's body reaches, where `found` is what it would reach as code. */
export function transcribedCall(world: World, view: FileView, callee: number, found: Outcome): Outcome {
  if (found.drop || found.external) return found;
  const isKnown = found.targets.length > 0 && found.rule !== "unique-name";
  if (isKnown && isRooted(view, callee)) return found;
  const named = namesakes(world, view, callee);
  if (isKnown) {
    const isPlain = view.facts.expressions.op[callee] === Op.name;
    return { ...found, heuristic: true, candidates: isPlain ? others(found, named) : found.candidates };
  }
  const candidates = found.targets.length > 0 ? found.targets : found.candidates.length > 0 ? found.candidates : named;
  if (candidates.length === 0) return { ...found, drop: true };
  return outcome("ambiguous", { name: lastName(view.facts, callee), candidates: candidates.slice(0, MOST_CANDIDATES) });
}

/** A function that a macro's body hands over. */
export function transcribedUse(view: FileView, expression: number, found: Outcome): Outcome {
  return isRooted(view, expression) ? found : { ...found, heuristic: true };
}

/** Whether a path begins at the root of its crate. */
function isRooted({ facts: { expressions, strings } }: FileView, expression: number): boolean {
  let root = expression;
  while (expressions.op[root] === Op.path || expressions.op[root] === Op.macroOf || expressions.op[root] === Op.apply) {
    root = expressions.a[root]!;
  }
  return expressions.op[root] === Op.name && strings[expressions.a[root]!] === "crate";
}

/** What the last name of a callee may mean elsewhere: of a plain name functions, of a member methods. */
function namesakes(world: World, view: FileView, callee: number): readonly DefinitionId[] {
  const name = lastName(view.facts, callee);
  switch (view.facts.expressions.op[callee]) {
    case Op.name:
      return world.callables(name).filter((id) => world.ownerOf(id) === 0);
    case Op.member:
      return world.methods(name);
    case Op.path:
      return world.callables(name);
    default:
      return [];
  }
}

function others({ targets, candidates }: Outcome, named: readonly DefinitionId[]): readonly DefinitionId[] {
  return [...new Set([...candidates, ...named])].filter((id) => !targets.includes(id)).slice(0, MOST_CANDIDATES);
}
