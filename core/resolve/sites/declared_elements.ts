/**
 * Functions in the lists and maps that a variable or field with a declared type is given: the type tells that its elements are called, not which
 * functions they are (`HANDLERS: dict[str, Callable] = {"load": on_load}`).
 *
 * Stage: resolve; only of calls. Invariant: only what stands in the value that such a variable or field begins with.
 */
import { evaluateValue } from "../evaluate.ts";
import { type Meaning, partsOf, rowOf } from "../meaning.ts";
import { declaredAt } from "../members/first_declaring.ts";
import { heldUnder } from "../names/named_constants.ts";
import { onlyBinding } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import type { World } from "../world.ts";
import { isPassed } from "./passed_parts.ts";

const NONE: readonly Meaning[] = [];
/** Lists within maps. */
const DEEPEST = 4;

/** Functions and classes among the elements of what the name or member `holder` is given, however deep they lie. */
export function elementsDeclared(world: World, view: FileView, holder: number): readonly Meaning[] {
  const variable = heldUnder(world, view, holder);
  if (variable !== 0) {
    const home = world.viewOf(variable);
    const { type, value } = home.facts.definitions;
    return ofDeclared(world, home, type[rowOf(variable)]!, value[rowOf(variable)]!);
  }
  const binding = onlyBinding(world, view, holder);
  const declared = binding === 0 ? declaredAt(world, view, holder) : { view, rows: [binding] };
  if (declared === undefined) return NONE;
  const { bindings, definitions } = declared.view.facts;
  const typed = declared.rows.find((row) => bindings.type[row]! || definitions.type[bindings.definition[row]!]!) ?? 0;
  return declared.rows.flatMap((row) =>
    ofDeclared(world, declared.view, typed, bindings.value[row]! || definitions.value[bindings.definition[row]!]!)
  );
}

function ofDeclared(world: World, view: FileView, type: number, value: number): readonly Meaning[] {
  world.askInside(view.index);
  return type === 0 || value === 0 ? NONE : within(world, evaluateValue(world, view, value), 0);
}

function within(world: World, value: Meaning, depth: number): readonly Meaning[] {
  return partsOf(value).flatMap((part) =>
    isPassed(world, part) ? [part] : depth < DEEPEST ? part.items.flatMap((item) => within(world, item, depth + 1)) : NONE
  );
}
