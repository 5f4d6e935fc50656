/**
 * Whether a file itself calls a member of that name on something outside: on another value, of which nothing is known, it may be that one.
 *
 * Stage: resolve. Invariant: only what is outside for certain counts, and no function of a module.
 */
import { firstNameOf } from "../../facts/written_names.ts";
import { evaluateCalledOn } from "../evaluate.ts";
import { Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import type { Outcome } from "./outcome.ts";

/** What a call of a member reaches, by the rows of its callee and of itself. */
type Reached = (callee: number, call: number) => Outcome;

/** See the head of this file: whether the file of `view` calls members called `name` so. */
export function isCalledOutside(world: World, view: FileView, name: string, reached: Reached): boolean {
  const { calledOutside } = world.kept;
  const key = `${view.index} ${name}`;
  // All calls of that name on what nothing is known of ask for it: in packed code thousands.
  return calledOutside.get(key) ?? calledOutside.find(key, () => hasCallOutside(world, view, name, reached), view.index);
}

function hasCallOutside(world: World, view: FileView, name: string, reached: Reached): boolean {
  const { calls, expressions } = view.facts;
  return view.memberCalls(name).some((call) => {
    const callee = calls.expression[call]!;
    if (isOfModule(view, expressions.a[callee]!)) return false;
    const receiver = evaluateCalledOn(world, view, callee);
    if (receiver.tag !== Tag.external || receiver.weak) return false;
    const { external, heuristic, candidates } = reached(callee, call);
    return external && !heuristic && candidates.length === 0;
  });
}

/** Whether an expression is nothing but names behind one that is imported: a module's, or a class's, and no value that is of a type. */
function isOfModule(view: FileView, expression: number): boolean {
  const first = firstNameOf(view.facts, expression);
  return first > 0 && view.importedNames.has(first);
}
