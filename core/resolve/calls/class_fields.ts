/**
 * What a class of the repository holds that may answer for itself where it is read (`owner = ForeignKey(Job)`), in languages that have such values.
 *
 * Stage: resolve. Invariant: these are candidates: what it answers is its own affair.
 */
import { DefinitionKind } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { argumentsOf, valuesIn } from "../../facts/given_values.ts";
import { evaluateValue } from "../evaluate.ts";
import { definitionId, instance, lastPart, type Meaning, Tag } from "../meaning.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside } from "../types/inheritance.ts";
import type { World } from "../world.ts";

/**
 * Classes that the texts name which what a class holds is made with (`owner = ForeignKey("shop.Customer")`, `parent = ForeignKey("self")`); of any other
 * call those that are named with what they stand in (`get_model("shop.Customer")`).
 */
export function namedByTexts(world: World, view: FileView, expression: number, handed: readonly number[]): Meaning[] {
  if (world.rules.protocols.read === undefined) return [];
  const { op, c } = view.facts.expressions;
  const texts = handed.filter((argument) => op[argument] === Op.key && c[argument] !== 0).map((argument) => view.text(c[argument]!));
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
 * Instances of classes that texts name which the call was told that gave something outside, where a function of the repository is called, or what loads
 * by names (`get_model("shop", "Order")`, `get_classes("shop", ["Order"])`).
 */
export function namedByMaker(world: World, made: Meaning): Meaning[] {
  const { tag, name, origin } = made.tag === Tag.union ? made.items[0]! : made;
  if (tag !== Tag.external || origin === undefined || world.rules.protocols.read === undefined) return [];
  const view = world.view(origin.file);
  const { op, a, b } = view.facts.expressions;
  const { loadersAbroad, standsForOthers } = world.rules;
  const loads = loadersAbroad?.test(name) === true || standsForOthers?.test(name) === true ||
    world.isOwnFunction(evaluateValue(world, view, a[origin.expression]!));
  if (!loads) return [];
  const told = argumentsOf(view.facts, origin.expression).flatMap((one) => op[one] === Op.literal ? valuesIn(view.facts, b[one]!) : [one]);
  return namedByTexts(world, view, origin.expression, told);
}

/** Instances of the classes of a name. */
export function classesCalled(world: World, name: string): Meaning[] {
  world.askName(name);
  return world.names.find("nameable", name).filter((id) => world.kindOf(id) === DefinitionKind.class).map((id) => instance(id));
}

/** A text that most likely names a class. */
const CLASS_NAME = /^[A-Z]\w*[a-z]\w*$/;

/** Where what a class holds is told of the class (`__set_name__`, a metaclass), the class of which `value` was read: `Job.objects`. */
export function knownBy(world: World, value: Meaning, holder: Meaning): Meaning[] {
  if (value.tag !== Tag.instance || !mayHoldDescriptors(world, holder)) return [];
  return buildsOnOutside(world, value.definition) ? [instance(holder.definition)] : [];
}

/** The same of a value from outside that a class holds which builds on something outside (`Job.objects`). */
export function holderOfOutside(world: World, holder: Meaning): Meaning[] {
  return mayHoldDescriptors(world, holder) && buildsOnOutside(world, holder.definition) ? [instance(holder.definition)] : [];
}

/** Whether a value is a class of the repository, in a language whose classes hold descriptors: these are told of it. */
export function mayHoldDescriptors(world: World, value: Meaning): boolean {
  return world.rules.protocols.read !== undefined && world.isOwnClass(value);
}

/** Whether an attribute of a class holds the value of an expression, and may answer for itself where it is read (`owner = ForeignKey(Job)`). */
export function isOfClass(world: World, { facts: { definitions } }: FileView, expression: number): boolean {
  if (world.rules.protocols.read === undefined) return false;
  const row = definitions.value.indexOf(expression);
  return row > 0 && definitions.kind[definitions.parent[row]!] === DefinitionKind.class;
}
