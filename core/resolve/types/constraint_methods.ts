/**
 * Infers type parameters from the methods that a constraint requires of another type argument (`T Viewer[V]` with `View() V`).
 *
 * Stage: resolve. Invariant: values found before stay.
 */
import { callMeaning } from "../calls/call_results.ts";
import { type DefinitionId, definitionId, isObject, type Meaning, rowOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { bindingMeaning } from "../names/bindings.ts";
import { Space } from "../names/names.ts";
import type { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { memberTable } from "./inheritance.ts";
import { isStructural } from "./structural.ts";
import { unify } from "./unify.ts";

/** Adds the results of such methods to the environment of the function `id`. */
export function inferFromMethods(world: World, id: DefinitionId, environment: Environment): void {
  if (world.rules.structural.length === 0 || world.rules.callingTypeConverts !== true) return;
  const view = world.viewOf(id);
  const parameters = view.typeParameters(rowOf(id));
  const isOpen = (row: number): boolean => !environment.values.has(definitionId(view.index, row));
  if (parameters.length < 2 || !parameters.some(isOpen)) return;
  for (const row of parameters) {
    const known = environment.values.get(definitionId(view.index, row));
    if (known === undefined || view.facts.bindings.type[row] === 0 || !isObject(known)) continue;
    const bound = bindingMeaning(world, view, row, Space.type).result;
    if (bound?.tag === Tag.instance && bound.items.length > 0 && isStructural(world, bound.definition)) {
      layBeside(world, view, bound, known, environment);
    }
  }
}

/** Unifies the results of an interface's methods with those of a type's. */
function layBeside(world: World, view: FileView, asked: Meaning, known: Meaning, environment: Environment): void {
  for (const name of memberTable(world, asked.definition).keys()) {
    const [wanted, own] = [asked, known].map((type) => memberMeaning(world, type, name, Space.call));
    if (wanted?.tag !== Tag.definition || own?.tag !== Tag.definition) continue;
    unify(world, callMeaning(world, view, wanted, [], false), callMeaning(world, view, own, [], false), environment);
  }
}
