/**
 * The type of a variable whose first value leaves it open, inferred from its later uses.
 *
 * Stage: resolve. Invariant: a use counts only for the binding that its name means at that place; the first value found for a parameter
 * stays.
 */
import { DefinitionKind, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateType, evaluateValue, isPackage } from "../evaluate.ts";
import { type DefinitionId, instance, type Meaning, rowOf, Tag, UNKNOWN, weaken } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { onlyBinding, Space } from "../names/names.ts";
import { isOfKind } from "../ownership.ts";
import { Environment } from "../state/environment.ts";
import type { FileView } from "../state/file_view.ts";
import { parametersOf } from "../state/parameters.ts";
import { substitute } from "../substitution.ts";
import { asInstance } from "../traits/traits.ts";
import { isPromotable, promotes } from "../types/fitting.ts";
import { ownerEnvironment } from "../types/inference.ts";
import { openParameters } from "../types/type_arguments.ts";
import { unify } from "../types/unify.ts";
import type { World } from "../world.ts";
import { callMeaning } from "./call_results.ts";

/**
 * The meaning of `Op.settled`: `value` with its open parts inferred from the uses `steps` of the variable `binding`; for a tuple, of that
 * and the following bindings of its elements.
 */
export function settledMeaning(world: World, view: FileView, value: number, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  const first = evaluateValue(world, view, value);
  if (first.tag === Tag.tuple) return settledTuple(world, view, first, steps, binding);
  if (isPromotable(world, first)) return settledNumber(world, view, first, steps, binding);
  const made = opened(world, asInstance(world, first));
  const declared = declaredOpen(world, view, binding);
  let meaning = declared === undefined ? made : filled(world, declared, made);
  for (const step of steps) {
    if (!isOpen(meaning)) break;
    switch (op[step]) {
      case Op.pair:
        if (onlyBinding(world, view, a[step]!) === binding) {
          const given = evaluateValue(world, view, b[step]!);
          meaning = filled(world, meaning, isPackage(world, view, b[step]!, given) ? UNKNOWN : asInstance(world, given));
        }
        break;
      case Op.cast:
        if (onlyBinding(world, view, b[step]!) === binding) {
          meaning = filled(world, meaning, askedType(world, evaluateType(world, view, a[step]!)));
        }
        break;
      case Op.call: {
        const calls = callsIn(view, step);
        if (onlyBinding(world, view, a[a[calls.at(-1)!]!]!) === binding) meaning = inferredFromCalls(world, view, meaning, calls);
      }
    }
  }
  return meaning;
}

/** The type that a place asks for; one that asks for a trait alone takes whatever fulfils it. */
function askedType(world: World, type: Meaning): Meaning {
  return isOfKind(world, type, DefinitionKind.trait) ? UNKNOWN : type;
}

/** The type of an untyped number: the first type found in `steps` that an untyped number can have; otherwise it stays open. */
function settledNumber(world: World, view: FileView, number: Meaning, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  let isOpen = false;
  for (const step of steps) {
    const isPair = op[step] === Op.pair;
    if (onlyBinding(world, view, isPair ? a[step]! : b[step]!) !== binding) continue;
    const known = isPair ? evaluateValue(world, view, b[step]!) : evaluateType(world, view, a[step]!);
    if (known.tag === Tag.instance && promotes(world, number.definition, known.definition)) {
      return instance(known.definition, [], known.weak);
    }
    isOpen ||= known.tag === Tag.unknown;
  }
  return isOpen ? weaken(number) : number;
}

/** A tuple whose elements share type arguments: uses of one of them determine those of all. */
function settledTuple(world: World, view: FileView, whole: Meaning, steps: readonly number[], binding: number): Meaning {
  const { op, a, b } = view.facts.expressions;
  const partAt = (name: number): Meaning | undefined => whole.items[onlyBinding(world, view, name) - binding];
  for (const step of steps) {
    if (!whole.items.some(isOpen)) break;
    const part = partAt(op[step] === Op.call ? a[a[step]!]! : op[step] === Op.cast ? b[step]! : a[step]!);
    if (part === undefined) continue;
    if (op[step] === Op.call) whole = substitute(whole, inferredFromCall(world, view, part, step));
    else if (op[step] === Op.cast) {
      const environment = new Environment();
      unify(world, part, evaluateType(world, view, a[step]!), environment);
      whole = substitute(whole, environment);
    }
  }
  return whole;
}

/** The calls of a method chain, the outermost first. */
function callsIn({ facts: { expressions: { op, a } } }: FileView, call: number): readonly number[] {
  const calls = [call];
  for (let object = a[a[call]!]!; op[object] === Op.call && op[a[object]!] === Op.member; object = a[a[object]!]!) calls.push(object);
  return calls;
}

/**
 * The open parts of a type, inferred from calls: the last is a call of one of its methods, each other one is called on the result of the
 * next.
 */
function inferredFromCalls(world: World, view: FileView, meaning: Meaning, calls: readonly number[]): Meaning {
  const { a, b } = view.facts.expressions;
  let object = meaning;
  for (let i = calls.length - 1; i >= 0; i--) {
    const environment = inferredFromCall(world, view, object, calls[i]!);
    meaning = substitute(meaning, environment);
    if (i === 0) break;
    meaning = { ...meaning, items: meaning.items.map((item) => opened(world, item)) };
    const method = memberMeaning(world, substitute(object, environment), view.text(b[a[calls[i]!]!]!), Space.call);
    object = opened(world, callMeaning(world, view, method, listItems(view.facts, b[calls[i]!]!), false));
  }
  return { ...meaning, items: meaning.items.map((item) => closed(world, item)) };
}

/** A type in which its own open parameters are unknown. */
function closed(world: World, type: Meaning): Meaning {
  if (type.tag !== Tag.instance || !isOpen(type)) return type;
  const own = opened(world, instance(type.definition)).items;
  return {
    ...type,
    items: type.items.map((item, i) => item.tag === Tag.parameter && item.definition === own[i]?.definition ? UNKNOWN : item),
  };
}

function isNotKnown(meaning: Meaning): boolean {
  return meaning.tag === Tag.unknown || meaning.tag === Tag.nothing;
}

function isOpen(meaning: Meaning): boolean {
  return isNotKnown(meaning) || (meaning.tag === Tag.instance && meaning.items.some((item) => item.tag === Tag.parameter || isOpen(item)));
}

/** A type without type arguments, with its own parameters in their places. */
function opened(world: World, meaning: Meaning): Meaning {
  if (meaning.tag !== Tag.instance || meaning.items.length > 0) return meaning;
  const parameters = openParameters(world, world.viewOf(meaning.definition), rowOf(meaning.definition));
  return parameters.length === 0 ? meaning : instance(meaning.definition, parameters, meaning.weak);
}

/** The declared type of a binding, with its own parameters in place of open arguments (`HashMap<_, Vec<_>>`). */
function declaredOpen(world: World, view: FileView, binding: number): Meaning | undefined {
  const type = view.facts.bindings.type[binding]!;
  const declared = type === 0 ? UNKNOWN : evaluateType(world, view, type);
  return declared.tag === Tag.instance ? reopened(world, declared, []) : undefined;
}

/** @param around the enclosing types, whose parameters remain theirs */
function reopened(world: World, type: Meaning, around: readonly DefinitionId[]): Meaning {
  if (type.tag !== Tag.instance || type.items.length === 0 || around.includes(type.definition)) return type;
  const own = openParameters(world, world.viewOf(type.definition), rowOf(type.definition));
  const within = [...around, type.definition];
  return { ...type, items: type.items.map((item, i) => item.tag === Tag.unknown ? own[i] ?? item : reopened(world, item, within)) };
}

/** A type with its open parts taken from another value or type of the same variable. */
function filled(world: World, meaning: Meaning, known: Meaning): Meaning {
  if (isNotKnown(meaning)) return known.tag === Tag.definition || known.tag === Tag.parameter ? UNKNOWN : opened(world, known);
  if (known.tag !== Tag.instance || known.definition !== meaning.definition) return meaning;
  const items = meaning.items.map((item, i) => item.tag === Tag.unknown || item.tag === Tag.parameter ? known.items[i] ?? item : item);
  return instance(meaning.definition, items, meaning.weak || known.weak);
}

/** The open parameters inferred from the arguments of a call of one of its methods. */
function inferredFromCall(world: World, view: FileView, meaning: Meaning, call: number): Environment {
  const { a, b } = view.facts.expressions;
  const environment = new Environment();
  const method = meaning.tag === Tag.instance ? memberMeaning(world, meaning, view.text(b[a[call]!]!), Space.call) : UNKNOWN;
  if (method.tag !== Tag.definition) return environment;
  const target = world.viewOf(method.definition);
  const owner = ownerEnvironment(world, method.definition, method);
  const args = listItems(view.facts, b[call]!);
  for (const [i, row] of parametersOf(world, method.definition).entries()) {
    const expected = substitute(evaluateType(world, target, target.facts.bindings.type[row]!), owner);
    if (args[i] !== undefined) unify(world, expected, evaluateValue(world, view, args[i]!), environment);
  }
  // The result of a passed function is expressed in parameters of the method's declaring type.
  for (const parameter of [...environment.values.parameters]) {
    const open = owner.values.get(parameter);
    const known = environment.values.get(parameter)!;
    if (open?.tag === Tag.parameter && known.tag !== Tag.self) unify(world, open, known, environment);
  }
  return environment;
}
