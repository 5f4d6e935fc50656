/**
 * Calls of what lists and maps hold (`HANDLERS[kind]()`): any element may be meant, one that is stored later too.
 *
 * Stage: resolve. Invariant: which element it is nothing tells, so no edge is certain; a tuple's positions are told.
 */
import { MOST_CANDIDATES } from "../edges.ts";
import { GivenMode, Op } from "../expressions.ts";
import { evaluateValue } from "./evaluate.ts";
import type { FileView } from "./file_view.ts";
import { type DefinitionId, Tag, WIDEST } from "./meaning.ts";
import { findNameOf, isCallable } from "./names.ts";
import type { Outcome } from "./outcome.ts";
import type { World } from "./world.ts";

/** Ways to an element. */
const ELEMENTS: ReadonlySet<number> = new Set([Op.index, Op.item]);

/** What a call of `callee` reaches, where that is an element: `made` as one of several, with what else the file stores there. */
export function ofElement(world: World, view: FileView, callee: number, made: Outcome): Outcome {
  const { op, a } = view.facts.expressions;
  const isElement = ELEMENTS.has(op[callee]!) && evaluateValue(world, view, a[callee]!).tag !== Tag.tuple &&
    !isInstantiated(world, view, callee);
  if (!isElement || made.external || made.drop || !made.targets.every((id) => isCallable(world.kindOf(id)))) return made;
  const others = storedIn(world, view, a[callee]!).filter((id) => !made.targets.includes(id) && !made.candidates.includes(id));
  const all = [...made.targets, ...others];
  if (made.targets.length > 0 && all.length <= WIDEST) return { ...made, heuristic: true, targets: all };
  return { ...made, heuristic: true, candidates: [...made.candidates, ...others].slice(0, MOST_CANDIDATES) };
}

/** `F[T]` written like an index, where F is a function or a type: not an element. */
export function isInstantiated(world: World, view: FileView, callee: number): boolean {
  const { op, a } = view.facts.expressions;
  if (op[callee] !== Op.index) return false;
  const object = evaluateValue(world, view, a[callee]!);
  return object.tag === Tag.definition && !object.held;
}

/** Functions that the file stores in elements of what the expression `holder` names. */
function storedIn(world: World, view: FileView, holder: number): DefinitionId[] {
  const { expressions: { op, a, b, c }, uses } = view.facts;
  const binding = op[holder] === Op.name ? findNameOf(world, view, holder)?.rows[0] : undefined;
  const found: DefinitionId[] = [];
  for (let use = 1; binding !== undefined && use < uses.length; use++) {
    const given = uses.expression[use]!;
    if (op[given] !== Op.given || (c[given]! & GivenMode.stored) === 0) continue;
    const place = b[given]!;
    if (!ELEMENTS.has(op[place]!) || op[a[place]!] !== Op.name || findNameOf(world, view, a[place]!)?.rows[0] !== binding) continue;
    const { tag, definition } = evaluateValue(world, view, a[given]!);
    if (tag === Tag.definition && !world.inLibrary(definition) && isCallable(world.kindOf(definition))) found.push(definition);
  }
  return found;
}
