/**
 * Whether a file itself calls a member of that name on something external: then an unknown value in it may be of the same kind.
 *
 * Stage: resolve. Invariant: only calls on certainly external values count, and no functions of modules.
 */
import { firstNameOf } from "../../facts/written_names.ts";
import { evaluateCalledOn } from "../evaluate.ts";
import { Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import type { Outcome } from "./outcome.ts";

/** The outcome of a member call, by the rows of its callee and of itself. */
type Reached = (callee: number, call: number) => Outcome;

/** Whether the file of `view` calls members called `name` on something external. */
export function isCalledOutside(world: World, view: FileView, name: string, reached: Reached): boolean {
  const { calledOutside } = world.kept;
  const key = `${view.index} ${name}`;
  // Asked for every call of that name on an unknown value: thousands in bundled code.
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

/** Whether an expression consists only of names after an imported one: part of a module or a class, not a value of some type. */
function isOfModule(view: FileView, expression: number): boolean {
  const first = firstNameOf(view.facts, expression);
  return first > 0 && view.importedNames.has(first);
}
