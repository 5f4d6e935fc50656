/**
 * What a function of the repository takes as a value of any type and hands on to code outside: `func render(w io.Writer, data any) { t.Execute(w, data) }`.
 *
 * Stage: resolve; only of calls, never in the midst of an evaluation. Invariant: only what is handed on as it came, by the parameter's name or all of a
 * list of such; where a parameter's own type tells what is handed on, that is said where it is.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { findNameOf } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { parameterTypes } from "../types/inference.ts";
import type { World } from "../world.ts";
import { fullNameAbroad } from "./library_name.ts";

const NONE: readonly string[] = [];
/** Functions behind one another that hand on what they were handed. */
const DEEPEST = 4;

/** The full names of functions outside to which a function hands its parameters on, "" for all others; none where it hands on none. */
export function takersBehind(world: World, id: DefinitionId): readonly string[] {
  if (world.rules.reflects !== true) return NONE;
  return world.kept.takersBehind.get(id) ?? world.kept.takersBehind.find(id, () => findTakers(world, id, 0), fileOf(id));
}

/** The name that such a list has for an argument; the last one is for all behind it. */
export function takerAt(names: readonly string[], place: number): string {
  return names[Math.min(place, names.length - 1)] ?? "";
}

function findTakers(world: World, id: DefinitionId, depth: number): readonly string[] {
  const types = parameterTypes(world, id);
  if (!types.some((type) => isOfAnyType(world, type))) return NONE;
  const view = world.viewOf(id);
  world.askInside(view.index);
  const { calls, definitions } = view.facts;
  const parameters = parametersOf(world, id);
  const [start, end] = [definitions.start[rowOf(id)]!, definitions.end[rowOf(id)]!];
  const found = types.map(() => "");
  for (let call = 1; call < calls.length; call++) {
    if (calls.at[call]! < start || calls.at[call]! > end) continue;
    for (const [place, argument] of listItems(view.facts, calls.arguments[call]!).entries()) {
      const position = parameters.indexOf(bindingNamed(world, view, argument));
      if (position < 0 || found[position] !== "" || !isOfAnyType(world, types[position]!)) continue;
      found[position] = takerOf(world, evaluateValue(world, view, calls.expression[call]!), place, depth);
    }
  }
  return found.some((name) => name !== "") ? found : NONE;
}

/** Whether a parameter takes values of any type, or a list or map of such, so that its own tells nothing of theirs. */
function isOfAnyType(world: World, { tag, definition, items }: Meaning): boolean {
  if (tag === Tag.instance) return world.inLibrary(definition) && items.some((item) => isOfAnyType(world, item));
  return tag === Tag.unknown || tag === Tag.parameter;
}

/** The row of `bindings` that an argument names, also where all of a list is handed on (`values...`); 0 where it is no name. */
function bindingNamed(world: World, view: FileView, argument: number): number {
  const { op, a } = view.facts.expressions;
  const name = op[argument] === Op.spread ? a[argument]! : argument;
  const rows = op[name] === Op.name ? findNameOf(world, view, name)?.rows : undefined;
  return rows?.length === 1 ? rows[0]! : 0;
}

/** The full name of what takes the argument at `place` in the end, where that lies outside; "" for all else. */
function takerOf(world: World, callee: Meaning, place: number, depth: number): string {
  if (callee.tag !== Tag.definition || world.inLibrary(callee.definition)) {
    const name = fullNameAbroad(world, callee);
    return world.rules.takesValues?.test(name) === true ? name : "";
  }
  if (!world.isOwnFunction(callee) || depth === DEEPEST) return "";
  // What is kept is looked for to the same depth for everybody.
  return takerAt(findTakers(world, callee.definition, depth + 1), place);
}
