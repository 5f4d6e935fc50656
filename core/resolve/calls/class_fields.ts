/**
 * Values in class attributes that may act as descriptors when they are read (`owner = ForeignKey(Job)`), in languages that have
 * descriptors.
 *
 * Stage: resolve. Invariant: these are candidates: what a descriptor returns is not known.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { argumentsOf, valuesIn } from "../../facts/given_values.ts";
import { evaluateValue } from "../evaluate.ts";
import { definitionId, instance, lastPart, type Meaning, Tag } from "../meaning.ts";
import { isOwnClass, isOwnFunction } from "../ownership.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/**
 * Classes named by text arguments of the call that creates a class attribute (`owner = ForeignKey("shop.Customer")`, `parent =
 * ForeignKey("self")`); for any other call, only qualified names (`get_model("shop.Customer")`) and texts spelled like a class.
 */
export function namedByTexts(world: World, view: FileView, expression: number, passed: readonly number[]): Meaning[] {
  if (world.rules.protocols.read === undefined) return [];
  const { op, c } = view.facts.expressions;
  const texts = passed.filter((argument) => op[argument] === Op.key && c[argument] !== 0).map((argument) => view.text(c[argument]!));
  if (texts.length === 0) return [];
  const { definitions } = view.facts;
  const isHeld = isOfClass(world, view, expression);
  const holder = isHeld ? definitions.parent[definitions.value.indexOf(expression)]! : 0;
  return texts.flatMap((text) => {
    if (isHeld && text === world.rules.ownTypeInTexts) return [instance(definitionId(view.index, holder))];
    if (!isHeld && !text.includes(".") && !CLASS_NAME.test(text)) return [];
    return classesCalled(world, lastPart(text));
  });
}

/**
 * Instances of the classes named by text arguments of the call that created an external value, if it calls a function of the repository or
 * a loader (`get_model("shop", "Order")`, `get_classes("shop", ["Order"])`).
 */
export function namedByMaker(world: World, made: Meaning): Meaning[] {
  const { tag, name, origin } = made.tag === Tag.union ? made.items[0]! : made;
  if (tag !== Tag.external || origin === undefined || world.rules.protocols.read === undefined) return [];
  const view = world.view(origin.file);
  const { op, a, b } = view.facts.expressions;
  const { externalLoaders, standsForOthers } = world.rules;
  const loads = externalLoaders?.test(name) === true || standsForOthers?.test(name) === true ||
    isOwnFunction(world, evaluateValue(world, view, a[origin.expression]!));
  if (!loads) return [];
  const known = argumentsOf(view.facts, origin.expression).flatMap((one) => op[one] === Op.literal ? valuesIn(view.facts, b[one]!) : [one]);
  return namedByTexts(world, view, origin.expression, known);
}

/** Instances of all classes with a name. */
export function classesCalled(world: World, name: string): Meaning[] {
  world.askName(name);
  return world.names.find("nameable", name).filter((id) => world.kindOf(id) === DefinitionKind.class).map((id) => instance(id));
}

/** A text that is spelled like the name of a class. */
const CLASS_NAME = /^[A-Z]\w*[a-z]\w*$/;

/**
 * If a class gives its attributes access to itself (`__set_name__`, a metaclass): the class from which `value` was read (`Job.objects`).
 */
export function knownBy(world: World, value: Meaning, holder: Meaning): Meaning[] {
  if (value.tag !== Tag.instance || !mayHoldDescriptors(world, holder)) return [];
  return buildsOnOutside(world, value.definition) ? [instance(holder.definition)] : [];
}

/** The same for an external value in an attribute of a class with an external base (`Job.objects`). */
export function holderOfOutside(world: World, holder: Meaning): Meaning[] {
  return mayHoldDescriptors(world, holder) && buildsOnOutside(world, holder.definition) ? [instance(holder.definition)] : [];
}

/** Whether a value is a class of the repository in a language with descriptors. */
export function mayHoldDescriptors(world: World, value: Meaning): boolean {
  return world.rules.protocols.read !== undefined && isOwnClass(world, value);
}

/** Whether an expression is the value of a class attribute, which may act as a descriptor (`owner = ForeignKey(Job)`). */
export function isOfClass(world: World, { facts: { definitions } }: FileView, expression: number): boolean {
  if (world.rules.protocols.read === undefined) return false;
  const row = definitions.value.indexOf(expression);
  return row > 0 && definitions.kind[definitions.parent[row]!] === DefinitionKind.class;
}
