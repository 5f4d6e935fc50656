/**
 * Parameters of any type that a repository function passes on to external code: `func render(w io.Writer, data any) { t.Execute(w, data)
 * }`.
 *
 * Stage: resolve; only for calls, never during an evaluation. Invariant: only parameters passed on unchanged, by name or as a whole
 * variadic list; where the parameter's own type determines what is passed on, that is recorded there.
 */
import { listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, fileOf, type Meaning, rowOf, Tag } from "../meaning.ts";
import { findNameOf } from "../names/names.ts";
import { isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { parameterTypes } from "../types/inference.ts";
import type { World } from "../world.ts";
import { externalFullName } from "./library_name.ts";

const NONE: readonly string[] = [];
/** Maximum number of functions that pass a parameter on to each other. */
const DEEPEST = 4;

/**
 * The full names of the external functions that a function passes its parameters on to, "" for other parameters; empty if there are none.
 */
export function takersBehind(world: World, id: DefinitionId): readonly string[] {
  if (world.rules.reflects !== true) return NONE;
  return world.kept.takersBehind.get(id) ?? world.kept.takersBehind.find(id, () => findTakers(world, id, 0), fileOf(id));
}

/** The name in such a list for an argument; the last one applies to all further arguments. */
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

/** Whether a parameter accepts values of any type, or lists or maps of such, so that its type says nothing about them. */
function isOfAnyType(world: World, { tag, definition, items }: Meaning): boolean {
  if (tag === Tag.instance) return world.inLibrary(definition) && items.some((item) => isOfAnyType(world, item));
  return tag === Tag.unknown || tag === Tag.parameter;
}

/** The row of `bindings` that an argument names, including a spread list (`values...`); 0 if it is not a name. */
function bindingNamed(world: World, view: FileView, argument: number): number {
  const { op, a } = view.facts.expressions;
  const name = op[argument] === Op.spread ? a[argument]! : argument;
  const rows = op[name] === Op.name ? findNameOf(world, view, name)?.rows : undefined;
  return rows?.length === 1 ? rows[0]! : 0;
}

/** The full name of the external function that finally receives the argument at `place`; otherwise "". */
function takerOf(world: World, callee: Meaning, place: number, depth: number): string {
  if (callee.tag !== Tag.definition || world.inLibrary(callee.definition)) {
    const name = externalFullName(world, callee);
    return world.rules.takesValues?.test(name) === true ? name : "";
  }
  if (!isOwnFunction(world, callee) || depth === DEEPEST) return "";
  // What is kept is computed to the same depth, whoever asks.
  return takerAt(findTakers(world, callee.definition, depth + 1), place);
}
