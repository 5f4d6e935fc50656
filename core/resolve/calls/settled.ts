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
import type { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { ownerEnvironment } from "../types/inference.ts";
import { instance, type Meaning, rowOf, Tag, UNKNOWN } from "../meaning.ts";
import { substitute } from "../substitution.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { asInstance } from "../traits/traits.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";

/**
 * The meaning of `Op.settled`: `value` as the steps `steps` tell the rest of it, which are taken with what `binding` binds, or of a tuple with what it
 * and those behind it bind of its parts.
 */
export function settledMeaning(world: World, view: FileView, value: number, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  const first = evaluateValue(world, view, value);
  if (first.tag === Tag.tuple) return settledTuple(world, view, first, steps, binding);
  let meaning = opened(world, asInstance(world, first));
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
        if (onlyBinding(world, view, a[a[step]!]!) === binding) meaning = substitute(meaning, toldByCall(world, view, meaning, step));
    }
  }
  return meaning;
}

/** A tuple whose parts have type arguments in common: what is done with one of them tells those of all. */
function settledTuple(world: World, view: FileView, whole: Meaning, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  const partAt = (name: number): Meaning | undefined => whole.items[onlyBinding(world, view, name) - binding];
  for (const step of steps) {
    if (!whole.items.some(isOpen)) break;
    const part = partAt(op[step] === Op.call ? a[a[step]!]! : op[step] === Op.cast ? b[step]! : a[step]!);
    if (part === undefined) continue;
    if (op[step] === Op.call) whole = substitute(whole, toldByCall(world, view, part, step));
    else if (op[step] === Op.cast) {
      const environment = world.environmentOf(undefined);
      unify(world, part, evaluateType(world, view, a[step]!), environment);
      whole = substitute(whole, environment);
    }
  }
  return whole;
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

/** What the arguments of a call of one of its methods tell of what is open. */
function toldByCall(world: World, view: FileView, meaning: Meaning, call: number): Environment {
  const { a, b } = view.facts.expressions;
  const environment = world.environmentOf(undefined);
  const method = meaning.tag === Tag.instance ? memberMeaning(world, meaning, view.text(b[a[call]!]!), Space.call) : UNKNOWN;
  if (method.tag !== Tag.definition) return environment;
  const target = world.viewOf(method.definition);
  const owner = ownerEnvironment(world, method.definition, method);
  const args = listItems(view.facts, b[call]!);
  for (const [i, row] of parametersOf(world, method.definition).entries()) {
    const expected = substitute(evaluateType(world, target, target.facts.bindings.type[row]!), owner);
    if (args[i] !== undefined) unify(world, expected, evaluateValue(world, view, args[i]!), environment);
  }
  return environment;
}
