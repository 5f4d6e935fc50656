/**
 * What classes tell bases outside: what they name by their attributes, of which these may make instances, and what methods give that they mark for them.
 *
 * Stage: resolve. Invariant: what attributes name is found once for each class.
 */
import { DefinitionFlag, DefinitionKind, isCallable, listItems } from "../../facts.ts";
import { Op } from "../../facts/expressions.ts";
import { evaluateValue } from "../evaluate.ts";
import { type DefinitionId, definitionId, fileOf, instance, lastPart, type Meaning, packageIn, partsOf, Tag } from "../meaning.ts";
import { memberMeaning } from "../members/members.ts";
import { Space } from "../names/names.ts";
import type { FileView } from "../state/file_view.ts";
import { buildsOnOutside, memberTable, orderOf } from "../types/inheritance.ts";
import type { World } from "../world.ts";
import { classesCalled, mayHoldDescriptors, namedByMaker } from "./class_fields.ts";
import { ownResult } from "./results.ts";

/**
 * What the class that `object` is, or is of, or a class within it, names by its attributes for a base outside, which may make instances of that
 * (`model = Job`, `class Meta: model = "shop.Job"`, `jobs = Job.objects.all()`).
 */
export function toldToBase(world: World, object: Meaning): readonly Meaning[] {
  if (!mayHoldDescriptors(world, object) && (world.rules.protocols.read === undefined || !world.isOwnObject(object))) return [];
  const { definition } = object;
  const { toldToBases } = world.kept;
  return toldToBases.get(definition) ?? toldToBases.find(definition, () => toldBy(world, definition, NAMED_IN_TURN), fileOf(definition));
}

/** So many classes that are named by one another's attributes are gone through (`serializer = JobSerializer`, of which `model = Job`). */
const NAMED_IN_TURN = 2;

function toldBy(world: World, type: DefinitionId, depth: number): Meaning[] {
  if (depth === 0 || !buildsOnOutside(world, type)) return [];
  return orderOf(world, type).flatMap((entry) => world.isOwnType(entry) ? namedByAttributes(world, entry.definition, 1, depth - 1) : []);
}

/** A text that names a class behind the package of which it is (`model = "shop.Job"`). */
const LABEL = /^[\w.]+\.[A-Z]\w*$/;

/** @param within how many classes deep attributes are looked at. @param depth of those that these name */
function namedByAttributes(world: World, type: DefinitionId, within: number, depth: number): Meaning[] {
  const view = world.viewOf(type);
  world.ask(view.index);
  const { bindings, definitions, expressions: { op, c } } = view.facts;
  return [...memberTable(world, type).values()].flat().flatMap((binding) => {
    const row = bindings.definition[binding]!;
    if (definitions.kind[row] === DefinitionKind.class) {
      return within > 0 ? namedByAttributes(world, definitionId(view.index, row), within - 1, depth) : [];
    }
    const value = definitions.value[row]!;
    const label = op[value] === Op.key && c[value] !== 0 ? view.text(c[value]!) : "";
    if (LABEL.test(label)) return classesCalled(world, lastPart(label));
    if (op[value] !== Op.name && op[value] !== Op.member && op[value] !== Op.call) return [];
    const named = evaluateValue(world, view, classBehind(view, value) || value);
    return mayHoldDescriptors(world, named)
      ? [instance(named.definition), ...toldBy(world, named.definition, depth)]
      : namedByMaker(world, named);
  });
}

/**
 * What methods give that the class of `object`, one of the repository, marks for the package of a base outside (`@post_load`): that runs them, and
 * may hand out what they give (`form.load(text)`).
 */
export function givenByMarked(world: World, { definition }: Meaning): readonly Meaning[] {
  const order = orderOf(world, definition);
  const packages = new Set(order.flatMap(({ tag, name }) => tag === Tag.external ? [packageIn(name)] : []));
  if (packages.size === 0) return [];
  return order.flatMap((entry) => {
    if (!world.isOwnType(entry)) return [];
    const view = world.viewOf(entry.definition);
    world.ask(view.index);
    const { bindings, definitions } = view.facts;
    const isMark = (expression: number): boolean => {
      const { tag, name } = evaluateValue(world, view, expression);
      return tag === Tag.external && packages.has(packageIn(name));
    };
    return [...memberTable(world, entry.definition).values()].flat().flatMap((binding) => {
      const row = bindings.definition[binding]!;
      const isMethod = isCallable(definitions.kind[row]!) && (definitions.flags[row]! & DefinitionFlag.property) === 0;
      if (!isMethod || !listItems(view.facts, definitions.decorators[row]!).some(isMark)) return [];
      return partsOf(ownResult(world, view, row)).filter((part) => world.isOwnObject(part));
    });
  });
}

/** What a call of a method begins with (`Job` of `Job.objects.all()`); the expression itself where it is no call. */
function classBehind({ facts: { expressions: { op, a } } }: FileView, expression: number): number {
  if (op[expression] !== Op.call) return expression;
  let first = a[expression]!;
  if (op[first] !== Op.member) return 0;
  while (op[first] === Op.member || op[first] === Op.call) first = a[first]!;
  return first;
}

/** Members called `name` of the classes that a class of the repository names for its base outside, which may make them in its place. */
export function membersToldToBase(world: World, object: Meaning, name: string): DefinitionId[] {
  const members = toldToBase(world, object).map((type) => memberMeaning(world, type, name, Space.value));
  return world.ownDefinitions(members);
}
