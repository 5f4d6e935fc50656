/**
 * What a variable holds whose first value leaves its type open, as far as what is done with it later says.
 *
 * Stage: resolve. Invariant: a step speaks only of the binding that its name means at its place; the first answer for a parameter stays.
 */
import { parametersOf } from "../state/parameters.ts";
import { Op } from "../../expressions.ts";
import { listItems } from "../../facts.ts";
import { evaluateType, evaluateValue } from "../evaluate.ts";
import { openParameters } from "../types/type_arguments.ts";
import type { FileView } from "../state/file_view.ts";
import { ownerEnvironment } from "../types/inference.ts";
import { instance, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { asInstance } from "../traits/traits.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";

/** The meaning of `Op.settled`: `value` as the steps `steps` tell the rest of it, which are taken with what `binding` binds. */
export function settledMeaning(world: World, view: FileView, value: number, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  let meaning = opened(world, asInstance(world, evaluateValue(world, view, value)));
  for (const step of steps) {
    if (!isOpen(meaning)) break;
    switch (op[step]) {
      case Op.pair:
        if (onlyBinding(world, view, a[step]!) === binding) {
          meaning = filled(world, meaning, asInstance(world, evaluateValue(world, view, b[step]!)));
        }
        break;
      case Op.cast:
        if (onlyBinding(world, view, b[step]!) === binding) meaning = filled(world, meaning, evaluateType(world, view, a[step]!));
        break;
      case Op.call:
        if (onlyBinding(world, view, a[a[step]!]!) === binding) meaning = called(world, view, meaning, step);
    }
  }
  return meaning;
}

function isUntold(meaning: Meaning): boolean {
  return meaning.tag === Tag.unknown || meaning.tag === Tag.nothing;
}

function isOpen(meaning: Meaning): boolean {
  return isUntold(meaning) ||
    (meaning.tag === Tag.instance && meaning.items.some((item) => item.tag === Tag.unknown || item.tag === Tag.parameter));
}

/** A type of which no argument is told, with its own parameters in their places. */
function opened(world: World, meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.instance || meaning.items.length > 0) return meaning;
  const parameters = openParameters(world, world.viewOf(meaning.definition), rowOf(meaning.definition));
  return parameters.length === 0 ? meaning : instance(meaning.definition, parameters, meaning.weak);
}

/** What is open, as another value or type of the same variable tells it. */
function filled(world: World, meaning: Meaning, told: Meaning): Meaning {
  if (isUntold(meaning)) return told.tag === Tag.definition || told.tag === Tag.parameter ? UNKNOWN : opened(world, told);
  if (told.tag !== Tag.instance || told.definition !== meaning.definition) return meaning;
  const items = meaning.items.map((item, i) => item.tag === Tag.unknown || item.tag === Tag.parameter ? told.items[i] ?? item : item);
  return instance(meaning.definition, items, meaning.weak || told.weak);
}

/** What is open, as the arguments of a call of one of its methods tell it. */
function called(world: World, view: FileView, meaning: Meaning, call: number): Meaning {
  const { a, b } = view.facts.expressions;
  if (meaning.tag !== Tag.instance) return meaning;
  const method = memberMeaning(world, meaning, view.text(b[a[call]!]!), Space.call);
  if (method.tag !== Tag.definition) return meaning;
  const target = world.viewOf(method.definition);
  const owner = ownerEnvironment(world, method.definition, method);
  const environment = world.environmentOf(undefined);
  const args = listItems(view.facts, b[call]!);
  for (const [i, row] of parametersOf(world, method.definition).entries()) {
    const expected = substitute(evaluateType(world, target, target.facts.bindings.type[row]!), owner);
    if (args[i] !== undefined) unify(world, expected, evaluateValue(world, view, args[i]!), environment);
  }
  return substitute(meaning, environment);
}
